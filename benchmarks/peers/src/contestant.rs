//! The interface of a benchmarked solver, and the list of solvers.

use crate::cubegod_solver::Cubegod;
use crate::kewb_solver::Kewb;
use crate::min2phase_solver::Min2phase;
use anyhow::Context;
use cubegod::{Alg, Cube3};
use serde::{Deserialize, Serialize};
use std::fmt;
use std::time::Duration;

/// The result for one cube.
pub(crate) struct Attempt {
    /// The solution; `None` if the solver found none.
    pub(crate) solution: Option<Alg>,
    /// The CPU time of the solver itself, without converting the cube and the solution.
    pub(crate) cpu: Duration,
}

/// A solver with its tables.
pub(crate) trait Contestant {
    /// Returns the first solution of at most this many moves.
    fn solve_within(&self, cube: &Cube3, moves: usize) -> anyhow::Result<Attempt>;

    /// Returns the best solution within a time budget. Only called if [`Name::takes_budgets`].
    fn best_in(&self, cube: &Cube3, budget: Duration) -> anyhow::Result<Attempt>;
}

/// The name of a solver.
#[derive(Copy, Clone, Debug, Eq, PartialEq, clap::ValueEnum)]
pub(crate) enum Name {
    CubegodSmall,
    CubegodLarge,
    Min2phase,
    Kewb,
}

impl Name {
    /// All solvers, in the order of the report.
    pub(crate) const ALL: [Name; 4] = [Name::CubegodSmall, Name::CubegodLarge, Name::Min2phase, Name::Kewb];

    /// Returns the name as written on the command line.
    pub(crate) fn text(self) -> &'static str {
        match self {
            Name::CubegodSmall => "cubegod-small",
            Name::CubegodLarge => "cubegod-large",
            Name::Min2phase => "min2phase",
            Name::Kewb => "kewb",
        }
    }

    /// Returns whether this is cubegod's solver.
    pub(crate) fn is_ours(self) -> bool {
        matches!(self, Name::CubegodSmall | Name::CubegodLarge)
    }

    /// Returns whether the solver takes a time budget; min2phase only takes a length.
    pub(crate) fn takes_budgets(self) -> bool {
        self != Name::Min2phase
    }

    /// Builds the solver's tables, on this thread only.
    pub(crate) fn build(self) -> Box<dyn Contestant> {
        match self {
            Name::CubegodSmall => Box::new(Cubegod::small()),
            Name::CubegodLarge => Box::new(Cubegod::large()),
            Name::Min2phase => Box::new(Min2phase::build()),
            Name::Kewb => Box::new(Kewb::build()),
        }
    }
}

impl fmt::Display for Name {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.text())
    }
}

/// The task for every cube.
#[derive(Copy, Clone, Debug, Eq, PartialEq, Serialize, Deserialize)]
pub(crate) enum Task {
    /// The first solution of at most this many moves.
    FirstWithin { moves: usize },
    /// The best solution within this time.
    BestIn { budget: Duration },
}

impl Task {
    /// Runs the task with a solver.
    pub(crate) fn run(self, contestant: &dyn Contestant, cube: &Cube3) -> anyhow::Result<Attempt> {
        match self {
            Task::FirstWithin { moves } => contestant.solve_within(cube, moves),
            Task::BestIn { budget } => contestant.best_in(cube, budget),
        }
    }
}

impl fmt::Display for Task {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Task::FirstWithin { moves } => write!(f, "≤ {moves} moves"),
            Task::BestIn { budget } => write!(f, "{} ms", budget.as_millis()),
        }
    }
}

/// Returns the stickers as 54 face letters: U R F D L B, each row by row.
pub(crate) fn facelets(cube: &Cube3) -> String {
    cube.stickers().facelets().iter().map(|color| color.home().letter()).collect()
}

/// Parses the output of another solver.
pub(crate) fn read_moves(text: &str) -> anyhow::Result<Alg> {
    text.parse().with_context(|| format!("the answer `{text}` is not a sequence of moves"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::worker::checked_length;
    use cubegod::scramble::generator;

    #[test]
    fn every_contestant_without_large_tables_solves_within_the_given_length() {
        for name in Name::ALL.into_iter().filter(|&name| name != Name::CubegodLarge) {
            let contestant = name.build();
            let mut random = generator(5);
            for _ in 0..5 {
                let cube = Cube3::random(&mut random);
                let attempt = contestant.solve_within(&cube, 22).unwrap();
                let length = checked_length(&cube, attempt.solution.as_ref()).unwrap();
                assert!(length.is_some_and(|length| length <= 22), "{name}: {length:?}");
            }
        }
    }

    #[test]
    fn a_solved_cube_is_written_face_by_face() {
        let expected: String = "URFDLB".chars().flat_map(|face| [face; 9]).collect();
        assert_eq!(facelets(&Cube3::SOLVED), expected);
    }
}
