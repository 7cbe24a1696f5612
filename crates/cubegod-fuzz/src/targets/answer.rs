//! Answers of players of the challenge: the first byte is the limit of moves.

use crate::{assert_short_line, text};
use cubegod_net::fuzzing::read_answer;

pub(crate) fn run(data: &[u8]) {
    let Some((&limit, rest)) = data.split_first() else { return };
    let Some(text) = text(rest) else { return };
    match read_answer(text, limit.into()) {
        Ok(turns) => {
            assert!(turns.len() <= limit.into());
            let written: Vec<String> = turns.iter().map(ToString::to_string).collect();
            assert!(text.split_whitespace().eq(written));
        }
        Err(error) => assert_short_line(&error.to_string()),
    }
}
