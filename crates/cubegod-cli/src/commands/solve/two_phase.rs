//! 3x3 cubes: short answers, shorter the longer one waits.

use super::Solved;
use crate::cli::SolveArguments;
use crate::error::{Failure, Problem, Stop};
use crate::tables::TwoPhase;
use cubegod::moves::FaceTurn;
use cubegod::solve::two_phase::{Event, Tables, TwoPhaseSolver, Wish};
use cubegod::{Alg, Color, Cube3, Stickers};
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// Short enough to stop early, unless told otherwise.
const USUAL_LENGTH: usize = 19;

/// Time to look for something shorter, unless told otherwise.
const USUAL_BUDGET: Duration = Duration::from_millis(100);

/// Time to look for a solution of the length asked for, unless told otherwise.
const LONGEST_BUDGET: Duration = Duration::from_secs(60);

/// Time to look for any solution where there may be none.
const LONGEST_WAIT: Duration = Duration::from_secs(5);

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
        let cube = change(stickers, target)?;
        let (budget, content_with) = match (arguments.budget, arguments.max_length) {
            (Some(budget), length) => (budget, length.unwrap_or(0)),
            (None, Some(length)) => (LONGEST_BUDGET, length),
            // Several solutions need not all be as short as one.
            (None, None) if arguments.solutions.is_some() => (USUAL_BUDGET, 0),
            (None, None) => (USUAL_BUDGET, USUAL_LENGTH),
        };
        let wish = Wish {
            content_with,
            faces: arguments.faces,
            solutions: arguments.solutions.unwrap_or(1),
            threads: means.threads,
            ..Wish::default()
        };
        // Any five faces solve every cube; with fewer a search that finds nothing has to end.
        let latest = (arguments.faces.len() < 5).then(|| budget.max(LONGEST_WAIT));
        let start = Instant::now();
        let outcome = TwoPhaseSolver::new(self.tables).solve(&cube, &wish, &|event| {
            let is_over = match event {
                Event::Found(turns) => {
                    (means.show)(turns);
                    false
                }
                // There is an answer always, however little time is given, unless nobody wants it any more.
                Event::Tick { has_any: true } => start.elapsed() >= budget,
                Event::Tick { has_any: false } => latest.is_some_and(|latest| start.elapsed() >= latest),
            };
            let is_over = is_over || means.stop.load(Ordering::Relaxed);
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

/// The cube whose solution takes a cube to its target.
pub(super) fn change(stickers: &Stickers<Color>, target: Option<&Stickers<Color>>) -> Result<Cube3, Problem> {
    let cube = cube(stickers)?;
    Ok(match target {
        // Pieces are named by the centres: the target has to be held as the cube is.
        Some(target) => self::cube(&target.held_as(stickers))?.inverse().then(&cube),
        None => cube,
    })
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
    ];
    match refused.iter().find(|(is_given, _)| *is_given) {
        Some((_, flag)) => Err(Problem::only_for_pocket_cubes(flag)),
        None => Ok(()),
    }
}
