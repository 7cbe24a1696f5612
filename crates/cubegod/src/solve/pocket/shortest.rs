//! Shortest solutions, however the cube is held at the end.

use super::coordinates::Pattern;
use super::solution::Solution;
use super::table::PocketTable;
use crate::cube::Cube2;

impl PocketTable {
    /// The fewest turns to a cube with every face of one colour.
    #[inline]
    pub fn distance(&self, cube: &Cube2) -> u8 {
        self.distance_of(self.holds.split(cube).0)
    }

    /// A shortest solution to a cube with every face of one colour.
    #[inline]
    pub fn solve(&self, cube: &Cube2) -> Solution {
        let (mut pattern, hold) = self.holds.split(cube);
        let mut solution = Solution::EMPTY;
        while let Some(turn) = self.closer(pattern) {
            solution.push(hold.near(turn));
            pattern = self.moves.turned(pattern, turn);
        }
        debug_assert_eq!(pattern, Pattern::SOLVED);
        solution
    }
}
