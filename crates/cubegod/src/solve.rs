//! Solvers.

pub mod layers;
pub mod pocket;
pub mod three_step;
mod turns;
pub mod two_phase;
