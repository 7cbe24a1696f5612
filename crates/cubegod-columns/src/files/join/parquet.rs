//! Joins parts of Parquet.

use super::{JoinError, Part, check, damaged};
use crate::error::count_of;
use crate::files::write::properties;
use cubegod::Cancellation;
use parquet::arrow::ArrowWriter;
use parquet::arrow::arrow_reader::ParquetRecordBatchReaderBuilder;
use parquet::column::writer::ColumnCloseResult;
use parquet::errors::ParquetError;
use parquet::file::metadata::{PageIndexPolicy, ParquetMetaData, ParquetMetaDataReader};
use parquet::file::writer::SerializedFileWriter;
use std::fs::File;
use std::io::{self, BufWriter, Write};
use std::sync::Arc;

/// Row groups of fewer rows on average are merged.
const SMALL_GROUP: u64 = 1 << 14;

/// The most rows of a merged row group.
const LARGE_GROUP: usize = 1 << 18;

/// The most bytes of a merged row group: it is in memory until it is written, and rows may be wide.
const LARGE_GROUP_BYTES: usize = 1 << 27;

/// Row groups are numbered in 16 bits.
const MAX_GROUPS: usize = 30_000;

pub(super) fn join(file: &mut File, parts: &[Part], cancellation: &Cancellation) -> Result<(), JoinError> {
    let rows: u64 = parts.iter().map(|part| part.rows).sum();
    let is_large = parts.len() == 1 || rows / (parts.len() as u64).max(1) >= SMALL_GROUP;
    match is_large && parts.len() <= MAX_GROUPS {
        true => copy_groups(file, parts, cancellation),
        false => merge_groups(file, parts, cancellation),
    }
}

fn cannot_read(place: usize) -> impl Fn(ParquetError) -> JoinError {
    move |error| JoinError::Part(place, error.to_string())
}

fn cannot_write(error: ParquetError) -> JoinError {
    match error {
        ParquetError::External(error) => match error.downcast::<io::Error>() {
            Ok(error) => JoinError::Output(*error),
            Err(error) => JoinError::Output(io::Error::other(error.to_string())),
        },
        other => JoinError::Output(io::Error::other(other.to_string())),
    }
}

fn opened(place: usize, part: &Part) -> Result<(File, ParquetMetaData), JoinError> {
    let file = File::open(&part.path).map_err(|error| damaged(place, &error))?;
    let reader = ParquetMetaDataReader::new().with_page_index_policy(PageIndexPolicy::Optional);
    let metadata = reader.parse_and_finish(&file).map_err(cannot_read(place))?;
    if metadata.file_metadata().num_rows() != part.rows as i64 {
        let rows = metadata.file_metadata().num_rows();
        let rows = count_of(rows.max(0) as u64, "row");
        return Err(JoinError::Part(place, format!("it has {rows}; expected {}", part.rows)));
    }
    Ok((file, metadata))
}

/// Copies the encoded columns of every part: nothing is decoded.
fn copy_groups(file: &mut File, parts: &[Part], cancellation: &Cancellation) -> Result<(), JoinError> {
    let Some(first) = parts.first() else { return Ok(()) };
    let (_, metadata) = opened(0, first)?;
    let schema = metadata.file_metadata().schema_descr().root_schema_ptr();
    let properties =
        properties().set_key_value_metadata(metadata.file_metadata().key_value_metadata().cloned()).build();
    let mut out = BufWriter::with_capacity(1 << 20, file);
    let mut writer =
        SerializedFileWriter::new(&mut out, schema, Arc::new(properties)).map_err(cannot_write)?;
    for (place, part) in parts.iter().enumerate() {
        check(cancellation)?;
        let (input, metadata) = opened(place, part)?;
        let pages = metadata.page_index();
        for (number, group) in metadata.row_groups().iter().enumerate() {
            let mut group_out = writer.next_row_group().map_err(cannot_write)?;
            for (column, chunk) in group.columns().iter().enumerate() {
                let close = ColumnCloseResult {
                    bytes_written: chunk.compressed_size().max(0) as u64,
                    rows_written: group.num_rows().max(0) as u64,
                    metadata: chunk.clone(),
                    bloom_filter: None,
                    column_index: pages.and_then(|pages| pages.column_index(number, column)).cloned(),
                    offset_index: pages.and_then(|pages| pages.offset_index(number, column)).cloned(),
                };
                group_out.append_column(&input, close).map_err(cannot_write)?;
            }
            group_out.close().map_err(cannot_write)?;
        }
    }
    writer.close().map_err(cannot_write)?;
    Ok(out.flush()?)
}

/// Reads every part and writes larger row groups.
fn merge_groups(file: &mut File, parts: &[Part], cancellation: &Cancellation) -> Result<(), JoinError> {
    let reader = |place: usize, part: &Part| {
        let (file, _) = opened(place, part)?;
        ParquetRecordBatchReaderBuilder::try_new(file).map_err(cannot_read(place))
    };
    let Some(first) = parts.first() else { return Ok(()) };
    let schema = reader(0, first)?.schema().clone();
    let mut out = BufWriter::with_capacity(1 << 20, file);
    let properties = properties()
        .set_max_row_group_row_count(Some(LARGE_GROUP))
        .set_max_row_group_bytes(Some(LARGE_GROUP_BYTES))
        .build();
    let mut writer = ArrowWriter::try_new(&mut out, schema, Some(properties)).map_err(cannot_write)?;
    for (place, part) in parts.iter().enumerate() {
        check(cancellation)?;
        for batch in reader(place, part)?.build().map_err(cannot_read(place))? {
            let batch = batch.map_err(|error| JoinError::Part(place, error.to_string()))?;
            writer.write(&batch).map_err(cannot_write)?;
        }
    }
    writer.close().map_err(cannot_write)?;
    Ok(out.flush()?)
}
