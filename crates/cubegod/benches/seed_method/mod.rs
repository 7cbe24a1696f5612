//! The method of seeds 000 and 001, reimplemented as the baseline: distances of the permutation alone (8! entries) and of
//! the twists alone (3⁷ entries) as lower bounds for iterative deepening over all 18 turns.

use cubegod::{Cube2, FaceTurn};
use std::collections::VecDeque;

/// The number of permutations of the eight corners.
const PERMUTATIONS: usize = 40_320; // 8!
/// The number of twists of the eight corners.
const TWISTS: usize = 3usize.pow(7); // the others determine the eighth twist

/// Solves in the exact orientation by iterative deepening.
pub(crate) struct SeedSolver {
    permutation_moves: Vec<[u16; 18]>,
    twist_moves: Vec<[u16; 18]>,
    permutation_distances: Vec<u8>,
    twist_distances: Vec<u8>,
}

fn permutation_of(cube: &Cube2) -> usize {
    let pieces = cube.corners().codes().map(|code| code & 7);
    (0..8).fold(0, |rank, i| {
        rank * (8 - i) + pieces[i + 1..].iter().filter(|&&later| later < pieces[i]).count()
    })
}

fn twist_of(cube: &Cube2) -> usize {
    cube.corners().codes()[..7].iter().fold(0, |twist, code| twist * 3 + (code >> 3) as usize)
}

impl SeedSolver {
    /// Builds both tables.
    pub(crate) fn new() -> SeedSolver {
        let (permutation_moves, permutation_distances) = explore(PERMUTATIONS, permutation_of);
        let (twist_moves, twist_distances) = explore(TWISTS, twist_of);
        SeedSolver { permutation_moves, twist_moves, permutation_distances, twist_distances }
    }

    /// Returns a shortest solution in the exact orientation.
    pub(crate) fn solve(&self, cube: &Cube2) -> Vec<FaceTurn> {
        let (permutation, twist) = (permutation_of(cube), twist_of(cube));
        let mut path = Vec::new();
        let mut bound = self.bound(permutation, twist);
        while !self.search(permutation, twist, bound, &mut path) {
            bound += 1;
        }
        path
    }

    fn bound(&self, permutation: usize, twist: usize) -> u8 {
        self.permutation_distances[permutation].max(self.twist_distances[twist])
    }

    fn search(&self, permutation: usize, twist: usize, remaining: u8, path: &mut Vec<FaceTurn>) -> bool {
        if self.bound(permutation, twist) > remaining {
            return false;
        }
        if remaining == 0 {
            return true;
        }
        for turn in FaceTurn::ALL {
            if path.last().is_some_and(|last| last.face() == turn.face()) {
                continue;
            }
            path.push(turn);
            let next_permutation = self.permutation_moves[permutation][turn.index()] as usize;
            let next_twist = self.twist_moves[twist][turn.index()] as usize;
            if self.search(next_permutation, next_twist, remaining - 1, path) {
                return true;
            }
            path.pop();
        }
        false
    }
}

/// Returns the move table and distances of a coordinate, breadth first from the solved cube.
fn explore(size: usize, coordinate: fn(&Cube2) -> usize) -> (Vec<[u16; 18]>, Vec<u8>) {
    let mut moves = vec![[0; 18]; size];
    let mut distances = vec![u8::MAX; size];
    let mut queue = VecDeque::from([Cube2::SOLVED]);
    distances[coordinate(&Cube2::SOLVED)] = 0;
    while let Some(cube) = queue.pop_front() {
        let here = coordinate(&cube);
        for turn in FaceTurn::ALL {
            let turned = cube.apply_turn(turn);
            let there = coordinate(&turned);
            moves[here][turn.index()] = there as u16;
            if distances[there] == u8::MAX {
                distances[there] = distances[here] + 1;
                queue.push_back(turned);
            }
        }
    }
    (moves, distances)
}
