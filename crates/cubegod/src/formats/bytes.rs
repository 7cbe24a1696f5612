//! A byte a sticker, as arrays and binary columns have them: 0 to 5 are the colours of the faces U R F D L B, 255 is unknown, and
//! any other byte is the code of a letter.

use crate::geometry::Face;

/// The byte of an unknown sticker.
pub const UNKNOWN: u8 = 255;

static LETTERS: [u8; 256] = {
    let mut letters = [0; 256];
    let mut byte = 0;
    while byte < 256 {
        letters[byte] = byte as u8;
        byte += 1;
    }
    let mut number = 0;
    while number < 6 {
        letters[number] = Face::ALL[number].letter() as u8;
        number += 1;
    }
    letters[UNKNOWN as usize] = super::UNKNOWN as u8;
    letters
};

/// What a byte is in [facelets](super::facelets).
pub fn letter(byte: u8) -> u8 {
    LETTERS[usize::from(byte)]
}

/// Returns the [facelets](super::facelets) that the bytes encode.
///
/// # Errors
///
/// Returns the index of the first byte that encodes no colour.
pub fn letters(bytes: &[u8]) -> Result<String, usize> {
    let is_odd = |&byte: &u8| byte != UNKNOWN && byte > 5 && !byte.is_ascii_graphic();
    match bytes.iter().position(is_odd) {
        Some(place) => Err(place),
        None => Ok(bytes.iter().map(|&byte| char::from(letter(byte))).collect()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_and_codes_of_letters_are_the_same_text() {
        assert_eq!(letters(&[0, 1, 2, 3, 4, 5, UNKNOWN, b'U', b'w', b'?']), Ok("URFDLB?Uw?".to_owned()));
        assert_eq!(letters(&[]), Ok(String::new()));
    }

    #[test]
    fn a_byte_that_is_no_colour_is_found() {
        for byte in [6, b' ', 127, 128, 254] {
            assert_eq!(letters(&[0, b'U', byte, 0]), Err(2), "{byte}");
        }
    }
}
