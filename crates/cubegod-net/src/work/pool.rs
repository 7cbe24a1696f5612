//! The threads of the lanes, and requests that wait for them.

use super::queue::{FairQueue, JobId};
use super::{Attempt, Cancelled, Lane, Rejection, Signals, WorkError, WorkMetrics, WorkOptions};
use crate::address::ClientAddress;
use crate::priority::lower_priority;
use prometheus_client::metrics::gauge::Gauge;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::Duration;
use tokio::sync::oneshot;
use tokio::time::{Instant, timeout_at};

/// The time after the time limit in which cancelled work may still return a result.
const SLACK: Duration = Duration::from_secs(2);

/// The longest time limit; the clock cannot add arbitrary durations.
const MAX_TIME_LIMIT: Duration = Duration::from_secs(365 * 24 * 60 * 60);

/// Runs requests on a bounded number of threads. Dropping it cancels what runs.
pub(crate) struct WorkPool {
    lanes: [Arc<LaneThreads>; 3],
    options: WorkOptions,
    is_stopping: Arc<AtomicBool>,
    metrics: WorkMetrics,
}

/// A lane: its queue and the threads that take from it.
struct LaneThreads {
    lane: Lane,
    max_threads: usize,
    state: Mutex<LaneState>,
    wake: Condvar,
    /// Whether jobs wait for a thread, and none is free.
    is_contended: Arc<AtomicBool>,
    running: Gauge,
    waiting: Gauge,
}

struct LaneState {
    queue: FairQueue<Job>,
    threads: usize,
    idle: usize,
    is_closed: bool,
}

/// Work that waits for a thread; it is called once.
type Job = Box<dyn FnOnce(Call) + Send>;

/// How the wait for a thread ended.
enum Call {
    /// On a thread of the lane.
    Run,
    /// Without one.
    Reject(WorkError),
}

impl WorkPool {
    /// Creates a pool. Threads start when there is work for them.
    pub(crate) fn new(options: &WorkOptions) -> WorkPool {
        let metrics = WorkMetrics::default();
        let time_limit = options.time_limit.min(MAX_TIME_LIMIT);
        let options = WorkOptions { time_limit, ..options.clone() };
        let lanes = Lane::ALL.map(|lane| {
            let per_address = match lane {
                // The last thread is for other addresses.
                Lane::Quick | Lane::Medium => options.threads.saturating_sub(1).max(1),
                Lane::Long => options.searches_per_address.max(1),
            };
            Arc::new(LaneThreads {
                lane,
                max_threads: options.threads.max(1),
                state: Mutex::new(LaneState {
                    queue: FairQueue::new(per_address),
                    threads: 0,
                    idle: 0,
                    is_closed: false,
                }),
                wake: Condvar::new(),
                is_contended: Arc::default(),
                running: metrics.running(lane),
                waiting: metrics.waiting(lane),
            })
        });
        WorkPool { lanes, options, is_stopping: Arc::default(), metrics }
    }

    /// Returns the counts of the work.
    pub(crate) fn metrics(&self) -> &WorkMetrics {
        &self.metrics
    }

    /// Runs work off the asynchronous threads, beginning in a lane; it returns `None` if it was cancelled without a result.
    /// Dropping the future cancels it.
    ///
    /// # Errors
    ///
    /// The work was rejected, cancelled, or panicked.
    pub(crate) async fn run<T, W>(&self, address: ClientAddress, lane: Lane, work: W) -> Result<T, WorkError>
    where
        T: Send + 'static,
        W: FnMut(&Attempt) -> Option<T> + Send + 'static,
    {
        self.run_until(self.deadline(), address, lane, work).await
    }

    /// Returns the time limit of a request that begins now.
    pub(crate) fn deadline(&self) -> Instant {
        Instant::now() + self.options.time_limit
    }

