use super::*;
use crate::cancellation::cancelled_at;
use crate::cube::{Corner, Edge, UNKNOWN, centre, corner_fits, recognize2};
use crate::patterns::Pattern;
use crate::scramble::generator;
use proptest::prelude::*;
use std::sync::atomic::Ordering;

fn detect(text: &str) -> Result<Reading, ReadError> {
    read(text, &ReadOptions::default())
}

fn known(stickers: &Stickers<Color>) -> Stickers<Option<Color>> {
    stickers.map(|&color| Some(color))
}

#[test]
fn every_layout_is_detected() {
    let mut random = generator(1);
    for _ in 0..30 {
        for stickers in [Cube2::random(&mut random).stickers(), Cube3::random(&mut random).stickers()] {
            let stickers = known(&stickers);
            for format in Format::ALL {
                let alphabet = if format == Format::Digits { Alphabet::COLORS } else { Alphabet::FACES };
                let Ok(text) = format.write(&alphabet.write(&stickers)) else { continue };
                let reading = detect(&text).unwrap();
                assert_eq!((&reading.stickers, reading.format), (&stickers, format), "{text}");
                assert_eq!(reading.note, None);
            }
        }
    }
}

#[test]
fn two_layouts_that_give_legal_cubes_are_noted() {
    // The upper face comes first in both layouts; the others are unknown.
    let text = "U".repeat(9) + &"?".repeat(44) + "R";
    let reading = detect(&text).unwrap();
    assert_eq!(reading.format, Format::Facelets);
    assert_eq!(
        reading.note.unwrap().to_string(),
        "read as facelets, but net-string fits too (each of these is a legal cube)"
    );
}

/// Returns the log of one round of a game.
fn round(number: usize, cube: &Stickers<Option<Color>>) -> String {
    let blocks = Format::Blocks.write(&Alphabet::FACES.write(cube)).unwrap();
    format!("=== Round {number}/3 ===\n{blocks}\nEnter your solution:\n> R U2\nCorrect!\n")
}

#[test]
fn the_last_readable_position_of_a_game_is_read() {
    let mut random = generator(7);
    let cubes: Vec<_> = (0..3).map(|_| known(&Cube2::random(&mut random).stickers())).collect();
    let rounds: Vec<String> = cubes.iter().enumerate().map(|(index, cube)| round(index + 1, cube)).collect();
    let game = format!("Welcome!\n{}", rounds.join("\n"));
    let reading = detect(&game).unwrap();
    assert_eq!((&reading.stickers, reading.format), (&cubes[2], Format::Blocks));
    assert_eq!(reading.note.unwrap().to_string(), "this text has 3 positions; the last one was read");
    // Cut off in the last drawing.
    let cut = &game[..game.rfind("Face R:").unwrap() + 20];
    let reading = detect(cut).unwrap();
    assert_eq!(&reading.stickers, &cubes[1]);
    assert_eq!(
        reading.note.unwrap().to_string(),
        "this text has 3 positions; number 2 was read, the last one that can be"
    );
    // One round is one cube, without a note.
    let reading = detect(&rounds[1]).unwrap();
    assert_eq!((reading.stickers, reading.note), (cubes[1].clone(), None));
    // With a given layout, only positions in it are read.
    let options = ReadOptions::new().format(Format::Engine);
    assert!(read(&game, &options).unwrap_err().to_string().contains("expected `BEGIN`"));
}

#[test]
fn engine_requests_are_found_among_other_lines() {
    let mut random = generator(8);
    let cubes = [(); 2].map(|()| known(&Cube3::random(&mut random).stickers()));
    let requests = cubes.each_ref().map(|cube| Format::Engine.write(&Alphabet::FACES.write(cube)).unwrap());
    let one = format!("sent:\n{}\nanswered: R U F\n", requests[0]);
    let reading = detect(&one).unwrap();
    assert_eq!((&reading.stickers, reading.format, reading.note), (&cubes[0], Format::Engine, None));
    let both = format!("{one}sent:\n{}\n", requests[1]);
    let reading = detect(&both).unwrap();
    assert_eq!((&reading.stickers, reading.note.is_some()), (&cubes[1], true));
}

