//! Finds optimal solutions and proves that none is shorter.

use cubegod::{Cube, Metric, Search, Size, SolveError, SolveOptions, Solver};
use std::error::Error;

pub(crate) fn main() -> Result<(), Box<dyn Error>> {
    let solver = Solver::new();
    let cube = Cube::solved(Size::THREE)?.apply(&"R U2 F' L D2 B R' U".parse()?)?;

    let options = SolveOptions::new().search(Search::Optimal);
    let solution = solver.solve_with(&cube, &options)?;
    println!("{solution}: {} moves, proven shortest: {}", solution.len(), solution.is_optimal());
    assert!(solution.is_optimal());

    // With a lower maximum the search proves that there is no solution.
    let fewer = options.max_length(solution.len() - 1);
    let error = solver.solve_with(&cube, &fewer).err().ok_or("there is none")?;
    println!("{error}");
    assert!(matches!(error, SolveError::TooLong { is_proven: true, .. }));

    // Every 2x2 is solved optimally, in any metric.
    let pocket = Cube::solved(Size::TWO)?.apply(&"R2 U2 F2".parse()?)?;
    let quarter_turns = solver.solve_with(&pocket, &SolveOptions::new().metric(Metric::Qtm))?;
    println!("{quarter_turns}: {} quarter turns", quarter_turns.len());
    assert!(quarter_turns.is_optimal());
    Ok(())
}
