//! Solvers, and what all who use them have in common.

pub mod cfop;
mod change;
pub mod hold;
pub mod layers;
pub mod optimal;
mod patience;
pub mod pocket;
mod prefetch;
pub mod proof;
mod refusal;
pub mod three_step;
pub(crate) mod turns;
pub mod two_phase;

pub use change::{change2, change3, white_face};
pub use patience::Patience;
pub use refusal::Refusal;
