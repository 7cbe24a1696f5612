//! A batch in memory: the same batch with three columns more.

use crate::cells::{self, Cells};
use crate::refusal::Refusal;
use crate::row::{Miss, Plan};
use arrow_array::builder::{Int32Builder, StringBuilder};
use arrow_array::{ArrayRef, RecordBatch};
use arrow_schema::{DataType, Field, Schema, SchemaRef};
use std::ops::Range;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;

/// The columns that are added, in this order.
pub const NEW_COLUMNS: [&str; 3] = ["solution", "length", "error"];

/// How a batch is worked on. The answers do not depend on it.
pub struct Means<'a> {
    /// On how many threads.
    pub threads: usize,
    /// Whether nobody waits any longer; asked every few microseconds.
    pub is_stopped: &'a (dyn Fn() -> bool + Sync),
    /// Told how many rows were answered since it was last told, from any thread.
    pub count: &'a (dyn Fn(usize) + Sync),
}

/// On one thread, to the end, for nobody who wants to know.
impl Default for Means<'_> {
    fn default() -> Self {
        Means { threads: 1, is_stopped: &|| false, count: &|_| {} }
    }
}

/// Whether batches of this schema can be solved, and which column has the cubes.
pub fn check(schema: &Schema, column: &str) -> Result<usize, Refusal> {
    if let Some(taken) =
        NEW_COLUMNS.iter().find(|name| schema.fields().iter().any(|field| field.name() == *name))
    {
        return Err(Refusal::Taken { column: (*taken).to_owned() });
    }
    let places: Vec<usize> =
        (0..schema.fields().len()).filter(|&place| schema.field(place).name() == column).collect();
    match places[..] {
        [place] => match schema.field(place).data_type() {
            known if cells::is_readable(known) => Ok(place),
            found => Err(Refusal::Type { column: column.to_owned(), found: found.clone() }),
        },
        [] => Err(Refusal::NoColumn {
            column: column.to_owned(),
            found: schema.fields().iter().map(|field| field.name().clone()).collect(),
        }),
        _ => Err(Refusal::Several { column: column.to_owned(), count: places.len() }),
    }
}

/// What the schema of solved batches is.
pub fn solved_schema(schema: &Schema) -> Schema {
    let [solution, length, error] = NEW_COLUMNS;
    let new = [(solution, DataType::Utf8), (length, DataType::Int32), (error, DataType::Utf8)]
        .map(|(name, data_type)| Arc::new(Field::new(name, data_type, true)));
    let fields: Vec<_> = schema.fields().iter().cloned().chain(new).collect();
    Schema::new_with_metadata(fields, schema.metadata().clone())
}

/// Solves every cube of a batch: its columns, and `solution`, `length` and `error` behind them.
///
/// A row that can't be solved has an `error` and nothing else. The answers are the same on any number of threads, unless the
/// options have a budget of time.
pub fn solve(batch: &RecordBatch, plan: &Plan<'_>, means: &Means<'_>) -> Result<RecordBatch, Refusal> {
    let place = check(&batch.schema(), &plan.options().column)?;
    let column = batch.column(place);
    let cells = Cells::new(column.as_ref(), &plan.options().column)?;
    let answers = answer_all(batch.num_rows(), &cells, plan, means)?;
    let schema = SchemaRef::new(solved_schema(&batch.schema()));
    let columns: Vec<ArrayRef> = batch.columns().iter().cloned().chain(answers.into_columns()?).collect();
    Ok(RecordBatch::try_new(schema, columns)?)
}

/// The new columns of some rows in a row.
struct Answers {
    start: usize,
    solution: StringBuilder,
    length: Int32Builder,
    error: StringBuilder,
}

impl Answers {
    fn new(start: usize, rows: usize) -> Answers {
        Answers {
            start,
            solution: StringBuilder::with_capacity(rows, rows * 24),
            length: Int32Builder::with_capacity(rows),
            error: StringBuilder::new(),
        }
    }

    /// Those of rows `start..`, all together, from the first to the last.
    fn join(mut parts: Vec<Answers>, rows: usize) -> Result<Answers, Refusal> {
        parts.sort_unstable_by_key(|part| part.start);
        let mut all = Answers::new(0, rows);
        for mut part in parts {
            all.solution.append_array(&part.solution.finish())?;
            all.length.append_array(&part.length.finish());
            all.error.append_array(&part.error.finish())?;
        }
        Ok(all)
    }

    fn into_columns(mut self) -> Result<[ArrayRef; 3], Refusal> {
        Ok([Arc::new(self.solution.finish()), Arc::new(self.length.finish()), Arc::new(self.error.finish())])
    }
}

/// Answers rows until there are no more, or nobody wants them.
fn answer_all(
    rows: usize,
    cells: &Cells<'_>,
    plan: &Plan<'_>,
    means: &Means<'_>,
) -> Result<Answers, Refusal> {
    let threads = means.threads.clamp(1, rows.max(1));
    // Long enough that handing runs out costs nothing, short enough that all threads end together.
    let length = (rows / (threads * 16)).clamp(1, 1024);
    let next = AtomicUsize::new(0);
    let done: Mutex<Vec<Answers>> = Mutex::default();
    let work = || -> Result<(), Refusal> {
        loop {
            let start = next.fetch_add(length, Ordering::Relaxed);
            if start >= rows {
                return Ok(());
            }
            let answers = answer_run(start..(start + length).min(rows), cells, plan, means)?;
            done.lock().unwrap_or_else(PoisonError::into_inner).push(answers);
        }
    };
    thread::scope(|scope| {
        let others: Vec<_> = (1..threads)
            // Where the system has no more threads to give, it takes longer.
            .map_while(|_| thread::Builder::new().spawn_scoped(scope, work).ok())
            .collect();
        let mine = work();
        let results: Vec<_> = others.into_iter().map(|other| other.join()).collect();
        results.into_iter().try_for_each(|result| match result {
            Ok(result) => result,
            Err(panic) => std::panic::resume_unwind(panic),
        })?;
        mine
    })?;
    Answers::join(done.into_inner().unwrap_or_else(PoisonError::into_inner), rows)
}

fn answer_run(
    rows: Range<usize>,
    cells: &Cells<'_>,
    plan: &Plan<'_>,
    means: &Means<'_>,
) -> Result<Answers, Refusal> {
    let mut answers = Answers::new(rows.start, rows.len());
    let mut line = Vec::new();
    let count = rows.len();
    for row in rows {
        if (means.is_stopped)() {
            return Err(Refusal::Stopped);
        }
        line.clear();
        let answer = plan.answer(cells.get(row), &mut line, means.is_stopped).and_then(|length| {
            let text = std::str::from_utf8(&line);
            text.map(|text| (text, length)).map_err(|error| Miss::Error(error.to_string()))
        });
        match answer {
            Ok((solution, length)) => {
                answers.solution.append_value(solution);
                answers.length.append_value(length);
                answers.error.append_null();
            }
            Err(Miss::Error(error)) => {
                answers.solution.append_null();
                answers.length.append_null();
                answers.error.append_value(error);
            }
            Err(Miss::Stopped) => return Err(Refusal::Stopped),
        }
    }
    (means.count)(count);
    Ok(answers)
}
