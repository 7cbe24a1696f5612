//! Reads the input, chunk by chunk.

mod csv;
mod json_lines;
#[cfg(feature = "parquet")]
mod parquet;
mod text;
#[cfg(feature = "parquet")]
mod typed_lines;

use super::kind::Kind;
use super::rows::Chunk;
use crate::error::BatchError;
use crate::parallel::CubeRows;
use std::path::Path;

/// About the most bytes of a chunk, as far as that is known before it is read.
const MAX_CHUNK_BYTES: u64 = 1 << 25;

/// The least bytes that a value takes in a chunk, even an empty one: where it ends, or a number.
const MIN_VALUE_BYTES: usize = 8;

/// The most bytes of a record of a text file.
const MAX_RECORD: u64 = 1 << 24;

/// Returns the number of rows of a chunk with so many columns: in wide tables even empty rows are large.
fn max_rows(rows: usize, columns: usize) -> usize {
    rows.min(MAX_CHUNK_BYTES as usize / (MIN_VALUE_BYTES * columns.max(1))).max(1)
}

/// The kinds of input and output, and how the input is read.
#[derive(Copy, Clone, Debug)]
pub(super) struct Conversion<'a> {
    pub(super) from: Kind,
    pub(super) to: Kind,
    /// The column with the cubes.
    pub(super) column: &'a str,
    /// The layout of the cubes, which says where a record of a text file ends.
    pub(super) format: Option<cubegod::formats::Format>,
    /// The most rows of a chunk.
    pub(super) rows: usize,
}

/// An input file.
pub(super) struct Source {
    reader: Reader,
    /// Rows that were read but not returned yet.
    rest: Option<Chunk>,
}

enum Reader {
    Text(text::TextSource),
    Csv(csv::CsvSource),
    JsonLines(json_lines::JsonLinesSource),
    /// JSON lines with the types of their columns.
    #[cfg(feature = "parquet")]
    TypedLines(typed_lines::TypedLinesSource),
    #[cfg(feature = "parquet")]
    Parquet(parquet::ParquetSource),
}

impl Source {
    /// Opens a file and checks its columns.
    pub(super) fn open(path: &Path, conversion: Conversion<'_>) -> Result<Source, BatchError> {
        let reader = match (conversion.from, conversion.to) {
            (Kind::Text, _) => Reader::Text(text::TextSource::open(path, conversion)?),
            (Kind::Csv, _) => Reader::Csv(csv::CsvSource::open(path, conversion)?),
            #[cfg(feature = "parquet")]
            (Kind::JsonLines, Kind::Parquet) => {
                Reader::TypedLines(typed_lines::TypedLinesSource::open(path, conversion)?)
            }
            (Kind::JsonLines, _) => Reader::JsonLines(json_lines::JsonLinesSource::open(path, conversion)?),
            #[cfg(feature = "parquet")]
            (Kind::Parquet, _) => Reader::Parquet(parquet::ParquetSource::open(path, conversion)?),
            #[cfg(not(feature = "parquet"))]
            (Kind::Parquet, _) => return Err(crate::error::UsageError::NoParquet.into()),
        };
        Ok(Source { reader, rest: None })
    }

    /// Returns the names of the columns of text rows, for the first line of CSV.
    pub(super) fn names(&self) -> Vec<String> {
        match &self.reader {
            Reader::Text(source) => vec![source.column().to_owned()],
            Reader::Csv(source) => source.names().to_vec(),
            Reader::JsonLines(source) => source.names().to_vec(),
            // The Arrow schema has the names.
            #[cfg(feature = "parquet")]
            Reader::TypedLines(_) | Reader::Parquet(_) => Vec::new(),
        }
    }

    /// Skips rows that were solved before.
    pub(super) fn skip(&mut self, rows: u64, is_cancelled: &dyn Fn() -> bool) -> Result<(), BatchError> {
        let mut left = rows;
        while left > 0 {
            if is_cancelled() {
                return Err(BatchError::Stopped { rows: 0 });
            }
            let unread = match (&mut self.reader, &self.rest) {
                #[cfg(feature = "parquet")]
                (Reader::Parquet(source), None) => source.skip(left),
                _ => 0,
            };
            if unread > 0 {
                left -= unread;
                continue;
            }
            let Some(chunk) = self.next(left)? else { return Ok(()) };
            left -= chunk.len() as u64;
        }
        Ok(())
    }

    /// Returns the next chunk, of at most so many rows; none at the end. An input without rows has one chunk without rows.
    pub(super) fn next(&mut self, most: u64) -> Result<Option<Chunk>, BatchError> {
        let Some(chunk) = self.next_whole()? else { return Ok(None) };
        if chunk.len() as u64 <= most {
            return Ok(Some(chunk));
        }
        let (chunk, rest) = chunk.split(most as usize);
        self.rest = Some(rest);
        Ok(Some(chunk))
    }

    fn next_whole(&mut self) -> Result<Option<Chunk>, BatchError> {
        if let Some(rest) = self.rest.take() {
            return Ok(Some(rest));
        }
        match &mut self.reader {
            Reader::Text(source) => source.next(),
            Reader::Csv(source) => source.next(),
            Reader::JsonLines(source) => source.next(),
            #[cfg(feature = "parquet")]
            Reader::TypedLines(source) => source.next(),
            #[cfg(feature = "parquet")]
            Reader::Parquet(source) => source.next(),
        }
    }
}

/// Returns the part of a file that comes before a position, from 0 to 1.
fn share(position: u64, total: u64) -> f64 {
    if total == 0 { 1.0 } else { position as f64 / total as f64 }
}

#[cfg(test)]
mod tests;
