//! A solution of the 2x2, stored without allocation.

use crate::moves::{Alg, FaceTurn, Turns};
use std::fmt;
use std::ops::Deref;

/// More turns than any optimal solution has: 11 with all faces, 14 in quarter turns, and a few more with restricted faces.
const CAPACITY: usize = 31;

/// A solution of the 2x2: a sequence of face turns.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub struct PocketSolution {
    turns: [FaceTurn; CAPACITY],
    length: u8,
}

impl PocketSolution {
    /// The empty solution.
    pub const EMPTY: PocketSolution = PocketSolution { turns: [FaceTurn::ALL[0]; CAPACITY], length: 0 };

    /// Creates a solution of this length from its turns by index.
    #[inline]
    pub(super) fn from_fn(length: u8, mut turn: impl FnMut(usize) -> FaceTurn) -> PocketSolution {
        let mut solution = PocketSolution { length, ..PocketSolution::EMPTY };
        for (step, place) in solution.turns.iter_mut().enumerate().take(length as usize) {
            *place = turn(step);
        }
        solution
    }

    /// Appends a turn.
    #[inline]
    pub(super) fn push(&mut self, turn: FaceTurn) {
        self.turns[self.length as usize] = turn;
        self.length += 1;
    }

    /// Merges two equal quarter turns into a half turn; a quarter-turn table has no half turns.
    pub(super) fn merge_quarter_turns(&mut self) {
        let mut merged = PocketSolution::EMPTY;
        for &turn in self.iter() {
            match merged.last() {
                Some(&last) if last == turn => {
                    merged.pop();
                    merged.push(FaceTurn::new(turn.face(), Turns::Half));
                }
                _ => merged.push(turn),
            }
        }
        *self = merged;
    }

    /// Removes the last turn.
    pub(super) fn pop(&mut self) {
        self.length -= 1;
    }

    /// Returns the turns as an [`Alg`].
    pub fn to_alg(&self) -> Alg {
        self.iter().copied().collect()
    }

    /// Appends the text to a line, in WCA notation with single spaces.
    pub fn write_text(&self, line: &mut Vec<u8>) {
        // Every turn is written with a space; the last space is removed again.
        for turn in self.iter() {
            let (text, length) = TEXTS[turn.index()];
            line.extend_from_slice(&text[..length]);
        }
        if !self.is_empty() {
            line.pop();
        }
    }
}

/// The text of each turn with a space after it, and its length.
static TEXTS: [([u8; 3], usize); 18] = {
    let mut texts = [([b' '; 3], 2); 18];
    let mut i = 0;
    while i < 18 {
        let turn = FaceTurn::ALL[i];
        texts[i].0[0] = turn.face().letter() as u8;
        match turn.turns().quarters() {
            1 => {}
            2 => texts[i] = ([turn.face().letter() as u8, b'2', b' '], 3),
            _ => texts[i] = ([turn.face().letter() as u8, b'\'', b' '], 3),
        }
        i += 1;
    }
    texts
};

impl Deref for PocketSolution {
    type Target = [FaceTurn];

    fn deref(&self) -> &[FaceTurn] {
        &self.turns[..self.length as usize]
    }
}

impl fmt::Display for PocketSolution {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.to_alg().fmt(f)
    }
}
