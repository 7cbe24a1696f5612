use super::operation::FACES;
use super::*;
use cubegod::formats::net;
use cubegod::geometry::Face;
use cubegod::moves::{Alg, FaceTurn};
use proptest::prelude::*;

/// The contest's sample, repaired.
const SAMPLE: &str = include_str!("../../tests/data/acm_sample.txt");
const SAMPLE_ANSWERS: &str = include_str!("../../tests/data/acm_sample.out");

const NET_TEXT: &str = "W W W\nW W W\nW W W\nO O O G G G R R R B B B\nO O O G G G R R R B B B\n\
                        O O O G G G R R R B B B\nY Y Y\nY Y Y\nY Y Y\n";

/// All rulings about a text.
fn rulings(text: &[u8]) -> Vec<Ruling> {
    let mut judge = Judge::new();
    let mut rulings: Vec<Ruling> =
        text.split_inclusive(|&byte| byte == b'\n').filter_map(|line| judge.take(line)).collect();
    rulings.extend(judge.finish());
    rulings
}

/// Line, set and message of the only flaw of a text.
fn flaw(text: &str) -> (u64, Option<u64>, String) {
    let flaws: Vec<Ruling> =
        rulings(text.as_bytes()).into_iter().filter(|one| one.verdict.is_err()).collect();
    assert_eq!(flaws.len(), 1, "{flaws:?}");
    (flaws[0].line, flaws[0].set, flaws[0].verdict.as_ref().unwrap_err().to_string())
}

fn set(operations: &str) -> String {
    format!("START\n{NET_TEXT}{operations}END\n")
}

#[test]
fn the_sample_gives_the_answers_of_the_contest() {
    let answers: String = rulings(SAMPLE.as_bytes())
        .into_iter()
        .map(|ruling| if ruling.verdict.unwrap() { "Yes\n" } else { "No\n" })
        .collect();
    assert_eq!(answers, SAMPLE_ANSWERS);
}

#[test]
fn words_case_blanks_and_line_ends_are_free() {
    let tidy = rulings(SAMPLE.as_bytes());
    let untidy = format!("\u{feff}{}", SAMPLE.to_lowercase().replace('\n', " \t\r\n").replace(' ', "  \t"));
    assert_eq!(rulings(untidy.as_bytes()), tidy);
    let is_operation = |line: &str| line.contains(char::is_lowercase);
    let dense: Vec<String> = SAMPLE
        .lines()
        .map(|line| if is_operation(line) { line.to_owned() } else { line.replace(' ', "") })
        .collect();
    assert!(dense.contains(&"WWWYBGRBBGGG".to_owned()));
    assert_eq!(rulings(dense.join("\n").as_bytes()), tidy);
}

#[test]
fn there_are_twelve_operations_and_they_are_read_as_they_are_written() {
    for (face, _) in FACES {
        for is_right in [false, true] {
            let operation = Operation { face, is_right };
            assert_eq!(Operation::read(operation.to_string().as_bytes()), Some(operation));
        }
    }
    for text in ["", "front", "front up", "up right", "frontright", "front right now", "right", "front  "] {
        assert_eq!(Operation::read(text.as_bytes()), None, "{text}");
    }
}

#[test]
fn rings_and_lines_of_the_net_are_those_of_the_library() {
    for (face, _) in FACES {
        for is_right in [false, true] {
            let operation = Operation { face, is_right };
            let mut contents = Contents::new();
            contents.cells = std::array::from_fn(|i| i as u8);
            contents.turn(operation);
            let mut numbers = Stickers::from_fn(CUBE, |i| i as u8);
            numbers.turn(FaceTurn::from(operation).into()).unwrap();
            assert_eq!(contents.cells[..STICKERS], *numbers.facelets(), "{operation}");
        }
    }
    let numbered = Stickers::from_fn(CUBE, |i| char::from(b'A' + i as u8));
    let mut contents = Contents::new();
    for (line, text) in net::write(&numbered).lines().enumerate() {
        contents.read_line(line, text.as_bytes()).unwrap();
    }
    assert_eq!(contents.stickers(), numbered);
}

#[test]
fn a_malformed_set_is_told_with_its_line_and_the_next_one_is_judged() {
    let good = set("top right\ntop left\n");
    let bad = |wrong: &str, right: &str| format!("{}{good}ENDOFINPUT\n", good.replacen(right, wrong, 1));
    for (text, line, message) in [
        (
            bad("O O O G G G R R R B B\n", "O O O G G G R R R B B B\n"),
            5,
            "line 4 of the net has 11 stickers; expected 12 (left, front, right, back)",
        ),
        (bad("START\nW\n", "START\nW W W\n"), 2, "line 1 of the net has 1 sticker; expected 3 (top)"),
        (
            bad("Y Y Y\nEND\n", "Y Y Y\nY Y Y\n"),
            9,
            "END comes after 7 of the 9 lines of the net; expected line 8",
        ),
        (
            bad("top up", "top left"),
            12,
            "unknown operation `top up`; expected front, left, right, back, top or bottom, then left or right; or END",
        ),
        (
            bad("Y Y \u{7}\n", "Y Y Y\n"),
            8,
            "`\\u{7}` at column 5 is no sticker; expected a printable character",
        ),
    ] {
        let (found_line, set, found) = flaw(&text);
        assert_eq!((found_line, set), (line, Some(1)), "{found}");
        assert!(found.starts_with(message), "{found}");
        let last = rulings(text.as_bytes()).pop().unwrap();
        assert_eq!((last.set, last.verdict), (Some(2), Ok(true)));
    }
    let mut bytes = good.replacen("Y Y Y", "Y Y #", 1).into_bytes();
    let place = bytes.iter().position(|&byte| byte == b'#').unwrap();
    bytes[place] = 0xff;
    assert_eq!(rulings(&bytes)[0].verdict, Err(Flaw::NotText { place: 5, byte: 0xff }));
}

