//! The progress bar of a proof.

use super::report::counted;
use crate::output::Output;
use cubegod::Metric;
use cubegod::solve::proof;
use indicatif::{HumanDuration, ProgressBar, ProgressStyle};
use std::io::{self, IsTerminal};
use std::time::{Duration, Instant};

/// A bar is shown only after this time.
const SHOW_AFTER: Duration = Duration::from_millis(500);

/// How often the bar is drawn.
const UPDATE_INTERVAL: Duration = Duration::from_millis(100);

/// A smaller fraction of the work is no basis for an estimate.
const MIN_FRACTION: f64 = 0.02;

/// A progress bar on a terminal, removed at the end.
pub(super) struct ProofProgress {
    is_visible: bool,
    /// The search is for solutions with fewer moves than this.
    below: usize,
    metric: Metric,
    start: Instant,
    /// When the bar was drawn last.
    drawn: Option<Instant>,
    /// The length that is being searched, and since when.
    moves: usize,
    since: Instant,
    bar: Option<ProgressBar>,
}

impl ProofProgress {
    pub(super) fn new(output: &Output, below: usize, metric: Metric) -> ProofProgress {
        let is_visible = !output.is_quiet() && io::stderr().is_terminal();
        let now = Instant::now();
        ProofProgress { is_visible, below, metric, start: now, drawn: None, moves: 0, since: now, bar: None }
    }

    /// Draws the bar if it is time.
    pub(super) fn show(&mut self, progress: proof::Progress) {
        if !self.is_visible {
            return;
        }
        let now = Instant::now();
        if progress.depth > self.moves {
            (self.moves, self.since) = (progress.depth, now);
        }
        let is_early = now - self.start < SHOW_AFTER;
        if is_early || self.drawn.is_some_and(|drawn| now - drawn < UPDATE_INTERVAL) {
            return;
        }
        self.drawn = Some(now);
        let left = self.time_left(progress, now - self.since);
        let bar = self.bar.get_or_insert_with(|| {
            let style = ProgressStyle::with_template("{bar:20} {percent:>3} %  {msg}");
            ProgressBar::new(1000).with_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()))
        });
        bar.set_position((progress.fraction * 1000.0) as u64);
        bar.set_message(format!(
            "depth {} of {}, {}{}",
            progress.depth,
            self.below.saturating_sub(1),
            counted(progress.positions),
            left.map(|left| format!(", about {} left", HumanDuration(left))).unwrap_or_default()
        ));
    }

    /// Estimates the time left for this depth and the following ones, each of which takes many times as long.
    fn time_left(&self, progress: proof::Progress, spent: Duration) -> Option<Duration> {
        let (factor, step) = if self.metric == Metric::Qtm { (88.0, 2) } else { (13.0, 1) };
        if progress.fraction < MIN_FRACTION {
            return None;
        }
        let whole = spent.as_secs_f64() / progress.fraction;
        let (mut left, mut next) = (whole - spent.as_secs_f64(), whole);
        for _ in (progress.depth + step..self.below).step_by(step) {
            next *= factor;
            left += next;
        }
        Duration::try_from_secs_f64(left).ok()
    }
}

/// Removes the bar.
impl Drop for ProofProgress {
    fn drop(&mut self) {
        if let Some(bar) = self.bar.take() {
            bar.finish_and_clear();
        }
    }
}
