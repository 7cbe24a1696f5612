//! The rows of a chunk: text that is copied to the output, or an Arrow batch.

use super::kind::Kind;
use crate::parallel::{CubeRows, CubeValue};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

#[cfg(feature = "parquet")]
use crate::cube_column::CubeColumn;
#[cfg(feature = "parquet")]
use std::collections::HashMap;

/// Consecutive rows of the input.
#[derive(Debug)]
pub(super) struct Chunk {
    pub(super) rows: Rows,
    /// The part of the input before it, and up to its end, from 0 to 1.
    pub(super) share: (f64, f64),
    /// The number of rows that follow in the same chunk of the source; 0 unless the chunk was split.
    pub(super) rows_after: usize,
    /// The number of its rows that are answered.
    answered: AtomicUsize,
}

#[derive(Debug)]
pub(super) enum Rows {
    Text(TextRows),
    #[cfg(feature = "parquet")]
    Arrow(ArrowRows),
}

impl CubeRows for Chunk {
    fn len(&self) -> usize {
        match &self.rows {
            Rows::Text(rows) => rows.rows.len(),
            #[cfg(feature = "parquet")]
            Rows::Arrow(rows) => rows.batch.num_rows(),
        }
    }

    fn cube(&self, row: usize) -> CubeValue<'_> {
        match &self.rows {
            Rows::Text(rows) => rows.cube(row),
            #[cfg(feature = "parquet")]
            Rows::Arrow(rows) => rows.cube(row),
        }
    }
}

impl Chunk {
    pub(super) fn new(rows: Rows, share: (f64, f64)) -> Chunk {
        Chunk { rows, share, rows_after: 0, answered: AtomicUsize::new(0) }
    }

    /// Counts rows that were answered. Returns the number of all answered rows.
    pub(super) fn count_answered(&self, rows: usize) -> usize {
        self.answered.fetch_add(rows, Ordering::Relaxed) + rows
    }

    /// Splits the chunk after some rows.
    pub(super) fn split(self, rows: usize) -> (Chunk, Chunk) {
        let (begin, end) = self.share;
        let middle = begin + (end - begin) * rows as f64 / self.len().max(1) as f64;
        let (rest, rows_after) = (self.len() - rows, self.rows_after);
        let (before, after) = match self.rows {
            Rows::Text(text) => {
                let (before, after) = text.split(rows);
                (Rows::Text(before), Rows::Text(after))
            }
            #[cfg(feature = "parquet")]
            Rows::Arrow(arrow) => {
                let (before, after) = arrow.split(rows);
                (Rows::Arrow(before), Rows::Arrow(after))
            }
        };
        (
            Chunk { rows_after: rest + rows_after, ..Chunk::new(before, (begin, middle)) },
            Chunk { rows_after, ..Chunk::new(after, (middle, end)) },
        )
    }
}

/// An Arrow batch and its column of cubes.
#[cfg(feature = "parquet")]
#[derive(Debug)]
pub(super) struct ArrowRows {
    pub(super) batch: arrow_array::RecordBatch,
    /// The column with the cubes, of a batch that this one may be a slice of.
    cubes: Arc<CubeColumn>,
    /// The first row of this batch in that column.
    offset: usize,
    /// The messages of rows of that column that are not text.
    unreadable: Arc<HashMap<usize, String>>,
    /// The index of the column.
    pub(super) column: usize,
}

#[cfg(feature = "parquet")]
impl ArrowRows {
    pub(super) fn new(
        batch: arrow_array::RecordBatch,
        column: &str,
    ) -> Result<ArrowRows, crate::error::BatchError> {
        let index = crate::memory::check(&batch.schema(), column)?;
        let cubes = Arc::new(CubeColumn::new(batch.column(index).as_ref(), column)?);
        Ok(ArrowRows { batch, cubes, offset: 0, unreadable: Arc::default(), column: index })
    }

