//! Where rows come from, chunk by chunk.

mod csv;
mod lines;
mod parquet;
mod raw;

use super::failure::Failure;
use super::kind::Kind;
use arrow_array::RecordBatch;
use arrow_schema::SchemaRef;
use std::path::Path;

pub(super) use raw::LINE as RAW_LINE;

/// About as many bytes are in a chunk at most, as far as that is known before they are read.
const MOST_BYTES: u64 = 1 << 25;

/// What a value takes at least in a chunk, also where there is none: where it ends, or a number.
const LEAST_BYTES: usize = 8;

/// The longest record of a text file: whatever is longer was not meant as one.
const LONGEST_RECORD: u64 = 1 << 24;

/// How many rows a chunk of so many columns has, at most so many: in wide tables even empty rows are large.
fn most_rows(rows: usize, columns: usize) -> usize {
    rows.min(MOST_BYTES as usize / (LEAST_BYTES * columns.max(1))).max(1)
}

/// Some rows in a row.
#[derive(Debug)]
pub(super) struct Chunk {
    pub(super) batch: RecordBatch,
    /// The share of the source before it, and up to its end: from 0 to 1.
    pub(super) share: (f64, f64),
}

impl Chunk {
    /// So many of its first rows.
    fn before(&self, rows: usize) -> Chunk {
        let Chunk { share: (end, _), .. } = self.after(rows);
        Chunk { batch: self.batch.slice(0, rows), share: (self.share.0, end) }
    }

    /// What is behind so many of its rows.
    fn after(&self, rows: usize) -> Chunk {
        let (all, (begin, end)) = (self.batch.num_rows(), self.share);
        let begin = begin + (end - begin) * rows as f64 / all.max(1) as f64;
        Chunk { batch: self.batch.slice(rows, all - rows), share: (begin, end) }
    }
}

/// A file that rows are read from.
pub(super) struct Source {
    reader: Reader,
    /// What was read too much.
    rest: Option<Chunk>,
}

enum Reader {
    Parquet(parquet::ParquetSource),
    Csv(csv::CsvSource),
    /// With the types of its columns.
    Lines(lines::LinesSource),
    /// As it is written.
    Raw(raw::RawSource),
}

impl Source {
    /// Opens a file, which becomes one of another kind; so many rows are read at once.
    pub(super) fn open(
        path: &Path,
        from: Kind,
        to: Kind,
        column: &str,
        rows: usize,
    ) -> Result<Source, Failure> {
        let reader = match (from, to) {
            (Kind::Parquet, _) => Reader::Parquet(parquet::ParquetSource::open(path, rows)?),
            (Kind::Csv, _) => Reader::Csv(csv::CsvSource::open(path, rows)?),
            // Lines that stay lines are kept to the letter.
            (Kind::Lines, Kind::Lines) => Reader::Raw(raw::RawSource::open(path, column, rows)?),
            (Kind::Lines, _) => Reader::Lines(lines::LinesSource::open(path, column, rows)?),
        };
        Ok(Source { reader, rest: None })
    }

    /// The columns of its chunks.
    pub(super) fn schema(&self) -> SchemaRef {
        match &self.reader {
            Reader::Parquet(source) => source.schema(),
            Reader::Csv(source) => source.schema(),
            Reader::Lines(source) => source.schema(),
            Reader::Raw(source) => source.schema(),
        }
    }

    /// Passes over so many rows that were solved before.
    pub(super) fn skip(&mut self, rows: u64, go_on: &dyn Fn() -> bool) -> Result<(), Failure> {
        let mut left = rows;
        while left > 0 {
            if !go_on() {
                return Err(Failure::Stopped { rows: 0 });
            }
            let unread = match (&mut self.reader, &self.rest) {
                (Reader::Parquet(source), None) => source.skip(left),
                _ => 0,
            };
            if unread > 0 {
                left -= unread;
                continue;
            }
            let Some(chunk) = self.next(left)? else { return Ok(()) };
            left -= chunk.batch.num_rows() as u64;
        }
        Ok(())
    }

    /// The next chunk, of at most so many rows; none at the end. A source without any rows has one chunk without any.
    pub(super) fn next(&mut self, most: u64) -> Result<Option<Chunk>, Failure> {
        let Some(chunk) = self.next_whole()? else { return Ok(None) };
        if chunk.batch.num_rows() as u64 <= most {
            return Ok(Some(chunk));
        }
        self.rest = Some(chunk.after(most as usize));
        Ok(Some(chunk.before(most as usize)))
    }

    fn next_whole(&mut self) -> Result<Option<Chunk>, Failure> {
        if let Some(rest) = self.rest.take() {
            return Ok(Some(rest));
        }
        match &mut self.reader {
            Reader::Parquet(source) => source.next(),
            Reader::Csv(source) => source.next(),
            Reader::Lines(source) => source.next(),
            Reader::Raw(source) => source.next(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use ::parquet::arrow::ArrowWriter;
    use ::parquet::file::properties::WriterProperties;
    use arrow_array::cast::AsArray;
    use arrow_array::{ArrayRef, StringArray};
    use std::fs::{self, File};
    use std::sync::Arc;

    #[test]
    fn chunks_of_wide_tables_have_fewer_rows() {
        for (columns, rows) in
            [(0, 65_536), (2, 65_536), (64, 65_536), (128, 32_768), (10_000, 419), (1 << 30, 1)]
        {
            assert_eq!(most_rows(65_536, columns), rows, "{columns}");
        }
    }

    #[test]
    fn rows_are_passed_over_anywhere() {
        let folder = tempfile::tempdir().unwrap();
        let place = |name: &str| folder.path().join(name);
        let cubes = || (0..100).map(|row| row.to_string());
        fs::write(place("in.csv"), format!("cube\n{}\n", cubes().collect::<Vec<_>>().join("\n"))).unwrap();
        let lines: String = cubes().map(|cube| format!("{{\"cube\":\"{cube}\"}}\n")).collect();
        fs::write(place("in.jsonl"), lines).unwrap();
        let column: ArrayRef = Arc::new(StringArray::from_iter_values(cubes()));
        let batch = RecordBatch::try_from_iter([("cube", column)]).unwrap();
        let properties = WriterProperties::builder().set_max_row_group_row_count(Some(25)).build();
        let file = File::create(place("in.parquet")).unwrap();
        let mut writer = ArrowWriter::try_new(file, batch.schema(), Some(properties)).unwrap();
        writer.write(&batch).unwrap();
        writer.close().unwrap();
        for name in ["in.csv", "in.jsonl", "in.parquet"] {
            let kind = Kind::of(Path::new(name)).unwrap();
            let mut source = Source::open(&place(name), kind, kind, "cube", 10).unwrap();
            let mut row = 0;
            // Within a chunk, at its end, over several, and over the end of a row group.
            for gap in [0..2, 5..8, 10..20, 43..47, 70..80, 95..100] {
                source.skip(gap.start - row, &|| true).unwrap();
                row = gap.start;
                let mut found = Vec::new();
                while row < gap.end {
                    let chunk = source.next(gap.end - row).unwrap().unwrap();
                    row += chunk.batch.num_rows() as u64;
                    let cubes = chunk.batch.column_by_name("cube").unwrap().as_string::<i32>();
                    found.extend(cubes.iter().map(|cube| cube.unwrap().to_owned()));
                }
                assert_eq!(found, gap.map(|row| row.to_string()).collect::<Vec<_>>(), "{name}");
            }
            assert!(source.next(1).unwrap().is_none(), "{name}");
        }
    }
}
