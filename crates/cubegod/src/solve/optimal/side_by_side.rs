//! Several cubes in one thread: while the memory for one is on its way, another goes on.
//!
//! Whoever brings a cube waits for its answer. As many of those who wait as there are threads work, each on its own cube and on
//! one of somebody who can't. Who has an answer leaves, and somebody whose cube is not done takes over. The work on a cube is
//! the same in the same order whoever does it, and whatever else is done meanwhile.

use super::course::Course;
use super::round::{Hand, Steps};
use super::search::WAIT;
use super::solver::{GoOn, OptimalOutcome, OptimalTable, OptimalWish, Standing};
use super::way::Way;
use crate::cube::Cube3;
use std::collections::VecDeque;
use std::fmt;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

/// How often those who wait for others ask whether they still want an answer.
const PATIENCE: Duration = Duration::from_millis(5);

/// A table with which many cubes are solved, some of them side by side in one thread.
pub struct SideBySide {
    table: Arc<OptimalTable>,
    threads: usize,
    way: Way,
    wait: usize,
    company: Mutex<Company>,
}

#[derive(Default)]
struct Company {
    /// How many work.
    working: usize,
    /// Who waits for somebody to work on its cube.
    waiting: VecDeque<Arc<Seat>>,
}

/// Where somebody waits for an answer.
struct Seat {
    state: Mutex<SeatState>,
    changed: Condvar,
}

enum SeatState {
    /// Nobody works on it.
    Waiting(Box<Lane>),
    /// Somebody else works on it, and is so far; no longer than it is wanted.
    Taken {
        standing: Standing,
        is_wanted: bool,
    },
    /// Whose cube it is has to go on with it.
    CalledBack(Box<Lane>),
    Done(OptimalOutcome),
    /// There is nobody.
    Left,
}

impl fmt::Debug for SideBySide {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let SideBySide { table, threads, .. } = self;
        f.debug_struct("SideBySide").field("table", table).field("threads", threads).finish_non_exhaustive()
    }
}

impl SideBySide {
    /// So many cubes are worked on in one thread.
    pub const CUBES: usize = 2;

    /// On so many threads, which those who bring cubes lend: [`CUBES`](Self::CUBES) times as many keep all of them busy.
    pub fn new(table: Arc<OptimalTable>, threads: usize) -> SideBySide {
        let threads = threads.max(1);
        SideBySide { table, threads, way: Way::best(), wait: WAIT, company: Mutex::default() }
    }

    /// The table that it solves with.
    pub fn table(&self) -> &Arc<OptimalTable> {
        &self.table
    }

    /// Searches for the shortest solutions of a cube, on one thread.
    pub fn solve(&self, cube: &Cube3, wish: &OptimalWish, go_on: &GoOn<'_>) -> OptimalOutcome {
        let wish = OptimalWish { threads: 1, ..wish.clone() };
        let lane = match Lane::new(Course::new(&self.table, cube, &wish, self.way), self) {
            Ok(lane) => lane,
            Err(outcome) => return outcome,
        };
        let mut company = self.company();
        if company.working < self.threads {
            company.working += 1;
            drop(company);
            return self.work(lane, go_on);
        }
        let standing = lane.standing();
        let seat =
            Arc::new(Seat { state: Mutex::new(SeatState::Waiting(Box::new(lane))), changed: Condvar::new() });
        company.waiting.push_back(Arc::clone(&seat));
        drop(company);
        self.wait(&Sitting { seat: &seat, side_by_side: self }, standing, go_on)
    }

    fn company(&self) -> MutexGuard<'_, Company> {
        self.company.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Waits until somebody has solved it, or takes over.
    fn wait(&self, sitting: &Sitting<'_>, mut last: Standing, go_on: &GoOn<'_>) -> OptimalOutcome {
        let seat = sitting.seat;
        loop {
            let mut is_unwanted = go_on(last).is_break();
            let mut state = seat.state();
            if !matches!(*state, SeatState::CalledBack(_) | SeatState::Done(_)) && !is_unwanted {
                let woken = seat.changed.wait_timeout(state, PATIENCE);
                state = woken.unwrap_or_else(PoisonError::into_inner).0;
            }
            match std::mem::replace(&mut *state, SeatState::Left) {
                SeatState::Done(outcome) => return outcome,
                SeatState::CalledBack(lane) => {
                    drop(state);
                    return self.work(*lane, go_on);
                }
                SeatState::Waiting(lane) if is_unwanted => return lane.stopped(self),
                SeatState::Taken { standing, is_wanted } => {
                    last = standing;
                    is_unwanted |= !is_wanted;
                    *state = SeatState::Taken { standing, is_wanted: !is_unwanted };
                }
                other => *state = other,
            }
        }
    }

