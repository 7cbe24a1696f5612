//! What is said, in the language of whoever types.

mod chinese;
mod english;

use super::remark::Remark;
use cubegod::Size;
use cubegod::formats::digits;
use cubegod_teach::Language;
use cubegod_teach::text::{columns as columns_of, wrapped};

/// As many changed stickers of a repair are told.
const MOST_CHANGES: usize = 12;

/// A remark in words: one line or several, without a line end.
pub(super) fn spoken(remark: &Remark, language: Language) -> String {
    match language {
        Language::English => english::spoken(remark),
        Language::Chinese => chinese::spoken(remark),
    }
}

/// No text is made narrower than this.
const LEAST_COLUMNS: usize = 20;

/// The same text in lines that fit; the rest of an indented line, or of an explanation beside a word, stays in its column.
pub(super) fn fitted(text: &str, columns: usize) -> String {
    let fit = |line: &str| {
        // What is to be copied stays in one piece.
        if line.trim_start().starts_with("cubegod ") || columns_of(line) <= columns {
            return vec![line.to_owned()];
        }
        let (begin, rest) = line.split_at(column_begin(line));
        let indent = columns_of(begin);
        let most = columns.saturating_sub(indent).max(LEAST_COLUMNS);
        let lines = wrapped(rest, most).into_iter().enumerate();
        let put = |(number, line): (usize, String)| match number {
            0 => format!("{begin}{line}"),
            _ => format!("{}{line}", " ".repeat(indent)),
        };
        lines.map(put).collect()
    };
    let lines: Vec<String> = text.split('\n').flat_map(fit).collect();
    lines.join("\n")
}

/// The byte after the first gap of a line: two blanks or more.
fn column_begin(line: &str) -> usize {
    let gap = line.find("  ").map(|gap| gap + line[gap..].len() - line[gap..].trim_start().len());
    gap.unwrap_or(0)
}

/// A sticker as the array calls it: `cube[1][3]`.
fn array_place(sticker: usize, size: Size) -> String {
    let per_face = size.face_stickers();
    let face = digits::FACES.iter().position(|face| face.index() == sticker / per_face).unwrap_or_default();
    format!("cube[{face}][{}]", sticker % per_face)
}
