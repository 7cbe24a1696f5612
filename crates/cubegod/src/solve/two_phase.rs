//! Short solutions of the 3x3 at once, by Kociemba's two phases.

mod coordinates;
mod distances;
mod search;
mod solver;
mod symmetry;
mod tables;

pub use solver::TwoPhaseSolver;
pub use tables::TwoPhaseTables;
