//! The resident engine: solutions and errors.
#![allow(clippy::unwrap_used, reason = "a panic fails the test")]

mod common;

use common::{ENGINE, replies, replies_of, shown};
use cubegod::formats::Format;
use cubegod::scramble::generator;
use cubegod::solve::optimal::{OptimalTable, TableSpec};
use cubegod::{Alg, Cube2, Cube3, Face, ReadOptions, Size};
use cubegod_net::engine::{Engine, EngineOptions, StreamSummary, serve_stream};
use cubegod_service::{OptimalTables, RequestError, Solvers, solve};
use proptest::prelude::*;
use std::io::{self, Write};
use std::sync::Arc;

const SOLVED: &str = "BEGIN\nU U U U U\nD D D D D\nF F F F F\nB B B B B\nL L L L L\nEND\n";

fn solves(solution: &str, cube: &Cube2) -> bool {
    cube.apply(&solution.parse::<Alg>().unwrap()).unwrap() == Cube2::SOLVED
}

#[test]
fn a_thousand_blocks_of_five_faces_are_solved_to_the_exact_orientation() {
    let mut random = generator(1);
    let mut input = String::new();
    let cubes: Vec<Cube2> = (0..1000).map(|_| Cube2::random(&mut random)).collect();
    for (number, cube) in cubes.iter().enumerate() {
        input += &shown(&cube.stickers(), &[Face::ALL[number % 6]], Format::Engine);
        input += "\n";
    }
    let replies = replies(&input);
    assert_eq!(replies.len(), cubes.len());
    for (reply, cube) in replies.iter().zip(&cubes) {
        assert!(solves(reply, cube), "{reply}");
        assert!(reply.split(' ').count() <= 11, "{reply}");
    }
}

/// An engine with small tables and these options of solving.
fn engine_with(solve: solve::Options) -> Arc<Engine> {
    let options = EngineOptions { solve, ..EngineOptions::default() };
    Arc::new(Engine::with_small_tables().with_options(options))
}

fn any_orientation() -> Arc<Engine> {
    engine_with(solve::Options::default())
}

#[test]
fn any_orientation_is_accepted_with_the_option() {
    let engine = any_orientation();
    let held = Cube2::SOLVED.apply(&"x y".parse().unwrap()).unwrap();
    let block = shown(&held.stickers(), &[Face::D], Format::Engine);
    assert_eq!(replies_of(&engine, block.as_bytes()), [""]);
    assert!(solves(&replies(&block)[0], &held));
    assert_ne!(replies(&block), [""]);
}

#[test]
fn a_solved_cube_is_an_empty_line() {
    assert_eq!(replies(SOLVED), [""]);
}

/// A block with other letters than `URFDLB` for its stickers; the first letter of a line names the face and stays.
fn written_with(block: &str, letters: &str) -> String {
    let letter = |c| "URFDLB".find(c).map_or(c, |i| letters.chars().nth(i).unwrap());
    let line = |line: &str| match line.split_once(' ') {
        Some((face, stickers)) => format!("{face} {}\n", stickers.chars().map(letter).collect::<String>()),
        None => format!("{line}\n"),
    };
    block.lines().map(line).collect()
}

#[test]
fn a_2x2_in_custom_letters_is_an_error_unless_any_orientation_is_accepted() {
    let relaxed = any_orientation();
    let expected =
        "ERROR unreadable: these characters do not show which way is up; write U R F D L B or W R G Y O B";
    let mut random = generator(2);
    let cubes = std::iter::repeat_with(|| Cube2::random(&mut random)).take(20);
    // In the last cube the corner at DBL is solved, so its solution would be right; the engine cannot know that.
    for cube in cubes.chain([Cube2::SOLVED.apply(&"R U2 F'".parse().unwrap()).unwrap()]) {
        for hidden in [&[][..], &[Face::U], &[Face::B]] {
            let block = shown(&cube.stickers(), hidden, Format::Engine);
            // Five face letters and one other; digits; without hidden faces, the colours of another scheme.
            let other_scheme = hidden.is_empty().then_some("WRGBOY");
            for letters in ["QRFDLB", "123456"].into_iter().chain(other_scheme) {
                let text = written_with(&block, letters);
                assert_eq!(replies(&text), [expected]);
                let answer = &replies_of(&relaxed, text.as_bytes())[0];
                assert!(cube.apply(&answer.parse().unwrap()).unwrap().is_solved(), "{text}{answer}");
            }
        }
    }
    // Centres fix the orientation of a 3x3.
    let block = written_with(&shown(&Cube3::SOLVED.stickers(), &[], Format::Engine), "123456");
    assert_eq!(replies(&block), [""]);
}

