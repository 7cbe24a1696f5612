//! A limit for the number of threads that solve several cubes at once.

use std::cell::Cell;
use std::sync::atomic::{AtomicIsize, Ordering};

/// A semaphore for worker threads. Each thread that solves a cube of its own holds a permit. Free permits are for extra
/// workers: threads that take tasks of another cube's search, and that yield when a cube needs their permit.
///
/// # Examples
///
/// ```
/// use cubegod::solve::optimal::WorkerPermits;
///
/// let permits = WorkerPermits::new(2);
/// let first_cube = permits.acquire();
/// let extra_worker = permits.try_acquire().expect("one permit is free");
/// assert!(permits.try_acquire().is_none() && !extra_worker.must_yield());
/// let second_cube = permits.acquire();
/// assert!(extra_worker.must_yield(), "the second cube needs the permit");
/// drop(extra_worker);
/// assert!(permits.try_acquire().is_none(), "the second cube has it now");
/// drop(second_cube);
/// assert!(permits.try_acquire().is_some());
/// ```
#[derive(Debug)]
pub struct WorkerPermits {
    /// Negative when extra workers must yield.
    free: AtomicIsize,
}

/// A permit, which is returned when it is dropped.
#[derive(Debug)]
pub struct Permit<'a> {
    permits: &'a WorkerPermits,
    /// Whether it was passed on to another thread.
    is_passed_on: Cell<bool>,
}

impl WorkerPermits {
    /// Creates this many permits.
    pub fn new(count: usize) -> WorkerPermits {
        WorkerPermits { free: AtomicIsize::new(isize::try_from(count).unwrap_or(isize::MAX)) }
    }

    /// Acquires a permit for a cube. Never waits: if no permit is free, an extra worker must yield.
    pub fn acquire(&self) -> Permit<'_> {
        self.free.fetch_sub(1, Ordering::Relaxed);
        self.permit()
    }

    /// Acquires a permit for an extra worker, if one is free.
    pub fn try_acquire(&self) -> Option<Permit<'_>> {
        self.update(|free| (free > 0).then(|| free - 1)).then(|| self.permit())
    }

    fn permit(&self) -> Permit<'_> {
        Permit { permits: self, is_passed_on: Cell::new(false) }
    }

    /// Updates the number of free permits unless `update` returns `None`; returns whether it did.
    fn update(&self, update: impl Fn(isize) -> Option<isize>) -> bool {
        self.free.fetch_update(Ordering::Relaxed, Ordering::Relaxed, update).is_ok()
    }
}

impl Permit<'_> {
    /// Returns whether an extra worker must yield because there was no free permit for a cube. One of them yields for each such
    /// cube.
    pub fn must_yield(&self) -> bool {
        if !self.is_passed_on.get() {
            self.is_passed_on.set(self.permits.update(|free| (free < 0).then(|| free + 1)));
        }
        self.is_passed_on.get()
    }
}

impl Drop for Permit<'_> {
    fn drop(&mut self) {
        if !self.is_passed_on.get() {
            self.permits.free.fetch_add(1, Ordering::Relaxed);
        }
    }
}
