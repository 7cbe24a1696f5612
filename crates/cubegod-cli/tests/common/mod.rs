//! Runs the real binary, as a user would.
#![allow(dead_code, reason = "every test file uses some of it")]
#![allow(clippy::unwrap_used, reason = "outside of a test function clippy does not see that this is a test")]

#[cfg(target_os = "linux")]
pub(crate) mod disk;

use assert_cmd::Command;
use cubegod::scramble::generator;
use cubegod::{Color, Cube2, Cube3, Stickers};
use serde_json::Value;
use std::process::{Child, Output};
use std::time::{Duration, Instant};

pub(crate) const SOLVED2: &str = "UUUURRRRFFFFDDDDLLLLBBBB";
pub(crate) const SOLVED3: &str = "UUUUUUUUURRRRRRRRRFFFFFFFFFDDDDDDDDDLLLLLLLLLBBBBBBBBB";
/// One sticker of the corner at DBL repainted.
pub(crate) const ILLEGAL2: &str = "UUUURRRRFFFFDDDDLLLLBBBU";

/// Where the tests keep tables.
pub(crate) const CACHE: &str = concat!(env!("CARGO_TARGET_TMPDIR"), "/cache");

/// The result of a command.
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
    /// Returns the exit code and all output, for snapshots.
    pub(crate) fn all(&self) -> String {
        format!("exit code {}\n--- stdout\n{}--- stderr\n{}", self.code, self.stdout, self.stderr)
    }

    /// Returns the lines of standard output.
    pub(crate) fn lines(&self) -> Vec<&str> {
        self.stdout.lines().collect()
    }

    /// Returns the JSON objects of standard output, one per line.
    pub(crate) fn objects(&self) -> Vec<Value> {
        self.stdout.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
    }
}

/// Runs with empty standard input.
pub(crate) fn cubegod(arguments: &[&str]) -> Run {
    cubegod_reading("", arguments)
}

/// Runs with a text on standard input.
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
    // Tables are built once for all tests, outside of the user's cache.
    command.env("CUBEGOD_CACHE", CACHE);
    // Large tables take seconds to build; the tests of tables do that.
    command.env("CUBEGOD_TABLES", "small");
    command
}

/// Returns the number of kills of each kind that `make kills` asks for.
pub(crate) fn requested_kills() -> Option<usize> {
    std::env::var("CUBEGOD_KILLS").ok().map(|text| text.parse().expect("CUBEGOD_KILLS is a number"))
}

/// The number of kills in the quick tests.
pub(crate) const FEW_KILLS: usize = 3;

/// A command that cannot write to a read-only folder: it runs as another user if root, who can write everywhere, runs the tests.
/// `None` if another user cannot run the binary.
#[cfg(unix)]
pub(crate) fn without_rights(mut command: std::process::Command) -> Option<std::process::Command> {
    use std::os::unix::fs::PermissionsExt;
    use std::os::unix::process::CommandExt;
    /// A user without rights.
    const OTHER_USER: u32 = 65_534;
    let folder = folder();
    std::fs::set_permissions(folder.path(), std::fs::Permissions::from_mode(0o555)).unwrap();
    if std::fs::File::create(folder.path().join("probe")).is_err() {
        return Some(command);
    }
    let mut probe = std::process::Command::new(env!("CARGO_BIN_EXE_cubegod"));
    if probe.arg("--version").uid(OTHER_USER).output().is_err() {
        eprintln!("skipped: another user cannot run the binary");
        return None;
    }
    command.uid(OTHER_USER);
    Some(command)
}

/// Creates a temporary folder.
pub(crate) fn folder() -> tempfile::TempDir {
    tempfile::tempdir().unwrap()
}

/// Returns the stickers as facelets, in face letters.
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

/// The binary as a process to be observed while it runs.
pub(crate) fn plain() -> std::process::Command {
    let mut plain = std::process::Command::new(env!("CARGO_BIN_EXE_cubegod"));
    // The results must not depend on which tables are cached.
    plain.env("CUBEGOD_CACHE", CACHE).env("CUBEGOD_TABLES", "small");
    plain
}

/// A guard against hangs: more than any step takes on a busy machine.
pub(crate) const TIMEOUT: Duration = Duration::from_secs(120);

pub(crate) fn wait_until(is_so: impl Fn() -> bool) {
    let start = Instant::now();
    while !is_so() {
        assert!(start.elapsed() < TIMEOUT, "the condition is not met");
        std::thread::sleep(Duration::from_millis(2));
    }
}

/// Waits for the end of a process, and returns its exit code.
pub(crate) fn exit_code(child: &mut Child) -> Option<i32> {
    let start = Instant::now();
    loop {
        if let Some(status) = child.try_wait().unwrap() {
            return status.code();
        }
        if start.elapsed() > TIMEOUT {
            child.kill().unwrap();
            panic!("the process does not end");
        }
        std::thread::sleep(Duration::from_millis(5));
    }
}
