//! The limits on work.

use cubegod::parallel::available_threads;
use std::time::Duration;

/// Limits on the work of a server.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct WorkOptions {
    /// The number of threads of each lane: of quick requests, of short searches, and of long searches.
    pub threads: usize,
    /// The number of searches that may wait; further ones are rejected. Quick requests always wait: each connection has one
    /// at most.
    pub queue: usize,
    /// The number of waiting searches per address.
    pub queue_per_address: usize,
    /// The number of long searches per address that run at once.
    pub searches_per_address: usize,
    /// The most time for a long search while others wait for its thread; it then ends with its best result.
    pub contended_limit: Duration,
    /// The most time for a request, including the time in the queue. A search that has not ended by then is cancelled.
    pub time_limit: Duration,
}

impl Default for WorkOptions {
    fn default() -> WorkOptions {
        let options = WorkOptions {
            threads: 1,
            queue: 256,
            queue_per_address: 64,
            searches_per_address: 1,
            contended_limit: Duration::from_secs(5),
            time_limit: Duration::from_secs(30),
        };
        options.with_threads(available_threads())
    }
}

impl WorkOptions {
    /// Sets the number of threads of each lane. One address may use half of those for long searches.
    pub fn with_threads(self, threads: usize) -> WorkOptions {
        WorkOptions { threads, searches_per_address: threads.div_ceil(2), ..self }
    }

    /// Sets the number of searches that may wait. A quarter of them may be from one address.
    pub fn with_queue(self, queue: usize) -> WorkOptions {
        WorkOptions { queue, queue_per_address: queue.div_ceil(4), ..self }
    }
}
