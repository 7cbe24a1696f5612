use super::*;
use proptest::prelude::*;

fn records(bytes: &[u8], splitting: Splitting) -> Vec<TextRecord> {
    let mut records = Records::new(bytes, splitting);
    std::iter::from_fn(|| records.next().unwrap()).collect()
}

/// Returns the first line and the text of each record.
fn detected(text: &str) -> Vec<(usize, String)> {
    records(text.as_bytes(), Splitting::Detect)
        .into_iter()
        .map(|record| (record.line, record.text.unwrap()))
        .collect()
}

const NET: &str = "     W W\n     W W\nO O  G G  R R  B B\nO O  G G  R R  B B\n     Y Y\n     Y Y";
const REQUEST: &str = "BEGIN\nU U U U U\n\nF F F F F\nEND";

#[test]
fn one_cube_per_line_needs_no_blank_lines() {
    let facelets = "U".repeat(54);
    let text = format!("{facelets}\n{facelets}\n\n\nR U R' U'\n{facelets}");
    let lines: Vec<usize> = detected(&text).iter().map(|(line, _)| *line).collect();
    assert_eq!(lines, [1, 2, 5, 6]);
}

#[test]
fn layouts_of_all_kinds_may_follow_each_other() {
    let facelets = "URFDLB".repeat(4);
    let blocks = "Face U:\n+-----+\n| a b |\n| c d |\n+-----+";
    let parts = [NET, &facelets, blocks, blocks, REQUEST, REQUEST, "R U R'", NET];
    let expected: Vec<String> = parts.iter().map(|part| part.to_string()).collect();
    for between in ["\n", "\n\n", "\n \t\n\n"] {
        let read: Vec<String> = detected(&parts.join(between)).into_iter().map(|(_, text)| text).collect();
        assert_eq!(read, expected);
    }
}

#[test]
fn an_invalid_line_does_not_affect_the_lines_below() {
    let facelets = "URFDLB".repeat(4);
    for bad in ["R2 U Q", "URFDLB", "hello", "{\"CORNERS\":", "BEGINNER", &"U".repeat(23), &"U".repeat(53)] {
        let read = detected(&format!("{bad}\n{facelets}\n{facelets}"));
        assert_eq!(read.len(), 3, "{bad}");
        assert_eq!(read[0], (1, bad.to_string()));
    }
}

#[test]
fn lines_that_do_not_continue_a_net_are_separate_records() {
    let wrong = format!("R U F\nL D B\n{NET}\n{NET}\nR U\nhello world\nF\nST\n{NET}\ngarbage\nR U\n?");
    let lines: Vec<usize> = detected(&wrong).iter().map(|(line, _)| *line).collect();
    assert_eq!(lines, [1, 2, 3, 9, 15, 16, 17, 18, 19, 25, 26, 27]);
    assert_eq!(detected("R U\nF D\nL B").len(), 3);
    assert_eq!(detected(&format!("R U\n{NET}")).len(), 2);
}

#[test]
fn nets_of_every_drawing_need_no_blank_lines() {
    let compact = "    OOO\n    OOO\n    OOO\nYYY WWW GGG BBB\nYYY WWW GGG BBB\nYYY WWW GGG BBB\n    RRR\n    RRR\n    RRR";
    let letters = "  UU\n  UU\nLLFFRRBB\nLLFFRRBB\n  DD\n  DD";
    let emoji = "⬜⬜\n⬜⬜\n🟧🟧🟩🟩🟥🟥🟦🟦\n🟧🟧🟩🟩🟥🟥🟦🟦\n🟨🟨\n🟨🟨";
    let six =
        ["W".repeat(6), "W".repeat(24), "W".repeat(6)].map(|row| [row.as_str(); 6].join("\n")).join("\n");
    let nets = [compact, letters, emoji, &six, letters, NET, compact];
    let read: Vec<String> = detected(&nets.join("\n")).into_iter().map(|(_, text)| text).collect();
    assert_eq!(read, nets);
}

#[test]
fn a_net_that_is_cut_off_is_one_record() {
    for cut in ["UU\nUU\nLLFFRRBB", "WWW\nWWW", "W W\nW W\nO O  G G  R R  B\nO O  G G  R R  B B"] {
        for end in ["", "\n", "\n\nhello"] {
            assert_eq!(detected(&format!("{cut}{end}"))[0], (1, cut.to_owned()));
        }
    }
}

