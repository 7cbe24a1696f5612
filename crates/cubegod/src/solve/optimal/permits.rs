//! How many threads work at once, where several cubes are solved side by side.

use std::cell::Cell;
use std::sync::atomic::{AtomicIsize, Ordering};

/// Places for threads, one for each that may work. Whoever solves cubes of their own takes one; those that are free are for threads
/// that help with the cubes of others, and who make room when somebody comes who has one of their own.
///
/// ```
/// use cubegod::solve::optimal::WorkerPermits;
///
/// let seats = WorkerPermits::new(2);
/// let mine = seats.sit();
/// let helper = seats.try_acquire().expect("one is left");
/// assert!(seats.try_acquire().is_none() && !helper.is_needed());
/// let another = seats.sit();
/// assert!(helper.is_needed(), "the one who helps should go");
/// drop(helper);
/// assert!(seats.try_acquire().is_none(), "the other one sits there now");
/// drop(another);
/// assert!(seats.try_acquire().is_some());
/// ```
#[derive(Debug)]
pub struct WorkerPermits {
    /// Less than none where somebody who helps has to go.
    free: AtomicIsize,
}

/// A place that is taken, until this is dropped.
#[derive(Debug)]
pub struct Seat<'a> {
    seats: &'a WorkerPermits,
    /// Whether somebody else has it already.
    is_given: Cell<bool>,
}

impl WorkerPermits {
    /// So many places.
    pub fn new(count: usize) -> WorkerPermits {
        WorkerPermits { free: AtomicIsize::new(isize::try_from(count).unwrap_or(isize::MAX)) }
    }

    /// For one who has a cube: there is always room.
    pub fn sit(&self) -> Seat<'_> {
        self.free.fetch_sub(1, Ordering::Relaxed);
        Seat { seats: self, is_given: Cell::new(false) }
    }

    /// For one who wants to help.
    pub fn try_acquire(&self) -> Option<Seat<'_>> {
        self.change(|free| (free > 0).then(|| free - 1))
            .then(|| Seat { seats: self, is_given: Cell::new(false) })
    }

    /// Changes the number of those that are free, if it may be; whether it was.
    fn change(&self, change: impl Fn(isize) -> Option<isize>) -> bool {
        self.free.fetch_update(Ordering::Relaxed, Ordering::Relaxed, change).is_ok()
    }
}

impl Seat<'_> {
    /// Whether one who helps is to go, because somebody came and found no room. That is told to one for each who came.
    pub fn is_needed(&self) -> bool {
        if !self.is_given.get() {
            self.is_given.set(self.seats.change(|free| (free < 0).then(|| free + 1)));
        }
        self.is_given.get()
    }
}

impl Drop for Seat<'_> {
    fn drop(&mut self) {
        if !self.is_given.get() {
            self.seats.free.fetch_add(1, Ordering::Relaxed);
        }
    }
}
