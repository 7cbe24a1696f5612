//! What a person does at a time: one known algorithm, with turns of the top layer before and after it, held in some way.

pub(super) use crate::methods::turns::{inverse, known, merged, merged_with_notes, renamed};
use cubegod::cube::Cube3;
use cubegod::geometry::{Axis, Face, Symmetry};
use cubegod::moves::{FaceTurn, Turns};

/// One algorithm, made from one side.
#[derive(Clone, Debug)]
pub(super) struct Part {
    /// How many times the whole cube is turned like U first, seen from how it is held at the beginning.
    pub(super) side: u8,
    /// The top layer is turned this far first.
    pub(super) adjust: Option<Turns>,
    /// As made from that side.
    pub(super) algorithm: Vec<FaceTurn>,
    /// The top layer is turned this far afterwards.
    pub(super) finish: Option<Turns>,
}

impl Part {
    pub(super) fn new(side: u8, adjust: u8, algorithm: &[FaceTurn]) -> Part {
        Part { side, adjust: quarters(adjust), algorithm: algorithm.to_vec(), finish: None }
    }

    pub(super) fn finished(self, finish: u8) -> Part {
        Part { finish: quarters(finish), ..self }
    }

    /// All turns as made from its side, as few as they come to.
    pub(super) fn turns(&self) -> Vec<FaceTurn> {
        let top = |turns: Option<Turns>| turns.map(|turns| FaceTurn::new(Face::U, turns));
        let all = top(self.adjust).into_iter().chain(self.algorithm.iter().copied()).chain(top(self.finish));
        merged(all)
    }

    /// The same turns, seen from how the cube is held at the beginning.
    pub(super) fn turns_from_the_front(&self) -> Vec<FaceTurn> {
        renamed(&self.turns(), Symmetry::rotation(Axis::Y, self.side).inverse())
    }
}

/// One choice of what to do next: one part or several.
#[derive(Clone, Debug)]
pub(super) struct Action {
    pub(super) parts: Vec<Part>,
    /// What all of it makes of a solved cube.
    pub(super) effect: Cube3,
    pub(super) length: u8,
    pub(super) first: FaceTurn,
    pub(super) last: FaceTurn,
}

impl Action {
    /// None if nothing is turned in the end.
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
