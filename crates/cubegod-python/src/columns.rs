//! Cubes in Arrow columns.
//!
//! Only the column with the cubes comes here, and only the new columns go back: whatever else a batch holds stays where it is.

mod optimal;

use crate::arguments::{argument, expected, max_length, metric, named, option, read_options, seconds};
use crate::batch::thread_count;
use crate::capsules::{self, Given};
use crate::error::usage;
use crate::signals::wait_for;
use crate::tables::{self, Choice};
use arrow_array::{RecordBatch, StructArray};
use arrow_schema::{DataType, Field, Schema};
use cubegod::solve::two_phase::Tables;
use cubegod_columns::{BatchError, Means, NEW_COLUMNS, Options, Plan, check, solve};
use cubegod_service::solve::Method;
use cubegod_service::{Solvers, TwoPhaseTables};
use optimal::optimal;
use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyTuple};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, OnceLock};

/// What is asked about every cube.
struct Asked {
    column: String,
    method: String,
    max_length: Option<usize>,
    budget: Option<f64>,
    metric: String,
    exact: bool,
    format: Option<String>,
    puzzle: Option<String>,
    tables: String,
}

impl Asked {
    fn new(options: &Bound<'_, PyDict>) -> PyResult<Asked> {
        Ok(Asked {
            column: option(options, "column", "the name of a column")?,
            method: option(options, "method", expected::METHOD)?,
            max_length: max_length(options)?,
            budget: option(options, "budget", expected::BUDGET)?,
            metric: option(options, "metric", expected::METRIC)?,
            exact: option(options, "exact", expected::EXACT)?,
            format: option(options, "format", "the name of a layout, or None")?,
            puzzle: option(options, "puzzle", "\"2x2\", \"3x3\" or None")?,
            tables: option(options, "tables", expected::TABLES)?,
        })
    }

    fn options(&self) -> PyResult<Options> {
        let methods = [Method::Fast, Method::Optimal].into_iter().chain(Method::HUMAN);
        let method = methods.clone().find(|method| method.name() == self.method).ok_or_else(|| {
            let names: Vec<&str> = methods.map(Method::name).collect();
            usage(format!("unknown method `{}`; expected {}", self.method, names.join(", ")))
        })?;
        Ok(Options {
            column: self.column.clone(),
            method,
            metric: metric(&self.metric)?,
            exact: self.exact,
            max_length: self.max_length,
            budget: seconds(self.budget)?,
            read: read_options(self.format.as_deref(), self.puzzle.as_deref())?,
        })
    }

    /// `auto` means large here: whichever tables there are when a cube comes would make answers a matter of luck.
    fn choice(&self) -> PyResult<Choice> {
        Ok(match named(&self.tables)? {
            Choice::Auto if tables::is_small_by_environment() => Choice::Small,
            Choice::Auto => Choice::Large,
            choice => choice,
        })
    }
}

struct Chosen(Choice);

impl TwoPhaseTables for Chosen {
    fn get(&self) -> &Tables<'static> {
        tables::two_phase_for_columns(self.0)
    }
}

/// All solvers with such tables, once a process.
fn solvers(choice: Choice) -> &'static Solvers {
    static SMALL: OnceLock<Solvers> = OnceLock::new();
    static LARGE: OnceLock<Solvers> = OnceLock::new();
    let place = if choice == Choice::Small { &SMALL } else { &LARGE };
    place.get_or_init(|| {
        let note = |text: &str| {
            // Where warnings are errors, the answers are still right.
            let _ = tables::warn(text);
        };
        Solvers::new(Arc::new(Chosen(choice)), note).with_optimal_tables(Arc::new(optimal(choice)))
    })
}

/// How many rows are worth keeping together with what is asked: few where each takes long.
#[pyfunction]
#[pyo3(signature = (options))]
pub(crate) fn rows_at_once(options: &Bound<'_, PyDict>) -> PyResult<usize> {
    Ok(Asked::new(options)?.options()?.rows_at_once())
}

/// Solves the cubes of a column of a batch whose columns have these names; gives the new columns as a structure, in the two
/// capsules of Arrow's C data interface. Without a column, just what is asked is checked.
#[pyfunction]
#[pyo3(signature = (names, column, threads, options))]
pub(crate) fn solve_column<'py>(
    py: Python<'py>,
    names: Vec<String>,
    column: Option<&Bound<'py, PyAny>>,
    threads: &Bound<'py, PyAny>,
    options: &Bound<'py, PyDict>,
) -> PyResult<Option<Bound<'py, PyTuple>>> {
    let asked = Asked::new(options)?;
    let (options, choice) = (asked.options()?, asked.choice()?);
    let threads = thread_count(argument(threads, "threads", expected::THREADS)?)?;
    let given = column.map(Given::new).transpose()?;
    let plan = Plan::new(solvers(choice), options).map_err(|refusal| exception(&refusal))?;
    // What the others hold does not matter.
    let data_type = |name: &String| match &given {
        Some(given) if *name == asked.column => given.data_type.clone(),
        // Any type that will do, where nothing but names is known.
        _ => DataType::Null,
    };
    let fields: Vec<Field> = names.iter().map(|name| Field::new(name, data_type(name), true)).collect();
    check(&Schema::new(fields), &asked.column).map_err(|refusal| exception(&refusal))?;
    let Some(given) = given else { return Ok(None) };
    let batch = RecordBatch::try_from_iter_with_nullable([(asked.column, given.take()?, true)])
        .map_err(|error| exception(&error.into()))?;
    let solved = py.detach(|| solve_stoppably(batch, plan, threads))?;
    let places: Vec<usize> = (1..=NEW_COLUMNS.len()).collect();
    let new = solved.project(&places).map_err(|error| exception(&error.into()))?;
    capsules::give(py, &StructArray::from(new)).map(Some)
}

/// On threads that somebody who presses Ctrl-C need not wait for.
fn solve_stoppably(batch: RecordBatch, plan: Plan<'static>, threads: usize) -> PyResult<RecordBatch> {
    let is_over = Arc::new(AtomicBool::new(false));
    let is_stopped = Arc::clone(&is_over);
    let solved = wait_for(move || {
        let is_stopped = || is_stopped.load(Ordering::Relaxed);
        solve(&batch, &plan, &Means { threads, is_stopped: &is_stopped, ..Means::default() })
    });
    is_over.store(true, Ordering::Relaxed);
    solved?.map_err(|refusal| exception(&refusal))
}

fn exception(refusal: &BatchError) -> PyErr {
    match refusal {
        BatchError::Stopped => PyRuntimeError::new_err(refusal.to_string()),
        _ => usage(refusal),
    }
}
