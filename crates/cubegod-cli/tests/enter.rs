//! `cubegod enter`
#![allow(clippy::unwrap_used, reason = "outside of a test function clippy does not see that this is a test")]

mod common;
use common::*;
use insta::assert_snapshot;

/// A legal 2x2 in the order of the array, one face per line.
const FACES: &str = "0325\n0415\n0403\n1525\n2134\n3241\n";
const ARRAY: &str = "{{0,3,2,5},{0,4,1,5},{0,4,0,3},{1,5,2,5},{2,1,3,4},{3,2,4,1}}\n";

/// Runs with typed lines on standard input.
fn enter(input: &str, arguments: &[&str]) -> Run {
    cubegod_reading(input, &[&["enter"], arguments].concat())
}

/// Returns the command that continues an entry.
fn command_that_continues(run: &Run) -> Vec<String> {
    let command = run.stderr.lines().last().unwrap().trim().strip_prefix("cubegod ").unwrap();
    let (options, beginning) = command.split_once(" --begin-with ").unwrap();
    let options = options.split(' ').map(String::from);
    options.chain(["--begin-with".into(), beginning.trim_matches('"').into()]).collect()
}

#[test]
fn one_face_per_line_gives_the_array() {
    assert_snapshot!(enter(FACES, &[]).all());
}

#[test]
fn all_notations_give_the_same_cube() {
    let one_a_line: String = FACES.lines().flat_map(str::chars).map(|digit| format!("{digit}\n")).collect();
    let letters = "ogrw\nOYBW\no y o g\nb,w,r,w\nrbgy\ngryb\n";
    let windows = FACES.replace('\n', "\r\n");
    let open_end = FACES.trim_end();
    for input in [&one_a_line, letters, &windows, open_end, "0325\n0415\n0403\n1525\n2134\n\n"] {
        let run = enter(input, &["-q"]);
        assert_eq!((run.stdout.as_str(), run.stderr.as_str(), run.code), (ARRAY, "", 0), "{input}");
    }
}

#[test]
fn an_entered_cube_can_be_solved() {
    let entered = enter(FACES, &[]).stdout;
    let run = cubegod_reading(entered.as_str(), &["solve", "-"]);
    assert_eq!((run.lines().len(), run.code), (1, 0), "{}", run.stderr);
    assert_eq!(cubegod(&["solve", entered.trim_end()]).stdout, run.stdout);
}

#[test]
fn a_3x3_can_be_entered_in_any_orientation() {
    let cube = cubegod(&["scramble", "--seed", "5", "--to", "facelets"]).stdout;
    // Yellow up, orange in front.
    let held = cubegod(&["apply", cube.trim_end(), "x2 y"]).stdout;
    let colors = cubegod(&["convert", "--to", "facelets", "--letters", "colors", held.trim_end()]).stdout;
    let faces: Vec<&str> = [2, 1, 5, 4, 0, 3].map(|face: usize| &colors[9 * face..][..9]).to_vec();
    let run = enter(&faces.join("\n"), &["--puzzle", "3x3", "--quiet"]);
    assert_eq!((run.stdout.as_str(), run.stderr.as_str(), run.code), (held.as_str(), "", 0));
    assert_eq!(cubegod_reading(run.stdout, &["check", "-"]).code, 0);
}

#[test]
fn an_unsuitable_layout_is_refused_before_anything_is_typed() {
    let facelets = cubegod(&["convert", "--to", "facelets", ARRAY.trim_end()]).stdout;
    assert_eq!(enter(FACES, &["--to", "facelets"]).stdout, facelets);
    let moves = enter(FACES, &["--to", "moves"]).stdout;
    let made =
        cubegod(&["apply", "--puzzle", "2x2", "UUUURRRRFFFFDDDDLLLLBBBB", &moves, "--to", "digits"]).stdout;
    assert_eq!(made, ARRAY);
    let run = enter("", &["--puzzle", "3x3", "--to", "digits"]);
    assert!(run.code == 2 && run.stderr.contains("a 3x3 cannot be written as digits"), "{}", run.stderr);
    // Only a complete cube can have a name; if it has none, the cube is printed all the same.
    let run = enter(FACES, &["--to", "pattern", "-q"]);
    assert_eq!((run.stdout.as_str(), run.code), ("", 1));
    assert_eq!(run.stderr.lines().last().map(str::trim), Some(ARRAY.trim_end()));
    // The same for a cube with unknown stickers.
    let run = enter("0325\ndone\n", &["--to", "moves", "-q"]);
    assert_eq!((run.stdout.as_str(), run.code), ("", 1));
    let message = run.stderr.lines().last().unwrap().trim().to_owned();
    assert!(message.starts_with("{{0,3,2,5},{?,?,?,?}"), "{message}");
    assert_eq!(cubegod(&["convert", "--to", "digits", &message]).stdout.trim_end(), message);
}

