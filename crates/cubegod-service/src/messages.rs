//! Sentences for errors and notes, in the language and with the spelling of an edge.

mod english;

use crate::error::RequestError;
use crate::note::Note;
use crate::option::MessageStyle;
use crate::solve::Shortfall;
use cubegod_teach::Language;

impl RequestError {
    /// Returns what is wrong, where, and what to do.
    pub fn message(&self, style: MessageStyle) -> String {
        match style.language {
            Language::English | Language::Chinese => english::message(self, style.spelling),
        }
    }

    /// Returns what people see below the message: the text with a caret below the place, or the first completions.
    pub fn detail(&self, style: MessageStyle) -> Option<String> {
        match self {
            RequestError::Read { caret, .. } => caret.clone(),
            RequestError::Moves { caret, .. } | RequestError::Rotations { caret, .. } => Some(caret.clone()),
            RequestError::Ambiguous(ambiguous) => {
                let mut lines = ambiguous.completions.clone();
                let more = ambiguous.fields.count - ambiguous.completions.len() as u128;
                if more > 0 {
                    lines.push(match style.language {
                        Language::English | Language::Chinese => {
                            english::more_completions(more, style.spelling)
                        }
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
            Language::English | Language::Chinese => english::shortfall(self),
        }
    }
}

impl Note {
    /// Returns how the text was interpreted.
    pub fn message(&self, style: MessageStyle) -> String {
        match style.language {
            Language::English | Language::Chinese => english::note(self, style.spelling),
        }
    }
}
