//! Optimal solutions of the 3x3: a search of the first depths, then a short solution by the two-phase search, then a proof.

#[cfg(test)]
mod tests;

use super::{Method, Options, SolveContext, SolverResult};
use crate::certificate::{Certificate, DepthFields};
use crate::clock::Stopwatch;
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
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

/// The effort of the two-phase search, in progress reports: about a tenth of a second. It is work rather than time, so that the same
/// cube gets the same response each time.
const QUICK_CHECKS: usize = 16_000;

/// A depth with fewer nodes than this takes a few milliseconds, and the next one less than a two-phase search.
const QUICK_NODES: u64 = 50_000;

/// The least length of a short solution at which the other search may be better.
const LONG_SOLUTION: usize = 15;

/// The estimated number of nodes at the depth of the table's largest bound. Usually it is small; above this number the table
/// bounds the positions around the cube badly, and the other search is faster for solutions of more than fifteen moves or so.
const MAX_TABLE_NODES: u64 = 2_000_000;

/// The growth of the work per move for such cubes.
const GROWTH: u64 = 6;

/// The factor of [`QUICK_CHECKS`] where proofs take minutes.
const LONG_PROOF_FACTOR: usize = 20;

/// The tables and limits of optimal solving.
pub(super) struct Prover<'a> {
    quick: &'a Tables<'static>,
    table: Arc<OptimalTable>,
    metric: Metric,
    /// The number of nodes in [`QUICK_NODES`], or another one in tests.
    quick_nodes: u64,
}

/// The proof of a lower bound.
#[derive(Debug)]
pub(super) struct Proof {
    /// The solved cube.
    cube: Cube3,
    metric: Metric,
    /// The table; nothing if the proof does not use one.
    table: Option<Arc<OptimalTable>>,
    /// The proven lower bound.
    pub(super) at_least: usize,
    /// Whether the proof is incomplete because the search was stopped.
    pub(super) was_stopped: bool,
    depths: Vec<DepthStats>,
}

/// The results of a proof that was stopped before its end.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub struct Unfinished {
    /// The length of the shortest known solution.
    pub known: usize,
    /// The proven lower bound.
    pub at_least: usize,
}

impl Unfinished {
    /// Whether the response has a solution, however long it is.
    pub fn has_solution(options: &Options) -> bool {
        !options.count && !options.distance && options.at_most.is_none()
    }

    /// Whether the shortest known solution is a valid response.
    pub fn is_answer(options: &Options) -> bool {
        Unfinished::has_solution(options) && !options.all && !options.fewest_quarter_turns
    }
}

impl Proof {
    pub(super) fn depth_fields(&self) -> Vec<DepthFields> {
        self.depths.iter().map(DepthFields::from).collect()
    }

    /// Returns the name of the table; none if the proof needed none.
    pub(super) fn table_name(&self) -> Option<String> {
        self.table.as_ref().map(|table| table_name(table))
    }

    pub(super) fn certificate(&self, solution: &Alg) -> Certificate {
        Certificate::of(&self.cube, solution, self.metric, self.table.as_deref(), &self.depths)
    }
}

/// Returns the name of a table in the cache, or the size of one that is never cached.
pub(super) fn table_name(table: &OptimalTable) -> String {
    let spec = table.spec();
    crate::tables::cached_name(spec).map_or_else(|| format!("{spec} in memory"), str::to_owned)
}

/// The limits of the steps of one request.
struct Limits<'a> {
    context: &'a SolveContext<'a>,
    start: Stopwatch,
    budget: Option<Duration>,
    /// The nodes that the steps so far have left.
    nodes: Option<u64>,
}

