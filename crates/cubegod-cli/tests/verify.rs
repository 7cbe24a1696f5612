//! `cubegod verify`.

#![allow(clippy::unwrap_used, reason = "outside of a test function clippy does not see that this is a test")]

mod common;
use common::*;
use insta::assert_snapshot;
use serde_json::{Value, json};
use std::path::Path;
use tempfile::TempDir;

/// Returns the cube that moves make, in face letters.
fn cube(moves: &str) -> String {
    cubegod(&["convert", "--to", "facelets", moves]).stdout.trim().to_owned()
}

/// Returns a certificate whose search began one move below the solution.
fn certificate(metric: &str, scramble: &str, solution: &str, length: usize) -> Value {
    let (count, step) = if metric == "htm" { ("half turns", 1) } else { ("quarter turns", 2) };
    json!({
        "format": "cubegod certificate",
        "version": 2,
        "cube": cube(scramble),
        "metric": metric,
        "length": length,
        "solution": solution,
        "table": {"bytes": 3762158400u64, "count": count, "checksum": "0123abcd"},
        "depths": [{"moves": length.saturating_sub(step), "nodes": 1, "looks": 1}],
        "by": "cubegod 0.1.0",
    })
}

fn written(folder: &TempDir, name: &str, certificate: &Value) -> String {
    let file = folder.path().join(name);
    std::fs::write(&file, certificate.to_string()).unwrap();
    file.to_str().unwrap().to_owned()
}

/// Runs, and removes the folder from the output.
fn verify(folder: &TempDir, arguments: &[&str]) -> Run {
    let run = cubegod(&[&["verify"], arguments].concat());
    let place = format!("{}/", folder.path().display());
    Run { stdout: run.stdout.replace(&place, ""), stderr: run.stderr.replace(&place, ""), code: run.code }
}

const SCRAMBLE: &str = "R U2 F' D L B2 U R' F";
const SOLUTION: &str = "F' R U' B2 L' D' F U2 R'";

#[test]
fn a_shortest_solution_is_verified_and_a_longer_one_refuted() {
    let folder = folder();
    let good = written(&folder, "good.json", &certificate("htm", SCRAMBLE, SOLUTION, 9));
    let long = written(&folder, "long.json", &certificate("htm", "R U", "U' R2 R", 3));
    let solved = written(&folder, "solved.json", &certificate("htm", "R R'", "U U'", 2));
    assert_snapshot!(verify(&folder, &[&good]).all());
    assert_snapshot!(verify(&folder, &[&long, &good, &solved, "--threads", "1"]).all());
}

#[test]
fn a_claim_in_quarter_turns_is_verified_in_quarter_turns() {
    let folder = folder();
    let good = written(&folder, "good.json", &certificate("qtm", "R U2 F'", "F U2 R'", 4));
    let long = written(&folder, "long.json", &certificate("qtm", "R U", "U' R2 R", 4));
    let run = verify(&folder, &[&good, &long]);
    assert_snapshot!(run.all());
}

#[test]
fn json_has_one_object_per_certificate() {
    let folder = folder();
    let good = written(&folder, "good.json", &certificate("htm", "R U2 F'", "F U2 R'", 3));
    let long = written(&folder, "long.json", &certificate("htm", "R U", "U' R2 R", 3));
    let bad = written(&folder, "bad.json", &json!({"format": "flags"}));
    let run = verify(&folder, &["--json", &good, &long, &bad]);
    let [error, verified, refuted] = &run.objects()[..] else { panic!("{run:?}") };
    assert_eq!(error["error"]["kind"], "unreadable");
    assert_eq!(error["error"]["file"], "bad.json");
    assert_eq!(verified["verdict"], "verified");
    assert_eq!((&verified["file"], &verified["at_least"]), (&json!("good.json"), &json!(3)));
    assert_eq!((&verified["metric"], &verified["solution"]), (&json!("htm"), &json!("F U2 R'")));
    assert!(verified["positions"].is_u64() && verified["seconds"].as_f64().unwrap() >= 0.0);
    assert_eq!(refuted["verdict"], "refuted");
    assert_eq!((&refuted["shorter"], &refuted["at_least"]), (&json!("U' R'"), &json!(2)));
    assert_eq!(run.code, 1);
}

