//! Writes the rows of a solved chunk.

use super::kind::Kind;
use super::rows::{Chunk, Rows, TextRows, in_quotes, put_csv};
use crate::answers::{Answer, Answers};
#[cfg(feature = "parquet")]
use crate::error::InputFault;
use crate::options::NEW_COLUMNS;
use std::fmt::Write;
use std::ops::Range;

/// The start of an output line of a row with an error.
const ERROR: &str = "error: ";

/// Encodes some rows of a chunk with their answers. `header` has the column names of the input where they are to be written.
///
/// They are encoded in memory, as a chunk is small.
pub(super) fn encode(
    chunk: &Chunk,
    range: Range<usize>,
    answers: &[Answers],
    to: Kind,
    header: Option<&[String]>,
) -> Result<Vec<u8>, String> {
    match &chunk.rows {
        _ if to == Kind::Text => Ok(text(answers).into_bytes()),
        Rows::Text(rows) if to == Kind::Csv => Ok(csv(rows, range, answers, header).into_bytes()),
        Rows::Text(rows) => Ok(json_lines(rows, range, answers).into_bytes()),
        #[cfg(feature = "parquet")]
        Rows::Arrow(rows) => arrow::encode(rows, range, answers, to, header.is_some()),
    }
}

fn all(answers: &[Answers]) -> impl Iterator<Item = Answer<'_>> {
    answers.iter().flat_map(Answers::iter)
}

fn text(answers: &[Answers]) -> String {
    let mut out = String::new();
    for answer in all(answers) {
        match answer {
            Answer::Solution(solution, _) => out.push_str(solution),
            Answer::Error(message) => out.extend([ERROR, message]),
        }
        out.push('\n');
    }
    out
}

fn csv(rows: &TextRows, range: Range<usize>, answers: &[Answers], header: Option<&[String]>) -> String {
    let mut out = String::new();
    if let Some(names) = header {
        for name in names {
            put_csv(&mut out, name);
            out.push(',');
        }
        out.push_str(&NEW_COLUMNS.join(","));
        out.push('\n');
    }
    for (row, answer) in range.zip(all(answers)) {
        out.extend([rows.columns(row), ","]);
        match answer {
            Answer::Solution(solution, length) => {
                put_csv(&mut out, solution);
                // Writing to a string does not fail.
                let _ = write!(out, ",{length},");
            }
            Answer::Error(message) => {
                out.push_str(",,");
                put_csv(&mut out, message);
            }
        }
        out.push('\n');
    }
    out
}

fn json_lines(rows: &TextRows, range: Range<usize>, answers: &[Answers]) -> String {
    let [solution_name, length_name, error_name] = NEW_COLUMNS;
    let mut out = String::new();
    for (row, answer) in range.zip(all(answers)) {
        let columns = rows.columns(row);
        // An object without fields has no comma.
        let comma = if columns.ends_with('{') { "" } else { "," };
        let (solution, length, error) = match answer {
            Answer::Solution(solution, length) => (in_quotes(solution), length.to_string(), "null".into()),
            Answer::Error(message) => ("null".into(), "null".into(), in_quotes(message)),
        };
        // Writing to a string does not fail.
        let _ = writeln!(
            out,
            "{columns}{comma}\"{solution_name}\":{solution},\"{length_name}\":{length},\"{error_name}\":{error}}}"
        );
    }
    out
}

/// Fails for a column that the output cannot hold.
#[cfg(feature = "parquet")]
pub(super) fn check_columns(schema: &arrow_schema::Schema, to: Kind) -> Result<(), InputFault> {
    match schema.fields().iter().find(|field| to == Kind::Csv && field.data_type().is_nested()) {
        None => Ok(()),
        Some(field) => Err(InputFault::NestedColumn {
            column: field.name().clone(),
            found: field.data_type().to_string(),
        }),
    }
}

#[cfg(feature = "parquet")]
pub(super) use arrow::{properties, write_parquet};

