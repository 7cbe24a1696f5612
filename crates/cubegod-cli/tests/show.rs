//! `cubegod show`

mod common;
use common::*;
use insta::assert_snapshot;

#[test]
fn cubes_are_shown_as_nets_with_a_blank_line_between_them() {
    assert_snapshot!(cubegod(&["show", SOLVED2, "R U R' U'"]).all());
}

#[test]
fn the_option_color_turns_colours_on_and_off() {
    let plain = cubegod(&["show", SOLVED2]).stdout;
    assert!(!plain.contains('\u{1b}'));
    let always = cubegod(&["show", "--color", "always", SOLVED2]).stdout;
    assert!(always.contains("\u{1b}[0;48;5;"));
    let mut forced = command();
    forced.args(["show", SOLVED2]).env("CLICOLOR_FORCE", "1").env("COLORTERM", "truecolor");
    assert!(String::from_utf8(forced.output().unwrap().stdout).unwrap().contains("\u{1b}[0;48;2;"));
    forced.env("NO_COLOR", "1");
    assert_eq!(forced.output().unwrap().stdout, plain.as_bytes());
}

#[test]
fn a_coloured_net_can_be_read() {
    let shown = cubegod(&["show", "--color", "always", "R U2 F'", "L D"]).stdout;
    let facelets = |moves| cubegod(&["convert", "--to", "facelets", moves]).stdout;
    let read = cubegod_reading(shown, &["convert", "--to", "facelets", "-"]);
    assert_eq!(read.stdout, facelets("R U2 F'") + &facelets("L D"));
}

#[test]
fn any_size_and_any_stickers_can_be_shown() {
    assert_eq!(cubegod(&["show", &"U".repeat(96)]).lines().len(), 12);
    assert_eq!(cubegod(&["show", "--puzzle", "5x5", "3Rw U"]).lines().len(), 15);
    assert_eq!(cubegod(&["show", "--quiet", ILLEGAL2]).stderr, "");
}

#[test]
fn json_has_the_rows_of_the_net() {
    let run = cubegod(&["show", "--json", SOLVED2]);
    assert_eq!(
        run.stdout,
        "{\"puzzle\":\"2x2x2\",\"cube\":\"UUUURRRRFFFFDDDDLLLLBBBB\",\"format\":\"facelets\",\"net\":[\"     W W\",\
         \"     W W\",\"O O  G G  R R  B B\",\"O O  G G  R R  B B\",\"     Y Y\",\"     Y Y\"]}\n"
    );
}

#[test]
fn pictures_are_written_to_files_and_standard_output() {
    let folder = folder();
    let svg = folder.path().join("cube.svg");
    let svg = svg.to_str().unwrap();
    let run = cubegod(&["show", "--svg", svg, "--view", "iso", "--back", "R U"]);
    assert_eq!((run.stdout.as_str(), run.code), ("", 0));
    assert_eq!(run.stderr, format!("cubegod: wrote {svg}\n"));
    assert!(std::fs::read_to_string(svg).unwrap().starts_with("<svg"));

    let png = folder.path().join("cube.png");
    let png = png.to_str().unwrap();
    let run = cubegod(&["show", "--quiet", "--png", png, "--letters", "--width", "200", "R U"]);
    assert_eq!((run.stderr.as_str(), run.code), ("", 0));
    assert!(std::fs::read(png).unwrap().starts_with(b"\x89PNG"));

    let run = cubegod(&["show", "--json", "--svg", svg, "--palette", "colorblind", SOLVED2]);
    assert_eq!(run.objects()[0]["file"], svg);

    let run = cubegod(&["show", "--svg", "-", SOLVED2]);
    assert!(run.stdout.starts_with("<svg") && run.stderr.is_empty());
    assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 2, "no temporary file is left");
}

#[test]
fn a_picture_shows_one_cube() {
    let folder = folder();
    let svg = folder.path().join("cube.svg");
    let run =
        cubegod_reading(format!("{SOLVED2}\n{SOLVED2}\n"), &["show", "--svg", svg.to_str().unwrap(), "-"]);
    assert_eq!(run.code, 2);
    assert!(run.stderr.starts_with("cubegod: line 2: a second cube; a picture shows one"), "{}", run.stderr);
    assert!(!svg.exists());
}

#[test]
fn a_picture_in_a_missing_folder_is_an_error_that_names_it() {
    let run = cubegod(&["show", "--svg", "no/such/folder/cube.svg", SOLVED2]);
    assert_eq!(
        run.stderr,
        "cubegod: cannot write the file `no/such/folder/cube.svg`: the folder `no/such/folder` does not exist; create it \
         or name another file\n"
    );
    assert_eq!(run.code, 1);
}

#[test]
fn the_isometric_view_is_for_pictures_only() {
    let run = cubegod(&["show", "--view", "iso", SOLVED2]);
    assert!(run.stderr.contains("add `--svg FILE` or `--png FILE`"));
    assert_eq!(run.code, 2);
    assert_eq!(cubegod(&["show", "--svg", "a", "--png", "b", SOLVED2]).code, 2);
    assert_eq!(cubegod(&["show", "--png", "a", "--width", "5000", SOLVED2]).code, 2);
}

#[test]
fn the_option_back_needs_an_isometric_picture() {
    for arguments in [&["R"][..], &["--view", "iso", "R"], &["--svg", "-", "R"], &["--png", "-", "R"]] {
        let run = cubegod(&[&["show", "--back"], arguments].concat());
        assert!(run.stderr.contains("add `--view iso` and `--svg FILE` or `--png FILE`"), "{}", run.stderr);
        assert_eq!((run.stdout.as_str(), run.code), ("", 2));
    }
}

#[test]
fn a_png_names_the_character_that_it_cannot_draw() {
    let data = SOLVED2.replacen('U', "é", 1);
    let run = cubegod(&["show", "--png", "-", "--data", &data, SOLVED2]);
    assert!(run.code == 1 && run.stderr.contains("a PNG cannot show `é`"), "{run:?}");
    assert!(cubegod(&["show", "--svg", "-", "--data", &data, SOLVED2]).stdout.contains(">é</text>"));
}
