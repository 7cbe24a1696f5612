//! Pocket cubes: every answer is a shortest one.

use super::Solved;
use crate::cli::SolveArguments;
use crate::error::Problem;
use crate::reply::Reply;
use crate::tables;
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
        let cube = change(stickers, target)?;
        let solver = &self.solver;
        let unsolvable = || Problem::unsolvable(&arguments.faces.to_string(), arguments.exact);
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

/// The cube whose solution takes a cube to its target.
pub(super) fn change(stickers: &Stickers<Color>, target: Option<&Stickers<Color>>) -> Result<Cube2, Problem> {
    let cube = cube(stickers)?;
    Ok(match target {
        // What takes the cube to the target takes the target's inverse after the cube to solved.
        Some(target) => self::cube(target)?.inverse().then(&cube),
        None => cube,
    })
}

fn cube(stickers: &Stickers<Color>) -> Result<Cube2, Problem> {
    Cube2::try_from(stickers).map_err(|illegal| Problem::unreadable(illegal.to_string()))
}

fn all_shortest(solver: &PocketSolver<'_>, cube: &Cube2) -> Vec<Alg> {
    let mut solutions = Vec::new();
    solver.each_shortest(cube, |solution: &Solution| {
        solutions.push(solution.to_alg());
        ControlFlow::Continue(())
    });
    solutions
}
