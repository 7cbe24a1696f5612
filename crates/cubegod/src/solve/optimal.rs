//! Proven shortest solutions of the 3x3.

mod choice;
mod coordinate;
mod levels;
mod position;
mod search;
mod shared;
mod solver;
mod table;
#[cfg(target_arch = "x86_64")]
mod vector;

pub use choice::{essential, with_fewest_quarter_turns};
pub use search::Effort;
pub use solver::{Depth, GoOn, OptimalOutcome, OptimalSolver, OptimalTable, OptimalWish, Standing};
pub use table::{Card, Count, Making};
