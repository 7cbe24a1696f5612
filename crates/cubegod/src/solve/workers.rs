//! Work on several threads, of which the calling thread is one.

use std::panic::resume_unwind;
use std::thread::{Builder, scope};

/// Calls `work` on this many threads at once, and returns the results. One of them is the calling thread, so that no thread is
/// started for 1. If the system starts fewer threads, these do all of the work.
pub(super) fn run_workers<T: Send>(threads: usize, work: impl Fn() -> T + Sync) -> Vec<T> {
    scope(|scope| {
        let start = |_| Builder::new().spawn_scoped(scope, &work).ok();
        let others: Vec<_> = (1..threads).map_while(start).collect();
        let mut results = vec![work()];
        results.extend(
            others.into_iter().map(|other| other.join().unwrap_or_else(|panic| resume_unwind(panic))),
        );
        results
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::Barrier;
    use std::thread::current;

    #[test]
    fn one_worker_is_the_calling_thread() {
        for threads in [0, 1] {
            assert_eq!(run_workers(threads, || current().id()), [current().id()]);
        }
        let all_started = Barrier::new(3);
        let ids = run_workers(3, || {
            all_started.wait();
            current().id()
        });
        assert_eq!(ids.iter().filter(|id| **id == current().id()).count(), 1);
        assert_eq!(ids.len(), 3);
    }
}
