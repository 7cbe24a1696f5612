//! `batch`: solves a file into another.

use crate::cli::BatchArguments;
use crate::cubes;
use crate::error::{ANSWERED, SOME_BAD, Stop, message_style};
use crate::language;
use crate::message::CommandMessage;
use crate::output::{Output, print_message};
use crate::progress::{DelayedBar, time_left};
use crate::signals::{Interruption, Signal};
use crate::tables;
use cubegod::Cancellation;
use cubegod::parallel::available_threads;
use cubegod_cache::TWO_PHASE_LARGE;
use cubegod_columns::files::{self, Job, Summary};
use cubegod_columns::{BatchError, BatchOptions, RowSolver};
use cubegod_service::{Solvers, Spelling, TablesChoice, rounded, solve};
use serde::Serialize;
use std::time::{Duration, Instant};

/// How long a run may take to end after a signal: writing a part takes less, but building a table takes longer and cannot be
/// cancelled.
const GRACE: Duration = Duration::from_secs(3);

/// The length of the progress bar for the whole file.
const BAR_LENGTH: u64 = 10_000;

pub(crate) fn run(arguments: &BatchArguments) -> Result<u8, Stop> {
    let start = Instant::now();
    let mut output = Output::new(&arguments.output);
    // The answers must not depend on which tables happen to be there.
    let choice = arguments.tables.tables.fixed();
    let solvers = Solvers::with_cached_tables(tables::two_phase(choice, arguments.output.quiet));
    let solver = RowSolver::new(&solvers, options(arguments)?, Spelling::COMMAND_LINE).map_err(stop)?;
    let job = Job {
        source: arguments.input.clone(),
        target: arguments.target_file.clone(),
        kind: arguments.kind,
        threads: arguments.threads.unwrap_or_else(available_threads),
        tables: match choice {
            TablesChoice::Small => "small".into(),
            _ => format!("large {}", TWO_PHASE_LARGE.id.version),
        },
        keep_every: arguments.keep_every,
        overwrite: arguments.overwrite,
        restart: arguments.restart,
    };
    let interruption = Interruption::watch();
    let bar = DelayedBar::of(&output, Some(BAR_LENGTH));
    let show = |progress| bar.show(|time| bar_content(progress, time));
    let report = {
        let (target, quiet) = (job.target.clone(), arguments.output.quiet);
        move || {
            if !quiet {
                let rows = files::kept_rows(&target);
                print_message(&language::shown(&CommandMessage::StoppedAfterRows { rows }));
            }
        }
    };
    let run = || files::run(&job, &solver, interruption.cancellation(), &show);
    let result = interruption.exit_after(GRACE, report, run)?;
    bar.clear();
    match result {
        Ok(summary) => finish(summary, &job, start.elapsed(), &mut output),
        Err(BatchError::Stopped { rows }) => {
            output.done(&CommandMessage::StoppedAfterRows { rows });
            Err(Stop::Interrupted(interruption.signal().unwrap_or(Signal::Interrupt)))
        }
        Err(error) => Err(stop(error)),
    }
}

fn stop(error: BatchError) -> Stop {
    match error {
        BatchError::Options(error) => (*error).into(),
        BatchError::Usage(_) => Stop::Usage(error.message(message_style())),
        error => Stop::Io(error.message(message_style())),
    }
}

fn options(arguments: &BatchArguments) -> Result<BatchOptions, Stop> {
    let target =
        |text: &String| solve::target(cubes::read_single(text, &arguments.read), Cancellation::never());
    Ok(BatchOptions {
        column: arguments.column.clone(),
        read: arguments.read.options(),
        solve: solve::Options {
            method: arguments.method,
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

/// Returns the position and the message of the progress bar.
fn bar_content(progress: files::Progress, time: Duration) -> (u64, CommandMessage) {
    let files::Progress { rows, share, share_before, .. } = progress;
    let left = time_left(time, (share - share_before) / (1.0 - share_before).max(f64::EPSILON));
    ((share * BAR_LENGTH as f64) as u64, CommandMessage::CubesDone { cubes: rows, time, left })
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

fn finish(summary: Summary, job: &Job, time: Duration, output: &mut Output) -> Result<u8, Stop> {
    let Summary { rows, errors, rows_before } = summary;
    let path = job.target.to_string_lossy().into_owned();
    if output.is_json() {
        let (solved, seconds) = (rows - errors, rounded(time.as_secs_f64(), 6));
        output.object(&SummaryObject { out: &path, rows, solved, errors, rows_before, seconds })?;
        output.flush()?;
    }
    output.done(&CommandMessage::BatchDone { path, rows, rows_before, errors, time });
    Ok(if errors > 0 { SOME_BAD } else { ANSWERED })
}
