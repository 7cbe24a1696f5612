//! Notes, errors and summaries of every command in Chinese, and never in Chinese without a request.

#![allow(clippy::unwrap_used, reason = "outside of a test function clippy does not see that this is a test")]

mod common;
use common::*;
use std::fmt::Write;
use std::fs;
use std::path::Path;

/// A command and its standard input.
type Invocation = (&'static [&'static str], &'static [u8]);

const TWO_FACES: &str = "UUUU????FFFF????????????";
const ALPHABET: &str = "abcdefghijklmnopqrstuvwx";
const LONG_CUBE: &str = "R U2 F' L D B2 R' U F L2 D' B";

/// A data set of `judge` with characters that look alike, and text after the end.
const CONTEST: &[u8] = b"START\n      O O O\n      O 0 O\n      O O O\nR R R G G G B B B Y Y Y\nR R R G G G B B B Y Y Y\n\
R R R G G G B B B Y Y Y\n      W W W\n      W W W\n      W W W\nfront right\nEND\nSTART\nEND\nENDOFINPUT\nmore\n";

const INVOCATIONS: &[Invocation] = &[
    (&["check", "@missing"], b""),
    (&["check", "@."], b""),
    (&["check", "@"], b""),
    (&["check", "@program"], b""),
    (&["check", "@utf16"], b""),
    (&["check", "-"], b""),
    (&["check", "-"], b"hello\nUUUURRRRFFFFDDDDLLLLBBBB\xff\n"),
    (&["check", SOLVED2, "hello"], b""),
    (&["alg", "-"], b""),
    (&["alg", "R Q"], b""),
    (&["solve", "-", "-"], b""),
    (&["apply", "@program", "R"], b""),
    (&["apply", SOLVED2, "@program"], b""),
    (&["rotate", "-", "-"], b""),
    (&["verify", "-", "-"], b""),
    (&["verify", "missing"], b""),
    (&["convert", "--to", "digits", SOLVED3], b""),
    (&["scramble", "--puzzle", "4x4"], b""),
    (&["solve", "R", "U"], b""),
    (&["solve", TWO_FACES], b""),
    (&["solve", "--any", TWO_FACES], b""),
    (&["solve", "--max-length", "1", "--nodes", "1", LONG_CUBE], b""),
    (&["solve", "--method", "cfop", "--exact", LONG_CUBE], b""),
    (&["solve", "--certificate", "proof.json", LONG_CUBE], b""),
    (&["solve", "--method", "optimal", "--certificate", "proof.json", "R", "U"], b""),
    (&["solve", "--method", "optimal", "--certificate", "missing/proof.json", "R"], b""),
    (&["solve", "--threads", "2", "-"], b"hello\nR\n"),
    (&["complete", TWO_FACES], b""),
    (&["complete", "UUUURRRRFFFFDDDDLLLL????"], b""),
    (&["judge", "-"], CONTEST),
    (&["judge", "missing"], b""),
    (&["search", "--depth", "1", "--grep", "nothing", "--data", ALPHABET], b""),
    (&["search", "--depth", "1", "--grep", "^a", "--limit", "1", "--data", ALPHABET], b""),
    (&["search", "--depth", "99", "--grep", "x", "--puzzle", "3x3", "--data", "@data3"], b""),
    (&["search", "--grep", "x", "--data", "abcdef"], b""),
    (&["show", "--back", SOLVED2], b""),
    (&["show", "--view", "iso", SOLVED2], b""),
    (&["show", "--svg", "cube.svg", SOLVED2], b""),
    (&["show", "--svg", "cube.svg", SOLVED2, SOLVED2], b""),
    (&["show", "--svg", ".", SOLVED2], b""),
    (&["show", "--png", "cube.png", "--data", "甲bcdefghijklmnopqrstuvwx", SOLVED2], b""),
    (&["teach", "-o", "lesson.pdf", "R"], b""),
    (&["teach", "-o", "lesson.html", "R", "U"], b""),
    (&["teach", "--method", "layers", "--puzzle", "2x2", "R"], b""),
    (&["teach", "--interactive", "R"], b""),
    (&["enter", "--begin-with", "x"], b""),
    (&["enter"], b"0000\nx\n"),
    (&["engine", "--threads", "2"], b""),
    (&["engine", "--listen", "nowhere"], b""),
    (&["serve", "--listen", "nowhere"], b""),
    (&["challenge", "judge", "missing"], b""),
    (&["challenge", "serve", "--rounds", "0"], b""),
    (&["challenge", "serve", "--hidden", "5"], b""),
    (&["challenge", "play", "--exec", "true"], b""),
    (&["challenge", "play", "127.0.0.1:1"], b""),
    (&["challenge", "judge", "cubes.txt"], b""),
    (&["batch", "cubes.txt", "solved.txt"], b""),
    (&["man", "--dir", "program/pages"], b""),
];