#[test]
fn without_a_readable_position_the_error_is_that_of_the_last() {
    let block = "Face U:\n+-----+\n| a b |\n+-----+\n";
    assert_eq!(
        detect(&format!("one\n{block}two\n{block}")).unwrap_err().to_string(),
        "face U in line 7 has 1 row of 2 stickers; expected as many rows as columns"
    );
    assert_eq!(
        detect("sent:\nBEGIN\nU a b c\nEND").unwrap_err().to_string(),
        "face U in line 3 has 3 stickers; expected 4 on a 2x2, 9 on a 3x3, N² on others"
    );
}

#[test]
fn moves_are_applied_to_a_solved_cube_of_the_requested_size() {
    let reading = detect("R U R' U'").unwrap();
    assert_eq!((reading.format, reading.stickers.size()), (Format::Moves, Size::THREE));
    let two = read("R U R' U'", &ReadOptions::new().size(Size::TWO)).unwrap();
    assert_eq!(two.stickers.size(), Size::TWO);
    // Twenty-four characters that are not stickers.
    assert_eq!(detect("R U2 F' L D2 B' R2 U' F2 L2 D' B2 R'").unwrap().format, Format::Moves);
}

#[test]
fn an_invalid_move_is_an_error_about_moves() {
    assert!(detect("R U Q F2 L").unwrap_err().to_string().contains("`Q`"));
    assert!(detect("hello").unwrap_err().to_string().contains("stickers"));
}

#[test]
fn every_name_of_a_pattern_is_read_as_a_pattern() {
    let mut options = ReadOptions::default();
    for pattern in Pattern::ALL {
        for name in pattern.names() {
            let spaced = name.replace('-', " ");
            for text in [name, &spaced, &name.replace('-', ""), &name.replace(' ', "-"), &name.to_uppercase()]
            {
                options.size = Some(pattern.size);
                let reading = read(text, &options).unwrap();
                assert_eq!(reading.format, Format::Pattern, "{text}");
                assert_eq!(reading.stickers, known(&pattern.stickers()), "{text}");
                assert_eq!((reading.alphabet, reading.note), (Alphabet::FACES, None));
                assert!(text.parse::<Alg>().is_err(), "{text}");
            }
            // Remove one blank after the other, to try names of many lengths.
            let mut partly = name.to_owned();
            while let Some(place) = partly.rfind(['-', ' ']) {
                partly.remove(place);
                assert_eq!(detect(&partly).unwrap().format, Format::Pattern, "{partly}");
            }
        }
        assert_eq!(detect(pattern.name).unwrap().stickers, known(&pattern.stickers()));
    }
}

#[test]
fn a_name_similar_to_a_pattern_gets_a_suggestion() {
    let message = |text| detect(text).unwrap_err().to_string();
    assert_eq!(message("superflop"), "no pattern is named `superflop`; did you mean `superflip`?");
    assert_eq!(message("six spot s!"), "no pattern is named `six spot s!`; did you mean `six-spots`?");
    let named = ReadOptions::new().format(Format::Pattern);
    assert_eq!(
        read("R U", &named).unwrap_err().to_string(),
        "no pattern is named `R U`; expected a name such as `superflip` or `cube-in-cube`"
    );
}

#[test]
fn a_mistyped_sticker_does_not_make_a_cube_moves() {
    for typo in ["X", "M", "x", "w", "Q"] {
        for solved in ["UUUURRRRFFFFDDDDLLLLBBB", "UUUUUUUUURRRRRRRRRFFFFFFFFFDDDDDDDDDLLLLLLLLLBBBBBBBB"] {
            let error = detect(&format!("{solved}{typo}")).unwrap_err().to_string();
            assert!(error.contains("7 different characters"), "{error}");
        }
    }
    let spaced = "R U R U R U R U R U R U R U R U R U R U R U R M";
    assert_eq!(detect(spaced).unwrap().format, Format::Moves);
}

