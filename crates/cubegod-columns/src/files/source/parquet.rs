//! Rows of a Parquet file, one row group at a time; large ones in slices, small ones merged.

use super::{Conversion, MAX_CHUNK_BYTES};
use crate::error::{BatchError, InputFault};
use crate::files::rows::{ArrowRows, Chunk, Rows};
use crate::files::{read_error, write};
use crate::memory::{check, solved_schema};
use arrow_array::RecordBatch;
use arrow_schema::SchemaRef;
use arrow_select::concat::concat_batches;
use parquet::arrow::arrow_reader::{
    ArrowReaderMetadata, ArrowReaderOptions, ParquetRecordBatchReader, ParquetRecordBatchReaderBuilder,
};
use parquet::file::metadata::RowGroupMetaData;
use std::any::Any;
use std::fs::File;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};

/// Rows of one row group.
#[derive(Clone, Debug, Eq, PartialEq)]
struct Piece {
    group: usize,
    /// Its first row, from the beginning of the group.
    start: u64,
    rows: u64,
}

/// Reads a Parquet file.
pub(super) struct ParquetSource {
    path: PathBuf,
    column: String,
    file: File,
    metadata: ArrowReaderMetadata,
    chunks: std::vec::IntoIter<Vec<Piece>>,
    /// The number of rows that were read or skipped.
    rows_before: u64,
    total_rows: u64,
    open: Option<OpenGroup>,
}

/// A row group that is being read.
struct OpenGroup {
    group: usize,
    next_row: u64,
    reader: ParquetRecordBatchReader,
    /// Rows that were read beyond the last piece.
    rest: Option<RecordBatch>,
}

impl ParquetSource {
    pub(super) fn open(path: &Path, conversion: Conversion<'_>) -> Result<ParquetSource, BatchError> {
        let file = File::open(path).map_err(|error| read_error(path, &error))?;
        if file.metadata().map_err(|error| read_error(path, &error))?.len() == 0 {
            return Err(BatchError::input(path, InputFault::EmptyParquet));
        }
        let loaded = guarded(|| ArrowReaderMetadata::load(&file, ArrowReaderOptions::new()));
        let metadata = loaded.map_err(|reason| BatchError::input(path, InputFault::NotParquet { reason }))?;
        check(metadata.schema(), conversion.column).map_err(|error| error.in_file(path))?;
        write::check_columns(&solved_schema(metadata.schema()), conversion.to)
            .map_err(|fault| BatchError::input(path, fault))?;
        let groups = metadata.metadata().row_groups();
        let total_rows = groups.iter().map(row_count).sum();
        let mut chunks = plan(groups, conversion.rows as u64);
        if chunks.is_empty() {
            chunks.push(Vec::new());
        }
        Ok(ParquetSource {
            path: path.to_owned(),
            column: conversion.column.to_owned(),
            file,
            metadata,
            chunks: chunks.into_iter(),
            rows_before: 0,
            total_rows,
            open: None,
        })
    }

    fn schema(&self) -> SchemaRef {
        self.metadata.schema().clone()
    }

    /// Skips whole chunks of at most so many rows without reading them. Returns the number of their rows.
    pub(super) fn skip(&mut self, rows: u64) -> u64 {
        let mut skipped = 0;
        while let Some(chunk) = self.chunks.as_slice().first().filter(|_| skipped < rows) {
            let more: u64 = chunk.iter().map(|piece| piece.rows).sum();
            if skipped + more > rows {
                break;
            }
            skipped += more;
            self.chunks.next();
        }
        self.rows_before += skipped;
        skipped
    }

    pub(super) fn next(&mut self) -> Result<Option<Chunk>, BatchError> {
        let Some(pieces) = self.chunks.next() else { return Ok(None) };
        let mut batches = Vec::with_capacity(pieces.len());
        for piece in &pieces {
            self.read(piece, &mut batches).map_err(|fault| {
                let (group, groups) = (piece.group, self.metadata.metadata().num_row_groups());
                let (first, last) = (piece.start, piece.start + piece.rows - 1);
                let fault = InputFault::RowGroup { group, groups, first, last, fault: Box::new(fault) };
                BatchError::input(&self.path, fault)
            })?;
        }
        let batch = match <[RecordBatch; 1]>::try_from(batches) {
            Ok([batch]) => batch,
            Err(batches) => concat_batches(&self.schema(), &batches)
                .map_err(|error| BatchError::input(&self.path, InputFault::Other(error.to_string())))?,
        };
        let before = self.rows_before;
        self.rows_before += batch.num_rows() as u64;
        let share = |rows: u64| if self.total_rows == 0 { 1.0 } else { rows as f64 / self.total_rows as f64 };
        let rows = ArrowRows::new(batch, &self.column).map_err(|error| error.in_file(&self.path))?;
        Ok(Some(Chunk::new(Rows::Arrow(rows), (share(before), share(self.rows_before)))))
    }

