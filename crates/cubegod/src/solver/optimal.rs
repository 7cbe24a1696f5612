//! The optimal search of the 3x3: a short solution first, then a proof that none is shorter, or a shorter one.

use super::{Solution, SolveOptions, Solver, fast};
use crate::cube::Cube3;
use crate::moves::{Alg, FaceSet, FaceTurn, Metric};
use crate::solve::SolveError;
use crate::solve::optimal::{Count, OptimalOptions, OptimalSolver, Standing};
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicU64, Ordering};

pub(super) fn solve(solver: &Solver, cube: &Cube3, options: &SolveOptions) -> Result<Solution, SolveError> {
    let count = match options.metric {
        Metric::Htm => Count::HalfTurns,
        Metric::Qtm => Count::QuarterTurns,
        metric => return Err(SolveError::OptimalMetric { metric }),
    };
    if options.faces != FaceSet::ALL {
        return Err(SolveError::OptimalFaces { faces: options.faces });
    }
    let verified = |solutions: Vec<Alg>, lower_bound| {
        Solution::new(solutions, lower_bound, options, |alg| cube.apply(alg).is_ok_and(|end| end.is_solved()))
    };
    let one = options.clone().solutions(1);
    let Some(short) = fast::search(solver.two_phase_tables(), cube, fast::NODES, 0, &one) else {
        return Err(if options.cancellation.is_cancelled() {
            SolveError::Cancelled
        } else {
            SolveError::Mistake
        });
    };
    let (lower_bound, length) =
        (fast::lower_bound(&short, options.metric), short.solution.length(options.metric));
    if lower_bound == length && options.solutions <= 1 {
        return verified(vec![short.solution], lower_bound);
    }
    let known: Option<Vec<FaceTurn>> =
        short.solution.iter().map(|one| FaceTurn::try_from(one).ok()).collect();
    let optimal = OptimalOptions {
        at_most: options.max_length.unwrap_or(usize::MAX),
        all: options.solutions > 1,
        threads: options.threads,
        known,
        ..OptimalOptions::default()
    };
    let limit = NodeLimit { nodes: options.max_nodes.unwrap_or(u64::MAX), ..NodeLimit::default() };
    let found =
        OptimalSolver::new(solver.optimal_table(count, options.threads)).solve(cube, &optimal, &|progress| {
            let is_over = limit.is_reached(progress) || options.cancellation.is_cancelled();
            if is_over { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
    let lower_bound = lower_bound.max(found.at_least);
    if found.solutions.is_empty() {
        // The search was stopped, or everything up to the limit was searched and the short solution is longer.
        return verified(vec![short.solution], lower_bound);
    }
    if found.solutions[0].length(options.metric) < length {
        options.improved(&found.solutions[0]);
    }
    verified(found.solutions, lower_bound)
}

/// Counts nodes over all depths.
#[derive(Default)]
struct NodeLimit {
    nodes: u64,
    /// Nodes of finished depths, and of the present one.
    before: AtomicU64,
    here: AtomicU64,
    depth: AtomicU64,
}

impl NodeLimit {
    fn is_reached(&self, progress: Standing) -> bool {
        let nodes = progress.effort.nodes;
        if self.depth.swap(progress.depth as u64, Ordering::Relaxed) != progress.depth as u64 {
            self.before.fetch_add(self.here.load(Ordering::Relaxed), Ordering::Relaxed);
        }
        self.here.store(nodes, Ordering::Relaxed);
        self.before.load(Ordering::Relaxed) + nodes >= self.nodes
    }
}
