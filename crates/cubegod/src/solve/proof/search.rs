//! Ever longer sequences, until one is a shorter solution or none is left.

use super::bound::{Axes, bound, corners_distance};
use super::positions::{End, Search};
use super::share::{Share, shares};
use crate::cube::Cube3;
use crate::moves::{Alg, FaceTurn};
use crate::solve::optimal::Count;
use crate::solve::pocket::PocketTable;
use crate::solve::two_phase::{LargeTables, Phase1, Sight, SmallPhase1, Tables};
use std::cell::Cell;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::sync::{Mutex, OnceLock, PoisonError};

/// How far a proof is.
#[derive(Copy, Clone, Debug, PartialEq)]
pub struct Standing {
    /// Solutions of this many moves are looked for; there are none with fewer.
    pub moves: usize,
    /// Which part of them was looked for, from 0.0 to 1.0.
    pub part: f64,
    /// How many positions were looked at so far, for all lengths.
    pub positions: u64,
}

/// Told at the beginning of each length and a thousand times a second how far the proof is, and asked whether to go on.
pub type GoOn<'a> = dyn Fn(Standing) -> ControlFlow<()> + Sync + 'a;

/// What came of a proof.
#[derive(Clone, Debug, Eq, PartialEq)]
pub enum Verdict {
    /// There is no shorter solution.
    Proven {
        /// How many positions were looked at.
        positions: u64,
    },
    /// There is a shorter solution: this one, and no other is shorter.
    Refuted {
        /// It was made on the cube and solves it.
        solution: Alg,
        /// How many positions were looked at.
        positions: u64,
    },
    /// Somebody stopped it.
    Stopped {
        /// No solution has fewer moves, that much is proven.
        at_least: usize,
        /// How many positions were looked at.
        positions: u64,
    },
}

/// Where the distances to phase 2 come from.
#[derive(Debug)]
enum Distances<'tables> {
    Small(SmallPhase1<'tables>),
    Large(&'tables LargeTables<'tables>),
}

/// Proves that there is no shorter solution.
#[derive(Debug)]
pub struct Proof<'tables> {
    distances: Distances<'tables>,
    axes: Axes,
    /// The distances of the corners, made when they are first needed.
    half_turns: OnceLock<PocketTable>,
    quarter_turns: OnceLock<PocketTable>,
}

impl<'tables> Proof<'tables> {
    /// With these tables, of which it uses the distances to phase 2. Small ones take some ten times as long.
    pub fn new(tables: &'tables Tables<'tables>) -> Proof<'tables> {
        let distances = match tables {
            Tables::Small(tables) => Distances::Small(SmallPhase1::new(tables)),
            Tables::Large(tables) => Distances::Large(tables),
        };
        Proof { distances, axes: Axes::new(), half_turns: OnceLock::new(), quarter_turns: OnceLock::new() }
    }

    /// So many moves a cube takes at least, as far as can be said without a search.
    pub fn bound(&self, cube: &Cube3, count: Count) -> usize {
        let question = Question {
            axes: &self.axes,
            corners: self.corners(count),
            cube,
            length: 0,
            count,
            threads: 1,
            go_on: &|_| ControlFlow::Continue(()),
        };
        match &self.distances {
            Distances::Small(distances) => question.least(distances),
            Distances::Large(tables) => question.least(*tables),
        }
    }

    fn corners(&self, count: Count) -> &PocketTable {
        match count {
            Count::HalfTurns => self.half_turns.get_or_init(PocketTable::half_turns),
            Count::QuarterTurns => self.quarter_turns.get_or_init(PocketTable::quarter_turns),
        }
    }

    /// Looks for solutions of a cube with fewer moves than `length`, the shortest first, on so many threads.
    ///
    /// Each move more takes about 13 times as long, 9 times in quarter turns.
    pub fn shorter(
        &self,
        cube: &Cube3,
        length: usize,
        count: Count,
        threads: usize,
        go_on: &GoOn<'_>,
    ) -> Verdict {
        let corners = self.corners(count);
        let question = Question { axes: &self.axes, corners, cube, length, count, threads, go_on };
        match &self.distances {
            Distances::Small(distances) => question.answer(distances),
            Distances::Large(tables) => question.answer(*tables),
        }
    }
}

/// What is to be proven, and how.
struct Question<'a> {
    axes: &'a Axes,
    corners: &'a PocketTable,
    cube: &'a Cube3,
    length: usize,
    count: Count,
    threads: usize,
    go_on: &'a GoOn<'a>,
}

