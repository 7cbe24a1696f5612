//! Proven shortest solutions of the 3x3.

mod choice;
mod coordinate;
mod course;
mod hand;
mod levels;
mod making;
mod node;
mod position;
mod round;
mod search;
mod seats;
mod solver;
mod table;
#[cfg(target_arch = "x86_64")]
mod vector;
mod way;

pub use choice::{essential, with_fewest_quarter_turns};
pub use making::Making;
pub use search::Effort;
pub use seats::{Seat, Seats};
pub use solver::{Depth, GoOn, OptimalOutcome, OptimalSolver, OptimalTable, OptimalWish, Standing};
pub use table::{Card, Count};
