//! The twelve edges of the 3x3: which piece is at each place, and its flip.

use super::is_odd_permutation;
use super::pieces::Edge;
use crate::geometry::{Size, Symmetry};
use crate::moves::FaceTurn;

/// The arrangement of the twelve edges.
///
/// A flip of 1 means that the piece's first sticker (U or D, else F or B) is on the place's second.
/// One byte per place: `piece | flip << 4`.
#[derive(Copy, Clone, Debug, Eq, PartialEq, Hash, PartialOrd, Ord)]
pub struct Edges(pub(super) [u8; 12]);

const PIECE: u8 = 15;
const FLIP: u8 = 16;

impl Edges {
    /// All edges solved.
    pub const SOLVED: Edges = Edges([0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11]);

    /// The arrangement after each face turn of a solved cube.
    const TURNS: [Edges; 18] = {
        let mut turns = [Edges::SOLVED; 18];
        let mut i = 0;
        while i < 18 {
            turns[i] = Edges::of_turn(FaceTurn::ALL[i]);
            i += 1;
        }
        turns
    };

    const fn of_turn(turn: FaceTurn) -> Edges {
        let mut edges = [0; 12];
        let mut place = 0;
        while place < 12 {
            let source = turn.layer_turn(3).source(Size::THREE, Edge::FACELETS_3[place][0]);
            let (piece, sticker) = owner(source);
            edges[place] = code(piece, sticker);
            place += 1;
        }
        Edges(edges)
    }

    /// Creates an arrangement from the piece and the flip at each place; `None` unless all pieces differ and all flips are below 2.
    pub fn new(pieces: [Edge; 12], flips: [u8; 12]) -> Option<Edges> {
        let seen = pieces.iter().fold(0u16, |seen, piece| seen | 1 << piece.index());
        let valid = seen == (1 << 12) - 1 && flips.iter().all(|&flip| flip < 2);
        valid.then(|| Edges(std::array::from_fn(|i| code(pieces[i].index(), flips[i] as usize))))
    }

    /// Creates an arrangement from bytes `piece | flip << 4`, without checking them. With invalid bytes other methods may panic.
    pub const fn from_codes(codes: [u8; 12]) -> Edges {
        Edges(codes)
    }

    /// Returns the bytes `piece | flip << 4`, by place.
    pub const fn codes(&self) -> [u8; 12] {
        self.0
    }

    /// Returns the piece at a place.
    pub const fn piece(&self, place: Edge) -> Edge {
        Edge::ALL[(self.0[place as usize] & PIECE) as usize]
    }

    /// Returns the flip of the piece at a place.
    pub const fn flip(&self, place: Edge) -> u8 {
        self.0[place as usize] >> 4
    }

    /// Returns the product: this arrangement, then `next`.
    #[inline]
    pub fn compose(&self, next: &Edges) -> Edges {
        // Sixteen bytes, so that the index needs no bounds check.
        let mut here = [0; 16];
        here[..12].copy_from_slice(&self.0);
        Edges(next.0.map(|from| here[(from & PIECE) as usize] ^ (from & FLIP)))
    }

    /// Returns the arrangement after a face turn.
    #[inline]
    pub fn apply_turn(&self, turn: FaceTurn) -> Edges {
        self.compose(&Edges::TURNS[turn.index()])
    }

    /// Returns the group inverse.
    pub fn inverse(&self) -> Edges {
        let mut edges = [0; 12];
        for (place, &code_here) in self.0.iter().enumerate() {
            edges[(code_here & PIECE) as usize] = place as u8 | (code_here & FLIP);
        }
        Edges(edges)
    }

    /// Returns the sum of all flips modulo 2; 0 on every reachable cube.
    pub fn total_flip(&self) -> u8 {
        self.0.iter().map(|code| code >> 4).sum::<u8>() % 2
    }

    /// Whether the permutation of the pieces is odd.
    pub fn is_odd(&self) -> bool {
        is_odd_permutation(self.0.iter().map(|code| (code & PIECE) as usize))
    }

    /// Conjugates by a symmetry.
    pub fn conjugated_by(&self, symmetry: Symmetry) -> Edges {
        self.conjugated_with(&EdgeConjugation::new(symmetry))
    }

    /// Conjugates by a symmetry whose table is given.
    pub fn conjugated_with(&self, table: &EdgeConjugation) -> Edges {
        let mut edges = [0; 12];
        for (place, &code_here) in self.0.iter().enumerate() {
            let (new_place, place_shift) = table.0[place];
            let (new_piece, piece_shift) = table.0[(code_here & PIECE) as usize];
            edges[new_place] = code(new_piece, place_shift ^ (code_here >> 4) as usize ^ piece_shift);
        }
        Edges(edges)
    }
}

/// The lookup table for conjugating edges by a symmetry: the image of each place's first sticker, as the new place and the
/// index of the sticker there.
#[derive(Clone, Debug)]
pub struct EdgeConjugation([(usize, usize); 12]);

impl EdgeConjugation {
    /// Computes the table of a symmetry.
    pub fn new(symmetry: Symmetry) -> EdgeConjugation {
        EdgeConjugation(Edge::FACELETS_3.map(|stickers| owner(symmetry.sticker(Size::THREE, stickers[0]))))
    }

    /// Returns the image of a place's first sticker: the new place, and the index of the sticker there.
    pub fn image(&self, place: usize) -> (usize, usize) {
        self.0[place]
    }
}

const fn code(piece: usize, flip: usize) -> u8 {
    (piece | flip << 4) as u8
}

/// Returns the edge of the 3x3 that a sticker belongs to, and the index of the sticker on it.
const fn owner(facelet: usize) -> (usize, usize) {
    let mut edge = 0;
    loop {
        let mut sticker = 0;
        while sticker < 2 {
            if Edge::FACELETS_3[edge][sticker] == facelet {
                return (edge, sticker);
            }
            sticker += 1;
        }
        edge += 1;
    }
}
