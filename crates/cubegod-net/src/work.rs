//! Work off the asynchronous threads: a fixed number of threads, fair turns between addresses, and cancellation.
//!
//! There are three lanes, each with threads of its own, so that long work never delays quick work. A request begins in the
//! quick lane unless it is known to take longer. In that lane it has a slice of time; one that uses it up is cancelled and
//! begins again in the next lane. So a lane need not be predicted, and what is wasted is at most two slices.

mod metrics;
mod options;
mod pool;
mod queue;
#[cfg(test)]
mod tests;

pub(crate) use metrics::{Cancelled, Rejection, WorkMetrics};
pub use options::WorkOptions;
pub(crate) use pool::WorkPool;

use cubegod::Cancellation;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;
use tokio::time::Instant;

/// A class of work with threads of its own.
#[derive(Copy, Clone, Debug, Eq, Hash, Ord, PartialEq, PartialOrd)]
pub(crate) enum Lane {
    /// Reading, checking and turning cubes, the 2x2, the easy 3x3.
    Quick,
    /// Searches with the default budget.
    Medium,
    /// Everything else, up to the time limit.
    Long,
}

impl Lane {
    const ALL: [Lane; 3] = [Lane::Quick, Lane::Medium, Lane::Long];

    /// Returns the time after which work moves to the next lane.
    pub(crate) const fn slice(self) -> Option<Duration> {
        match self {
            Lane::Quick => Some(Duration::from_millis(10)),
            // Twice the longest default budget, that of the engine.
            Lane::Medium => Some(Duration::from_millis(400)),
            Lane::Long => None,
        }
    }

    /// Returns the first lane for work that takes at least this long.
    pub(crate) fn for_time(time: Duration) -> Lane {
        let has_time = |lane: &Lane| lane.slice().is_none_or(|slice| time < slice);
        Lane::ALL.into_iter().find(has_time).unwrap_or(Lane::Long)
    }

    /// Returns the niceness of its threads: quick requests come first when processors are scarce.
    const fn niceness(self) -> i32 {
        match self {
            Lane::Quick => 0,
            Lane::Medium => 5,
            Lane::Long => 10,
        }
    }

    fn next(self) -> Option<Lane> {
        match self {
            Lane::Quick => Some(Lane::Medium),
            Lane::Medium => Some(Lane::Long),
            Lane::Long => None,
        }
    }
}

/// One run of a request in a lane.
#[derive(Debug)]
pub(crate) struct Attempt {
    pub(crate) lane: Lane,
    /// Cancelled when the client disconnects, the server stops, the time limit is reached, or the slice is used up.
    pub(crate) cancellation: Cancellation,
    /// No lane continues after this attempt, so a part of the result is better than none.
    pub(crate) is_last: bool,
}

impl Attempt {
    /// Begins an attempt. Work without a slice has a limit of its own while others wait.
    fn new(lane: Lane, deadline: Instant, signals: &Signals, contended_limit: Duration) -> Attempt {
        let now = Instant::now();
        let end_of = |time| now.checked_add(time).map_or(deadline, |end| end.min(deadline));
        let (end, contended_end) = match lane.slice() {
            Some(slice) => (end_of(slice), deadline),
            None => (deadline, end_of(contended_limit)),
        };
        let signals = signals.clone();
        let cancellation = Cancellation::when(move || {
            let now = Instant::now();
            signals.is_cancelled() || now >= end || (now >= contended_end && signals.is_contended())
        });
        Attempt { lane, cancellation, is_last: end == deadline }
    }
}

/// What cancels a request besides time.
#[derive(Clone, Debug, Default)]
struct Signals {
    /// The client disconnected.
    is_abandoned: Arc<AtomicBool>,
    /// The server stops.
    is_stopping: Arc<AtomicBool>,
    /// Others wait for the thread.
    is_contended: Arc<AtomicBool>,
}

impl Signals {
    fn is_contended(&self) -> bool {
        self.is_contended.load(Ordering::Relaxed)
    }

    fn is_cancelled(&self) -> bool {
        self.is_abandoned.load(Ordering::Relaxed) || self.is_stopping.load(Ordering::Relaxed)
    }
}

/// The error for a request without a result.
#[derive(Clone, Debug, Eq, PartialEq, thiserror::Error)]
pub(crate) enum WorkError {
    /// Too many searches of its address wait.
    #[error("{address} has the maximum number of waiting searches ({waiting})")]
    AddressBusy { address: String, waiting: usize },
    /// Too many searches wait.
    #[error("all solvers are busy, and the queue of {waiting} is full")]
    QueueFull { waiting: usize },
    /// Too many searches wait, most of them of its address.
    #[error("the queue is full, and {address} has the most waiting searches ({waiting})")]
    Displaced { address: String, waiting: usize },
    /// It did not begin within the time limit.
    #[error("all solvers were busy for {0:.0?}")]
    NotBegun(Duration),
    /// It did not end within the time limit.
    #[error("no answer was found in {0:.0?}, the time limit")]
    Timeout(Duration),
    /// It did not end within the limit that applies while others wait.
    #[error("no answer was found in {0:.0?}, the limit while others wait")]
    Contended(Duration),
    /// The server stops.
    #[error("the server is stopping")]
    Stopping,
    /// The work panicked.
    #[error("the server has a bug; please report the request")]
    Panicked,
}
