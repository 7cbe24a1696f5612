//! `cubegod patterns`, and names of patterns where cubes are expected.

mod common;
use common::*;
use cubegod::patterns::Pattern;
use cubegod::{Alg, Cube3};
use insta::assert_snapshot;
use serde_json::json;

#[test]
fn all_patterns_are_listed_in_columns() {
    let run = cubegod(&["patterns"]);
    assert_eq!((run.lines().len(), run.code, run.stderr.as_str()), (Pattern::ALL.len(), 0, ""));
    let columns: Vec<usize> = Pattern::ALL
        .iter()
        .zip(run.lines())
        .map(|(pattern, line)| {
            assert!(line.starts_with(&format!("{} ", pattern.name)), "{line}");
            assert!(line.contains(&format!(" {}  {} ", pattern.length(), pattern.moves)), "{line}");
            line.find(pattern.description).unwrap()
        })
        .collect();
    assert!(columns.windows(2).all(|pair| pair[0] == pair[1]));
}

#[test]
fn patterns_are_shown_with_all_details() {
    assert_snapshot!(cubegod(&["patterns", "Cube in a cube", "pocket-checkerboard"]).all());
}

#[test]
fn json_has_one_object_per_pattern() {
    let run = cubegod(&["patterns", "--json", "checkerboard"]);
    assert_eq!(
        run.objects(),
        [json!({
            "name": "checkerboard",
            "other_names": ["pons asinorum", "chessboard", "easy checkerboard"],
            "description": "every face is a checkerboard of two opposite colours",
            "puzzle": "3x3x3",
            "moves": "U2 D2 R2 L2 F2 B2",
            "length": 6,
            "proven_shortest": true,
            "order": 2,
            "symmetries": 48,
            "cube": "UDUDUDUDURLRLRLRLRFBFBFBFBFDUDUDUDUDLRLRLRLRLBFBFBFBFB",
        })]
    );
    assert_eq!(cubegod(&["patterns", "--json"]).objects().len(), Pattern::ALL.len());
}

#[test]
fn an_unknown_name_is_refused_with_a_suggestion() {
    let run = cubegod(&["patterns", "superflop"]);
    assert_eq!((run.code, run.stdout.as_str()), (2, ""));
    assert!(
        run.stderr.contains("no pattern is named `superflop`; did you mean `superflip`?"),
        "{}",
        run.stderr
    );
    let run = cubegod(&["solve", "superflop"]);
    assert_eq!(run.stderr, "cubegod: no pattern is named `superflop`; did you mean `superflip`?\n");
    assert_eq!(run.code, 1);
}

#[test]
fn a_name_is_a_cube_in_every_command() {
    let run = cubegod(&["solve", "--max-length", "20", "superflip"]);
    let superflip = Cube3::SOLVED.apply(&Pattern::find("superflip").unwrap().alg()).unwrap();
    assert!(superflip.apply(&run.stdout.parse::<Alg>().unwrap()).unwrap().is_solved(), "{}", run.stdout);
    let checkerboard = "UDUDUDUDURLRLRLRLRFBFBFBFBFDUDUDUDUDLRLRLRLRLBFBFBFBFB\n";
    assert_eq!(cubegod(&["convert", "--to", "facelets", "Pons Asinorum"]).stdout, checkerboard);
    assert_eq!(
        cubegod(&["convert", "--to", "reid", "anaconda"]).stdout,
        "FR FU UB UL DF DR BL BD RU FL BR LD FRU FUL FLD FDR BUR BRD BDL BLU\n"
    );
    // After moves, the output is not a name.
    assert_eq!(cubegod(&["apply", "checkerboard", "U2 D2 R2 L2 F2 B2"]).stdout, format!("{SOLVED3}\n"));
    assert_eq!(cubegod(&["complete", "--count", "spiral"]).stdout, "1\n");
    assert!(cubegod(&["show", "cube in cube"]).stdout.contains("G W W"));
}

#[test]
fn a_name_can_be_a_target() {
    let run = cubegod(&["solve", "R U F", "--target", "checkerboard"]);
    let way: Alg = run.stdout.parse().unwrap();
    let cube = Cube3::SOLVED.apply(&"R U F".parse().unwrap()).unwrap();
    let checkerboard = Cube3::SOLVED.apply(&Pattern::find("checkerboard").unwrap().alg()).unwrap();
    assert_eq!(cube.apply(&way).unwrap(), checkerboard);
}

#[test]
fn a_stream_can_mix_names_with_other_cubes() {
    let input = format!(
        "superflip\nR U\n{SOLVED2}\nwire\nsix spots\n  UU\n  UU\nLLFFRRBB\nLLFFRRBB\n  DD\n  DD\nkilt\n"
    );
    let run = cubegod_reading(input, &["check", "-"]);
    assert_snapshot!(run.all());
}

#[test]
fn a_size_chooses_among_patterns_of_one_name() {
    assert_eq!(cubegod(&["solve", "--puzzle", "2x2", "checkerboard"]).stdout, "F2 R2 U2 R2\n");
    assert_eq!(cubegod(&["solve", "pocket-checkerboard"]).stdout, "F2 R2 U2 R2\n");
    let run = cubegod(&["solve", "--puzzle", "2x2", "superflip"]);
    assert_eq!((run.stderr.as_str(), run.code), ("cubegod: this is a 3x3x3 cube; expected 2x2x2\n", 1));
}

#[test]
fn a_pattern_is_written_by_its_name_and_recognized() {
    let facelets = cubegod(&["convert", "--to", "facelets", "six-spots"]).stdout;
    assert_eq!(cubegod(&["convert", "--to", "pattern", facelets.trim()]).stdout, "six-spots\n");
    let run = cubegod(&["convert", "--to", "pattern", "R U"]);
    assert_eq!(
        run.stderr,
        "cubegod: this cube is none of the patterns that have names; try the layout `facelets`\n"
    );
    let message = |cube: &str| cubegod(&["check", cube]).stdout;
    assert_eq!(
        message("M2 E2 S2 x"),
        "a legal 3x3x3 cube, not solved: the pattern checkerboard (read as moves)\n"
    );
    assert_eq!(
        message("B R B U' L U B2 R2 U' R' F D' F' R2 U"),
        "a legal 3x3x3 cube, not solved: the pattern cube-in-cube, made from another side (read as moves)\n"
    );
    assert_eq!(
        message("F' L U' R' F R F' U L' U' R U R' F"),
        "a legal 3x3x3 cube, not solved: the mirror image of the pattern twister (read as moves)\n"
    );
    let hidden = facelets.trim().replacen('F', "?", 1);
    assert!(
        message(&hidden).contains("1 legal cube fits, not solved: the pattern six-spots"),
        "{}",
        message(&hidden)
    );
    assert_eq!(cubegod(&["check", "--json", "spiral"]).objects()[0]["pattern"], "spiral");
    assert_eq!(cubegod(&["check", "--json", "R"]).objects()[0].get("pattern"), None);
}
