//! `cubegod search`

mod common;
use common::*;
use insta::assert_snapshot;

/// Returns a text on a 3x3 to which R U2 F' was applied.
fn turned(from: &str) -> String {
    let text = "FLAG{it_turns}0123456789abcdefghijklmnopqrstuvwxyzABCD";
    let run = cubegod(&["apply", SOLVED3, "R U2 F'", "--data", text, "--data-from", from, "--json"]);
    run.objects()[0]["data"].as_str().expect("the data is there").to_owned()
}

#[test]
fn a_text_is_found_with_the_moves_that_show_it() {
    assert_snapshot!(
        cubegod(&["search", "--data", &turned("facelets"), "--grep", r"FLAG\{it_\w+\}", "--depth", "3"])
            .all()
    );
    let run = cubegod(&[
        "search",
        "--json",
        "--data",
        &turned("net-string"),
        "--data-from",
        "net-string",
        "--grep",
        r"FLAG\{it_turns\}",
        "--depth",
        "4",
    ]);
    assert_eq!(
        run.stdout,
        "{\"puzzle\":\"3x3x3\",\"alg\":\"F U2 R'\",\"length\":3,\"up\":\"U\",\"front\":\"F\",\"order\":\"net-string\",\
         \"text\":\"FLAG{it_turns}\",\"data\":\"FLAG{it_turns}0123456789abcdefghijklmnopqrstuvwxyzABCD\"}\n"
    );
    assert_eq!(run.stderr, "cubegod: 46741 positions up to 4 moves; 1 text found, in 7 positions\n");
    assert_eq!(run.code, 0);
}

#[test]
fn answers_do_not_depend_on_threads() {
    let search = |threads: &str| {
        cubegod(&[
            "search",
            "--data",
            &turned("facelets"),
            "--grep",
            "[0-4]{3}",
            "--depth",
            "3",
            "--threads",
            threads,
        ])
    };
    let (alone, together) = (search("1"), search("3"));
    assert_eq!(alone.all(), together.all());
    assert!(alone.lines().len() > 5);
}

#[test]
fn the_cube_determines_the_layout_and_the_names_of_faces() {
    let net = "    RRR\n    RRR\n    RRR\nBBB WWW GGG YYY\nBBB WWW GGG YYY\nBBB WWW GGG YYY\n    OOO\n    OOO\n    OOO\n";
    let data = turned("net-string");
    let arguments = ["search", net, "--data", &data, "--grep", r"FLAG\{it_turns\}", "--depth", "3"];
    assert_eq!(cubegod(&arguments).stdout, "F U2 R'; up R, front W, net-string: FLAG{it_turns}\n");
    let held = |up: &str| cubegod(&[&arguments[..], &["--up", up, "--front", "Y"]].concat());
    assert_eq!((held("R").stdout.as_str(), held("R").code), ("", 1));
    assert_eq!(held("R").stderr, "cubegod: 3502 positions up to 3 moves; nothing matches\n");
    assert_eq!(held("W").stderr, "cubegod: Y is opposite W; with W up, one of R G O B is in front\n");
}

#[test]
fn a_pocket_cube_is_searched_with_three_faces() {
    let arguments = ["search", "--data", "abcdefghijklmnopqrstuvwx", "--grep", "nothing", "--depth"];
    let message = |more: &[&str]| cubegod(&[&arguments[..], more].concat()).stderr;
    assert_eq!(message(&["6"]), "cubegod: 62360 positions up to 6 moves; nothing matches\n");
    let held = message(&["2", "--up", "U", "--front", "F"]);
    assert_eq!(held, "cubegod: 262 positions up to 2 moves; nothing matches\n");
    // The search ends when every position is read.
    assert_eq!(message(&["12", "--faces", "U"]), "cubegod: 4 positions up to 1 move; nothing matches\n");
}

#[test]
fn a_text_that_is_visible_needs_no_moves_and_the_limit_ends_the_search() {
    let run = cubegod(&["search", "--data", "abcdefghijklmnopqrstuvwx", "--grep", "a.c", "--limit", "1"]);
    assert_eq!(run.stdout, "no moves; up U, front F, facelets: abc\n");
    assert!(run.stderr.ends_with("; 1 text found; --limit 1 stopped it\n"), "{}", run.stderr);
    let run =
        cubegod(&["search", "-q", "--depth", "0", "--data", "abcdefghijklmnopqrstuvwx", "--grep", "x.*x"]);
    assert_eq!((run.stdout.as_str(), run.stderr.as_str(), run.code), ("", "", 1));
}

#[test]
fn a_search_that_is_impossible_is_refused() {
    let message = |arguments: &[&str]| {
        let run = cubegod(&[&["search"], arguments].concat());
        let first = run.stderr.lines().next().unwrap_or_default().to_owned();
        (first, run.code)
    };
    let data = turned("facelets");
    assert_eq!(
        message(&["--data", &data, "--grep", "x", "--depth", "8"]),
        ("cubegod: 8 turns reach up to 1484451136 positions, more than the limit of 120000000; use at most 7 turns or fewer faces".into(), 2)
    );
    assert_eq!(
        message(&["--data", &"x".repeat(96), "--grep", "x"]),
        ("cubegod: a 4x4x4 cube can't be searched; expected the data of a 2x2 or a 3x3".into(), 1)
    );
    assert_eq!(
        message(&["--data", "abc", "--grep", "x"]),
        (
            "cubegod: the data has 3 characters; expected one for each sticker: 24 on a 2x2, 54 on a 3x3"
                .into(),
            1
        )
    );
    assert_eq!(
        message(&["--puzzle", "2x2", "--data", &data, "--grep", "x"]),
        ("cubegod: the data has 54 characters; a 2x2x2 cube has 24 stickers, one character each (30 are too many)".into(), 1)
    );
    assert_eq!(message(&["--data", &data]).1, 2);
    assert_eq!(message(&["--grep", "x"]).1, 2);
    assert_eq!(message(&["--data", &data, "--grep", "(x"]).1, 2);
    assert_eq!(message(&["--data", &data, "--grep", "x", "--limit", "0"]).1, 2);
    assert_eq!(message(&["-", "--data", "-", "--grep", "x"]).1, 2);
    let run = cubegod(&["search", "--json", "--data", "abc", "--grep", "x"]);
    assert_eq!((run.objects()[0]["error"]["kind"].as_str(), run.code), (Some("bad-data"), 1));
}

#[cfg(unix)]
#[test]
fn an_interrupted_search_prints_its_matches() {
    use std::io::{BufRead, BufReader, Read};
    use std::process::{Command, Stdio};
    let mut child = Command::new(env!("CARGO_BIN_EXE_cubegod"))
        .args(["search", "--depth", "6", "--data", &turned("facelets"), "--grep", "012.*"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    // Matches are written as soon as they are found.
    let mut answers = BufReader::new(child.stdout.take().unwrap());
    let mut first = String::new();
    answers.read_line(&mut first).unwrap();
    assert!(first.contains("012"), "{first}");
    assert!(Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap().success());
    let mut rest = String::new();
    answers.read_to_string(&mut rest).unwrap();
    assert!(rest.is_empty() || rest.ends_with('\n'), "only whole lines");
    let output = child.wait_with_output().unwrap();
    let stderr = String::from_utf8(output.stderr).unwrap();
    assert!(stderr.starts_with("cubegod: stopped after ") && stderr.ends_with(" found\n"), "{stderr}");
    assert_eq!(output.status.code(), Some(130));
}
