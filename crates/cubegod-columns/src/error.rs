//! Why a batch can't be solved at all; what is wrong with one row is told in its column `error`.

use arrow_schema::{ArrowError, DataType};

/// Why a batch can't be solved.
#[derive(Debug, thiserror::Error)]
pub enum BatchError {
    /// Options that make no sense together; says what would.
    #[error("{0}")]
    Misuse(String),
    /// There is no such column.
    #[error("there is no column `{column}`; {}", told(found))]
    NoColumn {
        /// The one that should have the cubes.
        column: String,
        /// Those that there are.
        found: Vec<String>,
    },
    /// Two columns have the name.
    #[error("{count} columns are called `{column}`; expected one")]
    Several {
        /// The one that should have the cubes.
        column: String,
        /// How many there are.
        count: usize,
    },
    /// The column holds something that is no cube.
    #[error(
        "the column `{column}` is of the type {found}; expected text, binary data, or binary data of 24 or 54 bytes"
    )]
    Type {
        /// The one that should have the cubes.
        column: String,
        /// What it holds.
        found: DataType,
    },
    /// A column has the name of one that is to be added.
    #[error("there is a column `{column}` already, which would be added; rename or drop it first")]
    Taken {
        /// Its name.
        column: String,
    },
    /// Nobody wants the answers any more.
    #[error("stopped")]
    Stopped,
    /// Something that Arrow does not do.
    #[error("{0}")]
    Arrow(#[from] ArrowError),
}

/// As many columns are named.
const MOST_TOLD: usize = 20;

fn told(columns: &[String]) -> String {
    if columns.is_empty() {
        return "there are no columns".into();
    }
    let names: Vec<String> = columns.iter().take(MOST_TOLD).map(|name| format!("`{name}`")).collect();
    let more = match columns.len().saturating_sub(MOST_TOLD) {
        0 => String::new(),
        more => format!(" and {more} more"),
    };
    format!("the columns are {}{more}", names.join(", "))
}
