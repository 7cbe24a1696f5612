//! The layer method on random and special cubes.

use super::*;
use crate::scramble::generator;
use std::time::Instant;

#[test]
fn measure() {
    let start = Instant::now();
    let solver = LayersSolver::new();
    println!("built in {:?}", start.elapsed());
    let mut random = generator(1);
    let count = 20_000;
    let cubes: Vec<Cube3> = (0..count).map(|_| Cube3::random(&mut random)).collect();
    let mut total = 0;
    let mut stages = [0usize; 7];
    let start = Instant::now();
    for cube in &cubes {
        let solution = solver.solve(cube);
        total += solution.turns().len();
        std::iter::zip(&mut stages, solution.moves_by_stage()).for_each(|(sum, moves)| *sum += moves);
    }
    println!("{:?} each; mean {}", start.elapsed() / count, total as f64 / f64::from(count));
    println!("{:?}", stages.map(|moves| moves as f64 / f64::from(count)));
}
