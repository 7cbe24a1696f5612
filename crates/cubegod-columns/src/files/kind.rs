//! Which files there are, by how their names end.

use super::failure::Failure;
use std::path::Path;

/// What a file holds.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub enum Kind {
    /// Parquet, `.parquet`.
    Parquet,
    /// Values between commas with a line of names above them, `.csv`.
    Csv,
    /// One JSON object a line, `.jsonl` or `.ndjson`.
    Lines,
}

impl Kind {
    /// By the end of the file's name.
    pub fn of(path: &Path) -> Result<Kind, Failure> {
        if path.as_os_str() == "-" {
            return Err(Failure::usage(
                "a batch can't be read from or written to `-`: it is taken up where it was stopped, which needs files; \
                 name one that ends in .parquet, .csv or .jsonl",
            ));
        }
        let end = path.extension().map(|end| end.to_string_lossy().to_ascii_lowercase());
        match end.as_deref() {
            Some("parquet") => Ok(Kind::Parquet),
            Some("csv") => Ok(Kind::Csv),
            Some("jsonl" | "ndjson") => Ok(Kind::Lines),
            _ => Err(Failure::usage(format!(
                "what `{}` holds can't be told from its name; expected one that ends in .parquet, .csv, .jsonl or .ndjson",
                path.display()
            ))),
        }
    }

    /// How its files are called.
    pub const fn name(self) -> &'static str {
        match self {
            Kind::Parquet => "parquet",
            Kind::Csv => "csv",
            Kind::Lines => "jsonl",
        }
    }
}
