//! How many threads work at once, where several cubes are solved side by side.

use super::node::Node;
use super::round::Round;
use std::cell::Cell;
use std::fmt;
use std::sync::atomic::{AtomicIsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// Places for threads, one for each that may work. Whoever solves cubes of their own takes one; those that are free are for threads
/// that help with the cubes of others, and who make room when somebody comes who has one of their own. Those who sit there also
/// share what they work on: where the search of one cube has gaps, positions of another are looked at.
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
pub struct WorkerPermits {
    /// Less than none where somebody who helps has to go.
    free: AtomicIsize,
    /// What is worked on now.
    rounds: Mutex<Vec<Arc<Round>>>,
}

impl fmt::Debug for WorkerPermits {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("WorkerPermits").field("free", &self.free).finish_non_exhaustive()
    }
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
        let free = AtomicIsize::new(isize::try_from(count).unwrap_or(isize::MAX));
        WorkerPermits { free, rounds: Mutex::default() }
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

    /// Lets others help with a round, until what comes back is dropped.
    pub(super) fn show(&self, round: &Arc<Round>) -> Shown<'_> {
        self.rounds().push(Arc::clone(round));
        Shown { seats: self, round: Arc::clone(round) }
    }

    /// Begins to help with another round than this one, if there is one that needs it: the oldest.
    pub(super) fn help_another(&self, own: &Arc<Round>) -> Option<(Arc<Round>, Node)> {
        let rounds = self.rounds();
        let mut others = rounds
            .iter()
            .filter(|round| !Arc::ptr_eq(round, own) && round.table_address == own.table_address);
        others.find_map(|round| Some((Arc::clone(round), round.begin_to_help()?)))
    }

    fn rounds(&self) -> MutexGuard<'_, Vec<Arc<Round>>> {
        self.rounds.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Changes the number of those that are free, if it may be; whether it was.
    fn change(&self, change: impl Fn(isize) -> Option<isize>) -> bool {
        self.free.fetch_update(Ordering::Relaxed, Ordering::Relaxed, change).is_ok()
    }
}

/// A round that others may help with.
pub(super) struct Shown<'a> {
    seats: &'a WorkerPermits,
    round: Arc<Round>,
}

impl Drop for Shown<'_> {
    fn drop(&mut self) {
        self.seats.rounds().retain(|round| !Arc::ptr_eq(round, &self.round));
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
