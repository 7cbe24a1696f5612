//! Parallel processing of many items: results in the order of the items, in bounded memory, and cancellable.
//!
//! [`ordered`] covers the plain case of one result per item. [`ordered_streams`] also lets an item have any number of results,
//! a worker keep state of its own, and a slow item be split.
//!
//! Threads come from the standard library. A work-stealing pool such as rayon keeps no order and bounds no memory for a stream
//! of unknown length, so a queue like this one would be needed on top of it.

mod chunk_size;
mod state;
#[cfg(test)]
mod tests;

pub use chunk_size::ChunkSize;

use crate::Cancellation;
use state::{Key, Shared};
use std::io;
use std::num::NonZero;
use std::ops::ControlFlow;
use std::thread;

/// Returns the number of threads that can run at once, within the limits of the process; 1 where the system does not say.
pub fn available_threads() -> usize {
    thread::available_parallelism().map_or(1, NonZero::get)
}

/// Limits on the work in parallel. The results do not depend on them.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
#[non_exhaustive]
pub struct ParallelOptions {
    /// The maximum number of worker threads; 0 means 1. More than one start only while there are items for them.
    pub threads: usize,
    /// The maximum number of items in flight: pulled from the iterator, with results that did not reach the sink yet. 0 means 1.
    pub capacity: usize,
}

impl ParallelOptions {
    /// The items in flight per thread by default: enough that one item may take 64 times as long as the others before they
    /// wait for it.
    const CAPACITY_PER_THREAD: usize = 64;

    /// Returns options for this many threads with a capacity that suits them.
    pub fn new(threads: usize) -> ParallelOptions {
        ParallelOptions { threads, capacity: threads.saturating_mul(Self::CAPACITY_PER_THREAD) }
    }

    /// Sets the maximum number of items in flight.
    #[must_use]
    pub fn capacity(self, capacity: usize) -> ParallelOptions {
        ParallelOptions { capacity, ..self }
    }
}

/// An event for the sink of [`ordered_streams`].
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub enum Event<R> {
    /// The next result in the order of the items.
    Result(R),
    /// The next result is not ready. Sent before the sink waits and every 20 ms while it waits, so that it can flush output,
    /// show progress, or break if workers do not react to a cancellation.
    Waiting,
}

/// Runs `work` for every item on several threads and passes the results to `sink` in the order of the items. With at most one
/// thread, the calling thread does everything and no other is started.
///
/// The iterator is advanced by one thread at a time. The sink runs on the calling thread. A run ends early when the sink breaks or
/// the token is cancelled; then the results up to the first missing one still reach the sink, unless it broke. A sink that
/// breaks cancels the token, so that `work` can stop too. Returns whether every result reached the sink.
///
/// # Errors
///
/// Fails if the system cannot start a single thread.
///
/// # Panics
///
/// Panics with the panic of `work` or of the iterator, after the other threads ended.
///
/// # Examples
///
/// ```
/// use cubegod::Cancellation;
/// use cubegod::parallel::{ParallelOptions, ordered};
/// use std::ops::ControlFlow;
///
/// let mut squares = Vec::new();
/// let is_complete = ordered(1..=1000_u64, ParallelOptions::new(4), &Cancellation::new(), |n| n * n, |square| {
///     squares.push(square);
///     ControlFlow::Continue(())
/// })?;
/// assert!(is_complete && squares.is_sorted());
/// # Ok::<(), std::io::Error>(())
/// ```
pub fn ordered<T: Send, R: Send>(
    items: impl IntoIterator<Item = T, IntoIter: Send>,
    options: ParallelOptions,
    cancellation: &Cancellation,
    work: impl Fn(T) -> R + Sync,
    mut sink: impl FnMut(R) -> ControlFlow<()>,
) -> io::Result<bool> {
    if options.threads <= 1 {
        return Ok(one_by_one(items, cancellation, work, sink));
    }
    let worker = || |item, results: &mut Results<'_, T, R>| results.push(work(item));
    ordered_streams(items, options, cancellation, worker, |event| match event {
        Event::Result(result) => sink(result),
        Event::Waiting => ControlFlow::Continue(()),
    })
}

