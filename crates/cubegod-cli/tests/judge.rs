//! `cubegod judge`
#![allow(clippy::unwrap_used, reason = "outside of a test function clippy does not see that this is a test")]

mod common;
use common::*;
use insta::assert_snapshot;
use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child, Command, Stdio};

/// The sample of the contest, corrected, and its answers.
const SAMPLE: &str = include_str!("../../cubegod-contest/tests/data/acm_sample.txt");
const ANSWERS: &str = include_str!("../../cubegod-contest/tests/data/acm_sample.out");
const SAMPLE_FILE: &str =
    concat!(env!("CARGO_MANIFEST_DIR"), "/../cubegod-contest/tests/data/acm_sample.txt");

/// The sample without its last line.
fn sets() -> String {
    SAMPLE.replace("ENDOFINPUT\n", "")
}

fn started(arguments: &[&str]) -> Child {
    Command::new(env!("CARGO_BIN_EXE_cubegod"))
        .arg("judge")
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap()
}

fn rest(mut stream: impl Read) -> String {
    let mut text = String::new();
    stream.read_to_string(&mut text).unwrap();
    text
}

#[test]
fn the_sample_has_the_answers_of_the_contest() {
    for run in [
        cubegod(&["judge", SAMPLE_FILE]),
        cubegod_reading(SAMPLE, &["judge"]),
        cubegod_reading(SAMPLE, &["judge", "-"]),
        cubegod_reading(SAMPLE.replace('\n', "\r\n").replace(' ', "\t "), &["judge"]),
        cubegod_reading(SAMPLE.to_uppercase().trim_end(), &["judge"]),
    ] {
        assert_eq!((run.stdout.as_str(), run.stderr.as_str(), run.code), (ANSWERS, "", 0));
    }
}

#[test]
fn json_has_one_object_per_data_set() {
    let run = cubegod_reading(SAMPLE, &["judge", "--json"]);
    assert_eq!(
        run.stdout,
        "{\"set\":1,\"line\":1,\"solved\":true}\n{\"set\":2,\"line\":16,\"solved\":false}\n"
    );
    let bad = SAMPLE.replacen("front right", "front up", 1);
    let run = cubegod_reading(bad, &["judge", "--json"]);
    let objects = run.objects();
    assert_eq!((objects[0]["set"].as_u64(), objects[0]["error"]["line"].as_u64()), (Some(1), Some(11)));
    assert_eq!(objects[0]["error"]["kind"], "bad-moves");
    assert_eq!(objects[1]["solved"], false);
    assert_eq!((objects.len(), run.stderr.as_str(), run.code), (2, "", 1));
}

#[test]
fn malformed_data_sets_are_reported_and_the_others_are_judged() {
    let good = sets();
    let text = [
        good.clone(),
        good.replacen("W W W Y", "W W Y", 1),
        "what is this\n".into(),
        good.replacen("END\n", "", 1),
        good.replacen("left left", "left turn", 1),
        format!("START\n{}\nEND\n", "x".repeat(1 << 20)),
        good,
    ]
    .concat();
    assert_snapshot!(cubegod_reading(text, &["judge"]).all());
}

#[test]
fn the_explanation_shows_the_final_cube() {
    let run = cubegod_reading(SAMPLE, &["judge", "--explain"]);
    assert_snapshot!(run.stdout);
    let run = cubegod_reading(SAMPLE, &["judge", "--explain", "--color", "always"]);
    assert!(run.stdout.contains("\u{1b}["), "{}", run.stdout);
    let seven = SAMPLE.replacen("O O O", "7 O O", 1);
    let run = cubegod_reading(seven.clone(), &["judge", "--explain", "--color", "always"]);
    let first = run.stdout.split("\n\n").next().unwrap();
    assert!(first.starts_with("No\n") && !first.contains('\u{1b}'), "{first}");
    assert!(first.ends_with("1 sticker is wrong: it differs from the centre of its face"), "{first}");
    let run = cubegod_reading(seven, &["judge", "--explain", "--json"]);
    assert_eq!(run.objects()[0]["off"], 1);
    assert_eq!(run.objects()[0]["mixed"][0]["counts"]["7"], 1);
    assert_eq!(run.objects()[0]["net"].as_array().unwrap().len(), 9);
}

#[test]
fn every_data_set_has_one_line_of_output() {
    let good = sets();
    let bad = good.replacen("front right", "front up", 1);
    let run = cubegod_reading(bad + &good + "ENDOFINPUT", &["judge"]);
    assert_eq!(run.stdout, "Error\nNo\nYes\nNo\n");
    assert!(
        run.stderr.starts_with("cubegod: line 11: data set 1: unknown operation `front up`"),
        "{}",
        run.stderr
    );
    assert_eq!(run.code, 1);
}

