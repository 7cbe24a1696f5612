//! How far a search is, for somebody who looks at a terminal.

use crate::output::Output;
use indicatif::{ProgressBar, ProgressStyle};
use std::io::{self, IsTerminal};
use std::time::{Duration, Instant};

/// No bar for what is over sooner.
const SOON: Duration = Duration::from_millis(500);

/// A bar at the bottom of the terminal, gone at the end; nothing anywhere else.
pub(super) struct Progress {
    start: Instant,
    is_looked_at: bool,
    most_positions: u64,
    bar: Option<ProgressBar>,
}

impl Progress {
    pub(super) fn new(output: &Output, most_positions: u64) -> Progress {
        let is_looked_at = !output.is_quiet() && io::stderr().is_terminal();
        Progress { start: Instant::now(), is_looked_at, most_positions, bar: None }
    }

    /// Draws the bar, if it is time; indicatif draws it no more often than eyes can follow.
    pub(super) fn show(&mut self, positions: u64, depth: usize, found: usize) {
        if !self.is_looked_at || (self.bar.is_none() && self.start.elapsed() < SOON) {
            return;
        }
        let most = self.most_positions;
        let bar = self.bar.get_or_insert_with(|| {
            let style = ProgressStyle::with_template("{bar:30} {percent}%  {msg}");
            ProgressBar::new(most).with_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()))
        });
        bar.set_position(positions);
        bar.set_message(format!("{positions} positions, {depth} turns, {found} found"));
    }

    /// Does something that writes, with the bar out of the way.
    pub(super) fn aside<T>(&self, write: impl FnOnce() -> T) -> T {
        match &self.bar {
            Some(bar) => bar.suspend(write),
            None => write(),
        }
    }

    /// Takes the bar away.
    pub(super) fn clear(&mut self) {
        if let Some(bar) = self.bar.take() {
            bar.finish_and_clear();
        }
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        self.clear();
    }
}
