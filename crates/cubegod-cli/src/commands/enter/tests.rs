//! Complete dialogs, without a terminal.

use super::entry::{End, Entry};
use super::message::Message;
use super::texts::{render, wrap};
use cubegod::formats::{digits, facelets};
use cubegod::render::ansi::{self, AnsiOptions};
use cubegod::scramble::generator;
use cubegod::{Color, Cube2, Cube3, Size, Stickers};
use cubegod_teach::Language;

/// The faces of a legal 2x2, in the order of the array.
const FACES: [&str; 6] = ["0325", "0415", "0403", "1525", "2134", "3241"];

/// Returns the typed lines with the messages, and the final cube.
fn dialog(entry: &mut Entry, language: Language, lines: &[&str]) -> (String, Option<String>) {
    let mut text = String::new();
    let mut reply = entry.greeting();
    let mut lines = lines.iter();
    loop {
        if let Some(message) = &reply.introduction {
            text += &format!("{}\n", render(message, language));
        }
        if reply.shows_net {
            text += &ansi::net(&entry.net(), &AnsiOptions::default());
        }
        for message in &reply.messages {
            text += &render(message, language);
            text.push('\n');
        }
        match &reply.end {
            Some(End::Cube(cube)) => return (text, Some(letters(cube))),
            Some(End::Quit) => return (text, None),
            None => {}
        }
        let Some(line) = lines.next() else { return (text, None) };
        text += &format!("{} {line}\n", render(&entry.question(), language));
        reply = entry.take(line);
    }
}

/// Returns the stickers in the order of the array, in colour letters.
fn letters(cube: &Stickers<Option<Color>>) -> String {
    let faces = digits::FACES
        .map(|face| cube.face(face).iter().map(|color| color.map_or('?', Color::letter)).collect::<String>());
    faces.join(" ")
}

/// Returns the cube that these lines end with.
fn cube(lines: &[&str]) -> Option<String> {
    dialog(&mut Entry::new(Size::TWO), Language::English, lines).1
}

const CUBE: &str = "OGRW OYBW OYOG BWRW RBGY GRYB";

#[test]
fn a_whole_entry_in_english() {
    let lines = [
        "0 3 2",
        "5 5",
        "5",
        "help",
        "0415",
        "0404",
        "1,5,2,5",
        "B4=g",
        "undo",
        "fix",
        "3rx",
        "21",
        "f2 = ?",
        "34",
        "face right",
        "0415",
        "show",
        "32",
        "cube[5][2]=4",
        "5,3=1",
    ];
    let mut entry = Entry::new(Size::TWO);
    let (text, cube) = dialog(&mut entry, Language::English, &lines);
    insta::assert_snapshot!(text);
    assert_eq!(cube.as_deref(), Some(CUBE));
}

#[test]
fn a_whole_entry_in_chinese() {
    let lines = [
        "橙绿红",
        "白白",
        "白",
        "帮助",
        "0415",
        "0404",
        "1，5，2，5",
        "B4=g",
        "撤销",
        "修复",
        "3rx",
        "２１",
        "前2＝？",
        "34",
        "重填右",
        "0415",
        "显示",
        "32",
        "cube[5][2]=4",
        "5,3=1",
    ];
    let mut entry = Entry::new(Size::TWO);
    let (text, cube) = dialog(&mut entry, Language::Chinese, &lines);
    insta::assert_snapshot!(text);
    assert_eq!(cube.as_deref(), Some(CUBE));
}

#[test]
fn stickers_can_be_split_over_lines_in_any_way() {
    assert_eq!(cube(&FACES).as_deref(), Some(CUBE));
    let one_by_one: Vec<String> = FACES.concat().chars().map(String::from).collect();
    let one_by_one: Vec<&str> = one_by_one.iter().map(String::as_str).collect();
    assert_eq!(cube(&one_by_one).as_deref(), Some(CUBE));
}

#[test]
fn an_empty_line_accepts_the_only_cube_that_fits() {
    assert_eq!(cube(&[FACES[0], ""]), None);
    assert_eq!(cube(&[FACES[0], FACES[1], FACES[2], FACES[3], FACES[4], ""]).as_deref(), Some(CUBE));
    // The unknown stickers follow from the others.
    assert_eq!(cube(&[FACES[0], FACES[1], FACES[2], FACES[3], FACES[4], "????"]).as_deref(), Some(CUBE));
}

