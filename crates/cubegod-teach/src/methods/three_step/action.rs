//! Actions: sequences of turns with their effects.

use super::algorithm::AlgorithmVariant;
use cubegod::cube::Corners;
use cubegod::moves::{FaceTurn, Turns};

/// A sequence of turns.
#[derive(Clone, Debug)]
pub(super) struct Action {
    pub(super) turns: Vec<FaceTurn>,
    /// The effect on a solved cube.
    pub(super) effect: Corners,
    pub(super) extent: Extent,
    /// The turn of the top layer before the algorithm.
    pub(super) adjust: Option<Turns>,
    /// The algorithm, if the turns contain one.
    pub(super) variant: Option<AlgorithmVariant>,
    /// The turn of the top layer after the algorithm.
    pub(super) finish: Option<Turns>,
}

impl Action {
    pub(super) fn new(turns: Vec<FaceTurn>) -> Action {
        let effect = turns.iter().fold(Corners::SOLVED, |corners, &turn| corners.apply_turn(turn));
        let extent = Extent::of(&turns);
        Action { turns, effect, extent, adjust: None, variant: None, finish: None }
    }
}

/// The length of a sequence and its end turns, for merging with others.
#[derive(Copy, Clone, Debug, Default)]
pub(super) struct Extent {
    pub(super) length: u8,
    /// Its first and its last turn.
    ends: Option<(FaceTurn, FaceTurn)>,
}

impl Extent {
    pub(super) const NOTHING: Extent = Extent { length: 0, ends: None };

    fn of(turns: &[FaceTurn]) -> Extent {
        let ends = turns.first().copied().zip(turns.last().copied());
        Extent { length: turns.len() as u8, ends }
    }

    /// Appends a sequence, merging turns of the same face at the joint; what becomes adjacent after that is not
    /// merged.
    #[inline]
    pub(super) fn then(self, next: Extent) -> Extent {
        let (Some((first, last)), Some((next_first, next_last))) = (self.ends, next.ends) else {
            return if self.ends.is_none() { next } else { self };
        };
        let saved = match next_first {
            turn if turn == last.inverse() => 2,
            turn if turn.face() == last.face() => 1,
            _ => 0,
        };
        Extent { length: self.length + next.length - saved, ends: Some((first, next_last)) }
    }
}
