//! What a server may use in one round: time and bytes.

use std::time::{Duration, Instant};

/// The time and the bytes that are left in a round.
#[derive(Copy, Clone, Debug)]
pub(super) struct RoundBudget {
    start: Instant,
    time_limit: Duration,
    bytes_left: usize,
}

impl RoundBudget {
    /// Starts a round now.
    pub(super) fn new(time_limit: Duration, bytes: usize) -> RoundBudget {
        RoundBudget { start: Instant::now(), time_limit, bytes_left: bytes }
    }

    /// Returns the time limit of the round.
    pub(super) fn time_limit(&self) -> Duration {
        self.time_limit
    }

    /// Returns the remaining time, if any.
    pub(super) fn time_left(&self) -> Option<Duration> {
        self.time_limit.checked_sub(self.start.elapsed()).filter(|left| !left.is_zero())
    }

    /// Subtracts received bytes and returns whether they were within the limit.
    pub(super) fn spend(&mut self, bytes: usize) -> bool {
        let left = self.bytes_left.checked_sub(bytes);
        self.bytes_left = left.unwrap_or(0);
        left.is_some()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_round_ends_with_its_bytes_or_its_time() {
        let mut budget = RoundBudget::new(Duration::MAX, 10);
        assert!(budget.spend(4) && budget.spend(6));
        assert!(!budget.spend(1));
        assert!(budget.time_left().is_some());
        assert_eq!(RoundBudget::new(Duration::ZERO, 10).time_left(), None);
    }
}
