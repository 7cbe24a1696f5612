//! Solves an Arrow batch in memory.

use crate::answers::{Answer, Answers};
use crate::cube_column::{self, CubeColumn};
use crate::error::BatchError;
use crate::options::NEW_COLUMNS;
use crate::parallel::solve_rows;
use crate::row_solver::RowSolver;
use arrow_array::builder::{Int32Builder, StringBuilder};
use arrow_array::{ArrayRef, RecordBatch};
use arrow_schema::{DataType, Field, Schema, SchemaRef};
use cubegod::Cancellation;
use cubegod::parallel::Event;
use std::ops::ControlFlow;
use std::sync::Arc;

/// How a batch is worked on. The answers do not depend on it.
pub struct BatchContext<'a> {
    /// The number of threads.
    pub threads: usize,
    /// Cancels the batch.
    pub cancellation: Cancellation,
    /// Called with a number of rows whenever they are answered, from any thread.
    pub progress: &'a (dyn Fn(usize) + Sync),
}

/// One thread, never cancelled, no progress.
impl Default for BatchContext<'_> {
    fn default() -> Self {
        BatchContext { threads: 1, cancellation: Cancellation::new(), progress: &|_| {} }
    }
}

/// Returns the index of the column with the cubes.
///
/// # Errors
///
/// Fails if there is no such column or several, if its type holds no cubes, or if a column has the name of a new one.
pub fn check(schema: &Schema, column: &str) -> Result<usize, BatchError> {
    let names = schema.fields().iter().map(|field| field.name().as_str());
    let index = crate::options::check_names(names, column)?;
    match schema.field(index).data_type() {
        known if cube_column::is_readable(known) => Ok(index),
        found => Err(BatchError::ColumnType { column: column.to_owned(), found: found.to_string() }),
    }
}

/// Returns the schema of solved batches: the new columns follow those of the input.
pub fn solved_schema(schema: &Schema) -> Schema {
    let [solution, length, error] = NEW_COLUMNS;
    let new = [(solution, DataType::Utf8), (length, DataType::Int32), (error, DataType::Utf8)]
        .map(|(name, data_type)| Arc::new(Field::new(name, data_type, true)));
    let fields: Vec<_> = schema.fields().iter().cloned().chain(new).collect();
    Schema::new_with_metadata(fields, schema.metadata().clone())
}

/// Solves every cube of a batch: returns its columns followed by `solution`, `length` and `error`.
///
/// A row that cannot be solved has an `error` and nothing else. The answers are the same on any number of threads, unless the
/// options have a time budget.
///
/// # Errors
///
/// Fails if the batch has no usable column of cubes ([`check`]) or the context is cancelled.
pub fn solve(
    batch: &RecordBatch,
    solver: &RowSolver<'_>,
    context: &BatchContext<'_>,
) -> Result<RecordBatch, BatchError> {
    let index = check(&batch.schema(), &solver.options().column)?;
    let column = Arc::new(CubeColumn::new(batch.column(index).as_ref(), &solver.options().column)?);
    let mut solved = Vec::new();
    let count = |_: &CubeColumn, rows: usize| (context.progress)(rows);
    let is_complete =
        solve_rows([column].into_iter(), solver, context.threads, &context.cancellation, &count, |event| {
            if let Event::Result(part) = event {
                solved.push(part.answers);
            }
            ControlFlow::Continue(())
        })
        .map_err(|error| BatchError::thread(&error))?;
    match is_complete {
        true => with_answers(batch, solved.iter()),
        false => Err(BatchError::Stopped { rows: 0 }),
    }
}

/// Adds the columns of the answers.
pub(crate) fn with_answers<'a>(
    batch: &RecordBatch,
    answers: impl Iterator<Item = &'a Answers>,
) -> Result<RecordBatch, BatchError> {
    let rows = batch.num_rows();
    let mut solutions = StringBuilder::with_capacity(rows, rows * 24);
    let mut lengths = Int32Builder::with_capacity(rows);
    // Most rows have none.
    let mut errors = StringBuilder::with_capacity(rows, 0);
    for answer in answers.flat_map(Answers::iter) {
        match answer {
            Answer::Solution(solution, length) => {
                solutions.append_value(solution);
                lengths.append_value(length);
                errors.append_null();
            }
            Answer::Error(message) => {
                solutions.append_null();
                lengths.append_null();
                errors.append_value(message);
            }
        }
    }
    let new: [ArrayRef; 3] =
        [Arc::new(solutions.finish()), Arc::new(lengths.finish()), Arc::new(errors.finish())];
    let schema = SchemaRef::new(solved_schema(&batch.schema()));
    Ok(RecordBatch::try_new(schema, batch.columns().iter().cloned().chain(new).collect())?)
}
