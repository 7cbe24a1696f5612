//! Characters on stickers: `--data` of `apply`, `show` and `solve`.

mod common;
use common::*;
use insta::assert_snapshot;

/// The example of the Python package with data on its stickers.
const START: &str = "BBWOGYWGRYGGRYGYROGWRGRRWWOYORBYRBOYOWRWGOBBYGOBBBWOYW";
const DATA: &str = "{LOLS_SLWCS_A?REBLE}RAOPGNKKØGFEP__URSAAUIUO_PLLDOEXB_";
/// The output.
const SOLVED_COLORS: &str = "    RRR\n    RRR\n    RRR\nBBB WWW GGG YYY\nBBB WWW GGG YYY\nBBB WWW GGG YYY\n    OOO\n    OOO\n    OOO\n";
const SOLVED_DATA: &str = "    RBW\n    GOP\n    APA\n{FL AGS _AR E_C\nOOL }NE USL ?EB\n_DU _SO ESP UK_\n    ILL\n    _ØL\n    XKR\n";

const ALPHABET: &str = "abcdefghijklmnopqrstuvwx";

fn one_line(net: &str) -> String {
    net.replace([' ', '\n'], "")
}

#[test]
fn the_example_of_the_python_package_has_the_output_that_it_prints() {
    for method in ["fast", "layers", "cfop"] {
        let run = cubegod(&["solve", START, "--data", DATA, "--up", "R", "--front", "W", "--method", method]);
        let (_, rest) = run.stdout.split_once("\n\n").unwrap();
        assert_eq!(
            rest,
            format!("{SOLVED_COLORS}\n{SOLVED_DATA}\n{}\n", one_line(SOLVED_DATA)),
            "{}",
            run.stderr
        );
        assert_eq!(run.code, 0);
    }
}

#[test]
fn centres_stay_in_place_without_an_orientation() {
    let run = cubegod(&["solve", "--json", START, "--data", DATA]);
    let data = run.objects()[0]["data"].as_str().unwrap().to_owned();
    // The centres of a net string, U L F R B D.
    let centres = |text: &str| -> String {
        let characters: Vec<char> = text.chars().collect();
        [4, 22, 25, 28, 31, 49].iter().map(|&place| characters[place]).collect()
    };
    assert_eq!(centres(&data), centres(DATA));
    assert!(run.objects()[0].get("readings").is_none() && run.objects()[0].get("matches").is_none());
    let asked = cubegod(&["solve", "--json", START, "--data", DATA, "--up", "R", "--front", "W"]);
    assert_eq!(asked.objects()[0]["data"], one_line(SOLVED_DATA));
    assert_eq!(asked.objects()[0]["readings"].as_array().unwrap().len(), 1);
}

#[test]
fn the_text_output_has_the_data_of_the_solved_cube() {
    assert_snapshot!(cubegod(&["solve", SOLVED2, "--data", ALPHABET]).all());
}

#[test]
fn all_orientations_are_read_and_named_by_the_characters_of_the_input() {
    let run = cubegod(&["solve", "--json", START, "--data", DATA, "--all-orientations"]);
    let readings = run.objects()[0]["readings"].as_array().unwrap().clone();
    assert_eq!(readings.len(), 24);
    assert_eq!((&readings[0]["up"], &readings[0]["front"]), (&"G".into(), &"W".into()));
    assert_eq!(readings[0]["data"], run.objects()[0]["data"]);
    assert!(
        readings
            .iter()
            .any(|one| one["up"] == "R" && one["front"] == "W" && one["data"] == one_line(SOLVED_DATA))
    );
    assert_eq!(
        cubegod(&["solve", START, "--data", DATA, "--all-orientations"]).stdout.matches("up ").count(),
        24
    );
    assert_snapshot!(cubegod(&["solve", SOLVED2, "--data", ALPHABET, "--up", "F"]).all());
}

#[test]
fn the_option_grep_reports_where_a_text_occurs() {
    assert_snapshot!(cubegod(&["solve", START, "--data", DATA, "--grep", r"PAPA\{\w+\}"]).all());
    let run = cubegod(&["solve", "--json", START, "--data", DATA, "--grep", r"PAPA\{\w+COOL\}"]);
    assert_eq!(
        run.objects()[0]["matches"],
        serde_json::json!([{
            "up": "R", "front": "W", "order": "net-string", "text": "PAPA{FLAGS_ARE_COOL}", "data": one_line(SOLVED_DATA),
        }])
    );
    let elsewhere = ["solve", "--json", START, "--data", DATA, "--grep", "PAPA", "--up", "G", "--front", "W"];
    assert_eq!(cubegod(&elsewhere).objects()[0]["matches"], serde_json::json!([]));
}

