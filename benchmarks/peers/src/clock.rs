//! CPU time of a thread or the process, independent of the load of the machine.

use rustix::time::{ClockId, clock_gettime};
use std::time::{Duration, Instant};

/// Returns the CPU time of this thread since it started.
pub(crate) fn thread_time() -> Duration {
    read(ClockId::ThreadCPUTime)
}

/// Returns the CPU time of all threads of this process since it started.
pub(crate) fn process_time() -> Duration {
    read(ClockId::ProcessCPUTime)
}

fn read(clock: ClockId) -> Duration {
    let time = clock_gettime(clock);
    Duration::new(time.tv_sec as u64, time.tv_nsec as u32)
}

/// Returns the result of a function and the CPU time that this thread used for it.
pub(crate) fn timed<T>(work: impl FnOnce() -> T) -> (T, Duration) {
    let start = thread_time();
    let result = work();
    (result, thread_time().saturating_sub(start))
}

/// A budget of CPU time for this thread.
pub(crate) struct Countdown {
    end: Duration,
    next_check: Instant,
}

impl Countdown {
    /// Starts a countdown.
    pub(crate) fn new(budget: Duration) -> Countdown {
        Countdown { end: thread_time() + budget, next_check: Instant::now() + budget }
    }

    /// Returns whether the budget is used up. Reading the CPU clock costs a system call, reading the wall clock almost
    /// nothing; a thread never uses more CPU time than wall time, so the wall clock decides when to read the CPU clock.
    pub(crate) fn is_over(&mut self) -> bool {
        let now = Instant::now();
        if now < self.next_check {
            return false;
        }
        let left = self.end.saturating_sub(thread_time());
        self.next_check = now + left;
        left.is_zero()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sleep_is_not_cpu_time() {
        let ((), slept) = timed(|| std::thread::sleep(Duration::from_millis(30)));
        assert!(slept < Duration::from_millis(15), "{slept:?}");
    }

    #[test]
    fn a_countdown_ends_when_the_cpu_time_is_used_and_not_before() {
        let budget = Duration::from_millis(20);
        let start = thread_time();
        let mut countdown = Countdown::new(budget);
        std::thread::sleep(budget);
        assert!(!countdown.is_over());
        while !countdown.is_over() {}
        assert!(thread_time() - start >= budget);
    }
}