#[test]
fn a_set_without_its_end_is_bad_and_the_one_that_follows_is_not() {
    let text = set("top right\n").replace("END\n", "") + &set("top right\n") + "ENDOFINPUT";
    let message = "START comes inside the data set that began in line 1; expected an operation or END";
    assert_eq!(flaw(&text), (12, Some(1), message.into()));
    assert_eq!(rulings(text.as_bytes())[1], Ruling { set: Some(2), line: 12, verdict: Ok(false) });
    let text = set("top right\n").replace("END\n", "ENDOFINPUT\n");
    assert!(flaw(&text).2.starts_with("ENDOFINPUT comes inside the data set"));
}

#[test]
fn the_end_without_its_word_is_told_after_everything_was_judged() {
    let text = set("top right\n");
    assert_eq!(rulings(text.as_bytes())[0].verdict, Ok(false));
    let message = "the input ends without ENDOFINPUT; expected it after the last END, or another START";
    assert_eq!(flaw(&text), (12, None, message.into()));
    assert_eq!(flaw(""), (1, None, message.into()));
    let message = "the input ends inside the data set that began in line 1; expected END, then ENDOFINPUT";
    assert_eq!(flaw("START\nW W W"), (2, Some(1), message.into()));
}

#[test]
fn what_is_between_sets_is_told_once_and_blank_lines_are_not() {
    let text = format!("\n{}\nhello\nworld\n\n{}\nENDOFINPUT\nwhat follows\n", set(""), set(""));
    let message = "`hello` is in no data set; expected START, or ENDOFINPUT at the end";
    assert_eq!(flaw(&text), (14, None, message.into()));
    assert_eq!(rulings(text.as_bytes()).iter().filter(|ruling| ruling.verdict == Ok(true)).count(), 2);
}

#[test]
fn long_lines_spoil_their_set_alone() {
    let mut judge = Judge::new();
    assert_eq!(judge.take(b"START"), None);
    let ruling = judge.take_long_line(99).unwrap();
    assert_eq!((ruling.set, ruling.line, ruling.verdict), (Some(1), 2, Err(Flaw::LongLine { limit: 99 })));
    assert_eq!(judge.take_long_line(99), None);
    assert_eq!(judge.take(b"START"), None);
    assert_eq!(judge.set(), 2);
}

#[test]
fn any_characters_will_do() {
    let letters: Vec<char> = "🟥é漢字ab".chars().collect();
    let text: String = set("top right\n")
        .lines()
        .map(|line| {
            let swap = |c: char| "WOGRBY".find(c).map_or(c, |i| letters[i]);
            if line.contains(' ') && !line.contains("top") {
                line.chars().map(swap).collect()
            } else {
                line.into()
            }
        })
        .map(|line: String| line + "\n")
        .collect();
    assert_eq!(rulings(text.as_bytes())[0].verdict, Ok(false));
    assert_eq!(rulings(text.replace("right", "right\ntop left").as_bytes())[0].verdict, Ok(true));
    let mut judge = Judge::new();
    text.lines().for_each(|line| drop(judge.take(line.as_bytes())));
    assert_eq!(judge.stickers().face(Face::U), ['🟥'; 9]);
    let mixed = mixed_faces(&judge.stickers());
    assert_eq!(mixed.len(), 4);
    assert_eq!((mixed[0].face, mixed[0].off()), (Face::L, 3));
    assert_eq!(mixed[0].counts, [('é', 6), ('漢', 3)]);
}

proptest! {
    #[test]
    fn the_verdict_is_that_of_stickers_turned_by_the_library(
        characters in "[a-h🟥é]{54}",
        solved in any::<bool>(),
        turns in proptest::collection::vec((0..6usize, any::<bool>()), 0..30),
    ) {
        let operations: Vec<Operation> =
            turns.iter().map(|&(face, is_right)| Operation { face: Face::ALL[face], is_right }).collect();
        let alg: Alg = operations.iter().map(|&operation| FaceTurn::from(operation)).collect();
        let mut stickers = Stickers::new(CUBE, characters.chars().collect()).unwrap();
        if solved {
            stickers = Stickers::from_fn(CUBE, |i| stickers.facelets()[i / 9]);
            stickers.apply(&alg.inverse()).unwrap();
        }
        let lines: String = operations.iter().map(|operation| format!("{operation}\n")).collect();
        let text = format!("START\n{}\n{lines}END\nENDOFINPUT\n", net::write(&stickers));
        let mut judge = Judge::new();
        let rulings: Vec<Ruling> = text.lines().filter_map(|line| judge.take(line.as_bytes())).collect();
        stickers.apply(&alg).unwrap();
        prop_assert_eq!(rulings, [Ruling { set: Some(1), line: 1, verdict: Ok(stickers.is_uniform()) }]);
        prop_assert_eq!(mixed_faces(&stickers).is_empty(), stickers.is_uniform());
        prop_assert_eq!(judge.stickers(), stickers);
    }
}
