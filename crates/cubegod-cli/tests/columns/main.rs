//! `cubegod batch IN OUT`: files of every kind.

#![allow(clippy::unwrap_used, reason = "outside of a test function clippy does not see that this is a test")]

#[path = "../common/mod.rs"]
mod common;
mod csv_rows;
mod files;
mod interrupted;
mod json_values;
mod kills;
mod outputs;

use arrow_array::cast::AsArray;
use arrow_array::types::{Int32Type, Int64Type};
use arrow_array::{
    Array, ArrayRef, BinaryArray, Int64Array, LargeStringArray, RecordBatch, RecordBatchReader, StringArray,
};
use common::*;
use cubegod::scramble::generator;
use cubegod::{Alg, Cube2, Cube3};
use parquet::arrow::ArrowWriter;
use parquet::arrow::arrow_reader::ParquetRecordBatchReaderBuilder;
use parquet::basic::{BrotliLevel, Compression, GzipLevel, ZstdLevel};
use parquet::file::properties::WriterProperties;
use serde_json::{Value, json};
use std::fs::{self, File};
use std::io::Read;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::Arc;
use std::time::{Duration, Instant, SystemTime};

/// Returns cubes of both sizes, and rows that are no cubes.
pub(crate) fn mixed() -> Vec<Option<String>> {
    let mut random = generator(1);
    let mut cubes: Vec<Option<String>> = cubes2(2, 50).into_iter().map(Some).collect();
    for place in [3, 20, 33] {
        cubes.insert(place, Some(letters(&Cube3::random(&mut random).stickers())));
    }
    cubes.insert(10, None);
    cubes.insert(11, Some("no, \"cube\"".into()));
    cubes.insert(12, Some(ILLEGAL2.into()));
    cubes.insert(13, Some("R U F".into()));
    cubes
}

/// One row of an output: its number, cube, solution, length and error.
pub(crate) type Row = (i64, Option<String>, Option<String>, Option<i64>, Option<String>);

/// Checks what is true of every output.
pub(crate) fn check_rows(rows: &[Row], cubes: &[Option<String>]) {
    assert_eq!(rows.len(), cubes.len());
    for (place, (row, cube)) in rows.iter().zip(cubes).enumerate() {
        let (number, written, solution, length, error) = row;
        assert_eq!((*number, written), (place as i64, cube));
        assert_eq!(solution.is_none(), error.is_some(), "{row:?}");
        let Some(solution) = solution else { continue };
        let alg: Alg = solution.parse().unwrap();
        assert_eq!(alg.len() as i64, length.unwrap());
        let facelets = cube.as_ref().unwrap().as_bytes();
        if let Some(cube) = Cube2::from_facelets(facelets) {
            assert!(cube.apply(&alg).unwrap().is_solved() && alg.len() <= 11);
        } else if let Some(cube) = Cube3::from_facelets(facelets) {
            assert!(cube.apply(&alg).unwrap().is_solved() && alg.len() <= 21);
        }
    }
}

pub(crate) fn batch(cubes: ArrayRef) -> RecordBatch {
    let numbers = Int64Array::from_iter_values(0..cubes.len() as i64);
    RecordBatch::try_from_iter([("number", Arc::new(numbers) as ArrayRef), ("cube", cubes)]).unwrap()
}

pub(crate) fn text_batch(cubes: &[Option<String>]) -> RecordBatch {
    batch(Arc::new(StringArray::from_iter(cubes.iter().map(Option::as_deref))))
}

/// Writes a Parquet file with so many rows per row group.
pub(crate) fn write_parquet(path: &Path, batch: &RecordBatch, group: usize) {
    write_compressed(path, batch, group, Compression::UNCOMPRESSED);
}

pub(crate) fn write_compressed(path: &Path, batch: &RecordBatch, group: usize, compression: Compression) {
    let properties = WriterProperties::builder()
        .set_max_row_group_row_count(Some(group))
        .set_compression(compression)
        .build();
    let mut writer =
        ArrowWriter::try_new(File::create(path).unwrap(), batch.schema(), Some(properties)).unwrap();
    writer.write(batch).unwrap();
    writer.close().unwrap();
}

