//! Every kind of error in both languages.

use crate::option::{MessageStyle, OptionId, Spelling};
use crate::solve::{LengthNotReached, Method, Shortfall, Unfinished};
use crate::{Advice, Cube, ErrorKind, Note, RequestError};
use cubegod::data::{Expression, OrientationError};
use cubegod::formats::Format;
use cubegod::moves::{FaceSet, rotate};
use cubegod::solve::SolveError;
use cubegod::{Alg, Metric, ReadOptions, Size, Stickers};
use cubegod_contest::judge::{DataSetError, DataSetErrorKind};
use cubegod_teach::Language;
use std::fmt::Write;

fn reading(text: &str) -> RequestError {
    match Cube::read(text, &ReadOptions::default()).and_then(|cube| cube.only()) {
        Ok(_) => panic!("{text} is a cube"),
        Err(error) => error,
    }
}

fn moves(text: &str) -> RequestError {
    RequestError::moves(text.parse::<Alg>().unwrap_err(), text, 0)
}

fn faces(text: &str) -> FaceSet {
    text.parse().unwrap()
}

/// An error of every kind, with both values where a field has two.
fn errors() -> Vec<RequestError> {
    let solved = "UUUURRRRFFFFDDDDLLLLBBBB";
    let mut errors = vec![
        RequestError::Conflict { first: OptionId::Budget.into(), second: Method::Cfop.setting() },
        RequestError::Needs { option: OptionId::Grep, any_of: vec![OptionId::Data.into()] },
        RequestError::Needs { option: OptionId::Stages, any_of: Method::HUMAN.map(Method::setting).to_vec() },
        RequestError::OutOfRange { option: OptionId::MaxLength, found: 0, least: 1, most: None },
        RequestError::OutOfRange { option: OptionId::List, found: 7, least: 0, most: Some(5) },
        RequestError::BadTarget(Box::new(reading("hello"))),
        RequestError::BadTarget(Box::new(reading("RUUUURRRFFFFDDDDLLLLBBBB"))),
        RequestError::AmbiguousTarget { count: 4 },
        RequestError::FixedLetters { format: Format::Reid },
        RequestError::NoScramble { size: Size::MAX },
        RequestError::ScrambleFaces { faces: faces("UD") },
        Expression::new("(").unwrap_err().into(),
        RequestError::NoSuchFace { name: 'X', names: ['U', 'R', 'F', 'D', 'L', 'B'] },
        RequestError::TooManyCompletions { count: 5_000, most: 1_000 },
        RequestError::only_for_size(OptionId::Exact, Size::TWO, Size::THREE),
        RequestError::OnlyForSize {
            setting: OptionId::Solutions.into(),
            size: Size::THREE,
            found: Size::TWO,
            instead: Some(OptionId::All),
        },
        RequestError::NeedsOptimal { setting: OptionId::All.into() },
        RequestError::NotWithOptimal { setting: OptionId::Metric.with("stm") },
        RequestError::NoneWithin { moves: 1 },
        RequestError::NoLesson { size: Size::MAX },
        RequestError::WrongSolution { solution: "R U".into() },
        RequestError::Cancelled,
        RequestError::TableNotReady,
        RequestError::new(ErrorKind::Io, "disk full"),
        RequestError::Cancelled.about("`solution`"),
        RequestError::Cancelled.with_advice(Advice::Moves("R U".into())),
        RequestError::Cancelled.with_advice(Advice::ReadFile { reference: "@cube.txt".into() }),
        RequestError::Cancelled.with_advice(Advice::Use(OptionId::Puzzle.with("2x2"))),
        RequestError::Cancelled.with_advice(Advice::ReadAsMoves),
        RequestError::Cancelled.with_advice(Advice::Readable),
        Stickers::solved(Size::TWO).apply(&"M".parse().unwrap()).unwrap_err().into(),
        rotate::read("7,1").map(|_| ()).map_err(|error| RequestError::rotations(error, "7,1")).unwrap_err(),
        DataSetError { set: None, kind: DataSetErrorKind::NoEndOfInput }.into(),
        DataSetError { set: Some(2), kind: DataSetErrorKind::NoOperations }.into(),
        reading("hello"),
        reading(""),
        reading("UUUURRRRFFFFDDDDLLLLBB"),
        reading(&solved.replace("DDDD", "DDXY")),
        reading(&"U".repeat(96)),
        reading("UUUU????????????????????"),
        reading("FUUUURRRFFRFDDDDLLLLBBBB"),
        moves("R Q"),
        moves("R U?"),
        moves("[R, U"),
        moves("R U)"),
        moves("(R U]"),
        moves("R; U"),
    ];
    let neighbours = vec!['R', 'F'];
    for error in [OrientationError::Same, OrientationError::Opposite] {
        errors.push(RequestError::NotNeighbours {
            up: 'U',
            front: 'D',
            error,
            neighbours: neighbours.clone(),
        });
    }
    errors.extend(
        [
            SolveError::OtherSize { cube: Size::TWO, target: Size::THREE },
            SolveError::Unsolvable { faces: faces("UR"), exact: true },
            SolveError::NothingFound { faces: faces("UR") },
            SolveError::Mistake,
            SolveError::NoOrientation,
            SolveError::NoMoves,
            SolveError::Cancelled,
            SolveError::TooLong { max_length: 3, is_proven: true, best: None },
            SolveError::TooLong { max_length: 3, is_proven: false, best: None },
            SolveError::OptimalMetric { metric: Metric::Stm },
            SolveError::OptimalFaces { faces: faces("UR") },
        ]
        .map(RequestError::from),
    );
    let shortfalls = [
        Shortfall::Length(LengthNotReached { most: 3, is_proven: true }),
        Shortfall::Length(LengthNotReached { most: 3, is_proven: false }),
        Shortfall::Unfinished(Unfinished { known: 18, at_least: 16 }),
    ];
    errors.extend(shortfalls.map(|shortfall| RequestError::NotReached { shortfall, solution: "R".into() }));
    errors
}

