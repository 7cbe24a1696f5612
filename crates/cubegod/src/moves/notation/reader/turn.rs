//! One move: a letter with its suffix, words (`front right`), Chinese (`左顺1`) or a call (`Rotate(2,1)`).

use super::{Reader, Suffix};
use crate::geometry::{Axis, Face, Size};
use crate::moves::notation::error::{AlgError, excerpt};
use crate::moves::rotate;
use crate::moves::{Layers, Slice};

impl<'a> Reader<'a> {
    /// Reads one move.
    pub(super) fn turn(&mut self) -> Result<(), AlgError> {
        let start = self.at;
        if let Some((word, face)) = self.face_word() {
            return self.turn_in_words(word, face);
        }
        if let Some((turn, length)) = rotate::chinese_turn(self.rest()).or_else(|| rotate::call(self.rest()))
        {
            self.at += length;
            self.check_no_leftovers(start)?;
            return self.push(Layers::Face(turn.face()), turn.turns().quarters().into(), start);
        }
        if self.peek().is_some_and(|next| rotate::chinese_face(next).is_some()) {
            let length = self.rest().find(|c: char| !c.is_alphanumeric()).unwrap_or(self.rest().len());
            let found = excerpt(&self.rest()[..length]);
            return Err(AlgError::UnknownChinese { found, at: self.position(start) });
        }
        let layers = self.layers()?;
        let suffix =
            if self.take(|c| c == 'i') { Suffix { count: 1, inverse: true } } else { self.suffix()? };
        self.check_no_leftovers(start)?;
        // At most 1,000,000,000, so it fits.
        let quarters = suffix.count as i64;
        self.push(layers, if suffix.inverse { -quarters } else { quarters }, start)
    }

    /// Returns the text from `start` on if the next character can neither begin nor separate moves.
    pub(super) fn leftovers(&self, start: usize) -> Option<&'a str> {
        let is_boundary = |c: char| {
            c.is_whitespace() || (c.is_alphabetic() && c != 'w' && c != 'i') || "()[],:;./，、；".contains(c)
        };
        if self.peek().is_none_or(is_boundary) {
            return None;
        }
        let end = self.rest().find(is_boundary).map_or(self.text.len(), |more| self.at + more);
        Some(&self.text[start..end])
    }

    fn check_no_leftovers(&self, start: usize) -> Result<(), AlgError> {
        match self.leftovers(start) {
            None => Ok(()),
            Some(found) => Err(AlgError::UnknownTurn { found: excerpt(found), at: self.position(start) }),
        }
    }

    /// Returns the name of a face at the current position, and the face; `None` inside a longer word.
    fn face_word(&self) -> Option<(&'a str, Face)> {
        const LONGEST: usize = "bottom".len();
        if self.text[..self.at].ends_with(|c: char| c.is_ascii_alphabetic()) {
            return None;
        }
        let rest = self.rest();
        // Look at one letter more than the longest name at most, so that long texts take linear time.
        let length = rest.bytes().take(LONGEST + 1).take_while(u8::is_ascii_alphabetic).count();
        let word = &rest[..length];
        let face = match word.to_ascii_lowercase().as_str() {
            "up" | "top" => Face::U,
            "right" => Face::R,
            "front" => Face::F,
            "down" | "bottom" => Face::D,
            "left" => Face::L,
            "back" => Face::B,
            _ => return None,
        };
        Some((word, face))
    }

    fn turn_in_words(&mut self, word: &str, face: Face) -> Result<(), AlgError> {
        let start = self.at;
        self.at += word.len();
        // Only on the same line: such lists have one move per line.
        while self.take(|c| c.is_whitespace() && c != '\n') {}
        let quarters = match self.face_word() {
            Some((direction, Face::R)) => {
                self.at += direction.len();
                1
            }
            Some((direction, Face::L)) => {
                self.at += direction.len();
                -1
            }
            _ => {
                let word = word.to_ascii_lowercase();
                return Err(AlgError::NoDirection { word, at: self.position(start) });
            }
        };
        self.check_no_leftovers(start)?;
        self.push(Layers::Face(face), quarters, start)
    }

    /// Reads layer numbers, the letter, and the `w` of a wide turn.
    fn layers(&mut self) -> Result<Layers, AlgError> {
        let start = self.at;
        let numbers = self.layer_numbers()?;
        let letter = self.peek().unwrap_or(' ');
        let small = letter.is_ascii_lowercase();
        if let Some(face) = Face::from_letter(letter.to_ascii_uppercase()) {
            let numbers_text = &self.text[start..self.at];
            self.skip(letter);
            let wide = small || self.take(|c| c == 'w');
            return blocks(face, wide, numbers).ok_or_else(|| AlgError::NoSuchLayers {
                found: excerpt(numbers_text),
                at: self.position(start),
            });
        }
        if numbers.is_some() {
            let found = excerpt(&self.text[start..self.at]);
            return Err(AlgError::NoFace { found, at: self.position(start) });
        }
        let layers = match letter.to_ascii_lowercase() {
            'm' => Layers::Slice(Slice::M),
            'e' => Layers::Slice(Slice::E),
            's' => Layers::Slice(Slice::S),
            'x' => Layers::Rotation(Axis::X),
            'y' => Layers::Rotation(Axis::Y),
            'z' => Layers::Rotation(Axis::Z),
            _ => {
                let rest = self.rest();
                let word = rest.find(|c: char| !c.is_alphabetic()).unwrap_or(rest.len());
                let found = excerpt(&rest[..word.max(letter.len_utf8())]);
                return Err(AlgError::UnknownMove { found, at: self.position(start) });
            }
        };
        self.skip(letter);
        Ok(layers)
    }

    /// Reads `2` or `2-3` before a face.
    fn layer_numbers(&mut self) -> Result<Option<(u64, Option<u64>)>, AlgError> {
        let start = self.at;
        let Some(first) = self.number()? else { return Ok(None) };
        if !self.take(|c| c == '-') {
            return Ok(Some((first, None)));
        }
        match self.number()? {
            Some(last) => Ok(Some((first, Some(last)))),
            None => {
                let found = excerpt(&self.text[start..self.at]);
                Err(AlgError::NoFace { found, at: self.position(start) })
            }
        }
    }
}

/// Returns the layers of `2R`, `3Rw`, `2-3R` and the like; `None` if they are out of range.
fn blocks(face: Face, wide: bool, numbers: Option<(u64, Option<u64>)>) -> Option<Layers> {
    let (first, last) = match numbers {
        None if wide => (1, 2),
        None => (1, 1),
        Some((width, None)) if wide => (1, width),
        Some((layer, None)) => (layer, layer),
        Some((first, Some(last))) => (first, last),
    };
    if first == 0 || first > last || last > Size::MAX.layers() as u64 {
        return None;
    }
    Some(match (first as u8, last as u8) {
        (1, 1) => Layers::Face(face),
        (1, width) => Layers::Wide(face, width),
        (first, last) => Layers::Inner(face, first, last),
    })
}