    /// Like [`WorkPool::run`], for a request that began before.
    ///
    /// # Errors
    ///
    /// The work was rejected, cancelled, or panicked.
    pub(crate) async fn run_until<T, W>(
        &self,
        deadline: Instant,
        address: ClientAddress,
        lane: Lane,
        work: W,
    ) -> Result<T, WorkError>
    where
        T: Send + 'static,
        W: FnMut(&Attempt) -> Option<T> + Send + 'static,
    {
        let address = address.for_turns();
        let (mut lane, mut work) = (Some(lane), work);
        while let Some(current) = lane {
            let result;
            (result, work) = self.attempt(address, current, deadline, work).await?;
            if let Some(result) = result {
                return Ok(result);
            }
            if self.is_stopping.load(Ordering::Relaxed) {
                return Err(self.stopped());
            }
            if Instant::now() >= deadline {
                break;
            }
            if current.slice().is_some() {
                self.metrics.count_cancelled(Cancelled::Slice);
            }
            lane = current.next();
        }
        if Instant::now() < deadline {
            self.metrics.count_cancelled(Cancelled::Contention);
            return Err(WorkError::Contended(self.options.contended_limit));
        }
        self.metrics.count_cancelled(Cancelled::Time);
        Err(WorkError::Timeout(self.options.time_limit))
    }

    /// Runs work in one lane. Returns the work with the result, so that the next lane can run it.
    async fn attempt<T, W>(
        &self,
        address: ClientAddress,
        lane: Lane,
        deadline: Instant,
        mut work: W,
    ) -> Result<(Option<T>, W), WorkError>
    where
        T: Send + 'static,
        W: FnMut(&Attempt) -> Option<T> + Send + 'static,
    {
        let (sender, mut receiver) = oneshot::channel();
        let threads = &self.lanes[lane as usize];
        let signals = Signals {
            is_abandoned: Arc::default(),
            is_stopping: Arc::clone(&self.is_stopping),
            is_contended: Arc::clone(&threads.is_contended),
        };
        let (job_signals, contended_limit) = (signals.clone(), self.options.contended_limit);
        let job = Box::new(move |call| {
            let result = match call {
                Call::Run => Ok(work(&Attempt::new(lane, deadline, &job_signals, contended_limit))),
                Call::Reject(error) => Err(error),
            };
            // Without a receiver, the client disconnected.
            let _ = sender.send(result.map(|result| (result, work)));
        });
        let id = threads.submit(address, job, &self.options, &self.metrics)?;
        let mut guard = CancelOnDrop { pool: self, threads, address, id, signals: &signals, is_done: false };
        let mut received = timeout_at(deadline, &mut receiver).await;
        if received.is_err() {
            if threads.remove(address, id) {
                guard.is_done = true;
                self.metrics.count_rejected(Rejection::Time);
                return Err(WorkError::NotBegun(self.options.time_limit));
            }
            received = timeout_at(deadline + SLACK, &mut receiver).await;
        }
        guard.is_done = true;
        if received.is_err() {
            signals.is_abandoned.store(true, Ordering::Relaxed);
        }
        match received {
            Ok(Ok(done)) => done,
            Ok(Err(_)) if self.is_stopping.load(Ordering::Relaxed) => Err(self.stopped()),
            Ok(Err(_)) => Err(WorkError::Panicked),
            Err(_) => Err(WorkError::Timeout(self.options.time_limit)),
        }
    }

    fn stopped(&self) -> WorkError {
        self.metrics.count_cancelled(Cancelled::Stop);
        WorkError::Stopping
    }

    /// Cancels what runs, and drops what waits.
    pub(crate) fn stop(&self) {
        self.is_stopping.store(true, Ordering::Relaxed);
        for threads in &self.lanes {
            threads.close();
        }
    }
}

impl Drop for WorkPool {
    fn drop(&mut self) {
        self.stop();
    }
}

/// Cancels a request whose future is dropped.
struct CancelOnDrop<'a> {
    pool: &'a WorkPool,
    threads: &'a LaneThreads,
    address: ClientAddress,
    id: JobId,
    signals: &'a Signals,
    is_done: bool,
}

impl Drop for CancelOnDrop<'_> {
    fn drop(&mut self) {
        if !self.is_done {
            self.signals.is_abandoned.store(true, Ordering::Relaxed);
            self.threads.remove(self.address, self.id);
            self.pool.metrics.count_cancelled(Cancelled::Client);
        }
    }
}

