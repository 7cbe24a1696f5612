//! Properties of all text layouts: text round-trips, and no text makes a reader panic.

use cubegod::formats::{self, Format, facelets, net, net_string};
use cubegod::geometry::{Face, Size};
use cubegod::moves::FaceTurn;
use cubegod::stickers::Stickers;
use cubegod::{Color, Move};
use proptest::prelude::*;

fn size() -> impl Strategy<Value = Size> {
    (2usize..=7).prop_map(|layers| Size::new(layers).expect("a size"))
}

fn scrambled(mut stickers: Stickers<char>, turns: &[usize]) -> Stickers<char> {
    for &turn in turns {
        let turn = FaceTurn::from_index(turn).expect("one of the 18 turns");
        stickers.turn(Move::from(turn)).expect("every size has outer layers");
    }
    stickers
}

/// Returns stickers with a different letter each.
fn labelled(size: Size) -> Stickers<char> {
    Stickers::from_fn(size, |i| char::from_u32(0x4e00 + i as u32).expect("a letter"))
}

fn faces(size: Size) -> Stickers<char> {
    Stickers::from_fn(size, |i| Face::ALL[i / size.face_stickers()].letter())
}

fn colors(size: Size) -> Stickers<char> {
    Stickers::<Color>::solved(size).map(|color| color.letter())
}

/// Hides every sticker whose number is in the list.
fn hidden(mut stickers: Stickers<char>, places: &[usize]) -> Stickers<char> {
    let count = stickers.facelets().len();
    for &place in places {
        stickers.facelets_mut()[place % count] = '?';
    }
    stickers
}

/// The layouts for any characters and any size.
const GENERAL: [Format; 5] =
    [Format::Facelets, Format::NetString, Format::Net, Format::Blocks, Format::Engine];

proptest! {
    #[test]
    fn labels_round_trip_through_every_general_layout(
        size in size(),
        turns in prop::collection::vec(0usize..18, 0..20),
        places in prop::collection::vec(0usize..300, 0..40),
    ) {
        let stickers = hidden(scrambled(labelled(size), &turns), &places);
        for format in GENERAL {
            let text = format.write(&stickers).expect("general layouts hold anything");
            prop_assert_eq!(format.read(&text), Ok(stickers.clone()), "{}", &text);
            let windows = text.replace('\n', "\r\n") + "\r\n";
            prop_assert_eq!(format.read(&windows), Ok(stickers.clone()), "{}", format);
            prop_assert_eq!(format.is_single_line(), text.lines().count() == 1);
            let readings = formats::readings(&text).expect("it was just written");
            prop_assert!(readings.contains(&(format, stickers.clone())), "{}", format);
        }
        prop_assert_eq!(net::read(&net::write_compact(&stickers)), Ok(stickers));
    }

    #[test]
    fn colours_round_trip_through_digits(
        turns in prop::collection::vec(0usize..18, 0..20),
        places in prop::collection::vec(0usize..24, 0..6),
    ) {
        let stickers = hidden(scrambled(colors(Size::TWO), &turns), &places);
        let text = Format::Digits.write(&stickers).expect("colours of a 2x2");
        prop_assert_eq!(Format::Digits.read(&text), Ok(stickers.clone()));
        prop_assert_eq!(formats::readings(&text), Ok(vec![(Format::Digits, stickers)]));
    }

    #[test]
    fn pieces_round_trip_through_reid_and_kpattern(
        layers in 2usize..=3,
        turns in prop::collection::vec(0usize..18, 0..30),
        places in prop::collection::vec(0usize..300, 0..10),
    ) {
        let size = Size::new(layers).expect("a size");
        let stickers = scrambled(faces(size), &turns);
        for format in [Format::Reid, Format::KPattern] {
            let text = format.write(&stickers).expect("whole pieces");
            prop_assert_eq!(format.read(&text), Ok(stickers.clone()), "{}", &text);
            prop_assert_eq!(formats::readings(&text).expect("just written").swap_remove(0), (format, stickers.clone()));
        }
        let mut partly = hidden(stickers, &places);
        if size == Size::THREE {
            // Reid's notation omits the centres.
            for face in Face::ALL {
                partly.facelets_mut()[face.index() * 9 + 4] = face.letter();
            }
        }
        let text = Format::Reid.write(&partly).expect("unknown stickers are allowed");
        prop_assert_eq!(Format::Reid.read(&text), Ok(partly));
    }

    #[test]
    fn no_text_makes_a_reader_panic(text in any::<String>()) {
        for format in Format::ALL {
            if let Err(error) = format.read(&text) {
                prop_assert!(error.to_string().len() < 1000);
            }
        }
        if let Err(error) = formats::readings(&text) {
            prop_assert!(!error.to_string().chars().any(char::is_control), "{:?}", error.to_string());
        }
    }

    #[test]
    fn no_text_that_is_nearly_a_cube_makes_a_reader_panic(
        text in r#"(\x1b\[[0-9;:]{0,9}m?|\x1b\]|\u{9b}|Face [UX]:|\+-*\+|\||BEGIN|END|[URFDLB?*.]{1,4}|[0-5{},\[\]":-]|"CORNERS"|\{"EDGES":|"pieces":\[|🟥|◻️| |\t|\r?\n){0,60}"#
    ) {
        for format in Format::ALL {
            if let Err(error) = format.read(&text) {
                prop_assert!(!error.to_string().chars().any(char::is_control), "{:?}", error.to_string());
            }
        }
        let _ = formats::readings(&text);
    }

    #[test]
    fn any_contents_can_be_written(contents in prop::collection::vec(any::<char>(), 24)) {
        let stickers = Stickers::new(Size::TWO, contents).expect("24 stickers");
        for format in GENERAL {
            let text = format.write(&stickers).expect("general layouts hold anything");
            prop_assert_eq!(format.read(&text).map(|read| read.size()), Ok(Size::TWO), "{}: {:?}", format, &text);
        }
        for format in Format::ALL {
            if let Err(error) = format.write(&stickers) {
                prop_assert!(!error.to_string().chars().any(char::is_control));
            }
        }
    }
}

