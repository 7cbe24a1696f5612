//! From file to file, stopped and taken up again.
#![cfg(feature = "files")]
#![allow(clippy::unwrap_used, reason = "outside of a test function clippy does not see that this is a test")]

use cubegod_answers::Solvers;
use cubegod_columns::files::{Failure, Job, Summary, Watch, kept_rows, parts_folder, run};
use cubegod_columns::{Options, Plan};
use std::fs;
use std::path::Path;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

/// A CSV file with so many cubes, some of which are none.
fn source(folder: &Path, rows: usize) -> Job {
    let cubes = ["R U F", "UUUURRRRFFFFDDDDLLLLBBBB", "", "what"];
    let text: String = (0..rows).map(|row| format!("{row},{}\n", cubes[row % cubes.len()])).collect();
    fs::write(folder.join("in.csv"), format!("id,cube\n{text}")).unwrap();
    Job {
        source: folder.join("in.csv"),
        target: folder.join("out.csv"),
        threads: 1,
        tables: "small".into(),
        keep_every: Duration::from_secs(3600),
        overwrite: false,
        restart: false,
    }
}

/// Runs until so many rows are answered.
fn run_for(rows: u64, job: &Job) -> Result<Summary, Failure> {
    let solvers = Solvers::with_small_tables();
    let plan = Plan::new(&solvers, Options::default()).unwrap();
    let answered = AtomicU64::new(0);
    run(
        job,
        &plan,
        &Watch {
            is_stopped: &|| answered.load(Ordering::Relaxed) >= rows,
            tell: &|progress| answered.store(progress.rows, Ordering::Relaxed),
        },
    )
}

#[test]
fn a_run_that_is_stopped_keeps_every_row_that_was_answered() {
    let folder = tempfile::tempdir().unwrap();
    let job = source(folder.path(), 1000);
    let Err(Failure::Stopped { rows: first }) = run_for(100, &job) else { panic!("it was stopped") };
    assert!((100..1000).contains(&first), "{first}");
    assert_eq!(kept_rows(&job.target), first);
    // On any number of threads; rows that were answered before others are lost at worst.
    let several = Job { threads: 3, ..job.clone() };
    let Err(Failure::Stopped { rows: second }) = run_for(200, &several) else { panic!("it was stopped") };
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
    assert!(matches!(run_for(0, &job), Err(Failure::Stopped { rows: 0 })));
    assert_eq!((kept_rows(&job.target), parts_folder(&job.target).exists()), (0, false));
}

#[test]
fn a_source_that_was_changed_while_it_was_read_has_to_be_begun_anew() {
    let folder = tempfile::tempdir().unwrap();
    let job = source(folder.path(), 10);
    let solvers = Solvers::with_small_tables();
    let plan = Plan::new(&solvers, Options::default()).unwrap();
    let change = |_| fs::write(&job.source, "id,cube\n0,R\n").unwrap();
    let failure = run(&job, &plan, &Watch { is_stopped: &|| false, tell: &change }).unwrap_err();
    let told = failure.to_string();
    assert!(
        told.contains("it was changed while it was read; once the file is as it should be, --restart"),
        "{told}"
    );
    assert!(matches!(failure, Failure::Source(_)) && !told.contains("goes on"), "{told}");
    let again = Job { restart: true, ..job.clone() };
    assert_eq!(run_for(u64::MAX, &again).unwrap(), Summary { rows: 1, errors: 0, rows_before: 0 });
}
