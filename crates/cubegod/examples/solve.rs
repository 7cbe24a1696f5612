//! Solves a 2x2 and a 3x3 and prints the properties of the solutions.

use cubegod::{Cube, Solver};
use std::error::Error;

pub(crate) fn main() -> Result<(), Box<dyn Error>> {
    // Built once; its tables are built on first use.
    let solver = Solver::new();
    for text in [
        "DBFRDULUUFFBLDDBLRBURFLR",
        "DUUBULDBFRBFRRULLLBRDFFFBLURDBFDFDRFRULBLUFDURRBLBDUDL",
        // Moves describe a cube too.
        "R U R' U' M2 x",
    ] {
        let cube: Cube = text.parse()?;
        let solution = solver.solve(&cube)?;
        let kind = if solution.is_optimal() { "optimal" } else { "not proven optimal" };
        println!("{}: {solution} ({} moves, {kind})", cube.size(), solution.len());
        assert!(cube.apply(solution.alg())?.is_solved());
        assert!(solution.len() <= 20);
    }
    Ok(())
}
