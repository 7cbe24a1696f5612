//! Pocket cubes: every answer is a shortest one.

use super::{Found, Options};
use crate::problem::Problem;
use cubegod::solve::change2;
use cubegod::solve::pocket::{PocketSolver, Solution};
use cubegod::{Alg, Color, Cube2, Stickers};
use std::ops::ControlFlow;

pub(super) fn solve(
    solver: &PocketSolver<'_>,
    stickers: &Stickers<Color>,
    options: &Options,
) -> Result<Found, Problem> {
    if options.solutions.is_some() {
        return Err(Problem::only_for_large_cubes("--solutions", "--all"));
    }
    let cube = change2(stickers, options.target.as_ref())?;
    let unsolvable = || Problem::unsolvable(options.faces, options.exact);
    let solution = solver.solve(&cube).ok_or_else(unsolvable)?;
    if !solver.is_reached(&cube, &solution) {
        return Err(Problem::wrong_solution(&solution.to_string()));
    }
    Ok(Found {
        solution: solution.to_alg(),
        all: options.all.then(|| all_shortest(solver, &cube)),
        count: options.count.then(|| solver.count_shortest(&cube)),
        stages: None,
        method: "pocket",
        optimal: true,
    })
}

fn all_shortest(solver: &PocketSolver<'_>, cube: &Cube2) -> Vec<Alg> {
    let mut solutions = Vec::new();
    solver.each_shortest(cube, |solution: &Solution| {
        solutions.push(solution.to_alg());
        ControlFlow::Continue(())
    });
    solutions
}
