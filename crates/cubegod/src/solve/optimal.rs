//! Optimal solutions of the 3x3, with proof that there are no shorter ones. `docs/optimal.md` explains the method.

#[cfg(target_arch = "x86_64")]
mod avx2;
mod backend;
mod builder;
mod coordinate;
mod iterative_deepening;
mod levels;
mod node;
mod pass;
mod permits;
mod position;
mod search;
mod selection;
mod solver;
mod table;
mod worker;

pub use builder::TableBuilder;
pub use permits::{Permit, WorkerPermits};
pub use search::SearchStats;
pub use selection::{essential, with_fewest_quarter_turns};
pub use solver::{
    DepthStats, OptimalOptions, OptimalSolution, OptimalSolver, OptimalTable, Progress, ProgressFn,
};
pub use table::TableSpec;