#[test]
fn other_letters_line_ends_and_spaces_of_a_block_are_read() {
    let cube = Cube2::SOLVED.apply(&"R U2 F'".parse().unwrap()).unwrap();
    let block = shown(&cube.stickers(), &[Face::B], Format::Engine);
    let written_with = |letters| written_with(&block, letters);
    for text in [
        block.replace('\n', "\r\n"),
        block.replace('\n', "\n\n  \n"),
        format!("\u{feff}{block}"),
        block.replace(' ', "   "),
        block.replace("\nD", "\n  D"),
        written_with("urfdlb"),
        written_with("WRGYOB"),
        written_with("⬜🟥🟩🟨🟧🟦"),
    ] {
        assert_eq!(replies(&text), ["F U2 R'"], "{text}");
    }
}

#[test]
fn a_cube_on_a_line_is_answered_in_every_layout_of_one_line() {
    let cube = Cube2::SOLVED.apply(&"R U2 F' L".parse().unwrap()).unwrap();
    // Moves and pattern names do not describe every cube.
    let is_general = |format: &Format| !matches!(format, Format::Moves | Format::Pattern);
    for format in Format::ALL.into_iter().filter(|format| format.is_single_line()).filter(is_general) {
        let alphabet = match format {
            Format::Digits => cubegod::alphabet::Alphabet::COLORS,
            _ => cubegod::alphabet::Alphabet::FACES,
        };
        let text = format.write(&alphabet.write(&cube.stickers().map(|&color| Some(color)))).unwrap();
        assert_eq!(replies(&text), ["L' F U2 R'"], "{format}: {text}");
    }
    let reading = ReadOptions::new().size(Size::TWO);
    let engine = Engine::with_small_tables().with_options(EngineOptions { reading, ..Default::default() });
    assert_eq!(replies_of(&Arc::new(engine), b"R U2 F' L\n"), ["L' F U2 R'"]);
    assert_eq!(replies("pocket checkerboard"), ["U2 R2 U2 F2"]);
}

#[test]
fn a_3x3_is_solved_by_the_service_with_its_options() {
    let cube =
        shown(&Cube3::SOLVED.apply(&"R U".parse().unwrap()).unwrap().stickers(), &[], Format::Facelets);
    assert_eq!(replies(&cube), ["U' R'"]);
    let options = solve::Options { max_length: Some(1), nodes: Some(1000), ..Default::default() };
    assert_eq!(
        replies_of(&engine_with(options), cube.as_bytes()),
        ["ERROR unsolvable: there is no solution of at most 1 move; the best is U' R'"]
    );
    let layers = solve::Options { method: solve::Method::Layers, ..Default::default() };
    let engine = engine_with(layers);
    let solution: Alg = replies_of(&engine, cube.as_bytes())[0].parse().unwrap();
    assert!(Cube3::SOLVED.apply(&"R U".parse().unwrap()).unwrap().apply(&solution).unwrap().is_solved());
    let pocket = replies_of(&engine, SOLVED.as_bytes());
    assert!(
        pocket[0].starts_with("ERROR unsupported: `method` \"layers\" works for 3x3x3 cubes only"),
        "{pocket:?}"
    );
}

/// Tables for proofs that panic.
struct Panicking;

impl OptimalTables for Panicking {
    fn get(&self, _: TableSpec) -> Result<Arc<OptimalTable>, RequestError> {
        panic!("a test")
    }
}

