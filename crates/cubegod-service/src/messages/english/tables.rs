//! English sentences about tables.

use crate::tables::{NotCached, Remedy, TableMessage};
use cubegod_cache::{LockError, OpenError, TableFault};

const NO_FOLDER: &str = "there is no home folder to cache tables in";

/// Advice for a folder that cannot be written.
const FOLDER_ADVICE: &str = "set CUBEGOD_CACHE to a writable folder";

pub(in crate::messages) fn message(message: &TableMessage) -> String {
    match message {
        TableMessage::NoFolder => format!("{NO_FOLDER}; {FOLDER_ADVICE}"),
        TableMessage::Unusable { table, error, remedy } => {
            let remedy = match remedy {
                Remedy::Rebuilt => "it is built again".into(),
                Remedy::Command(command) => format!("{command} builds it again"),
            };
            match error {
                OpenError::NotBuilt => format!("the table {table} is not built; {remedy}"),
                OpenError::Faulty(fault) => format!("the table {table} is {fault}; {remedy}"),
                error => format!("cannot use the table {table}: {}; {remedy}", open_error(error)),
            }
        }
        TableMessage::Waiting { table } => {
            format!("another process is building the table {table}; waiting for it")
        }
        TableMessage::NotCached { table, error } => {
            let reason = match error {
                NotCached::NoFolder => NO_FOLDER.into(),
                NotCached::File(error) => error.to_string(),
                NotCached::Panicked => {
                    return format!("please report this: the build of the table {table} panicked");
                }
            };
            format!("could not cache table {table}: {reason}; {FOLDER_ADVICE}")
        }
        TableMessage::NotRemoved { table, error } => {
            let reason = match error {
                LockError::Busy => "another process is building it; try again when that is done".into(),
                LockError::Unwritable(error) => error.to_string(),
            };
            format!("could not remove table {table}: {reason}")
        }
        TableMessage::TooLarge { table, bytes, available } => format!(
            "the table {table} ({}) does not fit into the {} of memory that are free",
            gigabytes(*bytes),
            gigabytes(*available)
        ),
        TableMessage::Opening { table, bytes } => {
            format!("opening the table {table} ({}) for proofs", gigabytes(*bytes))
        }
        TableMessage::Building { table, bytes, faster } => {
            let faster =
                faster.as_ref().map(|command| format!("; {command} makes proofs several times as fast"));
            let size = gigabytes(*bytes);
            format!("building the table {table} ({size}), only this once{}", faster.unwrap_or_default())
        }
    }
}

pub(in crate::messages) fn open_error(error: &OpenError) -> String {
    match error {
        OpenError::NotBuilt | OpenError::Faulty(TableFault::OtherVersion) => String::new(),
        OpenError::Faulty(TableFault::Damaged(damage)) => damage.to_string(),
        OpenError::Unreadable(error) => error.to_string(),
        OpenError::NoMemory { bytes } => {
            format!("it needs {} MB of memory, which are not available", bytes / 1_000_000)
        }
    }
}

/// `3.8 GB`
pub(in crate::messages) fn gigabytes(bytes: u64) -> String {
    format!("{:.1} GB", bytes as f64 / 1e9)
}
