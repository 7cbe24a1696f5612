//! What the screen says besides the lesson itself, in both languages.

mod chinese;
mod english;

use cubegod::{AlgError, Move, Size};
use cubegod_teach::Language;

/// All of it in one language.
pub(super) struct Texts {
    /// The stage and the step, each with how many there are.
    pub(super) position: fn((usize, usize), (usize, usize)) -> String,
    /// So many moves of the step are to be made.
    pub(super) progress: fn(usize) -> String,
    pub(super) step_done: &'static str,
    /// Off the path, with the moves that lead back.
    pub(super) way_back: fn(&str) -> String,
    /// The same for somebody whose keys are text.
    pub(super) way_back_typing: fn(&str) -> String,
    /// Off the path, but the step is done.
    pub(super) own_way: &'static str,
    /// A new lesson was made.
    pub(super) new_lesson: &'static str,
    /// Why none is made.
    pub(super) on_the_path: &'static str,
    /// After the first Esc.
    pub(super) leave_once_more: &'static str,
    /// A stage without steps, and what there is to do.
    pub(super) stage_passed: fn(&str, &str) -> String,
    /// What is seen when the whole cube is turned so.
    pub(super) after_grip: fn(&str, &str) -> String,
    /// These rotations were made because somebody went on as if he had made them.
    pub(super) turned_already: fn(&str) -> String,
    /// This small letter was read as a turn of two layers.
    pub(super) two_layers: fn(char) -> String,
    /// Why there is no next move.
    pub(super) off_the_path: &'static str,
    pub(super) end: &'static str,
    /// Before what was seen when the step began.
    pub(super) before: &'static str,
    /// Above what the lesson came to.
    pub(super) solved: &'static str,
    /// When the screen is gone: the command that brings the lesson back.
    pub(super) come_back: fn(&str) -> String,
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
