//! What a person does at a time: one known algorithm, with turns of the top layer before and after it, held in some way.

use crate::cube::Cube3;
use crate::geometry::{Axis, Face, Symmetry};
use crate::moves::{Alg, FaceTurn, Move, Turns};

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
        let effect = turns.iter().fold(Cube3::SOLVED, |cube, &turn| cube.turned(turn));
        let (&first, &last) = (turns.first()?, turns.last()?);
        Some(Action { parts, effect, length: turns.len() as u8, first, last })
    }
}

fn quarters(count: u8) -> Option<Turns> {
    Turns::from_quarters(count.into())
}

/// The turns of an algorithm that is written in the source.
pub(super) fn known(text: &str) -> Vec<FaceTurn> {
    let alg: Alg = text.parse().expect("an algorithm of the source");
    alg.iter().map(|one| FaceTurn::try_from(one).expect("face turns alone")).collect()
}

pub(super) fn inverse(turns: &[FaceTurn]) -> Vec<FaceTurn> {
    turns.iter().rev().map(|turn| turn.inverse()).collect()
}

/// As a symmetry makes them look.
pub(super) fn renamed(turns: &[FaceTurn], symmetry: Symmetry) -> Vec<FaceTurn> {
    let rename = |&turn: &FaceTurn| {
        FaceTurn::try_from(Move::from(turn).under(symmetry)).expect("a face turn stays one")
    };
    turns.iter().map(rename).collect()
}

/// As few turns as come of it when turns of one face meet, also across the opposite face.
pub(super) fn merged(turns: impl IntoIterator<Item = FaceTurn>) -> Vec<FaceTurn> {
    let merged = merged_with_notes(turns.into_iter().map(|turn| (turn, ())));
    merged.into_iter().map(|(turn, ())| turn).collect()
}

/// The same for turns with notes; where turns meet, the note of the first one stays.
pub(super) fn merged_with_notes<T>(turns: impl IntoIterator<Item = (FaceTurn, T)>) -> Vec<(FaceTurn, T)> {
    let mut kept: Vec<(FaceTurn, T)> = Vec::new();
    for (turn, note) in turns {
        let face = turn.face();
        let at = match kept.as_slice() {
            [.., (last, _)] if last.face() == face => kept.len() - 1,
            [.., (same, _), (last, _)] if last.face() == face.opposite() && same.face() == face => {
                kept.len() - 2
            }
            _ => {
                kept.push((turn, note));
                continue;
            }
        };
        let quarters = kept[at].0.turns().quarters() + turn.turns().quarters();
        match Turns::from_quarters(quarters.into()) {
            Some(turns) => kept[at].0 = FaceTurn::new(face, turns),
            None => {
                kept.remove(at);
            }
        }
    }
    kept
}
