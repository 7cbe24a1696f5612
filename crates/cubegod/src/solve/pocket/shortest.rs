//! Optimal solutions in any orientation.

use super::coordinates::{Orientation, Pattern};
use super::solution::PocketSolution;
use super::table::PocketTable;
use crate::cube::Cube2;

/// The number of cubes solved at once.
const LANES: usize = 16;

impl PocketTable {
    /// Returns the distance to a cube with one colour on every face.
    #[inline]
    pub fn distance(&self, cube: &Cube2) -> u8 {
        self.distance_of(self.orientations.split(cube).0)
    }

    /// Returns an optimal solution to a cube with one colour on every face.
    #[inline]
    pub fn solve(&self, cube: &Cube2) -> PocketSolution {
        let (mut pattern, orientation) = self.orientations.split(cube);
        let mut solution = PocketSolution::EMPTY;
        // The number of steps is known from the first lookup, so the processor can start the next cube before the last lookups of
        // this one are complete.
        let (distance, mut turn) = self.closer(pattern);
        for _ in 0..distance {
            solution.push(orientation.direct_turn(turn));
            pattern = self.moves.apply(pattern, turn);
            turn = self.closer(pattern).1;
        }
        if self.counts_quarter_turns() {
            solution.merge_quarter_turns();
        }
        debug_assert_eq!(pattern, Pattern::SOLVED);
        solution
    }

    /// Solves many cubes, in order. The memory accesses of several cubes overlap.
    ///
    /// # Panics
    ///
    /// Panics if there are not as many solutions as cubes.
    pub fn solve_many(&self, cubes: &[Cube2], solutions: &mut [PocketSolution]) {
        assert_eq!(cubes.len(), solutions.len(), "one solution for each cube");
        for (cubes, solutions) in cubes.chunks(LANES).zip(solutions.chunks_mut(LANES)) {
            self.solve_lanes(cubes, solutions);
        }
    }

    fn solve_lanes(&self, cubes: &[Cube2], solutions: &mut [PocketSolution]) {
        let mut lanes = [(Pattern::SOLVED, Orientation::HOME); LANES];
        for (lane, cube) in lanes.iter_mut().zip(cubes) {
            *lane = self.orientations.split(cube);
        }
        let mut turns = [[0u8; LANES]; 16];
        let mut distances = [0; LANES];
        for (distance, (pattern, _)) in distances.iter_mut().zip(&lanes) {
            *distance = self.distance_of(*pattern);
        }
        let longest = distances.iter().copied().max().unwrap_or(0);
        for step in turns.iter_mut().take(longest as usize) {
            for (turn, (pattern, _)) in step.iter_mut().zip(&mut lanes) {
                let closer = self.closer(*pattern).1;
                *turn = closer as u8;
                *pattern = self.moves.apply(*pattern, closer);
            }
        }
        for (lane, solution) in solutions.iter_mut().enumerate() {
            let orientation = lanes[lane].1;
            *solution = PocketSolution::from_fn(distances[lane], |step| {
                orientation.direct_turn(turns[step][lane] as usize)
            });
            if self.counts_quarter_turns() {
                solution.merge_quarter_turns();
            }
        }
    }
}
