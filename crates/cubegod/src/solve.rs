//! Solvers, and the types they share.

mod build;
mod by_metric;
mod error;
pub mod optimal;
pub mod pocket;
mod prefetch;
pub mod proof;
mod task_queue;
pub mod two_phase;
mod workers;

pub use build::BuildOptions;
pub use by_metric::ByMetric;
pub(crate) use by_metric::TryOnceLock;
pub use error::SolveError;

/// God's number of the 3x3 in half-turn metric: every cube has a solution with at most 20 moves. Proven by Rokicki, Kociemba, Davidson
/// and Dethridge.
pub const GODS_NUMBER: usize = 20;

/// God's number of the 3x3 in quarter-turn metric: every cube has a solution with at most 26 quarter turns. Proven by Rokicki and
/// Davidson.
pub const GODS_NUMBER_QTM: usize = 26;
