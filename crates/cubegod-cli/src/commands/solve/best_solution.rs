//! Shows the best solution so far during a search.

use crate::message::CommandMessage;
use crate::progress::DelayedBar;
use cubegod::Alg;
use cubegod::moves::FaceTurn;

/// A line on the terminal, removed at the end.
pub(super) struct BestSolution(DelayedBar);

impl BestSolution {
    pub(super) fn new(is_shown: bool) -> BestSolution {
        BestSolution(DelayedBar::new(is_shown, None))
    }

    pub(super) fn show(&self, turns: &[FaceTurn]) {
        self.0.show_now(|| {
            let alg: Alg = turns.iter().copied().collect();
            (0, CommandMessage::BestSolution { length: turns.len(), alg })
        });
    }
}
