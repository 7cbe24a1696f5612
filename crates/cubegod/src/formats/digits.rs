//! `digits`: the pocket cube as an array `cube[6][4]` of colour numbers, faces front right back left up down.
//!
//! Every face is read from left to right and from top to bottom, as seen from outside with U above (U itself with
//! B above, D with F above). That is the order of [`facelets`], so only the order of the faces differs. A test derives this
//! from the published move tables of the array.

use super::LayoutError;
use super::facelets;
use crate::color::Color;
use crate::geometry::{Face, Facelet, Size};
use crate::stickers::Stickers;
use crate::text::{self, TextPosition, UNKNOWN};

/// The faces in the order of the array.
pub const FACES: [Face; 6] = [Face::F, Face::R, Face::B, Face::L, Face::U, Face::D];

/// The colours by their numbers.
pub const COLORS: [Color; 6] =
    [Color::Orange, Color::Blue, Color::Red, Color::Green, Color::Yellow, Color::White];

const SIZE: Size = Size::TWO;

/// Returns the index of the sticker that cell `cell` (from 0) of the array's face `face` (from 0) describes.
///
/// # Panics
///
/// Panics if the array has no such face.
pub const fn sticker_index(face: usize, cell: usize) -> usize {
    FACES[face].index() * SIZE.face_stickers() + cell
}

/// Returns the face and cell of the array for a sticker index; the inverse of [`sticker_index`].
///
/// # Panics
///
/// Panics if a 2x2 has no such sticker.
pub const fn face_and_cell(sticker: usize) -> (usize, usize) {
    let mut face = 0;
    while FACES[face].index() != sticker / SIZE.face_stickers() {
        face += 1;
    }
    (face, sticker % SIZE.face_stickers())
}

/// Returns the digit of a colour.
pub fn digit(color: Color) -> char {
    (b'0'..).zip(COLORS).find(|(_, other)| *other == color).map_or(UNKNOWN, |(digit, _)| digit.into())
}

/// Reads 24 digits as colour letters; blanks, commas, brackets and line breaks between them are optional.
///
/// # Errors
///
/// Fails if there are not 24 digits, or something else between them.
pub fn read(text: &str) -> Result<Stickers<char>, LayoutError> {
    let mut stickers = Stickers::from_fn(SIZE, |_| UNKNOWN);
    let mut found = 0;
    for (offset, character) in text.char_indices() {
        let contents = match character {
            '0'..='5' => COLORS[character as usize - '0' as usize].letter(),
            _ if text::is_unknown_mark(character) => UNKNOWN,
            _ if text::is_skipped(character) || is_separator(character) => continue,
            _ => {
                let at = TextPosition::of_offset(text, offset);
                return Err(LayoutError::Digit {
                    at,
                    found: text::quote(character.encode_utf8(&mut [0; 4])),
                });
            }
        };
        if found < SIZE.sticker_count() {
            let per_face = SIZE.face_stickers();
            stickers.facelets_mut()[sticker_index(found / per_face, found % per_face)] = contents;
        }
        found += 1;
    }
    if found == SIZE.sticker_count() { Ok(stickers) } else { Err(LayoutError::DigitCount { found }) }
}

/// Writes the array with braces; the stickers must be colour letters of a 2x2.
///
/// # Errors
///
/// Fails for another size or another character.
pub fn write(stickers: &Stickers<char>) -> Result<String, LayoutError> {
    let size = stickers.size();
    if size != SIZE {
        return Err(LayoutError::DigitSize { size });
    }
    let digit = |index: usize| {
        let contents = stickers.facelets()[index];
        match COLORS.iter().position(|color| color.letter() == contents) {
            Some(number) => Ok(number.to_string()),
            None if text::is_unknown_mark(contents) => Ok(UNKNOWN.to_string()),
            None => Err(LayoutError::NoColor {
                facelet: Facelet::of_index(SIZE, index),
                found: text::quote(contents.encode_utf8(&mut [0; 4])),
            }),
        }
    };
    let mut faces = Vec::new();
    for face in 0..FACES.len() {
        let cells: Result<Vec<_>, _> =
            (0..SIZE.face_stickers()).map(|cell| digit(sticker_index(face, cell))).collect();
        faces.push(format!("{{{}}}", cells?.join(",")));
    }
    Ok(format!("{{{}}}", faces.join(",")))
}

