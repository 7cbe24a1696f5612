//! Solving the 2x2 by table lookup.

use super::{Solution, SolveOptions, Solver};
use crate::cube::Cube2;
use crate::moves::Alg;
use crate::solve::pocket::{Goal, PocketSolver};
use crate::solve::{SolveError, TryOnceLock};
use std::ops::ControlFlow;

/// The solver for the faces and the orientation of the options, created once because some faces need another table.
#[derive(Default)]
pub(super) struct PreparedPocket<'a>(TryOnceLock<PocketSolver<'a>>);

impl<'a> PreparedPocket<'a> {
    pub(super) fn solve(
        &self,
        solver: &'a Solver,
        cube: &Cube2,
        options: &SolveOptions,
    ) -> Result<Solution, SolveError> {
        let goal = Goal::new().exact(options.exact).faces(options.faces);
        let pocket = self.0.get_or_try_init(|| {
            let build = options.build();
            PocketSolver::new_with(solver.pocket_table(options.metric, &build)?, goal, &build)
                .map_err(SolveError::from)
        })?;
        let unsolvable = SolveError::Unsolvable { faces: options.faces, exact: options.exact };
        let best = pocket.solve(cube).ok_or(unsolvable)?.to_alg();
        options.improved(&best);
        let mut solutions = vec![best];
        if options.solutions > 1 {
            pocket.each_shortest(cube, |solution| {
                let solution = solution.to_alg();
                if solution != solutions[0] {
                    solutions.push(solution);
                }
                if solutions.len() < options.solutions {
                    ControlFlow::Continue(())
                } else {
                    ControlFlow::Break(())
                }
            });
        }
        let shortest = solutions[0].length(options.metric);
        Solution::new(solutions, shortest, options, |alg| reaches(cube, alg, options.exact))
    }
}

fn reaches(cube: &Cube2, alg: &Alg, exact: bool) -> bool {
    cube.apply(alg).is_ok_and(|end| if exact { end == Cube2::SOLVED } else { end.is_solved() })
}