/// Does what [`ordered`] does, on the calling thread.
fn one_by_one<T, R>(
    items: impl IntoIterator<Item = T>,
    cancellation: &Cancellation,
    work: impl Fn(T) -> R,
    mut sink: impl FnMut(R) -> ControlFlow<()>,
) -> bool {
    let mut items = items.into_iter();
    while !cancellation.is_cancelled() {
        let Some(item) = items.next() else { return true };
        if sink(work(item)).is_break() {
            cancellation.cancel();
            break;
        }
    }
    false
}

/// Runs workers on several threads, each of which turns items into any number of results, and passes the results to `sink` in the
/// order of the items.
///
/// At least one thread is started, so that the sink can react to [`Event::Waiting`] while an item takes long.
///
/// Each thread calls `worker` once and uses the closure that it returns for all its items. That closure pushes results
/// as they are found, may give back the rest of its item ([`Results::give_back`]), and breaks if it could not complete the
/// item, which ends the run as a cancellation does. For everything else see [`ordered`].
///
/// # Errors
///
/// Fails if the system cannot start a single thread.
///
/// # Panics
///
/// Panics with the panic of a worker or of the iterator, after the other threads ended.
///
/// # Examples
///
/// ```
/// use cubegod::Cancellation;
/// use cubegod::parallel::{Event, ParallelOptions, Results, ordered_streams};
/// use std::ops::ControlFlow;
///
/// let texts = ["R U", "", "F2 B2 L"];
/// let worker = || {
///     |text: &'static str, words: &mut Results<'_, _, _>| {
///         text.split(' ').filter(|word| !word.is_empty()).try_for_each(|word| words.push(word))
///     }
/// };
/// let mut words = Vec::new();
/// ordered_streams(texts, ParallelOptions::new(2), &Cancellation::new(), worker, |event| {
///     if let Event::Result(word) = event {
///         words.push(word);
///     }
///     ControlFlow::Continue(())
/// })?;
/// assert_eq!(words, ["R", "U", "F2", "B2", "L"]);
/// # Ok::<(), std::io::Error>(())
/// ```
pub fn ordered_streams<T: Send, R: Send, W>(
    items: impl IntoIterator<Item = T, IntoIter: Send>,
    options: ParallelOptions,
    cancellation: &Cancellation,
    worker: impl Fn() -> W + Sync,
    mut sink: impl FnMut(Event<R>) -> ControlFlow<()>,
) -> io::Result<bool>
where
    W: FnMut(T, &mut Results<'_, T, R>) -> ControlFlow<()>,
{
    let shared = Shared::new(options, cancellation.clone());
    let items = std::sync::Mutex::new(items.into_iter());
    thread::scope(|scope| -> io::Result<()> {
        shared.start_worker(scope, &items, &worker)?;
        // If the sink panics, stop the workers: the scope waits for them.
        let _cancel = CancelOnPanic(&shared);
        loop {
            let ready = shared.take_ready();
            if ready.is_empty() {
                if shared.is_over() {
                    return Ok(());
                }
                if sink(Event::Waiting).is_break() {
                    break;
                }
                shared.wait_for_result();
            }
            if ready.into_iter().try_for_each(|result| sink(Event::Result(result))).is_break() {
                break;
            }
        }
        shared.stop();
        Ok(())
    })?;
    shared.finish()
}

struct CancelOnPanic<'a, T, R>(&'a Shared<T, R>);

impl<T, R> Drop for CancelOnPanic<'_, T, R> {
    fn drop(&mut self) {
        if thread::panicking() {
            self.0.stop();
        }
    }
}

/// Collects the results of one item.
pub struct Results<'a, T, R> {
    shared: &'a Shared<T, R>,
    key: Key,
    rest: Option<T>,
}

impl<T, R> Results<'_, T, R> {
    /// Adds a result of the item. Waits while many results of this item have not reached the sink. Breaks if the run was
    /// cancelled.
    pub fn push(&mut self, result: R) -> ControlFlow<()> {
        self.shared.push(self.key, result)
    }

    /// Returns the rest of the item to the queue for any worker. Its results follow those of this part. A later call replaces
    /// an earlier one.
    pub fn give_back(&mut self, rest: T) {
        self.rest = Some(rest);
    }
}
