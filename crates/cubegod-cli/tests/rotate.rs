//! `cubegod rotate`

mod common;
use common::*;
use cubegod::scramble::generator;
use cubegod::{Cube2, Face, FaceTurn};
use insta::assert_snapshot;

/// The array of the solved cube.
const SOLVED: &str = "000011112222333344445555";

const SOLVED_ARRAY: &str = "{{0,0,0,0},{1,1,1,1},{2,2,2,2},{3,3,3,3},{4,4,4,4},{5,5,5,5}}\n";

#[test]
fn the_array_is_turned_as_the_specification_says() {
    // The front row of the top goes to the left.
    let run = cubegod(&["rotate", SOLVED, "0,1"]);
    assert_eq!(run.stdout, "{{1,1,0,0},{2,2,1,1},{3,3,2,2},{0,0,3,3},{4,4,4,4},{5,5,5,5}}\n");
    let run = cubegod(&["rotate", SOLVED, "0,1 2,3"]);
    assert_eq!(run.stdout, cubegod(&["rotate", SOLVED, "Rotate(0,1)Rotate(2,3)"]).stdout);
    assert_eq!(cubegod(&["rotate", SOLVED, "0,1 0,3 3,2 (3,2)"]).stdout, SOLVED_ARRAY);
    assert_eq!(cubegod(&["rotate", SOLVED]).stdout, SOLVED_ARRAY);
}

#[test]
fn every_call_is_a_turn_of_u_d_l_or_r() {
    let mut random = generator(1);
    let cube = Cube2::random(&mut random);
    let digits = |cube: &Cube2| {
        let letters: String = cube.stickers().facelets().iter().map(|color| color.letter()).collect();
        cubegod(&["convert", "--to", "digits", &letters]).stdout
    };
    let array = digits(&cube);
    for (direction, face) in [Face::U, Face::D, Face::L, Face::R].into_iter().enumerate() {
        for step in 1..=3 {
            let turn = FaceTurn::from_index(face.index() * 3 + step - 1).unwrap();
            let run = cubegod(&["rotate", &array, &format!("{direction},{step}")]);
            assert_eq!(run.stdout, digits(&cube.apply_turn(turn)), "{turn:?}");
        }
    }
}

#[test]
fn the_option_print_writes_six_lines_of_four_digits() {
    let run = cubegod(&["rotate", "--print", SOLVED, "0,1 2,3"]);
    assert_snapshot!(run.all());
    // The output can be read as an array.
    let back = cubegod_reading(run.stdout, &["rotate", "-", "2,1 0,3"]);
    assert_eq!(back.stdout, SOLVED_ARRAY);
}

#[test]
fn json_has_the_digits_the_moves_and_the_facelets() {
    let run = cubegod(&["rotate", "--json", SOLVED, "0,1 2,3"]);
    assert_snapshot!(run.all());
    let run = cubegod(&["rotate", "--json", SOLVED, ""]);
    assert_eq!((&run.objects()[0]["solved"], &run.objects()[0]["alg"]), (&true.into(), &"".into()));
}

#[test]
fn arrays_are_read_from_a_stream_and_calls_from_a_file() {
    let run = cubegod_reading(
        format!(
            "{SOLVED}\n{SOLVED_ARRAY}\n0000\n1111\n2222\n3333\n4444\n5555\n\n{{{{0,0,0,0}},\n{{1,1,1,1}},{{2,2,2,2}},{{3,3,3,3}},\n{{4,4,4,4}},{{5,5,5,5}}}}\n"
        ),
        &["rotate", "-", "3,2"],
    );
    let once = cubegod(&["rotate", SOLVED, "3,2"]).stdout;
    assert_eq!((run.stdout, run.code), (once.repeat(4), 0), "{}", run.stderr);
    let folder = folder();
    let file = folder.path().join("calls.txt");
    std::fs::write(&file, "Rotate(3,1);\nRotate(3,1);\n").unwrap();
    assert_eq!(cubegod(&["rotate", SOLVED, &format!("@{}", file.display())]).stdout, once);
    assert_eq!(cubegod_reading("3,2", &["rotate", SOLVED, "-"]).stdout, once);
    let run = cubegod(&["rotate", "-", "-"]);
    assert!(
        run.code == 2 && run.stderr.contains("standard input (`-`) can be read only once"),
        "{}",
        run.stderr
    );
}

#[test]
fn any_digits_can_be_turned() {
    let run = cubegod(&["rotate", &"0".repeat(24), "0,1"]);
    assert_eq!(run.code, 0, "{}", run.stderr);
    let run = cubegod(&["rotate", "????11112222333344445555", "2,1"]);
    assert_eq!(run.stdout, "{{4,?,4,?},{1,1,1,1},{2,5,2,5},{3,3,3,3},{2,4,2,4},{?,5,?,5}}\n");
}

#[test]
fn invalid_digits_and_calls_are_marked_in_the_error() {
    for pairs in ["0,1 4,1", "0,1 2,0", "0,1 2", "Turn(0,1)", "0 1"] {
        let run = cubegod(&["rotate", SOLVED, pairs]);
        assert_eq!((run.code, run.stdout.as_str()), (2, ""), "{pairs}");
    }
    assert_snapshot!(cubegod(&["rotate", SOLVED, "0,1 4,1"]).all());
    let run = cubegod(&["rotate", "--json", SOLVED, "0,1 4,1"]);
    let error = &run.objects()[0]["error"];
    assert_eq!((&error["kind"], &error["column"]), (&"bad-moves".into(), &5.into()));
    // An invalid array does not stop the others.
    let run =
        cubegod_reading(format!("{SOLVED}\n00001111222233334444555\n{SOLVED}\n"), &["rotate", "-", "0,2"]);
    assert_eq!((run.lines().len(), run.code), (2, 1));
    assert_eq!(
        run.stderr,
        "cubegod: line 2: 23 digits found; expected 24 for a 2x2: front, right, back, left, up, down with 4 each\n"
    );
    let run = cubegod(&["rotate", SOLVED2, "0,2"]);
    assert!(run.code == 1 && run.stderr.contains("`U` at line 1, column 1 is no colour"), "{}", run.stderr);
}

#[test]
fn chinese_moves_and_calls_are_read() {
    let expected = cubegod(&["rotate", SOLVED, "2,1 0,3"]).stdout;
    for moves in ["左顺1 上顺3", "左顺 1，上顺 3", "Rotate(2,1)Rotate(0,3)", "左顺1 Rotate(0,3)"] {
        assert_eq!(cubegod(&["rotate", SOLVED, moves]).stdout, expected, "{moves}");
        let applied = cubegod(&["apply", SOLVED, moves, "--from", "digits", "--to", "digits"]).stdout;
        assert_eq!(applied, expected, "{moves}");
    }
}
