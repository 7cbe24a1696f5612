//! Why a file was not solved, or not to its end.

use crate::error::BatchError;
use std::fmt::Display;
use std::io;
use std::path::Path;

/// Why a run ended before its end.
#[derive(Debug, thiserror::Error)]
pub enum Failure {
    /// What was asked makes no sense; says what would. Nothing was done.
    #[error("{0}")]
    Usage(String),
    /// The source holds something else than expected, so that the same run would fail again; says where, and what to do.
    #[error("{0}")]
    Source(String),
    /// A file can't be read or written; says which, and why. The same run goes on once it can.
    #[error("{0}")]
    File(String),
    /// Nobody wants it any more. What was done by then is kept.
    #[error("stopped")]
    Stopped {
        /// How many rows are kept.
        rows: u64,
    },
}

impl Failure {
    pub(super) fn usage(message: impl Into<String>) -> Failure {
        Failure::Usage(message.into())
    }

    /// A source that holds what it should not; `what` says where and why.
    pub(super) fn reading(path: &Path, what: impl Display) -> Failure {
        Failure::Source(cannot_read(path, what))
    }

    /// A file that the system does not let be read.
    pub(super) fn reading_because(path: &Path, error: &io::Error) -> Failure {
        Failure::File(cannot_read(path, cubegod_cache::reason(error)))
    }

    /// A part that can't be read, of a target that is not finished.
    pub(super) fn damaged_part(path: &Path, why: &str) -> Failure {
        let what = format!("it is a damaged part: {why}; remove it, and it is solved again");
        Failure::File(cannot_read(path, what))
    }

    /// A file that can't be written.
    pub(super) fn writing(path: &Path, error: &io::Error) -> Failure {
        Failure::File(cubegod_cache::cannot_write(path, error))
    }

    /// A batch that can't be solved, and the file it comes from.
    pub(super) fn refused(path: &Path, refusal: BatchError) -> Failure {
        match refusal {
            BatchError::Stopped => Failure::Stopped { rows: 0 },
            BatchError::Misuse(message) => Failure::Usage(message),
            refusal => Failure::Source(format!("`{}`: {refusal}", path.display())),
        }
    }

    /// With what becomes of the rows that are kept in a folder.
    pub(super) fn with_kept(self, rows: u64, folder: &Path) -> Failure {
        let (are, folder) = (if rows == 1 { "is" } else { "are" }, folder.display());
        let rows = counted(rows, "row");
        match self {
            // Parts of a file that was mended would be mixed with those of another.
            Failure::Source(message) => Failure::Source(format!(
                "{message}; once the file is as it should be, --restart begins anew: what is kept in `{folder}` ({rows}) belongs \
                 to the file as it was"
            )),
            Failure::File(message) => Failure::File(format!(
                "{message}; {rows} {are} solved and kept in `{folder}`, the same command goes on from there"
            )),
            other => other,
        }
    }
}

fn cannot_read(path: &Path, what: impl Display) -> String {
    format!("cannot read the file `{}`: {what}", path.display())
}

/// `1 row`, `2 rows`.
pub(super) fn counted(count: u64, what: &str) -> String {
    let s = if count == 1 { "" } else { "s" };
    format!("{count} {what}{s}")
}
