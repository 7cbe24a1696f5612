//! Proven shortest solutions of the 3x3.

mod choice;
mod coordinate;
mod course;
mod levels;
mod making;
mod node;
mod permits;
mod position;
mod round;
mod search;
mod solver;
mod table;
#[cfg(target_arch = "x86_64")]
mod vector;
mod way;

pub use choice::{essential, with_fewest_quarter_turns};
pub use making::Making;
pub use permits::{Seat, WorkerPermits};
pub use search::Effort;
pub use solver::{Depth, GoOn, OptimalOptions, OptimalSolution, OptimalSolver, OptimalTable, Standing};
pub use table::{Card, Count};
