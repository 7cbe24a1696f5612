//! Joins parts of Parquet.

use super::{JoinError, Part, check, damaged};
use crate::files::write::{properties, write_parquet};
use arrow_array::RecordBatch;
use arrow_schema::Schema;
use arrow_select::concat::concat_batches;
use bytes::Bytes;
use cubegod::Cancellation;
use cubegod::formats::counted;
use parquet::arrow::ArrowWriter;
use parquet::arrow::arrow_reader::ParquetRecordBatchReaderBuilder;
use parquet::column::writer::ColumnCloseResult;
use parquet::errors::ParquetError;
use parquet::file::metadata::{PageIndexPolicy, ParquetMetaData, ParquetMetaDataReader};
use parquet::file::reader::ChunkReader;
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
    // The output is the same wherever the run was interrupted, because chunks of the input are.
    let chunks = Chunk::of_parts(parts);
    let rows: u64 = parts.iter().map(|part| part.rows).sum();
    let is_large = chunks.len() == 1 || rows / (chunks.len() as u64).max(1) >= SMALL_GROUP;
    match is_large && chunks.len() <= MAX_GROUPS {
        true => copy_groups(file, &chunks, cancellation),
        false => merge_groups(file, &chunks, cancellation),
    }
}

/// The parts of a chunk of the input.
struct Chunk<'a> {
    parts: &'a [Part],
    /// The index of its first part.
    first: usize,
}

impl Chunk<'_> {
    fn of_parts(parts: &[Part]) -> Vec<Chunk<'_>> {
        let mut first = 0;
        let chunks = parts.chunk_by(|part, next| part.chunk_end == next.chunk_end);
        chunks
            .map(|parts| {
                let chunk = Chunk { parts, first };
                first += parts.len();
                chunk
            })
            .collect()
    }

    /// Reads the rows of all parts.
    fn read(&self) -> Result<RecordBatch, JoinError> {
        let (mut batches, mut schema) = (Vec::new(), None);
        for (place, part) in (self.first..).zip(self.parts) {
            let file = opened(place, part)?;
            let builder = ParquetRecordBatchReaderBuilder::try_new(file).map_err(cannot_read(place))?;
            schema.get_or_insert_with(|| builder.schema().clone());
            let rows = usize::try_from(part.rows).unwrap_or(usize::MAX);
            for batch in builder.with_batch_size(rows).build().map_err(cannot_read(place))? {
                batches.push(batch.map_err(|error| JoinError::Part(place, error.to_string()))?);
            }
        }
        let schema = schema.unwrap_or_else(|| Arc::new(Schema::empty()));
        concat_batches(&schema, &batches).map_err(|error| JoinError::Part(self.first, error.to_string()))
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

/// Opens a part and checks its number of rows.
fn opened(place: usize, part: &Part) -> Result<File, JoinError> {
    let file = File::open(&part.path).map_err(|error| damaged(place, &error))?;
    let metadata = metadata(&file).map_err(cannot_read(place))?;
    if metadata.file_metadata().num_rows() != part.rows as i64 {
        let rows = metadata.file_metadata().num_rows();
        let rows = counted(rows.max(0) as u64, "row");
        return Err(JoinError::Part(place, format!("it has {rows}; expected {}", part.rows)));
    }
    Ok(file)
}

fn metadata(input: &impl ChunkReader) -> Result<ParquetMetaData, ParquetError> {
    ParquetMetaDataReader::new().with_page_index_policy(PageIndexPolicy::Optional).parse_and_finish(input)
}

/// Copies the encoded columns of every chunk. Nothing is decoded, except for chunks of several parts, which are encoded anew as a
/// whole.
fn copy_groups(file: &mut File, chunks: &[Chunk<'_>], cancellation: &Cancellation) -> Result<(), JoinError> {
    let Some(first) = chunks.first() else { return Ok(()) };
    let metadata = metadata(&opened(first.first, &first.parts[0])?).map_err(cannot_read(first.first))?;
    let schema = metadata.file_metadata().schema_descr().root_schema_ptr();
    let properties =
        properties().set_key_value_metadata(metadata.file_metadata().key_value_metadata().cloned()).build();
    let mut out = BufWriter::with_capacity(1 << 20, file);
    let mut writer =
        SerializedFileWriter::new(&mut out, schema, Arc::new(properties)).map_err(cannot_write)?;
    for chunk in chunks {
        check(cancellation)?;
        match chunk.parts {
            [part] => copy_file(&mut writer, &opened(chunk.first, part)?, chunk.first)?,
            _ => {
                let mut bytes = Vec::new();
                write_parquet(&mut bytes, &chunk.read()?).map_err(cannot_write)?;
                copy_file(&mut writer, &Bytes::from(bytes), chunk.first)?;
            }
        }
    }
    writer.close().map_err(cannot_write)?;
    Ok(out.flush()?)
}

/// Copies the row groups of a file; `place` is the index of the part that it has, or begins with.
fn copy_file<W: Write + Send>(
    writer: &mut SerializedFileWriter<W>,
    input: &impl ChunkReader,
    place: usize,
) -> Result<(), JoinError> {
    let metadata = metadata(input).map_err(cannot_read(place))?;
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
            group_out.append_column(input, close).map_err(cannot_write)?;
        }
        group_out.close().map_err(cannot_write)?;
    }
    Ok(())
}

