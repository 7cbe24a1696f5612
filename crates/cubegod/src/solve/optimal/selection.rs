//! Selections from all optimal solutions of a cube.

use crate::cube::Cube3;
use crate::geometry::Symmetry;
use crate::moves::{Alg, FaceTurn, Metric};
use std::collections::HashSet;

/// Returns one solution per symmetry class: the first of those that the symmetries of the cube map to one another.
///
/// A symmetry that maps the inverse of the cube to the cube maps solutions read backwards to solutions.
///
/// # Examples
///
/// ```
/// use cubegod::solve::optimal::essential;
/// use cubegod::{Alg, Cube3};
///
/// // The checkerboard looks the same along every axis.
/// let solutions: [Alg; 2] = ["U2 D2 R2 L2 F2 B2".parse()?, "F2 B2 U2 D2 R2 L2".parse()?];
/// let cube = Cube3::SOLVED.apply(&solutions[0])?;
/// assert_eq!(essential(&cube, &solutions), solutions[..1]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn essential(cube: &Cube3, solutions: &[Alg]) -> Vec<Alg> {
    let inverse = cube.inverse();
    let keeping: Vec<Symmetry> =
        Symmetry::ALL.into_iter().filter(|&symmetry| cube.conjugated_by(symmetry) == *cube).collect();
    let inverting: Vec<Symmetry> =
        Symmetry::ALL.into_iter().filter(|&symmetry| inverse.conjugated_by(symmetry) == *cube).collect();
    let mut seen = HashSet::new();
    let is_new = |solution: &&Alg| {
        let Some(turns) = face_turns(solution) else { return true };
        if seen.contains(&turns) {
            return false;
        }
        let backwards: Vec<FaceTurn> = turns.iter().rev().map(|turn| turn.inverse()).collect();
        let conjugated = |turns: &[FaceTurn], symmetry: Symmetry| {
            with_sorted_opposite_faces(turns.iter().map(|turn| turn.conjugated_by(symmetry)).collect())
        };
        seen.extend(keeping.iter().map(|&symmetry| conjugated(&turns, symmetry)));
        seen.extend(inverting.iter().map(|&symmetry| conjugated(&backwards, symmetry)));
        true
    };
    solutions.iter().filter(is_new).cloned().collect()
}

/// Returns the solutions with the fewest quarter turns.
///
/// # Examples
///
/// ```
/// use cubegod::Alg;
/// use cubegod::solve::optimal::with_fewest_quarter_turns;
///
/// let solutions: [Alg; 2] = ["R U2 F".parse()?, "R U F".parse()?];
/// assert_eq!(with_fewest_quarter_turns(&solutions), solutions[1..]);
/// # Ok::<(), cubegod::AlgError>(())
/// ```
pub fn with_fewest_quarter_turns(solutions: &[Alg]) -> Vec<Alg> {
    let length = |solution: &Alg| face_turns(solution).map(|turns| Metric::Qtm.length(&turns));
    let fewest = solutions.iter().filter_map(length).min();
    solutions.iter().filter(|solution| length(solution) == fewest).cloned().collect()
}

fn face_turns(alg: &Alg) -> Option<Vec<FaceTurn>> {
    alg.iter().map(|one| FaceTurn::try_from(one).ok()).collect()
}

/// Sorts adjacent turns of opposite faces, which commute, in the order U R F D L B.
fn with_sorted_opposite_faces(mut turns: Vec<FaceTurn>) -> Vec<FaceTurn> {
    for at in 1..turns.len() {
        let (before, turn) = (turns[at - 1], turns[at]);
        if before.face() == turn.face().opposite() && !turn.may_follow(before) {
            turns.swap(at - 1, at);
        }
    }
    turns
}
