//! Solves rows on all cores and returns the answers in order.

use crate::answers::Answers;
use crate::row_solver::RowSolver;
use cubegod::Cancellation;
use cubegod::parallel::{ChunkSize, Event, ParallelOptions, Results, ordered_streams};
use cubegod::solve::optimal::WorkerPermits;
use cubegod_service::solve::SolveContext;
use std::io;
use std::ops::{ControlFlow, Range};
use std::sync::Arc;
use std::time::{Duration, Instant};

/// The most rows that a thread takes at once.
const MAX_ROWS: usize = 1024;

/// About how long a thread works on the rows that it takes. After twice that time it gives back the rest, so that slow rows
/// are shared.
const RUN: Duration = Duration::from_millis(5);

/// The value of a row.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub(crate) enum CubeValue<'a> {
    /// No value.
    Null,
    Text(&'a str),
    #[cfg_attr(not(feature = "arrow"), expect(dead_code))]
    Bytes(&'a [u8]),
    /// Something that is not text, with the message that says so.
    #[cfg_attr(not(feature = "files"), expect(dead_code))]
    Unreadable(&'a str),
}

/// Rows with cubes.
pub(crate) trait CubeRows: Send + Sync {
    fn len(&self) -> usize;
    fn cube(&self, row: usize) -> CubeValue<'_>;
}

/// Consecutive rows for one thread.
pub(crate) struct Task<C> {
    rows: Arc<C>,
    range: Range<usize>,
}

/// Consecutive rows with their answers.
#[cfg_attr(not(feature = "files"), expect(dead_code, reason = "in memory, only the answers are read"))]
pub(crate) struct Solved<C> {
    pub(crate) rows: Arc<C>,
    pub(crate) start: usize,
    pub(crate) answers: Answers,
}

/// Cuts chunks of rows into tasks.
struct Tasks<'a, C, I> {
    chunks: I,
    current: Option<Task<C>>,
    size: &'a ChunkSize,
    threads: usize,
}

impl<C: CubeRows, I: Iterator<Item = Arc<C>>> Iterator for Tasks<'_, C, I> {
    type Item = Task<C>;

    fn next(&mut self) -> Option<Task<C>> {
        let Task { rows, range } = match self.current.take() {
            Some(task) => task,
            // A chunk without rows is a task too: its columns reach the sink.
            None => self.chunks.next().map(|rows| Task { range: 0..rows.len(), rows })?,
        };
        // Short enough that all threads have some of the last rows.
        let most = (rows.len() / (16 * self.threads.max(1))).max(1);
        let middle = range.end.min(range.start + self.size.get().min(most));
        if middle < range.end {
            self.current = Some(Task { rows: Arc::clone(&rows), range: middle..range.end });
        }
        Some(Task { rows, range: range.start..middle })
    }
}

/// Solves the rows of all chunks. The sink gets the answers in order. `count` is called with a number of rows whenever they
/// are answered, from any thread. Returns whether every row was answered.
pub(crate) fn solve_rows<C: CubeRows>(
    chunks: impl Iterator<Item = Arc<C>> + Send,
    solver: &RowSolver<'_>,
    threads: usize,
    cancellation: &Cancellation,
    count: &(dyn Fn(&C, usize) + Sync),
    sink: impl FnMut(Event<Solved<C>>) -> ControlFlow<()>,
) -> io::Result<bool> {
    let size = ChunkSize::new(MAX_ROWS, RUN);
    let tasks = Tasks { chunks, current: None, size: &size, threads };
    // Threads without rows work on the proofs of other threads.
    let permits = WorkerPermits::new(threads);
    let context = SolveContext {
        threads: 1,
        permits: Some(&permits),
        cancellation,
        keep_partial: false,
        on_improvement: &|_| {},
        on_progress: &|_| {},
    };
    let worker = || {
        |Task { rows, mut range }: Task<C>, results: &mut Results<'_, Task<C>, Solved<C>>| {
            let _permit = permits.acquire();
            let (begin, start) = (Instant::now(), range.start);
            let mut answers = Answers::with_capacity(range.len());
            let mut flow = ControlFlow::Continue(());
            while range.start < range.end {
                flow = match cancellation.is_cancelled() {
                    true => ControlFlow::Break(()),
                    false => solver.answer(rows.cube(range.start), &mut answers, &context),
                };
                if flow.is_break() {
                    break;
                }
                range.start += 1;
                if begin.elapsed() > 2 * RUN {
                    break;
                }
            }
            size.record(answers.len(), begin.elapsed());
            count(&rows, answers.len());
            // Answered rows are not lost when the run is cancelled.
            let pushed = results.push(Solved { rows: Arc::clone(&rows), start, answers });
            if flow.is_break() || range.is_empty() {
                return flow;
            }
            results.give_back(Task { rows, range });
            pushed
        }
    };
    ordered_streams(tasks, ParallelOptions::new(threads), cancellation, worker, sink)
}