impl Limits<'_> {
    fn is_late(&self) -> bool {
        self.budget.is_some_and(|budget| self.start.elapsed() >= budget)
    }

    /// Continues unless the request is cancelled or the time is over.
    fn flow(&self) -> ControlFlow<()> {
        let is_over = self.is_late() || self.context.cancellation.is_cancelled();
        if is_over { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }
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
        // First, because it fails for some metrics, before other tables are loaded or built.
        let table = solvers.optimal(metric)?;
        Ok(Prover { quick: solvers.two_phase(), table, metric, quick_nodes: QUICK_NODES })
    }

    pub(super) fn table_name(&self) -> String {
        table_name(&self.table)
    }

    pub(super) fn solve(
        &self,
        cube: &Cube3,
        options: &Options,
        context: &SolveContext<'_>,
    ) -> Result<SolverResult, RequestError> {
        let start = Stopwatch::start();
        let mut limits = Limits { context, start, budget: options.budget, nodes: options.nodes };
        let first_depths = self.begin(cube, options, &mut limits);
        if !first_depths.was_stopped {
            return self.found(cube, first_depths, None, options, true);
        }
        let Some(mut known) = self.quick_solution(cube, first_depths.lower_bound, QUICK_CHECKS, &limits)
        else {
            let is_stopped = context.cancellation.is_cancelled();
            let mistake = || RequestError::Solve(SolveError::Mistake);
            return Err(if is_stopped { RequestError::Cancelled } else { mistake() });
        };
        let mut other = self.proof_search(&first_depths, &known, options);
        if other.is_some()
            && !limits.is_late()
            && let Some(better) =
                self.quick_solution(cube, first_depths.lower_bound, LONG_PROOF_FACTOR * QUICK_CHECKS, &limits)
            && better.len() < known.len()
        {
            known = better;
            // It may be short enough.
            other = other.filter(|_| !self.is_answer(&known, options));
        }
        (context.on_improvement)(&known);
        let mut outcome = match &other {
            Some(other) => self.search_by_proof(other, cube, &known, options, &limits),
            None => self.search(cube, &first_depths, &known, options, &limits),
        };
        // A cancelled proof has no final result; the best solution so far may be accepted instead.
        if outcome.was_stopped && context.cancellation.is_cancelled() && !context.keep_partial {
            return Err(RequestError::Cancelled);
        }
        outcome.lower_bound = outcome.lower_bound.max(first_depths.lower_bound);
        if other.is_none() {
            outcome.depths.splice(0..0, first_depths.depths);
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
    ) -> Result<SolverResult, RequestError> {
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
            at_least: outcome.lower_bound,
            was_stopped: outcome.was_stopped,
            depths: outcome.depths,
        };
        Ok(SolverResult {
            count: (options.count && is_whole).then_some(solutions.len() as u64),
            optimal: solution.length(options.metric) == proof.at_least,
            solution,
            all: (options.all && is_whole).then_some(solutions),
            human: None,
            method: Method::Optimal.name(),
            proof: Some(proof),
        })
    }

    /// Searches the first depths: they take less time than the two-phase search, and have to be searched anyway.
    fn begin(&self, cube: &Cube3, options: &Options, limits: &mut Limits<'_>) -> OptimalSolution {
        let search = self.search_options(options, limits).last_depth_nodes(self.quick_nodes);
        let mut first_depths = OptimalSolver::new(&self.table).solve(cube, &search, &|_| limits.flow());
        let spent = first_depths.depths.iter().map(|depth| depth.stats.nodes).sum();
        limits.nodes = limits.nodes.map(|nodes| nodes.saturating_sub(spent));
        // An incomplete depth is searched again.
        first_depths
            .depths
            .retain(|depth| depth.moves < first_depths.lower_bound || !first_depths.was_stopped);
        first_depths
    }

    fn search_options(&self, options: &Options, limits: &Limits<'_>) -> OptimalOptions {
        OptimalOptions::new()
            .max_length(options.at_most.unwrap_or(usize::MAX))
            .all(options.all || options.count || options.fewest_quarter_turns)
            .max_nodes(limits.nodes)
    }

    /// Returns a short solution by the two-phase search; nothing if it was stopped before the first one.
    fn quick_solution(
        &self,
        cube: &Cube3,
        at_least: usize,
        most_ticks: usize,
        limits: &Limits<'_>,
    ) -> Option<Vec<FaceTurn>> {
        let stop_at_length = if self.metric == Metric::Qtm { 0 } else { at_least };
        let search = TwoPhaseOptions::new().stop_at_length(stop_at_length);
        let ticks = AtomicUsize::new(0);
        let outcome = TwoPhaseSolver::new(self.quick).solve(cube, &search, &|progress| {
            let is_enough = match progress {
                two_phase::Progress::Searching { has_solution, .. } => {
                    let is_exhausted = ticks.fetch_add(1, Ordering::Relaxed) >= most_ticks;
                    let is_stopped = limits.context.cancellation.is_cancelled();
                    // The first solution takes a moment and is better than none.
                    (has_solution && (is_exhausted || limits.is_late()))
                        || (is_stopped && (has_solution || !limits.context.keep_partial))
                }
                _ => false,
            };
            if is_enough { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        })?;
        outcome.solution.iter().map(|one| FaceTurn::try_from(one).ok()).collect()
    }

    /// Whether a solution meets the request even if others are shorter.
    fn is_answer(&self, known: &[FaceTurn], options: &Options) -> bool {
        let is_shortest_needed =
            options.all || options.count || options.fewest_quarter_turns || options.distance;
        options.at_most.is_some_and(|max| self.metric.length(known) <= max) && !is_shortest_needed
    }

    /// Returns another search for cubes that the table bounds badly.
    ///
    /// Usually few nodes are visited at depths up to the largest bound of the table. Around the superflip, which differs from the
    /// solved cube in its flips alone, the bounds are small, and many are.
    fn proof_search(
        &self,
        first_depths: &OptimalSolution,
        known: &[FaceTurn],
        options: &Options,
    ) -> Option<proof::Proof<'a>> {
        let is_every_one_needed = options.all || options.count || options.fewest_quarter_turns;
        let is_far =
            self.metric == Metric::Htm && known.len() >= LONG_SOLUTION.max(first_depths.lower_bound + 1);
        let last = first_depths.depths.last()?;
        let moves_more = self.table.largest_bound().checked_sub(last.moves)?;
        let is_badly_bounded =
            last.stats.nodes.saturating_mul(GROWTH.saturating_pow(moves_more as u32)) > MAX_TABLE_NODES;
        // The other search counts positions differently, so a node budget is for the table's search alone.
        let is_better = options.nodes.is_none()
            && is_far
            && is_badly_bounded
            && !is_every_one_needed
            && !self.is_answer(known, options);
        is_better.then(|| proof::Proof::new(self.quick))
    }

    /// Searches for shorter solutions with the search that verifies certificates: it is slower, but has better bounds for such cubes.
    fn search_by_proof(
        &self,
        search: &proof::Proof<'_>,
        cube: &Cube3,
        known: &[FaceTurn],
        options: &Options,
        limits: &Limits<'_>,
    ) -> OptimalSolution {
        let known_length = self.metric.length(known);
        // One more, so that solutions of `at_most` moves are found.
        let length = options.at_most.map_or(known_length, |max| known_length.min(max.saturating_add(1)));
        let progress = Mutex::new(Vec::<(usize, u64)>::new());
        let verdict = search.shorter(cube, length, self.metric, limits.context.threads, &|report| {
            let mut starts = progress.lock().unwrap_or_else(PoisonError::into_inner);
            if starts.last().is_none_or(|&(moves, _)| moves != report.depth) {
                starts.push((report.depth, report.positions));
            }
            let before = starts.last().map_or(0, |&(_, positions)| positions);
            drop(starts);
            let stats = SearchStats { nodes: report.positions.saturating_sub(before), lookups: 0 };
            (limits.context.on_progress)(Progress { depth: report.depth, stats, fraction: report.fraction });
            limits.flow()
        });
        let (solutions, lower_bound, was_stopped, positions) = match verdict {
            Verdict::Stopped { lower_bound, positions } => (Vec::new(), lower_bound, true, positions),
            Verdict::Refuted { solution, positions } => {
                let length = solution.length(options.metric);
                (vec![solution], length, false, positions)
            }
            Verdict::Proven { positions } => {
                let is_proven = known_length == length;
                let solutions = is_proven.then(|| known.iter().copied().collect()).into_iter().collect();
                (solutions, length, false, positions)
            }
        };
        let starts = progress.into_inner().unwrap_or_else(PoisonError::into_inner);
        let ends = starts.iter().skip(1).map(|&(_, positions)| positions).chain([positions]);
        let depth = |(&(moves, before), end): (&(usize, u64), u64)| DepthStats {
            moves,
            stats: SearchStats { nodes: end.saturating_sub(before), lookups: 0 },
        };
        let depths = starts.iter().zip(ends).map(depth).collect();
        OptimalSolution { solutions, lower_bound, was_stopped, depths }
    }

    /// Searches for shorter solutions, or for all that the options ask for.
    fn search(
        &self,
        cube: &Cube3,
        first_depths: &OptimalSolution,
        known: &[FaceTurn],
        options: &Options,
        limits: &Limits<'_>,
    ) -> OptimalSolution {
        // The request may be only for a solution of that length, and the first depths may have used up the node budget.
        let is_answer = self.is_answer(known, options);
        if is_answer || limits.nodes == Some(0) {
            return OptimalSolution {
                solutions: is_answer.then(|| known.iter().copied().collect()).into_iter().collect(),
                lower_bound: first_depths.lower_bound,
                was_stopped: !is_answer,
                depths: Vec::new(),
            };
        }
        let search = self
            .search_options(options, limits)
            .lower_bound(first_depths.lower_bound)
            .threads(limits.context.threads)
            .known(known.to_vec());
        let solver = OptimalSolver::new(&self.table);
        // With extra workers, where a node budget ends depends on timing.
        let permits = limits.context.permits.filter(|_| options.nodes.is_none());
        let solver = permits.map_or(solver, |permits| solver.with_worker_permits(permits));
        solver.solve(cube, &search, &|report| {
            (limits.context.on_progress)(report);
            limits.flow()
        })
    }
}
