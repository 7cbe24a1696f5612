//! Operations on sequences of face turns.

use cubegod::geometry::Symmetry;
use cubegod::moves::{Alg, FaceTurn, Turns};

/// Parses an algorithm of the source code.
pub(crate) fn known(text: &str) -> Vec<FaceTurn> {
    let alg: Alg = text.parse().expect("an algorithm of the source");
    alg.iter().map(|one| FaceTurn::try_from(one).expect("face turns alone")).collect()
}

pub(crate) fn inverse(turns: &[FaceTurn]) -> Vec<FaceTurn> {
    turns.iter().rev().map(|turn| turn.inverse()).collect()
}

/// Applies a symmetry to turns.
pub(crate) fn renamed(turns: &[FaceTurn], symmetry: Symmetry) -> Vec<FaceTurn> {
    turns.iter().map(|turn| turn.conjugated_by(symmetry)).collect()
}

/// Merges adjacent turns of the same face, also across turns of the opposite face.
pub(crate) fn merged(turns: impl IntoIterator<Item = FaceTurn>) -> Vec<FaceTurn> {
    let merged = merged_with_notes(turns.into_iter().map(|turn| (turn, ())));
    merged.into_iter().map(|(turn, ())| turn).collect()
}

/// Merges turns with notes; a merged turn keeps the first note.
pub(crate) fn merged_with_notes<T>(turns: impl IntoIterator<Item = (FaceTurn, T)>) -> Vec<(FaceTurn, T)> {
    let mut merged: Vec<(FaceTurn, T)> = Vec::new();
    for (turn, note) in turns {
        let face = turn.face();
        let at = match merged.as_slice() {
            [.., (last, _)] if last.face() == face => merged.len() - 1,
            [.., (same, _), (last, _)] if last.face() == face.opposite() && same.face() == face => {
                merged.len() - 2
            }
            _ => {
                merged.push((turn, note));
                continue;
            }
        };
        let quarters = merged[at].0.turns().quarters() + turn.turns().quarters();
        match Turns::from_quarters(quarters.into()) {
            Some(turns) => merged[at].0 = FaceTurn::new(face, turns),
            None => {
                merged.remove(at);
            }
        }
    }
    merged
}
