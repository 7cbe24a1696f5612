//! What is said, in the language of whoever types.

mod chinese;
mod english;

use super::remark::Remark;
use cubegod::Size;
use cubegod::formats::digits;
use cubegod::teach::Language;

/// As many changed stickers of a repair are told.
const MOST_CHANGES: usize = 12;

/// A remark in words: one line or several, without a line end.
pub(super) fn spoken(remark: &Remark, language: Language) -> String {
    match language {
        Language::English => english::spoken(remark),
        Language::Chinese => chinese::spoken(remark),
    }
}

/// A sticker as the array calls it: `cube[1][3]`.
fn array_place(sticker: usize, size: Size) -> String {
    let per_face = size.face_stickers();
    let face = digits::FACES.iter().position(|face| face.index() == sticker / per_face).unwrap_or_default();
    format!("cube[{face}][{}]", sticker % per_face)
}
