//! The twelve operations, and how they move stickers.

use super::{CUBE, LAYERS, STICKERS, is_word};
use cubegod::geometry::Face;
use cubegod::moves::{FaceTurn, Turns};
use std::fmt;

/// The faces in the order of a net, with the contest's names.
pub(super) const FACES: [(Face, &str); 6] = [
    (Face::U, "top"),
    (Face::L, "left"),
    (Face::F, "front"),
    (Face::R, "right"),
    (Face::B, "back"),
    (Face::D, "bottom"),
];

/// Returns the contest's name of a face: `top` for U.
pub fn face_name(face: Face) -> &'static str {
    FACES.iter().find(|(known, _)| *known == face).map_or("", |(_, word)| word)
}

/// One of the twelve operations: a quarter turn of a face.
#[derive(Copy, Clone, Debug, Eq, PartialEq, Hash)]
pub struct Operation {
    pub(super) face: Face,
    pub(super) is_right: bool,
}

impl Operation {
    /// Reads an operation, `front right` for example, in any case and with any blanks around the words.
    pub fn read(text: &[u8]) -> Option<Operation> {
        let text = text.trim_ascii();
        let (first, rest) = text.split_at(text.iter().position(|&byte| byte.is_ascii_whitespace())?);
        let &(face, _) = FACES.iter().find(|(_, word)| is_word(first, word))?;
        let direction = rest.trim_ascii_start();
        let is_right = is_word(direction, "right");
        (is_right || is_word(direction, "left")).then_some(Operation { face, is_right })
    }

    pub(super) const fn index(self) -> usize {
        2 * self.face.index() + self.is_right as usize
    }
}

/// `right` is clockwise as seen from the side of the face.
impl From<Operation> for FaceTurn {
    fn from(operation: Operation) -> FaceTurn {
        let turns = if operation.is_right { Turns::Clockwise } else { Turns::Counterclockwise };
        FaceTurn::new(operation.face, turns)
    }
}

impl fmt::Display for Operation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let direction = if self.is_right { "right" } else { "left" };
        write!(f, "{} {direction}", face_name(self.face))
    }
}

/// The cycles of a quarter turn: 20 stickers in cycles of four, each replaced by the next in its cycle.
type Cycles = [[u8; 4]; 5];

/// The cycles of all operations, by index.
pub(super) const CYCLES: [Cycles; 12] = {
    let mut all = [[[0; 4]; 5]; 12];
    let mut i = 0;
    while i < 6 {
        all[2 * i] = cycles(FaceTurn::new(Face::ALL[i], Turns::Counterclockwise));
        all[2 * i + 1] = cycles(FaceTurn::new(Face::ALL[i], Turns::Clockwise));
        i += 1;
    }
    all
};

const fn cycles(turn: FaceTurn) -> Cycles {
    let turn = turn.layer_turn(LAYERS);
    let mut cycles = [[0; 4]; 5];
    let mut seen = [false; STICKERS];
    let mut count = 0;
    let mut first = 0;
    while first < STICKERS {
        if !seen[first] && turn.source(CUBE, first) != first {
            let mut place = first;
            let mut step = 0;
            while step < 4 {
                cycles[count][step] = place as u8;
                seen[place] = true;
                place = turn.source(CUBE, place);
                step += 1;
            }
            count += 1;
        }
        first += 1;
    }
    cycles
}
