//! 3x3 cubes in the fewest moves there are, proven: a quick solution first, then all that is shorter is looked for.

#[cfg(test)]
mod tests;

use super::{Found, Means, Method, Options};
use crate::certificate::{Certificate, DepthFields};
use crate::no_answer::NoAnswer;
use crate::problem::Problem;
use crate::solvers::Solvers;
use cubegod::moves::{FaceSet, FaceTurn};
use cubegod::solve::change3;
use cubegod::solve::optimal::{
    Count, Depth, OptimalOutcome, OptimalSolver, OptimalTable, OptimalWish, essential,
    with_fewest_quarter_turns,
};
use cubegod::solve::two_phase::{Event, Tables, TwoPhaseSolver, Wish};
use cubegod::{Alg, Color, Cube3, Metric, Stickers};
use cubegod_cache::optimal_tables;
use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Instant;

/// How long the quick search looks for something shorter: so much work, not so much time, so that the same cube is answered the
/// same each time. About a tenth of a second.
const TICKS: usize = 16_000;

/// What a cube is solved and its solution proven with.
pub(super) struct Prover<'a> {
    quick: &'a Tables<'static>,
    table: Arc<OptimalTable>,
    count: Count,
}

/// What is known about the length of solutions.
#[derive(Debug)]
pub(super) struct Proof {
    /// The cube whose solution it is.
    cube: Cube3,
    table: Arc<OptimalTable>,
    /// No solution has fewer moves.
    pub(super) at_least: usize,
    /// Whether more would be known had it not been stopped.
    pub(super) was_stopped: bool,
    depths: Vec<Depth>,
}

/// A proof that was stopped before its end, and what is known nevertheless.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub struct Unfinished {
    /// The moves of the shortest solution that is known.
    pub known: usize,
    /// No solution has fewer moves.
    pub at_least: usize,
}

impl Unfinished {
    /// Whether a solution is something that was asked for, however long it is.
    pub fn has_solution(options: &Options) -> bool {
        !options.count && !options.distance && options.at_most.is_none()
    }

    /// Whether the solution that is known is an answer, though not the best one.
    pub fn is_answer(options: &Options) -> bool {
        Unfinished::has_solution(options) && !options.all && !options.fewest_quarter_turns
    }

    /// For people.
    pub fn words(self) -> String {
        let Unfinished { known, at_least } = self;
        let moves = if known == 1 { "move" } else { "moves" };
        format!("stopped: {known} {moves} known, at least {at_least} needed")
    }
}

impl Proof {
    pub(super) fn depth_fields(&self) -> Vec<DepthFields> {
        self.depths.iter().map(DepthFields::from).collect()
    }

    /// The name by which it is kept; what it looks at, where such a table is only ever in memory.
    pub(super) fn table_name(&self) -> String {
        let card = self.table.card();
        let kept = optimal_tables(card.count).find(|&(_, other)| other == card);
        kept.map_or_else(|| card.to_string(), |(table, _)| table.name().to_owned())
    }

    pub(super) fn certificate(&self, solution: &Alg) -> Certificate {
        Certificate::of(&self.cube, solution, &self.table, &self.depths)
    }
}

