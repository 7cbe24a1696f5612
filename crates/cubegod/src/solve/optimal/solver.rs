//! The optimal solver. With iterative deepening the first solution is optimal, because all shorter sequences were excluded.

use super::TableBuilder;
use super::backend::Backend;
use super::iterative_deepening::{IterativeDeepening, bounds_of};
use super::pass::Pass;
use super::permits::{Permit, WorkerPermits};
use super::search::{PREFETCH_DISTANCE, SearchContext, SearchStats};
use super::table::{PruningTable, TableSpec};
use super::worker::{Control, Worker};
use crate::cancellation::{Cancelled, uncancelled};
use crate::cube::Cube3;
use crate::moves::{Alg, FaceTurn};
use crate::solve::BuildOptions;
use std::cell::Cell;
use std::fmt;
use std::ops::ControlFlow;
use std::sync::Arc;
use std::thread::{Builder, scope};

/// A pruning table of the optimal solver with its contents, in any kind of memory.
pub struct OptimalTable {
    spec: TableSpec,
    contents: Box<dyn AsRef<[u8]> + Send + Sync>,
}

impl fmt::Debug for OptimalTable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("OptimalTable").field("spec", &self.spec).finish_non_exhaustive()
    }
}

impl OptimalTable {
    /// Wraps contents from a [`TableBuilder`](super::TableBuilder); `None` if their length is wrong.
    pub fn new(spec: TableSpec, contents: impl AsRef<[u8]> + Send + Sync + 'static) -> Option<OptimalTable> {
        PruningTable::new(spec, contents.as_ref())?;
        Some(OptimalTable { spec, contents: Box::new(contents) })
    }

    /// Builds a table in memory. `progress` is called with the completed fraction.
    pub fn build(spec: TableSpec, threads: usize, progress: &(dyn Fn(f64) + Sync)) -> OptimalTable {
        let options = BuildOptions::new().threads(threads).progress(progress);
        uncancelled(|token| OptimalTable::build_with(spec, &options.cancellation(token)))
    }

    /// Builds a table in memory, unless the work is cancelled.
    ///
    /// # Errors
    ///
    /// Fails if the token of the options is cancelled first.
    pub fn build_with(spec: TableSpec, options: &BuildOptions<'_>) -> Result<OptimalTable, Cancelled> {
        let builder = options.part(0.0, 0.5, |part| TableBuilder::new_with(spec, part))?;
        let contents = options.part(0.5, 1.0, |part| builder.blocks_with(0..TableSpec::BLOCKS, part))?;
        Ok(OptimalTable { spec, contents: Box::new(contents) })
    }

    /// Returns the metric and size of the table.
    pub fn spec(&self) -> TableSpec {
        self.spec
    }

    /// Returns the contents, as built by a [`TableBuilder`](super::TableBuilder).
    pub fn contents(&self) -> &[u8] {
        (*self.contents).as_ref()
    }

    pub(super) fn context(&self) -> SearchContext<'_> {
        let table = PruningTable::new(self.spec, self.contents()).expect("the length was checked");
        SearchContext::new(table, self.spec.metric())
    }

    /// Returns the largest bound of the table.
    pub fn largest_bound(&self) -> usize {
        self.context().table.largest.into()
    }

    /// Returns a lower bound for the length of the solutions of a cube.
    pub fn bound(&self, cube: &Cube3) -> usize {
        let (bound, inverse_bound) = bounds_of(&self.context(), cube);
        usize::from(bound.max(inverse_bound))
    }
}

/// Options of an optimal search; the default is one solution of any length on one thread.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct OptimalOptions {
    /// A known lower bound for the length of solutions.
    pub lower_bound: usize,
    /// The maximum length of solutions to search for.
    pub max_length: usize,
    /// Whether to find all optimal solutions, not just one.
    pub all: bool,
    /// The number of threads to use.
    pub threads: usize,
    /// A known solution: only shorter ones are searched for.
    pub known: Option<Vec<FaceTurn>>,
    /// A depth with more nodes than this is the last one, because the next one would have many times as many (13 times in HTM).
    pub last_depth_nodes: u64,
    /// The number of nodes of all depths after which the search stops as if it was cancelled. It is checked every few thousand
    /// nodes. On one thread the result is reproducible.
    pub max_nodes: Option<u64>,
}

impl Default for OptimalOptions {
    fn default() -> OptimalOptions {
        OptimalOptions {
            lower_bound: 0,
            max_length: usize::MAX,
            all: false,
            threads: 1,
            known: None,
            last_depth_nodes: u64::MAX,
            max_nodes: None,
        }
    }
}

impl OptimalOptions {
    /// Returns the default options.
    pub fn new() -> OptimalOptions {
        OptimalOptions::default()
    }

    /// Sets a known lower bound for the length of solutions.
    #[must_use]
    pub fn lower_bound(self, moves: usize) -> OptimalOptions {
        OptimalOptions { lower_bound: moves, ..self }
    }

    /// Sets the maximum length of solutions to search for.
    #[must_use]
    pub fn max_length(self, moves: usize) -> OptimalOptions {
        OptimalOptions { max_length: moves, ..self }
    }

    /// Searches for all optimal solutions or just for one.
    #[must_use]
    pub fn all(self, all: bool) -> OptimalOptions {
        OptimalOptions { all, ..self }
    }

    /// Sets the number of threads; 0 means 1.
    #[must_use]
    pub fn threads(self, threads: usize) -> OptimalOptions {
        OptimalOptions { threads, ..self }
    }

    /// Sets a known solution: only shorter ones are searched for.
    #[must_use]
    pub fn known(self, turns: impl Into<Option<Vec<FaceTurn>>>) -> OptimalOptions {
        OptimalOptions { known: turns.into(), ..self }
    }

