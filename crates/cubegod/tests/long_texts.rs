//! Reading takes time linear in the length of the text. A reader that scans the rest of the text for every word would take minutes
//! for one of these.

use cubegod::formats::{Format, facelets, positions};
use cubegod::moves::rotate;
use cubegod::stickers::Stickers;
use cubegod::{Alg, Color, ReadOptions, Size, read};

const BYTES: usize = 2 << 20;

fn repeated(text: &str) -> String {
    text.repeat(BYTES / text.len())
}

/// Reads a text in every way that may be meant for it.
fn read_all(text: &str, formats: &[Format]) {
    let _ = read(text, &ReadOptions::default());
    let _ = positions(text);
    for format in formats {
        let _ = (format.read(text), format.read_labels(text));
    }
}

#[test]
fn repeated_cubes_of_every_layout_are_read_in_linear_time() {
    let colors = Stickers::<Color>::solved(Size::TWO);
    let (colors, faces) = (colors.map(|color| color.letter()), colors.map(|color| color.home().letter()));
    for format in Format::ALL {
        let text = match format {
            Format::Moves => "R U2 F' ".to_owned(),
            Format::Pattern => "superflip ".to_owned(),
            Format::Digits => format.write(&colors).unwrap(),
            _ => format.write(&faces).unwrap(),
        };
        for between in ["", "\n"] {
            let text = repeated(&(text.clone() + between));
            read_all(&text, &[format]);
        }
    }
}

#[test]
fn repeated_marks_of_layouts_are_read_in_linear_time() {
    for text in [
        "BEGIN\n",
        "END\n",
        "Face U:\n",
        "+-----+\n",
        "| a b |\n",
        "{",
        "{\"a\":",
        "[0,",
        "\u{1b}[41m ",
        "\u{1b}[1;",
        "\u{1b}]",
        " ",
        "\n",
        "\r\n",
        "\u{feff}",
        "🟥",
        "左顺",
        "front ",
        "//",
        "()",
        "R'",
        "9",
    ] {
        read_all(&repeated(text), &[Format::Net, Format::Blocks]);
    }
    // Faces that do not exist, each with another name.
    let names = '\u{10000}'..=char::MAX;
    let blocks: String = names.map(|face| format!("Face {face}:\n")).collect();
    assert_eq!(positions(&blocks).len(), 1);
}

#[test]
fn repeated_moves_are_read_in_linear_time() {
    for (text, moves) in [
        ("R U2 ", "R U2"),
        ("RU2", "R U2"),
        ("front right\n", "F"),
        ("左顺1 上逆，", "L U'"),
        ("Rotate(2,1) ", "L"),
        ("Rotate(2,1)\n", "L"),
        ("(R U)' [F, B2]", "U' R' F B2 F' B2"),
        ("R // turn\n", "R"),
    ] {
        let count = (BYTES / text.len()).min(150_000);
        let alg: Alg = text.repeat(count).parse().unwrap();
        let one: Alg = moves.parse().unwrap();
        assert_eq!(alg.len(), count * one.len(), "{text}");
    }
    for text in ["Rotate(0,1)", "Rotate(0,1)\n", "0,1 ", "上顺1\n", " rotate （ 0 ， 1 ） ；\n"] {
        assert_eq!(rotate::read(&repeated(text)).unwrap().len(), BYTES / text.len(), "{text}");
    }
    assert!(rotate::read(&(repeated("Rotate(0,1)\n") + "Rotate(0,4)")).is_err());
    assert!(facelets::read(&repeated("U")).is_err());
}
