//! Cubes in Arrow columns.
//!
//! Only the column with the cubes is imported and only the new columns are exported; other columns are not touched.

use crate::arguments::{argument, thread_count};
use crate::capsules::{self, ExportedColumn, ImportedColumn};
use crate::edge_error::Expected;
use crate::error::batch_exception;
use crate::signals::wait_for;
use crate::solving::solve_options;
use crate::tables;
use arrow_array::{RecordBatch, StructArray};
use arrow_schema::{DataType, Field, Schema};
use cubegod::parallel::available_threads;
use cubegod_columns::{BatchContext, BatchOptions, NEW_COLUMNS, RowSolver, check};
use cubegod_service::{Spelling, solve};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyTuple};

/// Returns the options for every cube.
fn read(given: &Bound<'_, PyDict>) -> PyResult<BatchOptions> {
    let value = |name: &str| given.as_any().get_item(name);
    let (solve, read) = solve_options(&(
        value("method")?,
        value("max_length")?,
        value("budget")?,
        value("nodes")?,
        value("format")?,
        value("puzzle")?,
        value("target")?,
        value("faces")?,
        value("metric")?,
        value("exact")?,
        // A row has one solution.
        given.py().None().into_bound(given.py()),
        value("tables")?,
    ))?;
    Ok(BatchOptions {
        column: argument(&value("column")?, "column", Expected::Column)?,
        read,
        solve: solve::Options { any: argument(&value("any")?, "any", Expected::Flag)?, ..solve },
    })
}

/// Returns the number of rows to solve and write together: few if each takes long.
#[pyfunction]
#[pyo3(signature = (options))]
pub(crate) fn rows_at_once(options: &Bound<'_, PyDict>) -> PyResult<usize> {
    Ok(read(options)?.rows_at_once())
}

/// Solves the cubes of a column of a batch whose columns have these names. Returns the new columns as a structure, in the two
/// capsules of Arrow's C data interface, and the name of the table of proofs, if a row needed one. Without a column, only checks
/// the options.
#[pyfunction]
#[pyo3(signature = (names, column, threads, options))]
pub(crate) fn solve_column<'py>(
    py: Python<'py>,
    names: Vec<String>,
    column: Option<&Bound<'py, PyAny>>,
    threads: &Bound<'py, PyAny>,
    options: &Bound<'py, PyDict>,
) -> PyResult<Option<(Bound<'py, PyTuple>, Option<String>)>> {
    let choice = tables::fixed_choice(&options.as_any().get_item("tables")?)?;
    let options = read(options)?;
    let name = options.column.clone();
    let threads = thread_count(threads, available_threads())?;
    let given = column.map(ExportedColumn::new).transpose()?;
    let solver =
        RowSolver::new(tables::solvers(choice), options, Spelling::PYTHON).map_err(batch_exception)?;
    // The types of other columns do not matter.
    let data_type = |other: &String| match &given {
        Some(given) if *other == name => given.data_type.clone(),
        _ => DataType::Null,
    };
    let fields: Vec<Field> = names.iter().map(|other| Field::new(other, data_type(other), true)).collect();
    check(&Schema::new(fields), &name).map_err(batch_exception)?;
    let Some(given) = given else { return Ok(None) };
    let cubes = given.import()?;
    let (solved, proof_table) = py.detach(|| solve_interruptibly(name, cubes, solver, threads))?;
    let places: Vec<usize> = (1..=NEW_COLUMNS.len()).collect();
    let new = solved.project(&places).map_err(|error| batch_exception(error.into()))?;
    Ok(Some((capsules::export(py, &StructArray::from(new))?, proof_table)))
}

/// Solves on other threads, so that Ctrl-C does not wait for them.
fn solve_interruptibly(
    name: String,
    cubes: ImportedColumn,
    solver: RowSolver<'static>,
    threads: usize,
) -> PyResult<(RecordBatch, Option<String>)> {
    wait_for(move |token| {
        let batch = RecordBatch::try_from_iter_with_nullable([(name, cubes.validated()?, true)])
            .map_err(|error| batch_exception(error.into()))?;
        let context = BatchContext { threads, cancellation: token.clone(), ..BatchContext::default() };
        let solved = cubegod_columns::solve(&batch, &solver, &context).map_err(batch_exception)?;
        Ok((solved, solver.proof_table().map(str::to_owned)))
    })?
}
