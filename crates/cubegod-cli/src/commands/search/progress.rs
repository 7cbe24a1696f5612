//! The progress bar of a search.

use crate::output::Output;
use indicatif::{ProgressBar, ProgressStyle};
use std::io::{self, IsTerminal};
use std::time::{Duration, Instant};

/// A bar is shown only after this time.
const SHOW_AFTER: Duration = Duration::from_millis(500);

/// A progress bar on a terminal, removed at the end.
pub(super) struct SearchBar {
    start: Instant,
    is_visible: bool,
    max_positions: u64,
    bar: Option<ProgressBar>,
}

impl SearchBar {
    pub(super) fn new(output: &Output, max_positions: u64) -> SearchBar {
        let is_visible = !output.is_quiet() && io::stderr().is_terminal();
        SearchBar { start: Instant::now(), is_visible, max_positions, bar: None }
    }

    /// Draws the bar if it is time; indicatif limits the rate.
    pub(super) fn show(&mut self, positions: u64, depth: usize, found: usize) {
        if !self.is_visible || (self.bar.is_none() && self.start.elapsed() < SHOW_AFTER) {
            return;
        }
        let total = self.max_positions;
        let bar = self.bar.get_or_insert_with(|| {
            let style = ProgressStyle::with_template("{bar:30} {percent}%  {msg}");
            ProgressBar::new(total).with_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()))
        });
        bar.set_position(positions);
        bar.set_message(format!("{positions} positions, {depth} moves, {found} found"));
    }

    /// Hides the bar while something is written.
    pub(super) fn suspend<T>(&self, write: impl FnOnce() -> T) -> T {
        match &self.bar {
            Some(bar) => bar.suspend(write),
            None => write(),
        }
    }

    /// Removes the bar.
    pub(super) fn clear(&mut self) {
        if let Some(bar) = self.bar.take() {
            bar.finish_and_clear();
        }
    }
}

impl Drop for SearchBar {
    fn drop(&mut self) {
        self.clear();
    }
}