#[test]
fn a_pattern_of_another_size_is_an_error() {
    let two = ReadOptions::new().size(Size::TWO);
    assert_eq!(read("superflip", &two).unwrap_err().to_string(), "this is a 3x3x3 cube; expected 2x2x2");
    assert_eq!(read("checkerboard", &two).unwrap(), detect("pocket-checkerboard").unwrap());
}

#[test]
fn facelets_with_a_sticker_too_few_are_not_taken_for_moves() {
    let solved = "UUUUUUUUURRRRRRRRRFFFFFFFFFDDDDDDDDDLLLLLLLLLBBBBBBBBB";
    assert_eq!(
        detect(&solved[1..]).unwrap_err().to_string(),
        "53 stickers found; a 2x2 has 24 and a 3x3 has 54 (one is missing)"
    );
    assert!(detect("UUUURRRRFFFFDDDDLLLLBBB").is_err());
    for moves in ["RUFLDB", "R U F D L B R U F D L B R U F D L B R U F D L", "RRUUFFLLDDBBRRUUFFLLDDBB'"] {
        assert_eq!(detect(moves).unwrap().format, Format::Moves, "{moves}");
    }
}

#[test]
fn another_size_than_requested_is_an_error() {
    let solved =
        Format::Facelets.write(&Alphabet::FACES.write(&known(&Stickers::solved(Size::TWO)))).unwrap();
    let options = ReadOptions::new().size(Size::THREE);
    assert_eq!(read(&solved, &options).unwrap_err().to_string(), "this is a 2x2x2 cube; expected 3x3x3");
}

#[test]
fn an_illegal_cube_is_read_in_the_layout_with_the_fewest_errors() {
    let mut random = generator(2);
    for _ in 0..10 {
        let mut stickers = known(&Cube3::random(&mut random).stickers());
        stickers.facelets_mut()[0] = stickers.facelets()[Face::R.index() * 9 + 4];
        for format in [Format::Facelets, Format::NetString] {
            let text = format.write(&Alphabet::FACES.write(&stickers)).unwrap();
            let reading = detect(&text).unwrap();
            // Unless the repainted sticker had that colour before.
            assert_eq!((reading.format, &reading.stickers), (format, &stickers));
        }
    }
}

#[test]
fn a_cube_in_colour_letters_is_read_as_a_net_string() {
    let reading = detect("BBWOGYWGRYGGRYGYROGWRGRRWWOYORBYRBOYOWRWGOBBYGOBBBWOYW").unwrap();
    assert_eq!((reading.format, reading.note), (Format::NetString, None));
    assert!(Cube3::try_from(&reading.stickers.map(|color| color.unwrap())).is_ok());
}

/// Returns the letters of a random cube, some of them changed.
fn letters(seed: u64, is_small: bool, changes: &[(usize, char)]) -> String {
    let mut random = generator(seed);
    let stickers = match is_small {
        true => Cube2::random(&mut random).stickers(),
        false => Cube3::random(&mut random).stickers(),
    };
    let mut letters = Alphabet::FACES.write(&known(&stickers));
    let count = letters.facelets().len();
    changes.iter().for_each(|&(place, letter)| letters.facelets_mut()[place % count] = letter);
    letters.facelets().iter().collect()
}

fn options() -> impl Strategy<Value = ReadOptions> {
    let formats = vec![None, Some(Format::Facelets), Some(Format::NetString), Some(Format::Moves)];
    let sizes = vec![None, Some(Size::TWO), Some(Size::THREE)];
    let chosen = (prop::sample::select(formats), prop::sample::select(sizes));
    chosen.prop_map(|(format, size)| ReadOptions::new().format(format).size(size))
}

#[test]
fn the_fast_path_reads_complete_cubes_in_face_letters() {
    for seed in 0..1000 {
        for is_small in [true, false] {
            assert!(read_facelets(&letters(seed, is_small, &[]), &ReadOptions::default()).is_some());
        }
    }
}

