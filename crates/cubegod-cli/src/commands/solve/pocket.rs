//! Pocket cubes: every answer is a shortest one.

use super::Solved;
use crate::cli::SolveArguments;
use crate::error::Problem;
use crate::reply::Reply;
use crate::tables;
use cubegod::solve::change2;
use cubegod::solve::pocket::{Goal, PocketSolver, PocketTable, Solution};
use cubegod::{Alg, Color, Cube2, Stickers};
use std::ops::ControlFlow;
use std::sync::OnceLock;

pub(super) struct PocketSession<'table> {
    solver: PocketSolver<'table>,
}

impl<'table> PocketSession<'table> {
    /// The table is put where it outlives the session.
    pub(super) fn new(
        table: &'table OnceLock<PocketTable>,
        arguments: &SolveArguments,
        reply: &mut Reply,
    ) -> PocketSession<'table> {
        let metric = arguments.metric.unwrap_or_default();
        let table = table.get_or_init(|| tables::pocket(metric, &mut |note| reply.note(note.to_owned())));
        let goal = Goal { exact: arguments.exact, faces: arguments.faces };
        PocketSession { solver: PocketSolver::new(table, goal) }
    }

    pub(super) fn solve(
        &self,
        stickers: &Stickers<Color>,
        target: Option<&Stickers<Color>>,
        arguments: &SolveArguments,
    ) -> Result<Solved, Problem> {
        if arguments.solutions.is_some() {
            return Err(Problem::only_for_large_cubes("--solutions", "--all"));
        }
        let cube = change2(stickers, target)?;
        let solver = &self.solver;
        let unsolvable = || Problem::unsolvable(arguments.faces, arguments.exact);
        let solution = solver.solve(&cube).ok_or_else(unsolvable)?;
        if !solver.is_reached(&cube, &solution) {
            return Err(Problem::wrong_solution(&solution.to_string()));
        }
        Ok(Solved {
            solution: solution.to_alg(),
            all: arguments.all.then(|| all_shortest(solver, &cube)),
            count: arguments.count.then(|| solver.count_shortest(&cube)),
            stages: None,
            method: "pocket",
            optimal: true,
        })
    }
}

fn all_shortest(solver: &PocketSolver<'_>, cube: &Cube2) -> Vec<Alg> {
    let mut solutions = Vec::new();
    solver.each_shortest(cube, |solution: &Solution| {
        solutions.push(solution.to_alg());
        ControlFlow::Continue(())
    });
    solutions
}
