//! Pocket cubes: every solution is a shortest one in face turns.

use super::{Options, SolverResult};
use crate::error::RequestError;
use crate::option::OptionId;
use cubegod::solve::SolveError;
use cubegod::solve::optimal::with_fewest_quarter_turns;
use cubegod::solve::pocket::PocketSolver;
use cubegod::{Alg, Cancellation, Cancelled, Cube2, Metric, Size};
use std::ops::ControlFlow;

pub(super) fn solve(
    solver: &PocketSolver<'_>,
    cube: &Cube2,
    options: &Options,
    cancellation: &Cancellation,
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
    let solution = solver.solve_with(cube, cancellation)?.ok_or_else(unsolvable)?;
    if !solver.is_reached(cube, &solution) {
        return Err(RequestError::WrongSolution { solution: solution.to_string() });
    }
    let mut solution = solution.to_alg();
    if let Some(max) = options.at_most.filter(|&max| solution.length(options.metric) > max) {
        return Err(RequestError::NoneWithin { moves: max });
    }
    let all_shortest = || all_shortest(solver, cube, cancellation);
    let (count, all);
    if options.fewest_quarter_turns {
        let fewest = with_fewest_quarter_turns(&all_shortest()?);
        solution = fewest.first().cloned().unwrap_or(solution);
        count = options.count.then_some(fewest.len() as u64);
        all = options.all.then_some(fewest);
    } else {
        count = options.count.then(|| count_shortest(solver, cube, cancellation)).transpose()?;
        all = options.all.then(all_shortest).transpose()?;
    }
    let optimal = is_shortest(options.metric, options.exact);
    Ok(SolverResult { solution, all, count, human: None, method: "pocket", optimal, proof: None })
}

/// Whether the shortest solution in face turns is a shortest one in the metric. To end in one orientation, a rotation of the cube can
/// replace several turns, and only the ETM counts rotations.
pub(crate) fn is_shortest(metric: Metric, exact: bool) -> bool {
    metric != Metric::Etm || !exact
}

fn all_shortest(
    solver: &PocketSolver<'_>,
    cube: &Cube2,
    cancellation: &Cancellation,
) -> Result<Vec<Alg>, Cancelled> {
    let mut solutions = Vec::new();
    solver.each_shortest_with(cube, cancellation, |solution| {
        solutions.push(solution.to_alg());
        ControlFlow::Continue(())
    })?;
    Ok(solutions)
}

fn count_shortest(
    solver: &PocketSolver<'_>,
    cube: &Cube2,
    cancellation: &Cancellation,
) -> Result<u64, Cancelled> {
    let mut count = 0;
    solver.each_shortest_with(cube, cancellation, |_| {
        count += 1;
        ControlFlow::Continue(())
    })?;
    Ok(count)
}
