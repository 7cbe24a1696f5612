//! The judge, on recorded games and on damaged transcripts of them.
#![allow(clippy::unwrap_used, reason = "a panic fails the test")]

mod common;

use common::ENGINE;
use cubegod_net::challenge::{
    BadAnswer, JudgeError, JudgeOptions, JudgedRound, Log, PlayOptions, ServeOptions, Summary, Verdict,
    judge, play_over, serve_player,
};
use cubegod_net::{CancellationToken, block_on};
use std::io::{self, BufReader, Read};
use std::sync::{Arc, LazyLock};
use std::time::Duration;

/// Plays our player against our server and returns the transcript.
fn recorded(options: ServeOptions) -> String {
    block_on(async move {
        let (server, client) = tokio::io::duplex(4096);
        let (reader, writer) = tokio::io::split(server);
        let log: Log = Arc::new(|_| {});
        let game = tokio::spawn(async move {
            serve_player(reader, writer, &options, &log, &CancellationToken::new()).await.unwrap();
        });
        let (reader, writer) = tokio::io::split(client);
        let result = play_over(reader, writer, &ENGINE, &PlayOptions::default(), &mut |_| {}).await;
        game.await.unwrap();
        result.map_or_else(|error| error.transcript, |won| won.transcript)
    })
    .unwrap()
}

fn long_limits(rounds: usize) -> ServeOptions {
    ServeOptions { rounds, time_limit: Duration::from_secs(60), seed: Some(3), ..Default::default() }
}

/// A game of five rounds that was won.
static GAME: LazyLock<String> = LazyLock::new(|| recorded(long_limits(5)));

fn judged(transcript: &str) -> (Vec<JudgedRound>, Result<Summary, JudgeError>) {
    let mut rounds = Vec::new();
    let summary =
        judge(transcript.as_bytes(), &JudgeOptions::default(), &mut |round| rounds.push(round.clone()));
    (rounds, summary)
}

/// Returns the transcript with the answer of one round changed.
fn with_answer(round: usize, answer: impl Fn(&str) -> String) -> String {
    let mut number = 0;
    let line = |line: &str| {
        let Some(old) = line.strip_prefix("» ") else { return format!("{line}\n") };
        number += 1;
        if number == round { format!("» {}\n", answer(old)) } else { format!("{line}\n") }
    };
    GAME.lines().map(line).collect()
}

fn verdict_of(transcript: &str, round: usize) -> Verdict {
    let (rounds, summary) = judged(transcript);
    assert_eq!(summary.unwrap(), Summary { rounds: 5, right: 4 });
    assert!(rounds.iter().all(|judged| judged.verdict.is_right() == (judged.round != round)), "{rounds:?}");
    rounds[round - 1].verdict.clone()
}

#[test]
fn every_round_of_a_game_that_was_won_is_right() {
    let (rounds, summary) = judged(&GAME);
    assert_eq!(summary.unwrap(), Summary { rounds: 5, right: 5 });
    for (index, judged) in rounds.iter().enumerate() {
        assert_eq!(judged.round, index + 1);
        let line = GAME.lines().nth(judged.line - 1).unwrap();
        let moves = line.strip_prefix("» ").unwrap().split(' ').count();
        assert_eq!(judged.verdict, Verdict::Right { moves });
        assert_eq!(
            judged.to_string(),
            format!("round {}, line {}: right, {moves} moves", index + 1, judged.line)
        );
    }
}

#[test]
fn answers_are_read_with_and_without_marks_and_after_the_prompt() {
    for game in [
        GAME.replace("» ", ""),
        GAME.replace("» ", "> "),
        GAME.replace('\n', "\r\n"),
        GAME.replace("Enter your solution:\n» ", "Enter your solution: "),
        GAME.replace("Enter your solution:\n» ", "Enter your solution > "),
        GAME.replace("=== Round", "--- Round"),
        GAME.replace("Face", "\u{1b}[1mFace\u{1b}[0m").replace("Enter", "\u{1b}[32mEnter"),
    ] {
        assert_eq!(judged(&game).1.unwrap(), Summary { rounds: 5, right: 5 }, "{game}");
    }
}

