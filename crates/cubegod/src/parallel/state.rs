//! The items in flight, shared by the workers and the sink.

use super::{ParallelOptions, Results};
use crate::Cancellation;
use std::any::Any;
use std::collections::BTreeMap;
use std::io;
use std::ops::ControlFlow;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::{self, Scope};
use std::time::Duration;

/// The maximum number of results of one item that wait for the sink.
const MAX_PENDING: usize = 16;

/// The interval at which a waiting sink checks for a cancellation, since a token cannot wake it.
const POLL: Duration = Duration::from_millis(20);

/// The sort key of a result: the number of the item, and of its part.
pub(super) type Key = (u64, u64);

/// An item in flight.
struct Slot<R> {
    /// The results of the item that did not reach the sink yet.
    results: Vec<R>,
    /// Whether all results are there.
    is_complete: bool,
}

pub(super) struct Shared<T, R> {
    options: ParallelOptions,
    cancellation: Cancellation,
    state: Mutex<State<T, R>>,
    /// Wakes workers: there is an item, or there will be no more.
    work: Condvar,
    /// Wakes the sink: the first slot has results, or a worker ended.
    ready: Condvar,
    /// Wakes a worker with many results: the sink took some.
    drained: Condvar,
}

struct State<T, R> {
    slots: BTreeMap<Key, Slot<R>>,
    /// The parts of items that were given back.
    rests: BTreeMap<Key, T>,
    /// The number of items pulled from the iterator.
    pulled: u64,
    /// Whether a worker is advancing the iterator.
    is_pulling: bool,
    /// Whether the iterator ended.
    is_exhausted: bool,
    workers: usize,
    /// The number of workers that wait for an item.
    idle: usize,
    /// The number of workers that have an item.
    busy: usize,
    /// Whether the run ends early, even if the token cannot be cancelled: the sink or a worker broke or panicked.
    is_stopped: bool,
    panic: Option<Box<dyn Any + Send>>,
}

impl<T, R> State<T, R> {
    fn insert_slot(&mut self, key: Key) {
        self.slots.insert(key, Slot { results: Vec::new(), is_complete: false });
    }

    fn has_ready(&self) -> bool {
        self.slots.first_key_value().is_some_and(|(_, slot)| slot.is_complete || !slot.results.is_empty())
    }
}

impl<T, R> Shared<T, R> {
    pub(super) fn new(options: ParallelOptions, cancellation: Cancellation) -> Shared<T, R> {
        let state = State {
            slots: BTreeMap::new(),
            rests: BTreeMap::new(),
            pulled: 0,
            is_pulling: false,
            is_exhausted: false,
            workers: 0,
            idle: 0,
            busy: 0,
            is_stopped: false,
            panic: None,
        };
        Shared {
            options,
            cancellation,
            state: Mutex::new(state),
            work: Condvar::new(),
            ready: Condvar::new(),
            drained: Condvar::new(),
        }
    }

    /// Locks the state. No caller's code runs under the lock, so a panic never leaves it inconsistent.
    fn lock(&self) -> MutexGuard<'_, State<T, R>> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn notify_all(&self) {
        [&self.work, &self.ready, &self.drained].into_iter().for_each(Condvar::notify_all);
    }

    /// Ends the run early and cancels the token.
    pub(super) fn stop(&self) {
        self.cancellation.cancel();
        self.lock().is_stopped = true;
        self.notify_all();
    }

    /// Whether workers must end.
    fn must_end(&self, state: &State<T, R>) -> bool {
        state.is_stopped || self.cancellation.is_cancelled()
    }

    /// Adds a result; waits until there is room for it.
    pub(super) fn push(&self, key: Key, result: R) -> ControlFlow<()> {
        let mut state = self.lock();
        loop {
            let Some(slot) = state.slots.get_mut(&key) else { return ControlFlow::Break(()) };
            if slot.results.len() < MAX_PENDING {
                slot.results.push(result);
                break;
            }
            if self.must_end(&state) {
                return ControlFlow::Break(());
            }
            state = wait(&self.drained, state);
        }
        let is_first = state.slots.first_key_value().is_some_and(|(first, _)| *first == key);
        let must_end = self.must_end(&state);
        drop(state);
        if is_first {
            self.ready.notify_one();
        }
        if must_end { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }

    /// Takes the results that can reach the sink now.
    pub(super) fn take_ready(&self) -> Vec<R> {
        let mut ready = Vec::new();
        let mut state = self.lock();
        let slots_before = state.slots.len();
        while let Some(mut first) = state.slots.first_entry() {
            ready.append(&mut first.get_mut().results);
            if !first.get().is_complete {
                break;
            }
            first.remove();
        }
        let has_room = state.slots.len() < slots_before;
        drop(state);
        if has_room {
            self.work.notify_one();
        }
        if !ready.is_empty() {
            self.drained.notify_all();
        }
        ready
    }

    /// Whether all workers ended and nothing is left for the sink.
    pub(super) fn is_over(&self) -> bool {
        let state = self.lock();
        state.workers == 0 && !state.has_ready()
    }

    /// Waits for a result or the end of a worker, but not longer than [`POLL`].
    pub(super) fn wait_for_result(&self) {
        let state = self.lock();
        if state.has_ready() || state.workers == 0 {
            return;
        }
        let waited = self.ready.wait_timeout(state, POLL).unwrap_or_else(PoisonError::into_inner);
        drop(waited);
        if self.cancellation.is_cancelled() {
            self.notify_all();
        }
    }

    /// Ends the run after all workers have ended; returns whether every result reached the sink.
    pub(super) fn finish(self) -> io::Result<bool> {
        let state = self.state.into_inner().unwrap_or_else(PoisonError::into_inner);
        if let Some(panic) = state.panic {
            std::panic::resume_unwind(panic);
        }
        Ok(state.is_exhausted && state.slots.is_empty() && !state.is_stopped)
    }
}

