//! Actions: one algorithm between turns of the top layer, executed from one side.

pub(super) use crate::methods::turns::{inverse, known, merged, renamed};
use cubegod::cube::Cube3;
use cubegod::geometry::{Axis, Face, Symmetry};
use cubegod::moves::{FaceTurn, Turns};

/// An algorithm, executed from one side.
#[derive(Clone, Debug)]
pub(super) struct Part {
    /// The quarter rotations of the whole cube like U from the first orientation.
    pub(super) side: u8,
    /// The turn of the top layer before it.
    pub(super) adjust: Option<Turns>,
    /// The algorithm as seen from that side.
    pub(super) algorithm: Vec<FaceTurn>,
    /// The turn of the top layer after it.
    pub(super) finish: Option<Turns>,
}

impl Part {
    pub(super) fn new(side: u8, adjust: u8, algorithm: &[FaceTurn]) -> Part {
        Part { side, adjust: quarters(adjust), algorithm: algorithm.to_vec(), finish: None }
    }

    pub(super) fn finished(self, finish: u8) -> Part {
        Part { finish: quarters(finish), ..self }
    }

    /// Returns all turns as seen from its side, merged.
    pub(super) fn turns(&self) -> Vec<FaceTurn> {
        let top = |turns: Option<Turns>| turns.map(|turns| FaceTurn::new(Face::U, turns));
        let all = top(self.adjust).into_iter().chain(self.algorithm.iter().copied()).chain(top(self.finish));
        merged(all)
    }

    /// Returns all turns as seen from the first orientation.
    pub(super) fn turns_from_the_front(&self) -> Vec<FaceTurn> {
        renamed(&self.turns(), Symmetry::rotation(Axis::Y, self.side).inverse())
    }
}

/// One candidate for the next step, of one part or several.
#[derive(Clone, Debug)]
pub(super) struct Action {
    pub(super) parts: Vec<Part>,
    /// The effect on a solved cube.
    pub(super) effect: Cube3,
    pub(super) length: u8,
    pub(super) first: FaceTurn,
    pub(super) last: FaceTurn,
}

impl Action {
    /// Creates an action; none if all turns cancel.
    pub(super) fn new(parts: Vec<Part>) -> Option<Action> {
        let turns = merged(parts.iter().flat_map(Part::turns_from_the_front));
        let effect = turns.iter().fold(Cube3::SOLVED, |cube, &turn| cube.apply_turn(turn));
        let (&first, &last) = (turns.first()?, turns.last()?);
        Some(Action { parts, effect, length: turns.len() as u8, first, last })
    }
}

fn quarters(count: u8) -> Option<Turns> {
    Turns::from_quarters(count.into())
}
