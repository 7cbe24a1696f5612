//! The kinds of files.

use crate::error::{BatchError, UsageError};
use std::path::Path;

/// What a file holds.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
#[non_exhaustive]
pub enum Kind {
    /// Cubes as text in any layout, `.txt`. The output has one line per cube: its solution, or `error: ` and a message.
    Text,
    /// Comma-separated values with a line of column names, `.csv`.
    Csv,
    /// One JSON object per line, `.jsonl` or `.ndjson`.
    JsonLines,
    /// Parquet, `.parquet`.
    Parquet,
}

impl Kind {
    /// All kinds.
    pub const ALL: [Kind; 4] = [Kind::Text, Kind::Csv, Kind::JsonLines, Kind::Parquet];

    /// Returns the kind of a file by the ending of its name; none for another ending.
    pub fn of(path: &Path) -> Option<Kind> {
        let end = path.extension().map(|end| end.to_string_lossy().to_ascii_lowercase());
        match end.as_deref() {
            Some("txt") => Some(Kind::Text),
            Some("csv") => Some(Kind::Csv),
            Some("jsonl" | "ndjson") => Some(Kind::JsonLines),
            Some("parquet") => Some(Kind::Parquet),
            _ => None,
        }
    }

    /// Returns its name in options and manifests.
    pub const fn name(self) -> &'static str {
        match self {
            Kind::Text => "text",
            Kind::Csv => "csv",
            Kind::JsonLines => "jsonl",
            Kind::Parquet => "parquet",
        }
    }

    /// Fails if this build cannot read and write files of the kind.
    pub(super) fn check_support(self) -> Result<(), BatchError> {
        if self == Kind::Parquet && !cfg!(feature = "parquet") {
            return Err(UsageError::NoParquet.into());
        }
        Ok(())
    }
}
