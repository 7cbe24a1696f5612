//! The judge of saved games: every round is told once, however the transcript comes in.
//!
//! The first byte says how many bytes come at once.
#![no_main]

use cubegod_fuzz::{MOST_BYTES, is_one_short_line};
use cubegod_net::challenge::{JudgeError, JudgeOptions, JudgedRound, judge};
use libfuzzer_sys::fuzz_target;
use std::io::BufReader;

fuzz_target!(|data: &[u8]| {
    let Some((&piece, transcript)) = data.split_first() else { return };
    if transcript.len() > MOST_BYTES {
        return;
    }
    let whole = judged(transcript, MOST_BYTES);
    for round in &whole {
        let line_count = transcript.iter().filter(|&&byte| byte == b'\n').count() + 1;
        assert!((1..=line_count).contains(&round.line), "{round}");
        is_one_short_line(&round.to_string());
    }
    assert_eq!(judged(transcript, usize::from(piece).max(1)), whole);
});

/// All rounds of a transcript that comes so many bytes at once.
fn judged(transcript: &[u8], piece: usize) -> Vec<JudgedRound> {
    let mut rounds = Vec::new();
    let input = BufReader::with_capacity(piece, transcript);
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