#[test]
fn a_panic_fails_one_request() {
    let solvers = Solvers::with_small_tables().with_optimal_tables(Arc::new(Panicking));
    let solve = solve::Options { method: solve::Method::Optimal, ..Default::default() };
    let options = EngineOptions { solve, ..EngineOptions::default() };
    let engine = Arc::new(Engine::new(Box::leak(Box::new(solvers)), options));
    let bug = "ERROR internal: the engine has a bug; please report the request";
    assert_eq!(replies_of(&engine, format!("{SOLVED}superflip\n{SOLVED}").as_bytes()), ["", bug, ""]);
}

#[test]
fn the_error_of_a_block_is_one_line() {
    for (block, expected) in [
        (
            "BEGIN\nX U U U U\nEND",
            "ERROR unreadable: `X` in line 2 is not a face; expected one of U R F D L B",
        ),
        (
            "BEGIN\nU U U U U\n\nU U U U U\nEND",
            "ERROR unreadable: face U occurs twice, in line 2 and in line 4; expected each face once",
        ),
        (
            "BEGIN\nU U U U\nEND",
            "ERROR unreadable: face U in line 2 has 3 stickers; expected 4 on a 2x2, 9 on a 3x3, N² on others",
        ),
        (
            "BEGIN\nEND",
            "ERROR unreadable: `END` in line 2 follows `BEGIN` without a face; expected lines such as `U a b c d`",
        ),
        (
            "BEGIN\nU U U U R\nD D D D D\nF F F F F\nB B B B B\nL L L L L\nEND",
            "ERROR illegal-cube: not a legal cube: the corner D-F-R occurs 2 times: at URF, DFR; the corner U-R-F is missing",
        ),
        (
            "BEGIN\nU U U U U\nD D D D D\nF F F F F\nEND",
            "ERROR ambiguous: 4 legal cubes fit: give more stickers; look at sticker R2: R leaves 2, B leaves 2",
        ),
        (
            "BEGIN\nU A U U U\nD D D D D\nF X F F F\nB B B B B\nL L L L L\nEND",
            "ERROR unreadable: 7 different characters (`A` `B` `D` `F` `L` `U` `X`); a cube has six colours. The rarest is `A`, first at sticker U1",
        ),
        (
            "BEGIN\nU U \u{0} U U\nEND",
            "ERROR unreadable: face U in line 2 carries `\\u{0}`; expected printable characters, or `?` for unknown stickers",
        ),
        (
            "BEGIN\nU U U U U U U U U U U U U U U U U\nEND",
            "ERROR wrong-size: a 4x4x4 cube can be turned and shown, but only 2x2 and 3x3 cubes are checked, completed and solved",
        ),
    ] {
        // The next block is not affected.
        assert_eq!(replies(&format!("{block}\n{SOLVED}")), [expected, ""]);
    }
}

#[test]
fn a_block_without_end_is_an_error_when_the_next_one_begins_or_the_input_ends() {
    let open = "BEGIN\nU U U U U\n";
    let next = "ERROR unfinished: the block has no `END` before the next `BEGIN`, after 2 lines";
    let end = "ERROR unfinished: the block has no `END` before the end of input, after 2 lines";
    assert_eq!(replies(&format!("{open}{SOLVED}{open}")), [next, "", end]);
    assert_eq!(replies("BEGIN"), [end.replace("2 lines", "1 line")]);
}

#[test]
fn lines_between_blocks_are_skipped_when_blank_and_answered_when_not() {
    let text = format!("\n  \r\n\t\u{b}\u{a0}\n{SOLVED}hello\n\nEND\n{SOLVED}");
    assert_eq!(
        replies(&text),
        [
            "",
            "ERROR unreadable: 5 stickers found; the smallest cube, a 2x2, has 24. Expected stickers, moves such as \
             `R U F'`, or the name of a pattern",
            "ERROR unreadable: `END` without a block; expected `BEGIN` and faces before it",
            ""
        ]
    );
}

#[test]
fn invalid_utf8_is_an_error_with_its_line() {
    let mut input = b"R U \xff\nBEGIN\nU U U U U\nD \xff\nEND\n".to_vec();
    input.extend_from_slice(SOLVED.as_bytes());
    assert_eq!(
        replies_of(&ENGINE, &input),
        [
            "ERROR unreadable: the line is not UTF-8; expected text",
            "ERROR unreadable: line 3 of the block is not UTF-8; expected text",
            ""
        ]
    );
}

