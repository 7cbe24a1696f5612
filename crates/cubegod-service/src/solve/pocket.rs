//! Pocket cubes: every answer is a shortest one.

use super::{Found, Options};
use crate::cube_error::CubeError;
use cubegod::solve::optimal::with_fewest_quarter_turns;
use cubegod::solve::pocket::{PocketSolution, PocketSolver};
use cubegod::solve::relative_to_2;
use cubegod::{Alg, Color, Cube2, Stickers};
use std::ops::ControlFlow;

pub(super) fn solve(
    solver: &PocketSolver<'_>,
    stickers: &Stickers<Color>,
    options: &Options,
) -> Result<Found, CubeError> {
    if options.solutions.is_some() {
        return Err(CubeError::only_for_large_cubes("--solutions", "--all"));
    }
    if options.essential {
        return Err(CubeError::not_for_pocket_cubes("--essential"));
    }
    let cube = relative_to_2(stickers, options.target.as_ref())?;
    let unsolvable = || CubeError::unsolvable(options.faces, options.exact);
    let solution = solver.solve(&cube).ok_or_else(unsolvable)?;
    if !solver.is_reached(&cube, &solution) {
        return Err(CubeError::wrong_solution(&solution.to_string()));
    }
    let mut solution = solution.to_alg();
    if let Some(most) = options.at_most.filter(|&most| solution.length(options.metric) > most) {
        return Err(CubeError::none_within(most));
    }
    let (count, all);
    if options.fewest_quarter_turns {
        let fewest = with_fewest_quarter_turns(&all_shortest(solver, &cube));
        solution = fewest.first().cloned().unwrap_or(solution);
        count = options.count.then_some(fewest.len() as u64);
        all = options.all.then_some(fewest);
    } else {
        count = options.count.then(|| solver.count_shortest(&cube));
        all = options.all.then(|| all_shortest(solver, &cube));
    }
    Ok(Found { solution, all, count, stages: None, method: "pocket", optimal: true, proof: None })
}

fn all_shortest(solver: &PocketSolver<'_>, cube: &Cube2) -> Vec<Alg> {
    let mut solutions = Vec::new();
    solver.each_shortest(cube, |solution: &PocketSolution| {
        solutions.push(solution.to_alg());
        ControlFlow::Continue(())
    });
    solutions
}