#[test]
fn a_request_without_an_end_ends_where_the_next_one_begins() {
    let read = detected(&format!("BEGIN\nU a b c d\n{REQUEST}\n{NET}"));
    assert_eq!(read.iter().map(|(line, _)| *line).collect::<Vec<_>>(), [1, 3, 8]);
}

#[test]
fn a_known_layout_decides_instead_of_the_first_line() {
    let facelets = "U".repeat(24);
    let lines = format!("a\nb c\n\n{facelets}");
    assert_eq!(records(lines.as_bytes(), Splitting::Lines).len(), 3);
    let blocks = format!("{facelets}\n{facelets}\n\n{facelets}\nx\n{REQUEST}");
    assert_eq!(records(blocks.as_bytes(), Splitting::Blocks).len(), 3);
    let requests = format!("{REQUEST}\n{REQUEST}");
    assert_eq!(records(requests.as_bytes(), Splitting::Blocks).len(), 2);
}

/// Returns the first line of each record.
fn first_lines(text: &str) -> Vec<usize> {
    detected(text).iter().map(|(line, _)| *line).collect()
}

#[test]
fn lines_of_moves_are_one_record_each_unless_they_are_a_whole_drawing() {
    for text in ["U F R\nL D B\n", "RU\nFR", "R U F\nL D B\nU F R", "U F R\nL D B\n\n"] {
        assert_eq!(first_lines(text).len(), text.trim().lines().count(), "{text}");
    }
    assert_eq!(first_lines("R U F\nL D B\n\nU F R\nL D B"), [1, 2, 4, 5]);
    // As many letters as a cube has stickers, but not those of a cube.
    assert_eq!(first_lines(&"RU\nUF\n".repeat(12)).len(), 24);
    assert_eq!(first_lines(&"RUF\nUFR\n".repeat(18)).len(), 36);
}

#[test]
fn a_line_with_errors_and_the_lines_of_moves_around_it_are_one_record_each() {
    for text in [
        "R U F\nbad\n\nR",
        "R U F\nbad",
        "bad\nR U F\nbad",
        "R U F\nR U ?\n",
        "no\nhi\nR U F D L B R U\nR U F D L B R U",
    ] {
        assert_eq!(first_lines(text).len(), text.lines().filter(|line| !line.is_empty()).count(), "{text}");
    }
}

#[test]
fn a_net_of_face_letters_is_one_record_below_lines_of_moves() {
    let net = "UUU\nUUU\nUUU\nLLLFFFRRRBBB\nLLLFFFRRRBBB\nLLLFFFRRRBBB\nDDD\nDDD\nDDD";
    for above in 0..5 {
        let text = format!("{}{net}\nR U F", "F R U\n".repeat(above));
        let expected: Vec<usize> = (1..=above + 1).chain([above + 10]).collect();
        assert_eq!(first_lines(&text), expected);
    }
}

#[test]
fn a_net_without_one_of_its_rows_is_one_record() {
    let faces = "  F U\n  L D\nB L F F R R B U\nL L D F U R B B\n  D D\n  R D";
    let colors = faces.replace(['U', 'D'], "W");
    let large = "UFR\nUUU\nBBD\nLLL FRF RRR BBB\nLLL FDF RUR BBB\nLUL FFF RRR BLB\nDDD\nRRD\nDDD";
    for net in [faces, &colors, large] {
        let rows: Vec<&str> = net.lines().collect();
        for missing in 0..rows.len() {
            let mut rows = rows.clone();
            rows.remove(missing);
            let rest = rows.join("\n");
            assert_eq!(first_lines(&format!("{rest}\n")), [1], "{rest}");
            if rows.len() == 8 {
                // The net below begins where this one ends, unless its own rows are as long as those that are missing.
                let lines = if missing < 6 { vec![1, 9, 18] } else { vec![1, 10, 18] };
                assert_eq!(first_lines(&format!("{rest}\n{net}\n{net}")), lines, "{rest}");
            }
        }
    }
}

#[test]
fn a_block_beyond_the_limits_is_one_error_and_the_next_record_is_read() {
    let many_lines = format!("Face U:\n{}", "W W\n".repeat(MAX_BLOCK_LINES));
    let many_bytes = format!("Face U:\n{}", format!("{}\n", "x".repeat(1000)).repeat(1100));
    let long_line = format!("Face U:\n{}\nW W\n", "x".repeat(MAX_LINE + 1));
    for (block, error) in [
        (many_lines, RecordError::LongBlock),
        (many_bytes, RecordError::LongBlock),
        (long_line, RecordError::LongLine { line: 2 }),
    ] {
        let read = records(format!("{block}\n{NET}").as_bytes(), Splitting::Detect);
        assert_eq!(read.len(), 2);
        assert_eq!(read[0].text, Err(error));
        assert_eq!(read[1].text.as_deref(), Ok(NET));
    }
}