#[cfg(feature = "parquet")]
mod arrow {
    use super::{Answers, Kind, NEW_COLUMNS};
    use crate::cube_column::CubeColumn;
    use crate::files::rows::ArrowRows;
    use crate::memory::with_answers;
    use crate::parallel::{CubeRows, CubeValue};
    use arrow_array::builder::StringBuilder;
    use arrow_array::{ArrayRef, RecordBatch};
    use arrow_schema::{DataType, Field, Schema};
    use cubegod::formats::bytes;
    use parquet::arrow::ArrowWriter;
    use parquet::basic::Compression;
    use parquet::errors::ParquetError;
    use parquet::file::properties::{WriterProperties, WriterPropertiesBuilder};
    use parquet::schema::types::ColumnPath;
    use std::fmt::Display;
    use std::ops::Range;
    use std::sync::Arc;

    pub(super) fn encode(
        rows: &ArrowRows,
        range: Range<usize>,
        answers: &[Answers],
        to: Kind,
        is_first: bool,
    ) -> Result<Vec<u8>, String> {
        let old = rows.batch.slice(range.start, range.len());
        let batch = with_answers(&old, answers.iter()).map_err(message)?;
        let mut bytes = Vec::new();
        match to {
            Kind::Parquet | Kind::Text => write_parquet(&mut bytes, &batch).map_err(message)?,
            Kind::Csv => {
                let builder = arrow_csv::WriterBuilder::new().with_header(is_first);
                builder.build(&mut bytes).write(&with_letters(&batch, rows.column)?).map_err(message)?;
            }
            Kind::JsonLines => {
                let builder = arrow_json::WriterBuilder::new().with_explicit_nulls(true);
                let mut writer = builder.build::<_, arrow_json::writer::LineDelimited>(&mut bytes);
                let batch = with_letters(&batch, rows.column)?;
                writer.write(&batch).and_then(|()| writer.finish()).map_err(message)?;
            }
        }
        Ok(bytes)
    }

    fn message(error: impl Display) -> String {
        error.to_string()
    }

    /// Returns the properties of all Parquet files that are written: readable by every program, and fast.
    pub(in crate::files) fn properties() -> WriterPropertiesBuilder {
        let [solution, ..] = NEW_COLUMNS;
        WriterProperties::builder()
            .set_compression(Compression::SNAPPY)
            // Solutions rarely repeat.
            .set_column_dictionary_enabled(ColumnPath::from(solution), false)
    }

    /// Writes a Parquet file of one row group.
    pub(in crate::files) fn write_parquet(
        out: &mut Vec<u8>,
        batch: &RecordBatch,
    ) -> Result<(), ParquetError> {
        let mut writer = ArrowWriter::try_new(out, batch.schema(), Some(properties().build()))?;
        writer.write(batch)?;
        writer.close()?;
        Ok(())
    }

    /// Replaces cubes that are bytes by letters, for outputs that are text. Other bytes become hexadecimal digits.
    fn with_letters(batch: &RecordBatch, column: usize) -> Result<RecordBatch, String> {
        let field = batch.schema_ref().field(column).clone();
        let is_bytes =
            |data_type: &DataType| data_type.is_binary() || matches!(data_type, DataType::FixedSizeBinary(_));
        let is_text = match field.data_type() {
            DataType::Dictionary(_, values) => !is_bytes(values),
            data_type => !is_bytes(data_type),
        };
        if is_text {
            return Ok(batch.clone());
        }
        let cubes = CubeColumn::new(batch.column(column).as_ref(), field.name()).map_err(message)?;
        let mut texts = StringBuilder::new();
        for row in 0..batch.num_rows() {
            match cubes.cube(row) {
                CubeValue::Null => texts.append_null(),
                CubeValue::Text(text) | CubeValue::Unreadable(text) => texts.append_value(text),
                CubeValue::Bytes(bytes) => match bytes::letters(bytes) {
                    Ok(letters) => texts.append_value(letters),
                    Err(_) => {
                        texts.append_value(bytes.iter().map(|byte| format!("{byte:02x}")).collect::<String>())
                    }
                },
            }
        }
        let mut columns: Vec<ArrayRef> = batch.columns().to_vec();
        columns[column] = Arc::new(texts.finish());
        let mut fields: Vec<_> = batch.schema_ref().fields().iter().cloned().collect();
        fields[column] = Arc::new(Field::new(field.name(), DataType::Utf8, true));
        RecordBatch::try_new(Arc::new(Schema::new(fields)), columns).map_err(message)
    }
}
