//! A cube as 32 bytes, and the operations that the search needs on it.

use super::coordinate::{CornerClasses, EdgeTransform, SYMMETRY_BITS, SliceRanks, slice};
use super::table::BucketLayout;
use crate::cube::{Corners, Cube3, Edge, Edges};
use crate::geometry::Symmetry;
use crate::moves::FaceTurn;
use std::sync::LazyLock;

/// Sixteen bytes `piece | twist << 4`, one per corner place, then sixteen bytes `piece | flip << 4`, one per edge place.
///
/// The bytes after the last place are padding that no turn moves.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
#[repr(align(32))]
pub(super) struct Position(pub(super) [u8; 32]);

/// The bits of the twist or flip.
pub(super) const ORIENTATION: u8 = 0x30;
/// The number of twists or flips of each byte, shifted to the orientation bits.
pub(super) const ORIENTATION_LIMITS: [u8; 32] = {
    let mut limits = [3 << 4; 32];
    let mut place = 16;
    while place < 32 {
        limits[place] = 2 << 4;
        place += 1;
    }
    limits
};

impl From<&Cube3> for Position {
    fn from(cube: &Cube3) -> Position {
        let mut bytes: [u8; 32] = std::array::from_fn(|place| (place % 16) as u8);
        for (byte, code) in bytes.iter_mut().zip(cube.corners().codes()) {
            *byte = code & 7 | code >> 3 << 4;
        }
        bytes[16..28].copy_from_slice(&cube.edges().codes());
        Position(bytes)
    }
}

impl Position {
    /// Converts the position to a cube.
    pub(super) fn cube(&self) -> Cube3 {
        let corners = std::array::from_fn(|place| self.0[place] & 7 | self.0[place] >> 4 << 3);
        let edges = std::array::from_fn(|place| self.0[16 + place]);
        let pieces = (Corners::from_codes(corners), Edges::from_codes(edges));
        Cube3::new(pieces.0, pieces.1).expect("turns keep a cube solvable")
    }
}

/// The constant tables of the search.
pub(super) struct Constants {
    /// The positions after each turn of a solved cube, by turn.
    pub(super) turns: [Position; FaceTurn::COUNT],
    /// By corner coordinate: the class and the symmetry.
    pub(super) classes: &'static [u32],
    pub(super) slices: &'static SliceRanks,
    /// By symmetry; entries after the last symmetry are never read, but save a bounds check.
    pub(super) conjugations: [EdgeConjugation; 1 << SYMMETRY_BITS],
    /// The summand of the corner coordinate for the places of the second tetrad, by the set of these places.
    pub(super) tetrads: [u32; 256],
}

/// The conjugation of edges by a symmetry. Bytes have three bits: slice 0, slice 1, and the flip at the bit where positions have it.
#[derive(Copy, Clone, Debug)]
#[repr(align(64))]
pub(super) struct EdgeConjugation {
    /// The place that each place gets its edge from.
    pub(super) source: [u8; 16],
    /// The byte of each piece, unflipped.
    pub(super) pieces: [u8; 16],
    /// The flips that each place adds.
    pub(super) flips: [u8; 16],
}

/// The bits of the bytes of an [`EdgeConjugation`].
pub(super) const SLICE_0: u8 = 0x80;
pub(super) const SLICE_1: u8 = 0x40;
pub(super) const FLIP: u8 = 0x10;

/// The highest bit of a byte is set if the corner is in the second tetrad.
pub(super) const SECOND_TETRAD: [u8; 16] = {
    let mut bytes = [0; 16];
    // URF, ULB, DLF and DRB are the first tetrad; a test compares indexes with the coordinate.
    let mut corner = 0;
    while corner < 8 {
        bytes[corner] = if (corner ^ corner >> 2) & 1 == 1 { 0x80 } else { 0 };
        corner += 1;
    }
    bytes
};

impl Constants {
    pub(super) fn get() -> &'static Constants {
        static CONSTANTS: LazyLock<Constants> = LazyLock::new(|| Constants {
            turns: FaceTurn::ALL.map(|turn| Position::from(&Cube3::SOLVED.apply_turn(turn))),
            classes: CornerClasses::get().packed(),
            slices: SliceRanks::get(),
            conjugations: std::array::from_fn(|index| {
                EdgeConjugation::new(Symmetry::ALL[index % Symmetry::ALL.len()])
            }),
            tetrads: std::array::from_fn(super::coordinate::tetrad_summand),
        });
        &CONSTANTS
    }
}

