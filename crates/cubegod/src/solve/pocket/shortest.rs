//! Shortest solutions, however the cube is held at the end.

use super::coordinates::{Hold, Pattern};
use super::solution::PocketSolution;
use super::table::PocketTable;
use crate::cube::Cube2;

/// How many cubes are solved side by side.
const LANES: usize = 16;

impl PocketTable {
    /// The fewest turns to a cube with every face of one colour.
    #[inline]
    pub fn distance(&self, cube: &Cube2) -> u8 {
        self.distance_of(self.holds.split(cube).0)
    }

    /// A shortest solution to a cube with every face of one colour.
    #[inline]
    pub fn solve(&self, cube: &Cube2) -> PocketSolution {
        let (mut pattern, hold) = self.holds.split(cube);
        let mut solution = PocketSolution::EMPTY;
        // The number of steps is known from the first look: the processor can go on to the next cube while the last
        // looks at this one are still under way.
        let (distance, mut turn) = self.closer(pattern);
        for _ in 0..distance {
            solution.push(hold.near(turn));
            pattern = self.moves.turned(pattern, turn);
            turn = self.closer(pattern).1;
        }
        if self.counts_quarter_turns() {
            solution.merge_quarter_turns();
        }
        debug_assert_eq!(pattern, Pattern::SOLVED);
        solution
    }

    /// Shortest solutions of many cubes, in order: several are walked through the table side by side, so that their
    /// reads of memory overlap.
    pub fn solve_many(&self, cubes: &[Cube2], solutions: &mut [PocketSolution]) {
        assert_eq!(cubes.len(), solutions.len(), "one solution for each cube");
        for (cubes, solutions) in cubes.chunks(LANES).zip(solutions.chunks_mut(LANES)) {
            self.solve_side_by_side(cubes, solutions);
        }
    }

    fn solve_side_by_side(&self, cubes: &[Cube2], solutions: &mut [PocketSolution]) {
        let mut lanes = [(Pattern::SOLVED, Hold::HOME); LANES];
        for (lane, cube) in lanes.iter_mut().zip(cubes) {
            *lane = self.holds.split(cube);
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
                *pattern = self.moves.turned(*pattern, closer);
            }
        }
        for (lane, solution) in solutions.iter_mut().enumerate() {
            let hold = lanes[lane].1;
            *solution =
                PocketSolution::from_fn(distances[lane], |step| hold.near(turns[step][lane] as usize));
            if self.counts_quarter_turns() {
                solution.merge_quarter_turns();
            }
        }
    }
}
