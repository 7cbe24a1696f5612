//! From file to file, interrupted and resumed.
#![cfg(feature = "parquet")]
#![allow(clippy::unwrap_used, reason = "outside of a test function clippy does not see that this is a test")]

use cubegod::Cancellation;
use cubegod::Metric;
use cubegod::solve::optimal::{OptimalTable, TableSpec};
use cubegod_columns::files::{Job, Summary, kept_rows, parts_folder, run};
use cubegod_columns::{BatchError, BatchOptions, RowSolver};
use cubegod_service::solve::{self, Method};
use cubegod_service::{OptimalTables, RequestError, Solvers, Spelling};
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, SystemTime};

/// Writes a CSV file with so many rows, some of which are no cubes, and returns the job for it.
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

/// Returns the parts of a target, in order, with the times when they were written.
fn times(target: &Path) -> Vec<(PathBuf, SystemTime)> {
    let entries = fs::read_dir(parts_folder(target)).unwrap().map(|entry| entry.unwrap().path());
    let parts = entries.filter(|path| path.file_name().unwrap().to_str().unwrap().starts_with("part-"));
    let mut times: Vec<_> =
        parts.map(|path| (path.clone(), fs::metadata(path).unwrap().modified().unwrap())).collect();
    times.sort();
    times
}

/// Runs until so many rows are answered.
fn run_for(rows: u64, job: &Job) -> Result<Summary, BatchError> {
    run_with(&Solvers::with_small_tables(), BatchOptions::default(), rows, job)
}

fn run_with(solvers: &Solvers, options: BatchOptions, rows: u64, job: &Job) -> Result<Summary, BatchError> {
    let solver = RowSolver::new(solvers, options, Spelling::NEUTRAL).unwrap();
    let answered = Arc::new(AtomicU64::new(0));
    let counter = Arc::clone(&answered);
    let token = Cancellation::when(move || counter.load(Ordering::Relaxed) >= rows);
    run(job, &solver, &token, &|progress| answered.store(progress.rows, Ordering::Relaxed))
}

#[test]
fn a_cancelled_run_keeps_every_answered_row() {
    let folder = tempfile::tempdir().unwrap();
    let job = source(folder.path(), 1000);
    let Err(BatchError::Stopped { rows: first }) = run_for(100, &job) else { panic!("it was not cancelled") };
    assert!((100..1000).contains(&first), "{first}");
    assert_eq!(kept_rows(&job.target), first);
    // With several threads, only rows that were answered ahead of others are lost.
    let several = Job { threads: 3, ..job.clone() };
    let Err(BatchError::Stopped { rows: second }) = run_for(200, &several) else {
        panic!("it was not cancelled")
    };
    assert!((first..1000).contains(&second), "{second}");
    let summary = run_for(u64::MAX, &job).unwrap();
    assert_eq!(summary, Summary { rows: 1000, errors: 500, rows_before: second });
    assert!(!parts_folder(&job.target).exists());
    let whole = Job { target: folder.path().join("whole.csv"), ..job.clone() };
    run_for(u64::MAX, &whole).unwrap();
    assert_eq!(fs::read(&job.target).unwrap(), fs::read(&whole.target).unwrap());
}

#[test]
fn a_run_that_is_cancelled_at_once_keeps_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let job = source(folder.path(), 10);
    assert!(matches!(run_for(0, &job), Err(BatchError::Stopped { rows: 0 })));
    assert_eq!((kept_rows(&job.target), parts_folder(&job.target).exists()), (0, false));
}

#[test]
fn an_input_that_changes_during_the_run_needs_a_restart() {
    let folder = tempfile::tempdir().unwrap();
    let job = source(folder.path(), 10);
    let solvers = Solvers::with_small_tables();
    let solver = RowSolver::new(&solvers, BatchOptions::default(), Spelling::NEUTRAL).unwrap();
    let change = |_| fs::write(&job.source, "id,cube\n0,R\n").unwrap();
    let failure = run(&job, &solver, &Cancellation::new(), &change).unwrap_err();
    let message = failure.to_string();
    assert!(
        message.contains("it was changed while it was read; repair the file, then use `restart`"),
        "{message}"
    );
    assert!(
        matches!(failure, BatchError::Kept { ref error, .. } if matches!(**error, BatchError::Input { .. }))
            && !message.contains("continues"),
        "{message}"
    );
    let again = Job { restart: true, ..job.clone() };
    assert_eq!(run_for(u64::MAX, &again).unwrap(), Summary { rows: 1, errors: 0, rows_before: 0 });
}

