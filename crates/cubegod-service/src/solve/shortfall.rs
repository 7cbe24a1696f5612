//! Solutions that fall short of the request.

use super::Unfinished;
use crate::option::OptionId;

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
    pub max: usize,
    /// The option that ended the search; nothing if it is proven that no solution is that short.
    pub ended_by: Option<OptionId>,
}

impl LengthNotReached {
    /// Returns the requested length if a solution of so many moves exceeds it.
    pub fn check(max: Option<usize>, moves: usize, ended_by: Option<OptionId>) -> Option<LengthNotReached> {
        let max = max.filter(|&max| moves > max)?;
        Some(LengthNotReached { max, ended_by })
    }
}
