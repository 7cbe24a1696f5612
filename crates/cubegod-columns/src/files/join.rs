//! Parts become one file.

use super::failure::{Failure, counted};
use super::kind::Kind;
use super::parts::Part;
use super::write::properties;
use parquet::arrow::ArrowWriter;
use parquet::arrow::arrow_reader::ParquetRecordBatchReaderBuilder;
use parquet::column::writer::ColumnCloseResult;
use parquet::errors::ParquetError;
use parquet::file::metadata::{PageIndexPolicy, ParquetMetaData, ParquetMetaDataReader};
use parquet::file::writer::SerializedFileWriter;
use std::fs::File;
use std::io::{self, BufWriter, Write};
use std::path::Path;
use std::sync::Arc;

/// Row groups of fewer rows on average are put together.
const SMALL_GROUP: u64 = 1 << 14;

/// Rows of a row group that others were put into.
const LARGE_GROUP: usize = 1 << 18;

/// Bytes of such a row group: it is in memory until it is written, and rows may be wide.
const LARGE_GROUP_BYTES: usize = 1 << 27;

/// Row groups are numbered in 16 bits.
const MOST_GROUPS: usize = 30_000;

/// Why parts were not joined.
pub(super) enum NotJoined {
    /// A part can't be read; its place, and why.
    Part(usize, String),
    /// The whole can't be written.
    Whole(io::Error),
    Stopped,
}

impl From<io::Error> for NotJoined {
    fn from(error: io::Error) -> NotJoined {
        NotJoined::Whole(error)
    }
}

/// Joins parts into a file.
pub(super) fn join(
    file: &mut File,
    parts: &[Part],
    to: Kind,
    go_on: &dyn Fn() -> bool,
) -> Result<(), NotJoined> {
    match to {
        Kind::Csv | Kind::Lines => {
            for (place, part) in parts.iter().enumerate() {
                if !go_on() {
                    return Err(NotJoined::Stopped);
                }
                let mut part = File::open(&part.path).map_err(|error| damaged(place, &error))?;
                io::copy(&mut part, file)?;
            }
            Ok(())
        }
        Kind::Parquet => {
            let rows: u64 = parts.iter().map(|part| part.rows).sum();
            let is_fine = parts.len() == 1 || rows / (parts.len() as u64).max(1) >= SMALL_GROUP;
            match is_fine && parts.len() <= MOST_GROUPS {
                true => copy_groups(file, parts, go_on),
                false => write_anew(file, parts, go_on),
            }
        }
    }
}

fn damaged(place: usize, error: &io::Error) -> NotJoined {
    NotJoined::Part(place, cubegod_cache::reason(error))
}

fn cannot_read(place: usize) -> impl Fn(ParquetError) -> NotJoined {
    move |error| NotJoined::Part(place, error.to_string())
}

fn cannot_write(error: ParquetError) -> NotJoined {
    match error {
        ParquetError::External(error) => match error.downcast::<io::Error>() {
            Ok(error) => NotJoined::Whole(*error),
            Err(error) => NotJoined::Whole(io::Error::other(error.to_string())),
        },
        other => NotJoined::Whole(io::Error::other(other.to_string())),
    }
}

fn opened(place: usize, part: &Part) -> Result<(File, ParquetMetaData), NotJoined> {
    let file = File::open(&part.path).map_err(|error| damaged(place, &error))?;
    let reader = ParquetMetaDataReader::new().with_page_index_policy(PageIndexPolicy::Optional);
    let metadata = reader.parse_and_finish(&file).map_err(cannot_read(place))?;
    if metadata.file_metadata().num_rows() != part.rows as i64 {
        let rows = metadata.file_metadata().num_rows();
        let rows = counted(rows.max(0) as u64, "row");
        return Err(NotJoined::Part(place, format!("it has {rows}; expected {}", part.rows)));
    }
    Ok((file, metadata))
}

/// Copies the encoded columns of every part: nothing is decoded.
fn copy_groups(file: &mut File, parts: &[Part], go_on: &dyn Fn() -> bool) -> Result<(), NotJoined> {
    let Some(first) = parts.first() else { return Ok(()) };
    let (_, metadata) = opened(0, first)?;
    let schema = metadata.file_metadata().schema_descr().root_schema_ptr();
    let properties =
        properties().set_key_value_metadata(metadata.file_metadata().key_value_metadata().cloned()).build();
    let mut out = BufWriter::with_capacity(1 << 20, file);
    let mut writer =
        SerializedFileWriter::new(&mut out, schema, Arc::new(properties)).map_err(cannot_write)?;
    for (place, part) in parts.iter().enumerate() {
        if !go_on() {
            return Err(NotJoined::Stopped);
        }
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
fn write_anew(file: &mut File, parts: &[Part], go_on: &dyn Fn() -> bool) -> Result<(), NotJoined> {
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
        if !go_on() {
            return Err(NotJoined::Stopped);
        }
        for batch in reader(place, part)?.build().map_err(cannot_read(place))? {
            let batch = batch.map_err(|error| NotJoined::Part(place, error.to_string()))?;
            writer.write(&batch).map_err(cannot_write)?;
        }
    }
    writer.close().map_err(cannot_write)?;
    Ok(out.flush()?)
}

impl NotJoined {
    /// For whoever asked for the target.
    pub(super) fn told(self, target: &Path, parts: &[Part]) -> Failure {
        match self {
            NotJoined::Stopped => Failure::Stopped { rows: 0 },
            NotJoined::Whole(error) => Failure::writing(target, &error),
            NotJoined::Part(place, why) => Failure::damaged_part(&parts[place].path, &why),
        }
    }
}
