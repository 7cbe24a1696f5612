//! Where rows come from, chunk by chunk.

mod csv;
mod lines;
mod parquet;
mod raw;

use super::failure::Failure;
use super::kind::Kind;
use arrow_array::RecordBatch;
use arrow_schema::SchemaRef;
use std::path::Path;

pub(super) use raw::LINE as RAW_LINE;

/// About as many bytes are in a chunk at most, as far as that is known before they are read.
const MOST_BYTES: u64 = 1 << 25;

/// The longest record of a text file: whatever is longer was not meant as one.
const LONGEST_RECORD: u64 = 1 << 24;

/// Some rows in a row.
#[derive(Debug)]
pub(super) struct Chunk {
    pub(super) batch: RecordBatch,
    /// The share of the source before it, and up to its end: from 0 to 1.
    pub(super) share: (f64, f64),
}

/// A file that rows are read from.
pub(super) enum Source {
    Parquet(parquet::ParquetSource),
    Csv(csv::CsvSource),
    /// With the types of its columns.
    Lines(lines::LinesSource),
    /// As it is written.
    Raw(raw::RawSource),
}

impl Source {
    /// Opens a file, which becomes one of another kind; so many rows are read at once.
    pub(super) fn open(
        path: &Path,
        from: Kind,
        to: Kind,
        column: &str,
        rows: usize,
    ) -> Result<Source, Failure> {
        Ok(match (from, to) {
            (Kind::Parquet, _) => Source::Parquet(parquet::ParquetSource::open(path, rows)?),
            (Kind::Csv, _) => Source::Csv(csv::CsvSource::open(path, rows)?),
            // Lines that stay lines are kept to the letter.
            (Kind::Lines, Kind::Lines) => Source::Raw(raw::RawSource::open(path, column, rows)?),
            (Kind::Lines, _) => Source::Lines(lines::LinesSource::open(path, column, rows)?),
        })
    }

    /// The columns of its chunks.
    pub(super) fn schema(&self) -> SchemaRef {
        match self {
            Source::Parquet(source) => source.schema(),
            Source::Csv(source) => source.schema(),
            Source::Lines(source) => source.schema(),
            Source::Raw(source) => source.schema(),
        }
    }

    /// Passes over so many chunks that were solved before, with so many rows.
    pub(super) fn skip(&mut self, chunks: usize, go_on: &dyn Fn() -> bool) -> Result<(), Failure> {
        if let Source::Parquet(source) = self {
            source.skip(chunks);
            return Ok(());
        }
        for _ in 0..chunks {
            if !go_on() {
                return Err(Failure::Stopped { rows: 0 });
            }
            self.next()?;
        }
        Ok(())
    }

    /// The next chunk; none at the end. A source without any rows has one chunk without any.
    pub(super) fn next(&mut self) -> Result<Option<Chunk>, Failure> {
        match self {
            Source::Parquet(source) => source.next(),
            Source::Csv(source) => source.next(),
            Source::Lines(source) => source.next(),
            Source::Raw(source) => source.next(),
        }
    }
}
