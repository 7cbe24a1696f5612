//! `cubegod apply`

mod common;
use common::*;
use insta::assert_snapshot;

#[test]
fn the_output_has_the_layout_and_the_characters_of_the_input() {
    let run = cubegod(&["apply", "WWWWRRRRGGGGYYYYOOOOBBBB", "R2 x"]);
    assert_eq!(run.stdout, "GBGBRRRRYWYWBGBGOOOOYWYW\n");
    assert_eq!(cubegod(&["apply", "R U", "U' R'"]).stdout, format!("{SOLVED3}\n"));
    let net = cubegod(&["convert", "--to", "net", "--puzzle", "2x2", "F"]).stdout;
    assert_snapshot!(cubegod_reading(net, &["apply", "-", "F'"]).all());
}

#[test]
fn the_option_to_chooses_the_layout() {
    let run = cubegod(&["apply", SOLVED2, "R2", "--to", "net-string"]);
    assert_eq!(run.stdout, "WYWYOOGBRRGBOOGBRRGBYWYW\n");
}

#[test]
fn moves_apply_to_any_size_and_any_stickers() {
    let run = cubegod(&["apply", &format!("{}?", "a".repeat(95)), "3Rw2 x"]);
    assert_eq!((run.lines()[0].len(), run.code), (96, 0), "{}", run.stderr);
    assert_eq!(cubegod(&["apply", "-q", ILLEGAL2, "R R'"]).stdout, format!("{ILLEGAL2}\n"));
}

#[test]
fn json_contains_the_parsed_moves() {
    let plain = cubegod(&["apply", SOLVED2, "R U R' U' x2"]).stdout;
    assert_eq!(
        cubegod(&["apply", "--json", SOLVED2, "[R, U] (x)2'"]).stdout,
        format!(
            "{{\"puzzle\":\"2x2x2\",\"cube\":\"{}\",\"alg\":\"R U R' U' x' x'\",\"solved\":false}}\n",
            plain.trim_end()
        )
    );
    assert_eq!(cubegod(&["apply", "--json", "R", "R' y"]).objects()[0]["solved"], true);
    assert_eq!(cubegod(&["apply", "--json", &"?".repeat(24), ""]).objects()[0]["solved"], false);
}

#[test]
fn an_invalid_move_is_marked_in_the_error() {
    assert_snapshot!(cubegod(&["apply", SOLVED2, "R U Q F"]).all());
    let run = cubegod(&["apply", "--json", SOLVED2, "R U Q F"]);
    assert_eq!((run.objects()[0]["error"]["column"].as_u64(), run.code), (Some(5), 2));
}

#[test]
fn a_move_of_a_missing_layer_is_an_error_of_that_cube_only() {
    let run = cubegod_reading(format!("{SOLVED2}\n{SOLVED3}\n"), &["apply", "-", "M"]);
    assert_eq!(run.stderr, "cubegod: line 1: a 2x2x2 cube has no layer for the move M\n");
    assert_eq!((run.lines().len(), run.code), (1, 1));
}

#[test]
fn moves_are_read_from_a_file_or_from_standard_input() {
    let folder = folder();
    let file = folder.path().join("alg.txt");
    std::fs::write(&file, "R U // two\nR' U'\n").unwrap();
    let argument = format!("@{}", file.display());
    let expected = cubegod(&["apply", SOLVED3, "R U R' U'"]).stdout;
    assert_eq!(cubegod(&["apply", SOLVED3, &argument]).stdout, expected);
    assert_eq!(cubegod_reading("R U R' U'", &["apply", SOLVED3, "-"]).stdout, expected);
    assert_eq!(cubegod(&["apply", "-", "-"]).code, 2);
    let run = cubegod(&["apply", SOLVED3, "@no-such-file"]);
    assert_eq!(
        (run.stderr.as_str(), run.code),
        ("cubegod: cannot read the file `no-such-file`: No such file or directory\n", 1)
    );
}