/// Runs in a folder with the files that the invocations name.
fn run(folder: &Path, language: &[&str], (arguments, input): Invocation) -> Run {
    let mut command = command();
    command.current_dir(folder).args(language).args(arguments).write_stdin(input);
    command.output().unwrap().into()
}

fn write_files(folder: &Path) {
    fs::write(folder.join("program"), b"\x7fELF\x02\x01\x01\0\0\0\0\0\0\0\0\0\x03\0>\0\x01\0\0\0").unwrap();
    fs::write(folder.join("utf16"), b"\xff\xfeR\0 \0U\0").unwrap();
    fs::write(folder.join("cubes.txt"), "R U\nhello\n").unwrap();
    fs::write(folder.join("data3"), "a".repeat(54)).unwrap();
}

fn is_chinese(text: &str) -> bool {
    text.contains(|character| ('\u{4e00}'..='\u{9fff}').contains(&character))
}

/// Replaces what differs from run to run.
fn steady(text: &str, folder: &Path) -> String {
    let mut steady = String::new();
    for part in text.replace(folder.to_str().unwrap(), "FOLDER").split_inclusive("用时 ") {
        let is_time = steady.ends_with("用时 ");
        let digits = |character: char| character.is_ascii_digit() || character == '.';
        steady += if is_time { part.trim_start_matches(digits) } else { part };
    }
    steady
}

#[test]
fn messages_are_in_chinese_if_that_is_requested() {
    let folder = folder();
    let mut text = String::new();
    for &invocation in INVOCATIONS {
        write_files(folder.path());
        let run = run(folder.path(), &["--lang", "zh"], invocation);
        let arguments = invocation.0.join(" ");
        // Writing to a string cannot fail.
        let _ = write!(text, "$ cubegod --lang zh {arguments}\n{}", steady(&run.stderr, folder.path()));
        if !run.stderr.is_empty() {
            assert!(is_chinese(&run.stderr), "{arguments}: {}", run.stderr);
        }
    }
    insta::assert_snapshot!(text);
}

#[test]
fn messages_are_in_english_without_a_request() {
    let folder = folder();
    for &invocation in INVOCATIONS {
        write_files(folder.path());
        let run = run(folder.path(), &[], invocation);
        let is_quoted = invocation.0.iter().any(|argument| is_chinese(argument));
        assert!(is_quoted || !is_chinese(&run.stderr), "{:?}: {}", invocation.0, run.stderr);
    }
}

#[test]
fn messages_about_tables_are_in_chinese() {
    let folder = folder();
    let (file, cache) = (folder.path().join("file"), folder.path().join("cache"));
    fs::create_dir(&cache).unwrap();
    fs::write(&file, "").unwrap();
    fs::write(cache.join("pocket-half-turns.table"), "no table").unwrap();
    let mut text = String::new();
    for (cache, arguments) in [
        (&cache, &["solve", "--puzzle", "2x2", "R"][..]),
        (&file, &["solve", "--puzzle", "2x2", "R"]),
        (&file, &["tables", "build", "pocket-half-turns"]),
    ] {
        let mut command = command();
        command.env("CUBEGOD_CACHE", cache).args(["--lang", "zh"]).args(arguments);
        text +=
            &Run::from(command.output().unwrap()).stderr.replace(folder.path().to_str().unwrap(), "FOLDER");
    }
    insta::assert_snapshot!(text);
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_standard_output_is_reported_in_chinese() {
    let full = fs::File::options().write(true).open("/dev/full").unwrap();
    let mut command = plain();
    let output = command.args(["--lang", "zh", "show", SOLVED2]).stdout(full).output().unwrap();
    let stderr = String::from_utf8(output.stderr).unwrap();
    assert_eq!(stderr, "cubegod: 无法写入标准输出：磁盘空间不足\n");
    assert_eq!(output.status.code(), Some(1));
}
