//! JSON lines with the types of their columns: a first look finds these out, a second reads the rows.

use super::{Chunk, LONGEST_RECORD, MOST_BYTES};
use crate::files::failure::Failure;
use arrow_array::RecordBatch;
use arrow_json::reader::{Decoder, ReaderBuilder, infer_json_schema_from_iterator};
use arrow_schema::{ArrowError, DataType, Field, FieldRef, Schema, SchemaRef};
use serde::de::{DeserializeSeed, Deserializer, Error, IgnoredAny, MapAccess, Visitor};
use serde_json::Value;
use std::fmt;
use std::fs::File;
use std::io::{self, BufRead, BufReader, Read};
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// Reads lines that are not blank, in little memory.
pub(super) struct LineReader {
    path: PathBuf,
    reader: BufReader<File>,
    line: Vec<u8>,
    number: u64,
    bytes: u64,
    total_bytes: u64,
}

/// A line that was read.
pub(super) struct Line<'a> {
    path: &'a Path,
    pub(super) number: u64,
    pub(super) text: &'a str,
}

impl Line<'_> {
    /// What is wrong with it.
    pub(super) fn complaint(&self, what: &str) -> Failure {
        Failure::reading(self.path, format!("line {}: {what}", self.number))
    }
}

impl LineReader {
    pub(super) fn open(path: &Path) -> Result<LineReader, Failure> {
        let failed = |error: io::Error| Failure::reading_because(path, &error);
        let file = File::open(path).map_err(failed)?;
        let total_bytes = file.metadata().map_err(failed)?.len();
        let reader = BufReader::with_capacity(1 << 16, file);
        Ok(LineReader { path: path.to_owned(), reader, line: Vec::new(), number: 0, bytes: 0, total_bytes })
    }

    pub(super) fn path(&self) -> &Path {
        &self.path
    }

    /// How many bytes were read.
    pub(super) fn bytes(&self) -> u64 {
        self.bytes
    }

    /// The share of the file that was read, from 0 to 1.
    pub(super) fn share(&self) -> f64 {
        self.share_at(self.bytes)
    }

    pub(super) fn share_at(&self, bytes: u64) -> f64 {
        if self.total_bytes == 0 { 1.0 } else { bytes as f64 / self.total_bytes as f64 }
    }

    /// The next line, without its end; none at the end.
    pub(super) fn next(&mut self) -> Result<Option<Line<'_>>, Failure> {
        loop {
            self.line.clear();
            let read = self.reader.by_ref().take(LONGEST_RECORD).read_until(b'\n', &mut self.line);
            let read = read.map_err(|error| Failure::reading_because(&self.path, &error))? as u64;
            if read == 0 {
                return Ok(None);
            }
            self.number += 1;
            self.bytes += read;
            let number = self.number;
            if read == LONGEST_RECORD && self.line.last() != Some(&b'\n') {
                let mebibytes = LONGEST_RECORD >> 20;
                let what =
                    format!("line {number} is longer than {mebibytes} MiB; expected one JSON object a line");
                return Err(Failure::reading(&self.path, what));
            }
            // Some programs begin their files so.
            let mark = "\u{feff}".as_bytes();
            if number == 1 && self.line.starts_with(mark) {
                self.line.drain(..mark.len());
            }
            if !self.line.trim_ascii().is_empty() {
                break;
            }
        }
        let (path, number) = (self.path.as_path(), self.number);
        match std::str::from_utf8(&self.line) {
            Ok(text) => Ok(Some(Line { path, number, text: text.trim() })),
            Err(_) => {
                Err(Failure::reading(path, format!("line {number} is not UTF-8; expected text in UTF-8")))
            }
        }
    }
}

/// What a line tells about its row.
#[derive(Debug, Default)]
pub(super) struct Fields {
    /// In their order.
    pub(super) names: Vec<String>,
    /// Whether the column of the cubes is among them.
    pub(super) has_column: bool,
    /// The cube; where it is no text, the JSON it is written in, which some layouts are.
    pub(super) cube: Option<String>,
}

/// Looks at an object; why it is none.
pub(super) fn fields_of(text: &str, column: &str) -> Result<Fields, String> {
    let mut deserializer = serde_json::Deserializer::from_str(text);
    let fields = FieldsSeed { column }.deserialize(&mut deserializer);
    let fields = fields.and_then(|fields| deserializer.end().map(|()| fields));
    fields.map_err(|error| in_this_line(&error))
}

/// What is wrong and in which column; others tell which line of the file it is.
fn in_this_line(error: &serde_json::Error) -> String {
    let text = error.to_string();
    let what = text.split_once(" at line ").map_or(text.as_str(), |(what, _)| what);
    format!("{what} in column {}; expected one JSON object a line", error.column())
}

