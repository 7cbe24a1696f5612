//! cubegod's solver. Only this file of the benchmark uses its interface.

use crate::clock::{Countdown, timed};
use crate::contestant::{Attempt, Contestant};
use cubegod::Cube3;
use cubegod::solve::two_phase::{
    LargeTables, Progress, SmallTables, Tables, TwoPhaseOptions, TwoPhaseSolver,
};
use std::ops::ControlFlow;
use std::sync::Mutex;
use std::time::Duration;

pub(crate) struct Cubegod {
    tables: Tables<'static>,
}

impl Cubegod {
    pub(crate) fn small() -> Cubegod {
        Cubegod { tables: Tables::Small(SmallTables::build()) }
    }

    pub(crate) fn large() -> Cubegod {
        Cubegod { tables: Tables::Large(LargeTables::build(1, &|_| ())) }
    }
}

impl Contestant for Cubegod {
    fn solve_within(&self, cube: &Cube3, moves: usize) -> anyhow::Result<Attempt> {
        let solver = TwoPhaseSolver::new(&self.tables);
        let (solution, cpu) = timed(|| solver.solve_within(cube, moves));
        Ok(Attempt { solution, cpu })
    }

    fn best_in(&self, cube: &Cube3, budget: Duration) -> anyhow::Result<Attempt> {
        let solver = TwoPhaseSolver::new(&self.tables);
        let (outcome, cpu) = timed(|| {
            let countdown = Mutex::new(Countdown::new(budget));
            solver.solve(cube, &TwoPhaseOptions::default(), &|progress| {
                // The solver must not be stopped before its first solution.
                let is_solved = matches!(
                    progress,
                    Progress::Improved(_) | Progress::Searching { has_solution: true, .. }
                );
                let is_over = is_solved && countdown.lock().is_ok_and(|mut countdown| countdown.is_over());
                if is_over { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
            })
        });
        Ok(Attempt { solution: outcome.map(|outcome| outcome.solution), cpu })
    }
}
