//! `tables`: lists, builds, verifies and removes cached tables.

use crate::cli::{OutputArguments, TablesCommand, TablesNamesArguments};
use crate::error::{RequestError, SOME_BAD, Stop, reason};
use crate::input::Origin;
use crate::output::{Output, print_message};
use crate::tables::{Shutdown, TableBuild};
use cubegod_cache::{CACHE_ADVICE, Cache, LockError, NO_CACHE_FOLDER, OpenError, TABLES, Table, TableFault};
use serde::Serialize;
use std::sync::Arc;
use std::time::Instant;

pub(crate) fn run(command: &TablesCommand) -> Result<u8, Stop> {
    let cache = Cache::for_user().ok_or_else(|| Stop::Io(format!("{NO_CACHE_FOLDER}; {CACHE_ADVICE}")))?;
    match command {
        TablesCommand::List(arguments) => list(&cache, &arguments.output),
        TablesCommand::Build(arguments) => build(&cache, arguments),
        TablesCommand::Verify(arguments) => verify(&cache, arguments),
        TablesCommand::Clear(arguments) => clear(&cache, arguments),
    }
}

/// Whether a table can be used.
#[derive(Copy, Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "kebab-case")]
enum State {
    Ready,
    NotBuilt,
    OtherVersion,
    Damaged,
    Unreadable,
}

impl State {
    fn text(self) -> &'static str {
        match self {
            State::Ready => "ready",
            State::NotBuilt => "not built",
            State::OtherVersion => "of another version",
            State::Damaged => "damaged",
            State::Unreadable => "unreadable",
        }
    }
}

/// The JSON of a table.
#[derive(Serialize)]
struct Answer {
    name: &'static str,
    purpose: &'static str,
    state: State,
    /// What is wrong with it.
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<String>,
    /// The size in bytes; an estimate if the table is not ready.
    bytes: u64,
    path: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    seconds: Option<f64>,
}

impl Answer {
    /// Reads and checks the whole file.
    fn new(table: &'static Table, cache: &Cache) -> Answer {
        let found = table.check(cache);
        let (state, reason) = match &found {
            Ok(_) => (State::Ready, None),
            Err(OpenError::NotBuilt) => (State::NotBuilt, None),
            Err(OpenError::Faulty(TableFault::OtherVersion)) => (State::OtherVersion, None),
            Err(OpenError::Faulty(TableFault::Damaged(how))) => (State::Damaged, Some(how.clone())),
            Err(OpenError::Unreadable(why)) => (State::Unreadable, Some(why.clone())),
        };
        Answer {
            name: table.name(),
            purpose: table.purpose,
            state,
            reason,
            bytes: found.unwrap_or(table.size),
            path: cache.path(table.name()).display().to_string(),
            seconds: None,
        }
    }

    /// `damaged: it is empty`
    fn text(&self) -> String {
        let reason = self.reason.as_ref().map(|reason| format!(": {reason}"));
        format!("{}{}", self.state.text(), reason.unwrap_or_default())
    }
}

fn list(cache: &Cache, arguments: &OutputArguments) -> Result<u8, Stop> {
    let mut output = Output::new(arguments);
    let answers: Vec<Answer> = TABLES.iter().map(|table| Answer::new(table, cache)).collect();
    if output.is_json() {
        answers.iter().try_for_each(|answer| output.object(answer))?;
        return output.finish();
    }
    let name_width = answers.iter().map(|answer| answer.name.len()).max().unwrap_or(0);
    let sizes: Vec<String> = answers.iter().map(|answer| megabytes(answer.bytes)).collect();
    let size_width = sizes.iter().map(String::len).max().unwrap_or(0);
    let state_width = answers.iter().map(|answer| answer.state.text().len()).max().unwrap_or(0);
    for (answer, size) in answers.iter().zip(&sizes) {
        output.line(&format!(
            "{:name_width$}  {size:>size_width$}  {:state_width$}  {}",
            answer.name,
            answer.state.text(),
            answer.purpose,
        ))?;
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
        let mut answer = Answer::new(table, cache);
        if answer.state == State::Ready {
            remove_leftovers(table, cache);
        } else {
            let start = Instant::now();
            match build_one(table, cache, &shutdown, is_hidden) {
                Ok(is_built) => {
                    answer = Answer::new(table, cache);
                    answer.seconds =
                        is_built.then(|| cubegod_service::rounded(start.elapsed().as_secs_f64(), 3));
                }
                Err(why) => {
                    let message = format!("could not cache table {}: {why}; {CACHE_ADVICE}", table.name());
                    output.problem(&Origin::argument(), &RequestError::io(message))?;
                    continue;
                }
            }
        }
        if output.is_json() {
            output.object(&answer)?;
        } else {
            let took = answer.seconds.map(|seconds| format!("built in {seconds:.2} s"));
            let state = took.unwrap_or_else(|| answer.text());
            output.line(&format!("{}: {state}, {}", table.name(), megabytes(answer.bytes)))?;
        }
        // The next one may take a while.
        output.finish_record(&Origin::argument(), Ok(()), true)?;
    }
    output.finish()
}

/// Builds and caches a table, unless another process does. Returns whether it was built here.
fn build_one(
    table: &'static Table,
    cache: &Cache,
    shutdown: &Arc<Shutdown>,
    is_hidden: bool,
) -> Result<bool, String> {
    let lock = match cache.try_lock(table.id) {
        Err(LockError::Busy) => {
            if !is_hidden {
                print_message(&table.busy_message());
            }
            cache.lock(table.id)
        }
        lock => lock,
    };
    let lock = lock.map_err(|error| error.to_string())?;
    if Answer::new(table, cache).state == State::Ready {
        return Ok(false);
    }
    let build = TableBuild::start(table.name(), shutdown, move |context| {
        let progress = |part| context.set_progress(part);
        table.build(&lock, &progress, |contents| context.write(&lock, contents))
    });
    build.wait(is_hidden)?;
    Ok(true)
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
        let answer = Answer::new(table, cache);
        is_bad |= matches!(answer.state, State::Damaged | State::Unreadable);
        if output.is_json() {
            output.object(&answer)?;
        } else {
            output.line(&format!("{}: {}", answer.name, answer.text()))?;
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
            Err(why) => {
                let message = format!("could not remove table {name}: {why}");
                output.problem(&Origin::argument(), &RequestError::io(message))?;
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

fn clear_one(table: &Table, cache: &Cache) -> Result<u64, String> {
    // A lock is a file: do not create one if there is nothing to remove, as the folder may be read-only.
    if !has_any_file(table, cache) {
        return Ok(0);
    }
    let lock = cache.try_lock(table.id).map_err(|error| match error {
        LockError::Busy => "another process is building it; try again when that is done".to_owned(),
        LockError::Unwritable(why) => why,
    })?;
    let path = cache.path(table.name());
    lock.remove_table()
        .map_err(|error| format!("cannot remove the file `{}`: {}", path.display(), reason(&error)))
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
