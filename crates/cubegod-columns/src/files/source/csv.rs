//! Rows of a CSV file: its first line has the names, everything is text, and what is empty is null.

use super::{Chunk, LONGEST_RECORD, MOST_BYTES};
use crate::files::failure::Failure;
use arrow_array::builder::StringBuilder;
use arrow_array::{ArrayRef, RecordBatch, RecordBatchOptions};
use arrow_schema::{DataType, Field, Schema, SchemaRef};
use csv::{ByteRecord, ErrorKind, Reader, ReaderBuilder};
use std::fs::File;
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

/// Reads a CSV file.
pub(in crate::files) struct CsvSource {
    path: PathBuf,
    reader: Reader<Bounded>,
    /// How many bytes may still be read for the next record.
    allowance: Arc<AtomicU64>,
    schema: SchemaRef,
    rows: usize,
    bytes: u64,
    has_begun: bool,
}

impl CsvSource {
    pub(super) fn open(path: &Path, rows: usize) -> Result<CsvSource, Failure> {
        let failed = |error: io::Error| Failure::reading_because(path, &error);
        let file = File::open(path).map_err(failed)?;
        let bytes = file.metadata().map_err(failed)?.len();
        let allowance = Arc::new(AtomicU64::new(LONGEST_RECORD));
        let reader = Bounded { file, allowance: Arc::clone(&allowance) };
        let mut reader = ReaderBuilder::new().buffer_capacity(1 << 16).from_reader(reader);
        let headers = reader.headers().map_err(|error| complaint(path, &error))?;
        if headers.is_empty() {
            return Err(Failure::reading(path, "it is empty; expected a line with the names of its columns"));
        }
        let fields: Vec<Field> = headers.iter().map(|name| Field::new(name, DataType::Utf8, true)).collect();
        Ok(CsvSource {
            path: path.to_owned(),
            reader,
            allowance,
            schema: Arc::new(Schema::new(fields)),
            rows,
            bytes,
            has_begun: false,
        })
    }

    pub(super) fn schema(&self) -> SchemaRef {
        self.schema.clone()
    }

    pub(super) fn next(&mut self) -> Result<Option<Chunk>, Failure> {
        let begin = self.reader.position().byte();
        let mut columns: Vec<StringBuilder> =
            self.schema.fields().iter().map(|_| StringBuilder::new()).collect();
        let mut record = ByteRecord::new();
        let (mut rows, mut bytes) = (0, 0);
        while rows < self.rows && bytes < MOST_BYTES {
            self.allowance.store(LONGEST_RECORD, Ordering::Relaxed);
            if !self.reader.read_byte_record(&mut record).map_err(|error| complaint(&self.path, &error))? {
                break;
            }
            for (place, (column, value)) in columns.iter_mut().zip(&record).enumerate() {
                match std::str::from_utf8(value) {
                    Ok("") => column.append_null(),
                    Ok(text) => column.append_value(text),
                    Err(_) => {
                        let line = record.position().map_or(0, csv::Position::line);
                        let name = self.schema.field(place).name();
                        let what =
                            format!("line {line}, column `{name}` is not UTF-8; expected text in UTF-8");
                        return Err(Failure::reading(&self.path, what));
                    }
                }
            }
            rows += 1;
            bytes += record.as_slice().len() as u64;
        }
        if rows == 0 && std::mem::replace(&mut self.has_begun, true) {
            return Ok(None);
        }
        self.has_begun = true;
        let columns: Vec<ArrayRef> =
            columns.into_iter().map(|mut column| Arc::new(column.finish()) as ArrayRef).collect();
        let options = RecordBatchOptions::new().with_row_count(Some(rows));
        let batch = RecordBatch::try_new_with_options(self.schema.clone(), columns, &options)
            .map_err(|error| Failure::reading(&self.path, error))?;
        let share = |bytes: u64| if self.bytes == 0 { 1.0 } else { bytes as f64 / self.bytes as f64 };
        Ok(Some(Chunk { batch, share: (share(begin), share(self.reader.position().byte())) }))
    }
}

/// What is wrong, and where.
fn complaint(path: &Path, error: &csv::Error) -> Failure {
    let place = |position: Option<&csv::Position>| {
        position.map(|position| format!("line {}: ", position.line())).unwrap_or_default()
    };
    match error.kind() {
        ErrorKind::Io(error) => Failure::reading_because(path, error),
        ErrorKind::UnequalLengths { pos, expected_len, len } => {
            let place = place(pos.as_ref());
            Failure::reading(
                path,
                format!("{place}{len} values; expected {expected_len}, as the first line has"),
            )
        }
        ErrorKind::Utf8 { pos, .. } => {
            Failure::reading(path, format!("{}it is not UTF-8; expected text in UTF-8", place(pos.as_ref())))
        }
        _ => Failure::reading(path, error),
    }
}

/// A file that is read no further when a record does not end, as after a quotation mark that nothing closes.
struct Bounded {
    file: File,
    allowance: Arc<AtomicU64>,
}

impl Read for Bounded {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let left = self.allowance.load(Ordering::Relaxed);
        if left == 0 {
            let mebibytes = LONGEST_RECORD >> 20;
            return Err(io::Error::other(format!(
                "a record is longer than {mebibytes} MiB; is a quotation mark not closed?"
            )));
        }
        let read = self.file.read(buffer)?;
        self.allowance.store(left.saturating_sub(read as u64), Ordering::Relaxed);
        Ok(read)
    }
}
