//! A bounded search for the very shortest solution: cubes a few turns from solved get no detour.

use super::search::{Lookup, Phase1, Start};
use super::solver::axis_rotations;
use crate::cube::Cube3;
use crate::geometry::Symmetry;
use crate::moves::{FaceTurn, Move};

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
pub(super) fn probe(tables: &impl Lookup, cube: &Cube3, starts: [Start; 3]) -> Option<Vec<FaceTurn>> {
    let distances = starts.map(|start| start.distance);
    let least = distances.into_iter().max().unwrap_or(0);
    if least > DEEPEST {
        return None;
    }
    let renamed = axis_rotations().map(|rotation| FaceTurn::ALL.map(|turn| renamed(turn, rotation)));
    let mut probe = Probe { tables, renamed, path: Vec::new(), nodes: 0 };
    let here = starts.map(|start| start.phase1);
    (least..=DEEPEST).find(|&depth| probe.search(cube, here, distances, depth)).map(|_| probe.path)
}

fn renamed(turn: FaceTurn, rotation: Symmetry) -> u8 {
    match FaceTurn::try_from(Move::from(turn).under(rotation)) {
        Ok(turn) => turn.index() as u8,
        Err(_) => unreachable!("a rotation renames a face turn into a face turn"),
    }
}

impl<T: Lookup> Probe<'_, T> {
    /// Whether there is a solution of exactly this many more turns; it is then in `path`.
    fn search(&mut self, cube: &Cube3, here: [Phase1; 3], distances: [u8; 3], remaining: u8) -> bool {
        if remaining == 0 {
            return cube.is_solved();
        }
        self.nodes += 1;
        if self.nodes > MOST_NODES {
            return false;
        }
        let mut bounds = [[0; 18]; 3];
        const ALL: [u8; 18] = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17];
        for ((here, distance), bounds) in here.iter().zip(distances).zip(&mut bounds) {
            self.tables.neighbours(*here, distance, &ALL, bounds);
        }
        for turn in FaceTurn::ALL {
            if self.path.last().is_some_and(|&last| !turn.may_follow(last)) {
                continue;
            }
            let names: [usize; 3] = std::array::from_fn(|axis| self.renamed[axis][turn.index()] as usize);
            let next = std::array::from_fn(|axis| bounds[axis][names[axis]]);
            if next.iter().any(|&bound| bound >= remaining) {
                continue;
            }
            let there = std::array::from_fn(|axis| here[axis].turned(self.tables.moves(), names[axis]));
            self.path.push(turn);
            if self.search(&cube.turned(turn), there, next, remaining - 1) {
                return true;
            }
            self.path.pop();
        }
        false
    }
}
