//! Cubes as text: one record per cube, in any layout.

use super::{Conversion, MAX_CHUNK_BYTES, share};
use crate::error::{BatchError, InputFault};
use crate::files::read_error;
use crate::files::rows::{Chunk, RowBuilder};
use crate::parallel::CubeValue;
use cubegod::formats::records::{RecordError, Records, Splitting, TextRecord};
use std::fs::File;
use std::io::{self, BufReader, Seek};
use std::path::{Path, PathBuf};

/// A file with this many records in a row that are not text is something else.
const MAX_NOT_TEXT: usize = 20;

/// Reads records of text.
pub(super) struct TextSource {
    path: PathBuf,
    column: String,
    records: Records<BufReader<File>>,
    builder: RowBuilder,
    rows: usize,
    total_bytes: u64,
    not_text: usize,
    has_begun: bool,
}

impl TextSource {
    pub(super) fn open(path: &Path, conversion: Conversion<'_>) -> Result<TextSource, BatchError> {
        let failed = |error: io::Error| read_error(path, &error);
        let file = File::open(path).map_err(failed)?;
        let total_bytes = file.metadata().map_err(failed)?.len();
        let reader = BufReader::with_capacity(1 << 16, file);
        Ok(TextSource {
            path: path.to_owned(),
            column: conversion.column.to_owned(),
            records: Records::new(reader, Splitting::of(conversion.format)),
            builder: RowBuilder::new(conversion.to, &[conversion.column.to_owned()]),
            rows: conversion.rows,
            total_bytes,
            not_text: 0,
            has_begun: false,
        })
    }

    pub(super) fn column(&self) -> &str {
        &self.column
    }

    pub(super) fn next(&mut self) -> Result<Option<Chunk>, BatchError> {
        let begin = self.position()?;
        let mut bytes = 0;
        while self.builder.len() < self.rows && bytes < MAX_CHUNK_BYTES {
            let next = self.records.next().map_err(|error| read_error(&self.path, &error))?;
            let Some(TextRecord { text, .. }) = next else { break };
            match text {
                Ok(text) => {
                    self.not_text = 0;
                    bytes += text.len() as u64;
                    self.builder.push([Some(text.as_str())].into_iter(), CubeValue::Text(&text));
                }
                Err(error) => {
                    self.count_not_text(error)?;
                    let message = error.to_string();
                    self.builder.push([None].into_iter(), CubeValue::Unreadable(&message));
                }
            }
        }
        let is_first = !std::mem::replace(&mut self.has_begun, true);
        if self.builder.len() == 0 && !is_first {
            return Ok(None);
        }
        let rows = self.builder.finish(&self.column)?;
        let share = |position| share(position, self.total_bytes);
        Ok(Some(Chunk::new(rows, (share(begin), share(self.position()?)))))
    }

    /// Fails after many records in a row that are not text.
    fn count_not_text(&mut self, error: RecordError) -> Result<(), BatchError> {
        self.not_text = if matches!(error, RecordError::NotText { .. }) { self.not_text + 1 } else { 0 };
        if self.not_text == MAX_NOT_TEXT {
            return Err(BatchError::input(&self.path, InputFault::NotText { lines: MAX_NOT_TEXT }));
        }
        Ok(())
    }

    /// Returns the number of bytes of the records so far.
    fn position(&self) -> Result<u64, BatchError> {
        let reader = self.records.reader();
        let mut file = reader.get_ref();
        let read = file.stream_position().map_err(|error| read_error(&self.path, &error))?;
        Ok(read.saturating_sub(reader.buffer().len() as u64 + self.records.bytes_ahead()))
    }
}
