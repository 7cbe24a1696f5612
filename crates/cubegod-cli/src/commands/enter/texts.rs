//! The texts of messages, in two languages.

mod chinese;
mod english;

use super::message::Message;
use cubegod::formats::digits;
use cubegod::{Color, Size};
use cubegod_teach::Language;
use cubegod_teach::text::{columns as columns_of, wrapped};

/// The most changed stickers of a repair that are listed.
const MAX_CHANGES: usize = 12;

/// Returns the text of a message: one line or several, without a final line feed.
pub(super) fn render(message: &Message, language: Language) -> String {
    match language {
        Language::English => english::render(message),
        Language::Chinese => chinese::render(message),
    }
}

/// The narrowest column of text.
const MIN_COLUMNS: usize = 20;

/// Wraps a text. The rest of an indented line, or of an explanation beside a word, stays in its column.
pub(super) fn wrap(text: &str, columns: usize) -> String {
    let fit = |line: &str| {
        // Commands stay on one line, so that they can be copied.
        if line.trim_start().starts_with("cubegod ") || columns_of(line) <= columns {
            return vec![line.to_owned()];
        }
        let (begin, rest) = line.split_at(column_begin(line));
        let indent = columns_of(begin);
        let width = columns.saturating_sub(indent).max(MIN_COLUMNS);
        let lines = wrapped(rest, width).into_iter().enumerate();
        let put = |(number, line): (usize, String)| match number {
            0 => format!("{begin}{line}"),
            _ => format!("{}{line}", " ".repeat(indent)),
        };
        lines.map(put).collect()
    };
    let lines: Vec<String> = text.split('\n').flat_map(fit).collect();
    lines.join("\n")
}

/// Returns the byte after the first gap of two or more blanks.
fn column_begin(line: &str) -> usize {
    let gap = line.find("  ").map(|gap| gap + line[gap..].len() - line[gap..].trim_start().len());
    gap.unwrap_or(0)
}

/// Returns the index of a sticker in the array: `cube[1][3]`.
fn array_place(sticker: usize, size: Size) -> String {
    let per_face = size.face_stickers();
    let face = digits::FACES.iter().position(|face| face.index() == sticker / per_face).unwrap_or_default();
    format!("cube[{face}][{}]", sticker % per_face)
}

/// Returns the digit of a colour in the array.
fn digit(color: Color) -> usize {
    digits::COLORS.iter().position(|&other| other == color).unwrap_or_default()
}