    /// Reads some rows of a group, or returns the reason that they cannot be read.
    fn read(&mut self, piece: &Piece, batches: &mut Vec<RecordBatch>) -> Result<(), InputFault> {
        let is_open = |open: &OpenGroup| open.group == piece.group && open.next_row == piece.start;
        if !self.open.as_ref().is_some_and(is_open) {
            self.open = Some(self.open_group(piece).map_err(InputFault::Other)?);
        }
        let Some(open) = &mut self.open else { return Ok(()) };
        let mut missing = piece.rows as usize;
        while missing > 0 {
            let batch = match open.rest.take() {
                Some(rest) => rest,
                None => guarded(|| open.reader.next().transpose())
                    .map_err(InputFault::Other)?
                    .ok_or(InputFault::MissingRows { count: missing })?,
            };
            let taken = batch.num_rows().min(missing);
            open.rest = (taken < batch.num_rows()).then(|| batch.slice(taken, batch.num_rows() - taken));
            batches.push(batch.slice(0, taken));
            missing -= taken;
        }
        open.next_row += piece.rows;
        Ok(())
    }

    fn open_group(&self, piece: &Piece) -> Result<OpenGroup, String> {
        let file = self.file.try_clone().map_err(|error| cubegod_cache::reason(&error))?;
        let reader = guarded(|| {
            ParquetRecordBatchReaderBuilder::new_with_metadata(file, self.metadata.clone())
                .with_row_groups(vec![piece.group])
                .with_offset(piece.start as usize)
                .with_batch_size(piece.rows as usize)
                .build()
        })?;
        Ok(OpenGroup { group: piece.group, next_row: piece.start, reader, rest: None })
    }
}

fn row_count(group: &RowGroupMetaData) -> u64 {
    u64::try_from(group.num_rows()).unwrap_or(0)
}

/// Cuts row groups into chunks of at most so many rows, fewer where rows are wide; small groups are merged.
fn plan(groups: &[RowGroupMetaData], most: u64) -> Vec<Vec<Piece>> {
    let width = |group: &RowGroupMetaData| group.total_byte_size().max(0) as u64 / row_count(group).max(1);
    let widest = groups.iter().map(width).max().unwrap_or(0).max(1);
    let most = most.min(MAX_CHUNK_BYTES / widest).max(1);
    let mut chunks: Vec<Vec<Piece>> = Vec::new();
    let mut room = 0;
    for (group, metadata) in groups.iter().enumerate() {
        let rows = row_count(metadata);
        if rows > 0 && rows <= room {
            if let Some(last) = chunks.last_mut() {
                last.push(Piece { group, start: 0, rows });
            }
            room -= rows;
            continue;
        }
        for start in (0..rows).step_by(most as usize) {
            let rows = most.min(rows - start);
            chunks.push(vec![Piece { group, start, rows }]);
            // A slice of a large group is not merged.
            room = if start == 0 { most - rows } else { 0 };
        }
    }
    chunks
}

/// Converts a panic of the reader, which some damaged files cause, to an error.
fn guarded<T, E: std::fmt::Display>(read: impl FnOnce() -> Result<T, E>) -> Result<T, String> {
    match catch_unwind(AssertUnwindSafe(read)) {
        Ok(result) => result.map_err(|error| error.to_string()),
        Err(panic) => Err(panic_message(panic.as_ref())),
    }
}

fn panic_message(panic: &(dyn Any + Send)) -> String {
    let text =
        panic.downcast_ref::<&str>().copied().or_else(|| panic.downcast_ref::<String>().map(String::as_str));
    format!("it is damaged: {}", text.unwrap_or("the cause is unknown"))
}
