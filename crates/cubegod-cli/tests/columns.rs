//! `cubegod solve --batch IN --out OUT`: cubes in the columns of files.

#![allow(clippy::unwrap_used, reason = "outside of a test function clippy does not see that this is a test")]

mod common;
use arrow_array::cast::AsArray;
use arrow_array::types::{Int32Type, Int64Type};
use arrow_array::{
    Array, ArrayRef, BinaryArray, Int64Array, LargeStringArray, RecordBatch, RecordBatchReader, StringArray,
};
use common::*;
use cubegod::scramble::generator;
use cubegod::{Alg, Color, Cube2, Cube3, Stickers};
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

/// Longer than anything here takes, however busy the machine is.
const AGES: Duration = Duration::from_secs(120);

/// A 3x3 whose fourteen moves are found soon, and then proven to be the fewest, which takes some two seconds: the answer does
/// not depend on the clock.
const SLOW: &str = "R U F2 D L' B2 U' R2 F D' L2 B R' U2";

fn letters(stickers: &Stickers<Color>) -> String {
    stickers.cells().iter().map(|color| color.home().letter()).collect()
}

fn cubes2(seed: u64, count: usize) -> Vec<String> {
    let mut random = generator(seed);
    (0..count).map(|_| letters(&Cube2::random(&mut random).stickers())).collect()
}

/// Cubes of both sizes, and rows that are none.
fn mixed() -> Vec<Option<String>> {
    let mut random = generator(1);
    let mut cubes: Vec<Option<String>> = cubes2(2, 50).into_iter().map(Some).collect();
    for place in [3, 20, 33] {
        cubes.insert(place, Some(letters(&Cube3::random(&mut random).stickers())));
    }
    cubes.insert(10, None);
    cubes.insert(11, Some("no, \"cube\"".into()));
    cubes.insert(12, Some(SPOILED2.into()));
    cubes.insert(13, Some("R U F".into()));
    cubes
}

/// One row of an output: its number, cube, solution, length and error.
type Row = (i64, Option<String>, Option<String>, Option<i64>, Option<String>);

/// What is true of every output.
fn check_rows(rows: &[Row], cubes: &[Option<String>]) {
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
            assert!(cube.after(&alg).unwrap().is_solved() && alg.len() <= 11);
        } else if let Some(cube) = Cube3::from_facelets(facelets) {
            assert!(cube.after(&alg).unwrap().is_solved() && alg.len() <= 21);
        }
    }
}

fn batch(cubes: ArrayRef) -> RecordBatch {
    let numbers = Int64Array::from_iter_values(0..cubes.len() as i64);
    RecordBatch::try_from_iter([("number", Arc::new(numbers) as ArrayRef), ("cube", cubes)]).unwrap()
}

fn text_batch(cubes: &[Option<String>]) -> RecordBatch {
    batch(Arc::new(StringArray::from_iter(cubes.iter().map(Option::as_deref))))
}

/// A Parquet file with so many rows in a row group.
fn write_parquet(path: &Path, batch: &RecordBatch, group: usize) {
    write_compressed(path, batch, group, Compression::UNCOMPRESSED);
}

fn write_compressed(path: &Path, batch: &RecordBatch, group: usize, compression: Compression) {
    let properties = WriterProperties::builder()
        .set_max_row_group_row_count(Some(group))
        .set_compression(compression)
        .build();
    let mut writer =
        ArrowWriter::try_new(File::create(path).unwrap(), batch.schema(), Some(properties)).unwrap();
    writer.write(batch).unwrap();
    writer.close().unwrap();
}

