//! Ever deeper searches until there is a solution: it is a shortest one, because all that are shorter were looked for.

use super::course::{Course, bounds_of};
use super::permits::{Seat, WorkerPermits};
use super::round::{Hand, Round, Word};
use super::search::{Effort, Ground, WAIT};
use super::table::{Bounds, Card, Count};
use super::way::Way;
use crate::cube::Cube3;
use crate::moves::{Alg, FaceTurn, Turns};
use std::cell::Cell;
use std::fmt;
use std::ops::ControlFlow;
use std::sync::Arc;
use std::thread::{Builder, scope};

/// A table with its contents, wherever they are.
pub struct OptimalTable {
    card: Card,
    contents: Box<dyn AsRef<[u8]> + Send + Sync>,
}

impl fmt::Debug for OptimalTable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("OptimalTable").field("card", &self.card).finish_non_exhaustive()
    }
}

impl OptimalTable {
    /// From contents that [`Making`](super::Making) made; nothing if they have another length.
    pub fn new(card: Card, contents: impl AsRef<[u8]> + Send + Sync + 'static) -> Option<OptimalTable> {
        Bounds::new(card, contents.as_ref())?;
        Some(OptimalTable { card, contents: Box::new(contents) })
    }

    /// Made now, in memory.
    pub fn build(card: Card, threads: usize, progress: &(dyn Fn(f64) + Sync)) -> OptimalTable {
        let making = super::Making::new(card, threads, &|part| progress(part / 2.0));
        let contents = making.blocks(0..Card::BLOCKS, threads, &|part| progress(0.5 + part / 2.0));
        OptimalTable { card, contents: Box::new(contents) }
    }

    /// Which one it is.
    pub fn card(&self) -> Card {
        self.card
    }

    /// What [`Making`](super::Making) made.
    pub fn contents(&self) -> &[u8] {
        (*self.contents).as_ref()
    }

    pub(super) fn ground(&self) -> Ground<'_> {
        let bounds = Bounds::new(self.card, self.contents()).expect("the length was looked at");
        Ground::new(bounds, self.card.count)
    }

    /// No bound is larger: most cubes are known at a glance to have no solution with fewer moves.
    pub fn largest_bound(&self) -> usize {
        self.ground().bounds.largest.into()
    }

    /// No solution of the cube is shorter, as far as the table knows.
    pub fn bound(&self, cube: &Cube3) -> usize {
        let (bound, inverse_bound) = bounds_of(&self.ground(), cube);
        usize::from(bound.max(inverse_bound))
    }
}

/// What is wanted.
#[derive(Clone, Debug)]
pub struct OptimalOptions {
    /// It is known already that there is no solution with fewer moves.
    pub at_least: usize,
    /// Look no further than this many moves.
    pub at_most: usize,
    /// Every shortest solution, not just one.
    pub all: bool,
    /// Solve it on so many threads.
    pub threads: usize,
    /// A solution that is known already: none longer than this is looked for.
    pub known: Option<Vec<FaceTurn>>,
    /// A depth with more nodes than this is the last: the next one would take many times as many (13 times in half turns).
    pub no_depth_after: u64,
}

impl Default for OptimalOptions {
    /// One solution, however long, on this thread.
    fn default() -> OptimalOptions {
        OptimalOptions {
            at_least: 0,
            at_most: usize::MAX,
            all: false,
            threads: 1,
            known: None,
            no_depth_after: u64::MAX,
        }
    }
}

/// How far a search is.
#[derive(Copy, Clone, Debug)]
pub struct Standing {
    /// Solutions of this many moves are looked for; there are none with fewer.
    pub depth: usize,
    /// What was looked at for them.
    pub effort: Effort,
    /// Which part of it is done, from 0.0 to 1.0.
    pub part: f64,
}

/// Told now and then how far the search is, and asked whether to go on.
pub type GoOn<'a> = dyn Fn(Standing) -> ControlFlow<()> + Sync + 'a;

/// What was looked at to know that there is no solution of this many moves, or to find one.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub struct Depth {
    /// How many moves.
    pub moves: usize,
    /// What was looked at.
    pub effort: Effort,
}

/// What is known in the end.
#[derive(Clone, Debug)]
pub struct OptimalSolution {
    /// The shortest solutions that were asked for; nothing if there is none within the limit, or the search was stopped.
    pub solutions: Vec<Alg>,
    /// There is no solution with fewer moves.
    pub at_least: usize,
    /// Whether the search was stopped before its end.
    pub was_stopped: bool,
    /// What was looked at, by length.
    pub depths: Vec<Depth>,
}

/// What threads are called that help.
const HELPER: &str = "helper";

/// Finds shortest solutions and proves them.
#[derive(Copy, Clone, Debug)]
pub struct OptimalSolver<'a> {
    table: &'a OptimalTable,
    way: Way,
    wait: usize,
    seats: Option<&'a WorkerPermits>,
}

impl<'a> OptimalSolver<'a> {
    /// With a table, in the best way that this machine has.
    pub fn new(table: &'a OptimalTable) -> OptimalSolver<'a> {
        OptimalSolver { table, way: Way::best(), wait: WAIT, seats: None }
    }

    /// With the help of more threads while there are seats for them. The solutions are the same; what was looked at until one was
    /// found is not.
    pub fn with_worker_permits(self, seats: &'a WorkerPermits) -> OptimalSolver<'a> {
        OptimalSolver { seats: Some(seats), ..self }
    }

    /// Searches for the shortest solutions of a cube.
    pub fn solve(&self, cube: &Cube3, wish: &OptimalOptions, go_on: &GoOn<'_>) -> OptimalSolution {
        let mut course = Course::new(self.table, cube, wish, self.way);
        let own = WorkerPermits::new(wish.threads.saturating_sub(1));
        while let Some(round) = course.next(self.table) {
            let go_on = |round: &Round| match go_on(course.standing(round)) {
                ControlFlow::Continue(()) => Word::GoOn,
                ControlFlow::Break(()) => Word::Stop,
            };
            self.work(&round, &own, &go_on);
            course.take(round.harvest());
        }
        course.outcome()
    }

    /// Works on a round, with all who may help.
    fn work(&self, round: &Arc<Round>, own: &WorkerPermits, ask: &(dyn Fn(&Round) -> Word + Sync)) {
        let begin = || Hand::new(Arc::clone(round), self.wait);
        let ground = self.table.ground();
        let help = |seat: Seat<'_>| {
            begin().work(ground, self.way, &|round| match ask(round) {
                Word::GoOn if seat.is_needed() => Word::Leave,
                word => word,
            });
        };
        let has_threads = Cell::new(true);
        scope(|scope| {
            begin().work(ground, self.way, &|round| {
                // A round that is over in a moment needs no help.
                for seats in [Some(own), self.seats].into_iter().flatten() {
                    while has_threads.get()
                        && round.has_shares()
                        && let Some(seat) = seats.try_acquire()
                    {
                        // Where the system has no more threads to give, it takes longer.
                        has_threads.set(
                            Builder::new()
                                .name(HELPER.into())
                                .spawn_scoped(scope, move || help(seat))
                                .is_ok(),
                        );
                    }
                }
                ask(round)
            });
        });
    }
}

impl Count {
    /// How many moves turns are.
    pub fn length(self, turns: &[FaceTurn]) -> usize {
        let cost = |turn: &FaceTurn| match (self, turn.turns()) {
            (Count::QuarterTurns, Turns::Half) => 2,
            _ => 1,
        };
        turns.iter().map(cost).sum()
    }
}

#[cfg(test)]
mod tests;
