//! Positions as pieces, and the turns that lead to them in one word.

use crate::cube::{Corner, Corners, Cube2, Cube3, Edge};
use crate::moves::{Alg, FaceTurn};

/// What turns make of a cube, relative to where they began.
///
/// As pieces rather than stickers, because a position is gone to again and again: a 3x3 has 20 of them, and 54 stickers.
pub(super) trait Position: Copy + Eq + Send {
    /// Nothing turned.
    const START: Self;

    /// After one more turn.
    fn turned(&self, turn: FaceTurn) -> Self;

    /// A number that spreads positions evenly.
    fn hash(&self) -> u64;

    /// The data as it lies in this position.
    fn put(&self, data: &[char], turned: &mut [char]);
}

impl Position for Cube2 {
    const START: Cube2 = Cube2::SOLVED;

    #[inline]
    fn turned(&self, turn: FaceTurn) -> Cube2 {
        Cube2::apply_turn(self, turn)
    }

    #[inline]
    fn hash(&self) -> u64 {
        mixed(u64::from_le_bytes(self.corners().codes()))
    }

    fn put(&self, data: &[char], turned: &mut [char]) {
        put_corners(self.corners(), &Corner::FACELETS_2, data, turned);
    }
}

impl Position for Cube3 {
    const START: Cube3 = Cube3::SOLVED;

    #[inline]
    fn turned(&self, turn: FaceTurn) -> Cube3 {
        Cube3::apply_turn(self, turn)
    }

    #[inline]
    fn hash(&self) -> u64 {
        let [a, b, c, d, e, f, g, h, rest @ ..] = self.edges().codes();
        let corners = mixed(u64::from_le_bytes(self.corners().codes()));
        let edges = mixed(corners ^ u64::from_le_bytes([a, b, c, d, e, f, g, h]));
        mixed(edges ^ u64::from(u32::from_le_bytes(rest)))
    }

    fn put(&self, data: &[char], turned: &mut [char]) {
        // The centres stay.
        turned.copy_from_slice(data);
        put_corners(self.corners(), &Corner::FACELETS_3, data, turned);
        for place in Edge::ALL {
            let from = self.edges().piece(place).facelets();
            let flip = usize::from(self.edges().flip(place));
            for (sticker, &from) in from.iter().enumerate() {
                turned[place.facelets()[sticker ^ flip]] = data[from];
            }
        }
    }
}

fn put_corners(corners: &Corners, facelets: &[[usize; 3]; 8], data: &[char], turned: &mut [char]) {
    for place in Corner::ALL {
        let from = facelets[corners.piece(place).index()];
        let twist = usize::from(corners.twist(place));
        for (sticker, &from) in from.iter().enumerate() {
            turned[facelets[place.index()][(sticker + twist) % 3]] = data[from];
        }
    }
}

/// Every bit of a word in every bit of another.
#[inline]
fn mixed(word: u64) -> u64 {
    let word = (word ^ word >> 32).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    let word = (word ^ word >> 29).wrapping_mul(0xd6e8_feb8_6659_fd93);
    word ^ word >> 32
}

/// A sequence of turns in one word: five bits a turn, the last one lowest, above them all a one.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub(super) struct Path(pub(super) u64);

impl Path {
    /// No turn.
    pub(super) const EMPTY: Path = Path(1);

    const TURN_BITS: u32 = 5;

    /// The longest path.
    pub(super) const LONGEST: usize = 12;

    /// How many bits a path of this length takes.
    pub(super) const fn bits(length: usize) -> u32 {
        length as u32 * Path::TURN_BITS + 1
    }

    /// With one more turn.
    pub(super) fn then(self, turn: FaceTurn) -> Path {
        Path(self.0 << Path::TURN_BITS | turn.index() as u64)
    }

    pub(super) fn len(self) -> usize {
        (self.0.ilog2() / Path::TURN_BITS) as usize
    }

    /// The turns from the first to the last.
    pub(super) fn turns(self) -> impl DoubleEndedIterator<Item = FaceTurn> {
        (0..self.len()).rev().filter_map(move |place| {
            let code = self.0 >> (place as u32 * Path::TURN_BITS) & ((1 << Path::TURN_BITS) - 1);
            FaceTurn::from_index(code as usize)
        })
    }

    pub(super) fn last(self) -> Option<FaceTurn> {
        self.turns().next_back()
    }

    /// The position that it leads to.
    #[inline]
    pub(super) fn end<P: Position>(self) -> P {
        self.turns().fold(P::START, |position, turn| position.turned(turn))
    }

    pub(super) fn alg(self) -> Alg {
        self.turns().collect()
    }
}
