//! The fast search of the 3x3, limited in nodes.

use super::{Solution, SolveOptions};
use crate::cube::Cube3;
use crate::moves::{Alg, FaceSet, FaceTurn, Metric};
use crate::solve::SolveError;
use crate::solve::two_phase::{Progress, Tables, TwoPhaseOptions, TwoPhaseSolution, TwoPhaseSolver};
use std::ops::ControlFlow;

/// The default length at which the search stops: no cube needs more, and most take a few milliseconds.
const LENGTH: usize = 20;

/// The default node limit: about 0.1 s with small tables; 2 ms are enough for most cubes.
pub(super) const NODES: u64 = 1_000_000;

/// The default node limit if a maximum length is given: about a minute with small tables.
const NODES_FOR_LENGTH: u64 = 600 * NODES;

/// The minimum node limit if there may be no solution: some seconds.
const NODES_WITHOUT_SOLUTION: u64 = 50 * NODES;

/// The number of faces that is sufficient to solve every cube.
const ENOUGH_FACES: usize = 5;

pub(super) fn solve(
    tables: &Tables<'static>,
    cube: &Cube3,
    options: &SolveOptions,
) -> Result<Solution, SolveError> {
    let (nodes, stop_at_length) = match (options.max_nodes, options.max_length) {
        (Some(nodes), length) => (nodes, length.unwrap_or(0)),
        (None, Some(length)) => (NODES_FOR_LENGTH, length),
        // Do not stop before all solutions are found.
        (None, None) if options.solutions > 1 => (NODES, 0),
        (None, None) => (NODES, LENGTH),
    };
    let found = search(tables, cube, nodes, stop_at_length, options);
    let Some(found) = found else {
        return Err(match options.faces {
            _ if options.cancellation.is_cancelled() => SolveError::Cancelled,
            FaceSet::ALL => SolveError::Mistake,
            faces => SolveError::NothingFound { faces },
        });
    };
    let lower_bound = lower_bound(&found, options.metric);
    let solutions = [found.solution].into_iter().chain(found.others);
    Solution::new(solutions, lower_bound, options, |alg| cube.apply(alg).is_ok_and(|end| end.is_solved()))
}

/// Returns the best solutions within the limits; `None` if the search was stopped before it found any.
pub(super) fn search(
    tables: &Tables<'static>,
    cube: &Cube3,
    nodes: u64,
    stop_at_length: usize,
    options: &SolveOptions,
) -> Option<TwoPhaseSolution> {
    let is_short = |turns: &[FaceTurn]| {
        let alg: Alg = turns.iter().copied().collect();
        options.improved(&alg);
        options.metric == Metric::Qtm && alg.length(options.metric) <= stop_at_length
    };
    // Fewer faces may not solve the cube. Unless a limit is given, allow more nodes for a first solution.
    let may_fail = options.faces.len() < ENOUGH_FACES && options.max_nodes.is_none();
    let max_nodes = if may_fail { nodes.max(NODES_WITHOUT_SOLUTION) } else { nodes };
    // Face turns have the same length in all metrics except QTM, for which the length is checked here.
    let two_phase = TwoPhaseOptions::new()
        .stop_at_length(if options.metric == Metric::Qtm { 0 } else { stop_at_length })
        .faces(options.faces)
        .solutions(options.solutions.max(1))
        .threads(options.threads)
        .max_nodes(max_nodes);
    TwoPhaseSolver::new(tables).solve(cube, &two_phase, &|progress| {
        let is_over = match progress {
            Progress::Improved(turns) => is_short(turns),
            Progress::Searching { nodes: searched, has_solution } => {
                has_solution && searched >= nodes || options.cancellation.is_cancelled()
            }
        };
        if is_over { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    })
}

/// Returns the lower bound in a metric that follows from a solution in HTM.
pub(super) fn lower_bound(found: &TwoPhaseSolution, metric: Metric) -> usize {
    let length = found.solution.len();
    match metric {
        _ if !found.is_shortest => 1,
        Metric::Htm | Metric::Qtm => length,
        // A slice turn is two turns of faces.
        Metric::Stm | Metric::Etm => length.div_ceil(2),
    }
}