#[test]
fn only_a_missing_part_is_solved_again() {
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
        let (missing, _) = &before[1];
        if kind == "parquet" {
            fs::write(missing, "damaged").unwrap();
            let message = run_for(u64::MAX, &job).unwrap_err().to_string();
            let name = missing.file_name().unwrap().to_str().unwrap();
            assert!(message.contains(&format!("{name}`: it is a damaged part: ")), "{message}");
            assert!(
                message.contains("; remove it, and it is solved again; 1000 rows are solved and kept"),
                "{message}"
            );
        }
        fs::remove_file(missing).unwrap();
        let rows_before = kept_rows(&job.target);
        // Cancelled within the gap, and resumed there.
        assert!(matches!(run_for(10, &job), Err(BatchError::Stopped { .. })));
        let now = times(&job.target);
        assert!([0, 2].iter().all(|&place| now.contains(&before[place])), "{before:?} {now:?}");
        assert!((rows_before + 10..1000).contains(&kept_rows(&job.target)));
        assert_eq!(run_for(u64::MAX, &job).unwrap().rows, 1000);
        assert_eq!(fs::read(&job.target).unwrap(), fs::read(&whole.target).unwrap(), "{kind}");
    }
}

fn proofs() -> BatchOptions {
    let solve = solve::Options { method: Method::Optimal, ..solve::Options::default() };
    BatchOptions { solve, ..BatchOptions::default() }
}

/// The same table of proofs for every metric.
struct OneTable(Arc<OptimalTable>);

impl OptimalTables for OneTable {
    fn get(&self, _: TableSpec) -> Result<Arc<OptimalTable>, RequestError> {
        Ok(Arc::clone(&self.0))
    }
}

/// Solvers with a table of proofs without any bounds, the smallest one doubled this many times.
fn solvers_with_table(doublings: u32) -> Solvers {
    let spec = TableSpec::new(Metric::Htm, doublings).unwrap();
    let table = OptimalTable::new(spec, vec![0; spec.bytes()]).unwrap();
    Solvers::with_small_tables().with_optimal_tables(Arc::new(OneTable(Arc::new(table))))
}

#[test]
fn a_run_with_another_table_of_proofs_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let job = source(folder.path(), 100);
    let run = |doublings: u32, rows: u64| {
        let options = proofs();
        run_with(&solvers_with_table(doublings), options, rows, &job)
    };
    assert!(matches!(run(0, 10), Err(BatchError::Stopped { .. })));
    let before = times(&job.target);
    let message = run(1, u64::MAX).unwrap_err().to_string();
    assert!(
        message.contains("the table of proofs was 29 MB in memory and is now 58 MB in memory; use `restart`"),
        "{message}"
    );
    assert_eq!((times(&job.target), job.target.exists()), (before, false));
    assert_eq!(run(0, u64::MAX).unwrap().rows, 100);
}

#[test]
fn the_table_of_proofs_is_opened_for_the_first_row_that_needs_it() {
    struct NoTable;
    impl OptimalTables for NoTable {
        fn get(&self, _: TableSpec) -> Result<Arc<OptimalTable>, RequestError> {
            panic!("a table is opened")
        }
    }
    let folder = tempfile::tempdir().unwrap();
    let job = source(folder.path(), 0);
    fs::write(&job.source, "cube\nUUUURRRRFFFFDDDDLLLLBBBB\nDBFRDULUUFFBLDDBLRBURFLR\nR U F\n").unwrap();
    let options = proofs;
    let without = || Solvers::with_small_tables().with_optimal_tables(Arc::new(NoTable));
    assert!(matches!(run_with(&without(), options(), 1, &job), Err(BatchError::Stopped { rows: 1 })));
    // No row so far depends on a table, so any table will do for the rest.
    assert_eq!(run_with(&solvers_with_table(0), options(), u64::MAX, &job).unwrap().rows_before, 1);
}