#[test]
fn the_solved_data_printed_by_the_python_package_is_its_net_string() {
    let printed = "    RBW\n    GOP\n    APA\n{FL AGS _AR E_C\nOOL }NE USL ?EB\n_DU _SO ESP UK_\n    ILL\n    _ØL\n    XKR\n";
    let flat: String = printed.split_whitespace().collect();
    assert_eq!(net::labels(printed), net_string::labels(&flat));
    assert!(flat.starts_with("RBWGOPAPA{FLAGS_ARE_COOL}NE"));
}

#[test]
fn a_net_of_an_acm_contest_is_read() {
    // ACM South Central 2002, problem 2, first data set.
    let text = "      O O O\n      O O O\n      O G W\nW W W Y B G R B B G G G\nB Y W Y B G R G G W W R\n\
                B Y Y B O O B W W Y Y R\n      R Y Y\n      B R R\n      G R R";
    let stickers = net::read(text).expect("the sample");
    assert_eq!(facelets::write(&stickers), "OOOOOOOGWRBBRGGBWWYBGYBGBOORYYBRRGRRWWWBYWBYYGGGWWRYYR");
    assert_eq!(net::write(&stickers), text);
}

#[test]
fn a_megabyte_of_invalid_text_fails_quickly() {
    let long = [
        "a".repeat(1 << 20),
        "a\n".repeat(1 << 19),
        "UF ".repeat(1 << 18),
        "\u{1b}]".repeat(1 << 19),
        "\u{1b}[41m ".repeat(1 << 17),
        "Face U:\n".repeat(1 << 17),
        format!("Face U:\n+-+\n{}", "| a |\n".repeat(1 << 17)),
        format!("BEGIN\n{}", "U a b c d\n".repeat(1 << 16)),
        format!("BEGIN\nU {}", "a ".repeat(1 << 19)),
        "{\"EDGES\":".repeat(1 << 16),
        format!("{{\"CORNERS\":{{\"pieces\":[{}", "0,".repeat(1 << 19)),
        "\n".repeat(1 << 20),
    ];
    for text in &long {
        for format in Format::ALL {
            match format.read(text) {
                // Half a million valid moves, and an empty text.
                Ok(_) => assert_eq!(format, Format::Moves),
                Err(error) => assert!(error.to_string().len() < 400, "{error}"),
            }
        }
        assert!(formats::readings(text).is_err());
    }
}