    /// Makes a depth with more nodes than this the last one.
    #[must_use]
    pub fn last_depth_nodes(self, nodes: u64) -> OptimalOptions {
        OptimalOptions { last_depth_nodes: nodes, ..self }
    }

    /// Stops after this many nodes; `None` is no limit.
    #[must_use]
    pub fn max_nodes(self, nodes: impl Into<Option<u64>>) -> OptimalOptions {
        OptimalOptions { max_nodes: nodes.into(), ..self }
    }
}

/// The progress of a search.
#[derive(Copy, Clone, Debug)]
pub struct Progress {
    /// The length of the solutions that are searched for; there are no shorter ones.
    pub depth: usize,
    /// The counts of this depth.
    pub stats: SearchStats,
    /// The completed fraction of this depth, from 0.0 to 1.0.
    pub fraction: f64,
}

/// A progress callback. It is called every millisecond or so on each thread, and can cancel the search.
pub type ProgressFn<'a> = dyn Fn(Progress) -> ControlFlow<()> + Sync + 'a;

/// The counts of the search for solutions of one length.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub struct DepthStats {
    /// The length.
    pub moves: usize,
    /// The counts.
    pub stats: SearchStats,
}

/// The result of a search.
#[derive(Clone, Debug)]
pub struct OptimalSolution {
    /// The optimal solutions; empty if there are none within the limits, or the search was stopped.
    pub solutions: Vec<Alg>,
    /// A proven lower bound: no solution has fewer moves.
    pub lower_bound: usize,
    /// Whether the search was stopped before its end.
    pub was_stopped: bool,
    /// The counts by length.
    pub depths: Vec<DepthStats>,
}

/// The name of the threads of extra workers.
const EXTRA_WORKER: &str = "extra worker";

/// A solver that finds optimal solutions and proves that there are no shorter ones.
#[derive(Copy, Clone, Debug)]
pub struct OptimalSolver<'a> {
    table: &'a OptimalTable,
    backend: Backend,
    prefetch_distance: usize,
    permits: Option<&'a WorkerPermits>,
}

impl<'a> OptimalSolver<'a> {
    /// Creates a solver with this table.
    pub fn new(table: &'a OptimalTable) -> OptimalSolver<'a> {
        OptimalSolver { table, backend: Backend::best(), prefetch_distance: PREFETCH_DISTANCE, permits: None }
    }

    /// Lets the solver start more threads while permits are free. The solutions stay the same; the counts of the depth in which one was
    /// found do not.
    pub fn with_worker_permits(self, permits: &'a WorkerPermits) -> OptimalSolver<'a> {
        OptimalSolver { permits: Some(permits), ..self }
    }

    /// Searches for the optimal solutions of a cube.
    ///
    /// # Examples
    ///
    /// ```no_run
    /// use cubegod::{Cube3, Metric};
    /// use cubegod::solve::optimal::{OptimalOptions, OptimalSolver, OptimalTable, TableSpec};
    /// use std::ops::ControlFlow;
    ///
    /// let spec = TableSpec::smallest(Metric::Htm).expect("HTM is supported");
    /// let table = OptimalTable::build(spec, 2, &|_| ());
    /// let cube = Cube3::SOLVED.apply(&"R U2 F' D".parse()?)?;
    /// let result = OptimalSolver::new(&table)
    ///     .solve(&cube, &OptimalOptions::new(), &|_| ControlFlow::Continue(()));
    /// assert_eq!(result.lower_bound, 4);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn solve(
        &self,
        cube: &Cube3,
        options: &OptimalOptions,
        progress: &ProgressFn<'_>,
    ) -> OptimalSolution {
        let context = self.table.context();
        let mut deepening = IterativeDeepening::new(self.table, cube, options, self.backend);
        let own = WorkerPermits::new(options.threads.saturating_sub(1));
        while let Some(pass) = deepening.next_pass(&context) {
            let report = |pass: &Pass| {
                let progress_here = deepening.progress(pass);
                let is_over = deepening.is_over_budget(progress_here.stats.nodes);
                if is_over || progress(progress_here).is_break() { Control::Stop } else { Control::Continue }
            };
            self.run(&pass, context, &own, &report);
            deepening.finish_pass(pass.result());
        }
        deepening.solution()
    }

    /// Runs a pass, with extra workers while permits are free.
    fn run(
        &self,
        pass: &Arc<Pass>,
        context: SearchContext<'_>,
        own: &WorkerPermits,
        report: &(dyn Fn(&Pass) -> Control + Sync),
    ) {
        let worker = || Worker::new(Arc::clone(pass), self.prefetch_distance);
        let run_extra = |permit: Permit<'_>| {
            worker().run(context, self.backend, &|pass| match report(pass) {
                Control::Continue if permit.must_yield() => Control::Yield,
                control => control,
            });
        };
        let has_threads = Cell::new(true);
        scope(|scope| {
            worker().run(context, self.backend, &|pass| {
                // Extra workers start at the first report, so that a short pass has none.
                for permits in [Some(own), self.permits].into_iter().flatten() {
                    while has_threads.get()
                        && pass.tasks.has_tasks()
                        && let Some(permit) = permits.try_acquire()
                    {
                        // If no more threads can be started, the search continues with fewer.
                        has_threads.set(
                            Builder::new()
                                .name(EXTRA_WORKER.into())
                                .spawn_scoped(scope, move || run_extra(permit))
                                .is_ok(),
                        );
                    }
                }
                report(pass)
            });
        });
    }
}

#[cfg(test)]
mod tests;
