//! Which rows are still to be answered, for all threads that answer them.

use std::ops::Range;
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;

/// Rows that threads take and, where they turn out to be slow, give back.
pub(crate) struct Rows {
    state: Mutex<State>,
    changed: Condvar,
}

struct State {
    /// Nobody has taken these yet.
    new: Range<usize>,
    /// Those that were given back.
    returned: Vec<Range<usize>>,
    /// How many threads may still give some back.
    busy: usize,
}

/// Rows that a thread has taken.
pub(crate) struct Taken<'r> {
    rows: &'r Rows,
    /// Those that it has not answered.
    pub(crate) left: Range<usize>,
}

impl Rows {
    pub(crate) fn new(count: usize) -> Rows {
        let state = State { new: 0..count, returned: Vec::new(), busy: 0 };
        Rows { state: Mutex::new(state), changed: Condvar::new() }
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The next rows, at most so many; waits for those that others may give back. None when all are answered.
    pub(crate) fn take(&self, most: usize) -> Option<Taken<'_>> {
        let mut state = self.state();
        loop {
            let first = (0..state.returned.len()).min_by_key(|&place| state.returned[place].start);
            let from = match first {
                Some(place) => &mut state.returned[place],
                None => &mut state.new,
            };
            let end = from.end.min(from.start.saturating_add(most.max(1)));
            let left = std::mem::replace(&mut from.start, end)..end;
            if !left.is_empty() {
                state.returned.retain(|rows| !rows.is_empty());
                state.busy += 1;
                return Some(Taken { rows: self, left });
            }
            if state.busy == 0 {
                return None;
            }
            state = self.changed.wait(state).unwrap_or_else(PoisonError::into_inner);
        }
    }
}

/// Whatever is left goes back, unless the thread panics: a row that did this to one would do it to all the others.
impl Drop for Taken<'_> {
    fn drop(&mut self) {
        let mut state = self.rows.state();
        state.busy -= 1;
        if !self.left.is_empty() && !thread::panicking() {
            state.returned.push(self.left.clone());
        }
        self.rows.changed.notify_all();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;

    #[test]
    fn rows_that_are_given_back_come_first() {
        let rows = Rows::new(10);
        let mut first = rows.take(4).unwrap();
        let mut second = rows.take(4).unwrap();
        assert_eq!((first.left.clone(), second.left.clone()), (0..4, 4..8));
        second.left.start = 6;
        drop(second);
        first.left.start = 1;
        drop(first);
        let mut order = Vec::new();
        while let Some(mut taken) = rows.take(2) {
            order.push(taken.left.clone());
            taken.left = 0..0;
        }
        assert_eq!(order, [1..3, 3..4, 6..8, 8..10]);
        assert!(Rows::new(0).take(1).is_none());
    }

    #[test]
    fn nobody_goes_while_others_may_give_rows_back() {
        let rows = Rows::new(4);
        let mut all = rows.take(4).unwrap();
        thread::scope(|scope| {
            let other = scope.spawn(|| {
                let mut taken = rows.take(4).unwrap();
                std::mem::replace(&mut taken.left, 0..0)
            });
            thread::sleep(Duration::from_millis(50));
            all.left.start = 1;
            drop(all);
            assert_eq!(other.join().unwrap(), 1..4);
        });
        assert!(rows.take(1).is_none());
    }

    #[test]
    fn rows_of_a_thread_that_panicked_do_not_come_back() {
        let rows = Rows::new(4);
        thread::scope(|scope| {
            let bad = scope.spawn(|| {
                let _taken = rows.take(2);
                panic!("as it should");
            });
            assert!(bad.join().is_err());
        });
        let mut taken = rows.take(4).unwrap();
        assert_eq!(std::mem::replace(&mut taken.left, 0..0), 2..4);
        drop(taken);
        assert!(rows.take(1).is_none());
    }
}
