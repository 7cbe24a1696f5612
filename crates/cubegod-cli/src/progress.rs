//! The progress of many cubes on a terminal.

use crate::output::Output;
use indicatif::{HumanDuration, ProgressBar, ProgressStyle};
use std::io::{self, IsTerminal};
use std::time::{Duration, Instant};

/// No bar for fewer answers, unless they take longer than [`SHORT_RUN`].
const FEW: u64 = 10;

/// No bar for a run that ends sooner.
pub(crate) const SHORT_RUN: Duration = Duration::from_millis(500);

/// How often the bar is drawn.
pub(crate) const EVERY: Duration = Duration::from_millis(100);

/// Counts the answers, and shows a progress bar on a terminal.
pub(crate) struct Progress {
    answered: u64,
    /// The bytes of the input up to the last record that was answered.
    bytes: u64,
    meter: Option<Meter>,
}

/// What a progress bar shows.
struct Meter {
    start: Instant,
    /// The position of the input at the start.
    bytes_before: u64,
    /// The bytes of the whole input, where that is known.
    total_bytes: Option<u64>,
    last_shown: Instant,
    bar: Option<ProgressBar>,
}

impl Progress {
    /// Returns a counter with a bar if standard error is a terminal and the answers go elsewhere.
    pub(crate) fn new(output: &Output, bytes: u64, total_bytes: Option<u64>) -> Progress {
        let is_visible = !output.is_quiet() && !output.is_terminal() && io::stderr().is_terminal();
        let start = Instant::now();
        let meter = is_visible.then(|| Meter {
            start,
            bytes_before: bytes,
            total_bytes,
            last_shown: start,
            bar: None,
        });
        Progress { answered: 0, bytes, meter }
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
    pub(crate) fn show(&mut self, output: &mut Output) {
        let Some(meter) = &mut self.meter else { return };
        let is_long = self.answered > FEW || meter.start.elapsed() > SHORT_RUN;
        if !is_long || (meter.bar.is_some() && meter.last_shown.elapsed() < EVERY) {
            return;
        }
        meter.last_shown = Instant::now();
        let bar = meter.bar.get_or_insert_with(|| {
            let bar = new_bar(meter.total_bytes);
            output.share_with(bar.clone());
            bar
        });
        let took = meter.start.elapsed();
        let left = meter.total_bytes.and_then(|total| {
            time_left(self.bytes - meter.bytes_before, total.saturating_sub(self.bytes), took)
        });
        bar.set_position(self.bytes);
        bar.set_message(message(self.answered, took, left));
        if meter.total_bytes.is_none() {
            bar.tick();
        }
    }

    /// Removes the bar.
    pub(crate) fn clear(&mut self) {
        if let Some(bar) = self.meter.take().and_then(|meter| meter.bar) {
            bar.finish_and_clear();
        }
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        self.clear();
    }
}

pub(crate) fn new_bar(total_bytes: Option<u64>) -> ProgressBar {
    let (bar, template) = match total_bytes {
        Some(total) => (ProgressBar::new(total), "{bar:30} {percent}%  {msg}"),
        None => (ProgressBar::no_length(), "{spinner} {msg}"),
    };
    bar.with_style(ProgressStyle::with_template(template).unwrap_or_else(|_| ProgressStyle::default_bar()))
}

/// Estimates the time left from the time so far; none before the first answer.
fn time_left(bytes_done: u64, bytes_left: u64, took: Duration) -> Option<Duration> {
    (bytes_done > 0).then(|| took.mul_f64(bytes_left as f64 / bytes_done as f64))
}

/// `1200 cubes, 400 a second, 3 seconds left`.
pub(crate) fn message(answered: u64, took: Duration, left: Option<Duration>) -> String {
    let rate = answered as f64 / took.as_secs_f64().max(1e-3);
    let rate = if rate < 10.0 { format!("{rate:.1}") } else { format!("{rate:.0}") };
    let left = left.map(|left| format!(", {} left", HumanDuration(left))).unwrap_or_default();
    format!("{answered} cubes, {rate} a second{left}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn count_rate_and_time_left_are_shown() {
        let seconds = Duration::from_secs;
        assert_eq!(message(1200, seconds(3), Some(seconds(7))), "1200 cubes, 400 a second, 7 seconds left");
        assert_eq!(message(3, seconds(2), None), "3 cubes, 1.5 a second");
        assert_eq!(time_left(300, 600, seconds(10)), Some(seconds(20)));
        assert_eq!(time_left(0, 600, seconds(10)), None);
    }
}
