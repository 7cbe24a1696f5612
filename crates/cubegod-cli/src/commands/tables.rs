//! `tables`: lists, builds, verifies and removes cached tables.

use crate::cli::{OutputArguments, TablesCommand, TablesNamesArguments};
use crate::error::{RequestError, SOME_BAD, Stop};
use crate::input::Origin;
use crate::language;
use crate::output::Output;
use crate::tables::{BuildThread, Shutdown};
use cubegod_cache::{Cache, FileAction, FileError, LockError, TABLES, Table, TableReport, TableState};
use cubegod_service::{Localized, TableBuild, TableMessage, rounded};
use cubegod_teach::Language;
use serde::Serialize;
use std::sync::Arc;
use std::time::Instant;

pub(crate) fn run(command: &TablesCommand) -> Result<u8, Stop> {
    let cache = Cache::for_user().ok_or_else(|| Stop::io(&TableMessage::NoFolder))?;
    match command {
        TablesCommand::List(arguments) => list(&cache, &arguments.output),
        TablesCommand::Build(arguments) => build(&cache, arguments),
        TablesCommand::Verify(arguments) => verify(&cache, arguments),
        TablesCommand::Clear(arguments) => clear(&cache, arguments),
    }
}

/// The JSON of a table.
#[derive(Serialize)]
struct Answer {
    name: &'static str,
    purpose: &'static str,
    state: &'static str,
    /// What is wrong with it.
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<String>,
    /// The size in bytes; an estimate if the table is not ready.
    bytes: u64,
    path: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    seconds: Option<f64>,
}

/// Returns what is wrong with a table, in addition to its state.
fn reason(report: &TableReport, language: Language) -> Option<String> {
    report.error.as_ref().map(|error| error.text(language)).filter(|reason| !reason.is_empty())
}

/// Prints what is known about a table as JSON.
fn put_object(report: &TableReport, seconds: Option<f64>, output: &mut Output) -> Result<(), Stop> {
    output.object(&Answer {
        name: report.name,
        purpose: report.purpose,
        state: report.state().name(),
        reason: reason(report, language::of_json()),
        bytes: report.bytes,
        path: report.path.display().to_string(),
        seconds,
    })
}

/// `damaged: it is empty`
fn state_text(report: &TableReport) -> String {
    let reason = reason(report, Language::English).map(|reason| format!(": {reason}"));
    format!("{}{}", report.state(), reason.unwrap_or_default())
}

fn list(cache: &Cache, arguments: &OutputArguments) -> Result<u8, Stop> {
    let mut output = Output::new(arguments);
    let reports: Vec<TableReport> = TABLES.iter().map(|table| table.report(cache)).collect();
    if output.is_json() {
        reports.iter().try_for_each(|report| put_object(report, None, &mut output))?;
        return output.finish();
    }
    let name_width = reports.iter().map(|report| report.name.len()).max().unwrap_or(0);
    let sizes: Vec<String> = reports.iter().map(|report| megabytes(report.bytes)).collect();
    let size_width = sizes.iter().map(String::len).max().unwrap_or(0);
    let states: Vec<String> = reports.iter().map(|report| report.state().to_string()).collect();
    let state_width = states.iter().map(String::len).max().unwrap_or(0);
    for ((report, size), state) in reports.iter().zip(&sizes).zip(&states) {
        let TableReport { name, purpose, .. } = report;
        output.line(&format!("{name:name_width$}  {size:>size_width$}  {state:state_width$}  {purpose}"))?;
    }
    output.line(&format!("in the folder {}", cache.folder().display()))?;
    output.finish()
}

fn build(cache: &Cache, arguments: &TablesNamesArguments) -> Result<u8, Stop> {
    let mut output = Output::new(&arguments.output);
    let shutdown = Arc::new(Shutdown::default());
    shutdown.watch_for_interrupts();
    let is_hidden = arguments.output.quiet || arguments.output.json;
    for table in to_build(&arguments.names) {
        let (mut report, mut seconds) = (table.report(cache), None);
        if report.state() == TableState::Ready {
            remove_leftovers(table, cache);
        } else {
            let start = Instant::now();
            let build = BuildThread::start(TableBuild::new(table, cache.clone()), &shutdown, is_hidden);
            match build.wait(is_hidden) {
                Ok(is_built) => {
                    report = table.report(cache);
                    seconds = is_built.then(|| rounded(start.elapsed().as_secs_f64(), 3));
                }
                Err(error) => {
                    let message = TableMessage::NotCached { table: table.name(), error };
                    output.error(&Origin::argument(), &RequestError::io(message))?;
                    continue;
                }
            }
        }
        if output.is_json() {
            put_object(&report, seconds, &mut output)?;
        } else {
            let took = seconds.map(|seconds| format!("built in {seconds:.2} s"));
            let state = took.unwrap_or_else(|| state_text(&report));
            output.line(&format!("{}: {state}, {}", report.name, megabytes(report.bytes)))?;
        }
        // The next one may take a while.
        output.finish_record(&Origin::argument(), Ok(()), true)?;
    }
    output.finish()
}