struct FieldsSeed<'c> {
    column: &'c str,
}

impl<'a> DeserializeSeed<'a> for FieldsSeed<'_> {
    type Value = Fields;

    fn deserialize<D: Deserializer<'a>>(self, deserializer: D) -> Result<Fields, D::Error> {
        deserializer.deserialize_map(self)
    }
}

impl<'a> Visitor<'a> for FieldsSeed<'_> {
    type Value = Fields;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an object")
    }

    fn visit_map<A: MapAccess<'a>>(self, mut map: A) -> Result<Fields, A::Error> {
        let mut fields = Fields::default();
        while let Some(name) = map.next_key::<String>()? {
            if name != self.column {
                map.next_value::<IgnoredAny>()?;
            } else if std::mem::replace(&mut fields.has_column, true) {
                return Err(A::Error::custom(format!("the field `{name}` is there twice")));
            } else {
                fields.cube = match map.next_value()? {
                    Value::Null => None,
                    Value::String(text) => Some(text),
                    other => Some(other.to_string()),
                };
            }
            fields.names.push(name);
        }
        Ok(fields)
    }
}

/// Reads JSON lines as columns.
pub(in crate::files) struct LinesSource {
    reader: LineReader,
    decoder: Decoder,
    schema: SchemaRef,
    rows: usize,
    has_begun: bool,
}

impl LinesSource {
    pub(super) fn open(path: &Path, column: &str, rows: usize) -> Result<LinesSource, Failure> {
        let schema = Arc::new(schema_of(path, column)?);
        let decoder = ReaderBuilder::new(schema.clone())
            .with_batch_size(rows)
            // Numbers among texts become texts.
            .with_coerce_primitive(true)
            .build_decoder()
            .map_err(|error| Failure::reading(path, error))?;
        Ok(LinesSource { reader: LineReader::open(path)?, decoder, schema, rows, has_begun: false })
    }

    pub(super) fn schema(&self) -> SchemaRef {
        self.schema.clone()
    }

    pub(super) fn next(&mut self) -> Result<Option<Chunk>, Failure> {
        let (begin, mut rows) = (self.reader.bytes(), 0);
        let mut lines = None;
        while rows < self.rows && self.reader.bytes() - begin < MOST_BYTES {
            let Some(line) = self.reader.next()? else { break };
            let (first, _) = lines.unwrap_or((line.number, line.number));
            lines = Some((first, line.number));
            for text in [line.text, "\n"] {
                self.decoder.decode(text.as_bytes()).map_err(|error| line.complaint(&told(&error)))?;
            }
            rows += 1;
        }
        let flushed = self.decoder.flush().map_err(|error| {
            let (first, last) = lines.unwrap_or_default();
            Failure::reading(self.reader.path(), format!("lines {first} to {last}: {}", told(&error)))
        })?;
        let is_first = !std::mem::replace(&mut self.has_begun, true);
        let batch = match flushed {
            Some(batch) => batch,
            None if is_first => RecordBatch::new_empty(self.schema()),
            None => return Ok(None),
        };
        Ok(Some(Chunk { batch, share: (self.reader.share_at(begin), self.reader.share()) }))
    }
}

fn told(error: &ArrowError) -> String {
    match error {
        ArrowError::JsonError(what) => what.clone(),
        other => other.to_string(),
    }
}

/// The columns of a whole file in the order in which they come, and what they hold. Without any row there is the column of
/// the cubes alone.
fn schema_of(path: &Path, column: &str) -> Result<Schema, Failure> {
    let mut reader = LineReader::open(path)?;
    let mut names: Vec<String> = Vec::new();
    let mut failure = None;
    let values = std::iter::from_fn(|| {
        let line = match reader.next() {
            Ok(line) => line?,
            Err(error) => {
                failure = Some(error);
                return None;
            }
        };
        let value = fields_of(line.text, column).and_then(|fields| {
            for name in fields.names {
                if !names.contains(&name) {
                    names.push(name);
                }
            }
            serde_json::from_str::<Value>(line.text).map_err(|error| in_this_line(&error))
        });
        match value {
            Ok(value) => Some(Ok(value)),
            Err(why) => {
                failure = Some(line.complaint(&why));
                None
            }
        }
    });
    let schema = infer_json_schema_from_iterator(values);
    if let Some(failure) = failure {
        return Err(failure);
    }
    let schema = schema.map_err(|error| Failure::reading(path, told(&error)))?;
    if names.is_empty() {
        return Ok(Schema::new(vec![Field::new(column, DataType::Utf8, true)]));
    }
    let fields: Vec<FieldRef> =
        names.iter().filter_map(|name| Some(schema.fields().find(name)?.1.clone())).collect();
    Ok(Schema::new(fields))
}