    fn cube(&self, row: usize) -> CubeValue<'_> {
        let row = self.offset + row;
        self.unreadable
            .get(&row)
            .map_or_else(|| self.cubes.cube(row), |message| CubeValue::Unreadable(message))
    }

    fn split(self, rows: usize) -> (ArrowRows, ArrowRows) {
        let part = |start: usize, count: usize| ArrowRows {
            batch: self.batch.slice(start, count),
            cubes: Arc::clone(&self.cubes),
            offset: self.offset + start,
            unreadable: Arc::clone(&self.unreadable),
            column: self.column,
        };
        (part(0, rows), part(rows, self.batch.num_rows() - rows))
    }
}

/// Rows that are already written as the output needs them, except for the new columns.
#[derive(Debug)]
pub(super) struct TextRows {
    text: Arc<str>,
    rows: Vec<TextRow>,
}

/// Where a row is in the text.
#[derive(Copy, Clone, Debug)]
struct TextRow {
    start: usize,
    /// The end of the columns of the input, where the cube starts.
    middle: usize,
    end: usize,
    cube: CubeKind,
}

#[derive(Copy, Clone, Debug)]
enum CubeKind {
    Null,
    Text,
    Unreadable,
}

impl TextRows {
    /// Returns the columns of a row, as they stand before the new columns.
    pub(super) fn columns(&self, row: usize) -> &str {
        let TextRow { start, middle, .. } = self.rows[row];
        &self.text[start..middle]
    }

    fn cube(&self, row: usize) -> CubeValue<'_> {
        let TextRow { middle, end, cube, .. } = self.rows[row];
        let text = &self.text[middle..end];
        match cube {
            CubeKind::Null => CubeValue::Null,
            CubeKind::Text => CubeValue::Text(text),
            CubeKind::Unreadable => CubeValue::Unreadable(text),
        }
    }

    fn split(mut self, rows: usize) -> (TextRows, TextRows) {
        let after = self.rows.split_off(rows);
        (
            TextRows { text: Arc::clone(&self.text), rows: self.rows },
            TextRows { text: self.text, rows: after },
        )
    }
}

/// Writes rows of text values as the output needs them.
#[derive(Debug)]
pub(super) struct RowBuilder {
    to: Kind,
    /// The names of the columns; for JSON in quotation marks.
    names: Vec<String>,
    text: String,
    rows: Vec<TextRow>,
    #[cfg(feature = "parquet")]
    columns: Vec<arrow_array::builder::StringBuilder>,
}

impl RowBuilder {
    pub(super) fn new(to: Kind, names: &[String]) -> RowBuilder {
        let names: Vec<String> = match to {
            Kind::JsonLines => names.iter().map(|name| in_quotes(name)).collect(),
            _ => names.to_vec(),
        };
        RowBuilder {
            to,
            #[cfg(feature = "parquet")]
            columns: names.iter().map(|_| arrow_array::builder::StringBuilder::new()).collect(),
            names,
            text: String::new(),
            rows: Vec::new(),
        }
    }

    /// Returns the number of rows.
    pub(super) fn len(&self) -> usize {
        self.rows.len()
    }