impl<'a> Prover<'a> {
    /// For what is asked about every cube, as far as it can be answered.
    pub(super) fn new(solvers: &'a Solvers, options: &Options) -> Result<Prover<'a>, Problem> {
        if options.exact {
            return Err(Problem::only_for_pocket_cubes("--exact"));
        }
        if options.faces != FaceSet::ALL {
            return Err(Problem::not_proven("--faces"));
        }
        let count = match options.metric {
            Metric::Htm => Count::HalfTurns,
            Metric::Qtm => Count::QuarterTurns,
            other => return Err(Problem::not_proven(&format!("--metric {}", other.name()))),
        };
        // Tables are loaded or built only for what can be answered.
        Ok(Prover { quick: solvers.two_phase(), table: solvers.optimal(count)?, count })
    }

    pub(super) fn solve(
        &self,
        stickers: &Stickers<Color>,
        options: &Options,
        means: &Means<'_>,
    ) -> Result<Found, NoAnswer> {
        let cube = change3(stickers, options.target.as_ref())?;
        let start = Instant::now();
        let is_late = || options.budget.is_some_and(|budget| start.elapsed() >= budget);
        let Some(known) = self.quick_solution(&cube, means, &is_late) else {
            let is_stopped = (means.is_stopped)();
            let mistake = || Problem::nothing_found(FaceSet::ALL).into();
            return Err(if is_stopped { NoAnswer::Stopped } else { mistake() });
        };
        (means.show)(&known);
        let outcome = self.search(&cube, &known, options, means, &is_late);
        // What was found until then is not what was asked for; of a single cube it is better than nothing.
        if outcome.was_stopped && (means.is_stopped)() && !means.any_will_do {
            return Err(NoAnswer::Stopped);
        }
        if outcome.solutions.is_empty() && !outcome.was_stopped {
            let mistake = || Problem::nothing_found(FaceSet::ALL);
            return Err(options.at_most.map_or_else(mistake, Problem::none_within).into());
        }
        let (mut solutions, mut is_whole) = (outcome.solutions, true);
        if solutions.is_empty() {
            (solutions, is_whole) = (vec![known.into_iter().collect()], false);
        }
        for solution in &solutions {
            if !cube.after(solution).is_ok_and(|end| end.is_solved()) {
                return Err(Problem::wrong_solution(&solution.to_string()).into());
            }
        }
        if options.fewest_quarter_turns {
            solutions = with_fewest_quarter_turns(&solutions);
        }
        if options.essential {
            solutions = essential(&cube, &solutions);
        }
        let solution = solutions.first().cloned().unwrap_or_default();
        let proof = Proof {
            cube,
            table: Arc::clone(&self.table),
            at_least: outcome.at_least,
            was_stopped: outcome.was_stopped,
            depths: outcome.depths,
        };
        Ok(Found {
            count: (options.count && is_whole).then_some(solutions.len() as u64),
            optimal: solution.length(options.metric) == proof.at_least,
            solution,
            all: (options.all && is_whole).then_some(solutions),
            stages: None,
            method: Method::Optimal.name(),
            proof: Some(proof),
        })
    }

    /// A short solution, as a beginning; nothing if it was stopped before there was any.
    fn quick_solution(
        &self,
        cube: &Cube3,
        means: &Means<'_>,
        is_late: &(dyn Fn() -> bool + Sync),
    ) -> Option<Vec<FaceTurn>> {
        let content_with = match self.count {
            Count::HalfTurns => self.table.bound(cube),
            Count::QuarterTurns => 0,
        };
        let wish = Wish { content_with, ..Wish::default() };
        let ticks = AtomicUsize::new(0);
        let outcome = TwoPhaseSolver::new(self.quick).solve(cube, &wish, &|event| {
            let is_enough = match event {
                Event::Found(_) => false,
                Event::Tick { has_any } => {
                    let is_worked = ticks.fetch_add(1, Ordering::Relaxed) >= TICKS;
                    let is_stopped = (means.is_stopped)();
                    // The first solution is there in a moment, and better than nothing.
                    (has_any && (is_worked || is_late())) || (is_stopped && (has_any || !means.any_will_do))
                }
            };
            if is_enough { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        })?;
        outcome.solution.iter().map(|one| FaceTurn::try_from(one).ok()).collect()
    }

    /// Looks for all that is shorter, or for as much as is asked for.
    fn search(
        &self,
        cube: &Cube3,
        known: &[FaceTurn],
        options: &Options,
        means: &Means<'_>,
        is_late: &(dyn Fn() -> bool + Sync),
    ) -> OptimalOutcome {
        let is_every_one_needed = options.all || options.count || options.fewest_quarter_turns;
        let is_shortest_needed = is_every_one_needed || options.distance;
        let is_short_enough = |most| self.count.length(known) <= most;
        if options.at_most.is_some_and(is_short_enough) && !is_shortest_needed {
            // Whether there is one was the question.
            return OptimalOutcome {
                solutions: vec![known.iter().copied().collect()],
                at_least: self.table.bound(cube).max(usize::from(!cube.is_solved())),
                was_stopped: false,
                depths: Vec::new(),
            };
        }
        let wish = OptimalWish {
            at_most: options.at_most.unwrap_or(usize::MAX),
            all: is_every_one_needed,
            threads: means.threads,
            known: Some(known.to_vec()),
        };
        OptimalSolver::new(&self.table).solve(cube, &wish, &|standing| {
            (means.standing)(standing);
            let is_over = is_late() || (means.is_stopped)();
            if is_over { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        })
    }
}
