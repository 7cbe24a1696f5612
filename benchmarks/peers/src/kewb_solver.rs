//! The crate kewb.

use crate::clock::timed;
use crate::contestant::{Attempt, Contestant, facelets, read_moves};
use cubegod::Cube3;
use kewb::{CubieCube, DataTable, FaceCube, Solver};
use std::time::Duration;

/// What it takes for the length unless told otherwise: by its documentation the best trade.
const USUAL_LENGTH: usize = 22;

pub(crate) struct Kewb {
    tables: DataTable,
}

impl Kewb {
    pub(crate) fn build() -> Kewb {
        Kewb { tables: DataTable::default() }
    }

    fn solve(&self, cube: &Cube3, moves: usize, budget: Option<Duration>) -> anyhow::Result<Attempt> {
        let state = CubieCube::try_from(&FaceCube::try_from(facelets(cube).as_str())?)?;
        // Its solutions are shorter than the length it is given, never as long.
        let length = u8::try_from(moves + 1)?;
        // A solver that has found something must not be used again without being cleared: a new one is as cheap.
        let mut solver = Solver::new(&self.tables, length, budget.map(|budget| budget.as_secs_f32()));
        let (answer, cpu) = timed(|| solver.solve(state));
        let solution = answer.map(|answer| read_moves(&answer.to_string())).transpose()?;
        Ok(Attempt { solution, cpu })
    }
}

impl Contestant for Kewb {
    fn solve_within(&self, cube: &Cube3, moves: usize) -> anyhow::Result<Attempt> {
        self.solve(cube, moves, None)
    }

    /// By its own clock, which is the one on the wall. It goes on after its first solution, but with that one's moves still
    /// on its stack: nothing shorter can come of it, and if it comes to an end before the time does, it returns nothing.
    fn best_in(&self, cube: &Cube3, budget: Duration) -> anyhow::Result<Attempt> {
        self.solve(cube, USUAL_LENGTH, Some(budget))
    }
}
