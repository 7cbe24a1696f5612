//! A solution of the pocket cube, short enough to be kept without allocation.

use crate::moves::{Alg, FaceTurn, Turns};
use std::fmt;
use std::ops::Deref;

/// More than any shortest solution has: 11 turns with all faces, 14 in quarter turns, and a few more where only some faces
/// may be turned.
const CAPACITY: usize = 31;

/// A sequence of face turns.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub struct PocketSolution {
    turns: [FaceTurn; CAPACITY],
    length: u8,
}

impl PocketSolution {
    /// No turns.
    pub const EMPTY: PocketSolution = PocketSolution { turns: [FaceTurn::ALL[0]; CAPACITY], length: 0 };

    /// This many turns.
    #[inline]
    pub(super) fn from_fn(length: u8, mut turn: impl FnMut(usize) -> FaceTurn) -> PocketSolution {
        let mut solution = PocketSolution { length, ..PocketSolution::EMPTY };
        for (step, place) in solution.turns.iter_mut().enumerate().take(length as usize) {
            *place = turn(step);
        }
        solution
    }

    /// Adds a turn at the end.
    #[inline]
    pub(super) fn push(&mut self, turn: FaceTurn) {
        self.turns[self.length as usize] = turn;
        self.length += 1;
    }

    /// Writes two equal quarter turns as the half turn they are: a table of quarter turns knows no others.
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

    /// Takes the last turn off.
    pub(super) fn pop(&mut self) {
        self.length -= 1;
    }

    /// The turns as a sequence that can do more.
    pub fn to_alg(&self) -> Alg {
        self.iter().copied().collect()
    }

    /// Adds its text to a line: turns in WCA notation with single spaces between.
    pub fn write_text(&self, line: &mut Vec<u8>) {
        // Two letters and a space at most; written at once, the last space taken off again.
        for turn in self.iter() {
            let (text, length) = TEXTS[turn.index()];
            line.extend_from_slice(&text[..length]);
        }
        if !self.is_empty() {
            line.pop();
        }
    }
}

/// Each turn with a space after it, and how long that is.
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
