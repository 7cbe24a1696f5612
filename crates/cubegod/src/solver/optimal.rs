//! The optimal search of the 3x3: finds a short solution first, then proves that it is optimal or finds a shorter one.

use super::{Solution, SolveOptions, Solver, fast};
use crate::cube::Cube3;
use crate::moves::{Alg, FaceSet, FaceTurn};
use crate::solve::SolveError;
use crate::solve::optimal::{OptimalOptions, OptimalSolver, TableSpec};
use std::ops::ControlFlow;

pub(super) fn solve(solver: &Solver, cube: &Cube3, options: &SolveOptions) -> Result<Solution, SolveError> {
    let spec =
        TableSpec::smallest(options.metric).ok_or(SolveError::OptimalMetric { metric: options.metric })?;
    if options.faces != FaceSet::ALL {
        return Err(SolveError::OptimalFaces { faces: options.faces });
    }
    let verified = |solutions: Vec<Alg>, lower_bound| {
        Solution::new(solutions, lower_bound, options, |alg| cube.apply(alg).is_ok_and(|end| end.is_solved()))
    };
    let one = options.clone().solutions(1);
    let two_phase = solver.two_phase_tables(&options.build())?;
    let first_nodes = options.max_nodes.map_or(fast::NODES, |nodes| fast::NODES.min(nodes / 2));
    let Some(short) = fast::search(two_phase, cube, first_nodes, 0, &one) else {
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
    let optimal = OptimalOptions::new()
        .max_length(options.max_length.unwrap_or(usize::MAX))
        .all(options.solutions > 1)
        .threads(options.threads)
        .known(known)
        .max_nodes(options.max_nodes.map(|nodes| nodes - first_nodes));
    let Ok(table) = solver.optimal_table(spec, &options.build()) else {
        return verified(vec![short.solution], lower_bound);
    };
    let found = OptimalSolver::new(table).solve(cube, &optimal, &|_| {
        if options.cancellation.is_cancelled() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    });
    let lower_bound = lower_bound.max(found.lower_bound);
    if found.solutions.is_empty() {
        // The search was stopped, or the short solution exceeds the maximum length and no other exists within it.
        return verified(vec![short.solution], lower_bound);
    }
    if found.solutions[0].length(options.metric) < length {
        options.improved(&found.solutions[0]);
    }
    verified(found.solutions, lower_bound)
}