    /// Adds a row of values; an empty value of CSV is null.
    pub(super) fn push<'v>(&mut self, values: impl Iterator<Item = Option<&'v str>>, cube: CubeValue<'_>) {
        let start = self.text.len();
        match self.to {
            Kind::Text => {}
            Kind::Csv => {
                for (place, value) in values.enumerate() {
                    if place > 0 {
                        self.text.push(',');
                    }
                    put_csv(&mut self.text, value.unwrap_or_default());
                }
            }
            Kind::JsonLines => {
                self.text.push('{');
                for (place, (name, value)) in self.names.iter().zip(values).enumerate() {
                    if place > 0 {
                        self.text.push(',');
                    }
                    let value = value.map_or("null".into(), in_quotes);
                    self.text.extend([name, ":", &value]);
                }
            }
            #[cfg(feature = "parquet")]
            Kind::Parquet => {
                for (column, value) in self.columns.iter_mut().zip(values) {
                    column.append_option(value);
                }
            }
            #[cfg(not(feature = "parquet"))]
            Kind::Parquet => {}
        }
        self.end_row(start, cube);
    }

    /// Adds a row whose columns are already written as the output needs them.
    pub(super) fn push_raw(&mut self, columns: &str, cube: CubeValue<'_>) {
        let start = self.text.len();
        self.text.push_str(columns);
        self.end_row(start, cube);
    }

    fn end_row(&mut self, start: usize, cube: CubeValue<'_>) {
        let middle = self.text.len();
        let cube = match cube {
            CubeValue::Null | CubeValue::Bytes(_) => CubeKind::Null,
            CubeValue::Text(text) => {
                // Arrow has it in its column.
                if self.to != Kind::Parquet {
                    self.text.push_str(text);
                }
                CubeKind::Text
            }
            CubeValue::Unreadable(message) => {
                self.text.push_str(message);
                CubeKind::Unreadable
            }
        };
        self.rows.push(TextRow { start, middle, end: self.text.len(), cube });
    }

    /// Returns the rows, and is empty afterwards. `column` is the name of the column with the cubes.
    pub(super) fn finish(&mut self, column: &str) -> Result<Rows, crate::error::BatchError> {
        let rows = std::mem::take(&mut self.rows);
        let text = std::mem::take(&mut self.text);
        match self.to {
            #[cfg(feature = "parquet")]
            Kind::Parquet => {
                use arrow_array::{ArrayRef, RecordBatch, RecordBatchOptions};
                use arrow_schema::{DataType, Field, Schema};
                let fields: Vec<Field> =
                    self.names.iter().map(|name| Field::new(name, DataType::Utf8, true)).collect();
                let columns =
                    self.columns.iter_mut().map(|column| Arc::new(column.finish()) as ArrayRef).collect();
                let options = RecordBatchOptions::new().with_row_count(Some(rows.len()));
                let batch =
                    RecordBatch::try_new_with_options(Arc::new(Schema::new(fields)), columns, &options)?;
                let is_unreadable = |(_, row): &(usize, &TextRow)| matches!(row.cube, CubeKind::Unreadable);
                let unreadable = rows.iter().enumerate().filter(is_unreadable);
                let unreadable =
                    unreadable.map(|(place, row)| (place, text[row.middle..row.end].to_owned())).collect();
                Ok(Rows::Arrow(ArrowRows {
                    unreadable: Arc::new(unreadable),
                    ..ArrowRows::new(batch, column)?
                }))
            }
            _ => {
                let _ = column;
                Ok(Rows::Text(TextRows { text: text.into(), rows }))
            }
        }
    }
}

/// Writes a value of CSV, in quotation marks where it needs them.
pub(super) fn put_csv(out: &mut String, value: &str) {
    if !value.contains([',', '"', '\n', '\r']) {
        out.push_str(value);
        return;
    }
    out.push('"');
    for (place, piece) in value.split('"').enumerate() {
        if place > 0 {
            out.push_str("\"\"");
        }
        out.push_str(piece);
    }
    out.push('"');
}

/// Returns a text as JSON.
pub(super) fn in_quotes(text: &str) -> String {
    serde_json::Value::from(text).to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_of_csv_are_quoted_where_they_need_it() {
        let quoted = |value: &str| {
            let mut out = String::new();
            put_csv(&mut out, value);
            out
        };
        assert_eq!(quoted("R U"), "R U");
        assert_eq!(quoted("a,b"), "\"a,b\"");
        assert_eq!(quoted("say \"hi\""), "\"say \"\"hi\"\"\"");
        assert_eq!(quoted("two\nlines"), "\"two\nlines\"");
        assert_eq!(quoted(""), "");
    }
}
