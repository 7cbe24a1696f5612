//! 3x3 cubes: short answers, shorter the longer one waits.

use super::Solved;
use crate::cli::SolveArguments;
use crate::error::Problem;
use crate::tables;
use cubegod::moves::FaceSet;
use cubegod::solve::two_phase::{Limits, Tables, TwoPhaseSolver};
use cubegod::{Color, Cube3, Stickers};
use std::ops::ControlFlow;
use std::time::{Duration, Instant};

/// Short enough to stop early, unless told otherwise.
const USUAL_LENGTH: usize = 19;

/// Time to look for something shorter, unless told otherwise.
const USUAL_BUDGET: Duration = Duration::from_millis(100);

pub(super) struct TwoPhaseSession {
    tables: Tables,
}

impl TwoPhaseSession {
    pub(super) fn new() -> TwoPhaseSession {
        TwoPhaseSession { tables: tables::two_phase() }
    }

    pub(super) fn solve(
        &self,
        stickers: &Stickers<Color>,
        target: Option<&Stickers<Color>>,
        arguments: &SolveArguments,
    ) -> Result<Solved, Problem> {
        refuse_what_is_for_pocket_cubes(arguments)?;
        let cube = cube(stickers)?;
        let cube = match target {
            Some(target) => self::cube(target)?.inverse().then(&cube),
            None => cube,
        };
        // With a length asked for and no time, it is looked for however long it takes.
        let budget = match (arguments.budget, arguments.max_length) {
            (Some(budget), _) => Some(budget.into()),
            (None, Some(_)) => None,
            (None, None) => Some(USUAL_BUDGET),
        };
        let only_time = arguments.budget.is_some() && arguments.max_length.is_none();
        let usual_length = if only_time { 0 } else { USUAL_LENGTH };
        let limits = Limits { content_with: arguments.max_length.unwrap_or(usual_length) };
        let start = Instant::now();
        let outcome = TwoPhaseSolver::new(&self.tables).solve(&cube, limits, &mut |best| {
            // There is an answer always, however little time is given.
            let is_over = best.is_some() && budget.is_some_and(|budget| start.elapsed() >= budget);
            if is_over { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
        let outcome = outcome.ok_or_else(Problem::nothing_found)?;
        Ok(Solved {
            solution: outcome.solution,
            all: None,
            count: None,
            method: "two-phase",
            optimal: outcome.is_shortest,
        })
    }
}

fn cube(stickers: &Stickers<Color>) -> Result<Cube3, Problem> {
    Cube3::try_from(stickers).map_err(|illegal| Problem::unreadable(illegal.to_string()))
}

fn refuse_what_is_for_pocket_cubes(arguments: &SolveArguments) -> Result<(), Problem> {
    let refused = [
        (arguments.all, "--all"),
        (arguments.count, "--count"),
        (arguments.distance, "--distance"),
        (arguments.exact, "--exact"),
        (arguments.faces != FaceSet::ALL, "--faces"),
    ];
    match refused.iter().find(|(is_given, _)| *is_given) {
        Some((_, flag)) => Err(Problem::only_for_pocket_cubes(flag)),
        None => Ok(()),
    }
}
