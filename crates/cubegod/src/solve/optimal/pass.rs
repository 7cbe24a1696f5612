//! One pass over a depth, shared by all workers.

use super::node::Node;
use super::search::{PassFilter, SearchStats};
use crate::moves::FaceTurn;
use crate::solve::task_queue::TaskQueue;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// A search of all nodes below the tasks that a filter accepts, one node per task.
///
/// If one solution is searched for, it is the first one in a fixed order of the nodes, independent of the number and the speed of
/// the workers: a solution ends the search only for later nodes.
#[derive(Debug)]
pub(super) struct Pass {
    pub(super) filter: PassFilter,
    pub(super) tasks: TaskQueue<Node>,
    /// Whether to find all solutions, not just one.
    all: bool,
    /// The fraction of the depth that was done before this pass, and the fraction that this pass does.
    fractions: (f64, f64),
    /// The counts of this depth, including earlier passes.
    nodes: AtomicU64,
    lookups: AtomicU64,
    /// Solutions from earlier passes.
    earlier: Vec<Vec<FaceTurn>>,
    /// The first solved node in order, or all solved nodes.
    solved: Mutex<Vec<Node>>,
}

/// The result of a pass, with those of earlier passes of the same depth.
#[derive(Clone, Debug, Default)]
pub(super) struct PassResult {
    pub(super) solutions: Vec<Vec<FaceTurn>>,
    pub(super) stats: SearchStats,
    /// Whether the pass ended before everything was searched.
    pub(super) was_stopped: bool,
}

impl Pass {
    /// Creates a pass that continues from the result of earlier ones.
    pub(super) fn new(
        filter: PassFilter,
        tasks: Arc<[Node]>,
        all: bool,
        fractions: (f64, f64),
        earlier: PassResult,
    ) -> Pass {
        Pass {
            filter,
            tasks: TaskQueue::new(tasks),
            all,
            fractions,
            nodes: AtomicU64::new(earlier.stats.nodes),
            lookups: AtomicU64::new(earlier.stats.lookups),
            earlier: earlier.solutions,
            solved: Mutex::default(),
        }
    }

    /// Returns the counts of this depth so far.
    pub(super) fn stats(&self) -> SearchStats {
        SearchStats {
            nodes: self.nodes.load(Ordering::Relaxed),
            lookups: self.lookups.load(Ordering::Relaxed),
        }
    }

    /// Adds the counts of a worker.
    pub(super) fn add_stats(&self, stats: SearchStats) {
        self.nodes.fetch_add(stats.nodes, Ordering::Relaxed);
        self.lookups.fetch_add(stats.lookups, Ordering::Relaxed);
    }

    /// Returns the fraction of the depth that is done.
    pub(super) fn fraction(&self) -> f64 {
        let (before, here) = self.fractions;
        before + here * self.tasks.fraction()
    }

    fn solved(&self) -> MutexGuard<'_, Vec<Node>> {
        self.solved.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Returns the first solved node in order so far.
    pub(super) fn first_solved(&self) -> Option<Node> {
        self.solved().first().copied()
    }

    /// Records a solved node.
    pub(super) fn add_solved(&self, node: &Node) {
        let mut solved = self.solved();
        if !self.all {
            self.tasks.solve(node.task as usize);
            if !solved.iter().all(|other| node.may_precede(other)) {
                return;
            }
            solved.clear();
        }
        solved.push(*node);
    }

    /// Returns the result, after all workers have left.
    pub(super) fn result(&self) -> PassResult {
        let mut solutions = self.earlier.clone();
        solutions.extend(self.solved().iter().map(Node::solution));
        PassResult { solutions, stats: self.stats(), was_stopped: self.tasks.was_stopped() }
    }
}
