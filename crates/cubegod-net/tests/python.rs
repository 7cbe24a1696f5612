//! Games against independent implementations: a server and a client in Python.
#![allow(clippy::unwrap_used, reason = "a panic fails the test")]

mod common;

use common::ENGINE;
use cubegod_net::block_on;
use cubegod_net::challenge::{JudgeOptions, Opponent, PlayFailure, PlayOptions, RoundPlayed, judge, play};
use std::path::PathBuf;
use std::process::Command;

fn script(name: &str) -> String {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/python").join(name);
    path.to_str().unwrap().to_owned()
}

/// Returns whether Python is installed. Without it these tests are skipped, except in continuous integration (`CI` is
/// set), where they fail.
fn has_python() -> bool {
    let found = Command::new("python3").arg("--version").output().is_ok_and(|output| output.status.success());
    if !found {
        assert!(std::env::var_os("CI").is_none(), "python3 is not installed");
        eprintln!("skipped: python3 is not installed");
    }
    found
}

/// Returns the path of the program of examples/engine.rs, built next to this test.
fn engine_program() -> String {
    let test = std::env::current_exe().unwrap();
    let path = test.parent().unwrap().parent().unwrap().join("examples/engine");
    assert!(path.exists(), "build the example first: cargo build -p cubegod-net --examples");
    path.to_str().unwrap().to_owned()
}

#[test]
fn a_hundred_rounds_are_won_against_a_server_in_python() {
    if !has_python() {
        return;
    }
    let mut played = Vec::new();
    let opponent = Opponent::Command(format!("python3 '{}' --seconds 20", script("app.py")));
    let options = PlayOptions::default();
    let mut on_round = |round: &RoundPlayed| played.push(round.clone());
    let won = block_on(play(&opponent, &ENGINE, &options, &mut on_round)).unwrap().unwrap();
    assert_eq!((won.rounds, won.final_output.as_str()), (100, "flag{python_agrees}"));
    assert_eq!(played.len(), 100);
    for (index, round) in played.iter().enumerate() {
        assert_eq!(
            (round.round, round.rounds, round.accepted, round.guessed_of),
            (index + 1, Some(100), true, None)
        );
        assert!(round.moves <= 11 && round.answer_time <= round.total);
    }
    let mut all_right = true;
    let summary = judge(won.transcript.as_bytes(), &JudgeOptions::default(), &mut |round| {
        all_right &= round.verdict.is_right()
    });
    assert_eq!(summary.unwrap().right, 100);
    assert!(all_right);
}

#[test]
fn a_program_that_exits_or_does_not_exist_is_an_error_with_its_last_line() {
    let played = |command: &str| {
        let opponent = Opponent::Command(command.to_owned());
        let options = PlayOptions::default();
        let mut ignored = |_: &_| {};
        block_on(play(&opponent, &ENGINE, &options, &mut ignored)).unwrap().unwrap_err()
    };
    let error = played("echo hello; echo bye");
    assert!(
        matches!(&error.failure, PlayFailure::Closed { rounds: 0, last_line, .. } if last_line == "bye"),
        "{error}"
    );
    assert_eq!(error.transcript, "hello\nbye\n");
    assert!(matches!(played("exec /nowhere/at/all 2>&1").failure, PlayFailure::Closed { rounds: 0, .. }));
}

#[test]
fn a_client_in_python_plays_a_server_in_python_with_the_resident_engine() {
    if !has_python() {
        return;
    }
    let server = format!("python3 '{}' --seconds 20", script("app.py"));
    let output = Command::new("python3")
        .args([&script("client.py"), &format!("'{}'", engine_program()), &server])
        .output()
        .unwrap();
    assert_eq!(String::from_utf8_lossy(&output.stdout), "flag{python_agrees}\n", "{output:?}");
    assert!(output.status.success());
}
