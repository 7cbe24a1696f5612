//! The clock: the only place that reads the time. Targets without `std::time::Instant` replace it here.

use crate::time::rounded;
use std::time::{Duration, Instant};

/// Measures time from its start.
#[derive(Copy, Clone, Debug)]
pub(crate) struct Stopwatch(Instant);

impl Stopwatch {
    pub(crate) fn start() -> Stopwatch {
        Stopwatch(Instant::now())
    }

    /// Returns the time since the start.
    pub(crate) fn elapsed(self) -> Duration {
        self.0.elapsed()
    }

    /// Returns the time since the start in seconds, rounded to microseconds.
    pub(crate) fn seconds(self) -> f64 {
        rounded(self.elapsed().as_secs_f64(), 6)
    }
}
