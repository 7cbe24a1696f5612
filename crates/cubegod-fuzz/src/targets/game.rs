//! The output of a challenge server, which a player reads: blocks of faces, prompts, verdicts and escape sequences.

use crate::requests::SOLVERS;
use crate::{MAX_BYTES, assert_text, block_on};
use cubegod_net::challenge::{PlayOptions, play_over};
use cubegod_net::engine::{Engine, EngineOptions};
use std::sync::LazyLock;

static ENGINE: LazyLock<Engine> = LazyLock::new(|| Engine::new(&SOLVERS, EngineOptions::default()));

pub(crate) fn run(data: &[u8]) {
    if data.len() > MAX_BYTES {
        return;
    }
    let options = PlayOptions { transcript_limit: 2 * MAX_BYTES, rounds: 20, ..PlayOptions::default() };
    let mut rounds = 0;
    let mut on_round = |round: &cubegod_net::challenge::RoundPlayed| {
        rounds += 1;
        assert!(round.moves <= 14);
    };
    let result = block_on(play_over(data, tokio::io::sink(), &ENGINE, &options, &mut on_round));
    match result {
        Ok(won) => assert!(won.rounds <= rounds && !won.transcript.contains('\u{1b}')),
        Err(error) => {
            assert!(error.rounds <= rounds && !error.transcript.contains('\u{1b}'));
            assert_text(&error.to_string());
        }
    }
}
