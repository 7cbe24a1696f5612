//! Rows of a CSV file: its first line has the names, everything is text, and what is empty is null. Where there is one column, a
//! blank line is a row whose value is empty; where there are several, it is none.

mod records;

use super::{Chunk, MOST_BYTES, most_rows};
use crate::files::failure::{Failure, counted};
use arrow_array::builder::StringBuilder;
use arrow_array::{ArrayRef, RecordBatch, RecordBatchOptions};
use arrow_schema::{DataType, Field, Schema, SchemaRef};
use records::{Record, Records};
use std::fs::File;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// Reads a CSV file.
pub(in crate::files) struct CsvSource {
    path: PathBuf,
    records: Records,
    schema: SchemaRef,
    rows: usize,
    total_bytes: u64,
    has_begun: bool,
}

impl CsvSource {
    pub(super) fn open(path: &Path, rows: usize) -> Result<CsvSource, Failure> {
        let failed = |error: io::Error| Failure::reading_because(path, &error);
        let file = File::open(path).map_err(failed)?;
        let total_bytes = file.metadata().map_err(failed)?.len();
        let mut records = Records::new(path, file)?;
        let mut names = Record::default();
        while names.is_blank || names.values().len() == 0 {
            if !records.read(&mut names)? {
                let what =
                    "it is empty; expected a line with the names of its columns, and a line for each cube";
                return Err(Failure::reading(path, what));
            }
        }
        let mut fields = Vec::new();
        for name in names.values() {
            let name = std::str::from_utf8(name)
                .map_err(|_| records.complaint(names.line, "a name is not UTF-8; expected text in UTF-8"))?;
            fields.push(Field::new(name, DataType::Utf8, true));
        }
        let rows = most_rows(rows, fields.len());
        Ok(CsvSource {
            path: path.to_owned(),
            records,
            schema: Arc::new(Schema::new(fields)),
            rows,
            total_bytes,
            has_begun: false,
        })
    }

    pub(super) fn schema(&self) -> SchemaRef {
        self.schema.clone()
    }

    pub(super) fn next(&mut self) -> Result<Option<Chunk>, Failure> {
        let begin = self.records.bytes();
        let mut columns: Vec<StringBuilder> =
            self.schema.fields().iter().map(|_| StringBuilder::new()).collect();
        let mut record = Record::default();
        let (mut rows, mut bytes) = (0, 0);
        while rows < self.rows && bytes < MOST_BYTES && self.records.read(&mut record)? {
            if record.is_blank && columns.len() > 1 {
                continue;
            }
            self.put(&record, &mut columns)?;
            rows += 1;
            bytes += record.size() as u64;
        }
        let is_first = !std::mem::replace(&mut self.has_begun, true);
        if rows == 0 && !is_first {
            return Ok(None);
        }
        let columns: Vec<ArrayRef> =
            columns.into_iter().map(|mut column| Arc::new(column.finish()) as ArrayRef).collect();
        let options = RecordBatchOptions::new().with_row_count(Some(rows));
        let batch = RecordBatch::try_new_with_options(self.schema.clone(), columns, &options)
            .map_err(|error| Failure::reading(&self.path, error))?;
        let share =
            |bytes: u64| if self.total_bytes == 0 { 1.0 } else { bytes as f64 / self.total_bytes as f64 };
        Ok(Some(Chunk { batch, share: (share(begin), share(self.records.bytes())) }))
    }

    /// A record becomes a row.
    fn put(&self, record: &Record, columns: &mut [StringBuilder]) -> Result<(), Failure> {
        let (found, expected) = (record.values().len(), columns.len());
        if found != expected {
            let what = format!(
                "{}; expected {expected}, as the line of names has; a value with a comma stands in quotation marks",
                counted(found as u64, "value")
            );
            return Err(self.records.complaint(record.line, &what));
        }
        for (place, (column, value)) in columns.iter_mut().zip(record.values()).enumerate() {
            match std::str::from_utf8(value) {
                Ok("") => column.append_null(),
                Ok(text) => column.append_value(text),
                Err(_) => {
                    let name = self.schema.field(place).name();
                    let what = format!("column `{name}` is not UTF-8; expected text in UTF-8");
                    return Err(self.records.complaint(record.line, &what));
                }
            }
        }
        Ok(())
    }
}
