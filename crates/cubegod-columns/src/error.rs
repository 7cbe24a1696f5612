//! Errors of whole batches. What is wrong with one row is in its column `error`.

use cubegod::formats::counted;
use cubegod_service::{OptionId, RequestError, Spelling};
use std::fmt::Display;
use std::io;
use std::path::Path;

/// An error that ends a batch.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum BatchError {
    /// Options of the solver that exclude each other. Nothing was done.
    #[error(transparent)]
    Options(Box<RequestError>),
    /// Options or files that exclude each other; says what to do. Nothing was done.
    #[error("{0}")]
    Usage(String),
    /// There is no such column.
    #[error("there is no column `{column}`; {}", list_columns(found))]
    NoColumn {
        /// The column that should have the cubes.
        column: String,
        /// The columns that there are.
        found: Vec<String>,
    },
    /// Several columns have the name.
    #[error("{count} columns are called `{column}`; expected one")]
    DuplicateColumn {
        /// The column that should have the cubes.
        column: String,
        /// The number of columns with that name.
        count: usize,
    },
    /// The column has a type that holds no cubes.
    #[error(
        "the column `{column}` is of the type {found}; expected text, binary data, or binary data of 24 or 54 bytes"
    )]
    ColumnType {
        /// The column that should have the cubes.
        column: String,
        /// Its type.
        found: String,
    },
    /// A column has the name of a column that is added.
    #[error("there is a column `{column}` already, which would be added; rename or drop it first")]
    ColumnExists {
        /// Its name.
        column: String,
    },
    /// The input has unexpected contents, so that the same run would fail again; says where, and what to do.
    #[error("{0}")]
    Input(String),
    /// A file cannot be read or written; names the file and the cause. The same run can continue once that is repaired.
    #[error("{0}")]
    File(String),
    /// The run was cancelled. The rows that were solved by then are kept.
    #[error("stopped")]
    Stopped {
        /// The number of rows that are kept.
        rows: u64,
    },
    /// An error of Arrow.
    #[cfg(feature = "arrow")]
    #[error("{0}")]
    Arrow(#[from] arrow_schema::ArrowError),
}

/// The most columns that a message lists.
const MAX_LISTED: usize = 20;

fn list_columns(columns: &[String]) -> String {
    if columns.is_empty() {
        return "there are no columns".into();
    }
    let names: Vec<String> = columns.iter().take(MAX_LISTED).map(|name| format!("`{name}`")).collect();
    let more = match columns.len().saturating_sub(MAX_LISTED) {
        0 => String::new(),
        more => format!(" and {more} more"),
    };
    format!("the columns are {}{more}", names.join(", "))
}

#[cfg_attr(not(feature = "files"), expect(dead_code))]
impl BatchError {
    pub(crate) fn usage(message: impl Into<String>) -> BatchError {
        BatchError::Usage(message.into())
    }

    /// Returns the error for an input with unexpected contents; `reason` says what is unexpected, and where.
    pub(crate) fn input(path: &Path, reason: impl Display) -> BatchError {
        BatchError::Input(cannot_read(path, reason))
    }

    /// Returns the error for a thread that cannot be started.
    pub(crate) fn thread(error: &io::Error) -> BatchError {
        BatchError::File(format!("cannot start a thread: {error}"))
    }

    /// Adds the path of the input to an error about its columns.
    pub(crate) fn in_file(self, path: &Path) -> BatchError {
        match self {
            BatchError::NoColumn { .. }
            | BatchError::DuplicateColumn { .. }
            | BatchError::ColumnType { .. }
            | BatchError::ColumnExists { .. } => BatchError::Input(format!("`{}`: {self}", path.display())),
            #[cfg(feature = "arrow")]
            BatchError::Arrow(_) => BatchError::Input(format!("`{}`: {self}", path.display())),
            other => other,
        }
    }

    /// Adds where solved rows are kept, and how to continue.
    pub(crate) fn with_kept(self, rows: u64, folder: &Path, spelling: Spelling) -> BatchError {
        let (are, folder) = (if rows == 1 { "is" } else { "are" }, folder.display());
        let rows = counted(rows, "row");
        match self {
            // The parts of a repaired file would be mixed with those of the old one.
            BatchError::Input(message) => BatchError::Input(format!(
                "{message}; repair the file, then {} to start over: what is kept in `{folder}` ({rows}) belongs to the file as \
                 it was",
                restart(spelling)
            )),
            BatchError::File(message) => BatchError::File(format!(
                "{message}; {rows} {are} solved and kept in `{folder}`, the same command continues from there"
            )),
            other => other,
        }
    }
}

/// Returns the advice to delete what an earlier run kept.
pub(crate) fn restart(spelling: Spelling) -> String {
    match spelling.option(OptionId::Restart) {
        Some(option) => format!("use {option}"),
        None => "restart the batch".into(),
    }
}

pub(crate) fn cannot_read(path: &Path, reason: impl Display) -> String {
    format!("cannot read the file `{}`: {reason}", path.display())
}
