//! What the screen says besides the lesson itself, in both languages.

mod chinese;
mod english;

use cubegod::teach::Language;
use cubegod::{AlgError, Move, Size};

/// All of it in one language.
pub(super) struct Texts {
    /// The stage and the step, each with how many there are.
    pub(super) position: fn((usize, usize), (usize, usize)) -> String,
    /// So many moves of the step are made.
    pub(super) progress: fn(usize, usize) -> String,
    pub(super) step_done: &'static str,
    /// Off the path, with the moves that lead back.
    pub(super) way_back: fn(&str) -> String,
    /// Why there is no next move.
    pub(super) off_the_path: &'static str,
    pub(super) end: &'static str,
    /// Before what was seen when the step began.
    pub(super) before: &'static str,
    /// Above what the lesson came to.
    pub(super) solved: &'static str,
    pub(super) ask_why: &'static str,
    /// Above what typed moves did that belong to the step with this number.
    pub(super) next_step: fn(usize) -> String,
    pub(super) prompt: &'static str,
    /// What each key does that is worth knowing now.
    pub(super) keys: &'static [&'static str],
    pub(super) typing_keys: &'static [&'static str],
    pub(super) help_keys: &'static [&'static str],
    pub(super) help: &'static str,
    pub(super) more_below: &'static str,
    pub(super) more_above: &'static str,
    /// What there is, and what is needed: columns and lines.
    pub(super) too_small: fn((u16, u16), (u16, u16)) -> String,
    pub(super) bad_moves: fn(&AlgError) -> String,
    /// So many were typed, so many may be.
    pub(super) too_many: fn(usize, usize) -> String,
    pub(super) no_layer: fn(Move, Size) -> String,
}

pub(super) fn texts(language: Language) -> &'static Texts {
    match language {
        Language::English => &english::TEXTS,
        Language::Chinese => &chinese::TEXTS,
    }
}