#[test]
fn lines_and_blocks_beyond_the_limit_are_errors_and_are_skipped() {
    let long = "x".repeat(70_000);
    let many = "U U U U U\n".repeat(7000);
    let block = "ERROR too-long: the block has more than 65536 bytes, from line";
    let expected = "on; expected six lines such as `U a b c d`";
    assert_eq!(
        replies(&format!("{long}\n{SOLVED}BEGIN\n{long}\nEND\nBEGIN\n{many}END\n{SOLVED}{long}")),
        [
            "ERROR too-long: the line has more than 65536 bytes; expected one cube".to_owned(),
            String::new(),
            format!("{block} 2 {expected}"),
            format!("{block} 6555 {expected}"),
            String::new(),
            "ERROR too-long: the line has more than 65536 bytes; expected one cube".to_owned(),
        ]
    );
}

#[test]
fn two_layouts_that_both_give_a_cube_are_ambiguous() {
    let open = "U".repeat(9) + &"?".repeat(44) + "R";
    let replies = replies(&open);
    assert!(
        replies[0].starts_with("ERROR ambiguous: read as facelets, but net-string fits too"),
        "{replies:?}"
    );
}

/// Counts the requests in an input without the engine: the number of expected replies.
fn requests(input: &[u8]) -> usize {
    let mut lines: Vec<&[u8]> = input.split(|&byte| byte == b'\n').collect();
    lines.pop_if(|line| line.is_empty());
    let (mut count, mut in_block) = (0, false);
    for line in lines {
        let text = String::from_utf8_lossy(line);
        match text.trim().trim_start_matches('\u{feff}') {
            "BEGIN" => {
                count += usize::from(in_block);
                in_block = true;
            }
            "END" if in_block => {
                count += 1;
                in_block = false;
            }
            "" => {}
            _ if in_block => {}
            _ => count += 1,
        }
    }
    count + usize::from(in_block)
}

fn any_input() -> impl Strategy<Value = Vec<u8>> {
    let line = prop_oneof![
        Just(b"BEGIN".to_vec()),
        Just(b"END".to_vec()),
        Just(b"".to_vec()),
        "[URFDLB]( [URFDLB?]){4}".prop_map(String::into_bytes),
        "[URFDLB]( [URFDLB?]){9}".prop_map(String::into_bytes),
        "[URFDLB]{24}|[URFDLB2' ]{0,30}|[0-5]{24}".prop_map(String::into_bytes),
        prop::collection::vec(any::<u8>(), 0..40),
    ];
    prop::collection::vec(line, 0..30).prop_map(|lines| lines.join(&b'\n'))
}

proptest! {
    #[test]
    fn every_request_gets_exactly_one_line_for_arbitrary_bytes(input in any_input()) {
        // A byte order mark is skipped in the first line alone.
        prop_assume!(!input.windows(3).any(|bytes| bytes == "\u{feff}".as_bytes()));
        let replies = replies_of(&ENGINE, &input);
        prop_assert_eq!(replies.len(), requests(&input), "{:?}", replies);
        prop_assert!(replies.iter().all(|line| !line.contains(char::is_control)));
    }
}

#[test]
fn standard_input_and_output_are_served_to_the_end_of_input() {
    let mut output = Vec::new();
    let summary = serve_stream(&ENGINE, format!("{SOLVED}hello\nBEGIN").as_bytes(), &mut output).unwrap();
    assert_eq!(summary, StreamSummary { requests: 3, errors: 2 });
    let text = String::from_utf8(output).unwrap();
    assert!(text.starts_with("\nERROR unreadable: ") && text.lines().count() == 3, "{text}");
}

/// A pipe whose reader is closed.
struct Closed;

impl Write for Closed {
    fn write(&mut self, _: &[u8]) -> io::Result<usize> {
        Err(io::ErrorKind::BrokenPipe.into())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[test]
fn a_closed_pipe_is_a_success() {
    // An endless input: the test hangs if it is read to its end.
    serve_stream(&ENGINE, io::Read::chain(SOLVED.as_bytes(), io::repeat(b'\n')), Closed).unwrap();
}
