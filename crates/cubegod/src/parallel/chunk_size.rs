//! An adaptive number of small items per chunk.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

/// Adapts the number of small items per chunk so that a chunk takes about a given time: long enough to make the overhead per
/// chunk negligible, short enough to balance the load between threads.
///
/// The caller measures the time.
///
/// # Examples
///
/// ```
/// use cubegod::parallel::ChunkSize;
/// use std::time::Duration;
///
/// let size = ChunkSize::new(256, Duration::from_millis(1));
/// assert_eq!(size.get(), 1);
/// size.record(1, Duration::from_micros(10));
/// assert_eq!(size.get(), 100);
/// ```
#[derive(Debug)]
pub struct ChunkSize {
    size: AtomicUsize,
    max: usize,
    target: Duration,
}

impl ChunkSize {
    /// Returns a size that starts with 1 and stays at or below `max`.
    pub fn new(max: usize, target: Duration) -> ChunkSize {
        ChunkSize { size: AtomicUsize::new(1), max: max.max(1), target }
    }

    /// Returns the size of the next chunk.
    pub fn get(&self) -> usize {
        self.size.load(Ordering::Relaxed)
    }

    /// Records the time that this many items took.
    pub fn record(&self, items: usize, elapsed: Duration) {
        if items == 0 {
            return;
        }
        let fitting = self.target.as_nanos() * items as u128 / elapsed.as_nanos().max(1);
        self.size.store(fitting.clamp(1, self.max as u128) as usize, Ordering::Relaxed);
    }
}
