//! Joins parts into one file.

use super::kind::Kind;
use super::parts::Part;
use super::write_error;
use crate::error::{BatchError, OutputFault};
use cubegod::Cancellation;
use std::fs::File;
use std::io;
use std::path::Path;

/// An error of joining parts.
pub(super) enum JoinError {
    /// A part cannot be read; its index and the cause.
    Part(usize, String),
    /// The output cannot be written.
    Output(io::Error),
    Cancelled,
}

impl From<io::Error> for JoinError {
    fn from(error: io::Error) -> JoinError {
        JoinError::Output(error)
    }
}

impl JoinError {
    pub(super) fn into_batch_error(self, target: &Path, parts: &[Part]) -> BatchError {
        match self {
            JoinError::Cancelled => BatchError::Stopped { rows: 0 },
            JoinError::Output(error) => write_error(target, &error),
            JoinError::Part(index, reason) => BatchError::Output {
                path: parts[index].path.clone(),
                fault: OutputFault::DamagedPart { reason },
            },
        }
    }
}

/// Joins parts into a file.
pub(super) fn join(
    file: &mut File,
    parts: &[Part],
    to: Kind,
    cancellation: &Cancellation,
) -> Result<(), JoinError> {
    #[cfg(feature = "parquet")]
    if to == Kind::Parquet {
        return parquet::join(file, parts, cancellation);
    }
    let _ = to;
    for (index, part) in parts.iter().enumerate() {
        check(cancellation)?;
        let mut part = File::open(&part.path).map_err(|error| damaged(index, &error))?;
        io::copy(&mut part, file)?;
    }
    Ok(())
}

fn check(cancellation: &Cancellation) -> Result<(), JoinError> {
    if cancellation.is_cancelled() { Err(JoinError::Cancelled) } else { Ok(()) }
}

fn damaged(index: usize, error: &io::Error) -> JoinError {
    JoinError::Part(index, cubegod_cache::reason(error))
}

#[cfg(feature = "parquet")]
mod parquet;