#[test]
fn a_whole_cube_can_be_typed_on_one_line() {
    for line in [ARRAY.trim_end(), &FACES.replace('\n', ""), "ogrw oybw oyog bwrw rbgy gryb"] {
        let run = enter(line, &["-q"]);
        assert_eq!((run.stdout.as_str(), run.stderr.as_str(), run.code), (ARRAY, "", 0), "{line}");
    }
    // Not after a part of it was typed.
    let run = enter(&format!("0325\n{ARRAY}0415\n0403\n1525\n2134\n3241\n"), &["-q"]);
    assert!(run.stdout == ARRAY && run.stderr.starts_with("24 stickers, 20 too many"), "{}", run.stderr);
    let solved: String = [2, 1, 5, 4, 0, 3].map(|face: usize| "WRGYOB"[face..=face].repeat(9)).concat();
    assert_eq!(enter(&solved, &["--puzzle", "3x3", "-q"]).stdout.trim_end(), SOLVED3);
}

#[test]
fn unknown_answers_to_all_questions_end_the_entry() {
    let run = enter(&"????\n".repeat(6), &[]);
    assert!(run.stderr.contains("\nsticker "), "{}", run.stderr);
    // Answers every question with `?` until no question is left.
    let run = enter(&format!("0000\n{}4444\n????\n{}", "????\n".repeat(3), "?\n".repeat(30)), &[]);
    assert!(run.stderr.contains("no other sticker would help"), "{}", run.stderr);
    assert!(run.stderr.contains("\n`done`, or a correction>\n"), "{}", run.stderr);
    let input = format!("0000\n{}4444\n????\n{}done\n", "????\n".repeat(3), "?\n".repeat(16));
    let run = enter(&input, &["-q"]);
    assert_eq!(
        run.stdout, "{{0,0,0,0},{?,?,?,?},{?,?,?,?},{?,?,?,?},{4,4,4,4},{?,?,?,?}}\n",
        "{}",
        run.stderr
    );
}

#[test]
fn an_empty_line_and_an_impossible_cube_do_not_end_the_entry() {
    let run = enter(
        &format!("done\n????\ndone\n{}", FACES.replacen("0325\n", "F1=0 F2=3 F3=2 F4=5\n", 1)),
        &["-q"],
    );
    assert_eq!(run.stdout, ARRAY, "{}", run.stderr);
    assert_eq!(run.stderr, "nothing is known yet: type some stickers first, or `quit`\n".repeat(2));
    let run = enter(&format!("{}done\n", FACES.replace("3241", "3214")), &["-q"]);
    assert_eq!((run.stdout.as_str(), run.code), ("", 1));
    assert!(run.stderr.contains("the cube is illegal: correct it"), "{}", run.stderr);
}

#[test]
fn too_many_lines_without_a_change_end_the_entry() {
    for line in ["xyz", "", "show", "help", "undo", "F1=o", "face up", "0", "?"] {
        let run = enter(&format!("{line}\n").repeat(100_000), &[]);
        assert!(run.code == 1 && run.stdout.is_empty(), "{line}");
        assert!(run.stderr.contains("20 lines in a row changed nothing"), "{line}: {}", run.stderr);
    }
}

#[test]
fn the_legend_comes_before_the_net() {
    let run = enter("", &["--begin-with", "OGRW"]);
    assert!(run.stderr.starts_with("0 or o orange"), "{}", run.stderr);
}

#[test]
fn a_sticker_is_corrected_in_three_ways() {
    for correction in ["cube[1][2]=1", "1,2=1", "R3=b", "undo\n0415", "face right\n0415", "R3=?"] {
        let input = FACES.replace("0415\n", &format!("0425\n{correction}\n"));
        let run = enter(&input, &["-q"]);
        assert_eq!((run.stdout.as_str(), run.code), (ARRAY, 0), "{correction}: {}", run.stderr);
    }
}

#[test]
fn invalid_lines_are_refused_and_keep_the_typed_stickers() {
    let input = "0325\n04\n150\n0x\n15\n04030\n0403\nR9=3\ncube[6][0]=1\nface me\n1525\n2134\n3241\n";
    let run = enter(input, &["--quiet"]);
    assert_eq!(run.stdout, ARRAY);
    assert_snapshot!(run.stderr);
}

