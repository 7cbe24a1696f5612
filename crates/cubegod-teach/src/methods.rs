//! Human methods: each solves a cube in stages and steps that a person can follow.

mod beam;
pub mod cfop;
pub mod hold;
pub mod layers;
pub mod three_step;
pub(crate) mod turns;
