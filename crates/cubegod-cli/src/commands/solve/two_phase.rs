//! 3x3 cubes: short answers, shorter the longer one waits.

use super::Solved;
use crate::cli::SolveArguments;
use crate::error::{Failure, Problem, Stop};
use crate::tables;
use cubegod::moves::FaceSet;
use cubegod::solve::two_phase::{Tables, TwoPhaseSolver};
use cubegod::{Color, Cube3, Stickers};
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// Short enough to stop early, unless told otherwise.
const USUAL_LENGTH: usize = 19;

/// Time to look for something shorter, unless told otherwise.
const USUAL_BUDGET: Duration = Duration::from_millis(100);

/// Time to look for a solution of the length asked for, unless told otherwise.
const LONGEST_BUDGET: Duration = Duration::from_secs(60);

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
        stop: &AtomicBool,
    ) -> Result<Solved, Failure> {
        refuse_what_is_for_pocket_cubes(arguments)?;
        let cube = cube(stickers)?;
        let cube = match target {
            // Pieces are named by the centres: the target has to be held as the cube is.
            Some(target) => self::cube(&target.held_as(stickers))?.inverse().then(&cube),
            None => cube,
        };
        let (budget, content_with) = match (arguments.budget, arguments.max_length) {
            (Some(budget), length) => (budget, length),
            (None, Some(length)) => (LONGEST_BUDGET, Some(length)),
            (None, None) => (USUAL_BUDGET, Some(USUAL_LENGTH)),
        };
        let start = Instant::now();
        let outcome = TwoPhaseSolver::new(&self.tables).solve(&cube, content_with, &mut |best| {
            // There is an answer always, however little time is given, unless nobody wants it any more.
            let is_over = best.is_some() && start.elapsed() >= budget;
            if is_over || stop.load(Ordering::Relaxed) {
                ControlFlow::Break(())
            } else {
                ControlFlow::Continue(())
            }
        });
        // What was found until then is not what was asked for.
        if stop.load(Ordering::Relaxed) {
            return Err(Stop::Unwanted.into());
        }
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
