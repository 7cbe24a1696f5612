//! 3x3 cubes in the fewest moves there are, proven: the first depths, then a quick solution, then all that is shorter.

#[cfg(test)]
mod tests;

use super::{Found, Method, Options, SolveContext};
use crate::certificate::{Certificate, DepthFields};
use crate::error::RequestError;
use crate::option::OptionId;
use crate::solvers::Solvers;
use cubegod::moves::{FaceSet, FaceTurn};
use cubegod::solve::SolveError;
use cubegod::solve::optimal::{
    DepthStats, OptimalOptions, OptimalSolution, OptimalSolver, OptimalTable, Progress, SearchStats,
    essential, with_fewest_quarter_turns,
};
use cubegod::solve::proof::{self, Verdict};
use cubegod::solve::two_phase::{self, Tables, TwoPhaseOptions, TwoPhaseSolver};
use cubegod::{Alg, Cube3, Metric, Size};
use cubegod_cache::optimal_tables;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Instant;

/// How long the quick search looks for something shorter: so much work, not so much time, so that the same cube is answered the
/// same each time. About a tenth of a second.
const TICKS: usize = 16_000;

/// A depth with fewer nodes than this takes a few milliseconds, and the next one less than a quick solution.
const AT_ONCE: u64 = 50_000;

/// So many moves are far away.
const FAR: usize = 15;

/// For solutions of as many moves as its largest bound a table has next to nothing to look at. Where it would be so much, it knows
/// little about all cubes around that one, and takes longer than the other search for solutions of more than fifteen moves or so.
const LOST: u64 = 2_000_000;

/// In such places a move more is so many times the work.
const GROWTH: u64 = 6;

/// So much longer the quick search looks for something shorter where proofs take minutes.
const PATIENCE: usize = 20;

/// What a cube is solved and its solution proven with.
pub(super) struct Prover<'a> {
    quick: &'a Tables<'static>,
    table: Arc<OptimalTable>,
    metric: Metric,
    /// See [`AT_ONCE`].
    at_once: u64,
}

/// What is known about the length of solutions.
#[derive(Debug)]
pub(super) struct Proof {
    /// The cube whose solution it is.
    cube: Cube3,
    metric: Metric,
    /// Nothing if it owes nothing to a table of this kind.
    table: Option<Arc<OptimalTable>>,
    /// No solution has fewer moves.
    pub(super) at_least: usize,
    /// Whether more would be known had it not been stopped.
    pub(super) was_stopped: bool,
    depths: Vec<DepthStats>,
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
    /// Whether the response has a solution, however long it is.
    pub fn has_solution(options: &Options) -> bool {
        !options.count && !options.distance && options.at_most.is_none()
    }

    /// Whether the solution that is known is an answer, though not the best one.
    pub fn is_answer(options: &Options) -> bool {
        Unfinished::has_solution(options) && !options.all && !options.fewest_quarter_turns
    }
}

impl Proof {
    pub(super) fn depth_fields(&self) -> Vec<DepthFields> {
        self.depths.iter().map(DepthFields::from).collect()
    }

    /// The name by which the table is kept; its size, where such a table is only ever in memory.
    pub(super) fn table_name(&self) -> Option<String> {
        let spec = self.table.as_ref()?.spec();
        let kept = optimal_tables(spec.metric()).find(|&(_, other)| other == spec);
        Some(kept.map_or_else(|| format!("{spec} in memory"), |(table, _)| table.name().to_owned()))
    }

    pub(super) fn certificate(&self, solution: &Alg) -> Certificate {
        Certificate::of(&self.cube, solution, self.metric, self.table.as_deref(), &self.depths)
    }
}

