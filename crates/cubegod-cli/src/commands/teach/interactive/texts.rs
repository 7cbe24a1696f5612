//! The texts of the screen besides the lesson, in two languages.

mod chinese;
mod english;

use cubegod_teach::Language;

/// The texts in one language.
pub(super) struct Texts {
    /// The stage and the step, each with the total.
    pub(super) position: fn((usize, usize), (usize, usize)) -> String,
    /// The number of moves left in the step.
    pub(super) progress: fn(usize) -> String,
    pub(super) step_done: &'static str,
    /// The cube differs from the lesson; these moves lead back.
    pub(super) off_path: fn(&str) -> String,
    /// The same while moves are typed.
    pub(super) off_path_typing: fn(&str) -> String,
    /// The cube differs from the lesson, but the step is done.
    pub(super) solved_differently: &'static str,
    /// A new lesson has started.
    pub(super) new_lesson: &'static str,
    /// The reply if no new lesson is needed.
    pub(super) on_the_path: &'static str,
    /// After the first Esc.
    pub(super) confirm_quit: &'static str,
    /// A stage without steps.
    pub(super) stage_passed: fn(&str, &str) -> String,
    /// The view after a rotation of the whole cube.
    pub(super) after_rotation: fn(&str, &str) -> String,
    /// Rotations that were inserted because the typed moves imply them.
    pub(super) turned_already: fn(&str) -> String,
    /// A small letter was read as a turn of two layers.
    pub(super) two_layers: fn(char) -> String,
    /// The reply if there is no next move.
    pub(super) off_the_path: &'static str,
    pub(super) end: &'static str,
    /// Introduces the view at the start of the step.
    pub(super) before: &'static str,
    /// The heading of the summary.
    pub(super) solved: &'static str,
    /// Printed at the end: the command that returns to the lesson.
    pub(super) resume_hint: fn(&str) -> String,
    pub(super) ask_why: &'static str,
    /// The heading of typed moves that belong to the next step.
    pub(super) next_step: fn(usize) -> String,
    pub(super) prompt: &'static str,
    /// The keys of the current mode.
    pub(super) keys: &'static [&'static str],
    pub(super) typing_keys: &'static [&'static str],
    pub(super) help_keys: &'static [&'static str],
    pub(super) help: &'static str,
    pub(super) more_below: &'static str,
    pub(super) more_above: &'static str,
    /// The size of the terminal, and the size needed.
    pub(super) too_small: fn((u16, u16), (u16, u16)) -> String,
    /// The number of moves typed, and the limit.
    pub(super) too_many: fn(usize, usize) -> String,
    pub(super) no_move_made: &'static str,
}

pub(super) fn texts(language: Language) -> &'static Texts {
    match language {
        Language::English => &english::TEXTS,
        Language::Chinese => &chinese::TEXTS,
    }
}
