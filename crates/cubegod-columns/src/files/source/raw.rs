//! JSON lines as they are written: the cubes in one column, the whole lines in another.

use super::lines::{LineReader, for_each_field, text_of};
use super::{Chunk, MOST_BYTES};
use crate::error::BatchError;
use crate::files::failure::Failure;
use crate::solve::NEW_COLUMNS;
use arrow_array::RecordBatch;
use arrow_array::builder::StringBuilder;
use arrow_schema::{DataType, Field, Schema, SchemaRef};
use std::path::Path;
use std::sync::Arc;

/// The column with the lines; no field of an object is called so by chance.
pub(in crate::files) const LINE: &str = "\0line";

/// As many names are remembered.
const MOST_NAMES: usize = 100;

/// Reads JSON lines.
pub(in crate::files) struct RawSource {
    reader: LineReader,
    column: String,
    schema: SchemaRef,
    rows: usize,
    has_begun: bool,
}

impl RawSource {
    pub(super) fn open(path: &Path, column: &str, rows: usize) -> Result<RawSource, Failure> {
        let fields = [column, LINE].map(|name| Field::new(name, DataType::Utf8, true));
        let schema = Arc::new(Schema::new(Vec::from(fields)));
        Ok(RawSource {
            reader: LineReader::open(path)?,
            column: column.to_owned(),
            schema,
            rows,
            has_begun: false,
        })
    }

    pub(super) fn schema(&self) -> SchemaRef {
        self.schema.clone()
    }

    pub(super) fn next(&mut self) -> Result<Option<Chunk>, Failure> {
        let (begin, mut rows) = (self.reader.bytes(), 0);
        let (mut cubes, mut lines) = (StringBuilder::new(), StringBuilder::new());
        // All names of the first chunk, to tell them where the column is not among them.
        let (mut names, mut is_found) = (Vec::new(), false);
        while rows < self.rows && self.reader.bytes() - begin < MOST_BYTES {
            let Some(line) = self.reader.next()? else { break };
            let fields = fields_of(line.text, &self.column).map_err(|why| line.complaint(&why))?;
            if let Some(taken) = NEW_COLUMNS.iter().find(|new| fields.names.iter().any(|name| name == *new)) {
                return Err(line.complaint(&BatchError::Taken { column: (*taken).to_owned() }.to_string()));
            }
            is_found |= fields.has_column;
            if !self.has_begun && !is_found {
                for name in fields.names {
                    if names.len() < MOST_NAMES && !names.contains(&name) {
                        names.push(name);
                    }
                }
            }
            cubes.append_option(fields.cube.as_deref());
            lines.append_value(line.text);
            rows += 1;
        }
        let is_first = !std::mem::replace(&mut self.has_begun, true);
        if rows == 0 && !is_first {
            return Ok(None);
        }
        if rows > 0 && is_first && !is_found {
            let refusal = BatchError::NoColumn { column: self.column.clone(), found: names };
            return Err(Failure::refused(self.reader.path(), refusal));
        }
        let batch = RecordBatch::try_new(
            self.schema.clone(),
            vec![Arc::new(cubes.finish()), Arc::new(lines.finish())],
        )
        .map_err(|error| Failure::reading(self.reader.path(), error))?;
        Ok(Some(Chunk { batch, share: (self.reader.share_at(begin), self.reader.share()) }))
    }
}

/// What a line tells about its row.
#[derive(Debug, Default)]
struct Fields {
    /// In their order.
    names: Vec<String>,
    /// Whether the column of the cubes is among them.
    has_column: bool,
    /// The cube; where it is no text, the JSON it is written in, which some layouts are.
    cube: Option<String>,
}

/// Looks at an object; why it is none.
fn fields_of(text: &str, column: &str) -> Result<Fields, String> {
    let mut fields = Fields::default();
    for_each_field(text, |name, value| {
        if name == column {
            if std::mem::replace(&mut fields.has_column, true) {
                return Err(format!("the field `{name}` is there twice; rename or drop one of them"));
            }
            fields.cube = text_of(value)?;
        }
        fields.names.push(name);
        Ok(())
    })?;
    Ok(fields)
}
