//! JSON lines with the types of their columns: a first look finds these out, a second reads the rows. A type is one that keeps
//! every value as it is; where there is none, the column becomes text.

mod fields;
mod numbers;
mod shape;

pub(super) use fields::{for_each_field, text_of};

use super::{Chunk, LONGEST_RECORD, MOST_BYTES, most_rows};
use crate::files::failure::Failure;
use arrow_array::RecordBatch;
use arrow_json::reader::{Decoder, ReaderBuilder};
use arrow_schema::{ArrowError, DataType, Field, Schema, SchemaRef};
use shape::Shape;
use std::borrow::Cow;
use std::collections::{HashMap, HashSet};
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

/// As many columns are enough: rows that have no fields in common are no table.
const MOST_COLUMNS: usize = 10_000;

/// Reads JSON lines as columns.
pub(in crate::files) struct LinesSource {
    reader: LineReader,
    decoder: Decoder,
    schema: SchemaRef,
    /// The columns whose values become text as they are written, those with parts too.
    written: HashSet<String>,
    rows: usize,
    has_begun: bool,
}

impl LinesSource {
    pub(super) fn open(path: &Path, column: &str, rows: usize) -> Result<LinesSource, Failure> {
        let Columns { fields, written } = Columns::of(path, column)?;
        let rows = most_rows(rows, fields.len());
        let schema = Arc::new(Schema::new(fields));
        let decoder = ReaderBuilder::new(schema.clone())
            .with_batch_size(rows)
            // Numbers among texts become texts.
            .with_coerce_primitive(true)
            .build_decoder()
            .map_err(|error| Failure::reading(path, error))?;
        let reader = LineReader::open(path)?;
        Ok(LinesSource { reader, decoder, schema, written, rows, has_begun: false })
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
            let text = with_parts_as_text(line.text, &self.written).map_err(|why| line.complaint(&why))?;
            for text in [&text, "\n"] {
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

/// An object in which the values of some fields are texts: lists and objects as they are written.
fn with_parts_as_text<'t>(line: &'t str, written: &HashSet<String>) -> Result<Cow<'t, str>, String> {
    if written.is_empty() {
        return Ok(line.into());
    }
    let mut text = String::from("{");
    for_each_field(line, |name, value| {
        if text.len() > 1 {
            text.push(',');
        }
        let has_parts = value.starts_with(['[', '{']) && written.contains(&name);
        let value = if has_parts { Cow::from(in_quotes(value)) } else { value.into() };
        text.extend([&in_quotes(&name), ":", &value]);
        Ok(())
    })?;
    text.push('}');
    Ok(text.into())
}

fn in_quotes(text: &str) -> String {
    serde_json::Value::from(text).to_string()
}

/// The columns of a whole file in the order in which they come. Without any row there is the column of the cubes alone.
struct Columns {
    fields: Vec<Field>,
    /// Those whose values become text as they are written, those with parts too.
    written: HashSet<String>,
}

impl Columns {
    fn of(path: &Path, column: &str) -> Result<Columns, Failure> {
        let mut reader = LineReader::open(path)?;
        let mut names: Vec<String> = Vec::new();
        let mut shapes: Vec<Shape> = Vec::new();
        let mut last_lines: Vec<u64> = Vec::new();
        let mut places: HashMap<String, usize> = HashMap::new();
        while let Some(line) = reader.next()? {
            let number = line.number;
            let result = for_each_field(line.text, |name, value| {
                let place = match places.get(&name) {
                    Some(&place) if last_lines[place] == number => {
                        return Err(format!("the field `{name}` is there twice; rename or drop one of them"));
                    }
                    Some(&place) => place,
                    None if names.len() == MOST_COLUMNS => {
                        return Err(format!(
                            "the field `{name}` is one too many: the lines before it have {MOST_COLUMNS} different ones; \
                             write .jsonl, which needs no columns"
                        ));
                    }
                    None => {
                        places.insert(name.clone(), names.len());
                        names.push(name);
                        shapes.push(Shape::Nothing);
                        last_lines.push(number);
                        names.len() - 1
                    }
                };
                last_lines[place] = number;
                let shape = &mut shapes[place];
                *shape = std::mem::replace(shape, Shape::Nothing).and(Shape::of(value));
                Ok(())
            });
            result.map_err(|why| line.complaint(&why))?;
        }
        if names.is_empty() {
            let fields = vec![Field::new(column, DataType::Utf8, true)];
            return Ok(Columns { fields, written: HashSet::new() });
        }
        let (mut fields, mut written) = (Vec::new(), HashSet::new());
        for (name, shape) in names.into_iter().zip(shapes) {
            // A cube that is no text is for its row to tell; some layouts are lists.
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