impl EdgeConjugation {
    fn new(symmetry: Symmetry) -> EdgeConjugation {
        let transform = EdgeTransform::of_symmetry(symmetry);
        let mut conjugation = EdgeConjugation { source: [0; 16], pieces: [0; 16], flips: [0; 16] };
        for (place, edge) in Edge::ALL.into_iter().enumerate() {
            conjugation.source[place] = transform.source(place);
            conjugation.flips[place] = if transform.flips_place(place) { FLIP } else { 0 };
            let (slice, flipped) = transform.piece(slice(edge));
            let bits = [SLICE_0, SLICE_1, 0][usize::from(slice)];
            conjugation.pieces[place] = bits | if flipped { FLIP } else { 0 };
        }
        conjugation
    }
}

/// Operations on positions, implemented once per instruction set.
pub(super) trait PositionOps: Copy {
    /// A position in registers.
    type Register: Copy;

    fn load(self, position: &Position) -> Self::Register;
    fn store(self, register: Self::Register) -> Position;
    /// Returns the position after a turn.
    fn apply_turn(self, register: Self::Register, turn: &Position) -> Self::Register;
    /// Returns the inverse of the position after a turn, given the inverse before it and the inverse turn.
    fn apply_turn_to_inverse(self, inverse_turn: &Position, register: Self::Register) -> Self::Register;
    /// Returns the index of the position in a table.
    fn index(self, constants: &Constants, layout: BucketLayout, register: Self::Register) -> u64;
}

/// Returns the solved position.
pub(super) fn solved() -> Position {
    Position::from(&Cube3::SOLVED)
}

/// Portable operations, one byte at a time.
#[derive(Copy, Clone, Debug)]
pub(super) struct ScalarOps;

impl PositionOps for ScalarOps {
    type Register = Position;

    #[inline(always)]
    fn load(self, position: &Position) -> Position {
        *position
    }

    #[inline(always)]
    fn store(self, register: Position) -> Position {
        register
    }

    #[inline(always)]
    fn apply_turn(self, register: Position, turn: &Position) -> Position {
        compose(&register, turn)
    }

    #[inline(always)]
    fn apply_turn_to_inverse(self, inverse_turn: &Position, register: Position) -> Position {
        compose(inverse_turn, &register)
    }

    #[inline(always)]
    fn index(self, constants: &Constants, layout: BucketLayout, register: Position) -> u64 {
        let (corners, edges) = register.0.split_at(16);
        let (mut set, mut twists) = (0, 0);
        for place in (0..8).rev() {
            set = set << 1 | usize::from(SECOND_TETRAD[usize::from(corners[place] & 7)] >> 7);
            if place < 7 {
                twists = 3 * twists + u32::from(corners[place] >> 4);
            }
        }
        let packed = constants.classes[(constants.tetrads[set] + twists) as usize];
        let conjugation = &constants.conjugations[packed as usize % (1 << SYMMETRY_BITS)];
        let (mut slices, mut flips) = (0, 0);
        for place in (0..12).rev() {
            let edge = edges[usize::from(conjugation.source[place])];
            let byte = conjugation.pieces[usize::from(edge & 15)] ^ edge & FLIP ^ conjugation.flips[place];
            slices = slices << 2 | u32::from(byte >> 7) | u32::from(byte >> 6 & 1) << 1;
            flips = flips << 1 | u32::from(byte >> 4 & 1);
        }
        index_of(constants, layout, packed, slices, flips)
    }
}

/// Returns the table index of a position from its class, its slices in the form of [`SliceRanks`], and the set of flipped places.
#[inline(always)]
pub(super) fn index_of(
    constants: &Constants,
    layout: BucketLayout,
    packed: u32,
    slices: u32,
    flips: u32,
) -> u64 {
    let ranks = constants.slices;
    let rank = ranks.first[slices as usize % 4096] + ranks.last[(slices >> 12) as usize % 4096];
    layout.index(u64::from(packed >> SYMMETRY_BITS), u64::from(rank), u64::from(flips))
}

/// Returns the product of two positions: the first, then the second.
fn compose(first: &Position, second: &Position) -> Position {
    Position(std::array::from_fn(|place| {
        let from = second.0[place];
        let piece = first.0[place / 16 * 16 + usize::from(from & 15)] + (from & ORIENTATION);
        if piece >= ORIENTATION_LIMITS[place] { piece - ORIENTATION_LIMITS[place] } else { piece }
    }))
}
