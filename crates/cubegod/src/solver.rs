//! The high-level solver: finds and verifies solutions of cubes of every supported size.

mod fast;
mod optimal;
mod options;
mod pocket;
mod solution;
#[cfg(test)]
mod tests;

pub use options::{Search, SolveOptions};
pub use solution::Solution;

use crate::any_cube::{Centres, Cube};
use crate::cancellation::{Cancellation, Cancelled};
use crate::moves::Metric;
use crate::parallel::{ParallelOptions, ordered};
use crate::solve::optimal::{OptimalTable, TableSpec};
use crate::solve::pocket::PocketTable;
use crate::solve::two_phase::{SmallTables, Tables};
use crate::solve::{BuildOptions, ByMetric, SolveError, TryOnceLock};
use pocket::PreparedPocket;
use std::ops::ControlFlow;
use std::sync::Arc;

/// Solves cubes of every supported size.
///
/// Tables are built in memory on first use: in 0.1 s for the 2x2 and for the fast search of the 3x3, in some seconds for its
/// optimal search. The `with_…` methods set existing tables. A solver can be shared by any number of threads.
///
/// # Examples
///
/// ```
/// use cubegod::{Cube, Solver};
///
/// # fn main() -> Result<(), Box<dyn std::error::Error>> {
/// let cube: Cube = "DBFRDULUUFFBLDDBLRBU????".parse()?;
/// let solver = Solver::new();
/// assert_eq!(solver.solve(&cube)?.to_string(), "L' U B U2 L2 B2 U B' L'");
/// # Ok(())
/// # }
/// ```
#[derive(Debug, Default)]
pub struct Solver {
    pocket: ByMetric<Arc<PocketTable>>,
    two_phase: TryOnceLock<Arc<Tables<'static>>>,
    optimal: ByMetric<Arc<OptimalTable>>,
}

impl Solver {
    /// Returns a solver without tables.
    pub fn new() -> Solver {
        Solver::default()
    }

    /// Uses these tables for the fast search of the 3x3, such as [`Tables::Large`]. Other tables may give other solutions.
    #[must_use]
    pub fn with_two_phase_tables(mut self, tables: impl Into<Arc<Tables<'static>>>) -> Solver {
        self.two_phase = TryOnceLock::from(tables.into());
        self
    }

    /// Uses this table for the 2x2, in the metric of the table.
    #[must_use]
    pub fn with_pocket_table(mut self, table: impl Into<Arc<PocketTable>>) -> Solver {
        let table = table.into();
        let metric = if table.counts_quarter_turns() { Metric::Qtm } else { Metric::Htm };
        self.pocket.set(metric, table);
        self
    }

    /// Uses this table for the optimal search of the 3x3, in the metric of the table. Larger tables are faster.
    #[must_use]
    pub fn with_optimal_table(mut self, table: impl Into<Arc<OptimalTable>>) -> Solver {
        let table = table.into();
        self.optimal.set(table.spec().metric(), table);
        self
    }

    /// Solves a cube with the default options: a 2x2 optimally, a 3x3 in 20 moves or a few more.
    ///
    /// The search is limited by a number of nodes, so that the result is reproducible on every machine.
    ///
    /// # Errors
    ///
    /// No error is expected with the default options; see [`SolveError`].
    pub fn solve(&self, cube: &Cube) -> Result<Solution, SolveError> {
        self.solve_with(cube, &SolveOptions::default())
    }

    /// Solves a cube with the given options. Every solution is verified on the cube.
    ///
    /// # Errors
    ///
    /// There is no such solution, none was found within the limits, or the options are incompatible; see [`SolveError`].
    pub fn solve_with(&self, cube: &Cube, options: &SolveOptions) -> Result<Solution, SolveError> {
        Session::new(self, options).solve(cube)
    }

    /// Solves many cubes, each on one thread, on [`SolveOptions::threads`] threads. The solutions are in the order of the cubes.
    ///
    /// # Errors
    ///
    /// Each cube has its own result, which fails as that of [`Solver::solve_with`] does.
    pub fn solve_many(&self, cubes: &[Cube], options: &SolveOptions) -> Vec<Result<Solution, SolveError>> {
        let threads = ParallelOptions::new(options.threads.min(cubes.len()));
        let options = options.clone().threads(1);
        let session = Session::new(self, &options);
        let mut solutions = Vec::with_capacity(cubes.len());
        let solve = |cube| session.solve(cube);
        // Every cube has a result, also after a cancellation. The only error is that no thread can be started.
        let _ = ordered(cubes, threads, &Cancellation::new(), solve, |solution| {
            solutions.push(solution);
            ControlFlow::Continue(())
        });
        solutions.extend(cubes[solutions.len()..].iter().map(|cube| session.solve(cube)));
        solutions
    }

    /// Returns the table of the 2x2 for a metric.
    pub(crate) fn pocket_table(
        &self,
        metric: Metric,
        options: &BuildOptions<'_>,
    ) -> Result<&PocketTable, Cancelled> {
        let build = || PocketTable::build_with(metric, options).map(Arc::new);
        self.pocket.get_or_try_init(metric, build).map(Arc::as_ref)
    }

    fn two_phase_tables(&self, options: &BuildOptions<'_>) -> Result<&Tables<'static>, Cancelled> {
        let build = || SmallTables::build_with(options).map(|tables| Arc::new(Tables::Small(tables)));
        self.two_phase.get_or_try_init(build).map(Arc::as_ref)
    }

    /// Returns the table for the metric of `spec`; builds this one if there is none yet.
    fn optimal_table(&self, spec: TableSpec, options: &BuildOptions<'_>) -> Result<&OptimalTable, Cancelled> {
        let build = || OptimalTable::build_with(spec, options).map(Arc::new);
        self.optimal.get_or_try_init(spec.metric(), build).map(Arc::as_ref)
    }
}

/// A solver with its options, and the data that is prepared once for many cubes.
struct Session<'a> {
    solver: &'a Solver,
    options: &'a SolveOptions,
    pocket: PreparedPocket<'a>,
}

impl<'a> Session<'a> {
    fn new(solver: &'a Solver, options: &'a SolveOptions) -> Session<'a> {
        Session { solver, options, pocket: PreparedPocket::default() }
    }

    fn solve(&self, cube: &Cube) -> Result<Solution, SolveError> {
        let Session { solver, options, pocket } = self;
        if options.cancellation.is_cancelled() {
            return Err(SolveError::Cancelled);
        }
        let relative = match &options.target {
            Some(target) => cube.relative_to(target)?,
            None => *cube,
        };
        match &relative {
            Cube::Two(cube) => pocket.solve(solver, cube, options),
            Cube::Three(cube, centres) => {
                if options.max_length == Some(0) && !cube.is_solved() {
                    return Err(SolveError::TooLong { max_length: 0, is_proven: true, best: None });
                }
                if options.exact && *centres != self.target_centres() {
                    return Err(SolveError::Unsolvable { faces: options.faces, exact: true });
                }
                match options.search {
                    Search::Fast => fast::solve(solver.two_phase_tables(&options.build())?, cube, options),
                    Search::Optimal => optimal::solve(solver, cube, options),
                }
            }
        }
    }

    /// Returns the centres of the target, which face turns do not move.
    fn target_centres(&self) -> Centres {
        match self.options.target {
            Some(Cube::Three(_, centres)) => centres,
            Some(Cube::Two(_)) | None => Centres::STANDARD,
        }
    }
}
