//! Any input gives an answer, or an error that says what is wrong, where, and what is expected; never a crash.

mod common;
use common::*;
use insta::assert_snapshot;
use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Command, Stdio};

/// Returns the error message for an argument that is not a cube.
fn error_message(cube: &str) -> String {
    let run = cubegod(&["check", cube]);
    assert_eq!((run.stdout.as_str(), run.code), ("", 1));
    run.stderr
}

#[test]
fn an_argument_that_is_not_a_cube_is_explained() {
    for (cube, message) in [
        (
            "",
            "cubegod: there is nothing to read; expected a cube, for example as `facelets`: all stickers in one string, faces U R F D L B, each row by row\n",
        ),
        (" \n\n", "cubegod: there is nothing to read; "),
        (
            &SOLVED3[1..],
            "cubegod: 53 stickers found; a 2x2 has 24 and a 3x3 has 54 (one is missing). If these are moves, add --from moves\n",
        ),
        (&format!("{SOLVED3}U"), "cubegod: 55 stickers found; a 3x3 has 54 (one too many) and a 4x4 has 96"),
        ("abcdefghijklmnopqrstuvwx", "cubegod: 24 different characters (`a` `b`"),
        ("R U Q F2", "cubegod: unknown move `Q` at column 5; expected a face"),
        ("{\"CORNERS\":1}", "cubegod: line 1, column "),
        (
            "hello",
            "cubegod: 5 stickers found; the smallest cube, a 2x2, has 24. Expected stickers, moves such as `R U F'`, or the name of a pattern\n",
        ),
        ("red", "cubegod: 3 stickers found; the smallest cube, a 2x2, has 24. If these are moves, "),
    ] {
        let found = error_message(cube);
        assert!(found.starts_with(message), "{cube}: {found}");
    }
}

#[test]
fn invalid_records_of_a_stream_are_reported_and_the_others_are_answered() {
    let mut input = Vec::new();
    for part in [
        SOLVED2.as_bytes(),
        &SOLVED2.as_bytes()[1..],
        SOLVED2.as_bytes(),
        b"UUUURRRRFFFF\xff\xfeDDDDLLLLBBBB",
        b"UUUURRRRFFFFDDDDLLLLBBB\0",
        b"R2 U Q",
        b"     W W\n     W W\nO O  G G  R R  B\nO O  G G  R R  B B\n     Y Y\n     Y Y\n",
        b"BEGIN\nU U U U U\n\nX\nEND",
        b"Face U:\n+-----+\n| a b |\n",
        SOLVED3.as_bytes(),
    ] {
        input.extend_from_slice(part);
        input.push(b'\n');
    }
    assert_snapshot!(cubegod_reading(input, &["check", "-"]).all());
}

#[test]
fn json_errors_are_in_order_and_have_the_line_numbers_of_the_input() {
    let input = format!("{SOLVED2}\n\nBEGIN\nU U U U U\nX\nEND\n{SOLVED2}\nR2 Q\n");
    let run = cubegod_reading(input, &["check", "--json", "-"]);
    let objects = run.objects();
    assert_eq!(objects.len(), 4);
    assert_eq!(objects[1]["error"]["line"], 5);
    assert!(objects[1]["error"]["message"].as_str().unwrap().contains("in line 5"));
    assert_eq!(
        (objects[3]["error"]["line"].as_u64(), objects[3]["error"]["column"].as_u64()),
        (Some(8), Some(4))
    );
    assert_eq!(objects[3]["error"]["kind"], "bad-moves");
    assert_eq!((run.stderr.as_str(), run.code), ("", 1));
}

#[test]
fn each_layout_in_a_mixed_stream_is_detected() {
    let net = cubegod(&["convert", "--to", "net", "R U2"]).stdout;
    let reid = cubegod(&["convert", "--to", "reid", "R U2"]).stdout;
    let pattern = cubegod(&["convert", "--to", "kpattern", "R U2"]).stdout;
    let blocks = cubegod(&["convert", "--to", "blocks", "R U2"]).stdout;
    let input = format!("{SOLVED2}\n{net}{reid}{pattern}\n{blocks}\nR U2\n");
    let run = cubegod_reading(input, &["check", "-"]);
    let formats: Vec<&str> =
        run.lines().iter().map(|line| line.rsplit(' ').next().unwrap().trim_end_matches(')')).collect();
    assert_eq!(formats, ["facelets", "net", "reid", "kpattern", "blocks", "moves"]);
    assert_eq!(run.code, 0);
}

