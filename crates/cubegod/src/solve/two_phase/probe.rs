//! A bounded search for the very shortest solution: cubes a few turns from solved get no detour.

use super::cosets::Coset;
use super::looks::axis_rotations;
use super::search::{Guide, Start};
use super::symmetry::renamed_turn;
use crate::cube::Cube3;
use crate::moves::FaceTurn;

/// Deeper than this a two-phase solution is looked for instead.
const DEEPEST: u8 = 8;

/// Gives up after this many nodes: less than two milliseconds.
const MOST_NODES: u32 = 5_000;

struct Probe<'a, T> {
    tables: &'a T,
    /// Each turn as it looks along each axis.
    renamed: [[u8; 18]; 3],
    path: Vec<FaceTurn>,
    nodes: u32,
}

/// A shortest solution, if the cube is at most a few turns from solved; `starts` is the cube along each axis.
pub(super) fn probe(tables: &impl Guide, cube: &Cube3, starts: [Start; 3]) -> Option<Vec<FaceTurn>> {
    let distances = starts.map(|start| start.distance);
    let least = distances.into_iter().max().unwrap_or(0);
    if least > DEEPEST {
        return None;
    }
    let renamed = axis_rotations().map(|rotation| FaceTurn::ALL.map(|turn| renamed_turn(turn, rotation)));
    let mut probe = Probe { tables, renamed, path: Vec::new(), nodes: 0 };
    let here = starts.map(|start| start.coset);
    (least..=DEEPEST).find(|&depth| probe.search(cube, here, distances, depth)).map(|_| probe.path)
}

impl<T: Guide> Probe<'_, T> {
    /// Whether there is a solution of exactly this many more turns; it is then in `path`.
    fn search(&mut self, cube: &Cube3, here: [Coset; 3], distances: [u8; 3], remaining: u8) -> bool {
        if remaining == 0 {
            return cube.is_solved();
        }
        self.nodes += 1;
        if self.nodes > MOST_NODES {
            return false;
        }
        for turn in FaceTurn::ALL {
            if self.path.last().is_some_and(|&last| !turn.may_follow(last)) {
                continue;
            }
            let names: [usize; 3] = std::array::from_fn(|axis| {
                let named = self.renamed[axis][turn.index()] as usize;
                self.tables.cosets().group.turn[here[axis].symmetry as usize][named] as usize
            });
            let there: [Coset; 3] =
                std::array::from_fn(|axis| self.tables.cosets().turned(here[axis], names[axis]));
            let next: [u8; 3] =
                std::array::from_fn(|axis| self.tables.distance_beside(distances[axis], there[axis]));
            if next.iter().any(|&bound| bound >= remaining) {
                continue;
            }
            self.path.push(turn);
            if self.search(&cube.turned(turn), there, next, remaining - 1) {
                return true;
            }
            self.path.pop();
        }
        false
    }
}
