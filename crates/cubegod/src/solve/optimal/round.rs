//! One round of a depth, shared by all who work on it.

use super::node::Node;
use super::position::Machine;
use super::search::{Effort, Gate, Ground, Search};
use super::way::{Way, Work};
use crate::moves::FaceTurn;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// Steps between two looks at whether somebody has found something, and between two at whether to go on: well under a millisecond.
const STRETCH: usize = 16;
const STRETCHES: usize = 32;

/// All below some nodes that a gate lets through, a share at a time.
///
/// Where one solution is enough, it is the first one in an order that nodes have, however many work on it and however fast: what
/// comes behind a solution is left as soon as it is found, and what may come before it is not.
pub(super) struct Round {
    gate: Gate,
    shares: Arc<[Node]>,
    /// Whether every solution is wanted, or any.
    all: bool,
    /// Which part of the depth is done before, and which is here.
    parts: (f64, f64),
    next: AtomicUsize,
    /// Whether there is a solution, and one is enough.
    is_found: AtomicBool,
    was_stopped: AtomicBool,
    /// What was looked at in this depth until now.
    nodes: AtomicU64,
    looks: AtomicU64,
    /// Solutions from before, and nodes that are solved: the first one, or all.
    before: Vec<Vec<FaceTurn>>,
    solved: Mutex<Vec<Node>>,
}

/// What came of a depth, or of a part of it.
#[derive(Clone, Debug, Default)]
pub(super) struct Harvest {
    pub(super) solutions: Vec<Vec<FaceTurn>>,
    pub(super) effort: Effort,
    /// Whether it was left before its end.
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
            is_found: AtomicBool::new(false),
            was_stopped: AtomicBool::new(false),
            nodes: AtomicU64::new(before.effort.nodes),
            looks: AtomicU64::new(before.effort.looks),
            before: before.solutions,
            solved: Mutex::default(),
        }
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
    }

    /// Whether there are shares that nobody has taken.
    pub(super) fn has_shares(&self) -> bool {
        !self.is_found.load(Ordering::Relaxed) && self.next.load(Ordering::Relaxed) < self.shares.len()
    }

    /// The nodes that are solved until now.
    fn solved(&self) -> MutexGuard<'_, Vec<Node>> {
        self.solved.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The next share that nobody has taken.
    fn take_share(&self) -> Option<&Node> {
        self.shares.get(self.next.fetch_add(1, Ordering::Relaxed))
    }

    /// What came of it, once everybody has left it.
    pub(super) fn harvest(&self) -> Harvest {
        let mut solutions = self.before.clone();
        solutions.extend(self.solved().iter().map(Node::solution));
        Harvest { solutions, effort: self.effort(), was_stopped: self.was_stopped.load(Ordering::Relaxed) }
    }

    fn found(&self, node: &Node) {
        let mut solved = self.solved();
        if !self.all {
            self.is_found.store(true, Ordering::Relaxed);
            if !solved.iter().all(|other| node.may_be_before(other)) {
                return;
            }
            solved.clear();
        }
        solved.push(*node);
    }
}

/// One who works on a round.
pub(super) struct Hand {
    round: Arc<Round>,
    search: Search,
    /// Whether to end what was begun, and then to go.
    is_leaving: bool,
}

/// What one who works is told now and then.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub(super) enum Word {
    GoOn,
    /// End what was begun, and then go.
    Leave,
    /// All are to go at once.
    Stop,
}

impl Hand {
    /// With so many nodes between asking for memory and reading it.
    pub(super) fn new(round: Arc<Round>, wait: usize) -> Hand {
        let search = Search::new(round.gate.clone(), wait);
        Hand { round, search, is_leaving: false }
    }

    /// Works until the round is over for it.
    pub(super) fn work(mut self, ground: Ground<'_>, way: Way, ask: &dyn Fn(&Round) -> Word) {
        loop {
            way.run(Stretches { ground, hand: &mut self });
            if self.is_over() {
                return;
            }
            match ask(&self.round) {
                Word::GoOn => {}
                Word::Leave => self.is_leaving = true,
                // Little is left, and needed to tell which solution is the first.
                Word::Stop if self.round.is_found.load(Ordering::Relaxed) => {}
                Word::Stop => self.round.stop(),
            }
        }
    }

    /// Some steps.
    #[inline(always)]
    fn stretch(&mut self, machine: impl Machine, ground: &Ground<'_>) {
        let is_found = self.round.is_found.load(Ordering::Relaxed);
        if is_found && let Some(solved) = self.round.solved().first() {
            self.search.nodes.retain(|node| node.may_be_before(solved));
        }
        let may_take = !is_found && !self.is_leaving;
        for _ in 0..STRETCH {
            // A new share keeps all places taken.
            if self.search.nodes.is_empty() && may_take {
                self.search.nodes.extend(self.round.take_share());
            }
            self.search.step(machine, ground, &mut |node| self.round.found(node));
        }
    }

    /// Tells what was looked at; whether there is nothing more to do here, or nobody wants it.
    fn is_over(&mut self) -> bool {
        let Effort { nodes, looks } = std::mem::take(&mut self.search.effort);
        self.round.nodes.fetch_add(nodes, Ordering::Relaxed);
        self.round.looks.fetch_add(looks, Ordering::Relaxed);
        let may_take = self.round.has_shares() && !self.is_leaving;
        (self.search.is_done() && !may_take) || self.round.was_stopped.load(Ordering::Relaxed)
    }
}

/// What is done between two looks at whether to go on.
struct Stretches<'a, 'b> {
    ground: Ground<'a>,
    hand: &'b mut Hand,
}

impl Work for Stretches<'_, '_> {
    type Result = ();

    #[inline(always)]
    fn with<M: Machine>(self, machine: M) {
        for _ in 0..STRETCHES {
            if self.hand.search.is_done() && !self.hand.round.has_shares() {
                return;
            }
            self.hand.stretch(machine, &self.ground);
        }
    }
}
