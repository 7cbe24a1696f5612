//! Progress on the terminal: a bar that is shown if something takes long, and removed at the end.

use crate::language;
use crate::message::CommandMessage;
use crate::output::Output;
use indicatif::{ProgressBar, ProgressStyle};
use std::io::{self, IsTerminal};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// Nothing is shown for work that ends sooner.
const DELAY: Duration = Duration::from_millis(500);

/// How often a bar is drawn.
const INTERVAL: Duration = Duration::from_millis(100);

/// A smaller fraction of the work is no basis for an estimate.
const MIN_FRACTION: f64 = 0.02;

/// A progress bar on standard error, shared by threads. It is drawn only on a terminal, and after a delay.
#[derive(Clone)]
pub(crate) struct DelayedBar {
    start: Instant,
    /// The position at the end; none if it is not known.
    total: Option<u64>,
    /// None if nothing is ever drawn.
    state: Option<Arc<Mutex<State>>>,
}

#[derive(Default)]
struct State {
    drawn: Option<Instant>,
    bar: Option<ProgressBar>,
}

impl DelayedBar {
    /// Returns a bar, or nothing that is ever drawn.
    pub(crate) fn new(is_wanted: bool, total: Option<u64>) -> DelayedBar {
        let is_visible = is_wanted && io::stderr().is_terminal();
        DelayedBar { start: Instant::now(), total, state: is_visible.then(Arc::default) }
    }

    /// Returns a bar for a command, unless notes are suppressed.
    pub(crate) fn of(output: &Output, total: Option<u64>) -> DelayedBar {
        DelayedBar::new(!output.is_quiet(), total)
    }

    /// Returns whether anything is ever drawn.
    pub(crate) fn is_visible(&self) -> bool {
        self.state.is_some()
    }

    /// Draws the bar if that is due. `content` returns the position and the message for the time since the start.
    pub(crate) fn show(&self, content: impl FnOnce(Duration) -> (u64, CommandMessage)) {
        let elapsed = self.start.elapsed();
        if elapsed < DELAY {
            return;
        }
        // If the state is locked, another thread is drawing.
        let Some(Ok(mut state)) = self.state.as_ref().map(|state| state.try_lock()) else { return };
        if state.drawn.is_none_or(|drawn| drawn.elapsed() >= INTERVAL) {
            self.draw(&mut state, content(elapsed));
        }
    }

    /// Draws the bar now.
    pub(crate) fn show_now(&self, content: impl FnOnce() -> (u64, CommandMessage)) {
        if let Some(mut state) = self.state() {
            self.draw(&mut state, content());
        }
    }

    fn draw(&self, state: &mut State, (position, message): (u64, CommandMessage)) {
        state.drawn = Some(Instant::now());
        let bar = state.bar.get_or_insert_with(|| new_bar(self.total).with_elapsed(self.start.elapsed()));
        bar.set_position(position);
        bar.set_message(language::shown(&message));
        bar.tick();
    }

    /// Hides the bar while something is written.
    pub(crate) fn suspend<T>(&self, write: impl FnOnce() -> T) -> T {
        match self.state().as_ref().and_then(|state| state.bar.as_ref()) {
            Some(bar) => bar.suspend(write),
            None => write(),
        }
    }

    /// Removes the bar.
    pub(crate) fn clear(&self) {
        if let Some(bar) = self.state().and_then(|mut state| state.bar.take()) {
            bar.finish_and_clear();
        }
    }

    fn state(&self) -> Option<MutexGuard<'_, State>> {
        self.state.as_ref().map(|state| state.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

/// Removes the bar with its last owner.
impl Drop for State {
    fn drop(&mut self) {
        if let Some(bar) = self.bar.take() {
            bar.finish_and_clear();
        }
    }
}

fn new_bar(total: Option<u64>) -> ProgressBar {
    let (bar, template) = match total {
        Some(total) => (ProgressBar::new(total), "{bar:30} {percent}%  {msg}"),
        None => (ProgressBar::no_length(), "{elapsed} {msg}"),
    };
    bar.with_style(ProgressStyle::with_template(template).unwrap_or_else(|_| ProgressStyle::default_bar()))
}

/// The progress of many cubes.
pub(crate) struct Progress {
    answered: u64,
    /// The bytes of the input up to the last record that was answered.
    bytes: u64,
    /// The position of the input at the start.
    bytes_before: u64,
    bar: DelayedBar,
}

impl Progress {
    /// Returns a counter with a bar if the answers do not go to the terminal. `total_bytes` is the length of the input if it
    /// is known.
    pub(crate) fn new(output: &mut Output, bytes: u64, total_bytes: Option<u64>) -> Progress {
        let bar = DelayedBar::new(!output.is_quiet() && !output.is_terminal(), total_bytes);
        output.share_with(bar.clone());
        Progress { answered: 0, bytes, bytes_before: bytes, bar }
    }

    /// Returns how many were answered.
    pub(crate) fn answered(&self) -> u64 {
        self.answered
    }

    /// Counts the answer of a record that ends at this position of the input.
    pub(crate) fn count(&mut self, end: u64) {
        self.answered += 1;
        self.bytes = end;
    }

    /// Draws the bar if it is due.
    pub(crate) fn show(&self) {
        self.bar.show(|elapsed| {
            let done = self.bytes - self.bytes_before;
            let total = self.bar.total.map(|total| total.saturating_sub(self.bytes_before));
            let left = total.and_then(|total| time_left(elapsed, done as f64 / total.max(1) as f64));
            (self.bytes, CommandMessage::CubesDone { cubes: self.answered, time: elapsed, left })
        });
    }

    /// Removes the bar.
    pub(crate) fn clear(&self) {
        self.bar.clear();
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        self.clear();
    }
}

/// Measures how long the current depth of a search takes.
pub(crate) struct DepthTimer(Mutex<(usize, Instant)>);

impl DepthTimer {
    pub(crate) fn start() -> DepthTimer {
        DepthTimer(Mutex::new((0, Instant::now())))
    }

    /// Returns the time since this depth, or a greater one, was first reported.
    pub(crate) fn elapsed(&self, depth: usize) -> Duration {
        let mut current = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if depth > current.0 {
            *current = (depth, Instant::now());
        }
        current.1.elapsed()
    }
}

/// Estimates the time left if this fraction of the work took so long; none at the beginning.
pub(crate) fn time_left(took: Duration, fraction: f64) -> Option<Duration> {
    let left = (fraction >= MIN_FRACTION).then(|| took.as_secs_f64() * (1.0 / fraction - 1.0).max(0.0))?;
    Duration::try_from_secs_f64(left).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_time_left_is_estimated_from_the_fraction_that_is_done() {
        assert_eq!(time_left(Duration::from_secs(10), 0.25), Some(Duration::from_secs(30)));
        assert_eq!(time_left(Duration::from_secs(10), 1.0), Some(Duration::ZERO));
        assert_eq!(time_left(Duration::from_secs(10), 0.0), None);
    }

    #[test]
    fn nothing_is_computed_for_a_bar_that_is_not_drawn() {
        let bar = DelayedBar::new(false, None);
        bar.show(|_| unreachable!("it is hidden"));
        bar.show_now(|| unreachable!("it is hidden"));
        assert_eq!(bar.suspend(|| 7), 7);
        bar.clear();
    }
}
