//! Positions in the order in which they are reached: all of one depth before the next.

use super::seen::Seen;
use super::state::{Path, State, Turns};

/// Goes from depth to depth, to every position once.
pub(super) struct Frontier<'a> {
    turns: &'a Turns,
    depth: usize,
    seen: Seen,
}

impl<'a> Frontier<'a> {
    pub(super) fn new(turns: &'a Turns, depth: usize, most_positions: u64) -> Frontier<'a> {
        Frontier { turns, depth, seen: Seen::new(most_positions, depth) }
    }

    /// Gives every position to `take`, by its path, until that wants no more.
    pub(super) fn each(mut self, take: &mut dyn FnMut(Path) -> bool) {
        self.seen.insert(&State::start(), Path::EMPTY, self.turns);
        if !take(Path::EMPTY) {
            return;
        }
        let mut paths = vec![Path::EMPTY];
        for depth in 1..=self.depth {
            let mut next = Vec::new();
            for path in paths {
                let state = self.turns.at(path);
                let last = path.last();
                for &turn in
                    self.turns.allowed.iter().filter(|turn| last.is_none_or(|last| turn.may_follow(last)))
                {
                    let longer = path.then(turn);
                    if !self.seen.insert(&self.turns.turned(&state, turn), longer, self.turns) {
                        continue;
                    }
                    if !take(longer) {
                        return;
                    }
                    if depth < self.depth {
                        next.push(longer);
                    }
                }
            }
            paths = next;
        }
    }
}
