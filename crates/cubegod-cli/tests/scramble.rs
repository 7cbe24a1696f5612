//! `cubegod scramble`

mod common;
use common::*;

#[test]
fn the_same_seed_gives_the_same_legal_cubes() {
    for puzzle in ["2x2", "3x3"] {
        let draw = || {
            cubegod(&["scramble", "--to", "facelets", "--puzzle", puzzle, "-n", "50", "--seed", "7"]).stdout
        };
        assert_eq!(draw(), draw());
        let checked = cubegod_reading(draw(), &["check", "-"]);
        assert_eq!((checked.lines().len(), checked.code), (50, 0));
        assert!(checked.lines().iter().all(|line| line.contains("a legal")));
    }
}

#[test]
fn runs_without_a_seed_differ_and_json_has_their_seeds() {
    let run = cubegod(&["scramble", "--json"]);
    let object = &run.objects()[0];
    let seed = object["seed"].as_u64().unwrap();
    assert!(seed < 1 << 53, "every reader of JSON keeps it");
    let again = cubegod(&["scramble", "--seed", &seed.to_string()]);
    assert_eq!(again.lines()[0], object["scramble"]);
    let made = cubegod(&["convert", "--to", "facelets", again.lines()[0]]);
    assert_eq!(made.lines()[0], object["cube"]);
    assert_ne!(cubegod(&["scramble"]).stdout, cubegod(&["scramble"]).stdout);
}

#[test]
fn scrambles_are_written_in_any_layout() {
    let run = cubegod(&["scramble", "--to", "net", "-n", "2", "--puzzle", "2x2", "--seed", "1"]);
    assert_eq!(run.lines().len(), 6 + 1 + 6);
    let moves = cubegod(&["scramble", "--puzzle", "2x2", "-n", "3", "--seed", "1"]);
    let facelets = cubegod(&["scramble", "--puzzle", "2x2", "-n", "3", "--seed", "1", "--to", "facelets"]);
    let made = cubegod_reading(moves.stdout, &["convert", "--puzzle", "2x2", "--to", "facelets", "-"]);
    assert_eq!(made.stdout, facelets.stdout);
    assert_eq!(cubegod(&["scramble", "-n", "0"]).stdout, "");
}

#[test]
fn only_a_2x2_and_a_3x3_are_scrambled() {
    let run = cubegod(&["scramble", "--puzzle", "4x4"]);
    assert!(run.stderr.contains("use --puzzle 2x2 or --puzzle 3x3"), "{run:?}");
    assert_eq!(run.code, 2);
    assert_eq!(cubegod(&["scramble", "--puzzle", "three"]).code, 2);
}

#[test]
fn the_options_not_first_and_not_last_exclude_both_faces_of_an_axis() {
    for (puzzle, not_first, not_last) in
        [("3x3", "F", "L"), ("3x3", "d", "D"), ("2x2", "B", "r"), ("2x2", "U", "U")]
    {
        let axis = |face: &str| match face.to_uppercase().as_str() {
            "U" | "D" => ['U', 'D'],
            "R" | "L" => ['R', 'L'],
            _ => ['F', 'B'],
        };
        let plain = ["scramble", "--puzzle", puzzle, "-n", "20", "--seed", "3"];
        let chosen = cubegod(&[&plain[..], &["--not-first", not_first, "--not-last", not_last]].concat());
        assert_eq!((chosen.lines().len(), chosen.code), (20, 0), "{}", chosen.stderr);
        for line in chosen.lines() {
            let first = line.chars().next().unwrap();
            let last = line.rsplit(' ').next().unwrap().chars().next().unwrap();
            assert!(!axis(not_first).contains(&first) && !axis(not_last).contains(&last), "{line}");
        }
        // The moves differ, the cubes are the same.
        let states = cubegod(&[&plain[..], &["--to", "facelets"]].concat());
        let made = cubegod_reading(chosen.stdout, &["convert", "--puzzle", puzzle, "--to", "facelets", "-"]);
        assert_eq!(made.stdout, states.stdout);
    }
}

#[test]
fn the_options_not_first_and_not_last_take_faces_and_need_moves() {
    let run = cubegod(&["scramble", "--not-first", "X"]);
    assert!(
        run.stderr.contains("--not-first <AXIS>") && run.stderr.contains("U, D, R, L, F, B"),
        "{}",
        run.stderr
    );
    assert_eq!(run.code, 2);
    let run = cubegod(&["scramble", "--not-last", "U", "--to", "facelets"]);
    assert!(run.stderr.contains("--not-last cannot be combined with --to facelets"), "{}", run.stderr);
    assert_eq!(run.code, 2);
}

#[test]
fn moves_of_a_2x2_turn_u_r_and_f_unless_other_faces_are_chosen() {
    let faces = |arguments: &[&str]| {
        let run = cubegod(&[&["scramble", "--puzzle", "2x2", "-n", "20", "--seed", "3"], arguments].concat());
        assert_eq!((run.lines().len(), run.code), (20, 0), "{run:?}");
        let mut faces: Vec<char> = run.stdout.chars().filter(|letter| letter.is_ascii_uppercase()).collect();
        faces.sort_unstable();
        faces.dedup();
        faces.into_iter().collect::<String>()
    };
    assert_eq!(faces(&[]), "FRU");
    assert_eq!(faces(&["--faces", "dlb"]), "BDL");
    assert_eq!(faces(&["--faces", "URF", "--not-first", "U"]), "FRU");
    for (arguments, message) in [
        (["--puzzle", "2x2", "--faces", "UD"], "expected at least one face of each axis"),
        (["--puzzle", "3x3", "--faces", "URF"], "--faces needs --puzzle 2x2"),
    ] {
        let run = cubegod(&[&["scramble"], &arguments[..]].concat());
        assert!(run.code == 2 && run.stderr.contains(message), "{run:?}");
    }
}
