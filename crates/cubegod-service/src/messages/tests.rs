//! Every kind of error in both languages.

use super::{flaw_text, piece_change_text};
use crate::option::{MessageStyle, OptionId, Spelling};
use crate::solve::{LengthNotReached, Method, Shortfall, Unfinished};
use crate::{Advice, Certificate, ErrorKind, InputError, InputSource, Note, ReadCube, RequestError};
use cubegod::cube::{Corner, Flaw};
use cubegod::data::{Expression, OrientationError};
use cubegod::formats::Format;
use cubegod::formats::records::RecordError;
use cubegod::moves::{FaceSet, rotate};
use cubegod::solve::SolveError;
use cubegod::view::PieceChange;
use cubegod::{Alg, Color, Metric, ReadOptions, Size, Stickers, reading};
use cubegod_contest::judge::{DataSetError, DataSetErrorKind};
use cubegod_teach::Language;
use std::fmt::Write;
use std::io;

fn unreadable(text: &str) -> RequestError {
    match ReadCube::read(text, &ReadOptions::default()).and_then(|cube| cube.only()) {
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
        RequestError::OutOfRange { option: OptionId::MaxLength, found: 0, min: 1, max: None },
        RequestError::OutOfRange { option: OptionId::List, found: 7, min: 0, max: Some(5) },
        RequestError::BadTarget(Box::new(unreadable("hello"))),
        RequestError::BadTarget(Box::new(unreadable("RUUUURRRFFFFDDDDLLLLBBBB"))),
        RequestError::AmbiguousTarget { count: 4 },
        RequestError::FixedLetters { format: Format::Reid },
        RequestError::NoScramble { size: Size::MAX },
        RequestError::NoSeed,
        RequestError::ScrambleFaces { faces: faces("UD") },
        Expression::new("(").unwrap_err().into(),
        RequestError::NoSuchFace { name: 'X', names: ['U', 'R', 'F', 'D', 'L', 'B'] },
        RequestError::TooManyCompletions { count: 5_000, max: 1_000 },
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
        RequestError::NotAColor { value: 9, index: 7 },
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
        unreadable("hello"),
        unreadable(""),
        unreadable("UUUURRRRFFFFDDDDLLLLBB"),
        unreadable(&solved.replace("DDDD", "DDXY")),
        unreadable(&"U".repeat(96)),
        unreadable("UUUU????????????????????"),
        unreadable("FUUUURRRFFRFDDDDLLLLBBBB"),
        moves("R Q"),
        moves("R U?"),
        moves("左顺4"),
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
    for limit in [OptionId::Budget, OptionId::Nodes] {
        let nothing = RequestError::from(SolveError::NothingFound { faces: faces("UR") });
        errors.push(nothing.with_advice(Advice::More(limit)));
    }
    let shortfalls = [
        Shortfall::Length(LengthNotReached { max: 3, ended_by: None }),
        Shortfall::Length(LengthNotReached { max: 3, ended_by: Some(OptionId::Budget) }),
        Shortfall::Length(LengthNotReached { max: 3, ended_by: Some(OptionId::Nodes) }),
        Shortfall::Unfinished(Unfinished { known: 18, at_least: 16 }),
    ];
    errors.extend(shortfalls.map(|shortfall| RequestError::NotReached { shortfall, solution: "R".into() }));
    errors.extend(input_errors().map(RequestError::from));
    errors
}

/// An error of input of every kind.
fn input_errors() -> impl Iterator<Item = InputError> {
    let file = |name: &str| InputSource::File(name.into());
    let unreadable = |source, kind: io::ErrorKind| InputError::unreadable(source, &kind.into());
    let errors = [
        unreadable(file("cubes.txt"), io::ErrorKind::NotFound),
        unreadable(file("cubes.txt"), io::ErrorKind::PermissionDenied),
        unreadable(file("cubes"), io::ErrorKind::IsADirectory),
        unreadable(file(""), io::ErrorKind::NotFound),
        unreadable(InputSource::StandardInput, io::ErrorKind::TimedOut),
        InputError::Utf16,
        InputError::Gbk,
        InputError::Binary,
        InputError::NotUtf8 { source: file("cubes.txt"), position: 7 },
        InputError::NotUtf8 { source: InputSource::StandardInput, position: 7 },
        InputError::TooLong { source: file("cubes.txt"), max: 1 << 20 },
        InputError::Record(RecordError::LongLine { line: 3 }),
        InputError::Record(RecordError::NotText { line: 3, place: 7, byte: 0xff }),
        InputError::Record(RecordError::LongBlock),
        InputError::NotTextLines { lines: 20 },
        InputError::NoMoves,
        InputError::StandardInputTwice,
        InputError::NoTerminal { setting: OptionId::Interactive.into() },
    ];
    errors.into_iter()
}

#[test]
fn the_error_of_a_line_has_its_number() {
    let error = RequestError::from(InputError::Record(RecordError::LongLine { line: 3 }));
    assert_eq!((error.kind(), error.line()), (ErrorKind::Unreadable, Some(3)));
    let error = RequestError::from(InputError::StandardInputTwice);
    assert_eq!((error.kind(), error.line()), (ErrorKind::Usage, None));
}

#[test]
fn only_edges_that_write_certificates_are_named_as_their_writers() {
    let error = Certificate::read(b"{}").unwrap_err();
    let message = |spelling| error.message(MessageStyle::english(spelling));
    let expected =
        "; expected `\"cubegod certificate\"`, as `solve` with --method optimal and --certificate writes it";
    assert!(message(Spelling::COMMAND_LINE).ends_with(expected), "{error}");
    assert!(message(Spelling::PYTHON).ends_with("; expected `\"cubegod certificate\"`"), "{error}");
}

#[test]
fn flaws_and_repairs_are_written_with_the_given_names_of_colours() {
    let flaw = Flaw::MissingCorner { colors: [Color::Yellow, Color::Blue, Color::Red] };
    let text = |name: &dyn Fn(Color) -> String, language| flaw_text(&flaw, Size::TWO, name, language);
    let english = |color: Color| color.name().to_owned();
    assert_eq!(text(&english, Language::English), "the corner yellow-blue-red is missing");
    let chinese = |color: Color| Language::Chinese.color_name(color).to_owned();
    assert_eq!(text(&chinese, Language::Chinese), "缺少角块“黄蓝红”");
    assert_eq!(text(&english, Language::Chinese), "缺少角块“yellow-blue-red”");
    let change = PieceChange::TwistClockwise(Corner::URF);
    assert_eq!(piece_change_text(&change, Language::Chinese), "把 URF 处的角块顺时针扭转");
    assert_eq!(piece_change_text(&change, Language::English), change.to_string());
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
    let error = unreadable("UUUU????????????????????");
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
    assert_eq!(message(Spelling::COMMAND_LINE, Language::English), "read 3 lines as one sequence of moves");
    assert_eq!(message(Spelling::COMMAND_LINE, Language::Chinese), "已将 3 行合并为一组转动步骤");
    let moves = Note::Reading(reading::Note::MaybeMoves { taken: Format::NetString });
    let message = |language| moves.message(MessageStyle::new(Spelling::COMMAND_LINE, language));
    assert_eq!(
        message(Language::English),
        "read as net-string, but these could also be moves; --from moves chooses"
    );
    assert_eq!(message(Language::Chinese), "按 net-string 读取，但也可能是转动步骤；可用 --from moves 指定");
    let (taken, others) = (Format::Facelets, vec![Format::NetString]);
    let layouts = reading::Note::OtherLayouts { taken, others, legal: true };
    let note = reading::Note::OneOfSeveral { taken: 3, positions: 3, other: Some(Box::new(layouts)) };
    let message =
        |spelling, language| Note::Reading(note.clone()).message(MessageStyle::new(spelling, language));
    let english = "this text has 3 positions; the last one was read; read as facelets, but net-string fits too (each of these is a \
                   legal cube)";
    let advice = "; --from facelets or --from net-string chooses";
    assert_eq!(message(Spelling::COMMAND_LINE, Language::English), format!("{english}{advice}"));
    assert_eq!(Note::Reading(note.clone()).statement(Language::English), english);
    assert_eq!(
        message(Spelling::COMMAND_LINE, Language::Chinese),
        "文本中有 3 个状态，已读取最后一个；已按 facelets 读取，但也可以读作 net-string（每种读法都是合法的魔方）；\
         可用 --from facelets 或 --from net-string 指定"
    );
}