#[test]
fn look_alike_characters_are_noted_once() {
    let text = sets().replacen("O O O", "0 O O", 1);
    let run = cubegod_reading(text.repeat(2) + "ENDOFINPUT", &["judge"]);
    assert_eq!((run.stdout.as_str(), run.code), ("No\nNo\nNo\nNo\n", 0));
    let notes: Vec<&str> = run.stderr.lines().collect();
    assert!(notes[0].contains("data set 1: `0` (U+0030) and `O` (U+004F) look alike"), "{}", run.stderr);
    assert!(notes[1].contains("7 different characters") && notes.len() == 2, "{}", run.stderr);
    let run = cubegod_reading(text + "ENDOFINPUT", &["judge", "--json"]);
    assert_eq!((run.objects()[0]["notes"].as_array().unwrap().len(), run.stderr.as_str()), (2, ""));
}

#[test]
fn a_missing_endofinput_is_an_error_after_all_answers() {
    let run = cubegod_reading(sets(), &["judge"]);
    assert_eq!((run.stdout.as_str(), run.code), (ANSWERS, 1));
    assert_eq!(
        run.stderr,
        "cubegod: line 33: the input ends without ENDOFINPUT; expected it after the last END, or another START\n"
    );
    let run = cubegod_reading("", &["judge"]);
    assert!(run.stderr.starts_with("cubegod: line 1: the input ends without ENDOFINPUT"), "{}", run.stderr);
    assert_eq!(run.code, 1);
    assert_eq!(cubegod_reading("ENDOFINPUT", &["judge"]).all(), "exit code 0\n--- stdout\n--- stderr\n");
}

#[test]
fn text_after_endofinput_is_ignored_with_a_note() {
    let run = cubegod_reading(SAMPLE.repeat(2), &["judge"]);
    assert_eq!((run.stdout.as_str(), run.code), (ANSWERS, 0));
    assert_eq!(run.stderr, "cubegod: note: line 35: text after ENDOFINPUT is ignored\n");
    assert_eq!(cubegod_reading(SAMPLE.repeat(2), &["judge", "-q"]).stderr, "");
}

#[test]
fn a_file_that_cannot_be_read_is_named() {
    let run = cubegod(&["judge", "missing.txt"]);
    assert_eq!(run.stderr, "cubegod: cannot read the file `missing.txt`: No such file or directory\n");
    assert_eq!((run.stdout.as_str(), run.code), ("", 1));
    let folder = folder();
    let file = folder.path().join("sets.txt");
    std::fs::write(&file, "START\n").unwrap();
    let run = cubegod(&["judge", "--json", file.to_str().unwrap()]);
    assert_eq!(run.objects()[0]["error"]["file"], file.to_str().unwrap());
}

#[test]
fn more_than_a_hundred_data_sets_are_judged() {
    let run = cubegod_reading(sets().repeat(5000) + "ENDOFINPUT", &["judge"]);
    assert!(run.stdout == ANSWERS.repeat(5000) && run.code == 0);
}

#[test]
fn each_data_set_is_answered_before_the_next_is_read() {
    let mut child = started(&[]);
    let mut stdin = child.stdin.take().unwrap();
    let mut answers = BufReader::new(child.stdout.take().unwrap()).lines();
    for _ in 0..3 {
        stdin.write_all(sets().as_bytes()).unwrap();
        assert_eq!(answers.next().unwrap().unwrap(), "Yes");
        assert_eq!(answers.next().unwrap().unwrap(), "No");
    }
    writeln!(stdin, "ENDOFINPUT").unwrap();
    assert!(child.wait().unwrap().success());
}

#[test]
fn a_closed_pipe_ends_the_command_without_a_message() {
    let mut child = started(&[]);
    let mut stdin = child.stdin.take().unwrap();
    drop(child.stdout.take());
    let text = sets().repeat(1000);
    // The command stops reading when it cannot write, so that this fails at some point.
    while stdin.write_all(text.as_bytes()).is_ok() {}
    assert_eq!(child.wait().unwrap().code(), Some(0));
    assert_eq!(rest(child.stderr.take().unwrap()), "");
}

#[cfg(unix)]
#[test]
fn an_interrupt_ends_the_command_after_all_answers_are_written() {
    for (signal, code) in [("-INT", 130), ("-TERM", 143)] {
        let mut child = started(&[]);
        let mut stdin = child.stdin.take().unwrap();
        let mut stdout = BufReader::new(child.stdout.take().unwrap());
        stdin.write_all(sets().as_bytes()).unwrap();
        let mut line = String::new();
        stdout.read_line(&mut line).unwrap();
        assert!(Command::new("kill").args([signal, &child.id().to_string()]).status().unwrap().success());
        assert_eq!(child.wait().unwrap().code(), Some(code));
        assert_eq!(line + &rest(stdout), ANSWERS);
        assert_eq!(rest(child.stderr.take().unwrap()), "cubegod: stopped after 2 data sets\n");
    }
}
