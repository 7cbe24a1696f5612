//! Sentences for errors and notes, in the language and with the spelling of an edge.

mod chinese;
mod english;
#[cfg(feature = "files")]
mod files;
#[cfg(test)]
mod tests;

use crate::error::RequestError;
use crate::localized::Localized;
use crate::note::Note;
use crate::option::{MessageStyle, OptionId, Spelling};
use crate::solve::Shortfall;
use cubegod::alphabet::Alphabet;
use cubegod::cube::Flaw;
use cubegod::view::PieceChange;
use cubegod::{Color, Size, reading};
use cubegod_contest::judge;
use cubegod_teach::Language;

impl RequestError {
    /// Returns what is wrong, where, and what to do.
    pub fn message(&self, style: MessageStyle) -> String {
        match style.language {
            Language::English => english::message(self, style.spelling),
            Language::Chinese => chinese::message(self, style.spelling),
        }
    }

    /// Returns the text to show below the message: the text with a caret below the place, or the first completions.
    pub fn detail(&self, style: MessageStyle) -> Option<String> {
        match self {
            RequestError::Read { caret, .. } => caret.clone(),
            RequestError::Moves { caret, .. } | RequestError::Rotations { caret, .. } => Some(caret.clone()),
            RequestError::Ambiguous(ambiguous) => {
                let mut lines = ambiguous.completions.clone();
                let more = ambiguous.fields.count - ambiguous.completions.len() as u128;
                if more > 0 {
                    lines.push(match style.language {
                        Language::English => english::more_completions(more, style.spelling),
                        Language::Chinese => chinese::more_completions(more, style.spelling),
                    });
                }
                Some(lines.join("\n"))
            }
            RequestError::About { error, .. } | RequestError::Advised { error, .. } => error.detail(style),
            _ => None,
        }
    }
}

impl Shortfall {
    /// Returns what is missing.
    pub fn message(&self, style: MessageStyle) -> String {
        match style.language {
            Language::English => english::shortfall(self),
            Language::Chinese => chinese::shortfall(self),
        }
    }
}

impl Note {
    /// Returns how the text was interpreted, as a response has it: without the options that choose.
    pub fn statement(&self, language: Language) -> String {
        let spelling = Spelling::NEUTRAL.without(&[OptionId::From]);
        self.message(MessageStyle::new(spelling, language))
    }

    /// Returns how the text was interpreted, and which options choose.
    pub fn message(&self, style: MessageStyle) -> String {
        match style.language {
            Language::English => english::note(self, style.spelling),
            Language::Chinese => chinese::note(self, style.spelling),
        }
    }
}

/// Returns the settings that choose between the layouts of a note; none if it is not about layouts or the edge has no such option.
fn layout_settings(note: &reading::Note, spelling: Spelling) -> Vec<String> {
    match note {
        reading::Note::OtherLayouts { taken, others, .. } => {
            let formats = [taken].into_iter().chain(others);
            formats.filter_map(|format| spelling.setting(&OptionId::From.with(format))).collect()
        }
        reading::Note::MaybeMoves { .. } => {
            spelling.setting(&OptionId::From.with(cubegod::formats::Format::Moves)).into_iter().collect()
        }
        reading::Note::OneOfSeveral { other: Some(other), .. } => layout_settings(other, spelling),
        _ => Vec::new(),
    }
}

/// Returns the name of a colour of a cube that is written in these characters.
pub(crate) fn color_name(alphabet: &Alphabet, color: Color, language: Language) -> String {
    match language {
        Language::English => alphabet.name(color),
        Language::Chinese => chinese::color_name(alphabet, color),
    }
}

impl Localized for judge::Note {
    fn text(&self, language: Language) -> String {
        match language {
            Language::English => self.to_string(),
            Language::Chinese => chinese::library::contest_note(self),
        }
    }
}

/// Returns a flaw of a cube in a sentence, with these names of colours.
pub fn flaw_text(flaw: &Flaw, size: Size, name: &dyn Fn(Color) -> String, language: Language) -> String {
    match language {
        Language::English => flaw.describe(size, name),
        Language::Chinese => chinese::flaw(flaw, size, name),
    }
}

/// Returns a change of a piece, as a part of a repair.
pub fn piece_change_text(change: &PieceChange, language: Language) -> String {
    match language {
        Language::English => change.to_string(),
        Language::Chinese => chinese::piece_change(change),
    }
}
