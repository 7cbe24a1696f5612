//! The solvers of this process, and the cached tables that they use.
//!
//! Cached tables are shared with the command line. Solving caches nothing but the table of the optimal solver; `build_tables`
//! caches the rest.

use crate::error::usage;
use crate::signals::wait_for;
use cubegod::solve::two_phase::{LargeTables, SmallTables, Tables};
use cubegod_cache::{
    CACHE_ADVICE, Cache, NO_CACHE_FOLDER, OpenError, TABLES, TWO_PHASE_LARGE, Table, TableFault, threads,
};
use cubegod_service::{OptimalTableStore, Solvers, TableBuilder, TwoPhaseTables};
use pyo3::exceptions::{PyOSError, PyRuntimeWarning};
use pyo3::prelude::*;
use std::ffi::CString;
use std::ops::ControlFlow;
use std::str::FromStr;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

/// Which tables the 3x3 is solved with.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub(crate) enum Choice {
    /// The large ones if they are cached.
    Auto,
    Small,
    /// The large ones; built and cached if they are missing.
    Large,
}

impl FromStr for Choice {
    type Err = String;

    fn from_str(name: &str) -> Result<Choice, String> {
        match name {
            "auto" => Ok(Choice::Auto),
            "small" => Ok(Choice::Small),
            "large" => Ok(Choice::Large),
            other => Err(format!("unknown tables `{other}`; expected auto, small or large")),
        }
    }
}

impl Choice {
    /// Replaces `auto` for answers that must not depend on what is cached: by large tables, unless the environment says small.
    pub(crate) fn fixed(self) -> Choice {
        match self {
            Choice::Auto if is_small_by_environment() => Choice::Small,
            Choice::Auto => Choice::Large,
            choice => choice,
        }
    }
}

/// Returns the solvers that use such tables; each is made when it is first needed.
pub(crate) fn solvers(choice: Choice) -> &'static Solvers {
    static AUTO: OnceLock<Solvers> = OnceLock::new();
    static SMALL: OnceLock<Solvers> = OnceLock::new();
    static LARGE: OnceLock<Solvers> = OnceLock::new();
    let choice = if choice == Choice::Auto && is_small_by_environment() { Choice::Small } else { choice };
    let place = match choice {
        Choice::Auto => &AUTO,
        Choice::Small => &SMALL,
        Choice::Large => &LARGE,
    };
    place.get_or_init(|| {
        let optimal = OptimalTableStore::new(Builder, choice == Choice::Small);
        Solvers::new(Arc::new(TwoPhase(choice)), warn)
            .with_optimal_tables(Arc::new(optimal))
            .without_writing_cache()
    })
}

/// Whether the environment rules out large tables.
fn is_small_by_environment() -> bool {
    std::env::var_os("CUBEGOD_TABLES").is_some_and(|choice| choice == "small")
}

/// The tables of the 3x3.
struct TwoPhase(Choice);

static LARGE_TABLES: OnceLock<Tables<'static>> = OnceLock::new();

/// Whether the cached file is unusable; then it is not opened again.
static IS_UNUSABLE: AtomicBool = AtomicBool::new(false);

impl TwoPhaseTables for TwoPhase {
    fn get(&self) -> &Tables<'static> {
        match self.0 {
            Choice::Small => small_tables(),
            Choice::Auto => cached_tables().unwrap_or_else(small_tables),
            Choice::Large => large_tables(),
        }
    }
}

fn small_tables() -> &'static Tables<'static> {
    static TABLES: OnceLock<Tables<'static>> = OnceLock::new();
    TABLES.get_or_init(|| Tables::Small(SmallTables::build()))
}

/// Returns the large tables if they are cached; warns once if the file is unusable.
fn cached_tables() -> Option<&'static Tables<'static>> {
    if let Some(large) = LARGE_TABLES.get() {
        return Some(large);
    }
    if IS_UNUSABLE.load(Ordering::Relaxed) {
        return None;
    }
    let error = match load() {
        Ok(large) => return Some(large),
        Err(error) => error,
    };
    if let Some(message) = TWO_PHASE_LARGE.open_error_message(&error) {
        IS_UNUSABLE.store(true, Ordering::Relaxed);
        warn(&format!("{message}; cubegod.build_tables() builds it again"));
    }
    None
}

/// Returns the large tables, built and cached if they are missing, or built in memory if they cannot be cached.
fn large_tables() -> &'static Tables<'static> {
    // One thread builds; others wait for it.
    static BUILDING: Mutex<()> = Mutex::new(());
    let _building = BUILDING.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(large) = LARGE_TABLES.get() {
        return large;
    }
    let built = load().or_else(|_| {
        build_in(&user_cache()?, &TWO_PHASE_LARGE)?;
        load().map_err(|error| {
            TWO_PHASE_LARGE.open_error_message(&error).unwrap_or_else(|| "its file was removed".into())
        })
    });
    built.unwrap_or_else(|why: String| {
        warn(&format!("{why}; it is built in memory"));
        LARGE_TABLES.get_or_init(|| Tables::Large(LargeTables::build(threads(), &|_| ())))
    })
}

