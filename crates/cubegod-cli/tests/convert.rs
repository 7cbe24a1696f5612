//! `cubegod convert`

mod common;
use common::*;
use insta::assert_snapshot;

const LAYOUTS: [&str; 8] =
    ["facelets", "net-string", "net", "blocks", "engine", "digits", "reid", "kpattern"];

#[test]
fn every_layout_of_a_turned_pocket_cube() {
    let written: Vec<String> = LAYOUTS
        .iter()
        .map(|layout| {
            format!("# {layout}\n{}", cubegod(&["convert", "--to", layout, "--puzzle", "2x2", "R U"]).stdout)
        })
        .collect();
    assert_snapshot!(written.join("\n"));
}

#[test]
fn every_layout_is_read_back_from_a_stream() {
    for puzzle in ["2x2", "3x3"] {
        let cubes =
            cubegod(&["scramble", "--to", "facelets", "--puzzle", puzzle, "-n", "20", "--seed", "1"]).stdout;
        for layout in LAYOUTS.iter().filter(|&&layout| puzzle == "2x2" || layout != "digits") {
            let there = cubegod_reading(&*cubes, &["convert", "--to", layout, "-"]);
            let back = cubegod_reading(there.stdout, &["convert", "--to", "facelets", "-"]);
            assert_eq!((back.stdout.as_str(), back.code), (cubes.as_str(), 0), "{layout}: {}", back.stderr);
        }
    }
}

#[test]
fn conversion_to_moves_gives_moves_that_make_the_cube() {
    for (puzzle, moves) in [("2x2", "R U2 F' L y"), ("3x3", "R U2 F' M y")] {
        let there = cubegod(&["convert", "--from", "moves", "--puzzle", puzzle, "--to", "facelets", moves]);
        let found = cubegod(&["convert", "--to", "moves", there.lines()[0]]);
        let again = cubegod(&[
            "convert",
            "--from",
            "moves",
            "--puzzle",
            puzzle,
            "--to",
            "facelets",
            found.lines()[0],
        ]);
        assert_eq!((again.stdout, found.code), (there.stdout, 0));
    }
}

#[test]
fn the_option_letters_chooses_the_characters() {
    let own = "aaaabbbbccccddddeeeeffff";
    let facelets = |letters: &[&str]| {
        let arguments = [&["convert", "--to", "facelets", "R2 L2 x"], letters].concat();
        cubegod(&arguments).stdout
    };
    assert_eq!(facelets(&["--letters", "faces"]), facelets(&[]));
    assert!(facelets(&["--letters", "colors"]).starts_with("BGBBGBBGB"));
    assert_eq!(cubegod(&["convert", "--to", "facelets", "--letters", "own", own]).stdout, format!("{own}\n"));
    assert!(cubegod(&["convert", "--to", "net", SOLVED2]).stdout.starts_with("    W W\n"));
    for layout in ["reid", "kpattern", "digits"] {
        let run = cubegod(&["convert", "--to", layout, "--letters", "own", SOLVED2]);
        assert_eq!(run.code, 2);
        assert!(run.stderr.contains("leave out --letters"), "{}", run.stderr);
    }
}

#[test]
fn a_cube_that_a_layout_cannot_represent_is_refused_with_the_reason() {
    let run = cubegod(&["convert", "--to", "reid", "R x"]);
    assert_eq!(
        run.stderr,
        "cubegod: the centre of U carries `F`; Reid's notation leaves centres out, so expected `U`\n"
    );
    assert_eq!(run.code, 1);
    let run = cubegod(&["convert", "--to", "moves", ILLEGAL2]);
    assert!(run.code == 1 && run.stderr.contains("no corner is D-U-L"), "{}", run.stderr);
    let run = cubegod(&["convert", "--json", "--to", "digits", SOLVED3]);
    assert_eq!(run.objects()[0]["error"]["kind"], "wrong-size");
}

#[test]
fn an_unknown_layout_is_refused_with_a_list_of_layouts() {
    let run = cubegod(&["convert", "--to", "netz", SOLVED2]);
    assert_eq!(run.code, 2);
    for layout in LAYOUTS {
        assert!(run.stderr.contains(layout), "{}", run.stderr);
    }
    assert_eq!(cubegod(&["convert", SOLVED2]).code, 2);
    assert_eq!(cubegod(&["convert", "--to", "NET", SOLVED2]).code, 0);
}

#[test]
fn json_contains_the_text() {
    assert_eq!(
        cubegod(&["convert", "--json", "--to", "engine", "UUUU????????????????????"]).stdout,
        "{\"puzzle\":\"2x2x2\",\"cube\":\"UUUU????????????????????\",\"format\":\"engine\",\
         \"text\":\"BEGIN\\nU U U U U\\nEND\"}\n"
    );
}
