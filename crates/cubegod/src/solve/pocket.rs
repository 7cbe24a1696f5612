//! The 2x2, solved by table lookup.
//!
//! A [`PocketTable`] has the exact distance of all 3,674,160 states up to rotation of the whole cube, and a turn that reduces
//! it. A solution takes one lookup per move and is always optimal.

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
