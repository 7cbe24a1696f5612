//! `facelets`: every sticker in one string, faces in the order U R F D L B, each row by row.

use super::LayoutError;
use crate::geometry::Size;
use crate::stickers::Stickers;
use crate::text::{self, TextPosition};

/// Reads 6N² stickers; white space between them is skipped.
///
/// # Errors
///
/// Fails if the number of stickers is not 6N² for any size.
pub fn read(text: &str) -> Result<Stickers<char>, LayoutError> {
    gather(text, text::sticker)
}

/// Reads 6N² characters literally, for labels that are not colours: `.` stays `.`.
///
/// # Errors
///
/// Fails if the number of characters is not 6N² for any size.
pub fn labels(text: &str) -> Result<Stickers<char>, LayoutError> {
    gather(text, |character| character)
}

/// Writes all stickers in one line.
pub fn write(stickers: &Stickers<char>) -> String {
    stickers.facelets().iter().map(|&contents| text::written(contents)).collect()
}

/// Writes labels, invisible characters as visible symbols.
pub fn write_labels(stickers: &Stickers<char>) -> String {
    stickers.facelets().iter().map(|&contents| text::label(contents)).collect()
}

/// Reads the characters of a text in order, as the stickers of a cube of the size that fits.
pub(super) fn gather(text: &str, contents: impl Fn(char) -> char) -> Result<Stickers<char>, LayoutError> {
    // Fast path for plain ASCII, which nearly all texts are: half the time (70 against 120 ns for a 2x2, 130 against 260 ns
    // for a 3x3).
    if text.bytes().all(|byte| byte.is_ascii_graphic())
        && let Some(size) = Size::from_sticker_count(text.len())
        && let Ok(stickers) =
            Stickers::new(size, text.bytes().map(|byte| contents(char::from(byte))).collect())
    {
        return Ok(stickers);
    }
    let max = Size::MAX.sticker_count();
    let mut stickers = Vec::with_capacity(text.len().min(max));
    let mut found = 0;
    for (offset, character) in text.char_indices() {
        if text::is_skipped(character) {
            continue;
        }
        if character.is_control() {
            let at = TextPosition::of_offset(text, offset);
            return Err(LayoutError::Unprintable {
                at,
                found: text::quote(character.encode_utf8(&mut [0; 4])),
            });
        }
        found += 1;
        if found <= max {
            stickers.push(contents(character));
        }
    }
    Size::from_sticker_count(found)
        .and_then(|size| Stickers::new(size, stickers).ok())
        .ok_or(LayoutError::StickerCount { found })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn message(text: &str) -> String {
        read(text).unwrap_err().to_string()
    }

    #[test]
    fn white_space_is_skipped_and_unknown_marks_become_one() {
        let stickers = read(" UUUU RR.R\r\nFFFF\tDD*D L?LL BBBB\n").unwrap();
        assert_eq!(write(&stickers), "UUUURR?RFFFFDD?DL?LLBBBB");
    }

    #[test]
    fn emoji_squares_are_colours() {
        let stickers = read("⬜⬜⬜⬜🟥🟥🟥🟥🟩🟩🟩🟩🟨🟨🟨🟨🟧🟧🟧🟧🟦🟦◻️❔").unwrap();
        assert_eq!(write(&stickers), "WWWWRRRRGGGGYYYYOOOOBB??");
    }

    #[test]
    fn labels_keep_every_character() {
        let text = "abcdefghijklmnopqrstuv.*";
        assert_eq!(labels(text).unwrap().facelets()[22..], ['.', '*']);
        assert_eq!(read(text).unwrap().facelets()[22..], ['?', '?']);
    }

    #[test]
    fn a_wrong_count_is_an_error_with_the_nearest_sizes() {
        assert_eq!(
            message(&"x".repeat(53)),
            "53 stickers found; a 2x2 has 24 and a 3x3 has 54 (one is missing)"
        );
        assert_eq!(message(&"x".repeat(26)), "26 stickers found; a 2x2 has 24 (2 too many) and a 3x3 has 54");
        assert_eq!(message("xyz"), "3 stickers found; the smallest cube, a 2x2, has 24");
        assert_eq!(
            message(&"x".repeat(7000)),
            "7000 stickers found; the largest cube that is read, a 32x32, has 6144"
        );
        assert_eq!(message(" \n"), "no stickers found; a 2x2 has 24 and a 3x3 has 54");
    }

    #[test]
    fn a_control_character_is_an_error() {
        assert_eq!(
            message("UUUU\nRR\u{0}R"),
            "`\\u{0}` at line 2, column 3 is no sticker; expected a printable character, or `?` for an unknown one"
        );
    }
}
