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

/// Returns line, set and message of the only error in a text.
fn error(text: &str) -> (u64, Option<u64>, String) {
    let errors: Vec<Ruling> =
        rulings(text.as_bytes()).into_iter().filter(|one| one.verdict.is_err()).collect();
    assert_eq!(errors.len(), 1, "{errors:?}");
    (errors[0].line, errors[0].set, errors[0].verdict.as_ref().unwrap_err().to_string())
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
fn case_blanks_and_line_ends_do_not_matter() {
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
fn the_twelve_operations_are_read_as_they_are_written() {
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
fn cycles_and_lines_of_the_net_are_those_of_the_library() {
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
fn an_error_has_the_line_and_the_number_of_its_set_and_the_next_set_is_judged() {
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
            "`\\u{7}` at column 5 is not a sticker; expected a printable character",
        ),
    ] {
        let (found_line, set, found) = error(&text);
        assert_eq!((found_line, set), (line, Some(1)), "{found}");
        assert!(found.starts_with(&format!("data set 1: {message}")), "{found}");
        let last = rulings(text.as_bytes()).pop().unwrap();
        assert_eq!((last.set, last.verdict), (Some(2), Ok(true)));
    }
    let mut bytes = good.replacen("Y Y Y", "Y Y #", 1).into_bytes();
    let place = bytes.iter().position(|&byte| byte == b'#').unwrap();
    bytes[place] = 0xff;
    let error = rulings(&bytes)[0].verdict.clone().unwrap_err();
    assert_eq!(error.kind, DataSetErrorKind::NotText { position: 5, byte: 0xff });
}

#[test]
fn a_set_without_end_is_an_error_and_the_next_set_is_judged() {
    let text = set("top right\n").replace("END\n", "") + &set("top right\n") + "ENDOFINPUT";
    let message =
        "data set 1: START comes inside the data set that starts in line 1; expected an operation or END";
    assert_eq!(error(&text), (12, Some(1), message.into()));
    assert_eq!(rulings(text.as_bytes())[1], Ruling { set: Some(2), line: 12, verdict: Ok(false) });
    let text = set("top right\n").replace("END\n", "ENDOFINPUT\n");
    assert!(error(&text).2.starts_with("data set 1: ENDOFINPUT comes inside the data set"));
}

#[test]
fn a_missing_endofinput_is_an_error_after_all_rulings() {
    let text = set("top right\n");
    assert_eq!(rulings(text.as_bytes())[0].verdict, Ok(false));
    let message = "the input ends without ENDOFINPUT; expected it after the last END, or another START";
    assert_eq!(error(&text), (12, None, message.into()));
    assert_eq!(error(""), (1, None, message.into()));
    let message =
        "data set 1: the input ends inside the data set that starts in line 1; expected END, then ENDOFINPUT";
    assert_eq!(error("START\nW W W"), (2, Some(1), message.into()));
}

#[test]
fn text_between_sets_is_reported_once_and_blank_lines_are_ignored() {
    let text =
        format!("\n{0}\nhello\nworld\n\n{0}\nENDOFINPUT\nwhat follows\n", set("top right\ntop left\n"));
    let message = "`hello` is outside data sets; expected START, or ENDOFINPUT at the end";
    assert_eq!(error(&text), (16, None, message.into()));
    assert_eq!(rulings(text.as_bytes()).iter().filter(|ruling| ruling.verdict == Ok(true)).count(), 2);
}

#[test]
fn a_long_line_makes_only_its_own_set_an_error() {
    let mut judge = Judge::new();
    assert_eq!(judge.take(b"START"), None);
    let ruling = judge.take_long_line(99).unwrap();
    let kind = DataSetErrorKind::LongLine { limit: 99 };
    let verdict = Err(DataSetError { set: Some(1), kind });
    assert_eq!(ruling, Ruling { set: Some(1), line: 2, verdict });
    assert_eq!(judge.take_long_line(99), None);
    assert_eq!(judge.take(b"START"), None);
    assert_eq!(judge.set(), 2);
}

#[test]
fn stickers_may_carry_any_characters() {
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
    assert_eq!((mixed[0].face, mixed[0].mismatches()), (Face::L, 3));
    assert_eq!(mixed[0].counts, [('é', 6), ('漢', 3)]);
}

#[test]
fn a_set_without_operations_is_an_error() {
    let text = set("") + &set("top right\ntop left\n") + "ENDOFINPUT\n";
    let message = "data set 1: END comes right after the net; expected at least one operation, `front right` for example";
    assert_eq!(error(&text), (11, Some(1), message.into()));
    assert_eq!(rulings(text.as_bytes())[1].verdict, Ok(true));
}

#[test]
fn every_set_has_exactly_one_ruling() {
    let good = set("top right\ntop left\n");
    let broken = [
        set(""),
        good.replacen("W W W", "W W", 1),
        good.replace("top left", "top up\ntop down"),
        good.replacen("Y Y Y\n", "", 2),
        good.replace("END\n", ""),
        "START\nEND\n".into(),
    ];
    let text = broken.iter().map(|broken| broken.clone() + &good).collect::<String>() + "ENDOFINPUT\n";
    let rulings = rulings(text.as_bytes());
    let sets: Vec<u64> = rulings.iter().filter_map(|ruling| ruling.set).collect();
    assert_eq!(sets, (1..=12).collect::<Vec<u64>>());
    for (ruling, set) in rulings.iter().zip(1..) {
        match &ruling.verdict {
            Ok(is_solved) => assert!(*is_solved && set % 2 == 0, "{ruling:?}"),
            Err(error) => {
                assert!(
                    set % 2 == 1 && error.to_string().starts_with(&format!("data set {set}: ")),
                    "{error}"
                );
            }
        }
    }
}

/// Judges one data set and returns its notes.
fn notes(net: &str) -> Vec<String> {
    let mut judge = Judge::new();
    let text = format!("START\n{net}top right\nEND\n");
    let rulings: Vec<Ruling> = text.lines().filter_map(|line| judge.take(line.as_bytes())).collect();
    assert!(rulings.len() == 1 && rulings[0].verdict.is_ok(), "{rulings:?}");
    judge.notes().iter().map(Note::to_string).collect()
}

#[test]
fn look_alikes_and_more_than_six_characters_are_noted() {
    assert_eq!(notes(NET_TEXT), [""; 0]);
    assert_eq!(notes(&NET_TEXT.replace('O', "🟧").replace('W', "é")), [""; 0]);
    assert_eq!(
        notes(&NET_TEXT.replacen('O', "0", 1)),
        [
            "`0` (U+0030) and `O` (U+004F) look alike but are different characters",
            "the net has 7 different characters; a cube has 6 colours",
        ]
    );
    assert_eq!(
        notes(&NET_TEXT.replacen('O', "О", 4))[0],
        "`O` (U+004F) and `О` (U+041E) look alike but are different characters"
    );
    // Two faces of characters that look alike: six characters, one note.
    assert_eq!(notes(&NET_TEXT.replace('Y', "0")).len(), 1);
    assert_eq!(
        notes(&NET_TEXT.replacen('W', "a", 1)),
        ["the net has 7 different characters; a cube has 6 colours"]
    );
}

proptest! {
    #[test]
    fn the_verdict_is_that_of_stickers_turned_by_the_library(
        characters in "[a-h🟥é]{54}",
        solved in any::<bool>(),
        turns in proptest::collection::vec((0..6usize, any::<bool>()), 1..30),
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
