//! Solvers, and what all who use them have in common.

mod error;
pub mod optimal;
pub mod pocket;
mod prefetch;
pub mod proof;
mod relative;
pub mod two_phase;

pub use error::SolveError;
pub use relative::{relative_to_2, relative_to_3, white_face};
