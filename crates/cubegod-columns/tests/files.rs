//! From file to file, stopped and taken up again.
#![cfg(feature = "parquet")]
#![allow(clippy::unwrap_used, reason = "outside of a test function clippy does not see that this is a test")]

use arrow_array::RecordBatch;
use cubegod::Cancellation;
use cubegod_columns::files::{Job, Summary, kept_rows, parts_folder, run};
use cubegod_columns::{BatchError, BatchOptions, RowSolver};
use cubegod_service::Solvers;
use parquet::arrow::arrow_reader::ParquetRecordBatchReaderBuilder;
use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, SystemTime};

/// A CSV file with so many cubes, some of which are none.
fn source(folder: &Path, rows: usize) -> Job {
    let cubes = ["R U F", "UUUURRRRFFFFDDDDLLLLBBBB", "", "what"];
    let text: String = (0..rows).map(|row| format!("{row},{}\n", cubes[row % cubes.len()])).collect();
    fs::write(folder.join("in.csv"), format!("id,cube\n{text}")).unwrap();
    Job {
        source: folder.join("in.csv"),
        target: folder.join("out.csv"),
        kind: None,
        threads: 1,
        tables: "small".into(),
        keep_every: Duration::from_secs(3600),
        overwrite: false,
        restart: false,
    }
}

/// The parts of a target with the times when they were written, in order.
fn times(target: &Path) -> Vec<(PathBuf, SystemTime)> {
    let entries = fs::read_dir(parts_folder(target)).unwrap().map(|entry| entry.unwrap().path());
    let parts = entries.filter(|path| path.file_name().unwrap().to_str().unwrap().starts_with("part-"));
    let mut times: Vec<_> =
        parts.map(|path| (path.clone(), fs::metadata(path).unwrap().modified().unwrap())).collect();
    times.sort();
    times
}

/// The rows of a Parquet file, which are in one row group.
fn batches(path: &Path) -> Vec<RecordBatch> {
    let reader = ParquetRecordBatchReaderBuilder::try_new(File::open(path).unwrap()).unwrap();
    assert_eq!(reader.metadata().num_row_groups(), 1);
    reader.with_batch_size(10_000).build().unwrap().map(|batch| batch.unwrap()).collect()
}

fn text(path: &Path) -> String {
    fs::read_to_string(path).unwrap()
}

/// Runs until so many rows are answered.
fn run_for(rows: u64, job: &Job) -> Result<Summary, BatchError> {
    let solvers = Solvers::with_small_tables();
    let solver = RowSolver::new(&solvers, BatchOptions::default()).unwrap();
    let answered = Arc::new(AtomicU64::new(0));
    let counter = Arc::clone(&answered);
    let token = Cancellation::when(move || counter.load(Ordering::Relaxed) >= rows);
    run(job, &solver, &token, &|progress| answered.store(progress.rows, Ordering::Relaxed))
}

#[test]
fn a_run_that_is_stopped_keeps_every_row_that_was_answered() {
    let folder = tempfile::tempdir().unwrap();
    let job = source(folder.path(), 1000);
    let Err(BatchError::Stopped { rows: first }) = run_for(100, &job) else { panic!("it was stopped") };
    assert!((100..1000).contains(&first), "{first}");
    assert_eq!(kept_rows(&job.target), first);
    // On any number of threads; rows that were answered before others are lost at worst.
    let several = Job { threads: 3, ..job.clone() };
    let Err(BatchError::Stopped { rows: second }) = run_for(200, &several) else { panic!("it was stopped") };
    assert!((first..1000).contains(&second), "{second}");
    let summary = run_for(u64::MAX, &job).unwrap();
    assert_eq!(summary, Summary { rows: 1000, errors: 500, rows_before: second });
    assert!(!parts_folder(&job.target).exists());
    let whole = Job { target: folder.path().join("whole.csv"), ..job.clone() };
    run_for(u64::MAX, &whole).unwrap();
    assert_eq!(fs::read(&job.target).unwrap(), fs::read(&whole.target).unwrap());
}

#[test]
fn a_run_that_is_stopped_at_once_keeps_nothing_and_says_so() {
    let folder = tempfile::tempdir().unwrap();
    let job = source(folder.path(), 10);
    assert!(matches!(run_for(0, &job), Err(BatchError::Stopped { rows: 0 })));
    assert_eq!((kept_rows(&job.target), parts_folder(&job.target).exists()), (0, false));
}

#[test]
fn a_source_that_was_changed_while_it_was_read_has_to_be_begun_anew() {
    let folder = tempfile::tempdir().unwrap();
    let job = source(folder.path(), 10);
    let solvers = Solvers::with_small_tables();
    let solver = RowSolver::new(&solvers, BatchOptions::default()).unwrap();
    let change = |_| fs::write(&job.source, "id,cube\n0,R\n").unwrap();
    let failure = run(&job, &solver, &Cancellation::new(), &change).unwrap_err();
    let message = failure.to_string();
    assert!(
        message.contains("it was changed while it was read; repair the file, then use --restart"),
        "{message}"
    );
    assert!(matches!(failure, BatchError::Input(_)) && !message.contains("continues"), "{message}");
    let again = Job { restart: true, ..job.clone() };
    assert_eq!(run_for(u64::MAX, &again).unwrap(), Summary { rows: 1, errors: 0, rows_before: 0 });
}

#[test]
fn a_part_that_is_gone_is_solved_again_and_no_other() {
    let folder = tempfile::tempdir().unwrap();
    for kind in ["parquet", "csv", "jsonl", "txt"] {
        let whole =
            Job { target: folder.path().join(format!("whole.{kind}")), ..source(folder.path(), 1000) };
        let job = Job { target: folder.path().join(format!("out.{kind}")), ..whole.clone() };
        run_for(u64::MAX, &whole).unwrap();
        for _ in 0..3 {
            assert!(matches!(run_for(50, &job), Err(BatchError::Stopped { .. })));
        }
        let before = times(&job.target);
        assert_eq!(before.len(), 3);
        let (gone, _) = &before[1];
        if kind == "parquet" {
            fs::write(gone, "damaged").unwrap();
            let message = run_for(u64::MAX, &job).unwrap_err().to_string();
            let name = gone.file_name().unwrap().to_str().unwrap();
            assert!(message.contains(&format!("{name}`: it is a damaged part: ")), "{message}");
            assert!(
                message.contains("; remove it, and it is solved again; 1000 rows are solved and kept"),
                "{message}"
            );
        }
        fs::remove_file(gone).unwrap();
        let rows_before = kept_rows(&job.target);
        // Stopped within the gap, and taken up there.
        assert!(matches!(run_for(10, &job), Err(BatchError::Stopped { .. })));
        let now = times(&job.target);
        assert!([0, 2].iter().all(|&place| now.contains(&before[place])), "{before:?} {now:?}");
        assert!((rows_before + 10..1000).contains(&kept_rows(&job.target)));
        assert_eq!(run_for(u64::MAX, &job).unwrap().rows, 1000);
        match kind {
            "parquet" => assert_eq!(batches(&job.target), batches(&whole.target)),
            _ => assert_eq!(text(&job.target), text(&whole.target)),
        }
    }
}
