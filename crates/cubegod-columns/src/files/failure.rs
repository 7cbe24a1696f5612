//! Why a file was not solved, or not to its end.

use crate::refusal::Refusal;
use std::fmt::Display;
use std::io;
use std::path::Path;

/// Why a run ended before its end.
#[derive(Debug, thiserror::Error)]
pub enum Failure {
    /// What was asked makes no sense; says what would. Nothing was done.
    #[error("{0}")]
    Usage(String),
    /// A file can't be read or written, or holds something else than expected; says which, where, and what to do.
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

    /// A file that can't be read; `what` says where and why.
    pub(super) fn reading(path: &Path, what: impl Display) -> Failure {
        Failure::File(format!("cannot read the file `{}`: {what}", path.display()))
    }

    /// The same, as the system says it.
    pub(super) fn reading_because(path: &Path, error: &io::Error) -> Failure {
        Failure::reading(path, cubegod_cache::reason(error))
    }

    /// A file that can't be written.
    pub(super) fn writing(path: &Path, error: &io::Error) -> Failure {
        Failure::File(cubegod_cache::cannot_write(path, error))
    }

    /// A batch that can't be solved, and the file it comes from.
    pub(super) fn refused(path: &Path, refusal: Refusal) -> Failure {
        match refusal {
            Refusal::Stopped => Failure::Stopped { rows: 0 },
            Refusal::Misuse(message) => Failure::Usage(message),
            refusal => Failure::File(format!("`{}`: {refusal}", path.display())),
        }
    }

    /// With what becomes of what was done.
    pub(super) fn with_advice(self, advice: &str) -> Failure {
        match self {
            Failure::File(message) => Failure::File(format!("{message}; {advice}")),
            other => other,
        }
    }
}

/// `1 row`, `2 rows`.
pub(super) fn counted(count: u64, what: &str) -> String {
    let s = if count == 1 { "" } else { "s" };
    format!("{count} {what}{s}")
}