#[test]
fn short_moves_in_a_stream_are_one_sequence_per_line() {
    for arguments in [&["solve", "-"][..], &["solve", "--from", "moves", "-"]] {
        let run = cubegod_reading("R U F\nR U B\n", arguments);
        assert_eq!((run.stdout.as_str(), run.stderr.as_str()), ("F' U' R'\nB' U' R'\n", ""));
    }
    let run = cubegod_reading("R U F\nbad\n\nR\n", &["solve", "-"]);
    assert_eq!(run.stdout, "F' U' R'\nR'\n");
    assert!(run.stderr.starts_with("cubegod: line 2: "), "{}", run.stderr);
    let run = cubegod_reading("R U F\nR U ?\n", &["check", "-"]);
    assert!(run.stderr.contains("unknown move `?`"), "{}", run.stderr);
    assert!(!run.stderr.contains("--from moves"), "it was taken for moves already: {}", run.stderr);
}

#[test]
fn an_invalid_line_between_short_moves_is_one_error() {
    let run = cubegod_reading("R U\nhello world\nF\n", &["solve", "-"]);
    assert_eq!((run.stdout.as_str(), run.stderr.lines().count()), ("U' R'\nF'\n", 1));
    assert!(run.stderr.starts_with("cubegod: line 2: "), "{}", run.stderr);
    let run = cubegod_reading("garbage\nR U\n?\n", &["solve", "-"]);
    assert_eq!((run.stdout.as_str(), run.stderr.lines().count()), ("U' R'\n", 2));
}

#[test]
fn a_net_without_a_line_is_an_error_and_no_moves() {
    for letters in ["faces", "colors"] {
        let net = cubegod(&["convert", "--to", "net", "--letters", letters, "R U F2 D2 B"]).stdout;
        for missing in 0..9 {
            let lines: Vec<&str> =
                net.lines().enumerate().filter(|&(i, _)| i != missing).map(|(_, l)| l).collect();
            let run = cubegod_reading(lines.join("\n"), &["solve", "-"]);
            assert_eq!(run.stdout, "", "{letters} {missing}");
            assert!(
                run.stderr.contains("the net has 8 lines with stickers; expected 9 for a 3x3"),
                "{letters} {missing}: {}",
                run.stderr
            );
        }
    }
}

#[test]
fn moves_with_an_error_are_not_called_stickers() {
    for (text, message) in [
        ("(R U R' U'", "`(` at column 1 is never closed"),
        ("左转", "such as `左顺1`"),
        ("左顺4 上顺1", "such as `左顺1`"),
        ("R U F R U F R U F R U F R U F R U F R U F R U F", "could also be moves; --from moves chooses"),
        (
            "UX UR UB UL DF DR DB DL FR FL BR BL UFR URB UBL ULF DRF DFL DLB DBR",
            "`UX` at line 1, column 1 is no piece",
        ),
        ("UX UR UB UL DF DR DB DL FR FL BR BL", "12 pieces found"),
        ("UFR URB UBX ULF DRF DFL DLB DBR", "`UBX` at line 1, column 9 is no piece"),
    ] {
        let run = cubegod(&["solve", text]);
        assert_eq!(run.stdout, "", "{text}");
        assert!(run.stderr.contains(message), "{text}: {}", run.stderr);
    }
    for text in ["左 顺 1", "Ｌ", "solved"] {
        assert_eq!(cubegod(&["solve", text]).code, 0, "{text}");
    }
    for arguments in [&["alg", "R, U, F"][..], &["apply", "solved", "R, U, F"]] {
        assert!(cubegod(arguments).stderr.contains("Did you mean the moves `R U F`?"), "{arguments:?}");
    }
}

#[test]
fn a_contest_file_is_read_line_by_line_except_for_its_nets() {
    let net = cubegod(&["convert", "--to", "net", "R U2"]).stdout;
    let input = format!("START\n{net}front right\ntop left\nEND\nSTART\n{net}back left\nEND\nENDOFINPUT\n");
    let run = cubegod_reading(input, &["check", "-"]);
    let places: Vec<_> = run.lines().iter().map(|line| line.split_once(": ").unwrap().0).collect();
    assert_eq!(places, ["line 2", "line 11", "line 12", "line 15", "line 24"]);
    assert_eq!(run.stdout.matches("read as net").count(), 2);
    assert_eq!(run.stderr.lines().count(), 5);
}

