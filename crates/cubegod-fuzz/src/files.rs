//! Files: batches of cubes, and tables.

use crate::requests::SOLVERS;
use crate::{MAX_BYTES, assert_text};
use cubegod::Cancellation;
use cubegod_columns::files::{Job, Kind, parts_folder, run};
use cubegod_columns::{BatchError, BatchOptions, RowSolver};
use cubegod_service::{Spelling, solve};
use std::fs;
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, LazyLock};
use std::time::Duration;
#[cfg(feature = "parquet")]
use {bytes::Bytes, parquet::arrow::arrow_reader::ParquetRecordBatchReaderBuilder};

/// A folder of this process. `scripts/fuzz` sets `TMPDIR` to a folder in memory and deletes it afterwards.
pub(crate) static FOLDER: LazyLock<PathBuf> = LazyLock::new(|| {
    let folder = std::env::temp_dir().join(format!("cubegod-fuzz-{}", std::process::id()));
    fs::create_dir_all(&folder).expect("the temporary folder is writable");
    folder
});

/// Solves a file of this kind into another one; the first byte chooses the kind of the output. A run that succeeds writes a file
/// with the rows and the errors that it counts, and one that fails has a readable error and leaves no output.
pub(crate) fn check_batch(kind: Kind, data: &[u8]) {
    let Some((&first, data)) = data.split_first() else { return };
    if data.len() > MAX_BYTES {
        return;
    }
    let to = Kind::ALL[usize::from(first) % Kind::ALL.len()];
    let ending = if to == Kind::Text { "txt" } else { to.name() };
    let (source, target) = (FOLDER.join("in"), FOLDER.join(format!("out.{ending}")));
    fs::write(&source, data).expect("the temporary folder is writable");
    if solve(&job(source, target.clone(), kind, true), to).is_none() {
        let _ = fs::remove_dir_all(parts_folder(&target));
    }
}

/// An interrupted batch: its parts, and its manifest.
struct Interrupted {
    parts: Vec<(PathBuf, Vec<u8>)>,
    manifest: Vec<u8>,
}

/// The rows of the interrupted batch.
const ROWS: usize = 64;

static INTERRUPTED: LazyLock<Interrupted> = LazyLock::new(|| {
    let (job, folder) = (resumed_job(), parts_folder(&FOLDER.join("resumed.txt")));
    fs::write(&job.source, "R\n".repeat(ROWS)).expect("the temporary folder is writable");
    let is_begun = Arc::new(AtomicBool::new(false));
    let seen = Arc::clone(&is_begun);
    let token = Cancellation::when(move || seen.load(Ordering::Relaxed));
    let result = run(&job, &solver(), &token, &|_| is_begun.store(true, Ordering::Relaxed));
    assert!(matches!(result, Err(BatchError::Stopped { rows: 1.. })), "{result:?}");
    let names =
        fs::read_dir(&folder).expect("there are parts").map(|entry| entry.expect("it is readable").path());
    let (manifest, parts): (Vec<PathBuf>, Vec<PathBuf>) = names
        .filter(|path| path.file_name().is_some_and(|name| name != "lock"))
        .partition(|path| path.extension().is_some());
    let read = |path: &PathBuf| fs::read(path).expect("it is readable");
    Interrupted {
        manifest: manifest.iter().flat_map(read).collect(),
        parts: parts.into_iter().map(|path| (path.clone(), read(&path))).collect(),
    }
});

fn resumed_job() -> Job {
    job(FOLDER.join("many.txt"), FOLDER.join("resumed.txt"), Kind::Text, false)
}

/// Returns the manifest of an interrupted batch.
pub(crate) fn manifest() -> &'static [u8] {
    &INTERRUPTED.manifest
}

/// Continues an interrupted batch with another manifest. A run that succeeds has all rows, and one that fails has a readable error and
/// keeps the parts.
pub(crate) fn check_manifest(manifest: &[u8]) {
    let (parts, job) = (&INTERRUPTED.parts, resumed_job());
    let folder = parts_folder(&job.target);
    let _ = fs::create_dir(&folder);
    for (path, contents) in parts {
        fs::write(path, contents).expect("the temporary folder is writable");
    }
    fs::write(folder.join("manifest.json"), manifest).expect("the temporary folder is writable");
    match solve(&job, Kind::Text) {
        Some(rows) => assert_eq!(rows, ROWS as u64),
        None => assert!(parts.iter().all(|(path, _)| path.exists())),
    }
}

fn job(source: PathBuf, target: PathBuf, kind: Kind, restart: bool) -> Job {
    Job {
        source,
        target,
        kind: Some(kind),
        threads: 1,
        tables: "small".into(),
        keep_every: Duration::from_secs(3600),
        overwrite: true,
        restart,
    }
}

fn solver() -> RowSolver<'static> {
    let solve = solve::Options { nodes: Some(200), ..solve::Options::default() };
    let options = BatchOptions { solve, ..BatchOptions::default() };
    RowSolver::new(&SOLVERS, options, Spelling::NEUTRAL).expect("the options agree")
}

/// Returns the number of rows of an output of this kind, or nothing for a failure.
fn solve(job: &Job, to: Kind) -> Option<u64> {
    let _ = fs::remove_file(&job.target);
    match run(job, &solver(), &Cancellation::new(), &|_| ()) {
        Ok(summary) => {
            let written = fs::read(&job.target).expect("the output is readable");
            assert_eq!(count(to, written), (summary.rows, summary.errors));
            Some(summary.rows)
        }
        Err(error) => {
            assert_text(&error.to_string());
            assert!(!job.target.exists());
            None
        }
    }
}

/// Reads an output; returns the number of its rows and of those with an error.
fn count(kind: Kind, written: Vec<u8>) -> (u64, u64) {
    match kind {
        Kind::Text => count_rows(text(&written).lines().map(|line| line.starts_with("error: "))),
        Kind::Csv => {
            let mut reader = csv::Reader::from_reader(written.as_slice());
            let records = reader.records().map(|record| record.expect("it has a value per column"));
            count_rows(records.map(|record| record.iter().next_back().is_some_and(|error| !error.is_empty())))
        }
        Kind::JsonLines => {
            let row =
                |line| serde_json::from_str::<Row>(line).expect("it is an object with an error or null");
            count_rows(text(&written).lines().map(|line| row(line).error.is_some()))
        }
        #[cfg(feature = "parquet")]
        Kind::Parquet => {
            let reader = ParquetRecordBatchReaderBuilder::try_new(Bytes::from(written));
            let batches = reader.and_then(ParquetRecordBatchReaderBuilder::build).expect("it is Parquet");
            batches.map(|batch| batch.expect("its pages are readable")).fold(
                (0, 0),
                |(rows, errors), batch| {
                    let error = batch.column_by_name("error").expect("there is a column of errors");
                    (rows + batch.num_rows() as u64, errors + (error.len() - error.null_count()) as u64)
                },
            )
        }
        other => panic!("{other:?} was written, which this build cannot read"),
    }
}

/// The part of a row of JSON lines that is checked.
#[derive(serde::Deserialize)]
struct Row {
    error: Option<String>,
}

fn text(written: &[u8]) -> &str {
    std::str::from_utf8(written).expect("the output is text")
}

/// Counts rows, and those that are errors.
fn count_rows(rows: impl Iterator<Item = bool>) -> (u64, u64) {
    rows.fold((0, 0), |(rows, errors), is_error| (rows + 1, errors + u64::from(is_error)))
}