#[test]
fn an_illegal_cube_is_not_written_until_it_is_fixed() {
    let spoiled = FACES.replace("3241", "3214");
    let run = enter(&spoiled, &[]);
    assert_eq!((run.stdout.as_str(), run.code), ("", 1));
    assert!(run.stderr.contains("\ncorrection>\n"), "{}", run.stderr);
    let run = enter(&format!("{spoiled}\ndone\n0000\nfix\n"), &["-q"]);
    assert_eq!((run.stdout.as_str(), run.code), (ARRAY, 0));
    assert_snapshot!(run.stderr);
}

#[test]
fn the_end_of_input_prints_a_command_that_continues() {
    for (first, rest) in [
        ("0325\n04", "15\n0403\n1525\n2134\n3241"),
        ("0325\nquit\n3", "0415\n0403\n1525\n2134\n3241"),
        ("2,0=o", "0325\n0415\n403\n1525\n2134\n3241"),
    ] {
        let run = enter(first, &["--to", "facelets", "--lang", "zh"]);
        assert_eq!((run.stdout.as_str(), run.code), ("", 1));
        let command = command_that_continues(&run);
        let command: Vec<&str> = command.iter().map(String::as_str).collect();
        assert_eq!(command[..5], ["enter", "--to", "facelets", "--lang", "zh"]);
        assert_eq!(
            cubegod_reading(rest, &command).stdout,
            enter(FACES, &["--to", "facelets"]).stdout,
            "{first}"
        );
    }
    let run = enter("", &["-q"]);
    assert_eq!((run.stderr.as_str(), run.code), ("no cube was written; nothing was typed\n", 1));
}

#[test]
fn an_invalid_beginning_is_refused() {
    let run = enter("", &["--begin-with", "00x"]);
    assert!(run.code == 2 && run.stderr.contains("`x` at column 3"), "{}", run.stderr);
    let run = enter("", &["--begin-with", &"0".repeat(25)]);
    assert!(run.code == 2 && run.stderr.contains("--begin-with: 25 stickers are too many"), "{}", run.stderr);
}

#[test]
fn an_unknown_language_or_size_is_refused_with_a_list() {
    let run = enter("", &["--lang", "fr"]);
    assert!(run.code == 2 && run.stderr.contains("expected en (English) or zh (Chinese)"), "{}", run.stderr);
    let run = enter("", &["--puzzle", "4x4"]);
    assert!(run.code == 2 && run.stderr.contains("expected 2x2 or 3x3"), "{}", run.stderr);
}

#[test]
fn chinese_is_read_and_written() {
    let run = enter("橙绿红白\n0415\n0402\n1525\n2134\n3241\n修复\n", &["--lang", "zh"]);
    assert_eq!(run.stdout, ARRAY);
    assert_snapshot!(run.stderr);
}

#[test]
fn any_input_ends_without_a_crash() {
    let mut input = b"0325\n\xff\xfe\n".to_vec();
    input.extend("0".repeat(1 << 20).bytes());
    input.push(b'\n');
    input.extend("x".repeat(3 << 20).bytes());
    input
        .extend(b"\n\x1b[2J\n\0\nF\x07=g\nF99999999999999999999=g\n\xe2\x80\xae\n0415\n0403\n1525\n2134\n\n");
    let run = cubegod_reading(input, &["enter", "-q"]);
    assert_eq!((run.stdout.as_str(), run.code), (ARRAY, 0));
    assert!(run.stderr.chars().all(|character| character == '\n' || !character.is_control()));
    assert_snapshot!(run.stderr);
    // Any stream ends.
    let run = cubegod_reading(b"\xff\n".repeat(100_000), &["enter", "-q"]);
    assert_eq!((run.stderr.lines().count(), run.code), (22, 1));
}

#[cfg(unix)]
#[test]
fn an_interrupt_prints_a_command_that_continues() {
    use std::io::{BufRead, BufReader, Read, Write};
    use std::process::{Command, Stdio};
    for (signal, code) in [("-INT", 130), ("-TERM", 143)] {
        let mut child = Command::new(env!("CARGO_BIN_EXE_cubegod"))
            .arg("enter")
            .stdin(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let mut stdin = child.stdin.take().unwrap();
        let mut stderr = BufReader::new(child.stderr.take().unwrap());
        stdin.write_all(b"0325\n04\n").unwrap();
        let mut line = String::new();
        while !line.starts_with("right, 2 more") {
            line.clear();
            assert!(stderr.read_line(&mut line).unwrap() > 0);
        }
        assert!(Command::new("kill").args([signal, &child.id().to_string()]).status().unwrap().success());
        assert_eq!(child.wait().unwrap().code(), Some(code));
        let mut rest = String::new();
        stderr.read_to_string(&mut rest).unwrap();
        assert_eq!(rest, "no cube was written; to continue:\n  cubegod enter --begin-with \"OGRW OY\"\n");
    }
}
