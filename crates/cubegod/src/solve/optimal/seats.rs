//! How many threads work at once, where several cubes are solved side by side.

use std::sync::atomic::{AtomicIsize, Ordering};

/// Places for threads, one for each that may work. Whoever solves cubes of their own takes one; those that are free are for threads
/// that help with the cubes of others, and who make room when somebody comes who has one of their own.
///
/// ```
/// use cubegod::solve::optimal::Seats;
///
/// let seats = Seats::new(2);
/// let mine = seats.sit();
/// let helper = seats.sit_if_free().expect("one is left");
/// assert!(seats.sit_if_free().is_none());
/// assert!(!seats.are_too_few());
/// let another = seats.sit();
/// assert!(seats.are_too_few(), "the one who helps should go");
/// drop(helper);
/// assert!(!seats.are_too_few());
/// ```
#[derive(Debug)]
pub struct Seats {
    /// Less than none where somebody who helps has to go.
    free: AtomicIsize,
}

/// A place that is taken, until this is dropped.
#[derive(Debug)]
pub struct Seat<'a>(&'a Seats);

impl Seats {
    /// So many places.
    pub fn new(count: usize) -> Seats {
        Seats { free: AtomicIsize::new(isize::try_from(count).unwrap_or(isize::MAX)) }
    }

    /// For one who has a cube: there is always room.
    pub fn sit(&self) -> Seat<'_> {
        self.free.fetch_sub(1, Ordering::Relaxed);
        Seat(self)
    }

    /// For one who wants to help.
    pub fn sit_if_free(&self) -> Option<Seat<'_>> {
        let take_one = |free: isize| (free > 0).then(|| free - 1);
        self.free.fetch_update(Ordering::Relaxed, Ordering::Relaxed, take_one).ok()?;
        Some(Seat(self))
    }

    /// Whether those who help should make room.
    pub fn are_too_few(&self) -> bool {
        self.free.load(Ordering::Relaxed) < 0
    }
}

impl Drop for Seat<'_> {
    fn drop(&mut self) {
        self.0.free.fetch_add(1, Ordering::Relaxed);
    }
}
