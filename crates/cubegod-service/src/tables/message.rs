//! Messages about tables, as values.

use cubegod_cache::{FileError, LockError, OpenError};

/// A message about a table.
#[derive(Clone, Debug, Eq, PartialEq)]
#[non_exhaustive]
pub enum TableMessage {
    /// There is no folder to cache tables in.
    NoFolder,
    /// A cached table cannot be used.
    Unusable {
        /// The name of the table.
        table: &'static str,
        /// The error.
        error: OpenError,
        /// What is done about it.
        remedy: Remedy,
    },
    /// Another process is building the table, and this one waits.
    Waiting {
        /// The name of the table.
        table: &'static str,
    },
    /// The table could not be cached.
    NotCached {
        /// The name of the table.
        table: &'static str,
        /// The error.
        error: NotCached,
    },
    /// The table could not be removed.
    NotRemoved {
        /// The name of the table.
        table: &'static str,
        /// The error.
        error: LockError,
    },
    /// A cached table is larger than the memory.
    TooLarge {
        /// The name of the table.
        table: &'static str,
        /// Its size in bytes.
        bytes: u64,
        /// The bytes of memory that are available.
        available: u64,
    },
    /// A large table is being opened.
    Opening {
        /// The name of the table.
        table: &'static str,
        /// Its size in bytes.
        bytes: u64,
    },
    /// A large table is being built.
    Building {
        /// The name of the table.
        table: &'static str,
        /// Its size in bytes.
        bytes: u64,
        /// The command that builds a larger table for faster proofs.
        faster: Option<String>,
    },
}

/// What is done about a table that cannot be used.
#[derive(Clone, Debug, Eq, PartialEq)]
pub enum Remedy {
    /// It is built again.
    Rebuilt,
    /// This command builds it again.
    Command(String),
}

/// The error for a table that is not cached.
#[derive(Clone, Debug, Eq, PartialEq)]
pub enum NotCached {
    /// There is no folder to cache tables in.
    NoFolder,
    /// A file cannot be written.
    File(FileError),
    /// The build panicked.
    Panicked,
}

impl TableMessage {
    /// Returns whether something is wrong.
    pub fn is_warning(&self) -> bool {
        match self {
            TableMessage::NoFolder
            | TableMessage::Unusable { .. }
            | TableMessage::NotCached { .. }
            | TableMessage::NotRemoved { .. } => true,
            TableMessage::Waiting { .. }
            | TableMessage::TooLarge { .. }
            | TableMessage::Opening { .. }
            | TableMessage::Building { .. } => false,
        }
    }
}
