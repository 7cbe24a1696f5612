//! Options of the solver.

use crate::any_cube::Cube;
use crate::cancellation::Cancellation;
use crate::moves::{Alg, FaceSet, Metric};
use crate::solve::BuildOptions;
use std::fmt;
use std::sync::Arc;

/// The search for a 3x3. A 2x2 is always solved optimally.
#[derive(Copy, Clone, Debug, Default, Eq, PartialEq, Hash)]
#[non_exhaustive]
pub enum Search {
    /// Short solutions in milliseconds.
    #[default]
    Fast,
    /// Solutions that are proven to be optimal: milliseconds up to 12 moves, many minutes for 18 with the smallest table.
    Optimal,
}

/// Options of the solver; the default is one solution, with all faces, in a limited number of nodes.
///
/// # Examples
///
/// ```
/// use cubegod::{Cube, Metric, SolveOptions, Solver};
///
/// # fn main() -> Result<(), Box<dyn std::error::Error>> {
/// let cube: Cube = "R2 U2 R2 U2 R2 U2".parse()?;
/// let options = SolveOptions::new().faces("RU".parse()?).metric(Metric::Qtm);
/// assert_eq!(Solver::new().solve_with(&cube, &options)?.len(), 12);
/// # Ok(())
/// # }
/// ```
#[derive(Clone)]
#[non_exhaustive]
pub struct SolveOptions {
    pub(super) search: Search,
    pub(super) metric: Metric,
    pub(super) faces: FaceSet,
    pub(super) exact: bool,
    pub(super) max_length: Option<usize>,
    pub(super) max_nodes: Option<u64>,
    pub(super) solutions: usize,
    pub(super) target: Option<Cube>,
    pub(super) threads: usize,
    pub(super) cancellation: Cancellation,
    on_improvement: Option<Arc<Improvement>>,
}

type Improvement = dyn Fn(&Alg) + Send + Sync;

impl Default for SolveOptions {
    fn default() -> SolveOptions {
        SolveOptions {
            search: Search::Fast,
            metric: Metric::Htm,
            faces: FaceSet::ALL,
            exact: false,
            max_length: None,
            max_nodes: None,
            solutions: 1,
            target: None,
            threads: 1,
            cancellation: Cancellation::new(),
            on_improvement: None,
        }
    }
}

impl SolveOptions {
    /// Returns the default options.
    pub fn new() -> SolveOptions {
        SolveOptions::default()
    }

    /// Chooses the search for a 3x3.
    #[must_use]
    pub fn search(mut self, search: Search) -> SolveOptions {
        self.search = search;
        self
    }

    /// Measures lengths in this metric. The optimal search of a 3x3 supports HTM and QTM; the fast search minimizes HTM and
    /// reports lengths in any metric.
    #[must_use]
    pub fn metric(mut self, metric: Metric) -> SolveOptions {
        self.metric = metric;
        self
    }

    /// Allows only turns of these faces. The optimal search of a 3x3 does not support it. On a 2x2, faces around one corner need
    /// another table, built in 0.1 s for each call: solve many cubes with [`Solver::solve_many`](super::Solver::solve_many).
    #[must_use]
    pub fn faces(mut self, faces: FaceSet) -> SolveOptions {
        self.faces = faces;
        self
    }

    /// Requires one orientation at the end, that of the target or white up and green in front, instead of any.
    #[must_use]
    pub fn exact(mut self, exact: bool) -> SolveOptions {
        self.exact = exact;
        self
    }

    /// Sets the maximum length of a solution; the fast search stops at the first one within it.
    #[must_use]
    pub fn max_length(mut self, moves: usize) -> SolveOptions {
        self.max_length = Some(moves);
        self
    }

    /// Stops after this many nodes: the fast search with the best solution so far (at least one, when five or more faces may be
    /// turned), the optimal search without a proof. The optimal search uses up to half of them, at most a million, to find a short
    /// solution first. On one thread the solution depends on the cube, the options and the tables only.
    #[must_use]
    pub fn max_nodes(mut self, nodes: u64) -> SolveOptions {
        self.max_nodes = Some(nodes);
        self
    }

    /// Requests up to this many different solutions; optimal ones have equal length.
    #[must_use]
    pub fn solutions(mut self, solutions: usize) -> SolveOptions {
        self.solutions = solutions;
        self
    }

    /// Turns the cube into this one instead of solving it.
    #[must_use]
    pub fn target(mut self, target: Cube) -> SolveOptions {
        self.target = Some(target);
        self
    }

    /// Sets the number of threads; 0 means 1. With several threads the solution may differ from run to run.
    #[must_use]
    pub fn threads(mut self, threads: usize) -> SolveOptions {
        self.threads = threads.max(1);
        self
    }

    /// Stops when the token is cancelled, with the best solution so far; use it for a time limit. Tables that are built on first use
    /// are not completed then.
    #[must_use]
    pub fn cancellation(mut self, cancellation: Cancellation) -> SolveOptions {
        self.cancellation = cancellation;
        self
    }

    /// Sets a callback for every solution that is shorter than all before, during the search. The first of a 2x2 is optimal.
    #[must_use]
    pub fn on_improvement(mut self, callback: impl Fn(&Alg) + Send + Sync + 'static) -> SolveOptions {
        self.on_improvement = Some(Arc::new(callback));
        self
    }

    /// Returns the options for tables that are built on first use.
    pub(super) fn build(&self) -> BuildOptions<'_> {
        BuildOptions::new().threads(self.threads).cancellation(&self.cancellation)
    }

    pub(super) fn improved(&self, alg: &Alg) {
        if let Some(callback) = &self.on_improvement {
            callback(alg);
        }
    }
}

impl fmt::Debug for SolveOptions {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("SolveOptions")
            .field("search", &self.search)
            .field("metric", &self.metric)
            .field("faces", &self.faces)
            .field("exact", &self.exact)
            .field("max_length", &self.max_length)
            .field("max_nodes", &self.max_nodes)
            .field("solutions", &self.solutions)
            .field("target", &self.target)
            .field("threads", &self.threads)
            .field("cancellation", &self.cancellation)
            .field("on_improvement", &self.on_improvement.is_some())
            .finish()
    }
}
