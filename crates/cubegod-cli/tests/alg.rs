//! `cubegod alg`

mod common;
use common::*;
use insta::assert_snapshot;

#[test]
fn sequences_are_written_out_changed_and_counted() {
    for (arguments, expected) in [
        (&["[R: U2] (F D)2"][..], "R U2 R' F D F D\n"),
        (&["front right Ri"], "F R'\n"),
        (&["--invert", "R U F'"], "F U' R'\n"),
        (&["--mirror", "x", "R U F'"], "L' U' F\n"),
        (&["--mirror", "x", "--invert", "--simplify", "R U U F"], "F U2 L\n"),
        (&["--simplify", "--metric", "htm", "R R U U'"], "R2\n1 htm\n"),
        (&["--metric", "QTM", "R2 M"], "R2 M\n4 qtm\n"),
        (&["--metric", "obtm", "--order", "R U R' U'"], "R U R' U'\n4 htm\norder 6\n"),
        (&["--order", "--puzzle", "2x2", "R U"], "R U\norder 15\n"),
        (&["--metric", "htm", "R", "U2 M"], "R\t1 htm\nU2 M\t3 htm\n"),
        (&["--json", "R U2"], "{\"alg\":\"R U2\",\"length\":2,\"metric\":\"htm\"}\n"),
        (
            &["--json", "--order", "--metric", "qtm", "R U2"],
            "{\"alg\":\"R U2\",\"length\":3,\"metric\":\"qtm\",\"order\":30}\n",
        ),
    ] {
        let run = cubegod(&[&["alg"], arguments].concat());
        assert_eq!((run.stdout.as_str(), run.code), (expected, 0), "{arguments:?} {}", run.stderr);
    }
}

#[test]
fn one_bad_line_does_not_stop_the_others() {
    let run = cubegod_reading("R U\n\nR Q\nF2 // done\n", &["alg", "--metric", "htm", "-"]);
    assert_snapshot!(run.all());
    let run = cubegod_reading("R U\n\nR Q\nF2\n", &["alg", "--json", "-"]);
    assert_eq!(run.objects()[1]["error"]["line"], 3);
    assert_eq!((run.objects().len(), run.code), (3, 1));
}

#[test]
fn a_bad_argument_is_a_usage_error() {
    let run = cubegod(&["alg", "R U2 Q"]);
    assert!(run.stderr.ends_with("\n  R U2 Q\n       ^\n"), "{}", run.stderr);
    assert_eq!(run.code, 2);
    assert_eq!(cubegod(&["alg", "--order", "--puzzle", "2x2", "M"]).code, 2);
    let run = cubegod(&["alg", "R", "--metric", "foo"]);
    assert!(run.stderr.contains("htm, qtm, stm, etm"), "{}", run.stderr);
    assert_eq!(run.code, 2);
}

#[test]
fn brackets_ten_thousand_deep_are_refused() {
    let run = cubegod(&["alg", &format!("{}R{}", "(".repeat(10_000), ")".repeat(10_000))]);
    assert!(run.stderr.contains("nested too deep"), "{}", run.stderr);
    assert_eq!(run.code, 2);
    let run = cubegod(&["check", &format!("{}R", "[".repeat(10_000))]);
    assert_eq!(run.code, 1);
}

#[test]
fn nothing_to_read_is_an_error() {
    for run in [cubegod(&["alg", ""]), cubegod(&["alg", "-"])] {
        assert!(run.stderr.contains("there is nothing to read; expected moves"), "{}", run.stderr);
        assert_eq!(run.code, 1);
    }
}
