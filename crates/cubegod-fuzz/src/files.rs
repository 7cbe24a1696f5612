//! Files: batches of cubes, and tables.

use crate::requests::SOLVERS;
use crate::{MAX_BYTES, assert_text};
use cubegod::Cancellation;
use cubegod_columns::files::{Job, Kind, run};
use cubegod_columns::{BatchOptions, RowSolver};
use cubegod_service::{Spelling, solve};
use std::fs;
use std::path::PathBuf;
use std::sync::LazyLock;
use std::time::Duration;

/// A folder of this process. `scripts/fuzz` sets `TMPDIR` to a folder in memory and deletes it afterwards.
pub static FOLDER: LazyLock<PathBuf> = LazyLock::new(|| {
    let folder = std::env::temp_dir().join(format!("cubegod-fuzz-{}", std::process::id()));
    fs::create_dir_all(&folder).expect("the temporary folder is writable");
    folder
});

/// Solves a file of this kind into another one. A run that succeeds counts its rows right, and one that fails has a readable
/// error and leaves no output.
pub fn check_batch(kind: Kind, data: &[u8]) {
    if data.len() > MAX_BYTES {
        return;
    }
    let (source, target) = (FOLDER.join("in"), FOLDER.join("out.txt"));
    fs::write(&source, data).expect("the temporary folder is writable");
    let _ = fs::remove_file(&target);
    let job = Job {
        source,
        target: target.clone(),
        kind: Some(kind),
        threads: 1,
        tables: "small".into(),
        keep_every: Duration::from_secs(3600),
        overwrite: true,
        restart: true,
    };
    let solve = solve::Options { nodes: Some(200), ..solve::Options::default() };
    let options = BatchOptions { solve, ..BatchOptions::default() };
    let solver = RowSolver::new(&SOLVERS, options, Spelling::NEUTRAL).expect("the options agree");
    match run(&job, &solver, &Cancellation::new(), &|_| ()) {
        Ok(summary) => {
            let written = fs::read_to_string(&target).expect("the output is text");
            assert_eq!(written.lines().count() as u64, summary.rows);
            let errors = written.lines().filter(|line| line.starts_with("error: ")).count() as u64;
            assert_eq!(errors, summary.errors, "{written:?}");
        }
        Err(error) => {
            assert_text(&error.to_string());
            assert!(!target.exists());
            let _ = fs::remove_dir_all(cubegod_columns::files::parts_folder(&target));
        }
    }
}
