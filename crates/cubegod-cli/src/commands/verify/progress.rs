//! How far a proof is, for somebody who looks at a terminal.

use super::finding::counted;
use crate::output::Output;
use cubegod::Metric;
use cubegod::solve::proof;
use indicatif::{HumanDuration, ProgressBar, ProgressStyle};
use std::io::{self, IsTerminal};
use std::time::{Duration, Instant};

/// No bar for what is over sooner.
const SOON: Duration = Duration::from_millis(500);

/// How often the bar is drawn.
const GLANCE: Duration = Duration::from_millis(100);

/// A smaller part of the work tells nothing about the rest.
const TELLING: f64 = 0.02;

/// A bar at the bottom of the terminal, gone at the end; nothing anywhere else.
pub(super) struct Progress {
    is_looked_at: bool,
    /// Solutions with fewer moves are looked for.
    below: usize,
    metric: Metric,
    start: Instant,
    /// When it was drawn last.
    drawn: Option<Instant>,
    /// Which solutions are looked for, and since when.
    moves: usize,
    since: Instant,
    bar: Option<ProgressBar>,
}

impl Progress {
    pub(super) fn new(output: &Output, below: usize, metric: Metric) -> Progress {
        let is_looked_at = !output.is_quiet() && io::stderr().is_terminal();
        let now = Instant::now();
        Progress { is_looked_at, below, metric, start: now, drawn: None, moves: 0, since: now, bar: None }
    }

    /// Draws the bar, if it is time.
    pub(super) fn show(&mut self, progress: proof::Progress) {
        if !self.is_looked_at {
            return;
        }
        let now = Instant::now();
        if progress.depth > self.moves {
            (self.moves, self.since) = (progress.depth, now);
        }
        let is_early = now - self.start < SOON;
        if is_early || self.drawn.is_some_and(|drawn| now - drawn < GLANCE) {
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
            "of all with {} of {} moves, {}{}",
            progress.depth,
            self.below.saturating_sub(1),
            counted(progress.positions),
            left.map(|left| format!(", about {} left", HumanDuration(left))).unwrap_or_default()
        ));
    }

    /// For this number of moves, and for those that are to come, each of which takes many times as long.
    fn time_left(&self, progress: proof::Progress, spent: Duration) -> Option<Duration> {
        let (factor, step) = if self.metric == Metric::Qtm { (88.0, 2) } else { (13.0, 1) };
        if progress.fraction < TELLING {
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

/// Takes the bar away.
impl Drop for Progress {
    fn drop(&mut self) {
        if let Some(bar) = self.bar.take() {
            bar.finish_and_clear();
        }
    }
}
