//! Positions as pieces, and paths to them in one word.

use crate::cube::{Corner, Corners, Cube2, Cube3, Edge};
use crate::moves::{Alg, FaceTurn};

/// A position relative to the start.
///
/// Pieces are cheaper to turn than stickers: a 3x3 has 20 of them, and 54 stickers.
pub(super) trait Position: Copy + Eq + Send {
    /// The position before the first turn.
    const START: Self;

    /// Applies a turn.
    fn apply(&self, turn: FaceTurn) -> Self;

    /// Returns a well-distributed hash.
    fn hash(&self) -> u64;

    /// Writes the data as it is in this position.
    fn write(&self, data: &[char], turned: &mut [char]);
}

impl Position for Cube2 {
    const START: Cube2 = Cube2::SOLVED;

    #[inline]
    fn apply(&self, turn: FaceTurn) -> Cube2 {
        Cube2::apply_turn(self, turn)
    }

    #[inline]
    fn hash(&self) -> u64 {
        mix(u64::from_le_bytes(self.corners().codes()))
    }

    fn write(&self, data: &[char], turned: &mut [char]) {
        write_corners(self.corners(), &Corner::FACELETS_2, data, turned);
    }
}

impl Position for Cube3 {
    const START: Cube3 = Cube3::SOLVED;

    #[inline]
    fn apply(&self, turn: FaceTurn) -> Cube3 {
        Cube3::apply_turn(self, turn)
    }

    #[inline]
    fn hash(&self) -> u64 {
        let [a, b, c, d, e, f, g, h, rest @ ..] = self.edges().codes();
        let corners = mix(u64::from_le_bytes(self.corners().codes()));
        let edges = mix(corners ^ u64::from_le_bytes([a, b, c, d, e, f, g, h]));
        mix(edges ^ u64::from(u32::from_le_bytes(rest)))
    }

    fn write(&self, data: &[char], turned: &mut [char]) {
        // The centres stay.
        turned.copy_from_slice(data);
        write_corners(self.corners(), &Corner::FACELETS_3, data, turned);
        for place in Edge::ALL {
            let from = self.edges().piece(place).facelets();
            let flip = usize::from(self.edges().flip(place));
            for (sticker, &from) in from.iter().enumerate() {
                turned[place.facelets()[sticker ^ flip]] = data[from];
            }
        }
    }
}

fn write_corners(corners: &Corners, facelets: &[[usize; 3]; 8], data: &[char], turned: &mut [char]) {
    for place in Corner::ALL {
        let from = facelets[corners.piece(place).index()];
        let twist = usize::from(corners.twist(place));
        for (sticker, &from) in from.iter().enumerate() {
            turned[facelets[place.index()][(sticker + twist) % 3]] = data[from];
        }
    }
}

/// Mixes the bits of a word.
#[inline]
fn mix(word: u64) -> u64 {
    let word = (word ^ word >> 32).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    let word = (word ^ word >> 29).wrapping_mul(0xd6e8_feb8_6659_fd93);
    word ^ word >> 32
}

/// A sequence of turns in one word: five bits per turn, the last one lowest, a one above them.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub(super) struct Path(pub(super) u64);

impl Path {
    /// The path without turns.
    pub(super) const EMPTY: Path = Path(1);

    const TURN_BITS: u32 = 5;

    /// The largest number of turns.
    pub(super) const MAX_LENGTH: usize = 12;

    /// Returns the bits of a path of this length.
    pub(super) const fn bits(length: usize) -> u32 {
        length as u32 * Path::TURN_BITS + 1
    }

    /// Appends a turn.
    pub(super) fn push(self, turn: FaceTurn) -> Path {
        Path(self.0 << Path::TURN_BITS | turn.index() as u64)
    }

    pub(super) fn len(self) -> usize {
        (self.0.ilog2() / Path::TURN_BITS) as usize
    }

    /// Returns the turns in order.
    pub(super) fn turns(self) -> impl DoubleEndedIterator<Item = FaceTurn> {
        (0..self.len()).rev().filter_map(move |place| {
            let code = self.0 >> (place as u32 * Path::TURN_BITS) & ((1 << Path::TURN_BITS) - 1);
            FaceTurn::from_index(code as usize)
        })
    }

    pub(super) fn last(self) -> Option<FaceTurn> {
        self.turns().next_back()
    }

    /// Returns the position at the end of the path.
    #[inline]
    pub(super) fn end<P: Position>(self) -> P {
        self.turns().fold(P::START, |position, turn| position.apply(turn))
    }

    pub(super) fn alg(self) -> Alg {
        self.turns().collect()
    }
}