impl<T: Send, R: Send> Shared<T, R> {
    /// Starts another worker.
    pub(super) fn start_worker<'scope, I, W>(
        &'scope self,
        scope: &'scope Scope<'scope, '_>,
        items: &'scope Mutex<I>,
        worker: &'scope (impl Fn() -> W + Sync),
    ) -> io::Result<()>
    where
        I: Iterator<Item = T> + Send,
        W: FnMut(T, &mut Results<'_, T, R>) -> ControlFlow<()>,
    {
        self.lock().workers += 1;
        let run = move || {
            let result = catch_unwind(AssertUnwindSafe(|| self.run_worker(scope, items, worker)));
            if let Err(panic) = result {
                self.lock().panic.get_or_insert(panic);
                self.stop();
            }
            self.lock().workers -= 1;
            self.notify_all();
        };
        let started = thread::Builder::new().spawn_scoped(scope, run);
        if started.is_err() {
            self.lock().workers -= 1;
        }
        started.map(|_| ())
    }

    fn run_worker<'scope, I, W>(
        &'scope self,
        scope: &'scope Scope<'scope, '_>,
        items: &'scope Mutex<I>,
        worker: &'scope (impl Fn() -> W + Sync),
    ) where
        I: Iterator<Item = T> + Send,
        W: FnMut(T, &mut Results<'_, T, R>) -> ControlFlow<()>,
    {
        let mut work = None;
        while let Some(Task { key, item, needs_worker }) = self.next_task(items) {
            if needs_worker {
                // If the system cannot start more threads, those that run do the work.
                let _ = self.start_worker(scope, items, worker);
            }
            let mut results = Results { shared: self, key, rest: None };
            let flow = work.get_or_insert_with(worker)(item, &mut results);
            self.complete(key, results.rest, flow);
        }
    }

    /// Returns the next part that was given back, or the next item; `None` if there will be no more.
    fn next_task<I: Iterator<Item = T>>(&self, items: &Mutex<I>) -> Option<Task<T>> {
        let mut state = self.lock();
        loop {
            if self.must_end(&state) {
                return None;
            }
            if let Some((key, item)) = state.rests.pop_first() {
                state.busy += 1;
                return Some(Task { key, item, needs_worker: false });
            }
            if state.is_exhausted && state.busy == 0 {
                return None;
            }
            let is_full = state.slots.len() >= self.options.capacity.max(1);
            if state.is_exhausted || state.is_pulling || is_full {
                state.idle += 1;
                state = wait(&self.work, state);
                state.idle -= 1;
                continue;
            }
            state.is_pulling = true;
            drop(state);
            let item = items.lock().unwrap_or_else(PoisonError::into_inner).next();
            state = self.lock();
            state.is_pulling = false;
            let Some(item) = item else {
                state.is_exhausted = true;
                self.work.notify_all();
                continue;
            };
            let key = (state.pulled, 0);
            state.pulled += 1;
            state.insert_slot(key);
            state.busy += 1;
            let needs_worker = state.idle == 0 && state.workers < self.options.threads;
            self.work.notify_one();
            return Some(Task { key, item, needs_worker });
        }
    }

    /// Records that a worker has completed an item, except for a rest that it gives back.
    fn complete(&self, key: Key, rest: Option<T>, flow: ControlFlow<()>) {
        if flow.is_break() {
            return self.stop();
        }
        let mut state = self.lock();
        state.busy -= 1;
        if let Some(slot) = state.slots.get_mut(&key) {
            slot.is_complete = true;
            if let Some(rest) = rest {
                let next = (key.0, key.1 + 1);
                state.insert_slot(next);
                state.rests.insert(next, rest);
            }
        }
        let is_first = state.slots.first_key_value().is_some_and(|(first, _)| *first == key);
        let is_over = state.is_exhausted && state.busy == 0;
        let has_rests = !state.rests.is_empty();
        drop(state);
        if is_first {
            self.ready.notify_one();
        }
        if is_over {
            self.work.notify_all();
        } else if has_rests {
            self.work.notify_one();
        }
    }
}

/// An item for a worker.
struct Task<T> {
    key: Key,
    item: T,
    /// Whether to start another worker, because all have an item.
    needs_worker: bool,
}

fn wait<'a, S>(condition: &Condvar, state: MutexGuard<'a, S>) -> MutexGuard<'a, S> {
    condition.wait(state).unwrap_or_else(PoisonError::into_inner)
}