#[test]
fn every_error_reads_well_in_both_languages() {
    let mut text = String::new();
    for error in errors() {
        let message = |language| error.message(MessageStyle::new(Spelling::COMMAND_LINE, language));
        let (english, chinese) = (message(Language::English), message(Language::Chinese));
        // Writing to a string cannot fail.
        let _ = writeln!(text, "{}\n  {english}\n  {chinese}", error.kind().name());
    }
    insta::assert_snapshot!(text);
}

#[test]
fn chinese_says_top_and_bottom_face_and_never_upper_and_lower_face() {
    let style = MessageStyle::new(Spelling::COMMAND_LINE, Language::Chinese);
    for error in errors() {
        let message = error.message(style);
        assert!(!message.contains("上面") && !message.contains("下面"), "{message}");
    }
}

#[test]
fn advice_names_only_options_that_the_edge_has() {
    let error = reading("UUUU????????????????????");
    assert!(!error.to_string().contains("each"), "reading alone does not take `each`: {error}");
    let advised = RequestError::Cancelled.with_advice(Advice::ReadAsMoves);
    let with = |spelling: Spelling| advised.message(MessageStyle::english(spelling));
    assert!(with(Spelling::PYTHON).ends_with("format=\"moves\""), "{}", with(Spelling::PYTHON));
    let lacking = Spelling::JSON.without(&[OptionId::From]);
    assert_eq!(with(lacking), RequestError::Cancelled.to_string());
}

#[test]
fn notes_are_written_for_the_edge() {
    let note = Note::LinesOfMoves { lines: 3 };
    let message = |spelling, language| note.message(MessageStyle::new(spelling, language));
    assert_eq!(
        message(Spelling::COMMAND_LINE, Language::English),
        "read 3 lines as one sequence of moves; --from moves reads one per line"
    );
    assert_eq!(
        message(Spelling::COMMAND_LINE, Language::Chinese),
        "已将 3 行合并为一组转动步骤；若每行各是一组步骤，请使用 --from moves"
    );
}