#[test]
fn a_stream_that_is_not_text_is_not_read_to_its_end() {
    let folder = folder();
    let file = folder.path().join("binary");
    std::fs::write(&file, b"ELF\xff\xfe\n".repeat(1000)).unwrap();
    let run = cubegod(&["check", &format!("@{}", file.display()), SOLVED2]);
    let lines: Vec<&str> = run.stderr.lines().collect();
    assert_eq!(lines.len(), 1);
    assert!(lines[0].ends_with("binary: this is a binary file; expected text in UTF-8"), "{}", lines[0]);
    // It begins with text.
    let late = [format!("{SOLVED2}\n").into_bytes(), b"ELF\xff\xfe\n".repeat(1000)].concat();
    let run = cubegod_reading(late, &["check", "-"]);
    let lines: Vec<&str> = run.stderr.lines().collect();
    assert_eq!((run.lines().len(), lines.len()), (1, 21));
    assert!(lines[20].ends_with("20 lines in a row are not text; the rest is not read"), "{}", lines[20]);
    let run = cubegod(&["check", &format!("@{}", file.display()), SOLVED2]);
    assert_eq!((run.lines().len(), run.code), (1, 1), "the next argument is read");
    let mixed = [b"\xff\n".repeat(19), format!("{SOLVED2}\n").into_bytes()].concat().repeat(3);
    assert_eq!(cubegod_reading(mixed, &["check", "-"]).lines().len(), 3);
}

#[test]
fn an_invalid_number_or_time_is_an_error_that_says_what_is_expected() {
    for (arguments, message) in [
        (&["scramble", "--seed", "x"][..], "expected a whole number\n"),
        (&["scramble", "-n", "1.5"], "expected a whole number\n"),
        (&["scramble", "--seed", "99999999999999999999"], "expected a smaller whole number\n"),
        (&["complete", "--list", "", SOLVED2], "expected a whole number\n"),
        (&["solve", "--max-length", "many", "R"], "expected a whole number\n"),
        (&["show", "--width", "0", "R"], "expected a whole number from 1 to 4096\n"),
        (&["solve", "--budget", "soon", "R"], "expected a time such as `2s` or `100ms`"),
        (&["solve", "--budget=-1", "R"], "expected a time such as `2s` or `100ms`"),
        (&["challenge", "serve", "--time-limit", "1x"], "expected a time such as `2s` or `100ms`"),
        (
            &["challenge", "play", "--timeout", "inf", "localhost:1"],
            "expected a time such as `2s` or `100ms`",
        ),
    ] {
        let run = cubegod(arguments);
        assert!(run.stderr.contains(message), "{arguments:?}: {}", run.stderr);
        assert_eq!(run.code, 2);
    }
    for budget in ["0.05", "1", "50ms", "1s 5ms"] {
        assert_eq!(cubegod(&["solve", "--budget", budget, "R"]).stdout, "R'\n", "{budget}");
    }
}

#[test]
fn a_line_of_three_mebibytes_is_one_error() {
    let input = format!("{SOLVED2}\n{}\n{SOLVED2}\n", "U".repeat(3 << 20));
    let run = cubegod_reading(input, &["check", "-"]);
    assert_eq!(
        run.stderr,
        "cubegod: line 2: the line is longer than 1 MiB; expected a cube, which is much shorter\n"
    );
    assert_eq!((run.lines().len(), run.code), (2, 1));
}

#[test]
fn files_that_cannot_be_read_are_named_and_the_others_are_answered() {
    let folder = folder();
    let empty = folder.path().join("empty");
    std::fs::write(&empty, "\n\n").unwrap();
    let mut command = command();
    let arguments = ["check", "@missing", "@.", "@empty", "@", SOLVED2];
    let output = command.current_dir(folder.path()).args(arguments).output().unwrap();
    let stderr = String::from_utf8(output.stderr).unwrap();
    let lines: Vec<&str> = stderr.lines().collect();
    assert_eq!(lines[0], "cubegod: cannot read the file `missing`: No such file or directory");
    assert_eq!(lines[1], "cubegod: cannot read the file `.`: Is a directory");
    assert!(lines[2].starts_with("cubegod: empty: there is nothing to read"), "{}", lines[2]);
    assert!(lines[3].contains("a file name must follow `@`"), "{}", lines[3]);
    assert!(String::from_utf8(output.stdout).unwrap().contains("a legal 2x2x2 cube, solved"));
    assert_eq!(output.status.code(), Some(1));
    let run = cubegod(&["check", "--json", "@missing"]);
    assert_eq!(run.objects()[0]["error"]["kind"], "io");
}

#[test]
fn usage_is_explained_with_exit_code_2() {
    for arguments in
        [&["check"][..], &["check", "-", "-"], &["nonsense"], &["check", "--from", "x", SOLVED2], &[]]
    {
        let run = cubegod(arguments);
        assert_eq!(run.code, 2, "{arguments:?}");
        assert!(!run.stderr.is_empty());
    }
}