/// Removes what a build leaves that was killed after it wrote the table. If that fails, the files only take space.
fn remove_leftovers(table: &Table, cache: &Cache) {
    if cache.has_leftovers(table.id)
        && let Ok(lock) = cache.try_lock(table.id)
    {
        let _ = lock.remove_leftovers();
    }
}

fn verify(cache: &Cache, arguments: &TablesNamesArguments) -> Result<u8, Stop> {
    let mut output = Output::new(&arguments.output);
    let mut is_bad = false;
    // Optional tables that are not built are not listed.
    let is_listed =
        |table: &&Table| table.is_default || !arguments.names.is_empty() || cache.contains(table.id);
    for table in chosen(&arguments.names).filter(|table| is_listed(table)) {
        let report = table.report(cache);
        is_bad |= matches!(report.state(), TableState::Damaged | TableState::Unreadable);
        if output.is_json() {
            put_object(&report, None, &mut output)?;
        } else {
            output.line(&format!("{}: {}", report.name, state_text(&report)))?;
        }
    }
    let code = output.finish()?;
    Ok(if is_bad { SOME_BAD } else { code })
}

/// The JSON of a table that was removed.
#[derive(Serialize)]
struct Cleared {
    name: &'static str,
    freed_bytes: u64,
}

fn clear(cache: &Cache, arguments: &TablesNamesArguments) -> Result<u8, Stop> {
    let mut output = Output::new(&arguments.output);
    let mut total = 0;
    for table in chosen(&arguments.names) {
        let name = table.name();
        let freed_bytes = match clear_one(table, cache) {
            Ok(freed) => freed,
            Err(error) => {
                let message = TableMessage::NotRemoved { table: name, error };
                output.error(&Origin::argument(), &RequestError::io(message))?;
                continue;
            }
        };
        total += freed_bytes;
        if output.is_json() {
            output.object(&Cleared { name, freed_bytes })?;
        } else if freed_bytes > 0 {
            output.line(&format!("{name}: removed, {}", megabytes(freed_bytes)))?;
        }
    }
    if !output.is_json() {
        output.line(&format!("{} freed", megabytes(total)))?;
    }
    output.finish()
}

fn clear_one(table: &Table, cache: &Cache) -> Result<u64, LockError> {
    // A lock is a file: do not create one if there is nothing to remove, as the folder may be read-only.
    if !has_any_file(table, cache) {
        return Ok(0);
    }
    let path = cache.path(table.name());
    let removed = cache.try_lock(table.id)?.remove_table();
    removed.map_err(|error| LockError::Unwritable(FileError::new(FileAction::Remove, &path, &error)))
}

/// Whether there is any file of a table: itself, its lock, or a temporary file of an interrupted build.
fn has_any_file(table: &Table, cache: &Cache) -> bool {
    let Ok(files) = std::fs::read_dir(cache.folder()) else { return false };
    let mut names = files.filter_map(|file| file.ok()?.file_name().into_string().ok());
    names.any(|name| name.contains(table.name()))
}

/// Returns the tables with these names; all if there are no names.
fn chosen(names: &[String]) -> impl Iterator<Item = &'static Table> {
    TABLES.iter().filter(move |table| names.is_empty() || names.iter().any(|name| name == table.name()))
}

/// Returns the tables to build: those with these names, or the default ones if there are no names.
fn to_build(names: &[String]) -> impl Iterator<Item = &'static Table> {
    chosen(names).filter(|table| table.is_default || !names.is_empty())
}

/// `3.7 MB`
fn megabytes(bytes: u64) -> String {
    format!("{:.1} MB", bytes as f64 / 1e6)
}