#[test]
fn an_unknown_sticker_that_decides_is_asked_for_again() {
    let lines = ["0000", "????", "????", "????", "4444", "????"];
    let mut entry = Entry::new(Size::TWO);
    let (text, _) = dialog(&mut entry, Language::English, &lines);
    let last = text.lines().last().unwrap();
    assert_eq!(
        last,
        "24 legal cubes fit; look at sticker R4: white(5) leaves 8, red(2) leaves 8, green(3) leaves 4, blue(1) leaves 4; \
         `done` ends with ? for unknown stickers"
    );
    assert_eq!(render(&entry.question(), Language::English), "sticker R4, cube[1][3]>");
    // One sticker is expected at a time.
    assert_eq!(entry.take("bb").end, None);
    assert!(render(&entry.take("bb").messages[0], Language::English).contains("1 too many: 1 is expected"));
    entry.take("b");
    // The entry ends with the known stickers, or with the answers to the questions.
    let Some(End::Cube(cube)) = entry.take("done").end else { panic!() };
    assert_eq!(letters(&cube), "OOOO ???B ???? ???? YYYY ????");
    let solved = "OOOO BBBB RRRR GGGG YYYY WWWW".replace(' ', "");
    let end = loop {
        let Message::AskSticker(sticker, size) = entry.question() else { panic!() };
        let (face, cell) = digits::face_and_cell(sticker);
        let at = face * size.face_stickers() + cell;
        if let Some(end) = entry.take(&solved[at..=at]).end {
            break end;
        }
    };
    let End::Cube(cube) = end else { panic!() };
    assert_eq!(letters(&cube).replace(' ', ""), solved);
}

#[test]
fn random_cubes_are_entered_and_resumed_at_every_sticker() {
    let mut random = generator(7);
    let cubes = [Cube2::random(&mut random).stickers(), Cube3::random(&mut random).stickers()];
    for cube in cubes {
        let size = cube.size();
        let letters = letters(&cube.map(|&color| Some(color)));
        let mut entry = Entry::new(size);
        for (index, letter) in letters.replace(' ', "").chars().enumerate() {
            if let Some(beginning) = entry.beginning() {
                assert!(letters.starts_with(&beginning), "{beginning}");
                entry = Entry::resumed(size, &beginning).unwrap();
            }
            let reply = entry.take(&letter.to_string());
            let is_last = index + 1 == size.sticker_count();
            assert_eq!(reply.end.is_some(), is_last);
            if let Some(End::Cube(entered)) = reply.end {
                assert_eq!(entered, cube.map(|&color| Some(color)));
            }
        }
    }
}

#[test]
fn a_fix_makes_any_entry_legal() {
    for size in [Size::TWO, Size::THREE] {
        let mut entry = Entry::new(size);
        for face in 0..6 {
            // Far from any legal cube.
            let line: String = (0..size.face_stickers())
                .map(|cell| char::from(b'0' + ((cell * cell + face) % 5) as u8))
                .collect();
            assert_eq!(entry.take(&line).end, None);
        }
        assert_eq!(entry.take("done").end, None);
        assert!(matches!(entry.take("fix").end, Some(End::Cube(_))));
    }
}

#[test]
fn lines_are_undone_one_by_one() {
    let mut entry = Entry::new(Size::TWO);
    let mut beginnings = Vec::new();
    for line in ["0325", "04", "15", "F1=?", "face front", "12?4", "1,0=5"] {
        beginnings.push(entry.beginning());
        entry.take(line);
        // A rejected line cannot be undone.
        entry.take("0000000");
    }
    for beginning in beginnings.into_iter().rev() {
        entry.take("undo");
        assert_eq!(entry.beginning(), beginning);
    }
    let reply = entry.take("undo");
    assert_eq!(render(&reply.messages[0], Language::English), "there is nothing to undo");
}

#[test]
fn a_beginning_is_an_array_or_the_value_that_an_entry_printed() {
    for text in ["000011112222333344445555", "{{0,0,0,0},{1,1,1,1},{2,2,2,2},{3,3,3,3},{4,4,4,4},{5,5,5,5}}"]
    {
        let entry = Entry::resumed(Size::TWO, text).unwrap();
        let Some(End::Cube(cube)) = entry.greeting().end else { panic!("{text}") };
        assert_eq!(
            facelets::write(&cube.map(|color| color.map_or('?', Color::letter))),
            "YYYYBBBBOOOOWWWWGGGGRRRR"
        );
    }
    let report = "OO.? .... R";
    assert_eq!(Entry::resumed(Size::TWO, report).unwrap().beginning().as_deref(), Some(report));
    let rejection = Entry::resumed(Size::TWO, &"0".repeat(25)).err().unwrap();
    assert!(
        render(&rejection, Language::English).contains("25 stickers are too many; expected at most the 24")
    );
}

#[test]
fn long_texts_are_wrapped_and_commands_are_not() {
    let text = "word          a long explanation of it\n  one two three four five six\n  cubegod enter --begin-with \"OGRW\"";
    assert_eq!(
        wrap(text, 34),
        "word          a long explanation\n              of it\n  one two three four five six\n  cubegod enter --begin-with \"OGRW\""
    );
    assert_eq!(wrap("  one two three four five six", 24), "  one two three four\n  five six");
    assert_eq!(wrap("贴纸贴纸贴纸贴纸贴纸贴纸", 20), "贴纸贴纸贴纸贴纸贴纸\n贴纸");
    assert_eq!(wrap("", 20), "");
}
