//! Searches for shorter and shorter solutions until a time limit, which is passed as a cancellation.

use cubegod::scramble::generator;
use cubegod::{Cancellation, Cube, Size, SolveOptions, Solver};
use std::error::Error;
use std::time::{Duration, Instant};

pub(crate) fn main() -> Result<(), Box<dyn Error>> {
    let solver = Solver::new();
    let cube = Cube::random(Size::THREE, &mut generator(3))?;
    let first = solver.solve_with(&cube, &SolveOptions::new().max_nodes(1))?;

    let start = Instant::now();
    let options = SolveOptions::new()
        .max_nodes(u64::MAX)
        .cancellation(Cancellation::when(move || start.elapsed() > Duration::from_millis(500)))
        .on_improvement(move |alg| println!("{:>6.1?}: {} moves", start.elapsed(), alg.len()));
    let best = solver.solve_with(&cube, &options)?;
    println!("best: {best}");
    assert!(best.len() <= first.len());
    assert!(cube.apply(best.alg())?.is_solved());
    Ok(())
}
