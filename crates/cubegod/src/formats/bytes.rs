//! One byte per sticker, for arrays and binary columns: 0 to 5 are the colours of the faces U R F D L B, 255 is unknown, and
//! any other byte is an ASCII letter.

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

/// Returns the [facelets](super::facelets) letter of a byte.
pub fn letter(byte: u8) -> u8 {
    LETTERS[usize::from(byte)]
}

/// Returns the [facelets](super::facelets) that the bytes encode.
///
/// # Errors
///
/// Returns the index of the first byte that encodes no colour.
pub fn letters(bytes: &[u8]) -> Result<String, usize> {
    let is_invalid = |&byte: &u8| byte != UNKNOWN && byte > 5 && !byte.is_ascii_graphic();
    match bytes.iter().position(is_invalid) {
        Some(place) => Err(place),
        None => Ok(bytes.iter().map(|&byte| char::from(letter(byte))).collect()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn face_numbers_and_ascii_letters_are_read() {
        assert_eq!(letters(&[0, 1, 2, 3, 4, 5, UNKNOWN, b'U', b'w', b'?']), Ok("URFDLB?Uw?".to_owned()));
        assert_eq!(letters(&[]), Ok(String::new()));
    }

    #[test]
    fn an_invalid_byte_is_an_error_with_its_index() {
        for byte in [6, b' ', 127, 128, 254] {
            assert_eq!(letters(&[0, b'U', byte, 0]), Err(2), "{byte}");
        }
    }
}
