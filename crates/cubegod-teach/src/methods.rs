//! Human methods: each solves a cube in stages and steps that a person can follow.

mod beam;
pub mod cfop;
pub mod hold;
pub mod layers;
mod solution;
pub mod three_step;
pub(crate) mod turns;

pub use solution::{MethodStage, Solution, SolutionStep};
