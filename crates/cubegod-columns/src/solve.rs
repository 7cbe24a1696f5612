//! A batch in memory: the same batch with three columns more.

use crate::answers::{Answers, Collection};
use crate::cells::{self, Cells};
use crate::error::BatchError;
use crate::row::{Miss, Plan};
use crate::rows::Rows;
use arrow_array::RecordBatch;
use arrow_schema::{DataType, Field, Schema};
use cubegod::solve::optimal::WorkerPermits;
use cubegod_service::solve as one;
use std::ops::Range;
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

/// The columns that are added, in this order.
pub const NEW_COLUMNS: [&str; 3] = ["solution", "length", "error"];

/// So many rows are taken by a thread at most.
const LONGEST_RUN: usize = 1024;

/// About how long a thread works on the rows that it takes: long enough that taking them costs nothing, and no longer, so that rows
/// are answered about in their order. What is left after twice as long is given back.
const RUN: Duration = Duration::from_millis(10);

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
pub fn check(schema: &Schema, column: &str) -> Result<usize, BatchError> {
    if let Some(taken) =
        NEW_COLUMNS.iter().find(|name| schema.fields().iter().any(|field| field.name() == *name))
    {
        return Err(BatchError::Taken { column: (*taken).to_owned() });
    }
    let places: Vec<usize> =
        (0..schema.fields().len()).filter(|&place| schema.field(place).name() == column).collect();
    match places[..] {
        [place] => match schema.field(place).data_type() {
            known if cells::is_readable(known) => Ok(place),
            found => Err(BatchError::Type { column: column.to_owned(), found: found.clone() }),
        },
        [] => Err(BatchError::NoColumn {
            column: column.to_owned(),
            found: schema.fields().iter().map(|field| field.name().clone()).collect(),
        }),
        _ => Err(BatchError::Several { column: column.to_owned(), count: places.len() }),
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
pub fn solve(batch: &RecordBatch, plan: &Plan<'_>, means: &Means<'_>) -> Result<RecordBatch, BatchError> {
    let mut whole = None;
    solve_in_pieces(batch, plan, means, None, &mut |solved| whole = Some(solved))?;
    whole.ok_or(BatchError::Stopped)
}

/// The same, piece by piece: the rows from the first one on that are solved are handed over each time this long has passed, and in the
/// end; and when nobody waits any longer, so that nothing is lost that was done.
pub(crate) fn solve_in_pieces(
    batch: &RecordBatch,
    plan: &Plan<'_>,
    means: &Means<'_>,
    every: Option<Duration>,
    take: &mut (dyn FnMut(RecordBatch) + Send),
) -> Result<(), BatchError> {
    let place = check(&batch.schema(), &plan.options().column)?;
    let cells = Cells::new(batch.column(place).as_ref(), &plan.options().column)?;
    let collection = Mutex::new(Collection::new(batch));
    let answered = answer_all(batch.num_rows(), &cells, plan, means, every, &collection, take);
    if let Some(last) = collection.into_inner().unwrap_or_else(PoisonError::into_inner).take()? {
        take(last);
    }
    answered
}

/// Answers rows until there are no more, or nobody wants them.
fn answer_all(
    rows: usize,
    cells: &Cells<'_>,
    plan: &Plan<'_>,
    means: &Means<'_>,
    every: Option<Duration>,
    collection: &Mutex<Collection<'_>>,
    take: &mut (dyn FnMut(RecordBatch) + Send),
) -> Result<(), BatchError> {
    let collection = || collection.lock().unwrap_or_else(PoisonError::into_inner);
    let threads = means.threads.clamp(1, rows.max(1));
    // Short enough that all threads end together.
    let longest = (rows / (threads * 16)).clamp(1, LONGEST_RUN);
    let rows = Rows::new(rows);
    // Threads for which there are no rows help those who have some left.
    let seats = WorkerPermits::new(means.threads);
    let one = one::SolveContext {
        threads: 1,
        permits: Some(&seats),
        is_cancelled: means.is_stopped,
        keep_partial: false,
        on_improvement: &|_| {},
        on_progress: &|_| {},
    };
    let work = || -> Result<(), BatchError> {
        let mut length = 1;
        while let Some(mut taken) = rows.take(length) {
            let _seat = seats.acquire();
            let begin = Instant::now();
            let mut answers = Answers::new(taken.left.start, taken.left.len());
            let is_stopped = answer_run(&mut taken.left, begin + 2 * RUN, &mut answers, cells, plan, &one);
            (means.count)(answers.rows());
            collection().add(answers);
            if is_stopped {
                // Nobody else is to answer them either.
                taken.left = 0..0;
                return Err(BatchError::Stopped);
            }
            let is_short = begin.elapsed() < RUN;
            length = if is_short { (length * 2).min(longest) } else { (length / 2).max(1) };
        }
        Ok(())
    };
    // Ends the clock when it is dropped.
    let (end, ended) = channel::<()>();
    thread::scope(|scope| {
        let clock = every.and_then(|every| {
            let tick = move || -> Result<(), BatchError> {
                while ended.recv_timeout(every) == Err(RecvTimeoutError::Timeout) {
                    let answered = collection().take()?;
                    // Without the lock: whoever takes it may be slow, and nobody else should wait.
                    if let Some(answered) = answered {
                        take(answered);
                    }
                }
                Ok(())
            };
            thread::Builder::new().spawn_scoped(scope, tick).ok()
        });
        let others: Vec<_> = (1..threads)
            // Where the system has no more threads to give, it takes longer.
            .map_while(|_| thread::Builder::new().spawn_scoped(scope, work).ok())
            .collect();
        let mine = work();
        let results: Vec<_> = others.into_iter().map(|other| other.join()).collect();
        drop(end);
        let told = clock.map(|clock| clock.join());
        results.into_iter().chain(told).try_for_each(|result| match result {
            Ok(result) => result,
            Err(panic) => std::panic::resume_unwind(panic),
        })?;
        mine
    })
}

/// Answers rows until there are no more, or it is late; true if nobody waits any longer.
fn answer_run(
    left: &mut Range<usize>,
    late: Instant,
    answers: &mut Answers,
    cells: &Cells<'_>,
    plan: &Plan<'_>,
    means: &one::SolveContext<'_>,
) -> bool {
    let mut line = Vec::new();
    while left.start < left.end {
        if (means.is_cancelled)() {
            return true;
        }
        line.clear();
        let answer = plan.answer(cells.get(left.start), &mut line, means).and_then(|length| {
            let text = std::str::from_utf8(&line);
            text.map(|text| (text, length)).map_err(|error| Miss::Error(error.to_string()))
        });
        match answer {
            Ok((solution, length)) => answers.solve(solution, length),
            Err(Miss::Error(error)) => answers.fail(&error),
            Err(Miss::Stopped) => return true,
        }
        left.start += 1;
        if Instant::now() >= late {
            break;
        }
    }
    false
}
