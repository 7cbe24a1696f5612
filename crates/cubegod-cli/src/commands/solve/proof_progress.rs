//! Shows the progress of a proof.

use crate::message::CommandMessage;
use crate::progress::{DelayedBar, DepthTimer, time_left};
use cubegod::moves::FaceTurn;
use cubegod::solve::optimal::Progress;
use cubegod::{Alg, Metric};
use std::sync::atomic::{AtomicUsize, Ordering};

/// A line on the terminal, removed at the end.
pub(super) struct ProofProgress {
    bar: DelayedBar,
    timer: DepthTimer,
    metric: Metric,
    /// The length of the best solution.
    known: AtomicUsize,
}

impl ProofProgress {
    pub(super) fn new(is_shown: bool, metric: Metric) -> ProofProgress {
        let (bar, known) = (DelayedBar::new(is_shown, None), AtomicUsize::new(0));
        ProofProgress { bar, timer: DepthTimer::start(), metric, known }
    }

    /// Sets the best solution.
    pub(super) fn set_solution(&self, turns: &[FaceTurn]) {
        let alg: Alg = turns.iter().copied().collect();
        let length = alg.length(self.metric);
        self.known.store(length, Ordering::Relaxed);
        self.bar.show_now(|| (0, CommandMessage::BestSolution { length, alg }));
    }

    /// Shows the progress; called by any thread, thousands of times a second.
    pub(super) fn show(&self, progress: Progress) {
        if !self.bar.is_visible() {
            return;
        }
        let Progress { depth, stats, fraction } = progress;
        let time = self.timer.elapsed(depth);
        self.bar.show(|_| {
            let known = self.known.load(Ordering::Relaxed);
            let (left, is_last) = (time_left(time, fraction), depth + 1 >= known);
            let nodes = stats.nodes;
            (0, CommandMessage::Proving { depth, fraction, nodes, time, left, is_last, known })
        });
    }
}
