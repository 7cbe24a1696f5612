//! The progress bar of a proof.

use crate::message::CommandMessage;
use crate::output::Output;
use crate::progress::{DelayedBar, DepthTimer, time_left};
use cubegod::Metric;
use cubegod::solve::proof;
use std::time::Duration;

/// The length of the bar for a depth.
const BAR_LENGTH: u64 = 1000;

/// A progress bar on a terminal, removed at the end.
pub(super) struct ProofProgress {
    bar: DelayedBar,
    timer: DepthTimer,
    /// The search is for solutions with fewer moves than this.
    below: usize,
    metric: Metric,
}

impl ProofProgress {
    pub(super) fn new(output: &Output, below: usize, metric: Metric) -> ProofProgress {
        let bar = DelayedBar::of(output, Some(BAR_LENGTH));
        ProofProgress { bar, timer: DepthTimer::start(), below, metric }
    }

    /// Draws the bar if it is due.
    pub(super) fn show(&self, progress: proof::Progress) {
        if !self.bar.is_visible() {
            return;
        }
        let took = self.timer.elapsed(progress.depth);
        self.bar.show(|_| {
            let proof::Progress { depth, positions, .. } = progress;
            let (most, left) = (self.below.saturating_sub(1), self.time_left(progress, took));
            let message = CommandMessage::Verifying { depth, most, positions, left };
            ((progress.fraction * BAR_LENGTH as f64) as u64, message)
        });
    }

    /// Estimates the time left for this depth and the following ones, each of which takes many times as long.
    fn time_left(&self, progress: proof::Progress, took: Duration) -> Option<Duration> {
        let (factor, step) = if self.metric == Metric::Qtm { (88.0, 2) } else { (13.0, 1) };
        let mut left = time_left(took, progress.fraction)?.as_secs_f64();
        let mut next = took.as_secs_f64() + left;
        for _ in (progress.depth + step..self.below).step_by(step) {
            next *= factor;
            left += next;
        }
        Duration::try_from_secs_f64(left).ok()
    }
}
