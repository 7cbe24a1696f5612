//! CPU time: what a thread or the process has used, however busy the machine is.

use rustix::time::{ClockId, clock_gettime};
use std::time::{Duration, Instant};

/// What this thread has used since it began.
pub(crate) fn thread_time() -> Duration {
    read(ClockId::ThreadCPUTime)
}

/// What all threads of this process have used since it began.
pub(crate) fn process_time() -> Duration {
    read(ClockId::ProcessCPUTime)
}

fn read(clock: ClockId) -> Duration {
    let time = clock_gettime(clock);
    Duration::new(time.tv_sec as u64, time.tv_nsec as u32)
}

/// What comes out, and the CPU time that this thread used for it.
pub(crate) fn timed<T>(work: impl FnOnce() -> T) -> (T, Duration) {
    let start = thread_time();
    let result = work();
    (result, thread_time().saturating_sub(start))
}

/// Tells when this thread has used up the CPU time it was given.
pub(crate) struct Countdown {
    end: Duration,
    ask_again: Instant,
}

impl Countdown {
    /// From now on.
    pub(crate) fn new(budget: Duration) -> Countdown {
        Countdown { end: thread_time() + budget, ask_again: Instant::now() + budget }
    }

    /// Whether the time is used up. The clock of the CPU costs a system call, the one on the wall next to nothing; since no
    /// thread uses more CPU time than goes by, the latter tells when it is worth asking the former.
    pub(crate) fn is_over(&mut self) -> bool {
        let now = Instant::now();
        if now < self.ask_again {
            return false;
        }
        let left = self.end.saturating_sub(thread_time());
        self.ask_again = now + left;
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
