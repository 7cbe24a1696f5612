//! The judge of saved games: the rounds do not depend on the chunks of the transcript.
//!
//! The first byte is the chunk size.

use crate::{MAX_BYTES, assert_short_line};
use cubegod_net::challenge::{JudgeError, JudgeOptions, JudgedRound, judge};
use std::io::BufReader;

pub(crate) fn run(data: &[u8]) {
    let Some((&chunk_size, transcript)) = data.split_first() else { return };
    if transcript.len() > MAX_BYTES {
        return;
    }
    let whole = judged(transcript, MAX_BYTES);
    for round in &whole {
        let line_count = transcript.iter().filter(|&&byte| byte == b'\n').count() + 1;
        assert!((1..=line_count).contains(&round.line), "{round}");
        assert_short_line(&round.to_string());
    }
    assert_eq!(judged(transcript, usize::from(chunk_size).max(1)), whole);
}

/// Returns all rounds of a transcript that arrives in chunks of this size.
fn judged(transcript: &[u8], chunk_size: usize) -> Vec<JudgedRound> {
    let mut rounds = Vec::new();
    let input = BufReader::with_capacity(chunk_size, transcript);
    match judge(input, &JudgeOptions::default(), &mut |round| rounds.push(round.clone())) {
        Ok(summary) => {
            assert_eq!(summary.rounds, rounds.len());
            assert_eq!(summary.right, rounds.iter().filter(|round| round.verdict.is_right()).count());
        }
        Err(JudgeError::NoRound { .. }) => assert!(rounds.is_empty()),
        Err(error @ JudgeError::Read { .. }) => panic!("bytes in memory can always be read: {error}"),
    }
    rounds
}