/// Reads every chunk and writes larger row groups.
fn merge_groups(file: &mut File, chunks: &[Chunk<'_>], cancellation: &Cancellation) -> Result<(), JoinError> {
    let Some(first) = chunks.first() else { return Ok(()) };
    let schema = first.read()?.schema();
    let mut out = BufWriter::with_capacity(1 << 20, file);
    let properties = properties()
        .set_max_row_group_row_count(Some(LARGE_GROUP))
        .set_max_row_group_bytes(Some(LARGE_GROUP_BYTES))
        .build();
    let mut writer = ArrowWriter::try_new(&mut out, schema, Some(properties)).map_err(cannot_write)?;
    for chunk in chunks {
        check(cancellation)?;
        writer.write(&chunk.read()?).map_err(cannot_write)?;
    }
    writer.close().map_err(cannot_write)?;
    Ok(out.flush()?)
}

#[cfg(test)]
mod tests {
    use super::*;
    use arrow_array::types::Int8Type;
    use arrow_array::{ArrayRef, DictionaryArray, Int64Array, StringArray};
    use std::fs;
    use std::path::Path;

    /// Numbers, texts that repeat, and nulls.
    fn batch(rows: usize) -> RecordBatch {
        let numbers: ArrayRef = Arc::new(Int64Array::from_iter_values(0..rows as i64));
        let texts = (0..rows).map(|row| (row % 3 > 0).then(|| format!("text {}", row % 1000)));
        let texts: ArrayRef = Arc::new(StringArray::from_iter(texts));
        let words = (0..rows).map(|row| Some(["one", "two", "three"][row % 3]));
        let words: ArrayRef = Arc::new(words.collect::<DictionaryArray<Int8Type>>());
        RecordBatch::try_from_iter([("number", numbers), ("text", texts), ("word", words)]).unwrap()
    }

    /// Joins parts with these numbers of rows; a chunk ends at each multiple of `chunk`.
    fn joined(folder: &Path, chunk: u64, rows: &[u64]) -> Vec<u8> {
        let all = batch(rows.iter().sum::<u64>() as usize);
        let mut start = 0;
        let parts: Vec<Part> = rows
            .iter()
            .map(|&rows| {
                let path = folder.join(format!("part-{start}"));
                let mut bytes = Vec::new();
                write_parquet(&mut bytes, &all.slice(start as usize, rows as usize)).unwrap();
                fs::write(&path, bytes).unwrap();
                let chunk_end = (start / chunk + 1) * chunk;
                let part = Part { path, start, rows, errors: 0, chunk_end };
                start += rows;
                part
            })
            .collect();
        let path = folder.join("joined");
        let mut file = File::create(&path).unwrap();
        assert!(join(&mut file, &parts, &Cancellation::new()).is_ok());
        drop(file);
        let reader = ParquetRecordBatchReaderBuilder::try_new(File::open(&path).unwrap()).unwrap();
        let schema = reader.schema().clone();
        let batches: Vec<RecordBatch> = reader.build().unwrap().map(|batch| batch.unwrap()).collect();
        let found = concat_batches(&schema, &batches).unwrap();
        for column in ["number", "text"] {
            assert_eq!(found.column_by_name(column), all.column_by_name(column));
        }
        fs::read(path).unwrap()
    }

    #[test]
    fn the_output_does_not_depend_on_where_chunks_were_cut_into_parts() {
        let folder = tempfile::tempdir().unwrap();
        // Large chunks are copied, small ones merged.
        for (chunk, whole, cut) in [
            (40_000, &[40_000, 40_000, 5][..], &[1, 39_999, 20_000, 20_000, 3, 2][..]),
            (100, &[100, 100, 50], &[99, 1, 100, 25, 24, 1]),
            (1000, &[1000], &[1, 998, 1]),
        ] {
            let expected = joined(folder.path(), chunk, whole);
            assert!(joined(folder.path(), chunk, cut) == expected, "chunks of {chunk} rows");
        }
    }
}
