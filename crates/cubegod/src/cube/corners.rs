//! The eight corners: which piece is at each place, and its twist.

use super::is_odd_permutation;
use super::pieces::Corner;
use crate::geometry::{Size, Symmetry};
use crate::moves::FaceTurn;

/// The arrangement of the eight corners.
///
/// The twist (0, 1 or 2) is the index of the place's sticker, clockwise from U or D, that shows the piece's U or D colour.
/// One byte per place, `piece | twist << 3`, makes composing two arrangements eight lookups.
#[derive(Copy, Clone, Debug, Eq, PartialEq, Hash, PartialOrd, Ord)]
pub struct Corners(pub(super) [u8; 8]);

const TWIST: u8 = 0b11 << 3;

impl Corners {
    /// All corners solved.
    pub const SOLVED: Corners = Corners([0, 1, 2, 3, 4, 5, 6, 7]);

    /// The arrangement after each face turn of a solved cube.
    const TURNS: [Corners; 18] = {
        let mut turns = [Corners::SOLVED; 18];
        let mut i = 0;
        while i < 18 {
            turns[i] = Corners::of_turn(FaceTurn::ALL[i]);
            i += 1;
        }
        turns
    };

    const fn of_turn(turn: FaceTurn) -> Corners {
        let mut corners = [0; 8];
        let mut place = 0;
        while place < 8 {
            let source = turn.layer_turn(2).source(Size::TWO, Corner::FACELETS_2[place][0]);
            let (piece, sticker) = owner(source);
            // The piece's sticker number `sticker` now lies on the place's first.
            corners[place] = code(piece, (3 - sticker) % 3);
            place += 1;
        }
        Corners(corners)
    }

    /// Creates an arrangement from the piece and the twist at each place; `None` unless all pieces differ and all twists are
    /// below 3.
    pub fn new(pieces: [Corner; 8], twists: [u8; 8]) -> Option<Corners> {
        let seen = pieces.iter().fold(0u8, |seen, piece| seen | 1 << piece.index());
        let valid = seen == u8::MAX && twists.iter().all(|&twist| twist < 3);
        valid.then(|| Corners(std::array::from_fn(|i| code(pieces[i].index(), twists[i] as usize))))
    }

    /// Creates an arrangement from bytes `piece | twist << 3`, without checking them. With invalid bytes other methods may panic.
    pub const fn from_codes(codes: [u8; 8]) -> Corners {
        Corners(codes)
    }

    /// Returns the bytes `piece | twist << 3`, by place.
    pub const fn codes(&self) -> [u8; 8] {
        self.0
    }

    /// Returns the piece at a place.
    pub const fn piece(&self, place: Corner) -> Corner {
        Corner::ALL[(self.0[place as usize] & 7) as usize]
    }

    /// Returns the twist of the piece at a place.
    pub const fn twist(&self, place: Corner) -> u8 {
        self.0[place as usize] >> 3
    }

    /// Returns the product: this arrangement, then `next`.
    #[inline]
    pub fn compose(&self, next: &Corners) -> Corners {
        Corners(next.0.map(|from| {
            let turned = self.0[(from & 7) as usize] + (from & TWIST);
            if turned >= 24 { turned - 24 } else { turned }
        }))
    }

    /// Returns the arrangement after a face turn.
    #[inline]
    pub fn apply_turn(&self, turn: FaceTurn) -> Corners {
        self.compose(&Corners::TURNS[turn.index()])
    }

    /// Returns the group inverse.
    pub fn inverse(&self) -> Corners {
        let mut corners = [0; 8];
        for (place, &code_here) in self.0.iter().enumerate() {
            corners[(code_here & 7) as usize] = code(place, ((3 - (code_here >> 3)) % 3) as usize);
        }
        Corners(corners)
    }

    /// Returns the sum of all twists modulo 3; 0 on every reachable cube.
    pub fn total_twist(&self) -> u8 {
        self.0.iter().map(|code| code >> 3).sum::<u8>() % 3
    }

    /// Whether the permutation of the pieces is odd.
    pub fn is_odd(&self) -> bool {
        is_odd_permutation(self.0.iter().map(|code| (code & 7) as usize))
    }

    /// Conjugates by a symmetry.
    pub fn conjugated_by(&self, symmetry: Symmetry) -> Corners {
        self.conjugated_with(&CornerConjugation::new(symmetry))
    }

    /// Conjugates by a symmetry whose table is given.
    pub fn conjugated_with(&self, table: &CornerConjugation) -> Corners {
        let mut corners = [0; 8];
        for (place, &code_here) in self.0.iter().enumerate() {
            let (new_place, place_shift) = table.images[place];
            let (new_piece, piece_shift) = table.images[(code_here & 7) as usize];
            let twist = (code_here >> 3) as usize;
            // A reflection reverses the cyclic order of a corner's stickers.
            let twist = if table.mirrored { 3 - twist } else { twist };
            corners[new_place] = code(new_piece, (place_shift + twist + 3 - piece_shift) % 3);
        }
        Corners(corners)
    }
}

/// The lookup table for conjugating corners by a symmetry.
#[derive(Clone, Debug)]
pub struct CornerConjugation {
    /// The image of each place's first sticker: the new place, and the index of the sticker there.
    images: [(usize, usize); 8],
    mirrored: bool,
}

impl CornerConjugation {
    /// Computes the table of a symmetry.
    pub fn new(symmetry: Symmetry) -> CornerConjugation {
        let image = |stickers: [usize; 3]| owner(symmetry.sticker(Size::TWO, stickers[0]));
        CornerConjugation { images: Corner::FACELETS_2.map(image), mirrored: symmetry.is_reflection() }
    }
}

const fn code(piece: usize, twist: usize) -> u8 {
    (piece | twist << 3) as u8
}

/// Returns the corner of the 2x2 that a sticker belongs to, and the index of the sticker on it.
const fn owner(facelet: usize) -> (usize, usize) {
    let mut corner = 0;
    loop {
        let mut sticker = 0;
        while sticker < 3 {
            if Corner::FACELETS_2[corner][sticker] == facelet {
                return (corner, sticker);
            }
            sticker += 1;
        }
        corner += 1;
    }
}