/// Writes numbered cubes as the name of the file says.
fn write_source(path: &Path, cubes: &[Option<String>]) {
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

fn read_rows(path: &Path) -> Vec<Row> {
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

fn read_parquet(path: &Path) -> Vec<Row> {
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

fn solve(source: &Path, target: &Path, more: &[&str]) -> Run {
    let files = ["solve", "--batch", source.to_str().unwrap(), "--out", target.to_str().unwrap()];
    cubegod(&[&files, more].concat())
}

fn names(folder: &Path) -> Vec<String> {
    let entries =
        fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap());
    let mut names: Vec<String> = entries.collect();
    names.sort();
    names
}

fn parts(target: &Path) -> PathBuf {
    PathBuf::from(format!("{}.parts", target.display()))
}

#[test]
fn every_kind_of_file_becomes_every_other() {
    let folder = folder();
    let cubes = mixed();
    let mut all = Vec::new();
    for from in ["parquet", "csv", "jsonl"] {
        let source = folder.path().join(format!("in.{from}"));
        write_source(&source, &cubes);
        for to in ["parquet", "csv", "ndjson"] {
            let target = folder.path().join(format!("from-{from}.{to}"));
            let run = solve(&source, &target, &[]);
            assert_eq!((run.code, run.stdout.as_str()), (1, ""), "{}", run.stderr);
            let (name, told) = (target.display(), &run.stderr);
            assert!(told.starts_with(&format!("cubegod: 57 rows in `{name}`, ")), "{told}");
            assert!(told.ends_with(" s; 3 rows have an error\n"), "{told}");
            let rows = read_rows(&target);
            check_rows(&rows, &cubes);
            all.push(rows);
        }
    }
    assert!(all.iter().all(|rows| *rows == all[0]), "the answers do not depend on the kind of file");
    let errors: Vec<&str> = all[0].iter().filter_map(|row| row.4.as_deref()).collect();
    assert_eq!(errors[0], "no cube");
    assert!(errors[2].starts_with("not a real cube: 5 stickers are U"), "{errors:?}");
    assert!(!names(folder.path()).iter().any(|name| name.contains("parts") || name.starts_with('.')));
}

#[test]
fn all_is_well_if_every_row_is_solved() {
    let folder = folder();
    let (source, target) = (folder.path().join("in.parquet"), folder.path().join("out.parquet"));
    let cubes: Vec<Option<String>> = cubes2(3, 100).into_iter().map(Some).collect();
    write_source(&source, &cubes);
    let run = solve(&source, &target, &["--json", "--threads", "3"]);
    assert_eq!(run.code, 0);
    let summary = &run.objects()[0];
    assert_eq!(
        (&summary["rows"], &summary["solved"], &summary["errors"]),
        (&json!(100), &json!(100), &json!(0))
    );
    assert_eq!((&summary["rows_before"], &summary["out"]), (&json!(0), &json!(target.to_str().unwrap())));
    assert!(summary["seconds"].as_f64().unwrap() > 0.0);
    let silent = solve(&source, &target, &["--overwrite", "-q"]);
    assert_eq!(silent.all(), "exit code 0\n--- stdout\n--- stderr\n");
}

#[test]
fn whatever_a_parquet_file_is_compressed_with_it_is_read() {
    let folder = folder();
    let cubes = mixed();
    for compression in [
        Compression::SNAPPY,
        Compression::GZIP(GzipLevel::default()),
        Compression::BROTLI(BrotliLevel::default()),
        Compression::LZ4,
        Compression::LZ4_RAW,
        Compression::ZSTD(ZstdLevel::default()),
    ] {
        let (source, target) = (folder.path().join("in.parquet"), folder.path().join("out.parquet"));
        write_compressed(&source, &text_batch(&cubes), 7, compression);
        assert_eq!(solve(&source, &target, &["--overwrite"]).code, 1, "{compression:?}");
        check_rows(&read_rows(&target), &cubes);
    }
}

#[test]
fn bytes_and_other_names_of_the_column_will_do() {
    let folder = folder();
    let source = folder.path().join("in.parquet");
    let cubes = cubes2(4, 10);
    let coded: Vec<Vec<u8>> = cubes
        .iter()
        .map(|cube| cube.chars().map(|letter| "URFDLB".find(letter).unwrap() as u8).collect())
        .collect();
    let column = BinaryArray::from_iter_values(&coded);
    let batch = RecordBatch::try_from_iter([("state", Arc::new(column) as ArrayRef)]).unwrap();
    write_parquet(&source, &batch, 100);
    let target = folder.path().join("out.csv");
    let run = solve(&source, &target, &["--column", "state"]);
    assert_eq!(run.code, 0, "{}", run.stderr);
    let text = fs::read_to_string(&target).unwrap();
    assert!(text.starts_with(&format!("state,solution,length,error\n{},", cubes[0])), "{text}");
    let run = solve(&source, &folder.path().join("other.csv"), &[]);
    let name = source.display();
    assert_eq!(
        run.stderr,
        format!("cubegod: `{name}`: there is no column `cube`; the columns are `state`\n")
    );
    assert_eq!((run.code, names(folder.path())), (1, vec!["in.parquet".into(), "out.csv".into()]));
}

#[test]
fn lines_of_json_are_kept_to_the_letter() {
    let folder = folder();
    let (source, target) = (folder.path().join("in.jsonl"), folder.path().join("out.jsonl"));
    let lines = [
        r#"{"big": 123456789012345678901234567890, "cube":"R U",  "deep": {"a": [1, {"b": null}]}}"#,
        r#"{"z":1e400,"a":"é","cube":null}"#,
        r#"{ }"#,
        "",
        r#"  {"cube":"R U\u0020F","x":"}"}  "#,
        r#"{"cube":5}"#,
    ];
    fs::write(&source, lines.join("\n")).unwrap();
    let run = solve(&source, &target, &[]);
    assert_eq!(run.code, 1, "{}", run.stderr);
    let text = fs::read_to_string(&target).unwrap();
    let out: Vec<&str> = text.lines().collect();
    assert_eq!(
        out[..4],
        [
            r#"{"big": 123456789012345678901234567890, "cube":"R U",  "deep": {"a": [1, {"b": null}]},"solution":"U' R'","length":2,"error":null}"#,
            r#"{"z":1e400,"a":"é","cube":null,"solution":null,"length":null,"error":"no cube"}"#,
            r#"{"solution":null,"length":null,"error":"no cube"}"#,
            r#"{"cube":"R U\u0020F","x":"}","solution":"F' U' R'","length":3,"error":null}"#,
        ]
    );
    assert!(out[4].starts_with(r#"{"cube":5,"solution":null,"length":null,"error":""#), "{}", out[4]);
    assert_eq!(out.len(), 5);
}

#[test]
fn columns_of_json_lines_keep_their_order_and_their_types() {
    let folder = folder();
    let (source, target) = (folder.path().join("in.jsonl"), folder.path().join("out.parquet"));
    fs::write(&source, "{\"z\":1,\"cube\":\"R\"}\n{\"a\":[1,2],\"cube\":\"U\"}\n{\"z\":2.5}\n").unwrap();
    assert_eq!(solve(&source, &target, &[]).code, 1);
    let reader = ParquetRecordBatchReaderBuilder::try_new(File::open(&target).unwrap()).unwrap();
    let fields: Vec<String> = reader.schema().fields().iter().map(|field| field.name().clone()).collect();
    assert_eq!(fields, ["z", "cube", "a", "solution", "length", "error"]);
    let run = solve(&source, &folder.path().join("out.csv"), &[]);
    assert!(run.stderr.contains("the column `a` is of the type List("), "{}", run.stderr);
    assert!(run.stderr.contains("which CSV can't hold; write .parquet or .jsonl"), "{}", run.stderr);
}

#[test]
fn files_without_rows_become_files_without_rows() {
    let folder = folder();
    for (from, nothing) in [("parquet", None), ("csv", Some("number,cube\n")), ("jsonl", Some(""))] {
        let source = folder.path().join(format!("in.{from}"));
        match nothing {
            Some(text) => fs::write(&source, text).unwrap(),
            None => write_parquet(&source, &text_batch(&[]), 10),
        }
        for to in ["parquet", "csv", "jsonl"] {
            let target = folder.path().join(format!("{from}.{to}"));
            let run = solve(&source, &target, &[]);
            assert_eq!(run.code, 0, "{from} to {to}: {}", run.stderr);
            assert!(run.stderr.starts_with("cubegod: 0 rows in "), "{}", run.stderr);
            match (from, to) {
                ("jsonl", "parquet") => {}
                ("jsonl", "csv") => {
                    assert_eq!(fs::read_to_string(&target).unwrap(), "cube,solution,length,error\n");
                }
                _ => assert_eq!(read_rows(&target), []),
            }
        }
    }
    let source = folder.path().join("empty.csv");
    fs::write(&source, "").unwrap();
    let run = solve(&source, &folder.path().join("o.csv"), &[]);
    assert!(
        run.stderr.contains("it is empty; expected a line with the names of its columns"),
        "{}",
        run.stderr
    );
}

#[test]
fn what_can_not_be_read_is_named() {
    let folder = folder();
    let place = |name: &str| folder.path().join(name);
    let target = place("out.parquet");
    for (name, contents, message) in [
        ("short.parquet", &b""[..], "it is no whole Parquet file: "),
        ("text.parquet", b"cube\nR U F\nR U F\nR U F\n", "it is no whole Parquet file: "),
        ("rows.csv", b"number,cube\n1,R\n2,U,3\n", "line 3: 3 values; expected 2, as the first line has"),
        ("bytes.csv", b"number,cube\n1,\xff\n", "line 2, column `cube` is not UTF-8"),
        ("none.csv", b"cubes\nR\n", "there is no column `cube`; the columns are `cubes`"),
        ("taken.csv", b"cube,error\nR,\n", "there is a column `error` already"),
        ("bad.jsonl", b"{\"cube\":\"R\"}\n{\"cube\"\n", "line 2: "),
        ("list.jsonl", b"[1]\n", "line 1: "),
        ("twice.jsonl", b"{\"cube\":1,\"cube\":2}", "the field `cube` is there twice"),
        ("number.jsonl", b"{\"cube\":1}\n", "the column `cube` is of the type Int64; expected text"),
    ] {
        fs::write(place(name), contents).unwrap();
        let run = solve(&place(name), &target, &[]);
        assert!(run.stderr.contains(message), "{name}: {}", run.stderr);
        assert!(run.stderr.contains(name), "{}", run.stderr);
        assert_eq!((run.code, target.exists(), parts(&target).exists()), (1, false, false), "{name}");
    }
    for (contents, message) in [
        ("{\"cubes\":1,\"x\":2}\n", "there is no column `cube`; the columns are `cubes`, `x`"),
        ("{\"cube\":\"R\"}\n{\"cube\":\"R\",\"length\":2}\n", "line 2: there is a column `length` already"),
        ("{\"cube\":\"R\"}}\n", "line 1: trailing characters in column 13"),
    ] {
        fs::write(place("in.jsonl"), contents).unwrap();
        let run = solve(&place("in.jsonl"), &place("out.jsonl"), &[]);
        assert!(run.code == 1 && run.stderr.contains(message), "{}", run.stderr);
    }
    let run = solve(&place("missing.csv"), &target, &[]);
    assert!(run.stderr.contains("missing.csv`: No such file"), "{}", run.stderr);
    let run = solve(&place(""), &target, &[]);
    assert_eq!(run.code, 2, "{}", run.stderr);
}

#[test]
fn a_quotation_mark_that_nothing_closes_does_not_eat_memory() {
    let folder = folder();
    let source = folder.path().join("in.csv");
    let mut text = String::from("cube,x\nR,\"");
    text.push_str(&"0123456789abcde\n".repeat(3 << 20));
    fs::write(&source, &text).unwrap();
    let run = solve(&source, &folder.path().join("out.csv"), &[]);
    assert!(
        run.stderr.contains("a record is longer than 16 MiB; is a quotation mark not closed?"),
        "{}",
        run.stderr
    );
    fs::write(folder.path().join("in.jsonl"), text.replace('\n', " ")).unwrap();
    let run = solve(&folder.path().join("in.jsonl"), &folder.path().join("out.csv"), &[]);
    assert!(run.stderr.contains("line 1 is longer than 16 MiB"), "{}", run.stderr);
}

#[test]
fn a_target_that_would_take_something_away_is_refused() {
    let folder = folder();
    let place = |name: &str| folder.path().join(name);
    let source = place("in.csv");
    fs::write(&source, "cube\nR\n").unwrap();
    fs::create_dir(place("below")).unwrap();
    let mut same = vec![source.clone(), place("below/../in.csv")];
    #[cfg(unix)]
    {
        std::os::unix::fs::symlink(&source, place("link.csv")).unwrap();
        fs::hard_link(&source, place("hard.csv")).unwrap();
        same.extend([place("link.csv"), place("hard.csv")]);
    }
    for target in same {
        for more in [&[][..], &["--overwrite"], &["--overwrite", "--restart"]] {
            let run = solve(&source, &target, more);
            assert!(run.stderr.contains("are the same file; name another --out"), "{}", run.stderr);
            assert_eq!(run.code, 2);
        }
    }
    let target = place("out.csv");
    fs::write(&target, "precious").unwrap();
    let run = solve(&source, &target, &[]);
    assert!(run.stderr.contains("out.csv` is there already; --overwrite replaces it"), "{}", run.stderr);
    assert_eq!((run.code, fs::read_to_string(&target).unwrap().as_str()), (2, "precious"));
    assert_eq!(solve(&source, &target, &["--overwrite"]).code, 0);
    assert_eq!(fs::read_to_string(&target).unwrap(), "cube,solution,length,error\nR,R',1,\n");
    fs::create_dir(place("folder.csv")).unwrap();
    let run = solve(&source, &place("folder.csv"), &["--overwrite"]);
    assert!(run.code == 2 && run.stderr.contains("no ordinary file"), "{}", run.stderr);
    fs::create_dir(place("new.csv.parts")).unwrap();
    fs::write(place("new.csv.parts/letter.txt"), "mine").unwrap();
    let run = solve(&source, &place("new.csv"), &["--restart"]);
    assert!(
        run.code == 2 && run.stderr.contains("which has other files, such as `letter.txt`"),
        "{}",
        run.stderr
    );
    assert_eq!(fs::read_to_string(place("new.csv.parts/letter.txt")).unwrap(), "mine");
    fs::write(place("new.csv.parts/in.csv"), "cube\nR\n").unwrap();
    let run = solve(&place("new.csv.parts/in.csv"), &place("new.csv"), &["--restart"]);
    assert!(run.code == 2 && run.stderr.contains("where the parts of"), "{}", run.stderr);
    assert_eq!(fs::read_to_string(&source).unwrap(), "cube\nR\n");
}

#[cfg(unix)]
#[test]
fn a_link_stays_a_link_and_what_it_leads_to_is_replaced() {
    let folder = folder();
    let place = |name: &str| folder.path().join(name);
    fs::write(place("in.csv"), "cube\nR\n").unwrap();
    fs::write(place("real.csv"), "old").unwrap();
    std::os::unix::fs::symlink(place("real.csv"), place("link.csv")).unwrap();
    assert_eq!(solve(&place("in.csv"), &place("link.csv"), &["--overwrite"]).code, 0);
    assert!(fs::symlink_metadata(place("link.csv")).unwrap().is_symlink());
    assert!(fs::read_to_string(place("real.csv")).unwrap().contains("R,R',1,"));
}

#[test]
fn commands_that_make_no_sense_are_refused() {
    let folder = folder();
    let source = folder.path().join("in.csv");
    fs::write(&source, "cube\nR\n").unwrap();
    let (source, target) = (source.to_str().unwrap(), folder.path().join("out.csv"));
    let target = target.to_str().unwrap();
    for (arguments, message) in [
        (&["--batch", source][..], "--out <OUT>"),
        (&["--out", target], "--batch <IN>"),
        (&["--column", "cube", SOLVED2], "--batch <IN>"),
        (&["--batch", source, "--out", target, SOLVED2], "cannot be used with"),
        (&["--batch", source, "--out", target, "--all"], "cannot be used with"),
        (&["--batch", source, "--out", target, "--resume", "x"], "cannot be used with"),
        (&["--batch", source, "--out", target, "--faces", "UR"], "cannot be used with"),
        (&["--batch", source, "--out", target, "--data", "x"], "cannot be used with"),
        (&["--batch", "-", "--out", target], "can't be read from or written to `-`"),
        (&["--batch", source, "--out", "-"], "can't be read from or written to `-`"),
        (
            &["--batch", source, "--out", "out.xlsx"],
            "expected one that ends in .parquet, .csv, .jsonl or .ndjson",
        ),
        (
            &["--batch", source, "--out", target, "--method", "cfop", "--exact"],
            "--exact does not go with --method cfop",
        ),
        (&[], "<CUBE>..."),
    ] {
        let run = cubegod(&[&["solve"], arguments].concat());
        assert!(run.stderr.contains(message), "{arguments:?}: {}", run.stderr);
        assert_eq!(run.code, 2, "{arguments:?}");
    }
    assert_eq!(names(folder.path()), ["in.csv"]);
}

#[test]
fn a_damaged_row_group_is_named_and_what_was_solved_is_kept() {
    let folder = folder();
    let (source, target) = (folder.path().join("in.parquet"), folder.path().join("out.csv"));
    let cubes: Vec<Option<String>> = cubes2(7, 300).into_iter().map(Some).collect();
    write_compressed(&source, &text_batch(&cubes), 100, Compression::SNAPPY);
    let metadata =
        ParquetRecordBatchReaderBuilder::try_new(File::open(&source).unwrap()).unwrap().metadata().clone();
    let (start, length) = metadata.row_group(2).column(1).byte_range();
    let whole = fs::read(&source).unwrap();
    let mut damaged = whole.clone();
    damaged[start as usize + 40..(start + length) as usize].fill(0x5a);
    fs::write(&source, &damaged).unwrap();
    // Few rows at once, so that some are done before the damaged ones come.
    let run = solve(&source, &target, &["--budget", "500ms"]);
    assert!(run.stderr.contains("in.parquet`: row group 2 of 3, rows 0 to 99 of it"), "{}", run.stderr);
    assert!(run.stderr.contains("200 rows are solved and kept in `"), "{}", run.stderr);
    assert_eq!((run.code, target.exists(), parts(&target).exists()), (1, false, true));
    // A source that was repaired is another one.
    fs::write(&source, &whole).unwrap();
    let run = solve(&source, &target, &["--budget", "500ms"]);
    assert!(
        run.code == 2 && run.stderr.contains("the input was changed since; --restart throws"),
        "{}",
        run.stderr
    );
    assert_eq!(solve(&source, &target, &["--budget", "500ms", "--restart"]).code, 0);
    check_rows(&read_rows(&target), &cubes);
}

// Runs that are ended.

/// The binary as it is started by hand.
fn plain() -> Command {
    let mut plain = Command::new(env!("CARGO_BIN_EXE_cubegod"));
    plain.env("CUBEGOD_CACHE", CACHE).env("CUBEGOD_TABLES", "small");
    plain
}

fn wait_until(is_so: impl Fn() -> bool) {
    let start = Instant::now();
    while !is_so() {
        assert!(start.elapsed() < AGES, "waited in vain");
        std::thread::sleep(Duration::from_millis(2));
    }
}

/// How a process ends, which it has to.
fn exit_code(child: &mut Child) -> Option<i32> {
    let start = Instant::now();
    loop {
        if let Some(status) = child.try_wait().unwrap() {
            return status.code();
        }
        if start.elapsed() > AGES {
            child.kill().unwrap();
            panic!("it does not end");
        }
        std::thread::sleep(Duration::from_millis(5));
    }
}

/// 128 rows in two parts that are done at once, and a third that takes long.
fn slow_cubes() -> Vec<Option<String>> {
    cubes2(8, 128).into_iter().chain([SLOW.to_owned(), SLOW.to_owned()]).map(Some).collect()
}

/// So little is kept together that a part has 64 rows.
const SLOWLY: [&str; 2] = ["--budget", "20s"];

/// Starts a run and waits until two parts are done.
fn started(source: &Path, target: &Path) -> Child {
    let child = plain()
        .args(["solve", "--batch", source.to_str().unwrap(), "--out", target.to_str().unwrap()])
        .args(SLOWLY)
        .stdin(Stdio::null())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let folder = parts(target);
    wait_until(|| folder.join("part-000000001-64-0").exists());
    child
}

/// When each part was written.
fn times(target: &Path) -> Vec<(String, SystemTime)> {
    let folder = parts(target);
    let part_names = names(&folder).into_iter().filter(|name| name.starts_with("part-"));
    part_names
        .map(|name| (name.clone(), fs::metadata(folder.join(name)).unwrap().modified().unwrap()))
        .collect()
}

#[test]
fn a_run_that_was_killed_is_taken_up_and_nothing_is_solved_again() {
    let folder = folder();
    let cubes = slow_cubes();
    for (from, to) in [("parquet", "parquet"), ("jsonl", "csv")] {
        let source = folder.path().join(format!("in.{from}"));
        write_source(&source, &cubes);
        let (target, other) =
            (folder.path().join(format!("out.{to}")), folder.path().join(format!("whole.{to}")));
        let mut child = started(&source, &target);
        child.kill().unwrap();
        child.wait().unwrap();
        assert!(!target.exists());
        let before = times(&target);
        assert_eq!(before.len(), 2);
        // What a process leaves that is killed while it writes.
        fs::write(parts(&target).join(".cubegod-abcdef"), "half").unwrap();
        let mut second = started(&source, &target);
        // Well into the third part.
        std::thread::sleep(Duration::from_millis(700));
        assert_eq!(times(&target), before, "what was done is not done again");
        assert_eq!(exit_code(&mut second), Some(0));
        let mut told = String::new();
        second.stderr.take().unwrap().read_to_string(&mut told).unwrap();
        assert!(told.starts_with("cubegod: 130 rows in `"), "{told}");
        assert!(told.contains(", 128 of them there already, "), "{told}");
        assert!(!parts(&target).exists());
        assert_eq!(solve(&source, &other, &SLOWLY).code, 0);
        assert_eq!(fs::read(&target).unwrap(), fs::read(&other).unwrap(), "as if nothing had happened");
        check_rows(&read_rows(&target), &cubes);
    }
}

#[test]
fn parts_of_another_command_are_not_mixed_with_these() {
    let folder = folder();
    let (source, target) = (folder.path().join("in.csv"), folder.path().join("out.csv"));
    write_source(&source, &slow_cubes());
    let mut child = started(&source, &target);
    child.kill().unwrap();
    child.wait().unwrap();
    let before = times(&target);
    for (more, message) in [
        (&["--budget", "3s"][..], "budget was 20s and is 3s now"),
        (&["--budget", "20s", "--metric", "qtm"], "metric was htm and is qtm now"),
        (&["--budget", "20s", "--puzzle", "2x2"], "puzzle was default and is 2x2x2 now"),
        (&["--budget", "20s", "--tables", "large"], "tables was small and is large"),
    ] {
        let run = solve(&source, &target, more);
        assert!(run.stderr.contains(message), "{}", run.stderr);
        assert!(run.stderr.contains("--restart throws them away and begins anew"), "{}", run.stderr);
        assert_eq!((run.code, times(&target)), (2, before.clone()));
    }
    fs::write(parts(&target).join("manifest.json"), "{").unwrap();
    let run = solve(&source, &target, &SLOWLY);
    assert!(run.code == 2 && run.stderr.contains("their list is damaged"), "{}", run.stderr);
    let run = solve(&source, &target, &["--restart"]);
    assert_eq!((run.code, parts(&target).exists()), (0, false), "{}", run.stderr);
    assert!(!run.stderr.contains("there already"), "{}", run.stderr);
    check_rows(&read_rows(&target), &slow_cubes());
}

#[test]
fn a_target_is_written_by_one_run_at_a_time() {
    let folder = folder();
    let (source, target) = (folder.path().join("in.csv"), folder.path().join("out.csv"));
    write_source(&source, &slow_cubes());
    let mut first = started(&source, &target);
    for more in [&SLOWLY[..], &["--restart"]] {
        let second = solve(&source, &target, more);
        assert!(second.stderr.contains("out.csv`: another run is at it"), "{}", second.stderr);
        assert_eq!(second.code, 1);
    }
    assert_eq!(exit_code(&mut first), Some(0));
    check_rows(&read_rows(&target), &slow_cubes());
}

#[cfg(unix)]
#[test]
fn signals_end_a_run_cleanly() {
    use rustix::process::{Pid, Signal, kill_process};
    let folder = folder();
    let source = folder.path().join("in.jsonl");
    write_source(&source, &slow_cubes());
    for (signal, code) in [(Signal::INT, 130), (Signal::TERM, 143)] {
        let target = folder.path().join(format!("{code}.parquet"));
        let mut child = started(&source, &target);
        kill_process(Pid::from_child(&child), signal).unwrap();
        assert_eq!(exit_code(&mut child), Some(code));
        let mut told = String::new();
        child.stderr.take().unwrap().read_to_string(&mut told).unwrap();
        assert_eq!(told, "cubegod: stopped after 128 rows; the same command goes on from there\n");
        assert!(!target.exists());
        assert_eq!(
            names(&parts(&target)),
            ["lock", "manifest.json", "part-000000000-64-0", "part-000000001-64-0"]
        );
        let run = solve(&source, &target, &SLOWLY);
        assert_eq!(run.code, 0, "{}", run.stderr);
        check_rows(&read_rows(&target), &slow_cubes());
    }
}

#[test]
fn a_damaged_part_is_named_and_solved_again_when_it_is_gone() {
    let folder = folder();
    let (source, target) = (folder.path().join("in.parquet"), folder.path().join("out.parquet"));
    write_source(&source, &slow_cubes());
    let mut child = started(&source, &target);
    child.kill().unwrap();
    child.wait().unwrap();
    let part = parts(&target).join("part-000000000-64-0");
    fs::write(&part, "damaged").unwrap();
    let run = solve(&source, &target, &SLOWLY);
    assert!(run.stderr.contains("part-000000000-64-0`: it is a damaged part: "), "{}", run.stderr);
    assert_eq!((run.code, target.exists()), (1, false));
    fs::remove_file(&part).unwrap();
    assert_eq!(solve(&source, &target, &SLOWLY).code, 0);
    check_rows(&read_rows(&target), &slow_cubes());
}

// Places that can't be written.

#[test]
fn a_folder_that_is_not_there_or_can_not_be_written_is_named() {
    let folder = folder();
    let source = folder.path().join("in.csv");
    fs::write(&source, "cube\nR\n").unwrap();
    let run = solve(&source, &folder.path().join("missing/out.csv"), &[]);
    assert!(run.stderr.contains("cannot make the folder `"), "{}", run.stderr);
    assert!(run.stderr.contains("out.csv.parts`: No such file or directory"), "{}", run.stderr);
    assert_eq!(run.code, 1);
    if cfg!(target_os = "linux") {
        // Nobody writes there, not even root.
        let run = solve(&source, Path::new("/proc/out.csv"), &[]);
        assert!(
            run.code == 1 && run.stderr.contains("cannot make the folder `/proc/out.csv.parts`"),
            "{}",
            run.stderr
        );
    }
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_is_told_and_leaves_no_half_file() {
    let folder = folder();
    let disk = folder.path().join("disk");
    fs::create_dir(&disk).unwrap();
    let mounted = Command::new("mount")
        .args(["-t", "tmpfs", "-o", "size=128k", "tmpfs", disk.to_str().unwrap()])
        .stderr(Stdio::null())
        .status();
    if !mounted.is_ok_and(|status| status.success()) {
        eprintln!("skipped: a small disk can't be mounted here");
        return;
    }
    let source = folder.path().join("in.csv");
    let cubes: Vec<Option<String>> = cubes2(9, 3000).into_iter().map(Some).collect();
    write_source(&source, &cubes);
    let target = disk.join("out.csv");
    let run = solve(&source, &target, &["--budget", "100ms"]);
    let left = names(&disk);
    let in_parts = names(&parts(&target));
    let unmounted = Command::new("umount").arg(&disk).status().unwrap();
    assert!(unmounted.success());
    assert!(run.stderr.contains("No space left on device"), "{}", run.stderr);
    assert!(run.stderr.contains("cannot write the file `"), "{}", run.stderr);
    assert!(run.stderr.contains("the same command goes on from there"), "{}", run.stderr);
    assert_eq!((run.code, left), (1, vec!["out.csv.parts".to_owned()]));
    assert!(in_parts.iter().all(|name| !name.starts_with('.')), "{in_parts:?}");
}

#[test]
fn large_row_groups_are_read_in_slices_and_small_ones_together() {
    let folder = folder();
    let (source, target) = (folder.path().join("in.parquet"), folder.path().join("out.parquet"));
    let cubes: Vec<Option<String>> = cubes2(10, 70_000).into_iter().map(Some).collect();
    let column = LargeStringArray::from_iter(cubes.iter().map(Option::as_deref));
    write_parquet(&source, &batch(Arc::new(column)), 1_000_000);
    assert_eq!(solve(&source, &target, &[]).code, 0);
    let groups = |path: &Path| {
        let reader = ParquetRecordBatchReaderBuilder::try_new(File::open(path).unwrap()).unwrap();
        reader.metadata().row_groups().iter().map(|group| group.num_rows()).collect::<Vec<_>>()
    };
    assert_eq!((groups(&source), groups(&target)), (vec![70_000], vec![65_536, 4_464]));
    write_parquet(&source, &text_batch(&cubes), 1000);
    assert_eq!(solve(&source, &target, &["--overwrite"]).code, 0);
    assert_eq!((groups(&source).len(), groups(&target)), (70, vec![65_000, 5_000]));
    check_rows(&read_rows(&target), &cubes);
    // So few rows at once that their groups are put together.
    assert_eq!(solve(&source, &target, &["--overwrite", "--budget", "100ms"]).code, 0);
    assert_eq!(groups(&target), [70_000]);
    check_rows(&read_rows(&target), &cubes);
}
