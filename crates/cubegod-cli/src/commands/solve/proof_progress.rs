//! Shows the progress of a proof.

use cubegod::moves::FaceTurn;
use cubegod::solve::optimal::Progress;
use cubegod::{Alg, Metric};
use indicatif::{HumanDuration, ProgressBar, ProgressStyle};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

/// How often the line is drawn.
const UPDATE_INTERVAL: Duration = Duration::from_millis(100);

/// A smaller fraction of a depth is no basis for an estimate.
const MIN_FRACTION: f64 = 0.02;

/// A line on the terminal, removed at the end.
pub(super) struct ProofProgress {
    line: ProgressBar,
    metric: Metric,
    /// The length of the best solution.
    known: AtomicUsize,
    clock: Mutex<Clock>,
}

/// The times of the last events.
struct Clock {
    /// The current depth, and since when.
    depth: usize,
    begun: Instant,
    shown: Option<Instant>,
}

impl ProofProgress {
    pub(super) fn new(is_shown: bool, metric: Metric) -> ProofProgress {
        // indicatif draws on terminals only.
        let line = if is_shown { ProgressBar::new_spinner() } else { ProgressBar::hidden() };
        let style = ProgressStyle::with_template("{elapsed} {msg}");
        line.set_style(style.unwrap_or_else(|_| ProgressStyle::default_spinner()));
        let clock = Clock { depth: 0, begun: Instant::now(), shown: None };
        ProofProgress { line, metric, known: AtomicUsize::new(0), clock: Mutex::new(clock) }
    }

    /// Sets the best solution.
    pub(super) fn set_solution(&self, turns: &[FaceTurn]) {
        let alg: Alg = turns.iter().copied().collect();
        self.known.store(alg.length(self.metric), Ordering::Relaxed);
        if !self.line.is_hidden() {
            self.line.set_message(format!("{} moves: {alg}", alg.length(self.metric)));
            self.line.tick();
        }
    }

    /// Shows the progress; called by any thread, thousands of times a second.
    pub(super) fn show(&self, progress: Progress) {
        if self.line.is_hidden() {
            return;
        }
        let mut clock = self.clock.lock().unwrap_or_else(PoisonError::into_inner);
        let now = Instant::now();
        if progress.depth > clock.depth {
            (clock.depth, clock.begun) = (progress.depth, now);
        }
        if clock.shown.is_some_and(|shown| now - shown < UPDATE_INTERVAL) {
            return;
        }
        clock.shown = Some(now);
        let known = self.known.load(Ordering::Relaxed);
        self.line.set_message(message(&progress, known, now - clock.begun));
        self.line.tick();
    }
}

impl Drop for ProofProgress {
    fn drop(&mut self) {
        self.line.finish_and_clear();
    }
}

/// `depth 17: 43%, 12.1 M nodes, 26 M/s, about 3 seconds left (18 moves known)`.
fn message(progress: &Progress, known: usize, took: Duration) -> String {
    let Progress { depth, stats, fraction } = *progress;
    let millions = stats.nodes as f64 / 1e6;
    let rate = millions / took.as_secs_f64().max(1e-3);
    let left = match fraction {
        fraction if fraction < MIN_FRACTION => String::new(),
        fraction => {
            let left = HumanDuration(took.mul_f64((1.0 - fraction) / fraction));
            // Below the last depth that has to be ruled out, more may have to follow.
            let of = if depth + 1 < known { " for this depth" } else { "" };
            format!(", about {left} left{of}")
        }
    };
    let percent = fraction * 100.0;
    format!("depth {depth}: {percent:.0}%, {millions:.1} M nodes, {rate:.0} M/s{left} ({known} moves known)")
}

#[cfg(test)]
mod tests {
    use super::*;
    use cubegod::solve::optimal::SearchStats;

    #[test]
    fn the_message_has_the_depth_the_percentage_the_rate_and_the_time_left() {
        let stats = SearchStats { nodes: 12_100_000, lookups: 0 };
        let progress = |depth, fraction| Progress { depth, stats, fraction };
        let text =
            |depth, fraction, seconds| message(&progress(depth, fraction), 18, Duration::from_secs(seconds));
        assert_eq!(
            text(17, 0.4, 2),
            "depth 17: 40%, 12.1 M nodes, 6 M/s, about 3 seconds left (18 moves known)"
        );
        assert_eq!(
            text(16, 0.5, 2),
            "depth 16: 50%, 12.1 M nodes, 6 M/s, about 2 seconds left for this depth (18 moves known)"
        );
        assert_eq!(text(17, 0.0, 1), "depth 17: 0%, 12.1 M nodes, 12 M/s (18 moves known)");
    }
}