/// Writes numbered cubes to a file of the kind that its name says.
pub(crate) fn write_source(path: &Path, cubes: &[Option<String>]) {
    match path.extension().unwrap().to_str().unwrap() {
        "parquet" => write_parquet(path, &text_batch(cubes), 32),
        "csv" => {
            let mut writer = csv::Writer::from_path(path).unwrap();
            writer.write_record(["number", "cube"]).unwrap();
            for (number, cube) in cubes.iter().enumerate() {
                writer.write_record([&number.to_string(), cube.as_deref().unwrap_or("")]).unwrap();
            }
            writer.flush().unwrap();
        }
        _ => {
            let line = |(number, cube)| format!("{{\"number\":{number},\"cube\":{}}}\n", json!(cube));
            let lines = cubes.iter().enumerate().map(line);
            fs::write(path, lines.collect::<String>()).unwrap();
        }
    }
}

pub(crate) fn read_rows(path: &Path) -> Vec<Row> {
    let filled = |text: &str| Some(text.to_owned()).filter(|text| !text.is_empty());
    match path.extension().unwrap().to_str().unwrap() {
        "parquet" => read_parquet(path),
        "csv" => {
            let mut reader = csv::Reader::from_path(path).unwrap();
            assert_eq!(reader.headers().unwrap(), &["number", "cube", "solution", "length", "error"][..]);
            let row = |record: csv::StringRecord| {
                let is_bad = !record[4].is_empty();
                let solution = (!is_bad).then(|| record[2].to_owned());
                (
                    record[0].parse().unwrap(),
                    filled(&record[1]),
                    solution,
                    record[3].parse().ok(),
                    filled(&record[4]),
                )
            };
            reader.records().map(|record| row(record.unwrap())).collect()
        }
        _ => {
            let row = |line: &str| {
                let object: Value = serde_json::from_str(line).unwrap();
                let names: Vec<&String> = object.as_object().unwrap().keys().collect();
                assert_eq!(names.len(), 5, "{line}");
                let text = |name: &str| object[name].as_str().map(str::to_owned);
                let number = object["number"].as_i64().or_else(|| text("number")?.parse().ok());
                (number.unwrap(), text("cube"), text("solution"), object["length"].as_i64(), text("error"))
            };
            fs::read_to_string(path).unwrap().lines().map(row).collect()
        }
    }
}

pub(crate) fn read_parquet(path: &Path) -> Vec<Row> {
    let reader =
        ParquetRecordBatchReaderBuilder::try_new(File::open(path).unwrap()).unwrap().build().unwrap();
    let names: Vec<String> = reader.schema().fields().iter().map(|field| field.name().clone()).collect();
    assert_eq!(names, ["number", "cube", "solution", "length", "error"]);
    let mut rows = Vec::new();
    for batch in reader {
        let batch = batch.unwrap();
        let text = |column: usize, row: usize| {
            let column = batch.column(column).as_string::<i32>();
            column.is_valid(row).then(|| column.value(row).to_owned())
        };
        for row in 0..batch.num_rows() {
            let number = match batch.column(0).as_primitive_opt::<Int64Type>() {
                Some(numbers) => numbers.value(row),
                None => text(0, row).unwrap().parse().unwrap(),
            };
            let lengths = batch.column(3).as_primitive::<Int32Type>();
            let length = lengths.is_valid(row).then(|| lengths.value(row).into());
            rows.push((number, text(1, row), text(2, row), length, text(4, row)));
        }
    }
    rows
}

pub(crate) fn solve(source: &Path, target: &Path, more: &[&str]) -> Run {
    let files = ["batch", source.to_str().unwrap(), target.to_str().unwrap()];
    cubegod(&[&files, more].concat())
}

pub(crate) fn names(folder: &Path) -> Vec<String> {
    let entries =
        fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap());
    let mut names: Vec<String> = entries.collect();
    names.sort();
    names
}

pub(crate) fn parts(target: &Path) -> PathBuf {
    PathBuf::from(format!("{}.parts", target.display()))
}
