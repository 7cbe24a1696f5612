//! Ever better solutions, shown while the search for the next one goes on.

use cubegod::Alg;
use cubegod::moves::FaceTurn;
use indicatif::{ProgressBar, ProgressStyle};

/// A line at the bottom of the terminal, gone at the end; nothing anywhere else.
pub(super) struct Finds {
    line: ProgressBar,
}

impl Finds {
    pub(super) fn new(is_shown: bool) -> Finds {
        // indicatif draws on terminals only.
        let line = if is_shown { ProgressBar::new_spinner() } else { ProgressBar::hidden() };
        let style = ProgressStyle::with_template("{elapsed} {msg}");
        line.set_style(style.unwrap_or_else(|_| ProgressStyle::default_spinner()));
        Finds { line }
    }

    pub(super) fn show(&self, turns: &[FaceTurn]) {
        if !self.line.is_hidden() {
            let alg: Alg = turns.iter().copied().collect();
            self.line.set_message(format!("{} moves: {alg}", turns.len()));
            self.line.tick();
        }
    }
}

impl Drop for Finds {
    fn drop(&mut self) {
        self.line.finish_and_clear();
    }
}
