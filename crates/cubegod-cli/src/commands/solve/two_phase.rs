//! 3x3 cubes: short answers, shorter the longer one waits.

use super::Solved;
use crate::cli::SolveArguments;
use crate::error::{Failure, Problem, Stop};
use crate::tables::TwoPhase;
use cubegod::moves::FaceTurn;
use cubegod::solve::two_phase::{Event, Tables, TwoPhaseSolver, Wish};
use cubegod::solve::{Patience, change3};
use cubegod::{Alg, Color, Stickers};
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

pub(super) struct TwoPhaseSession<'tables> {
    tables: &'tables Tables<'static>,
}

/// How one cube is worked on.
pub(super) struct Means<'a> {
    /// On how many threads.
    pub(super) threads: usize,
    /// Set when nobody wants the answer any more.
    pub(super) stop: &'a AtomicBool,
    /// Whether there is no other cube.
    pub(super) is_only: bool,
    /// Told of ever better solutions.
    pub(super) show: &'a (dyn Fn(&[FaceTurn]) + Sync),
}

impl<'tables> TwoPhaseSession<'tables> {
    /// Tables are loaded or built only for what can be answered.
    pub(super) fn new(
        tables: &'tables TwoPhase,
        arguments: &SolveArguments,
    ) -> Result<TwoPhaseSession<'tables>, Problem> {
        refuse_what_is_for_pocket_cubes(arguments)?;
        Ok(TwoPhaseSession { tables: tables.get() })
    }

    pub(super) fn solve(
        &self,
        stickers: &Stickers<Color>,
        target: Option<&Stickers<Color>>,
        arguments: &SolveArguments,
        means: &Means<'_>,
    ) -> Result<Solved, Failure> {
        let cube = change3(stickers, target)?;
        let patience =
            Patience::new(arguments.budget, arguments.max_length, arguments.solutions, arguments.faces);
        let wish = Wish {
            content_with: patience.content_with,
            faces: arguments.faces,
            solutions: arguments.solutions.unwrap_or(1),
            threads: means.threads,
            ..Wish::default()
        };
        let start = Instant::now();
        let outcome = TwoPhaseSolver::new(self.tables).solve(&cube, &wish, &|event| {
            if let Event::Found(turns) = event {
                (means.show)(turns);
            }
            let is_over = patience.is_over(event, start.elapsed()) || means.stop.load(Ordering::Relaxed);
            if is_over { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
        // What was found until then is not what was asked for; of a single cube it is better than nothing.
        if means.stop.load(Ordering::Relaxed) && (!means.is_only || outcome.is_none()) {
            return Err(Stop::Unwanted.into());
        }
        let outcome = outcome.ok_or_else(|| Problem::nothing_found(arguments.faces))?;
        let all = arguments
            .solutions
            .map(|_| [outcome.solution.clone()].into_iter().chain(outcome.others).collect::<Vec<Alg>>());
        Ok(Solved {
            solution: outcome.solution,
            all,
            count: None,
            stages: None,
            method: "two-phase",
            optimal: outcome.is_shortest,
        })
    }
}

fn refuse_what_is_for_pocket_cubes(arguments: &SolveArguments) -> Result<(), Problem> {
    let refused = [
        (arguments.all, "--all"),
        (arguments.count, "--count"),
        (arguments.distance, "--distance"),
        (arguments.exact, "--exact"),
    ];
    match refused.iter().find(|(is_given, _)| *is_given) {
        Some((_, flag)) => Err(Problem::only_for_pocket_cubes(flag)),
        None => Ok(()),
    }
}
