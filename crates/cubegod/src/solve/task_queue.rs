//! A queue of the tasks of a tree search, for any number of threads.
//!
//! A search splits its tree into tasks: subtrees whose roots are found breadth-first. The result must not depend on the speed of the
//! threads, so a solution ends the search only for later tasks.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

/// A list of tasks, and the progress of the threads on it.
#[derive(Debug)]
pub(super) struct TaskQueue<T> {
    tasks: Arc<[T]>,
    next: AtomicUsize,
    /// The first task that is known to have a solution; later tasks are not needed.
    solved: AtomicUsize,
    was_stopped: AtomicBool,
}

impl<T> TaskQueue<T> {
    /// Creates a queue of tasks that no thread has taken yet.
    pub(super) fn new(tasks: Arc<[T]>) -> TaskQueue<T> {
        TaskQueue {
            tasks,
            next: AtomicUsize::new(0),
            solved: AtomicUsize::new(usize::MAX),
            was_stopped: AtomicBool::new(false),
        }
    }

    /// Returns the number of tasks, taken or not.
    pub(super) fn len(&self) -> usize {
        self.tasks.len()
    }

    /// Takes the next task that is needed, with its index.
    pub(super) fn take(&self) -> Option<(usize, &T)> {
        let index = self.next.fetch_add(1, Ordering::Relaxed);
        let task = self.tasks.get(index).filter(|_| self.is_needed(index))?;
        Some((index, task))
    }

    /// Returns whether a task is left to take.
    pub(super) fn has_tasks(&self) -> bool {
        let next = self.next.load(Ordering::Relaxed);
        next < self.len() && self.is_needed(next)
    }

    /// Returns the fraction of the tasks that were taken, from 0.0 to 1.0.
    pub(super) fn fraction(&self) -> f64 {
        let taken = self.next.load(Ordering::Relaxed).min(self.len());
        taken as f64 / self.len().max(1) as f64
    }

    /// Returns whether a task can still change the result.
    pub(super) fn is_needed(&self, index: usize) -> bool {
        index < self.solved.load(Ordering::Relaxed) && !self.was_stopped()
    }

    /// Records that a task has a solution, so that later tasks are skipped.
    pub(super) fn solve(&self, index: usize) {
        self.solved.fetch_min(index, Ordering::Relaxed);
    }

    /// Returns whether a task is known to have a solution.
    pub(super) fn is_solved(&self) -> bool {
        self.solved.load(Ordering::Relaxed) != usize::MAX
    }

    /// Cancels all tasks.
    pub(super) fn stop(&self) {
        self.was_stopped.store(true, Ordering::Relaxed);
    }

    /// Returns whether the tasks were cancelled.
    pub(super) fn was_stopped(&self) -> bool {
        self.was_stopped.load(Ordering::Relaxed)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_task_is_taken_once_by_one_of_several_threads() {
        let queue = TaskQueue::new((0..1000).collect());
        let mut taken: Vec<usize> = std::thread::scope(|scope| {
            let take_all = || std::iter::from_fn(|| queue.take()).map(|(_, &task)| task).collect::<Vec<_>>();
            let threads: Vec<_> = (0..4).map(|_| scope.spawn(take_all)).collect();
            threads.into_iter().flat_map(|thread| thread.join().unwrap()).collect()
        });
        taken.sort_unstable();
        assert_eq!(taken, (0..1000).collect::<Vec<_>>());
        assert!(!queue.has_tasks() && queue.fraction() == 1.0);
    }

    #[test]
    fn a_solution_ends_only_later_tasks() {
        let queue = TaskQueue::new((0..6).collect());
        for _ in 0..4 {
            queue.take();
        }
        queue.solve(2);
        queue.solve(3);
        assert!(queue.is_solved() && !queue.was_stopped());
        assert_eq!((0..6).filter(|&index| queue.is_needed(index)).collect::<Vec<_>>(), [0, 1]);
        assert!(!queue.has_tasks() && queue.take().is_none());
    }

    #[test]
    fn no_task_is_taken_after_a_stop() {
        let queue = TaskQueue::new((0..6).collect());
        assert!(queue.has_tasks() && queue.fraction() == 0.0);
        queue.stop();
        assert!(!queue.has_tasks() && queue.take().is_none());
        assert!(queue.was_stopped() && !queue.is_solved());
    }
}
