//! Pocket cubes: every solution is a shortest one in face turns.

use super::{Options, SolverResult};
use crate::error::RequestError;
use crate::option::OptionId;
use cubegod::solve::SolveError;
use cubegod::solve::optimal::with_fewest_quarter_turns;
use cubegod::solve::pocket::{PocketSolution, PocketSolver};
use cubegod::{Alg, Cube2, Metric, Size};
use std::ops::ControlFlow;

pub(super) fn solve(
    solver: &PocketSolver<'_>,
    cube: &Cube2,
    options: &Options,
) -> Result<SolverResult, RequestError> {
    if options.solutions.is_some() {
        return Err(RequestError::OnlyForSize {
            setting: OptionId::Solutions.into(),
            size: Size::THREE,
            found: Size::TWO,
            instead: Some(OptionId::All),
        });
    }
    if options.essential {
        return Err(RequestError::only_for_size(OptionId::Essential, Size::THREE, Size::TWO));
    }
    let unsolvable = || SolveError::Unsolvable { faces: options.faces, exact: options.exact };
    let solution = solver.solve(cube).ok_or_else(unsolvable)?;
    if !solver.is_reached(cube, &solution) {
        return Err(RequestError::WrongSolution { solution: solution.to_string() });
    }
    let mut solution = solution.to_alg();
    if let Some(max) = options.at_most.filter(|&max| solution.length(options.metric) > max) {
        return Err(RequestError::NoneWithin { moves: max });
    }
    let (count, all);
    if options.fewest_quarter_turns {
        let fewest = with_fewest_quarter_turns(&all_shortest(solver, cube));
        solution = fewest.first().cloned().unwrap_or(solution);
        count = options.count.then_some(fewest.len() as u64);
        all = options.all.then_some(fewest);
    } else {
        count = options.count.then(|| solver.count_shortest(cube));
        all = options.all.then(|| all_shortest(solver, cube));
    }
    let optimal = is_shortest(options.metric, options.exact);
    Ok(SolverResult { solution, all, count, human: None, method: "pocket", optimal, proof: None })
}

/// Whether the shortest solution in face turns is a shortest one in the metric. To end in one orientation, a rotation of the cube can
/// replace several turns, and only the ETM counts rotations.
pub(crate) fn is_shortest(metric: Metric, exact: bool) -> bool {
    metric != Metric::Etm || !exact
}

fn all_shortest(solver: &PocketSolver<'_>, cube: &Cube2) -> Vec<Alg> {
    let mut solutions = Vec::new();
    solver.each_shortest(cube, |solution: &PocketSolution| {
        solutions.push(solution.to_alg());
        ControlFlow::Continue(())
    });
    solutions
}
