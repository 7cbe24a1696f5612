//! `cubegod scramble`

mod common;
use common::*;

#[test]
fn the_same_seed_draws_the_same_real_cubes() {
    for puzzle in ["2x2", "3x3"] {
        let draw = || {
            cubegod(&["scramble", "--to", "facelets", "--puzzle", puzzle, "-n", "50", "--seed", "7"]).stdout
        };
        assert_eq!(draw(), draw());
        let checked = cubegod_reading(draw(), &["check", "-"]);
        assert_eq!((checked.lines().len(), checked.code), (50, 0));
        assert!(checked.lines().iter().all(|line| line.contains("a real")));
    }
}

#[test]
fn without_a_seed_every_draw_is_another_and_its_seed_is_told() {
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
fn any_layout_will_do() {
    let run = cubegod(&["scramble", "--to", "net", "-n", "2", "--puzzle", "2x2", "--seed", "1"]);
    assert_eq!(run.lines().len(), 6 + 1 + 6);
    let moves = cubegod(&["scramble", "--puzzle", "2x2", "-n", "3", "--seed", "1"]);
    let facelets = cubegod(&["scramble", "--puzzle", "2x2", "-n", "3", "--seed", "1", "--to", "facelets"]);
    let made = cubegod_reading(moves.stdout, &["convert", "--puzzle", "2x2", "--to", "facelets", "-"]);
    assert_eq!(made.stdout, facelets.stdout);
    assert_eq!(cubegod(&["scramble", "-n", "0"]).stdout, "");
}

#[test]
fn only_the_two_sizes_are_drawn() {
    let run = cubegod(&["scramble", "--puzzle", "4x4"]);
    assert!(run.stderr.contains("say `--puzzle 2x2` or `--puzzle 3x3`"));
    assert_eq!(run.code, 2);
    assert_eq!(cubegod(&["scramble", "--puzzle", "three"]).code, 2);
}
