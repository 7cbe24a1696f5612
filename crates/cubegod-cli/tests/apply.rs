//! `cubegod apply`

mod common;
use common::*;
use insta::assert_snapshot;

#[test]
fn the_answer_is_in_the_layout_and_the_characters_of_the_cube() {
    let run = cubegod(&["apply", "WWWWRRRRGGGGYYYYOOOOBBBB", "R2 x"]);
    assert_eq!(run.stdout, "GBGBRRRRYWYWBGBGOOOOYWYW\n");
    assert_eq!(cubegod(&["apply", "R U", "U' R'"]).stdout, format!("{SOLVED3}\n"));
    let net = cubegod(&["convert", "--to", "net", "--puzzle", "2x2", "F"]).stdout;
    assert_snapshot!(cubegod_reading(net, &["apply", "-", "F'"]).all());
}

#[test]
fn another_layout_is_written_when_asked_for() {
    let run = cubegod(&["apply", SOLVED2, "R2", "--to", "net-string"]);
    assert_eq!(run.stdout, "WYWYOOGBRRGBOOGBRRGBYWYW\n");
}

#[test]
fn any_size_and_any_stickers_can_be_turned() {
    let run = cubegod(&["apply", &format!("{}?", "a".repeat(95)), "3Rw2 x"]);
    assert_eq!((run.lines()[0].len(), run.code), (96, 0), "{}", run.stderr);
    assert_eq!(cubegod(&["apply", "-q", SPOILED2, "R R'"]).stdout, format!("{SPOILED2}\n"));
}

#[test]
fn machines_get_the_moves_as_they_were_understood() {
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
fn a_bad_move_is_pointed_at() {
    assert_snapshot!(cubegod(&["apply", SOLVED2, "R U Q F"]).all());
    let run = cubegod(&["apply", "--json", SOLVED2, "R U Q F"]);
    assert_eq!((run.objects()[0]["error"]["column"].as_u64(), run.code), (Some(5), 2));
}

#[test]
fn a_move_that_this_cube_lacks_is_a_problem_of_this_cube() {
    let run = cubegod_reading(format!("{SOLVED2}\n{SOLVED3}\n"), &["apply", "-", "M"]);
    assert_eq!(run.stderr, "cubegod: line 1: a 2x2x2 cube has no layer for the move M\n");
    assert_eq!((run.lines().len(), run.code), (1, 1));
}

#[test]
fn moves_may_come_from_a_file_or_from_standard_input() {
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
