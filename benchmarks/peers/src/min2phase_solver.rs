//! The crate min2phase, which takes stickers and a length, returns moves, and cannot be stopped.

use crate::clock::timed;
use crate::contestant::{Attempt, Contestant, facelets, read_moves};
use anyhow::bail;
use cubegod::Cube3;
use std::time::Duration;

/// Its output when the search found no solution.
const NOTHING_FOUND: &str = "Error 8";

pub(crate) struct Min2phase;

impl Min2phase {
    /// Builds its tables, which are global, with a first call.
    pub(crate) fn build() -> Min2phase {
        min2phase::solve(&facelets(&Cube3::SOLVED), 21);
        Min2phase
    }
}

impl Contestant for Min2phase {
    fn solve_within(&self, cube: &Cube3, moves: usize) -> anyhow::Result<Attempt> {
        let facelets = facelets(cube);
        let most = u8::try_from(moves)?;
        let (answer, cpu) = timed(|| min2phase::solve(&facelets, most));
        let solution = match answer.as_str() {
            NOTHING_FOUND => None,
            error if error.starts_with("Error") => bail!("min2phase answers `{error}` to {facelets}"),
            moves => Some(read_moves(moves)?),
        };
        Ok(Attempt { solution, cpu })
    }

    fn best_in(&self, _: &Cube3, _: Duration) -> anyhow::Result<Attempt> {
        bail!("min2phase does not take a time budget")
    }
}
