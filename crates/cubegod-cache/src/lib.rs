//! Files: the tables of the solvers, which are found, checked, read, locked and built, and files written for users.
//!
//! All processes of a user share the same tables. This crate prints nothing: errors go to the caller, as values.
#![forbid(unsafe_code)]

mod cache;
mod file_error;
mod files;
mod tables;

pub use cache::{
    BuildLock, Cache, Damage, LockError, OpenError, TableFault, TableId, TableMemory, TableParts,
    available_memory, create_own_folder, open_private_file,
};
pub use file_error::{FileAction, FileError, FileFault, FileType, Reason};
pub use files::{
    TEMPORARY_PREFIX, cannot_write, check_writable, follow_links, reason, write_file, write_file_through,
};
pub use tables::{
    BuildMethod, BuildObserver, BuildProgress, NoObserver, POCKET_HALF_TURNS, POCKET_QUARTER_TURNS, TABLES,
    TWO_PHASE_LARGE, Table, TableReport, TableState, optimal_tables,
};