#[test]
fn a_block_with_an_invalid_byte_is_one_error() {
    let read = records(b"W W\nW \xff\nO O G G R R B B\n\nR2 U", Splitting::Detect);
    assert_eq!(read.len(), 2);
    assert_eq!(read[0].text, Err(RecordError::NotText { line: 2, place: 3, byte: 0xff }));
    assert_eq!(read[1].line, 5);
}

fn splittings() -> impl Strategy<Value = Splitting> {
    prop_oneof![Just(Splitting::Lines), Just(Splitting::Blocks), Just(Splitting::Detect)]
}

proptest! {
    #[test]
    fn no_bytes_make_splitting_panic(bytes in prop::collection::vec(any::<u8>(), 0..400), splitting in splittings()) {
        records(&bytes, splitting);
    }

    #[test]
    fn every_line_that_is_not_blank_is_in_exactly_one_record(
        lines in prop::collection::vec("BEGIN|END|[URFDLB' 2]{0,9}|[UW]{24}|[UW]{54}|\\{\"|Face U:|x y|", 0..40),
        splitting in splittings(),
    ) {
        let read = records(lines.join("\n").as_bytes(), splitting);
        let not_blank = |text: &str| !text.trim().is_empty();
        let expected: Vec<&str> = lines.iter().map(String::as_str).filter(|line| not_blank(line)).collect();
        let texts: Vec<String> = read.iter().map(|record| record.text.clone().unwrap()).collect();
        let found: Vec<&str> = texts.iter().flat_map(|text| text.split('\n')).filter(|line| not_blank(line)).collect();
        prop_assert_eq!(found, expected);
        for (record, text) in read.iter().zip(&texts) {
            prop_assert_eq!(&lines[record.line - 1], text.split('\n').next().unwrap());
        }
    }

    #[test]
    fn each_valid_line_is_a_record(
        lines in prop::collection::vec("[URFDLB]{24}|[URFDLB]{54}|R U2 [URF]'", 1..30),
    ) {
        prop_assert_eq!(detected(&lines.join("\n")).len(), lines.len());
    }

    #[test]
    fn each_line_of_moves_is_a_record_whatever_errors_are_around_it(
        lines in prop::collection::vec(
            "[URFDLB]( [URFDLB]){1,6}|R U2 [URF]'|[URFDLB]{2,3}|no|bad|hello|no no|Q Q Q|[URF] [URF] [?Q]|",
            0..40,
        ),
    ) {
        let text = lines.join("\n");
        let read = detected(&text);
        for (index, line) in lines.iter().enumerate().filter(|(_, line)| line.parse::<crate::Alg>().is_ok_and(|alg| !alg.is_empty())) {
            prop_assert!(read.contains(&(index + 1, line.clone())), "line {} of {}", index + 1, text);
        }
    }

    #[test]
    fn a_drawn_cube_is_one_record_among_lines_of_moves(
        above in prop::collection::vec("[URFDLB]( [URFDLB]){1,6}|R U2 [URF]'", 0..6),
        below in prop::collection::vec("[URFDLB]( [URFDLB]){1,6}|R U2 [URF]'", 0..6),
        seed: u64,
        is_large: bool,
        is_compact: bool,
    ) {
        let size = if is_large { crate::Size::THREE } else { crate::Size::TWO };
        let mut random = crate::scramble::generator(seed);
        let cube = crate::Cube::random(size, &mut random).unwrap().stickers();
        for letter in [|color: &crate::Color| color.home().letter(), |color: &crate::Color| color.letter()] {
            let letters = cube.map(letter);
            let net = if is_compact { super::super::net::write_compact(&letters) } else { super::super::net::write(&letters) };
            let lines: Vec<&str> = above.iter().map(String::as_str).chain([net.as_str()]).chain(below.iter().map(String::as_str)).collect();
            let read: Vec<String> = detected(&lines.join("\n")).into_iter().map(|(_, text)| text).collect();
            prop_assert_eq!(&read, &lines);
        }
    }
}
