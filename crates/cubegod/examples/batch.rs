//! Solves many cubes on several threads, in order.

use cubegod::parallel::available_threads;
use cubegod::scramble::generator;
use cubegod::{Cube, Size, SolveOptions, Solver};
use std::error::Error;

pub(crate) fn main() -> Result<(), Box<dyn Error>> {
    let mut random = generator(1);
    let cubes = (0..200).map(|_| Cube::random(Size::THREE, &mut random)).collect::<Result<Vec<_>, _>>()?;

    let threads = available_threads();
    let options = SolveOptions::new().max_length(21).threads(threads);
    let solutions = Solver::new().solve_many(&cubes, &options);

    let mut moves = 0;
    for (cube, solution) in cubes.iter().zip(solutions) {
        let solution = solution?;
        assert!(cube.apply(solution.alg())?.is_solved());
        assert!(solution.len() <= 21);
        moves += solution.len();
    }
    println!("{} cubes, {:.2} moves on average", cubes.len(), moves as f64 / cubes.len() as f64);
    Ok(())
}
