//! `batch`: solves a file into another.

mod progress_bar;

use crate::cli::{BatchArguments, TablesChoice};
use crate::cubes;
use crate::error::{ANSWERED, SOME_BAD, Stop};
use crate::output::{Output, print_message};
use crate::signals::{Signal, on_signal};
use crate::tables::{self, TwoPhase};
use cubegod::Cancellation;
use cubegod_cache::TWO_PHASE_LARGE;
use cubegod_columns::files::{self, Job, Summary};
use cubegod_columns::{BatchError, BatchOptions, RowSolver};
use cubegod_service::{Spelling, solve};
use progress_bar::BatchProgressBar;
use serde::Serialize;
use std::path::Path;
use std::sync::{Arc, OnceLock};
use std::time::{Duration, Instant};

/// How long a run may take to end after a signal: writing a part takes less, but building a table takes longer and cannot be
/// cancelled.
const GRACE: Duration = Duration::from_secs(3);

pub(crate) fn run(arguments: &BatchArguments) -> Result<u8, Stop> {
    let start = Instant::now();
    let mut output = Output::new(&arguments.output);
    // The answers must not depend on which tables happen to be there.
    let choice = match arguments.tables.tables {
        TablesChoice::Auto => TablesChoice::Large,
        choice => choice,
    };
    let two_phase = Arc::new(TwoPhase::new(choice, arguments.output.quiet));
    let solvers = tables::solvers_with(Arc::clone(&two_phase), choice, arguments.output.quiet);
    let solver = RowSolver::new(&solvers, options(arguments)?, Spelling::COMMAND_LINE).map_err(stop)?;
    let job = Job {
        source: arguments.input.clone(),
        target: arguments.target_file.clone(),
        kind: arguments.kind,
        threads: arguments.threads.unwrap_or_else(cubegod_cache::threads),
        tables: match choice {
            TablesChoice::Small => "small".into(),
            _ => format!("large {}", TWO_PHASE_LARGE.id.version),
        },
        keep_every: arguments.keep_every,
        overwrite: arguments.overwrite,
        restart: arguments.restart,
    };
    let (signal, cancellation) = (Arc::new(OnceLock::new()), Cancellation::new());
    cancel_on_signal(&signal, &cancellation, &job.target, arguments.output.quiet);
    let bar = BatchProgressBar::new(&output);
    let result = files::run(&job, &solver, &cancellation, &|progress| bar.show(progress));
    bar.clear();
    match result {
        Ok(summary) => finish(summary, &job, start.elapsed(), &mut output),
        Err(BatchError::Stopped { rows }) => {
            output.done(&stopped(rows));
            Err(Stop::Interrupted(signal.get().copied().unwrap_or(Signal::Interrupt)))
        }
        Err(error) => Err(stop(error)),
    }
}

fn stop(error: BatchError) -> Stop {
    match error {
        BatchError::Options(error) => (*error).into(),
        BatchError::Usage(message) => Stop::usage(message),
        error => Stop::Io(error.to_string()),
    }
}

fn options(arguments: &BatchArguments) -> Result<BatchOptions, Stop> {
    let target =
        |text: &String| solve::target(cubes::read_single(text, &arguments.read), Cancellation::never());
    Ok(BatchOptions {
        column: arguments.column.clone(),
        read: arguments.read.options(),
        solve: solve::Options {
            method: arguments.method.into(),
            metric: arguments.metric.unwrap_or_default(),
            exact: arguments.exact,
            faces: arguments.faces,
            target: arguments.target.as_ref().map(target).transpose()?,
            max_length: arguments.max_length,
            budget: arguments.budget,
            nodes: arguments.nodes,
            any: arguments.any,
            ..solve::Options::default()
        },
    })
}

/// Cancels the run at the first signal, and ends the process if the run does not. Parts are written whole, so that nothing is
/// lost.
fn cancel_on_signal(first: &Arc<OnceLock<Signal>>, cancellation: &Cancellation, target: &Path, quiet: bool) {
    let (first, cancellation, target) = (Arc::clone(first), cancellation.clone(), target.to_owned());
    // Where there is no handler, the process ends at once.
    let _ = on_signal(move |signal| {
        let _ = first.set(signal);
        cancellation.cancel();
        let target = target.clone();
        std::thread::spawn(move || {
            std::thread::sleep(GRACE);
            if !quiet {
                print_message(&stopped(files::kept_rows(&target)));
            }
            std::process::exit(signal.exit_code().into());
        });
    });
}

fn stopped(rows: u64) -> String {
    match rows {
        0 => "stopped before any rows were kept".into(),
        rows => format!("stopped after {}; the same command continues from there", counted(rows, "row")),
    }
}

/// The summary in JSON.
#[derive(Serialize)]
struct SummaryObject<'a> {
    out: &'a str,
    rows: u64,
    solved: u64,
    errors: u64,
    rows_before: u64,
    seconds: f64,
}

fn finish(summary: Summary, job: &Job, took: Duration, output: &mut Output) -> Result<u8, Stop> {
    let Summary { rows, errors, rows_before } = summary;
    let name = job.target.to_string_lossy();
    let seconds = took.as_secs_f64();
    if output.is_json() {
        let solved = rows - errors;
        output.object(&SummaryObject { out: &name, rows, solved, errors, rows_before, seconds })?;
        output.flush()?;
    }
    let before = match rows_before {
        0 => String::new(),
        before => format!(", {before} of them from an earlier run"),
    };
    let bad = match errors {
        0 if rows == 0 => "; the input has none".into(),
        0 => String::new(),
        1 => "; 1 row has an error".into(),
        errors => format!("; {errors} rows have an error"),
    };
    output.done(&format!("{} in `{name}`{before}, {seconds:.1} s{bad}", counted(rows, "row")));
    Ok(if errors > 0 { SOME_BAD } else { ANSWERED })
}

fn counted(count: u64, what: &str) -> String {
    let s = if count == 1 { "" } else { "s" };
    format!("{count} {what}{s}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_run_that_kept_nothing_does_not_offer_to_continue() {
        assert_eq!(stopped(0), "stopped before any rows were kept");
        assert_eq!(stopped(1), "stopped after 1 row; the same command continues from there");
        assert_eq!(stopped(20), "stopped after 20 rows; the same command continues from there");
    }
}