#[test]
fn wrong_answers_get_a_verdict_with_the_reason() {
    let without_the_first = with_answer(3, |old| old.split_once(' ').unwrap().1.to_owned());
    assert_eq!(verdict_of(&without_the_first, 3), Verdict::Unsolved { of: 1 });
    assert_eq!(verdict_of(&with_answer(2, |_| String::new()), 2), Verdict::Unsolved { of: 1 });
    let longer = with_answer(1, |old| format!("{old} R R' R R' R R' R R' R R'"));
    assert!(matches!(verdict_of(&longer, 1), Verdict::Bad(BadAnswer::TooManyMoves { limit: 11, .. })));
    let invalid = with_answer(5, |_| "R U Q F".into());
    assert_eq!(
        verdict_of(&invalid, 5),
        Verdict::Bad(BadAnswer::InvalidMove { found: "Q".into(), column: 5 })
    );
    let missing = with_answer(4, |_| "GONE".into()).replace("» GONE\n", "");
    assert_eq!(verdict_of(&missing, 4), Verdict::Unanswered);
}

#[test]
fn another_limit_of_moves_may_be_set() {
    let longer = with_answer(1, |old| format!("{old} R R' R R' R R' R R' R R'"));
    let options = JudgeOptions { move_limit: Some(25) };
    assert_eq!(judge(longer.as_bytes(), &options, &mut |_| {}).unwrap().right, 5);
}

#[test]
fn damaged_faces_are_reported_with_their_line() {
    // The second line of the first face of the second round.
    let start = GAME.find("=== Round 2").unwrap();
    let (before, after) = GAME.split_at(start);
    let line = before.lines().count() + 3;
    let broken = format!("{before}{}", after.replacen("+-----+", "+-- --+", 1));
    assert_eq!(
        verdict_of(&broken, 2).to_string(),
        format!(
            "not judged: the faces cannot be read, counted from line {line}: line 2 reads `+-- --+`; expected the upper border `+-----+` of face {}",
            &after.lines().nth(2).unwrap()["Face ".len()..][..1]
        )
    );
    // One sticker misread makes an impossible cube.
    let sticker = after.find("| ").unwrap() + 2;
    let other = if after[sticker..].starts_with('U') { "D" } else { "U" };
    let misread = format!("{before}{}{other}{}", &after[..sticker], &after[sticker + 1..]);
    let verdict = verdict_of(&misread, 2).to_string();
    assert!(
        verdict.starts_with(&format!("not judged: the faces from line {line} on: not a legal cube: ")),
        "{verdict}"
    );
}

#[test]
fn with_more_hidden_faces_an_answer_may_be_right_for_some_of_the_cubes() {
    let game = recorded(ServeOptions { hidden_faces: 3, ..long_limits(100) });
    let (rounds, _) = judged(&game);
    // The game ended with the first wrong guess; every answer is right for at least one cube.
    let last = &rounds.last().unwrap().verdict;
    assert!(matches!(last, Verdict::Unclear { right: 1.., of: 2.. }), "{last}");
    assert!(last.to_string().starts_with("unclear: right for "));
}

#[test]
fn a_truncated_transcript_and_one_without_rounds_give_different_results() {
    let end = GAME.rfind("» ").unwrap();
    let (rounds, summary) = judged(&GAME[..end]);
    assert_eq!(summary.unwrap(), Summary { rounds: 5, right: 4 });
    assert_eq!(rounds[4].verdict, Verdict::Unanswered);
    for (text, lines) in [("", 0), ("hello\nEnter your solution:\nR U\n", 3)] {
        let error = judged(text).1.unwrap_err();
        let expected = "expected face blocks and then a line with `Enter your solution`";
        assert_eq!(error.to_string(), format!("no round in {lines} lines; {expected}"));
    }
}

#[test]
fn a_transcript_of_any_length_is_read_as_a_stream() {
    // A gibibyte without a line end, then a game.
    let flood = io::repeat(b'x').take(1 << 30).chain(&b"\n"[..]);
    let summary = judge(BufReader::new(flood.chain(GAME.as_bytes())), &JudgeOptions::default(), &mut |_| {});
    assert_eq!(summary.unwrap(), Summary { rounds: 5, right: 5 });
}
