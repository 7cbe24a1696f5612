//! JSON lines as typed columns: a first pass finds the types, a second reads the rows. A type holds all values unchanged; where
//! none does, the column becomes text.

mod numbers;
mod shape;

use super::json_lines::{LineReader, find_columns, for_each_field};
use super::{Conversion, MAX_CHUNK_BYTES, max_rows};
use crate::error::{BatchError, InputFault};
use crate::files::rows::{ArrowRows, Chunk, Rows, in_quotes};
use crate::memory::check;
use arrow_array::RecordBatch;
use arrow_json::reader::{Decoder, ReaderBuilder};
use arrow_schema::{ArrowError, DataType, Field, Schema, SchemaRef};
use shape::Shape;
use std::borrow::Cow;
use std::collections::HashSet;
use std::path::Path;
use std::sync::Arc;

/// Reads JSON lines as columns.
pub(super) struct TypedLinesSource {
    reader: LineReader,
    column: String,
    decoder: Decoder,
    schema: SchemaRef,
    /// The columns whose values become text as they are written, lists and objects too.
    written: HashSet<String>,
    rows: usize,
    has_begun: bool,
}

impl TypedLinesSource {
    pub(super) fn open(path: &Path, conversion: Conversion<'_>) -> Result<TypedLinesSource, BatchError> {
        let Columns { fields, written } = Columns::find(path, conversion.column)?;
        let rows = max_rows(conversion.rows, fields.len());
        let schema = Arc::new(Schema::new(fields));
        check(&schema, conversion.column).map_err(|error| error.in_file(path))?;
        let decoder = ReaderBuilder::new(schema.clone())
            .with_batch_size(rows)
            // Numbers in a column of text become text.
            .with_coerce_primitive(true)
            .build_decoder()
            .map_err(|error| BatchError::input(path, InputFault::Other(error.to_string())))?;
        let reader = LineReader::open(path)?;
        let column = conversion.column.to_owned();
        Ok(TypedLinesSource { reader, column, decoder, schema, written, rows, has_begun: false })
    }

    pub(super) fn next(&mut self) -> Result<Option<Chunk>, BatchError> {
        let (begin, mut rows) = (self.reader.bytes(), 0);
        let mut lines = None;
        while rows < self.rows && self.reader.bytes() - begin < MAX_CHUNK_BYTES {
            let Some(line) = self.reader.next()? else { break };
            let (first, _) = lines.unwrap_or((line.number, line.number));
            lines = Some((first, line.number));
            let text = with_nested_as_text(line.text, &self.written).map_err(|fault| line.error(fault))?;
            for text in [&text, "\n"] {
                self.decoder
                    .decode(text.as_bytes())
                    .map_err(|error| line.error(InputFault::Other(message(&error))))?;
            }
            rows += 1;
        }
        let flushed = self.decoder.flush().map_err(|error| {
            let (first, last) = lines.unwrap_or_default();
            let fault = InputFault::Lines { first, last, reason: message(&error) };
            BatchError::input(self.reader.path(), fault)
        })?;
        let is_first = !std::mem::replace(&mut self.has_begun, true);
        let batch = match flushed {
            Some(batch) => batch,
            None if is_first => RecordBatch::new_empty(self.schema.clone()),
            None => return Ok(None),
        };
        let rows = ArrowRows::new(batch, &self.column).map_err(|error| error.in_file(self.reader.path()))?;
        Ok(Some(Chunk::new(Rows::Arrow(rows), (self.reader.share_at(begin), self.reader.share()))))
    }
}

fn message(error: &ArrowError) -> String {
    match error {
        ArrowError::JsonError(what) => what.clone(),
        other => other.to_string(),
    }
}

/// Returns a line in which the lists and objects of some fields are strings.
fn with_nested_as_text<'t>(line: &'t str, written: &HashSet<String>) -> Result<Cow<'t, str>, InputFault> {
    if written.is_empty() {
        return Ok(line.into());
    }
    let mut text = String::from("{");
    for_each_field(line, |name, value| {
        if text.len() > 1 {
            text.push(',');
        }
        let is_nested = value.starts_with(['[', '{']) && written.contains(&name);
        let value = if is_nested { Cow::from(in_quotes(value)) } else { value.into() };
        text.extend([&in_quotes(&name), ":", &value]);
        Ok(())
    })?;
    text.push('}');
    Ok(text.into())
}

/// The columns of a whole file, in the order in which they appear.
struct Columns {
    fields: Vec<Field>,
    /// The columns whose values become text as they are written, lists and objects too.
    written: HashSet<String>,
}

impl Columns {
    fn find(path: &Path, column: &str) -> Result<Columns, BatchError> {
        let mut shapes: Vec<Shape> = Vec::new();
        let names = find_columns(path, column, &mut |index, value| {
            if index == shapes.len() {
                shapes.push(Shape::Null);
            }
            let shape = &mut shapes[index];
            *shape = std::mem::replace(shape, Shape::Null).merge(Shape::of(value));
        })?;
        let (mut fields, mut written) = (Vec::new(), HashSet::new());
        for (index, name) in names.into_iter().enumerate() {
            let shape = shapes.get(index).cloned().unwrap_or(Shape::Null);
            // A cube that is not text is an error of its row; some layouts are lists.
            let shape = if name == column { shape.into_text() } else { shape };
            let data_type = shape.data_type();
            fields.push(Field::new(&name, data_type.clone().unwrap_or(DataType::Utf8), true));
            if data_type.is_none() {
                written.insert(name);
            }
        }
        Ok(Columns { fields, written })
    }
}
