//! A solution of the pocket cube, short enough to be kept without allocation.

use crate::moves::{Alg, FaceTurn, Move};
use std::fmt;
use std::ops::Deref;

/// No solution here is longer: 11 half or quarter turns up to rotation, 14 quarter turns, 13 with U, D, L and R alone.
const CAPACITY: usize = 16;

/// A sequence of face turns.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub struct Solution {
    turns: [FaceTurn; CAPACITY],
    length: u8,
}

impl Solution {
    /// No turns.
    pub const EMPTY: Solution = Solution { turns: [FaceTurn::ALL[0]; CAPACITY], length: 0 };

    /// Adds a turn at the end.
    #[inline]
    pub(super) fn push(&mut self, turn: FaceTurn) {
        self.turns[self.length as usize] = turn;
        self.length += 1;
    }

    /// Takes the last turn off.
    pub(super) fn pop(&mut self) {
        self.length -= 1;
    }
}

impl Deref for Solution {
    type Target = [FaceTurn];

    fn deref(&self) -> &[FaceTurn] {
        &self.turns[..self.length as usize]
    }
}

impl From<&Solution> for Alg {
    fn from(solution: &Solution) -> Alg {
        Alg::new(solution.iter().map(|&turn| Move::from(turn)).collect())
    }
}