/// Returns the index of each sticker in a net string.
fn places_in_net_string(size: Size) -> Vec<usize> {
    let text: String = (0..size.sticker_count()).map(|i| char::from(b'A' + i as u8)).collect();
    let stickers = formats::net_string::labels(&text).unwrap();
    stickers.facelets().iter().map(|&label| label as usize - 'A' as usize).collect()
}

/// Counts the completions of the remaining corners that are legal both as facelets and as a net string.
fn legal_in_both(place: usize, used: &mut Vec<usize>, faces: &mut [u8; 24], places: &[usize]) -> usize {
    let seen = |corner: &Corner| corner.facelets(Size::TWO).map(|i| faces[places[i]]);
    if Corner::ALL.iter().any(|corner| corner_fits(seen(corner)) == 0) {
        return 0;
    }
    if place == Corner::COUNT {
        let other = std::array::from_fn(|i| faces[places[i]]);
        return usize::from(recognize2(faces).is_some() && recognize2(&other).is_some());
    }
    let mut found = 0;
    for piece in (0..Corner::COUNT).filter(|piece| !used.contains(piece)).collect::<Vec<_>>() {
        used.push(piece);
        for twist in 0..3 {
            for (sticker, face) in Corner::ALL[piece].faces().into_iter().enumerate() {
                faces[Corner::ALL[place].facelets(Size::TWO)[(sticker + twist) % 3]] = face as u8;
            }
            found += legal_in_both(place + 1, used, faces, places);
        }
        used.pop();
    }
    Corner::ALL[place].facelets(Size::TWO).into_iter().for_each(|i| faces[i] = UNKNOWN);
    found
}

#[test]
fn no_complete_cube_is_legal_as_facelets_and_as_a_net_string() {
    let places = places_in_net_string(Size::TWO);
    assert_eq!(legal_in_both(0, &mut Vec::new(), &mut [UNKNOWN; 24], &places), 0);
    // Control: with facelets for both, the missing corner of a solved cube is found.
    let mut faces: [u8; 24] = std::array::from_fn(|i| (i / 4) as u8);
    Corner::ALL[7].facelets(Size::TWO).into_iter().for_each(|i| faces[i] = UNKNOWN);
    let unmoved: Vec<usize> = (0..24).collect();
    assert_eq!(legal_in_both(7, &mut (0..7).collect(), &mut faces, &unmoved), 1);
    let places = places_in_net_string(Size::THREE);
    let mut centres: Vec<usize> = Face::ALL.iter().map(|&face| places[centre(face)]).collect();
    let mut expected = [Face::U, Face::F, Face::D, Face::B].map(centre).to_vec();
    expected.extend(Edge::DF.facelets());
    centres.sort_unstable();
    expected.sort_unstable();
    assert_eq!(centres, expected);
}

proptest! {
    #[test]
    fn the_fast_path_agrees_with_trying_all_layouts(
        seed: u64,
        is_small: bool,
        changes in prop::collection::vec((0..54usize, prop::sample::select(b"URFDLB?.*ux".to_vec())), 0..4),
        as_net_string: bool,
        options in options(),
    ) {
        let changes: Vec<_> = changes.into_iter().map(|(place, byte)| (place, char::from(byte))).collect();
        let mut text = letters(seed, is_small, &changes);
        if as_net_string {
            text = formats::net_string::write(&formats::facelets::read(&text).unwrap());
        }
        prop_assert_eq!(read(&text, &options), read_any(&text, &options, Cancellation::never()).unwrap(), "{}", text);
    }

    #[test]
    fn the_fast_path_agrees_with_trying_all_layouts_on_any_letters(
        text in "[URFDLB]{24}|[URFDLB]{54}|[UR]{24}|[URFDLB?]{54}",
        options in options(),
    ) {
        prop_assert_eq!(read(&text, &options), read_any(&text, &options, Cancellation::never()).unwrap());
    }

    #[test]
    fn no_text_makes_reading_panic(text in ".{0,300}") {
        let _ = detect(&text);
    }

    #[test]
    fn no_text_of_sticker_letters_makes_reading_panic(text in "[URFDLBWGYO? \n]{0,70}") {
        let _ = detect(&text);
    }
}