impl Question<'_> {
    fn answer(&self, phase1: &impl Phase1) -> Verdict {
        let mut positions = 0;
        for moves in self.least(phase1)..self.length {
            if !self.is_possible(moves) {
                continue;
            }
            if (self.go_on)(Standing { moves, part: 0.0, positions }).is_break() {
                return Verdict::Stopped { at_least: moves, positions };
            }
            let attempt = Attempt::new(self, phase1, moves, positions);
            let solution = attempt.run(phase1);
            positions = attempt.positions.into_inner();
            // A solution counts, whoever stopped it meanwhile.
            if let Some(turns) = solution {
                return Verdict::Refuted { solution: checked(self.cube, turns), positions };
            }
            if attempt.is_stopped.into_inner() {
                return Verdict::Stopped { at_least: moves, positions };
            }
        }
        Verdict::Proven { positions }
    }

    /// So many moves are needed at least.
    fn least(&self, phase1: &impl Phase1) -> usize {
        let of = |cube: &Cube3| bound(self.axes.sights(phase1, cube).map(Sight::distance));
        let corners = corners_distance(self.corners, self.cube);
        corners.max(of(self.cube)).max(of(&self.cube.inverse())).into()
    }

    /// Every quarter turn changes the parity of the corners.
    fn is_possible(&self, moves: usize) -> bool {
        self.count == Count::HalfTurns || (moves % 2 == 1) == self.cube.corners().is_odd()
    }
}

/// A solution that was made on the cube and found to solve it.
fn checked(cube: &Cube3, turns: Vec<FaceTurn>) -> Alg {
    let end = turns.iter().fold(*cube, |cube, &turn| cube.apply_turn(turn));
    assert!(end.is_solved(), "a solution that does not solve is a mistake of this program");
    turns.into_iter().collect()
}

/// All sequences of one length, shared by all who work on them. Of several solutions, that of the first share is taken, however many
/// work and however fast.
struct Attempt<'a> {
    question: &'a Question<'a>,
    moves: usize,
    shares: Vec<Share>,
    next: AtomicUsize,
    /// Looked at, also for shorter sequences.
    positions: AtomicU64,
    is_stopped: AtomicBool,
    /// The first share that has a solution, until now.
    last: AtomicUsize,
    solution: Mutex<Option<(usize, Vec<FaceTurn>)>>,
}

impl<'a> Attempt<'a> {
    fn new(question: &'a Question<'a>, phase1: &impl Phase1, moves: usize, positions: u64) -> Attempt<'a> {
        // No cube needs that many; whoever asks for more gets a solution long before.
        let left = u8::try_from(moves).unwrap_or(u8::MAX);
        Attempt {
            question,
            moves,
            shares: shares(phase1, question.axes, question.cube, left, question.count),
            next: AtomicUsize::new(0),
            positions: AtomicU64::new(positions),
            is_stopped: AtomicBool::new(false),
            last: AtomicUsize::new(usize::MAX),
            solution: Mutex::new(None),
        }
    }

    /// Looks at all shares; a solution, if there is any.
    fn run(&self, phase1: &impl Phase1) -> Option<Vec<FaceTurn>> {
        std::thread::scope(|scope| {
            for _ in 1..self.question.threads.min(self.shares.len()) {
                // Where the system has no more threads to give, there are fewer.
                if std::thread::Builder::new().spawn_scoped(scope, || self.work(phase1)).is_err() {
                    break;
                }
            }
            self.work(phase1);
        });
        let solution = self.solution.lock().unwrap_or_else(PoisonError::into_inner).take();
        solution.map(|(_, turns)| turns)
    }

    /// Takes shares until there are none, or none that matter.
    fn work(&self, phase1: &impl Phase1) {
        let mine = Cell::new(0);
        let watch = |positions| self.watch(mine.get(), positions);
        let Question { axes, corners, count, .. } = *self.question;
        let mut search = Search::new(phase1, axes, corners, count, &watch);
        loop {
            mine.set(self.next.fetch_add(1, Ordering::Relaxed));
            let Some(share) = self.shares.get(mine.get()).filter(|_| self.is_wanted(mine.get())) else {
                return;
            };
            search.turns.clone_from(&share.turns);
            match search.search(&share.position) {
                ControlFlow::Continue(()) => {}
                ControlFlow::Break(End::Solved) => return self.found(mine.get(), search.turns.clone()),
                ControlFlow::Break(End::Stopped) => return,
            }
        }
    }

    /// Whether what comes of a share still matters.
    fn is_wanted(&self, share: usize) -> bool {
        share < self.last.load(Ordering::Relaxed) && !self.is_stopped.load(Ordering::Relaxed)
    }

    fn watch(&self, share: usize, positions: u64) -> ControlFlow<()> {
        let positions = self.positions.fetch_add(positions, Ordering::Relaxed) + positions;
        if !self.is_wanted(share) {
            return ControlFlow::Break(());
        }
        let done = self.next.load(Ordering::Relaxed).min(self.shares.len());
        let part = done as f64 / self.shares.len().max(1) as f64;
        let word = (self.question.go_on)(Standing { moves: self.moves, part, positions });
        if word.is_break() {
            self.is_stopped.store(true, Ordering::Relaxed);
        }
        word
    }

    /// Ends it for all shares behind this one.
    fn found(&self, share: usize, turns: Vec<FaceTurn>) {
        self.last.fetch_min(share, Ordering::Relaxed);
        let mut place = self.solution.lock().unwrap_or_else(PoisonError::into_inner);
        if place.as_ref().is_none_or(|&(other, _)| share < other) {
            *place = Some((share, turns));
        }
    }
}
