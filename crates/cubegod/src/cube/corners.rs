//! The eight corners: which piece is at each place, and its twist.

use super::is_odd_permutation;
use super::pieces::Corner;
use crate::geometry::{Size, Symmetry};
use crate::moves::FaceTurn;

/// The arrangement of the eight corners.
///
/// A twist of 0, 1 or 2 says on which of the place's stickers (clockwise, from U or D) the piece's U or D sticker lies.
/// One byte a place, `piece | twist << 3`, so that composing two arrangements is eight look-ups.
#[derive(Copy, Clone, Debug, Eq, PartialEq, Hash, PartialOrd, Ord)]
pub struct Corners(pub(super) [u8; 8]);

const TWIST: u8 = 0b11 << 3;

impl Corners {
    /// Every corner at home.
    pub const SOLVED: Corners = Corners([0, 1, 2, 3, 4, 5, 6, 7]);

    /// What each face turn does.
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

    /// From the piece and the twist at each place; `None` unless the pieces are all different and twists below 3.
    pub fn new(pieces: [Corner; 8], twists: [u8; 8]) -> Option<Corners> {
        let seen = pieces.iter().fold(0u8, |seen, piece| seen | 1 << piece.index());
        let valid = seen == u8::MAX && twists.iter().all(|&twist| twist < 3);
        valid.then(|| Corners(std::array::from_fn(|i| code(pieces[i].index(), twists[i] as usize))))
    }

    /// From bytes `piece | twist << 3`, already known to be sound.
    pub const fn from_codes(codes: [u8; 8]) -> Corners {
        Corners(codes)
    }

    /// Bytes `piece | twist << 3`, by place.
    pub const fn codes(&self) -> [u8; 8] {
        self.0
    }

    /// The piece at a place.
    pub const fn piece(&self, place: Corner) -> Corner {
        Corner::ALL[(self.0[place as usize] & 7) as usize]
    }

    /// The twist of the piece at a place.
    pub const fn twist(&self, place: Corner) -> u8 {
        self.0[place as usize] >> 3
    }

    /// This arrangement with the other one's changes made to it.
    #[inline]
    pub fn compose(&self, change: &Corners) -> Corners {
        Corners(change.0.map(|from| {
            let turned = self.0[(from & 7) as usize] + (from & TWIST);
            if turned >= 24 { turned - 24 } else { turned }
        }))
    }

    /// After a face turn.
    #[inline]
    pub fn apply_turn(&self, turn: FaceTurn) -> Corners {
        self.compose(&Corners::TURNS[turn.index()])
    }

    /// The arrangement that undoes this one.
    pub fn inverse(&self) -> Corners {
        let mut corners = [0; 8];
        for (place, &code_here) in self.0.iter().enumerate() {
            corners[(code_here & 7) as usize] = code(place, ((3 - (code_here >> 3)) % 3) as usize);
        }
        Corners(corners)
    }

    /// The sum of all twists, below 3; 0 on every cube that can be reached.
    pub fn total_twist(&self) -> u8 {
        self.0.iter().map(|code| code >> 3).sum::<u8>() % 3
    }

    /// Whether the permutation of the pieces is odd.
    pub fn is_odd(&self) -> bool {
        is_odd_permutation(self.0.iter().map(|code| (code & 7) as usize))
    }

    /// Conjugates by a symmetry: places and pieces are both renamed.
    pub fn conjugated_by(&self, symmetry: Symmetry) -> Corners {
        self.conjugated_with(&CornerConjugation::new(symmetry))
    }

    /// Conjugates by a symmetry whose table is given.
    pub fn conjugated_with(&self, names: &CornerConjugation) -> Corners {
        let mut corners = [0; 8];
        for (place, &code_here) in self.0.iter().enumerate() {
            let (new_place, place_shift) = names.images[place];
            let (new_piece, piece_shift) = names.images[(code_here & 7) as usize];
            let twist = (code_here >> 3) as usize;
            // A mirror image runs through a corner's stickers the other way round.
            let twist = if names.mirrored { 3 - twist } else { twist };
            corners[new_place] = code(new_piece, (place_shift + twist + 3 - piece_shift) % 3);
        }
        Corners(corners)
    }
}

/// The table of a symmetry for conjugating corners.
#[derive(Clone, Debug)]
pub struct CornerConjugation {
    /// Where each place's first sticker goes: the new place, and which of its stickers.
    images: [(usize, usize); 8],
    mirrored: bool,
}

impl CornerConjugation {
    /// Computes the table.
    pub fn new(symmetry: Symmetry) -> CornerConjugation {
        let image = |stickers: [usize; 3]| owner(symmetry.sticker(Size::TWO, stickers[0]));
        CornerConjugation { images: Corner::FACELETS_2.map(image), mirrored: symmetry.is_reflection() }
    }
}

const fn code(piece: usize, twist: usize) -> u8 {
    (piece | twist << 3) as u8
}

/// Which corner of the 2x2 a sticker belongs to, and which of its three it is.
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