#[test]
fn a_drawing_with_errors_is_not_read_as_moves() {
    let net = "  U F\n  L D\nB L F F R R B U\nL L D F U R B B\n  D D\n  R D";
    assert_eq!(detect(net).unwrap().format, Format::Net);
    for text in [
        net.replace("\n  R D", ""),
        net.replace("  R D", "  R"),
        net.replace("U R B B", "U R B"),
        net.replace("  L D\n", ""),
        net.replace("U F", "X M"),
    ] {
        let reading = detect(&text);
        assert!(!reading.is_ok_and(|reading| reading.format == Format::Moves), "{text}");
    }
    for moves in ["R U F\nL D B", "R U\nF D\nL B", "R U F\nL D B\nU F R\nF R U D' L"] {
        assert_eq!(detect(moves).unwrap().format, Format::Moves, "{moves}");
    }
}

#[test]
fn moves_that_are_read_as_an_illegal_cube_are_noted() {
    let note = |text: &str| detect(text).unwrap().note.map(|note| note.to_string());
    let moves = "R U F ".repeat(8);
    assert_eq!(note(&moves).unwrap(), "read as net-string, but these could also be moves");
    assert_eq!(note("U U U U R R R R F F F F D D D D L L L L B B B B"), None);
}

#[test]
fn mistyped_pieces_are_errors_and_no_moves() {
    for (text, word) in [
        ("UX UR UB UL DF DR DB DL FR FL BR BL UFR URB UBL ULF DRF DFL DLB DBR", "`UX`"),
        ("UF UR UB UL DF DR DB DL FR FL BR BL UFR URB BUY ULF DRF DFL DLB DBR", "`BUY`"),
        ("UFR URB UBM ULF DRF DFL DLB DBR", "`UBM`"),
    ] {
        let error = detect(text).unwrap_err().to_string();
        assert!(error.starts_with(word) && error.contains("is no piece"), "{error}");
    }
    assert!(detect("UM UR UB UL DF DR DB DL FR FL BR BL").unwrap_err().to_string().contains("12 pieces"));
    for moves in ["RU ".repeat(12) + "R'", "Rw Uw ".repeat(6), "RUF ".repeat(6)] {
        assert_eq!(detect(&moves).unwrap().format, Format::Moves, "{moves}");
    }
}

#[test]
fn a_plain_word_is_read_as_moves_only_if_requested() {
    for text in ["red", "red blue", "seems", "R dull"] {
        assert!(
            !matches!(read(text, &ReadOptions::default()), Ok(reading) if reading.format == Format::Moves),
            "{text}"
        );
        let options = ReadOptions::new().format(Format::Moves);
        assert!(read(text, &options).is_ok(), "{text}");
    }
    for text in ["front left", "ru r'u'", "rUf", "l d"] {
        assert_eq!(read(text, &ReadOptions::default()).unwrap().format, Format::Moves, "{text}");
    }
}

#[test]
fn reading_ends_at_the_first_check_after_its_cancellation() {
    let size = |layers| ReadOptions::new().size(Size::new(layers).unwrap());
    let cases = [
        ("(RUFLDB)166666".to_owned(), size(32)),
        ("R U F L D B ".repeat(10_000), ReadOptions::default()),
        (format!("{}R{}", "(".repeat(200), ")'".repeat(200)), ReadOptions::default()),
    ];
    for (text, options) in cases {
        for checks in 1..=5 {
            let (token, counter) = cancelled_at(checks);
            assert_eq!(read_with(&text, &options, &token), Err(Cancelled), "{text:.20}");
            assert_eq!(counter.load(Ordering::Relaxed), checks, "{text:.20}");
        }
        let (token, counter) = cancelled_at(usize::MAX);
        assert!(read_with(&text, &options, &token).unwrap().is_ok(), "{text:.20}");
        assert!(counter.load(Ordering::Relaxed) > 5);
    }
}
