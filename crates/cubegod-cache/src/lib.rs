//! Table files of the solvers: which tables exist, and how their files are found, checked, mapped, locked and built.
//!
//! All processes of a user share the same files. This crate prints nothing: errors go to the caller.

mod cache;
mod files;
mod tables;

pub use cache::{
    BuildLock, CACHE_ADVICE, Cache, LockError, OpenError, TableFault, TableFile, TableId, TableMemory,
    TableParts, available_memory,
};
pub use files::{cannot_write, reason, replace_file};
pub use tables::{
    BuildMethod, BuildProgress, NO_CACHE_FOLDER, POCKET_HALF_TURNS, POCKET_QUARTER_TURNS, TABLES,
    TWO_PHASE_LARGE, Table, optimal_tables, threads,
};