/// Continues unless the request is cancelled or the time is over.
fn go_on(context: &SolveContext<'_>, is_late: &(dyn Fn() -> bool + Sync)) -> ControlFlow<()> {
    let is_over = is_late() || context.cancellation.is_cancelled();
    if is_over { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
}

impl<'a> Prover<'a> {
    /// Returns the prover for these options.
    ///
    /// # Errors
    ///
    /// Proofs do not support an option.
    pub(super) fn new(solvers: &'a Solvers, options: &Options) -> Result<Prover<'a>, RequestError> {
        if options.exact {
            return Err(RequestError::only_for_size(OptionId::Exact, Size::TWO, Size::THREE));
        }
        if options.faces != FaceSet::ALL {
            return Err(RequestError::NotWithOptimal { setting: OptionId::Faces.into() });
        }
        let metric = options.metric;
        // First, because it is refused before tables are loaded or built where there is none for the metric.
        let table = solvers.optimal(metric)?;
        Ok(Prover { quick: solvers.two_phase(), table, metric, at_once: AT_ONCE })
    }

    pub(super) fn solve(
        &self,
        cube: &Cube3,
        options: &Options,
        context: &SolveContext<'_>,
    ) -> Result<Found, RequestError> {
        let start = Instant::now();
        let is_late = || options.budget.is_some_and(|budget| start.elapsed() >= budget);
        let begun = self.begin(cube, options, context, &is_late);
        if !begun.was_stopped {
            return self.found(cube, begun, None, options, true);
        }
        let Some(mut known) = self.quick_solution(cube, begun.at_least, TICKS, context, &is_late) else {
            let is_stopped = context.cancellation.is_cancelled();
            let mistake = || RequestError::Solve(SolveError::Mistake);
            return Err(if is_stopped { RequestError::Cancelled } else { mistake() });
        };
        let mut other = self.other_search(&begun, &known, options);
        if other.is_some()
            && !is_late()
            && let Some(better) =
                self.quick_solution(cube, begun.at_least, PATIENCE * TICKS, context, &is_late)
            && better.len() < known.len()
        {
            known = better;
            // It may be short enough.
            other = other.filter(|_| !self.is_answer(&known, options));
        }
        (context.on_improvement)(&known);
        let mut outcome = match &other {
            Some(other) => self.search_otherwise(other, cube, &known, options, context, &is_late),
            None => self.search(cube, &begun, &known, options, context, &is_late),
        };
        // A cancelled proof has no final result; the best solution so far may be accepted instead.
        if outcome.was_stopped && context.cancellation.is_cancelled() && !context.keep_partial {
            return Err(RequestError::Cancelled);
        }
        outcome.at_least = outcome.at_least.max(begun.at_least);
        if other.is_none() {
            outcome.depths.splice(0..0, begun.depths);
        }
        self.found(cube, outcome, Some(known), options, other.is_none())
    }

    /// Returns the result for a cube; `is_by_table` if the table alone proves it.
    fn found(
        &self,
        cube: &Cube3,
        outcome: OptimalSolution,
        known: Option<Vec<FaceTurn>>,
        options: &Options,
        is_by_table: bool,
    ) -> Result<Found, RequestError> {
        let (mut solutions, mut is_whole) = (outcome.solutions, true);
        if let Some(known) = known.filter(|_| solutions.is_empty() && outcome.was_stopped) {
            (solutions, is_whole) = (vec![known.into_iter().collect()], false);
        }
        if solutions.is_empty() {
            let mistake = || RequestError::Solve(SolveError::Mistake);
            return Err(options.at_most.map_or_else(mistake, |moves| RequestError::NoneWithin { moves }));
        }
        for solution in &solutions {
            if !cube.apply(solution).is_ok_and(|end| end.is_solved()) {
                return Err(RequestError::WrongSolution { solution: solution.to_string() });
            }
        }
        if options.fewest_quarter_turns {
            solutions = with_fewest_quarter_turns(&solutions);
        }
        if options.essential {
            solutions = essential(cube, &solutions);
        }
        let solution = solutions.first().cloned().unwrap_or_default();
        let proof = Proof {
            cube: *cube,
            metric: self.metric,
            table: is_by_table.then(|| Arc::clone(&self.table)),
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

    /// Looks for what is found at once: a quick solution takes longer than the first depths, which have to be searched anyway.
    fn begin(
        &self,
        cube: &Cube3,
        options: &Options,
        context: &SolveContext<'_>,
        is_late: &(dyn Fn() -> bool + Sync),
    ) -> OptimalSolution {
        let search = OptimalOptions { last_depth_nodes: self.at_once, ..self.search_options(options) };
        let mut begun = OptimalSolver::new(&self.table).solve(cube, &search, &|_| go_on(context, is_late));
        // A depth that was begun will be begun again.
        begun.depths.retain(|depth| depth.moves < begun.at_least || !begun.was_stopped);
        begun
    }

    fn search_options(&self, options: &Options) -> OptimalOptions {
        OptimalOptions {
            at_most: options.at_most.unwrap_or(usize::MAX),
            all: options.all || options.count || options.fewest_quarter_turns,
            max_nodes: options.nodes,
            ..OptimalOptions::default()
        }
    }

    /// A short solution, as a beginning; nothing if it was stopped before there was any.
    fn quick_solution(
        &self,
        cube: &Cube3,
        at_least: usize,
        most_ticks: usize,
        context: &SolveContext<'_>,
        is_late: &(dyn Fn() -> bool + Sync),
    ) -> Option<Vec<FaceTurn>> {
        let stop_at_length = if self.metric == Metric::Qtm { 0 } else { at_least };
        let search = TwoPhaseOptions { stop_at_length, ..TwoPhaseOptions::default() };
        let ticks = AtomicUsize::new(0);
        let outcome = TwoPhaseSolver::new(self.quick).solve(cube, &search, &|progress| {
            let is_enough = match progress {
                two_phase::Progress::Searching { has_solution, .. } => {
                    let is_worked = ticks.fetch_add(1, Ordering::Relaxed) >= most_ticks;
                    let is_stopped = context.cancellation.is_cancelled();
                    // The first solution is there in a moment, and better than nothing.
                    (has_solution && (is_worked || is_late()))
                        || (is_stopped && (has_solution || !context.keep_partial))
                }
                _ => false,
            };
            if is_enough { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        })?;
        outcome.solution.iter().map(|one| FaceTurn::try_from(one).ok()).collect()
    }

    /// Whether a solution is all that was requested, however short others are.
    fn is_answer(&self, known: &[FaceTurn], options: &Options) -> bool {
        let is_shortest_needed =
            options.all || options.count || options.fewest_quarter_turns || options.distance;
        options.at_most.is_some_and(|most| self.metric.length(known) <= most) && !is_shortest_needed
    }

    /// Another search for a cube whose shortest known solution is this one, where the table is of little use.
    ///
    /// Few positions are looked at for solutions that are no longer than the largest bound of the table; but around the superflip, which
    /// is a solved cube but for its flips, everything is near by the measure of the table, and its search gets lost at once.
    fn other_search(
        &self,
        begun: &OptimalSolution,
        known: &[FaceTurn],
        options: &Options,
    ) -> Option<proof::Proof<'a>> {
        let is_every_one_needed = options.all || options.count || options.fewest_quarter_turns;
        let is_far = self.metric == Metric::Htm && known.len() >= FAR.max(begun.at_least + 1);
        let last = begun.depths.last()?;
        let moves_more = self.table.largest_bound().checked_sub(last.moves)?;
        let is_lost = last.stats.nodes.saturating_mul(GROWTH.saturating_pow(moves_more as u32)) > LOST;
        // The other search counts positions differently, so a node budget is for the table's search alone.
        let is_better = options.nodes.is_none()
            && is_far
            && is_lost
            && !is_every_one_needed
            && !self.is_answer(known, options);
        is_better.then(|| proof::Proof::new(self.quick))
    }

    /// Looks for all that is shorter by the search that proofs are verified with: it is slower, but knows more about such cubes.
    fn search_otherwise(
        &self,
        search: &proof::Proof<'_>,
        cube: &Cube3,
        known: &[FaceTurn],
        options: &Options,
        context: &SolveContext<'_>,
        is_late: &(dyn Fn() -> bool + Sync),
    ) -> OptimalSolution {
        let known_length = self.metric.length(known);
        // One more than the most, so that the most are looked for as well.
        let length = options.at_most.map_or(known_length, |most| known_length.min(most.saturating_add(1)));
        let progress = Mutex::new(Vec::<(usize, u64)>::new());
        let verdict = search.shorter(cube, length, self.metric, context.threads, &|standing| {
            let mut begun = progress.lock().unwrap_or_else(PoisonError::into_inner);
            if begun.last().is_none_or(|&(moves, _)| moves != standing.depth) {
                begun.push((standing.depth, standing.positions));
            }
            let before = begun.last().map_or(0, |&(_, positions)| positions);
            drop(begun);
            let stats = SearchStats { nodes: standing.positions.saturating_sub(before), lookups: 0 };
            (context.on_progress)(Progress { depth: standing.depth, stats, fraction: standing.fraction });
            go_on(context, is_late)
        });
        let (solutions, at_least, was_stopped, positions) = match verdict {
            Verdict::Stopped { at_least, positions } => (Vec::new(), at_least, true, positions),
            Verdict::Refuted { solution, positions } => {
                let at_least = solution.length(options.metric);
                (vec![solution], at_least, false, positions)
            }
            Verdict::Proven { positions } => {
                let is_proven = known_length == length;
                let solutions = is_proven.then(|| known.iter().copied().collect()).into_iter().collect();
                (solutions, length, false, positions)
            }
        };
        let begun = progress.into_inner().unwrap_or_else(PoisonError::into_inner);
        let ends = begun.iter().skip(1).map(|&(_, positions)| positions).chain([positions]);
        let depth = |(&(moves, before), end): (&(usize, u64), u64)| DepthStats {
            moves,
            stats: SearchStats { nodes: end.saturating_sub(before), lookups: 0 },
        };
        let depths = begun.iter().zip(ends).map(depth).collect();
        OptimalSolution { solutions, at_least, was_stopped, depths }
    }

    /// Searches for everything that is shorter, or for as much as was requested.
    fn search(
        &self,
        cube: &Cube3,
        begun: &OptimalSolution,
        known: &[FaceTurn],
        options: &Options,
        context: &SolveContext<'_>,
        is_late: &(dyn Fn() -> bool + Sync),
    ) -> OptimalSolution {
        if self.is_answer(known, options) {
            // Whether there is one was the question.
            return OptimalSolution {
                solutions: vec![known.iter().copied().collect()],
                at_least: begun.at_least,
                was_stopped: false,
                depths: Vec::new(),
            };
        }
        let search = OptimalOptions {
            at_least: begun.at_least,
            threads: context.threads,
            known: Some(known.to_vec()),
            ..self.search_options(options)
        };
        let solver = OptimalSolver::new(&self.table);
        let solver = context.permits.map_or(solver, |seats| solver.with_worker_permits(seats));
        solver.solve(cube, &search, &|standing| {
            (context.on_progress)(standing);
            go_on(context, is_late)
        })
    }
}
