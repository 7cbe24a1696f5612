//! One round of a depth, shared by all who work on it.

use super::node::Node;
use super::search::{Effort, Gate};
use crate::moves::FaceTurn;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

/// After so long, whoever waits for others looks whether to go on.
const MOMENT: Duration = Duration::from_millis(1);

/// All below some nodes that a gate lets through, a share at a time.
///
/// Where one solution is enough, it is the first one in an order that nodes have, however many work on it and however fast: what
/// comes behind a solution is left as soon as it is found, and what may come before it is not.
#[derive(Debug)]
pub(super) struct Round {
    /// Where the table is in memory whose bounds its nodes have.
    pub(super) table_address: usize,
    pub(super) gate: Gate,
    shares: Arc<[Node]>,
    /// Whether every solution is wanted, or any.
    all: bool,
    /// Which part of the depth is done before, and which is here.
    parts: (f64, f64),
    left: Mutex<Left>,
    /// Told when there is more left for others, or the last one who helps has gone.
    changed: Condvar,
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

/// What nobody works on, and who works on the rest besides the one who ends the round.
#[derive(Debug, Default)]
struct Left {
    /// How many shares were taken.
    taken: usize,
    /// What was given back, of shares that were taken.
    given_back: Vec<Node>,
    helpers: usize,
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
        table_address: usize,
        gate: Gate,
        shares: Arc<[Node]>,
        all: bool,
        parts: (f64, f64),
        before: Harvest,
    ) -> Round {
        Round {
            table_address,
            gate,
            shares,
            all,
            parts,
            left: Mutex::default(),
            changed: Condvar::new(),
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

    /// Counts what was looked at.
    pub(super) fn count(&self, effort: Effort) {
        self.nodes.fetch_add(effort.nodes, Ordering::Relaxed);
        self.looks.fetch_add(effort.looks, Ordering::Relaxed);
    }

    /// Which part of the depth is done.
    pub(super) fn part(&self) -> f64 {
        let (before, here) = self.parts;
        before + here * self.left().taken as f64 / self.shares.len().max(1) as f64
    }

    /// Lets all who work on it leave it.
    pub(super) fn stop(&self) {
        self.was_stopped.store(true, Ordering::Relaxed);
    }

    pub(super) fn was_stopped(&self) -> bool {
        self.was_stopped.load(Ordering::Relaxed)
    }

    /// Whether there is a solution, and one is enough.
    pub(super) fn is_found(&self) -> bool {
        self.is_found.load(Ordering::Relaxed)
    }

    /// Whether there is something that nobody works on.
    pub(super) fn has_work(&self) -> bool {
        self.has_work_of(&self.left())
    }

    fn has_work_of(&self, left: &Left) -> bool {
        // A share that is taken later comes behind the solution.
        let has_shares = !self.is_found() && left.taken < self.shares.len();
        (has_shares || !left.given_back.is_empty()) && !self.was_stopped()
    }

    /// Whether everything was done, for the one who ends it and has nothing of it in hand.
    pub(super) fn is_over(&self) -> bool {
        let left = self.left();
        left.helpers == 0 && !self.has_work_of(&left)
    }

    /// Something that nobody works on.
    pub(super) fn take(&self) -> Option<Node> {
        self.take_of(&mut self.left())
    }

    fn take_of(&self, left: &mut Left) -> Option<Node> {
        if !self.has_work_of(left) {
            return None;
        }
        left.given_back.pop().or_else(|| {
            left.taken += 1;
            self.shares.get(left.taken - 1).copied()
        })
    }

    /// The same for one who begins to help, if there is anything.
    pub(super) fn begin_to_help(&self) -> Option<Node> {
        let mut left = self.left();
        let node = self.take_of(&mut left)?;
        left.helpers += 1;
        Some(node)
    }

    /// One who helps goes, and gives back what is not done.
    pub(super) fn end_to_help(&self, nodes: Vec<Node>) {
        let mut left = self.left();
        left.given_back.extend(nodes);
        left.helpers -= 1;
        if left.helpers == 0 || !left.given_back.is_empty() {
            self.changed.notify_one();
        }
    }

    /// How many help.
    #[cfg(test)]
    pub(super) fn helpers(&self) -> usize {
        self.left().helpers
    }

    /// Waits a moment for those who help, for the one who ends it; not if there is anything to do.
    pub(super) fn wait_for_helpers(&self) {
        let left = self.left();
        if left.helpers > 0 && !self.has_work_of(&left) {
            // What was waited for is looked at in any case.
            drop(self.changed.wait_timeout(left, MOMENT));
        }
    }

    fn left(&self) -> MutexGuard<'_, Left> {
        self.left.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The nodes that are solved until now.
    fn solved(&self) -> MutexGuard<'_, Vec<Node>> {
        self.solved.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The solution until now, where one is enough.
    pub(super) fn first_solved(&self) -> Option<Node> {
        self.is_found().then(|| self.solved().first().copied()).flatten()
    }

    /// What came of it, once it is over. If it was stopped, others may still count what they looked at until then.
    pub(super) fn harvest(&self) -> Harvest {
        let mut solutions = self.before.clone();
        solutions.extend(self.solved().iter().map(Node::solution));
        Harvest { solutions, effort: self.effort(), was_stopped: self.was_stopped() }
    }

    /// A node of it is solved.
    pub(super) fn found(&self, node: &Node) {
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