#[test]
fn a_closed_pipe_ends_the_command_without_a_message() {
    let mut child = Command::new(env!("CARGO_BIN_EXE_cubegod"))
        .args(["scramble", "--to", "facelets", "-n", "1000000"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut stdout = BufReader::new(child.stdout.take().unwrap());
    let mut line = String::new();
    stdout.read_line(&mut line).unwrap();
    assert_eq!(line.trim_end().len(), 54);
    drop(stdout);
    assert_eq!(child.wait().unwrap().code(), Some(0));
    let mut stderr = String::new();
    child.stderr.take().unwrap().read_to_string(&mut stderr).unwrap();
    assert_eq!(stderr, "");
}

#[test]
fn each_cube_is_answered_before_the_next_is_read() {
    let mut child = Command::new(env!("CARGO_BIN_EXE_cubegod"))
        .args(["check", "--json", "-"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut stdin = child.stdin.take().unwrap();
    let mut answers = BufReader::new(child.stdout.take().unwrap()).lines();
    for _ in 0..3 {
        writeln!(stdin, "{SOLVED2}").unwrap();
        assert!(answers.next().unwrap().unwrap().contains("\"legal\":true"));
    }
    drop(stdin);
    assert!(child.wait().unwrap().success());
}

#[test]
fn a_binary_file_is_one_error() {
    let run = cubegod(&["solve", &format!("@{}", env!("CARGO_BIN_EXE_cubegod"))]);
    assert_eq!((run.stdout.as_str(), run.stderr.lines().count(), run.code), ("", 1, 1), "{run:?}");
    assert!(run.stderr.ends_with(": this is a binary file; expected text in UTF-8\n"), "{run:?}");
    let utf16: Vec<u8> = format!("\u{feff}{SOLVED2}\n").encode_utf16().flat_map(u16::to_le_bytes).collect();
    let run = cubegod_reading(utf16, &["check", "-"]);
    assert_eq!(run.stderr, "cubegod: this looks like UTF-16; expected text in UTF-8\n");
}

#[test]
fn common_mistakes_get_a_suggestion() {
    for (arguments, hint) in [
        (&["solve", "R,U,F"][..], ". Did you mean the moves `R U F`?\n"),
        (&["solve", "R, U2; F'"], ". Did you mean the moves `R U2 F'`?\n"),
        (&["solve", "--method", "three-step", "R U"], ". Did you mean --puzzle 2x2?\n"),
        (&["teach", "--method", "three-step", "R U"], ". Did you mean --puzzle 2x2?\n"),
        (&["check", "supperflip"], "`superflip`"),
    ] {
        let run = cubegod(arguments);
        assert!(run.code == 1 && run.stderr.contains(hint), "{run:?}");
    }
    let run = cubegod(&["solve", "--method", "THREE-STEP", "--puzzle", "2x2", "R U"]);
    assert_eq!(run.code, 0, "{run:?}");
}

#[test]
fn the_option_and_the_locale_choose_the_language() {
    let lesson = |locale: &[(&str, &str)], arguments: &[&str]| {
        let mut command = command();
        command.envs(locale.iter().copied());
        Run::from(command.args(arguments).output().unwrap()).stdout
    };
    let teach = &["teach", "R"][..];
    let chinese = lesson(&[], &["--lang", "zh", "teach", "R"]);
    assert_ne!(lesson(&[], teach), chinese);
    assert_eq!(lesson(&[], &["teach", "R", "--lang", "ZH"]), chinese);
    assert_eq!(lesson(&[("LANG", "zh_CN.UTF-8")], teach), chinese);
    assert_eq!(lesson(&[("LANG", "zh_TW.UTF-8")], teach), lesson(&[], teach));
    assert_eq!(lesson(&[("LANG", "zh_CN.UTF-8")], &["teach", "R", "--lang", "en"]), lesson(&[], teach));
    // JSON does not depend on the locale.
    let error = |locale: &[(&str, &str)]| lesson(locale, &["check", "--json", "hello"]);
    assert_eq!(error(&[("LANG", "zh_CN.UTF-8")]), error(&[]));
}

#[test]
fn errors_of_input_are_written_in_the_language_of_messages() {
    let error = |arguments: &[&str]| cubegod(&[&["--lang", "zh", "check"], arguments].concat()).stderr;
    assert!(error(&["@missing.txt"]).contains("无法读取文件“missing.txt”：没有这个文件"));
    assert!(error(&["-", "-"]).contains("标准输入（`-`）只能读取一次"));
    let folder = folder();
    let file = folder.path().join("binary");
    std::fs::write(&file, b"ELF\xff\xfe\n".repeat(1000)).unwrap();
    assert!(error(&[&format!("@{}", file.display())]).contains("这是二进制文件"));
}
