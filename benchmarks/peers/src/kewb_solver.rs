//! The crate kewb.

use crate::clock::timed;
use crate::contestant::{Attempt, Contestant, facelets, read_moves};
use cubegod::Cube3;
use kewb::{CubieCube, DataTable, FaceCube, Solver};
use std::time::Duration;

/// Its default length, which its documentation recommends.
const DEFAULT_LENGTH: usize = 22;

pub(crate) struct Kewb {
    tables: DataTable,
}

impl Kewb {
    pub(crate) fn build() -> Kewb {
        Kewb { tables: DataTable::default() }
    }

    fn solve(&self, cube: &Cube3, moves: usize, budget: Option<Duration>) -> anyhow::Result<Attempt> {
        let state = CubieCube::try_from(&FaceCube::try_from(facelets(cube).as_str())?)?;
        // Its limit is exclusive.
        let length = u8::try_from(moves + 1)?;
        // A solver must be cleared before it is used again; a new one is as cheap.
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

    /// Uses its own limit, which is wall time. After its first solution the search continues with the moves of that solution
    /// still on its stack: it finds nothing shorter, and returns nothing if it finishes before the time is up.
    fn best_in(&self, cube: &Cube3, budget: Duration) -> anyhow::Result<Attempt> {
        self.solve(cube, DEFAULT_LENGTH, Some(budget))
    }
}
