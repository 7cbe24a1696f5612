//! Runs the real binary, as a user would.
#![allow(dead_code, reason = "every test file uses some of it")]
#![allow(clippy::unwrap_used, reason = "outside of a test function clippy does not see that this is a test")]

use assert_cmd::Command;
use cubegod::scramble::generator;
use cubegod::{Color, Cube2, Cube3, Stickers};
use serde_json::Value;
use std::process::{Child, Output};
use std::time::{Duration, Instant};

pub(crate) const SOLVED2: &str = "UUUURRRRFFFFDDDDLLLLBBBB";
pub(crate) const SOLVED3: &str = "UUUUUUUUURRRRRRRRRFFFFFFFFFDDDDDDDDDLLLLLLLLLBBBBBBBBB";
/// One sticker of the corner at DBL repainted.
pub(crate) const SPOILED2: &str = "UUUURRRRFFFFDDDDLLLLBBBU";

/// Where the tests keep tables.
pub(crate) const CACHE: &str = concat!(env!("CARGO_TARGET_TMPDIR"), "/cache");

/// What came of a command.
#[derive(Debug)]
pub(crate) struct Run {
    pub(crate) stdout: String,
    pub(crate) stderr: String,
    pub(crate) code: i32,
}

impl From<Output> for Run {
    fn from(output: Output) -> Run {
        Run {
            stdout: String::from_utf8(output.stdout).unwrap(),
            stderr: String::from_utf8(output.stderr).unwrap(),
            code: output.status.code().unwrap(),
        }
    }
}

impl Run {
    /// Everything, for snapshots.
    pub(crate) fn all(&self) -> String {
        format!("exit code {}\n--- stdout\n{}--- stderr\n{}", self.code, self.stdout, self.stderr)
    }

    /// The lines of the answer.
    pub(crate) fn lines(&self) -> Vec<&str> {
        self.stdout.lines().collect()
    }

    /// The objects of the answer, one a line.
    pub(crate) fn objects(&self) -> Vec<Value> {
        self.stdout.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
    }
}

/// Runs with nothing on standard input.
pub(crate) fn cubegod(arguments: &[&str]) -> Run {
    cubegod_reading("", arguments)
}

/// Runs with this on standard input.
pub(crate) fn cubegod_reading(input: impl Into<Vec<u8>>, arguments: &[&str]) -> Run {
    let mut command = command();
    command.args(arguments).write_stdin(input.into()).output().unwrap().into()
}

/// The binary, in an environment without settings for colours and languages.
pub(crate) fn command() -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_cubegod"));
    for name in ["NO_COLOR", "CLICOLOR_FORCE", "COLORTERM", "TERM", "LC_ALL", "LC_MESSAGES", "LANG"] {
        command.env_remove(name);
    }
    // Tables are built once for all tests, and nothing of the user's is touched.
    command.env("CUBEGOD_CACHE", CACHE);
    // Large ones take seconds to build; the tests about tables do.
    command.env("CUBEGOD_TABLES", "small");
    command
}

/// A folder of its own for a test's files.
pub(crate) fn folder() -> tempfile::TempDir {
    tempfile::tempdir().unwrap()
}

/// The stickers in a line, by the faces that their colours belong to.
pub(crate) fn letters(stickers: &Stickers<Color>) -> String {
    stickers.facelets().iter().map(|color| color.home().letter()).collect()
}

pub(crate) fn cubes2(seed: u64, count: usize) -> Vec<String> {
    let mut random = generator(seed);
    (0..count).map(|_| letters(&Cube2::random(&mut random).stickers())).collect()
}

pub(crate) fn cubes3(seed: u64, count: usize) -> Vec<String> {
    let mut random = generator(seed);
    (0..count).map(|_| letters(&Cube3::random(&mut random).stickers())).collect()
}

/// The binary as it is started by hand, to be looked at while it runs.
pub(crate) fn plain() -> std::process::Command {
    let mut plain = std::process::Command::new(env!("CARGO_BIN_EXE_cubegod"));
    // Which tables are there must not matter.
    plain.env("CUBEGOD_CACHE", CACHE).env("CUBEGOD_TABLES", "small");
    plain
}

/// Longer than anything takes, however busy the machine is.
pub(crate) const AGES: Duration = Duration::from_secs(120);

pub(crate) fn wait_until(is_so: impl Fn() -> bool) {
    let start = Instant::now();
    while !is_so() {
        assert!(start.elapsed() < AGES, "waited in vain");
        std::thread::sleep(Duration::from_millis(2));
    }
}

/// How a process ends, which it has to.
pub(crate) fn exit_code(child: &mut Child) -> Option<i32> {
    let start = Instant::now();
    loop {
        if let Some(status) = child.try_wait().unwrap() {
            return status.code();
        }
        if start.elapsed() > AGES {
            child.kill().unwrap();
            panic!("it does not end");
        }
        std::thread::sleep(Duration::from_millis(5));
    }
}