#[test]
fn the_exit_code_is_1_if_no_text_matches() {
    let run = cubegod(&["solve", START, "--data", DATA, "--grep", "FUN"]);
    assert_eq!((run.lines().len(), run.code), (1, 1));
    assert_eq!(run.stderr, "cubegod: note: no reading of the data matches\n");
    let run = cubegod(&["solve", "--json", START, "--data", DATA, "--grep", "FUN"]);
    assert_eq!((run.objects()[0]["matches"].as_array().unwrap().len(), run.code), (0, 1));
}

#[test]
fn all_reading_orders_are_searched() {
    for (from, order) in [("facelets", "facelets"), ("net-string", "net-string"), ("digits", "digits")] {
        let text = format!("flag{{it_is_here}}{ALPHABET}");
        let arguments = [
            "solve",
            "--json",
            "--puzzle",
            "2x2",
            "R R'",
            "--data",
            &text[..24],
            "--data-from",
            from,
            "--grep",
            r"flag\{it_is_here\}",
        ];
        assert_eq!(cubegod(&arguments).objects()[0]["matches"][0]["order"], order);
    }
    // The faces of the net one after the other.
    let data = "abcdmnopijkluvwxefghqrst";
    let run = cubegod(&["solve", "--json", SOLVED2, "--data", data, "--grep", "abcdefghijkl"]);
    assert_eq!(run.objects()[0]["matches"][0]["order"], "net-faces");
    assert_eq!(run.objects()[0]["matches"][0]["data"], ALPHABET);
}

#[test]
fn hidden_stickers_can_have_data() {
    let hidden = format!("{}????", &SOLVED2[..20]);
    let run = cubegod(&["solve", "--json", &hidden, "--data", ALPHABET]);
    assert_eq!(run.objects()[0]["data"], ALPHABET);
    let run = cubegod(&["solve", "--json", "--each", "UUUU????FFFF????????????", "--data", ALPHABET]);
    assert_eq!(run.objects().len(), 24);
    assert!(run.objects().iter().all(|answer| answer["data"].as_str().unwrap().len() == 24));
    let run = cubegod(&["solve", "--each", "UUUU????FFFF????????????", "--data", ALPHABET]);
    assert_eq!(run.stdout.matches('\t').count(), 24);
}

#[test]
fn data_is_read_and_written_in_the_layout_of_the_cube() {
    assert_eq!(
        cubegod(&["apply", SOLVED2, "R", "--data", ALPHABET]).lines(),
        ["UFUFRRRRFDFDDBDBLLLLUBUB", "ajclgehfinkpmwouqrstdvbx"].map(|line| line.to_owned())
    );
    assert_eq!(cubegod(&["apply", START, "R R'", "--data", DATA]).lines(), [START, DATA]);
    let net = cubegod(&["convert", "--to", "net", SOLVED2]).stdout;
    assert_snapshot!(cubegod_reading(net, &["apply", "-", "R", "--data", ALPHABET]).all());
    let blocks = cubegod(&["convert", "--to", "blocks", SOLVED2]).stdout;
    assert_snapshot!(cubegod_reading(blocks, &["apply", "-", "U", "--data", ALPHABET]).all());
    let digits = cubegod(&["convert", "--to", "digits", SOLVED2]).stdout;
    assert_eq!(cubegod(&["apply", digits.trim(), "", "--data", ALPHABET]).lines()[1], ALPHABET);
    let moves =
        ["apply", "--json", "--puzzle", "2x2", "F", "R", "--data", ALPHABET, "--data-from", "net-string"];
    assert_eq!(cubegod(&moves).objects()[0]["data"].as_str().unwrap().len(), 24);
}

#[test]
fn data_of_any_size_and_any_characters_can_be_turned_and_shown() {
    let (cube, data) = ("a".repeat(96), "日本語テ".repeat(24));
    let run = cubegod(&["apply", &cube, "Rw U' Rw'", "--data", &data]);
    assert_eq!((run.lines()[1].chars().count(), run.code), (96, 0), "{}", run.stderr);
    let blanks = " a\tb".repeat(6);
    assert_eq!(
        cubegod(&["apply", "--json", SOLVED2, "R R'", "--data", &blanks]).objects()[0]["data"],
        blanks
    );
    assert_eq!(cubegod(&["apply", SOLVED2, "R R'", "--data", &blanks]).lines()[1], " a\u{fffd}b".repeat(6));
    assert_snapshot!(cubegod(&["show", SOLVED2, "--data", "<a&b\"c>d{e}f g\u{1b}hØ日ijklmn"]).all());
}

