//! Shows the best solution so far during a search.

use cubegod::Alg;
use cubegod::moves::FaceTurn;
use indicatif::{ProgressBar, ProgressStyle};

/// A line on the terminal, removed at the end.
pub(super) struct BestSolution {
    line: ProgressBar,
}

impl BestSolution {
    pub(super) fn new(is_shown: bool) -> BestSolution {
        // indicatif draws on terminals only.
        let line = if is_shown { ProgressBar::new_spinner() } else { ProgressBar::hidden() };
        let style = ProgressStyle::with_template("{elapsed} {msg}");
        line.set_style(style.unwrap_or_else(|_| ProgressStyle::default_spinner()));
        BestSolution { line }
    }

    pub(super) fn show(&self, turns: &[FaceTurn]) {
        if !self.line.is_hidden() {
            let alg: Alg = turns.iter().copied().collect();
            self.line.set_message(format!("{} moves: {alg}", turns.len()));
            self.line.tick();
        }
    }
}

impl Drop for BestSolution {
    fn drop(&mut self) {
        self.line.finish_and_clear();
    }
}
