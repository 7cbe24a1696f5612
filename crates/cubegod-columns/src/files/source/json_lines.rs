//! JSON lines, copied unchanged: an output of JSON lines has each object as it is written, CSV each value.

mod fields;
mod lines;

pub(super) use fields::{for_each_field, text_of};
pub(super) use lines::LineReader;

use super::{Conversion, MAX_CHUNK_BYTES, max_rows};
use crate::error::{BatchError, InputFault};
use crate::files::kind::Kind;
use crate::files::rows::{Chunk, RowBuilder};
use crate::options::{NEW_COLUMNS, check_names};
use crate::parallel::CubeValue;
use std::collections::HashMap;
use std::path::Path;

/// The most column names that a message needs.
const MAX_NAMES: usize = 100;

/// The most columns: rows without common fields are not a table.
pub(super) const MAX_COLUMNS: usize = 10_000;

/// Reads JSON lines.
pub(super) struct JsonLinesSource {
    reader: LineReader,
    to: Kind,
    column: String,
    /// The columns of the whole file, if the output needs them.
    names: Vec<String>,
    builder: RowBuilder,
    rows: usize,
    has_begun: bool,
}

impl JsonLinesSource {
    pub(super) fn open(path: &Path, conversion: Conversion<'_>) -> Result<JsonLinesSource, BatchError> {
        let column = conversion.column;
        let names = match conversion.to {
            Kind::Csv => {
                let names = find_columns(path, column, &mut |_, _| {})?;
                check_names(names.iter().map(String::as_str), column).map_err(|error| error.in_file(path))?;
                names
            }
            _ => Vec::new(),
        };
        Ok(JsonLinesSource {
            reader: LineReader::open(path)?,
            to: conversion.to,
            column: column.to_owned(),
            builder: RowBuilder::new(conversion.to, &names),
            rows: max_rows(conversion.rows, names.len()),
            names,
            has_begun: false,
        })
    }

    pub(super) fn names(&self) -> &[String] {
        &self.names
    }

    pub(super) fn next(&mut self) -> Result<Option<Chunk>, BatchError> {
        let begin = self.reader.bytes();
        // The names in the first chunk, for the error that the column is missing.
        let (mut found, mut has_column) = (Vec::new(), false);
        while self.builder.len() < self.rows && self.reader.bytes() - begin < MAX_CHUNK_BYTES {
            let Some(line) = self.reader.next()? else { break };
            let fields = Fields::read(line.text, &self.column).map_err(|fault| line.error(fault))?;
            if let Some(name) =
                NEW_COLUMNS.iter().find(|new| fields.values.iter().any(|(name, _)| name == *new))
            {
                return Err(line.error(InputFault::FieldExists { name: (*name).to_owned() }));
            }
            has_column |= fields.has_column;
            if !self.has_begun && !has_column {
                for (name, _) in &fields.values {
                    if found.len() < MAX_NAMES && !found.contains(name) {
                        found.push(name.clone());
                    }
                }
            }
            let cube = fields.cube.as_deref().map_or(CubeValue::Null, CubeValue::Text);
            match self.to {
                Kind::Csv => {
                    let mut texts: HashMap<&str, String> = HashMap::new();
                    for (name, value) in &fields.values {
                        if let Some(text) = text_of(value).map_err(|fault| line.error(fault))? {
                            texts.insert(name, text);
                        }
                    }
                    let values = self.names.iter().map(|name| texts.get(name.as_str()).map(String::as_str));
                    self.builder.push(values, cube);
                }
                Kind::Text => self.builder.push_raw("", cube),
                Kind::JsonLines | Kind::Parquet => {
                    self.builder.push_raw(line.text.strip_suffix('}').unwrap_or(line.text).trim_end(), cube);
                }
            }
        }
        let is_first = !std::mem::replace(&mut self.has_begun, true);
        let rows = self.builder.len();
        if rows == 0 && !is_first {
            return Ok(None);
        }
        if rows > 0 && is_first && !has_column {
            let error = BatchError::NoColumn { column: self.column.clone(), found };
            return Err(error.in_file(self.reader.path()));
        }
        let rows = self.builder.finish(&self.column)?;
        Ok(Some(Chunk::new(rows, (self.reader.share_at(begin), self.reader.share()))))
    }
}

/// Returns the names of all fields in the order in which they first appear, and passes every value to `visit` with the
/// index of its column. A file without rows has the column of the cubes alone.
pub(super) fn find_columns(
    path: &Path,
    column: &str,
    visit: &mut dyn FnMut(usize, &str),
) -> Result<Vec<String>, BatchError> {
    let mut reader = LineReader::open(path)?;
    let mut names: Vec<String> = Vec::new();
    let mut last_lines: Vec<u64> = Vec::new();
    let mut indices: HashMap<String, usize> = HashMap::new();
    while let Some(line) = reader.next()? {
        let number = line.number;
        let result = for_each_field(line.text, |name, value| {
            let index = match indices.get(&name) {
                Some(&index) if last_lines[index] == number => {
                    return Err(InputFault::DuplicateField { name });
                }
                Some(&index) => index,
                None if names.len() == MAX_COLUMNS => {
                    return Err(InputFault::TooManyFields { name, max: MAX_COLUMNS });
                }
                None => {
                    indices.insert(name.clone(), names.len());
                    names.push(name);
                    last_lines.push(number);
                    names.len() - 1
                }
            };
            last_lines[index] = number;
            visit(index, value);
            Ok(())
        });
        result.map_err(|fault| line.error(fault))?;
    }
    if names.is_empty() {
        names.push(column.to_owned());
    }
    Ok(names)
}

/// The fields of one line.
#[derive(Debug, Default)]
struct Fields<'t> {
    /// Names and values as they are written, in their order.
    values: Vec<(String, &'t str)>,
    /// Whether the column of the cubes is among them.
    has_column: bool,
    /// The cube: a string, or the JSON of another value, as some layouts are JSON.
    cube: Option<String>,
}

impl<'t> Fields<'t> {
    /// Reads an object, or returns the reason that it is none.
    fn read(text: &'t str, column: &str) -> Result<Fields<'t>, InputFault> {
        let mut fields = Fields::default();
        for_each_field(text, |name, value| {
            if name == column {
                if std::mem::replace(&mut fields.has_column, true) {
                    return Err(InputFault::DuplicateField { name });
                }
                fields.cube = text_of(value)?;
            }
            fields.values.push((name, value));
            Ok(())
        })?;
        Ok(fields)
    }
}
