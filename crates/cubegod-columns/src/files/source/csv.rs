//! Rows of a CSV file: the first line has the column names, every value is text, and an empty value is null. In a file with one
//! column, a blank line is a row with an empty value; with several columns, it is skipped.

mod records;

use super::{Conversion, MAX_CHUNK_BYTES, max_rows, share};
use crate::error::{BatchError, InputFault};
use crate::files::read_error;
use crate::files::rows::{Chunk, RowBuilder};
use crate::options::check_names;
use crate::parallel::CubeValue;
use records::{Record, Records};
use std::fs::File;
use std::io;
use std::path::{Path, PathBuf};

/// Reads a CSV file.
pub(super) struct CsvSource {
    path: PathBuf,
    records: Records,
    names: Vec<String>,
    /// The index of the column with the cubes.
    column: usize,
    builder: RowBuilder,
    rows: usize,
    total_bytes: u64,
    has_begun: bool,
}

impl CsvSource {
    pub(super) fn open(path: &Path, conversion: Conversion<'_>) -> Result<CsvSource, BatchError> {
        let failed = |error: io::Error| read_error(path, &error);
        let file = File::open(path).map_err(failed)?;
        let total_bytes = file.metadata().map_err(failed)?.len();
        let mut records = Records::new(path, file)?;
        let mut record = Record::default();
        while record.is_blank || record.values().len() == 0 {
            if !records.read(&mut record)? {
                return Err(BatchError::input(path, InputFault::EmptyCsv));
            }
        }
        let mut names = Vec::new();
        for name in record.values() {
            let name =
                std::str::from_utf8(name).map_err(|_| records.error(record.line, InputFault::NotUtf8Name))?;
            names.push(name.to_owned());
        }
        let column = check_names(names.iter().map(String::as_str), conversion.column)
            .map_err(|error| error.in_file(path))?;
        Ok(CsvSource {
            path: path.to_owned(),
            records,
            column,
            builder: RowBuilder::new(conversion.to, &names),
            rows: max_rows(conversion.rows, names.len()),
            names,
            total_bytes,
            has_begun: false,
        })
    }

    pub(super) fn names(&self) -> &[String] {
        &self.names
    }

    pub(super) fn next(&mut self) -> Result<Option<Chunk>, BatchError> {
        let begin = self.records.bytes();
        let mut record = Record::default();
        let mut bytes = 0;
        while self.builder.len() < self.rows && bytes < MAX_CHUNK_BYTES && self.records.read(&mut record)? {
            if record.is_blank && self.names.len() > 1 {
                continue;
            }
            self.push(&record)?;
            bytes += record.size() as u64;
        }
        let is_first = !std::mem::replace(&mut self.has_begun, true);
        if self.builder.len() == 0 && !is_first {
            return Ok(None);
        }
        let rows =
            self.builder.finish(&self.names[self.column]).map_err(|error| error.in_file(&self.path))?;
        let share = |bytes| share(bytes, self.total_bytes);
        Ok(Some(Chunk::new(rows, (share(begin), share(self.records.bytes())))))
    }

    /// Adds a record as a row.
    fn push(&mut self, record: &Record) -> Result<(), BatchError> {
        let (found, expected) = (record.values().len(), self.names.len());
        if found != expected {
            return Err(self.records.error(record.line, InputFault::ValueCount { found, expected }));
        }
        let mut values = Vec::with_capacity(expected);
        for (name, value) in self.names.iter().zip(record.values()) {
            let text = std::str::from_utf8(value).map_err(|_| {
                self.records.error(record.line, InputFault::NotUtf8Value { column: name.clone() })
            })?;
            values.push(Some(text).filter(|text| !text.is_empty()));
        }
        let cube = values[self.column].map_or(CubeValue::Null, CubeValue::Text);
        self.builder.push(values.into_iter(), cube);
        Ok(())
    }
}
