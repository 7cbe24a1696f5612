//! Some of all shortest solutions of a cube.

use super::table::Count;
use crate::cube::Cube3;
use crate::geometry::Symmetry;
use crate::moves::{Alg, FaceTurn};
use std::collections::HashSet;

/// One of all solutions that symmetries of the cube make of one another, where it has any; the first of each.
///
/// Where a symmetry makes the inverse of a cube, it makes solutions of solutions read backwards.
pub fn essential(cube: &Cube3, solutions: &[Alg]) -> Vec<Alg> {
    let back = cube.inverse();
    let keeping: Vec<Symmetry> =
        Symmetry::ALL.into_iter().filter(|&symmetry| cube.conjugated_by(symmetry) == *cube).collect();
    let inverting: Vec<Symmetry> =
        Symmetry::ALL.into_iter().filter(|&symmetry| back.conjugated_by(symmetry) == *cube).collect();
    let mut seen = HashSet::new();
    let is_new = |solution: &&Alg| {
        let Some(turns) = face_turns(solution) else { return true };
        if seen.contains(&turns) {
            return false;
        }
        let backwards: Vec<FaceTurn> = turns.iter().rev().map(|turn| turn.inverse()).collect();
        let conjugated = |turns: &[FaceTurn], symmetry: Symmetry| {
            in_order(turns.iter().map(|turn| turn.conjugated_by(symmetry)).collect())
        };
        seen.extend(keeping.iter().map(|&symmetry| conjugated(&turns, symmetry)));
        seen.extend(inverting.iter().map(|&symmetry| conjugated(&backwards, symmetry)));
        true
    };
    solutions.iter().filter(is_new).cloned().collect()
}

/// Those with the fewest quarter turns.
pub fn with_fewest_quarter_turns(solutions: &[Alg]) -> Vec<Alg> {
    let length = |solution: &Alg| face_turns(solution).map(|turns| Count::QuarterTurns.length(&turns));
    let least = solutions.iter().filter_map(length).min();
    solutions.iter().filter(|solution| length(solution) == least).cloned().collect()
}

fn face_turns(alg: &Alg) -> Option<Vec<FaceTurn>> {
    alg.iter().map(|one| FaceTurn::try_from(one).ok()).collect()
}

/// Of two opposite faces, turned in either order, the first in U R F D L B first.
fn in_order(mut turns: Vec<FaceTurn>) -> Vec<FaceTurn> {
    for at in 1..turns.len() {
        let (before, turn) = (turns[at - 1], turns[at]);
        if before.face() == turn.face().opposite() && !turn.may_follow(before) {
            turns.swap(at - 1, at);
        }
    }
    turns
}