#[test]
fn a_partial_proof_reports_what_it_omits() {
    let folder = folder();
    let good = written(&folder, "good.json", &certificate("htm", SCRAMBLE, SOLUTION, 9));
    let run = verify(&folder, &[&good, "--to", "7"]);
    assert!(run.stdout.starts_with("good.json: verified in part: 9 moves, none with 7 or fewer"), "{run:?}");
    assert!(run.stdout.ends_with("longer ones were not searched\n") && run.code == 0, "{run:?}");
    assert!(verify(&folder, &[&good, "--to", "8"]).stdout.starts_with("good.json: verified: 9 moves"));
    let run = verify(&folder, &[&good, "--to", "7", "--json"]);
    assert_eq!(run.objects()[0]["verdict"], "verified in part");
    assert_eq!(run.objects()[0]["at_least"], 8);
}

#[test]
fn a_file_that_is_not_a_certificate_is_an_error_with_its_position() {
    let folder = folder();
    let text = certificate("htm", "R U2 F'", "F U2 R'", 3);
    let wrong = |field: &str, value: Value| {
        let mut other = text.clone();
        other[field] = value;
        written(&folder, &format!("{field}.json"), &other)
    };
    let files = [
        wrong("solution", json!("F U2 R")),
        wrong("cube", json!(cube("R U2 F'").replacen("FUUFUU", "UFUFUU", 1))),
        wrong("version", json!(7)),
        wrong("length", json!(21)),
        folder.path().join("missing.json").to_str().unwrap().to_owned(),
        folder.path().to_str().unwrap().to_owned(),
    ];
    let broken = folder.path().join("broken.json");
    std::fs::write(&broken, "{\n  \"format\": ]\n}").unwrap();
    let mut names: Vec<&str> = files.iter().map(String::as_str).collect();
    names.push(broken.to_str().unwrap());
    let run = verify(&folder, &names);
    let place = folder.path().to_str().unwrap();
    assert_snapshot!(run.all().replace(place, "FOLDER"));
    let run = verify(&folder, &["--json", broken.to_str().unwrap()]);
    let error = &run.objects()[0]["error"];
    assert_eq!((&error["line"], &error["column"]), (&json!(2), &json!(13)));
}

#[test]
fn a_certificate_is_read_from_standard_input() {
    let text = certificate("htm", "R U2 F'", "F U2 R'", 3).to_string();
    let two = format!("{text}\n{text}\n");
    let run = cubegod_reading(text, &["verify", "-"]);
    assert!(run.stdout.starts_with("standard input: verified: 3 moves"), "{run:?}");
    let run = cubegod_reading(two, &["verify", "-"]);
    let message = "line 2: something follows the certificate (line 2, column 1); expected one certificate";
    assert!(run.stderr.contains(message) && run.stdout.is_empty() && run.code == 1, "{run:?}");
    assert_eq!(cubegod(&["verify", "-", "-"]).code, 2);
    let run = cubegod_reading(vec![b' '; 1 << 20], &["verify", "-"]);
    assert!(run.stderr.contains("longer than 64 KiB") && run.code == 1, "{run:?}");
    assert_eq!(cubegod(&["verify"]).code, 2);
}

#[cfg(unix)]
#[test]
fn an_interrupted_proof_reports_its_progress() {
    use std::process::{Command, Stdio};
    let folder = folder();
    // Written by cubegod; a proof of 16 moves takes too long for this test.
    let stickers = "BBLRUFBFRFDDRRDDULRUUBFBFBRLUFFDLBUULDURLLRLUFDDLBFBRD";
    let solution = cubegod(&["solve", "--max-length", "20", stickers]).stdout.trim().to_owned();
    let length = solution.split_whitespace().count();
    let mut long = certificate("htm", "R", &solution, length);
    long["cube"] = json!(stickers);
    let file = written(&folder, "long.json", &long);
    let child = Command::new(env!("CARGO_BIN_EXE_cubegod"))
        .args(["verify", &file])
        .env("CUBEGOD_TABLES", "small")
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    std::thread::sleep(std::time::Duration::from_secs(3));
    assert!(Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap().success());
    let run = Run::from(child.wait_with_output().unwrap());
    assert!(run.stdout.contains(": stopped: ") && run.stdout.contains("none with fewer than 1"), "{run:?}");
    assert_eq!((run.stderr.as_str(), run.code), ("", 130));
    assert!(Path::new(&file).exists());
}
