//! Runs requests on threads of their own: a bounded number at once, cancelled when the client disconnects.

use super::error::{HttpError, HttpKind};
use super::metrics::Metrics;
use super::options::HttpOptions;
use axum::http::StatusCode;
use cubegod::Cancellation;
use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio::task::spawn_blocking;
use tokio::time::{Instant, timeout_at};

/// How long work may go on after its time, to write down what it found.
const SLACK: Duration = Duration::from_secs(2);

/// The most time that a request can be given: clocks do not go on for ever.
const LONGEST: Duration = Duration::from_secs(365 * 24 * 60 * 60);

/// The requests that run and those that wait.
pub(super) struct Work {
    running: Arc<Semaphore>,
    waiting: Mutex<Waiting>,
    queue: usize,
    queue_of_one: usize,
    time_limit: Duration,
    is_closing: Arc<AtomicBool>,
    metrics: Arc<Metrics>,
}

#[derive(Default)]
struct Waiting {
    all: usize,
    by_client: HashMap<IpAddr, usize>,
}

/// The permit of a request to run.
pub(super) struct RunPermit {
    _permit: OwnedSemaphorePermit,
    metrics: Arc<Metrics>,
    /// When the time of the request is over.
    deadline: Instant,
    is_closing: Arc<AtomicBool>,
}

impl Drop for RunPermit {
    fn drop(&mut self) {
        self.metrics.running.dec();
    }
}

/// Cancels the request when it is dropped.
pub(super) struct CancelOnDrop(Cancellation);

impl Drop for CancelOnDrop {
    fn drop(&mut self) {
        self.0.cancel();
    }
}

impl RunPermit {
    /// Returns a guard that cancels the request when it is dropped, and the token, which is also cancelled when the server shuts
    /// down or the time is over.
    pub(super) fn cancellation(&self) -> (CancelOnDrop, Cancellation) {
        let (deadline, is_closing) = (self.deadline, Arc::clone(&self.is_closing));
        let cancellation =
            Cancellation::when(move || is_closing.load(Ordering::Relaxed) || Instant::now() >= deadline);
        (CancelOnDrop(cancellation.clone()), cancellation)
    }
}

impl Work {
    pub(super) fn new(options: &HttpOptions, metrics: Arc<Metrics>) -> Work {
        Work {
            running: Arc::new(Semaphore::new(options.threads.max(1))),
            waiting: Mutex::default(),
            queue: options.queue,
            queue_of_one: options.queue_of_one,
            time_limit: options.time_limit.min(LONGEST),
            is_closing: Arc::default(),
            metrics,
        }
    }

    /// Does work off the asynchronous threads. It is stopped when the future is dropped.
    pub(super) async fn run<T: Send + 'static>(
        &self,
        client: IpAddr,
        work: impl FnOnce(&Cancellation) -> T + Send + 'static,
    ) -> Result<T, HttpError> {
        let permit = self.acquire(client).await?;
        let (_cancel, cancellation) = permit.cancellation();
        let deadline = permit.deadline;
        // The permit is held until the work ends, even if the client has disconnected.
        let working = spawn_blocking(move || {
            let _permit = permit;
            work(&cancellation)
        });
        match timeout_at(deadline + SLACK, working).await {
            Ok(Ok(done)) => Ok(done),
            Ok(Err(_)) => Err(HttpError::internal()),
            Err(_) => Err(self.stopped()),
        }
    }

    /// Lets all searches end with what they found.
    pub(super) fn close(&self) {
        self.is_closing.store(true, Ordering::Relaxed);
    }

    /// Waits for a place, where there is room to wait.
    pub(super) async fn acquire(&self, client: IpAddr) -> Result<RunPermit, HttpError> {
        let deadline = Instant::now() + self.time_limit;
        let permit = match Arc::clone(&self.running).try_acquire_owned() {
            Ok(permit) => permit,
            Err(_) => {
                let _waiting = self.wait(client)?;
                let permit = timeout_at(deadline, Arc::clone(&self.running).acquire_owned()).await;
                // The semaphore is never closed.
                permit.map_err(|_| self.no_place())?.map_err(|_| HttpError::internal())?
            }
        };
        self.metrics.running.inc();
        let (metrics, is_closing) = (Arc::clone(&self.metrics), Arc::clone(&self.is_closing));
        Ok(RunPermit { _permit: permit, metrics, deadline, is_closing })
    }

    fn wait(&self, client: IpAddr) -> Result<WaitingPlace<'_>, HttpError> {
        let mut waiting = self.lock();
        let all = waiting.all;
        let of_one = waiting.by_client.get(&client).copied().unwrap_or_default();
        // A client with more than its share gets that error, even if the whole queue is full.
        if of_one >= self.queue_of_one && of_one > 0 {
            let message =
                format!("{of_one} requests from {client} wait already; come back when they are answered");
            let kind = HttpKind::TooManyRequests;
            return Err(HttpError::new(StatusCode::TOO_MANY_REQUESTS, kind, message).retry_after(RETRY));
        }
        if all >= self.queue {
            return Err(busy(
                "all solvers are busy and enough requests wait for them; come back in a moment",
            ));
        }
        waiting.all += 1;
        waiting.by_client.insert(client, of_one + 1);
        self.metrics.waiting.inc();
        Ok(WaitingPlace { work: self, client })
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, Waiting> {
        self.waiting.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// There was no place in the time that a request may take.
    fn no_place(&self) -> HttpError {
        busy(&format!("all solvers were busy for {:.0?}; come back in a moment", self.time_limit))
    }

    /// Work was stopped before there was an answer.
    pub(super) fn stopped(&self) -> HttpError {
        let (kind, message) = match self.is_closing.load(Ordering::Relaxed) {
            true => (HttpKind::Stopping, "the server is being stopped; ask again when it is back".to_owned()),
            false => (
                HttpKind::Timeout,
                format!(
                    "no answer was found in {:.0?}, the most that a request may take; ask for less, or let the server \
                     take longer (--time-limit)",
                    self.time_limit
                ),
            ),
        };
        HttpError::new(StatusCode::SERVICE_UNAVAILABLE, kind, message).retry_after(RETRY)
    }
}

fn busy(message: &str) -> HttpError {
    HttpError::new(StatusCode::SERVICE_UNAVAILABLE, HttpKind::Busy, message.to_owned()).retry_after(RETRY)
}

/// When to come back: most requests take much less.
const RETRY: Duration = Duration::from_secs(1);

/// A place in the queue.
struct WaitingPlace<'a> {
    work: &'a Work,
    client: IpAddr,
}

impl Drop for WaitingPlace<'_> {
    fn drop(&mut self) {
        let mut waiting = self.work.lock();
        waiting.all -= 1;
        if let Some(count) = waiting.by_client.get_mut(&self.client) {
            *count -= 1;
            if *count == 0 {
                waiting.by_client.remove(&self.client);
            }
        }
        self.work.metrics.waiting.dec();
    }
}