/// Loads or builds the large tables if they are chosen, interruptibly.
pub(crate) fn prepare(py: Python<'_>, choice: Choice) -> PyResult<()> {
    if choice == Choice::Large && LARGE_TABLES.get().is_none() {
        py.detach(|| wait_for(|_| large_tables()))?;
    }
    Ok(())
}

/// Opens the cached large tables; they stay open until the process ends.
fn load() -> Result<&'static Tables<'static>, OpenError> {
    // One thread reads the file; others wait for it instead of reading a copy each.
    static LOADING: Mutex<()> = Mutex::new(());
    let _loading = LOADING.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(large) = LARGE_TABLES.get() {
        return Ok(large);
    }
    let cache = Cache::for_user().ok_or(OpenError::NotBuilt)?;
    let tables = TWO_PHASE_LARGE.open(&cache, |kept| LargeTables::from_bytes(kept.leak()))?;
    Ok(LARGE_TABLES.get_or_init(|| Tables::Large(tables)))
}

/// Issues a Python warning. Ignores the error that Python raises if warnings are errors: the answer does not depend on it.
fn warn(message: &str) {
    let Ok(message) = CString::new(message) else { return };
    Python::attach(|py| {
        let _ = PyErr::warn(py, &py.get_type::<PyRuntimeWarning>(), &message, 2);
    });
}

/// Builds the tables of the optimal solver.
struct Builder;

impl TableBuilder for Builder {
    fn note(&self, _text: &str) {}

    fn warn(&self, text: &str) {
        warn(text);
    }

    fn build_command(&self, table: &Table) -> String {
        format!("cubegod.build_tables({:?})", table.name())
    }

    fn build(&self, table: &'static Table, cache: Cache) -> Result<(), String> {
        build_in(&cache, table)
    }
}

fn user_cache() -> Result<Cache, String> {
    Cache::for_user().ok_or_else(|| format!("{NO_CACHE_FOLDER}; {CACHE_ADVICE}"))
}

/// Builds and caches a table unless it is there; waits for another process that builds it.
fn build_in(cache: &Cache, table: &Table) -> Result<(), String> {
    if state(table, cache) == "ready" {
        return Ok(());
    }
    let build = || {
        let lock = cache.lock(table.id).map_err(|error| error.to_string())?;
        // Another process may just have built it.
        if state(table, cache) == "ready" {
            return Ok(());
        }
        table.build(&lock, &|_| (), |contents| lock.write(contents, &|| ControlFlow::Continue(())))
    };
    let name = table.name();
    build().map_err(|why| format!("could not cache table {name}: {why}; {CACHE_ADVICE}"))?;
    IS_UNUSABLE.store(false, Ordering::Relaxed);
    Ok(())
}

/// Whether a table can be used, after reading the whole file.
fn state(table: &Table, cache: &Cache) -> &'static str {
    match table.check(cache) {
        Ok(_) => "ready",
        Err(OpenError::NotBuilt) => "not built",
        Err(OpenError::Faulty(TableFault::OtherVersion)) => "of another version",
        Err(OpenError::Faulty(TableFault::Damaged(_))) => "damaged",
        Err(OpenError::Unreadable(_)) => "unreadable",
    }
}

/// Name, purpose, state, bytes and path of a table.
type TableFields = (&'static str, &'static str, &'static str, u64, String);

/// Lists all tables.
#[pyfunction]
pub(crate) fn table_states(py: Python<'_>) -> PyResult<Vec<TableFields>> {
    let list = || {
        let cache = user_cache()?;
        let path = |table: &Table| cache.path(table.name()).display().to_string();
        let fields =
            |table: &Table| (table.name(), table.purpose, state(table, &cache), table.size, path(table));
        Ok(TABLES.iter().map(fields).collect())
    };
    // Reading large files takes seconds.
    py.detach(|| wait_for(move |_| list()))?.map_err(|why: String| PyOSError::new_err(why))
}

/// Builds and caches the tables of these names; without names, the default ones.
#[pyfunction]
pub(crate) fn build_tables(py: Python<'_>, names: Vec<String>) -> PyResult<()> {
    let is_unknown = |name: &&String| !TABLES.iter().any(|table| table.name() == *name);
    if let Some(name) = names.iter().find(is_unknown) {
        let known: Vec<&str> = TABLES.iter().map(Table::name).collect();
        return Err(usage(format!("unknown table `{name}`; expected {}", known.join(", "))));
    }
    let is_chosen = |table: &&'static Table| match names.is_empty() {
        true => table.is_default,
        false => names.iter().any(|name| name == table.name()),
    };
    let tables: Vec<&'static Table> = TABLES.iter().filter(is_chosen).collect();
    py.detach(|| {
        wait_for(move |_| {
            let cache = user_cache()?;
            tables.into_iter().try_for_each(|table| build_in(&cache, table))
        })
    })?
    .map_err(PyOSError::new_err)
}