impl LaneThreads {
    fn lock(&self) -> MutexGuard<'_, LaneState> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Records whether jobs wait in vain.
    fn update_contention(&self, state: &LaneState) {
        let is_contended = state.queue.has_turn() && state.idle == 0 && state.threads == self.max_threads;
        self.is_contended.store(is_contended, Ordering::Relaxed);
    }

    /// Adds a job to the queue and provides a thread for it.
    fn submit(
        self: &Arc<LaneThreads>,
        address: ClientAddress,
        job: Job,
        options: &WorkOptions,
        metrics: &WorkMetrics,
    ) -> Result<JobId, WorkError> {
        let mut state = self.lock();
        if state.is_closed {
            return Err(WorkError::Stopping);
        }
        // Threads that are free or can be started take the job at once.
        let mut displaced = None;
        let is_free = state.idle + self.max_threads - state.threads > state.queue.waiting();
        if self.lane != Lane::Quick && !is_free {
            let waiting_of_address = state.queue.waiting_of(address);
            if waiting_of_address > 0 && waiting_of_address >= options.queue_per_address {
                metrics.count_rejected(Rejection::Address);
                let address = address.to_string();
                return Err(WorkError::AddressBusy { address, waiting: waiting_of_address });
            }
            if state.queue.waiting() >= options.queue {
                metrics.count_rejected(Rejection::Queue);
                displaced = state.queue.displace(address);
                if displaced.is_none() {
                    return Err(WorkError::QueueFull { waiting: state.queue.waiting() });
                }
            }
        }
        let id = state.queue.push(address, job);
        self.waiting.inc();
        if state.queue.waiting() > state.idle && state.threads < self.max_threads {
            let threads = Arc::clone(self);
            let name = format!("cubegod-{:?}", self.lane).to_lowercase();
            match thread::Builder::new().name(name).spawn(move || threads.work()) {
                Ok(_) => state.threads += 1,
                Err(_) if state.threads > 0 => {}
                Err(_) => {
                    let job = state.queue.remove(address, id);
                    let waiting = state.queue.waiting();
                    drop(state);
                    // The job is dropped without the lock: it may own anything.
                    drop(job);
                    self.waiting.dec();
                    metrics.count_rejected(Rejection::Queue);
                    return Err(WorkError::QueueFull { waiting });
                }
            }
        }
        self.update_contention(&state);
        drop(state);
        self.wake.notify_one();
        if let Some((address, waiting, job)) = displaced {
            self.waiting.dec();
            let address = address.to_string();
            job(Call::Reject(WorkError::Displaced { address, waiting }));
        }
        Ok(id)
    }

    /// Removes a job that waits; returns whether it did.
    fn remove(&self, address: ClientAddress, id: JobId) -> bool {
        let mut state = self.lock();
        let removed = state.queue.remove(address, id);
        self.update_contention(&state);
        // The job is dropped without the lock: it may own anything.
        drop(state);
        if removed.is_some() {
            self.waiting.dec();
        }
        removed.is_some()
    }

    /// Takes jobs until the pool is dropped.
    fn work(&self) {
        if self.lane != Lane::Quick {
            lower_priority(self.lane.niceness());
        }
        let mut state = self.lock();
        loop {
            let Some((address, job)) = state.queue.pop() else {
                if state.is_closed {
                    state.threads -= 1;
                    return;
                }
                state.idle += 1;
                state = self.wake.wait(state).unwrap_or_else(PoisonError::into_inner);
                state.idle -= 1;
                continue;
            };
            self.update_contention(&state);
            drop(state);
            self.waiting.dec();
            self.running.inc();
            let start = Instant::now();
            // A panic fails one request, whose sender is dropped; not the thread.
            let _ = catch_unwind(AssertUnwindSafe(|| job(Call::Run)));
            self.running.dec();
            state = self.lock();
            state.queue.finish(address, start.elapsed());
        }
    }

    /// Drops what waits and ends the threads.
    fn close(&self) {
        let mut state = self.lock();
        state.is_closed = true;
        // The jobs are dropped without the lock: they may own anything.
        let jobs = state.queue.clear();
        drop(state);
        for job in jobs {
            drop(job);
            self.waiting.dec();
        }
        self.wake.notify_all();
    }
}