/// Reads one character per sticker in the order of the array, for labels that are not colours; white space is skipped.
///
/// # Errors
///
/// Fails if there are not 24 characters.
pub fn labels(text: &str) -> Result<Stickers<char>, LayoutError> {
    let read = facelets::labels(text)?;
    let mut stickers = read.clone();
    for (index, &contents) in label_order(read.size()).zip(read.facelets()) {
        stickers.facelets_mut()[index] = contents;
    }
    Ok(stickers)
}

/// Writes labels, invisible characters as visible symbols.
pub fn write_labels(stickers: &Stickers<char>) -> String {
    label_order(stickers.size()).map(|index| text::label(stickers.facelets()[index])).collect()
}

/// Returns the indices of the stickers in the order of the array, for cubes of any size.
pub(crate) fn label_order(size: Size) -> impl Iterator<Item = usize> {
    let count = size.face_stickers();
    FACES.into_iter().flat_map(move |face| (0..count).map(move |cell| face.index() * count + cell))
}

/// Whether a text is an array of numbers in brackets.
pub(super) fn is_marked(text: &str) -> bool {
    let mut inside =
        text.trim_start().chars().skip_while(|&c| c.is_whitespace() || matches!(c, '{' | '[' | '('));
    let is_bracketed = text.trim_start().starts_with(['{', '[', '(']);
    is_bracketed
        && inside.next().is_some_and(|c| c.is_ascii_digit() || text::is_unknown_mark(c))
        && inside.find(|c| !c.is_whitespace()) == Some(',')
}

fn is_separator(character: char) -> bool {
    matches!(character, ',' | ';' | '{' | '}' | '[' | ']' | '(' | ')')
}

#[cfg(test)]
mod tests {
    use super::*;

    fn message(text: &str) -> String {
        read(text).unwrap_err().to_string()
    }

    #[test]
    fn an_array_is_read_and_written_as_colours() {
        let text = "{{0,0,0,3},{1,1,1,1},{2,2,2,2},{3,?,3,3},{4,4,4,4},{5,5,5,5}}";
        let stickers = read(text).unwrap();
        assert_eq!(facelets::write(&stickers), "YYYYBBBBOOOGWWWWG?GGRRRR");
        assert_eq!(write(&stickers).as_deref(), Ok(text));
        assert_eq!(read("0003 1111 2222\n3*33\t4444;[5555]\r\n"), Ok(stickers));
    }

    #[test]
    fn every_sticker_has_a_face_and_a_cell() {
        for sticker in 0..24 {
            let (face, cell) = face_and_cell(sticker);
            assert_eq!(sticker_index(face, cell), sticker);
        }
    }

    #[test]
    fn invalid_digits_are_errors_with_the_reason() {
        assert_eq!(
            message("0000 1111\n2622"),
            "`6` at line 2, column 2 is no colour; expected 0 orange, 1 blue, 2 red, 3 green, 4 yellow, 5 white or `?`"
        );
        assert_eq!(
            message("0000"),
            "4 digits found; expected 24 for a 2x2: front, right, back, left, up, down with 4 each"
        );
        assert_eq!(
            write(&Stickers::from_fn(Size::THREE, |_| 'W')).unwrap_err().to_string(),
            "a 3x3 cannot be written as digits, which describe the 2x2; try the layout `facelets`"
        );
        assert_eq!(
            write(&facelets::read("UUUURRRRFFFFDDDDLLLLBBBB").unwrap()).unwrap_err().to_string(),
            "sticker F1 carries `F`, which has no digit; expected a colour: W R G Y O B, or `?`"
        );
    }
}
