//! Solutions that fall short of the request.

use super::Unfinished;

/// The part of a request that a solution does not meet.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub enum Shortfall {
    /// It is longer than requested.
    Length(LengthNotReached),
    /// Its proof was stopped.
    Unfinished(Unfinished),
}

/// A requested length that the solution exceeds.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub struct LengthNotReached {
    /// The requested number of moves.
    pub most: usize,
    /// Whether no solution is that short; otherwise none was found in time.
    pub is_proven: bool,
}

impl LengthNotReached {
    /// Returns the requested length if a solution of so many moves exceeds it.
    pub fn check(most: Option<usize>, moves: usize, is_shortest: bool) -> Option<LengthNotReached> {
        let most = most.filter(|&most| moves > most)?;
        Some(LengthNotReached { most, is_proven: is_shortest })
    }
}
