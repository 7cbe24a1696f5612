//! `cubegod check`

mod common;
use common::*;
use insta::assert_snapshot;

#[test]
fn legal_cubes_are_reported_as_legal() {
    assert_eq!(cubegod(&["check", SOLVED2]).stdout, "a legal 2x2x2 cube, solved (read as facelets)\n");
    assert_eq!(cubegod(&["check", "R U2"]).stdout, "a legal 3x3x3 cube, not solved (read as moves)\n");
    assert_eq!(cubegod(&["check", "x y"]).stdout, "a legal 3x3x3 cube, solved (read as moves)\n");
}

#[test]
fn the_completions_of_a_partly_unknown_cube_are_counted() {
    assert_eq!(
        cubegod(&["check", "UUUURRRRFFFFDDDDLLLL????"]).stdout,
        "a 2x2x2 cube, 4 stickers unknown; 1 legal cube fits, solved (read as facelets)\n"
    );
    assert_eq!(
        cubegod(&["check", "UUUU????FFFF????????????"]).stdout,
        "a 2x2x2 cube, 16 stickers unknown; 24 legal cubes fit (read as facelets)\n"
    );
}

#[test]
fn a_repainted_sticker_is_reported() {
    assert_snapshot!(cubegod(&["check", ILLEGAL2]).all());
}

#[test]
fn a_twisted_corner_is_reported_as_a_twist() {
    // The corner at DBL is twisted.
    let twisted = "WWWWWWWWWRRRRRRRRRGGGGGGGGGYYYYYYOYYOOOOOOBOOBBBBBBBBY";
    let run = cubegod(&["check", "--quiet", twisted]);
    assert_snapshot!(run.all());
}

#[test]
fn centres_of_the_same_colour_are_illegal() {
    let run = cubegod(&["check", "--quiet", &"U".repeat(54)]);
    assert!(run.stdout.contains("54 stickers are U; expected 9 [1]"), "{}", run.stdout);
    assert!(run.stdout.contains("the centres of U R F D L B are all U\n"));
    assert!(run.stdout.contains("… and 33 more (see --json)"));
    assert_eq!(run.code, 1);
}

#[test]
fn json_has_one_object_per_cube() {
    let input = format!("{SOLVED3}\n{ILLEGAL2}\nUUUU????FFFF????????????\nhello\n");
    let run = cubegod_reading(input, &["check", "--json", "-"]);
    assert_eq!(
        run.lines()[0],
        format!(
            "{{\"puzzle\":\"3x3x3\",\"cube\":\"{SOLVED3}\",\"format\":\"facelets\",\"legal\":true,\"solved\":true,\
             \"unknown\":0,\"completions\":1}}"
        )
    );
    let objects = run.objects();
    let error = &objects[1]["error"];
    assert_eq!((error["kind"].as_str(), error["line"].as_u64()), (Some("illegal-cube"), Some(2)));
    assert_eq!(error["flaws"][2]["kind"], "impossible-corner");
    assert_eq!(error["flaws"][2]["kociemba"], 4);
    assert_eq!(error["flaws"][2]["stickers"], serde_json::json!(["D3", "B4", "L3"]));
    assert_eq!(
        error["repair"],
        serde_json::json!({"stickers": [{"sticker": "B4", "from": "U", "to": "B"}], "pieces": [],
            "alternatives": 1, "cube": SOLVED2})
    );
    assert_eq!(objects[2]["completions"], 24);
    assert_eq!(objects[3]["error"]["kind"], "unreadable");
    assert_eq!((run.stderr.as_str(), run.code), ("", 1));
}

#[test]
fn a_text_that_could_be_two_layouts_is_noted() {
    let text = "U".repeat(9) + &"?".repeat(44) + "R";
    let run = cubegod(&["check", &text]);
    assert!(
        run.stderr.starts_with("cubegod: note: read as facelets, but net-string fits too"),
        "{}",
        run.stderr
    );
    assert_eq!(cubegod(&["check", "--quiet", &text]).stderr, "");
    let object = &cubegod(&["check", "--json", &text]).objects()[0];
    assert!(object["note"].as_str().unwrap().starts_with("read as facelets"));
}

#[test]
fn larger_cubes_are_not_checked() {
    let run = cubegod(&["check", &"U".repeat(96)]);
    assert_eq!(run.code, 1);
    assert!(run.stderr.contains("only 2x2 and 3x3 cubes are checked"), "{}", run.stderr);
    let run = cubegod(&["check", "--json", "--puzzle", "3x3", SOLVED2]);
    assert_eq!(run.objects()[0]["error"]["kind"], "wrong-size");
}

#[test]
fn cubes_of_a_file_are_reported_with_their_line_numbers() {
    let folder = folder();
    let file = folder.path().join("cubes.txt");
    std::fs::write(&file, format!("{SOLVED2}\n\n{ILLEGAL2}\n\nBEGIN\nU U U U U\nEND\n")).unwrap();
    let mut command = command();
    let output =
        command.current_dir(folder.path()).args(["check", "--quiet", "@cubes.txt"]).output().unwrap();
    assert_snapshot!(String::from_utf8(output.stdout).unwrap());
}
