//! How a solved chunk is written as a part.

use super::kind::Kind;
use super::source::RAW_LINE;
use crate::cells::{Cell, Cells};
use crate::solve::NEW_COLUMNS;
use arrow_array::builder::StringBuilder;
use arrow_array::cast::AsArray;
use arrow_array::types::Int32Type;
use arrow_array::{Array, ArrayRef, RecordBatch};
use arrow_schema::{DataType, Field, Schema};
use cubegod::formats::bytes;
use parquet::arrow::ArrowWriter;
use parquet::basic::Compression;
use parquet::errors::ParquetError;
use parquet::file::properties::{WriterProperties, WriterPropertiesBuilder};
use parquet::schema::types::ColumnPath;
use std::fmt::Display;
use std::io::{self, Write};
use std::sync::Arc;

/// What is the matter with writing a column in a kind of file, if anything.
pub(super) fn refusal(schema: &Schema, to: Kind) -> Option<String> {
    let field = schema.fields().iter().find(|field| to == Kind::Csv && field.data_type().is_nested())?;
    Some(format!(
        "the column `{}` is of the type {}, which CSV can't hold; write .parquet or .jsonl",
        field.name(),
        field.data_type()
    ))
}

/// A solved chunk as it is kept in a part, or why it can't be; the first of a CSV file has the names of the columns above it.
///
/// In memory, because a chunk is small and a disk can fail in one place only then.
pub(super) fn encoded(
    batch: &RecordBatch,
    to: Kind,
    column: &str,
    is_first: bool,
) -> Result<Vec<u8>, String> {
    let mut bytes = Vec::new();
    match to {
        Kind::Parquet => write_parquet(&mut bytes, batch).map_err(told)?,
        Kind::Csv => {
            let builder = arrow_csv::WriterBuilder::new().with_header(is_first);
            builder.build(&mut bytes).write(&readable(batch, column)?).map_err(told)?;
        }
        Kind::Lines if batch.column_by_name(RAW_LINE).is_some() => {
            write_raw(&mut bytes, batch).map_err(told)?
        }
        Kind::Lines => {
            let builder = arrow_json::WriterBuilder::new().with_explicit_nulls(true);
            let mut writer = builder.build::<_, arrow_json::writer::LineDelimited>(&mut bytes);
            writer.write(&readable(batch, column)?).and_then(|()| writer.finish()).map_err(told)?;
        }
    }
    Ok(bytes)
}

fn told(error: impl Display) -> String {
    error.to_string()
}

/// How all Parquet files are written here: what every program reads, and fast.
pub(super) fn properties() -> WriterPropertiesBuilder {
    let [solution, ..] = NEW_COLUMNS;
    WriterProperties::builder()
        .set_compression(Compression::SNAPPY)
        // Solutions are hardly ever the same.
        .set_column_dictionary_enabled(ColumnPath::from(solution), false)
}

fn write_parquet(out: &mut Vec<u8>, batch: &RecordBatch) -> Result<(), ParquetError> {
    let mut writer = ArrowWriter::try_new(out, batch.schema(), Some(properties().build()))?;
    writer.write(batch)?;
    writer.close()?;
    Ok(())
}

/// For people who read text: cubes that are bytes become letters; those that are no colours stay as they are, in hexadecimal
/// digits.
fn readable(batch: &RecordBatch, column: &str) -> Result<RecordBatch, String> {
    let Some((place, field)) =
        batch.schema_ref().fields().find(column).map(|(place, field)| (place, field.clone()))
    else {
        return Ok(batch.clone());
    };
    let is_bytes =
        |data_type: &DataType| data_type.is_binary() || matches!(data_type, DataType::FixedSizeBinary(_));
    let is_readable = match field.data_type() {
        DataType::Dictionary(_, values) => !is_bytes(values),
        data_type => !is_bytes(data_type),
    };
    if is_readable {
        return Ok(batch.clone());
    }
    let cells = Cells::new(batch.column(place).as_ref(), column).map_err(told)?;
    let mut texts = StringBuilder::new();
    for row in 0..batch.num_rows() {
        match cells.get(row) {
            Cell::Null => texts.append_null(),
            Cell::Text(text) => texts.append_value(text),
            Cell::Bytes(bytes) => match bytes::letters(bytes) {
                Ok(letters) => texts.append_value(letters),
                Err(_) => {
                    texts.append_value(bytes.iter().map(|byte| format!("{byte:02x}")).collect::<String>())
                }
            },
        }
    }
    let mut columns: Vec<ArrayRef> = batch.columns().to_vec();
    columns[place] = Arc::new(texts.finish());
    let mut fields: Vec<_> = batch.schema_ref().fields().iter().cloned().collect();
    fields[place] = Arc::new(Field::new(column, DataType::Utf8, true));
    RecordBatch::try_new(Arc::new(Schema::new(fields)), columns).map_err(told)
}

/// Lines to the letter, with three fields more at the end of each object.
fn write_raw(out: &mut Vec<u8>, batch: &RecordBatch) -> io::Result<()> {
    let column = |name| batch.column_by_name(name).ok_or_else(|| io::Error::other("a column is missing"));
    let [solution, length, error] = NEW_COLUMNS;
    let lines = column(RAW_LINE)?.as_string::<i32>();
    let (solutions, errors) = (column(solution)?.as_string::<i32>(), column(error)?.as_string::<i32>());
    let lengths = column(length)?.as_primitive::<Int32Type>();
    for row in 0..batch.num_rows() {
        let line = lines.value(row).trim_end();
        let body = line.strip_suffix('}').unwrap_or(line).trim_end();
        // An object without any field has no comma.
        let comma = if body.trim_end().ends_with('{') { "" } else { "," };
        write!(out, "{body}{comma}\"{solution}\":")?;
        put_text(out, solutions.is_valid(row).then(|| solutions.value(row)))?;
        match lengths.is_valid(row) {
            true => write!(out, ",\"{length}\":{},\"{error}\":", lengths.value(row))?,
            false => write!(out, ",\"{length}\":null,\"{error}\":")?,
        }
        put_text(out, errors.is_valid(row).then(|| errors.value(row)))?;
        out.write_all(b"}\n")?;
    }
    Ok(())
}

fn put_text(out: &mut Vec<u8>, text: Option<&str>) -> io::Result<()> {
    serde_json::to_writer(out, &text).map_err(io::Error::from)
}
