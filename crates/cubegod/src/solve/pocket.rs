//! The pocket cube, solved by looking it up.
//!
//! A [`PocketTable`] holds the exact distance of all 3,674,160 states that differ by more than how the cube is held, with
//! a turn that comes closer: a solution is read off, one step a move, and is always a shortest one.

mod coordinates;
mod exact;
mod search;
mod shortest;
mod solution;
mod table;
#[cfg(test)]
mod tests;

pub use coordinates::PATTERNS;
pub use search::{Goal, PocketSolver};
pub use solution::PocketSolution;
pub use table::PocketTable;