    /// Works on an own cube until it is done, and on others beside it.
    fn work(&self, mut own: Lane, go_on: &GoOn<'_>) -> OptimalOutcome {
        let mut guests = Guests { side_by_side: self, lanes: Vec::new() };
        loop {
            guests.invite();
            let mut hands: Vec<&mut Hand> = std::iter::once(&mut own.hand)
                .chain(guests.lanes.iter_mut().map(|(_, lane)| &mut lane.hand))
                .collect();
            self.way.run(Steps { ground: self.table.ground(), hands: &mut hands });
            guests.tend();
            if own.hand.is_over() {
                own = match own.next(self) {
                    Ok(own) => own,
                    Err(outcome) => return outcome,
                };
            } else if go_on(own.standing()).is_break() {
                own.hand.round().stop();
            }
        }
    }
}

/// A cube and how far the work on it is.
struct Lane {
    course: Course,
    hand: Hand,
}

impl Lane {
    /// At the next round of a cube; what is known if there is none.
    fn new(mut course: Course, of: &SideBySide) -> Result<Lane, OptimalOutcome> {
        match course.next(&of.table) {
            Some(round) => Ok(Lane { course, hand: Hand::new(round, of.wait) }),
            None => Err(course.outcome()),
        }
    }

    /// At the round after the one that is over.
    fn next(self, of: &SideBySide) -> Result<Lane, OptimalOutcome> {
        let Lane { mut course, hand } = self;
        course.take(hand.round().harvest());
        Lane::new(course, of)
    }

    fn standing(&self) -> Standing {
        self.course.standing(self.hand.round())
    }

    /// What is known of a cube that nobody wants to be solved.
    fn stopped(mut self: Box<Self>, of: &SideBySide) -> OptimalOutcome {
        loop {
            self.hand.round().stop();
            match self.next(of) {
                Ok(lane) => *self = lane,
                Err(outcome) => return outcome,
            }
        }
    }
}

impl Seat {
    fn state(&self) -> MutexGuard<'_, SeatState> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The cube of one who waits for somebody to work on it; nothing if nobody waits any longer.
    fn take(&self) -> Option<Lane> {
        let mut state = self.state();
        match std::mem::replace(&mut *state, SeatState::Left) {
            SeatState::Waiting(lane) => {
                *state = SeatState::Taken { standing: lane.standing(), is_wanted: true };
                Some(*lane)
            }
            other => {
                *state = other;
                None
            }
        }
    }

    /// Has one who waits for somebody work itself; not if nobody waits any longer.
    fn call_back(&self) -> bool {
        let Some(lane) = self.take() else { return false };
        self.put(SeatState::CalledBack(Box::new(lane)))
    }

    /// Tells the news to whoever waits here, if anybody does.
    fn put(&self, news: SeatState) -> bool {
        let mut state = self.state();
        let is_there = !matches!(*state, SeatState::Left);
        if is_there {
            *state = news;
            self.changed.notify_one();
        }
        is_there
    }
}

/// One who sits and waits; where that ends for no reason of ours, nobody counts on it.
struct Sitting<'a> {
    seat: &'a Seat,
    side_by_side: &'a SideBySide,
}

impl Drop for Sitting<'_> {
    fn drop(&mut self) {
        let last = std::mem::replace(&mut *self.seat.state(), SeatState::Left);
        if matches!(last, SeatState::CalledBack(_)) {
            drop(Guests { side_by_side: self.side_by_side, lanes: Vec::new() });
        }
    }
}

/// Cubes of others that somebody works on beside its own. When that one leaves, another takes its place.
struct Guests<'a> {
    side_by_side: &'a SideBySide,
    lanes: Vec<(Arc<Seat>, Lane)>,
}

impl Guests<'_> {
    /// Takes the cubes of those who have waited longest, as far as there is room.
    fn invite(&mut self) {
        while self.lanes.len() + 1 < SideBySide::CUBES {
            let next = self.side_by_side.company().waiting.pop_front();
            let Some(seat) = next else { return };
            if let Some(lane) = seat.take() {
                self.lanes.push((seat, lane));
            }
        }
    }

    /// Begins new rounds where they are over, and tells how far they are.
    fn tend(&mut self) {
        for (seat, mut lane) in std::mem::take(&mut self.lanes) {
            if lane.hand.is_over() {
                lane = match lane.next(self.side_by_side) {
                    Ok(lane) => lane,
                    Err(outcome) => {
                        seat.put(SeatState::Done(outcome));
                        continue;
                    }
                };
            }
            match &mut *seat.state() {
                SeatState::Taken { standing, is_wanted } => {
                    *standing = lane.standing();
                    if !*is_wanted {
                        lane.hand.round().stop();
                    }
                }
                _ => continue,
            }
            self.lanes.push((seat, lane));
        }
    }
}

impl Drop for Guests<'_> {
    fn drop(&mut self) {
        let mut company = self.side_by_side.company();
        for (seat, lane) in self.lanes.drain(..).rev() {
            if seat.put(SeatState::Waiting(Box::new(lane))) {
                company.waiting.push_front(seat);
            }
        }
        while let Some(seat) = company.waiting.pop_front() {
            if seat.call_back() {
                return;
            }
        }
        company.working -= 1;
    }
}

#[cfg(test)]
mod tests;
