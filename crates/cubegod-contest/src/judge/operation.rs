//! The twelve operations, and how they move stickers.

use super::{CUBE, LAYERS, STICKERS, is_word};
use cubegod::geometry::Face;
use cubegod::moves::{FaceTurn, Turns};
use std::fmt;

/// The faces in the order of a net, by the words of the contest.
pub(super) const FACES: [(Face, &str); 6] = [
    (Face::U, "top"),
    (Face::L, "left"),
    (Face::F, "front"),
    (Face::R, "right"),
    (Face::B, "back"),
    (Face::D, "bottom"),
];

/// The face's word in the contest: `top` for U.
pub fn face_word(face: Face) -> &'static str {
    FACES.iter().find(|(known, _)| *known == face).map_or("", |(_, word)| word)
}

/// One of the twelve operations: a quarter turn of a face.
#[derive(Copy, Clone, Debug, Eq, PartialEq, Hash)]
pub struct Operation {
    pub(super) face: Face,
    pub(super) is_right: bool,
}

impl Operation {
    /// The operation of this text, `front right` for example: any case, blanks around and between the words.
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
        write!(f, "{} {direction}", face_word(self.face))
    }
}

/// A quarter turn moves 20 stickers in rings of four; each gets what the next one in its ring has.
type Rings = [[u8; 4]; 5];

/// The rings of all operations, by their index.
pub(super) const RINGS: [Rings; 12] = {
    let mut all = [[[0; 4]; 5]; 12];
    let mut i = 0;
    while i < 6 {
        all[2 * i] = rings(FaceTurn::new(Face::ALL[i], Turns::Counterclockwise));
        all[2 * i + 1] = rings(FaceTurn::new(Face::ALL[i], Turns::Clockwise));
        i += 1;
    }
    all
};

const fn rings(turn: FaceTurn) -> Rings {
    let turn = turn.layer_turn(LAYERS);
    let mut rings = [[0; 4]; 5];
    let mut seen = [false; STICKERS];
    let mut count = 0;
    let mut first = 0;
    while first < STICKERS {
        if !seen[first] && turn.source(CUBE, first) != first {
            let mut place = first;
            let mut step = 0;
            while step < 4 {
                rings[count][step] = place as u8;
                seen[place] = true;
                place = turn.source(CUBE, place);
                step += 1;
            }
            count += 1;
        }
        first += 1;
    }
    rings
}
