//! Solvers.

pub mod layers;
pub mod pocket;
pub mod two_phase;
