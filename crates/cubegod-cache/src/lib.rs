//! The tables of the solvers in files: which there are, and how they are found, checked, mapped and kept.
//!
//! Whoever solves cubes in processes of their own finds the same files here. Nothing is printed: what went wrong is told to
//! the caller, who knows whether anybody wants to hear it.

mod cache;
mod files;
mod tables;

pub use cache::{ADVICE, Absence, Cache, Claim, Flaw, Kept, Label, NotNow, Pages, Parts, available_memory};
pub use files::{cannot_write, reason, replace_file};
pub use tables::{
    NO_FOLDER, POCKET_HALF_TURNS, POCKET_QUARTER_TURNS, Progress, Recipe, TABLES, TWO_PHASE_LARGE, Table,
    optimal_tables, threads,
};
