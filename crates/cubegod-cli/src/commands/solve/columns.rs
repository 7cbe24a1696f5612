//! Cubes in the columns of files: `--batch IN --out OUT`.

mod share_bar;

use super::threads;
use crate::cli::{SolveArguments, TablesChoice};
use crate::error::{ANSWERED, SOME_BAD, Stop};
use crate::output::{Output, say};
use crate::signals::{Signal, on_signal};
use crate::tables::{self, TwoPhase};
use cubegod_cache::TWO_PHASE_LARGE;
use cubegod_columns::files::{self, Failure, Job, Summary, Watch};
use cubegod_columns::{Options, Plan};
use serde::Serialize;
use share_bar::ShareBar;
use std::path::Path;
use std::sync::{Arc, OnceLock};
use std::time::{Duration, Instant};

/// How long a run may take to end when it is told to: the part in hand is written in less, but a table takes longer to
/// build, for answers that nobody wants.
const GRACE: Duration = Duration::from_secs(3);

/// Rows that took this long are not lost when a run is killed.
const KEEP_EVERY: Duration = Duration::from_secs(20);

pub(super) fn run(arguments: &SolveArguments, source: &Path, target: &Path) -> Result<u8, Stop> {
    let start = Instant::now();
    let mut output = Output::new(&arguments.output);
    // Whichever tables there are when a cube comes would make answers a matter of luck.
    let choice = match arguments.tables.tables {
        TablesChoice::Auto => TablesChoice::Large,
        choice => choice,
    };
    let two_phase = Arc::new(TwoPhase::new(choice, arguments.output.quiet));
    let solvers = tables::solvers_with(Arc::clone(&two_phase), choice, arguments.output.quiet);
    let plan = Plan::new(&solvers, options(arguments)).map_err(|refusal| Stop::usage(refusal.to_string()))?;
    let job = Job {
        source: source.to_owned(),
        target: target.to_owned(),
        threads: threads(arguments),
        tables: match choice {
            TablesChoice::Small => "small".into(),
            _ => format!("large {}", TWO_PHASE_LARGE.id.version),
        },
        keep_every: arguments.batch.keep_every.unwrap_or(KEEP_EVERY),
        overwrite: arguments.batch.overwrite,
        restart: arguments.batch.restart,
    };
    let signal = Arc::new(OnceLock::new());
    hear(&signal, target, arguments.output.quiet);
    let bar = ShareBar::new(&output);
    let watch = Watch { is_stopped: &|| signal.get().is_some(), tell: &|progress| bar.show(progress) };
    let result = files::run(&job, &plan, &watch);
    bar.clear();
    match result {
        Ok(summary) => finish(summary, &job, start.elapsed(), &mut output),
        Err(Failure::Usage(message)) => Err(Stop::usage(message)),
        Err(Failure::Source(message) | Failure::File(message)) => Err(Stop::Io(message)),
        Err(Failure::Stopped { rows }) => {
            output.done(&stopped(rows));
            Err(Stop::Interrupted(signal.get().copied().unwrap_or(Signal::Interrupt)))
        }
    }
}

/// What is asked about every cube.
fn options(arguments: &SolveArguments) -> Options {
    let usual = Options::default();
    Options {
        column: arguments.batch.column.clone().unwrap_or(usual.column),
        method: arguments.method.into(),
        metric: arguments.metric.unwrap_or_default(),
        exact: arguments.exact,
        max_length: arguments.max_length,
        budget: arguments.budget,
        read: arguments.read.options(),
    }
}

/// Remembers the first signal, and ends the process if nothing comes of it. Parts are written whole, so nothing is lost.
fn hear(signal: &Arc<OnceLock<Signal>>, target: &Path, quiet: bool) {
    let (heard, target) = (Arc::clone(signal), target.to_owned());
    // Where signals cannot be heard, the process just ends as it would anyway.
    let _ = on_signal(move |signal| {
        let _ = heard.set(signal);
        let target = target.clone();
        std::thread::spawn(move || {
            std::thread::sleep(GRACE);
            if !quiet {
                say(&stopped(files::kept_rows(&target)));
            }
            std::process::exit(signal.exit_code().into());
        });
    });
}

/// What is said when so many rows are kept.
fn stopped(rows: u64) -> String {
    match rows {
        0 => "stopped before any rows were kept".into(),
        rows => format!("stopped after {}; the same command goes on from there", counted(rows, "row")),
    }
}

/// What machines get to know.
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
        before => format!(", {before} of them there already"),
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
    fn a_run_that_kept_nothing_does_not_go_on_from_there() {
        assert_eq!(stopped(0), "stopped before any rows were kept");
        assert_eq!(stopped(1), "stopped after 1 row; the same command goes on from there");
        assert_eq!(stopped(20), "stopped after 20 rows; the same command goes on from there");
    }
}
