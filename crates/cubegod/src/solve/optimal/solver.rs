//! Ever deeper searches until there is a solution: it is a shortest one, because all that are shorter were looked for.

use super::search::{Effort, Node, WAIT};
use super::shared::{Harvest, Manner, Way, bounds_of, search};
use super::table::{Bounds, Card, Count};
use crate::cube::Cube3;
use crate::moves::{Alg, FaceTurn, Turns};
use std::fmt;
use std::ops::ControlFlow;

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

    pub(super) fn bounds(&self) -> Bounds<'_> {
        Bounds::new(self.card, (*self.contents).as_ref()).expect("the length was looked at")
    }

    /// No solution of the cube is shorter, as far as the table knows.
    pub fn bound(&self, cube: &Cube3) -> usize {
        let (bound, inverse_bound) = bounds_of(self.bounds(), self.card.count, cube);
        usize::from(bound.max(inverse_bound))
    }
}

/// What is wanted.
#[derive(Clone, Debug)]
pub struct OptimalWish {
    /// Look no further than this many moves.
    pub at_most: usize,
    /// Every shortest solution, not just one.
    pub all: bool,
    /// Solve it on so many threads.
    pub threads: usize,
    /// A solution that is known already: none longer than this is looked for.
    pub known: Option<Vec<FaceTurn>>,
}

impl Default for OptimalWish {
    /// One solution, however long, on this thread.
    fn default() -> OptimalWish {
        OptimalWish { at_most: usize::MAX, all: false, threads: 1, known: None }
    }
}

/// Every cube is solved in so many half turns; proven by Rokicki, Kociemba, Davidson and Dethridge.
const MOST_HALF_TURNS: usize = 20;
/// Every cube is solved in so many quarter turns; proven by Rokicki and Davidson.
const MOST_QUARTER_TURNS: usize = 26;

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
pub struct OptimalOutcome {
    /// The shortest solutions that were asked for; nothing if there is none within the limit, or the search was stopped.
    pub solutions: Vec<Alg>,
    /// There is no solution with fewer moves.
    pub at_least: usize,
    /// Whether the search was stopped before its end.
    pub was_stopped: bool,
    /// What was looked at, by length.
    pub depths: Vec<Depth>,
}

/// Finds shortest solutions and proves them.
#[derive(Copy, Clone, Debug)]
pub struct OptimalSolver<'a> {
    table: &'a OptimalTable,
    way: Way,
    wait: usize,
}

impl<'a> OptimalSolver<'a> {
    /// With a table, in the best way that this machine has.
    pub fn new(table: &'a OptimalTable) -> OptimalSolver<'a> {
        OptimalSolver { table, way: Way::best(), wait: WAIT }
    }

    /// Searches for the shortest solutions of a cube.
    pub fn solve(&self, cube: &Cube3, wish: &OptimalWish, go_on: &GoOn<'_>) -> OptimalOutcome {
        let (bounds, count) = (self.table.bounds(), self.table.card.count);
        let (bound, inverse_bound) = bounds_of(bounds, count, cube);
        let manner = Manner { way: self.way, threads: wish.threads.max(1), wait: self.wait, all: wish.all };
        let known = wish.known.as_ref().map(|turns| (count.length(turns), turns));
        let farthest = match count {
            Count::HalfTurns => MOST_HALF_TURNS,
            Count::QuarterTurns => MOST_QUARTER_TURNS,
        };
        let last = wish.at_most.min(farthest);
        let mut outcome = OptimalOutcome {
            solutions: Vec::new(),
            at_least: usize::from(bound.max(inverse_bound)),
            was_stopped: false,
            depths: Vec::new(),
        };
        if cube.is_solved() {
            outcome.solutions.push(Alg::default());
            return outcome;
        }
        outcome.at_least = outcome.at_least.max(1);
        while outcome.at_least <= last {
            let depth = outcome.at_least;
            // Every quarter turn changes the parity of the corners.
            let is_possible = count == Count::HalfTurns || (depth % 2 == 1) == cube.corners().is_odd();
            match known {
                Some((length, turns)) if length == depth && !wish.all => {
                    outcome.solutions.push(turns.iter().copied().collect());
                    return outcome;
                }
                _ if !is_possible => {
                    outcome.at_least += 1;
                    continue;
                }
                _ => {}
            }
            let root = Node::root(cube, depth as u8, bound, inverse_bound);
            let tell = |effort, part| go_on(Standing { depth, effort, part });
            let Harvest { solutions, effort, was_stopped } = search(bounds, count, root, manner, &tell);
            outcome.depths.push(Depth { moves: depth, effort });
            outcome.was_stopped = was_stopped;
            if was_stopped {
                return outcome;
            }
            if !solutions.is_empty() {
                outcome.solutions = in_order(solutions);
                return outcome;
            }
            outcome.at_least += 1;
        }
        outcome
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

fn in_order(mut solutions: Vec<Vec<FaceTurn>>) -> Vec<Alg> {
    solutions.sort_unstable();
    solutions.into_iter().map(|turns| turns.into_iter().collect()).collect()
}

#[cfg(test)]
mod tests;
