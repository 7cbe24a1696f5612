//! The solvers of this process, and the cached tables that they use.
//!
//! Cached tables are shared with the command line. Solving caches nothing but the table of the optimal solver; `build_tables`
//! caches the rest.

use crate::arguments::{argument, named};
use crate::edge_error::{EdgeError, Expected, Noun};
use crate::error::language;
use crate::signals::wait_for;
use cubegod_cache::{Cache, FileError, NoObserver, TABLES, Table};
use cubegod_service::{
    Localized, NotCached, Solvers, TableBuilder, TableMessage, TablesChoice, TwoPhaseTableStore,
    pocket_table_without_writing,
};
use pyo3::exceptions::{PyOSError, PyRuntimeWarning};
use pyo3::prelude::*;
use std::ffi::CString;
use std::sync::{Arc, LazyLock, OnceLock};

/// Which tables the 3x3 is solved with.
pub(crate) type Choice = TablesChoice;

/// The tables of the 3x3. With `auto`, solving does not build large ones.
static STORE: LazyLock<TwoPhaseTableStore<Builder>> =
    LazyLock::new(|| TwoPhaseTableStore::new(Builder, Choice::Auto).without_building());

/// Returns the solvers that use such tables; each is made when it is first needed.
pub(crate) fn solvers(choice: Choice) -> &'static Solvers {
    static SOLVERS: [OnceLock<Solvers>; Choice::ALL.len()] = [const { OnceLock::new() }; Choice::ALL.len()];
    let choice = choice.or_environment();
    SOLVERS[choice as usize].get_or_init(|| {
        Solvers::with_cached_tables(Arc::new(STORE.with_choice(choice)))
            .with_pocket_tables(pocket_table_without_writing)
    })
}

/// Returns the choice of a name for answers that must not depend on what is cached.
pub(crate) fn fixed_choice(name: &Bound<'_, PyAny>) -> PyResult<Choice> {
    let choice: Choice = named(&argument::<String>(name, "tables", Expected::Tables)?)?;
    Ok(choice.or_environment().fixed())
}

/// Returns the tables, `"small"` or `"large"`, of answers that must not depend on what is cached.
#[pyfunction]
#[pyo3(signature = (choice))]
pub(crate) fn fixed_tables(choice: &Bound<'_, PyAny>) -> PyResult<&'static str> {
    fixed_choice(choice).map(Choice::name)
}

/// Loads or builds the large tables if they are chosen, interruptibly.
pub(crate) fn prepare(py: Python<'_>, choice: Choice) -> PyResult<()> {
    if choice.or_environment() == Choice::Large && !STORE.has_large() {
        py.detach(|| wait_for(move |_| solvers(choice).two_phase()))?;
    }
    Ok(())
}

/// Shows the messages about tables as Python warnings.
struct Builder;

impl TableBuilder for Builder {
    /// Ignores the error that Python raises if warnings are errors: the answer does not depend on it.
    fn show(&self, message: &TableMessage) {
        let Ok(text) = CString::new(message.text(language())) else { return };
        if message.is_warning() {
            Python::attach(|py| {
                let _ = PyErr::warn(py, &py.get_type::<PyRuntimeWarning>(), &text, 2);
            });
        }
    }

    fn build_command(&self, table: &'static str) -> String {
        format!("cubegod.build_tables({table:?})")
    }
}

fn user_cache() -> PyResult<Cache> {
    Cache::for_user().ok_or_else(|| os_error(&TableMessage::NoFolder))
}

/// Name, purpose, state, bytes and path of a table.
type TableFields = (&'static str, &'static str, String, u64, String);

/// Lists all tables.
#[pyfunction]
pub(crate) fn table_states(py: Python<'_>) -> PyResult<Vec<TableFields>> {
    let cache = user_cache()?;
    let fields = move |table: &Table| {
        let report = table.report(&cache);
        let (state, path) = (report.state().to_string(), report.path.display().to_string());
        (report.name, report.purpose, state, report.bytes, path)
    };
    // Reading large files takes seconds.
    py.detach(|| wait_for(move |_| TABLES.iter().map(fields).collect()))
}

/// Builds and caches the tables of these names; without names, the default ones.
#[pyfunction]
pub(crate) fn build_tables(py: Python<'_>, names: Vec<String>) -> PyResult<()> {
    let is_unknown = |name: &&String| !TABLES.iter().any(|table| table.name() == *name);
    if let Some(name) = names.iter().find(is_unknown) {
        let known: Vec<&str> = TABLES.iter().map(Table::name).collect();
        return Err(EdgeError::unknown_name(Noun::Table, name, &known.join(", ")).into());
    }
    let is_chosen = |table: &&'static Table| match names.is_empty() {
        true => table.is_default,
        false => names.iter().any(|name| name == table.name()),
    };
    let tables: Vec<&'static Table> = TABLES.iter().filter(is_chosen).collect();
    let cache = user_cache()?;
    let build = move || -> Result<(), (&'static str, FileError)> {
        for table in tables {
            table.build(&cache, &NoObserver).map_err(|error| (table.name(), error))?;
            STORE.retry();
        }
        Ok(())
    };
    py.detach(|| wait_for(move |_| build()))?
        .map_err(|(table, error)| os_error(&TableMessage::NotCached { table, error: NotCached::File(error) }))
}

fn os_error(message: &TableMessage) -> PyErr {
    PyOSError::new_err(message.text(language()))
}
