//! The net of a data set: its lines read, its stickers turned.

use super::note::{Note, notes};
use super::operation::{CYCLES, Operation};
use super::{CUBE, DataSetErrorKind, LAYERS, STICKERS};
use cubegod::formats::is_skipped;
use cubegod::geometry::Face;
use cubegod::stickers::Stickers;

/// The lines of a net.
pub(super) const NET_LINES: usize = 3 * LAYERS;

/// The faces of the middle lines.
const MIDDLE: [Face; 4] = [Face::L, Face::F, Face::R, Face::B];

/// The stickers of each line of a net, from left to right; the lines of one face have three.
const NET: [[u8; 12]; NET_LINES] = {
    let mut lines = [[0; 12]; NET_LINES];
    let mut line = 0;
    while line < NET_LINES {
        let mut column = 0;
        while column < 12 {
            let face = match line / LAYERS {
                0 => Face::U,
                1 => MIDDLE[column / LAYERS],
                _ => Face::D,
            };
            let place = face.index() * CUBE.face_stickers() + line % LAYERS * LAYERS + column % LAYERS;
            lines[line][column] = place as u8;
            column += 1;
        }
        line += 1;
    }
    lines
};

/// Returns the number of stickers in a line of a net.
pub(super) const fn net_width(line: usize) -> usize {
    if line / LAYERS == 1 { MIDDLE.len() * LAYERS } else { LAYERS }
}

/// Returns the faces in a line of a net, for messages.
pub(super) fn net_faces(line: usize) -> &'static str {
    match line / LAYERS {
        0 => "top",
        1 => "left, front, right, back",
        _ => "bottom",
    }
}

/// One byte per sticker: ASCII as it is, other characters numbered from 128 on as they occur.
#[derive(Clone, Debug)]
pub(super) struct Contents {
    /// Longer than 54, so that a six-bit index needs no bounds check.
    pub(super) cells: [u8; 64],
    others: [char; STICKERS],
    other_count: usize,
}

impl Contents {
    pub(super) fn new() -> Contents {
        Contents { cells: [b'?'; 64], others: ['?'; STICKERS], other_count: 0 }
    }

    /// Clears the characters of the data set before.
    pub(super) fn begin(&mut self) {
        self.other_count = 0;
    }

    /// Reads one line of a net.
    pub(super) fn read_line(&mut self, line: usize, text: &[u8]) -> Result<(), DataSetErrorKind> {
        let places = &NET[line][..net_width(line)];
        let mut found = 0;
        for &byte in text {
            match byte {
                b'!'..=b'~' => {
                    if let Some(&place) = places.get(found) {
                        self.cells[usize::from(place & 63)] = byte;
                    }
                    found += 1;
                }
                _ if byte.is_ascii_whitespace() => {}
                _ => return self.read_unusual_line(line, text),
            }
        }
        counted(line, found)
    }

    /// Reads a line with characters beyond ASCII, or finds what is not a sticker.
    #[cold]
    fn read_unusual_line(&mut self, line: usize, text: &[u8]) -> Result<(), DataSetErrorKind> {
        let text = std::str::from_utf8(text).map_err(|error| {
            let index = error.valid_up_to();
            DataSetErrorKind::NotText { position: index + 1, byte: text[index] }
        })?;
        let places = &NET[line][..net_width(line)];
        let mut found = 0;
        for (index, character) in text.chars().enumerate() {
            if is_skipped(character) {
                continue;
            }
            if character.is_control() {
                return Err(DataSetErrorKind::NotSticker { found: character, column: index + 1 });
            }
            if let Some(&place) = places.get(found) {
                self.cells[usize::from(place)] = self.byte(character);
            }
            found += 1;
        }
        counted(line, found)
    }

    /// Returns the byte that stands for a character; a new byte for a new character.
    fn byte(&mut self, character: char) -> u8 {
        if character.is_ascii() {
            return character as u8;
        }
        let known = &self.others[..self.other_count];
        let number = known.iter().position(|&other| other == character).unwrap_or_else(|| {
            // There are no more different characters than stickers.
            self.others[self.other_count] = character;
            self.other_count += 1;
            self.other_count - 1
        });
        128 + number as u8
    }

    #[inline]
    pub(super) fn turn(&mut self, operation: Operation) {
        for cycle in &CYCLES[operation.index()] {
            let [a, b, c, d] = cycle.map(|place| usize::from(place & 63));
            let first = self.cells[a];
            self.cells[a] = self.cells[b];
            self.cells[b] = self.cells[c];
            self.cells[c] = self.cells[d];
            self.cells[d] = first;
        }
    }

    pub(super) fn notes(&self) -> Vec<Note> {
        let bytes = std::array::from_fn(|index| self.cells[index]);
        notes(&bytes, &self.others[..self.other_count])
    }

    pub(super) fn is_solved(&self) -> bool {
        let (faces, _) = self.cells[..STICKERS].as_chunks::<{ CUBE.face_stickers() }>();
        faces.iter().all(|face| *face == [face[0]; CUBE.face_stickers()])
    }

    pub(super) fn stickers(&self) -> Stickers<char> {
        Stickers::from_fn(CUBE, |i| match self.cells[i] {
            ascii @ ..128 => char::from(ascii),
            other => self.others[usize::from(other - 128)],
        })
    }
}

fn counted(line: usize, found: usize) -> Result<(), DataSetErrorKind> {
    if found == net_width(line) {
        Ok(())
    } else {
        Err(DataSetErrorKind::StickerCount { net_line: line + 1, found })
    }
}