#[test]
fn pictures_show_the_characters_and_escape_them() {
    let data = "<svg>&\"'Øghijklmnopqrstu";
    let svg = cubegod(&["show", SOLVED2, "--svg", "-", "--data", data]).stdout;
    assert!(svg.contains(">Ø</text>") && svg.matches("<svg").count() == 1);
    assert!(
        cubegod(&["show", SOLVED2, "--svg", "-", "--view", "iso", "--data", ALPHABET])
            .stdout
            .starts_with("<svg")
    );
    let folder = folder();
    let png = folder.path().join("cube.png");
    let png = png.to_str().unwrap();
    assert_eq!(cubegod(&["show", "-q", SOLVED2, "--png", png, "--data", ALPHABET]).code, 0);
    let run = cubegod(&["show", SOLVED2, "--png", png, "--data", data]);
    assert!(run.stderr.contains("a PNG cannot show `Ø`") && run.code == 1, "{}", run.stderr);
    assert_eq!(cubegod(&["show", "--json", SOLVED2, "--data", ALPHABET]).objects()[0]["data"], ALPHABET);
}

#[test]
fn data_is_read_from_files_and_standard_input() {
    let folder = folder();
    let file = folder.path().join("data.txt");
    let argument = format!("@{}", file.display());
    let expected = cubegod(&["apply", SOLVED2, "R", "--data", ALPHABET]).stdout;
    let net = "   ab\n   cd\nqr ij ef uv\nst kl gh wx\n   mn\n   op\n";
    for text in
        [format!("{ALPHABET}\r\n"), ALPHABET.to_owned(), format!("\u{feff}{ALPHABET}\n"), net.to_owned()]
    {
        std::fs::write(&file, &text).unwrap();
        assert_eq!(cubegod(&["apply", SOLVED2, "R", "--data", &argument]).stdout, expected, "{text:?}");
        assert_eq!(cubegod_reading(text, &["apply", SOLVED2, "R", "--data", "-"]).stdout, expected);
    }
    let run = cubegod(&["show", SOLVED2, "--data", "@no-such-file"]);
    assert_eq!(run.stderr, "cubegod: cannot read the file `no-such-file`: No such file or directory\n");
    assert_eq!(run.code, 1);
    // Data may begin with the `@` of a file name or the hyphen of an option.
    assert_eq!(cubegod(&["show", SOLVED2, "--data", "@bcdefghijklmnopqrstuvwx"]).code, 0);
    assert_eq!(cubegod(&["show", SOLVED2, "--data", "--cdefghijklmnopqrstuvwx"]).code, 0);
    for arguments in [["apply", "-", "R"], ["apply", SOLVED2, "-"], ["solve", "-", "-q"], ["show", "-", "-q"]]
    {
        let run = cubegod(&[&arguments[..], &["--data", "-"]].concat());
        assert_eq!(run.code, 2);
        assert!(run.stderr.contains("standard input (`-`) can be read only once"), "{}", run.stderr);
    }
}

#[test]
fn data_that_does_not_fit_the_cube_is_an_error() {
    let run = cubegod(&["apply", SOLVED3, "R", "--data", &DATA[1..]]);
    assert_eq!(
        (run.stderr.as_str(), run.code),
        (
            "cubegod: the data has 53 characters; a 3x3x3 cube has 54 stickers, one character each (1 is missing)\n",
            1
        )
    );
    let run = cubegod(&["apply", "--json", SOLVED3, "R", "--data", "x"]);
    assert_eq!(run.objects()[0]["error"]["kind"], "bad-data");
    for (up, front, message) in [
        ("R", "O", "O is opposite R; with R up, one of G W B Y is in front"),
        ("R", "R", "R can't be both up and in front; with R up, one of G W B Y is in front"),
        ("x", "W", "no face of this cube is `x`; expected one of G O W B R Y"),
    ] {
        let run = cubegod(&["solve", START, "--data", DATA, "--up", up, "--front", front]);
        assert_eq!((run.stderr, run.code), (format!("cubegod: {message}\n"), 1));
    }
    let run = cubegod(&["solve", START, "--data", DATA, "--grep", "PAPA{.*}"]);
    assert_eq!(run.code, 2);
    assert!(
        run.stderr.contains("at column 6; a brace that stands for itself is written `\\{`"),
        "{}",
        run.stderr
    );
    for needs_data in [["--up", "R"], ["--grep", "x"], ["--data-from", "net"]] {
        assert_eq!(cubegod(&[&["solve", SOLVED2][..], &needs_data].concat()).code, 2);
    }
    assert_eq!(cubegod(&["solve", SOLVED2, "--data", ALPHABET, "--count"]).code, 2);
}
