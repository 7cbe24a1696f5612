//! One round of a depth, shared by all who work on it.

use super::node::Node;
use super::position::Machine;
use super::search::{Effort, Gate, Ground, Search};
use super::way::{Way, Work};
use crate::moves::FaceTurn;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

/// Steps between two looks at whether to go on: well under a millisecond.
const STEPS: usize = 512;

/// All below some nodes that a gate lets through, a share at a time.
pub(super) struct Round {
    gate: Gate,
    shares: Arc<[Node]>,
    /// Whether every solution is wanted, or any.
    all: bool,
    /// Which part of the depth is done before, and which is here.
    parts: (f64, f64),
    next: AtomicUsize,
    is_over: AtomicBool,
    was_stopped: AtomicBool,
    /// What was looked at in this depth until now.
    nodes: AtomicU64,
    looks: AtomicU64,
    solutions: Mutex<Vec<Vec<FaceTurn>>>,
}

/// What came of a depth, or of a part of it.
#[derive(Clone, Debug, Default)]
pub(super) struct Harvest {
    pub(super) solutions: Vec<Vec<FaceTurn>>,
    pub(super) effort: Effort,
    /// Whether it was left before its end without what was wanted.
    pub(super) was_stopped: bool,
}

impl Round {
    /// After what came of those before it.
    pub(super) fn new(
        gate: Gate,
        shares: Arc<[Node]>,
        all: bool,
        parts: (f64, f64),
        before: Harvest,
    ) -> Round {
        Round {
            gate,
            shares,
            all,
            parts,
            next: AtomicUsize::new(0),
            is_over: AtomicBool::new(false),
            was_stopped: AtomicBool::new(false),
            nodes: AtomicU64::new(before.effort.nodes),
            looks: AtomicU64::new(before.effort.looks),
            solutions: Mutex::new(before.solutions),
        }
    }

    /// How many shares there are.
    pub(super) fn shares(&self) -> usize {
        self.shares.len()
    }

    /// What was looked at in this depth until now.
    pub(super) fn effort(&self) -> Effort {
        Effort { nodes: self.nodes.load(Ordering::Relaxed), looks: self.looks.load(Ordering::Relaxed) }
    }

    /// Which part of the depth is done.
    pub(super) fn part(&self) -> f64 {
        let done = self.next.load(Ordering::Relaxed).min(self.shares.len());
        let (before, here) = self.parts;
        before + here * done as f64 / self.shares.len().max(1) as f64
    }

    /// Lets all who work on it leave it.
    pub(super) fn stop(&self) {
        self.was_stopped.store(true, Ordering::Relaxed);
        self.is_over.store(true, Ordering::Relaxed);
    }

    /// What came of it, once everybody has left it.
    pub(super) fn harvest(&self) -> Harvest {
        let solutions = std::mem::take(&mut *self.solutions.lock().unwrap_or_else(PoisonError::into_inner));
        let was_stopped = self.was_stopped.load(Ordering::Relaxed) && (self.all || solutions.is_empty());
        Harvest { solutions, effort: self.effort(), was_stopped }
    }

    fn found(&self, solution: Vec<FaceTurn>) {
        self.solutions.lock().unwrap_or_else(PoisonError::into_inner).push(solution);
        if !self.all {
            self.is_over.store(true, Ordering::Relaxed);
        }
    }
}

/// One who works on a round.
pub(super) struct Hand {
    round: Arc<Round>,
    search: Search,
}

impl Hand {
    /// With so many nodes between asking for memory and reading it.
    pub(super) fn new(round: Arc<Round>, wait: usize) -> Hand {
        let search = Search::new(round.gate.clone(), wait);
        Hand { round, search }
    }

    /// Works until the round is over for it.
    pub(super) fn work(mut self, ground: Ground<'_>, way: Way, go_on: &dyn Fn(&Round) -> ControlFlow<()>) {
        loop {
            way.run(Steps { ground, hand: &mut self });
            if self.is_over() {
                return;
            }
            if go_on(&self.round).is_break() {
                self.round.stop();
            }
        }
    }

    #[inline(always)]
    fn step(&mut self, machine: impl Machine, ground: &Ground<'_>) {
        // A new share keeps all places taken.
        if self.search.nodes.is_empty() {
            let share = self.round.next.fetch_add(1, Ordering::Relaxed);
            self.search.nodes.extend(self.round.shares.get(share));
        }
        self.search.step(machine, ground, &mut |solution| self.round.found(solution));
    }

    /// Tells what was looked at; whether there is nothing more to do here, or nobody wants it.
    fn is_over(&mut self) -> bool {
        let Effort { nodes, looks } = std::mem::take(&mut self.search.effort);
        self.round.nodes.fetch_add(nodes, Ordering::Relaxed);
        self.round.looks.fetch_add(looks, Ordering::Relaxed);
        let are_shares_left = self.round.next.load(Ordering::Relaxed) < self.round.shares.len();
        (self.search.is_done() && !are_shares_left) || self.round.is_over.load(Ordering::Relaxed)
    }
}

/// Some steps of one who works.
struct Steps<'a, 'b> {
    ground: Ground<'a>,
    hand: &'b mut Hand,
}

impl Work for Steps<'_, '_> {
    type Result = ();

    #[inline(always)]
    fn with<M: Machine>(self, machine: M) {
        for _ in 0..STEPS {
            self.hand.step(machine, &self.ground);
        }
    }
}
