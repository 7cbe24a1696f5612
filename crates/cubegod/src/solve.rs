//! Solvers.

pub mod pocket;
pub mod two_phase;
