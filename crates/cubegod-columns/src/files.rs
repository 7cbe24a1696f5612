//! Solves a file into another: text, CSV, JSON lines or Parquet, in any pair.
//!
//! The input is read in chunks of rows. Each solved chunk becomes a part, a file in a folder beside the output. When all parts
//! are there, they are joined and replace the output in one step. A run that was interrupted is continued by the next
//! run with the same options, which finds the parts.

mod fingerprint;
mod join;
mod kind;
mod manifest;
mod parts;
mod rows;
mod run;
mod source;
mod write;

pub use kind::Kind;
pub use parts::{kept_rows, parts_folder};
pub use run::{Job, Progress, Summary, run};

use crate::error::BatchError;
use cubegod_cache::{FileAction, FileError, Reason};
use std::io;
use std::path::Path;

/// Returns the error for a file that the system cannot read.
fn read_error(path: &Path, error: &io::Error) -> BatchError {
    let (path, reason) = (path.to_owned(), Reason::of(error));
    BatchError::File(FileError { action: FileAction::Read, path, reason })
}

/// Returns the error for a file that the system cannot write.
fn write_error(path: &Path, error: &io::Error) -> BatchError {
    BatchError::File(FileError::write(path, error))
}
