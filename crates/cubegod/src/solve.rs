//! Solvers.

pub mod pocket;
