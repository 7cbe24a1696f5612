//! The progress of a batch on a terminal.

use crate::output::Output;
use crate::progress::{EVERY, SHORT_RUN, message, new_bar};
use cubegod_columns::files;
use indicatif::ProgressBar;
use std::io::{self, IsTerminal};
use std::sync::{Mutex, PoisonError};
use std::time::Instant;

/// A progress bar that any thread may update.
pub(super) struct BatchProgressBar {
    start: Instant,
    /// None if standard error is not a terminal.
    shown: Option<Mutex<DrawnBar>>,
}

/// When the bar was drawn last, and the bar once it is shown.
struct DrawnBar {
    last: Instant,
    bar: Option<ProgressBar>,
}

/// The length of the bar for the whole file.
const WHOLE: f64 = 10_000.0;

impl BatchProgressBar {
    /// Returns a bar that is shown if standard error is a terminal.
    pub(super) fn new(output: &Output) -> BatchProgressBar {
        let start = Instant::now();
        let is_visible = !output.is_quiet() && io::stderr().is_terminal();
        BatchProgressBar { start, shown: is_visible.then(|| Mutex::new(DrawnBar { last: start, bar: None })) }
    }

    /// Draws the bar if it is due.
    pub(super) fn show(&self, progress: files::Progress) {
        let Some(shown) = &self.shown else { return };
        // Another thread draws it.
        let Ok(mut shown) = shown.try_lock() else { return };
        let took = self.start.elapsed();
        if took < SHORT_RUN || shown.last.elapsed() < EVERY {
            return;
        }
        shown.last = Instant::now();
        let files::Progress { rows, share, share_before } = progress;
        let done = share - share_before;
        let left = (done > 0.0).then(|| took.mul_f64(((1.0 - share) / done).clamp(0.0, 1e6)));
        let bar = shown.bar.get_or_insert_with(|| new_bar(Some(WHOLE as u64)));
        bar.set_message(message(rows, took, left));
        bar.set_position((share * WHOLE) as u64);
    }

    /// Removes the bar.
    pub(super) fn clear(&self) {
        let Some(shown) = &self.shown else { return };
        if let Some(bar) = shown.lock().unwrap_or_else(PoisonError::into_inner).bar.take() {
            bar.finish_and_clear();
        }
    }
}
