//! A cube as thirty-two bytes that the search turns and numbers, in the machine's own way where there is one.

use super::coordinate::{CornerClasses, EdgeChange, SYMMETRY_BITS, SliceRanks, slice};
use super::table::Places;
use crate::cube::{Corners, Cube3, Edge, Edges};
use crate::geometry::Symmetry;
use crate::moves::FaceTurn;
use std::sync::LazyLock;

/// Bytes `piece | twist << 4` of the corners' places, then sixteen bytes `piece | flip << 4` of the edges' places.
///
/// Places that do not exist have pieces that do not exist and stay where they are.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
#[repr(align(32))]
pub(super) struct Position(pub(super) [u8; 32]);

/// Bits of the twist or flip.
pub(super) const TURNED: u8 = 0x30;
/// One more than the greatest twist or flip, by byte.
pub(super) const LIMITS: [u8; 32] = {
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
    /// As the cube that it is.
    pub(super) fn cube(&self) -> Cube3 {
        let corners = std::array::from_fn(|place| self.0[place] & 7 | self.0[place] >> 4 << 3);
        let edges = std::array::from_fn(|place| self.0[16 + place]);
        let pieces = (Corners::from_codes(corners), Edges::from_codes(edges));
        Cube3::new(pieces.0, pieces.1).expect("turns make real cubes of real cubes")
    }
}

/// Constants of the search.
pub(super) struct Constants {
    /// What the turns do to a solved cube, by number.
    pub(super) turns: [Position; FaceTurn::COUNT],
    /// By corner number: the class and the symmetry.
    pub(super) classes: &'static [u32],
    pub(super) slices: &'static SliceRanks,
    /// By symmetry; those after the last are never read, but save a check.
    pub(super) renamings: [Renaming; 1 << SYMMETRY_BITS],
    /// The part of the corner number that comes of the places of the second tetrad, by the set of those places.
    pub(super) tetrads: [u32; 256],
}

/// What a symmetry makes of the edges, in bytes of three bits: slice 0, slice 1, and the flip where positions have it.
#[derive(Copy, Clone, Debug)]
#[repr(align(64))]
pub(super) struct Renaming {
    /// From which place each place gets what it has.
    pub(super) source: [u8; 16],
    /// The byte for each piece, unflipped.
    pub(super) pieces: [u8; 16],
    /// Flips of the places.
    pub(super) flips: [u8; 16],
}

/// Bits of a [`Renaming`].
pub(super) const SLICE_0: u8 = 0x80;
pub(super) const SLICE_1: u8 = 0x40;
pub(super) const FLIP: u8 = 0x10;

/// Corners of the second tetrad have the highest bit.
pub(super) const SECOND_TETRAD: [u8; 16] = {
    let mut bytes = [0; 16];
    // URF, ULB, DLF and DRB are the first tetrad; a test compares.
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
            renamings: std::array::from_fn(|index| Renaming::new(Symmetry::ALL[index % Symmetry::ALL.len()])),
            tetrads: std::array::from_fn(super::coordinate::tetrad_number),
        });
        &CONSTANTS
    }
}

impl Renaming {
    fn new(symmetry: Symmetry) -> Renaming {
        let change = EdgeChange::of_symmetry(symmetry);
        let mut renaming = Renaming { source: [0; 16], pieces: [0; 16], flips: [0; 16] };
        for (place, edge) in Edge::ALL.into_iter().enumerate() {
            renaming.source[place] = change.source(place);
            renaming.flips[place] = if change.flips_place(place) { FLIP } else { 0 };
            let (slice, flipped) = change.piece(slice(edge));
            let bits = [SLICE_0, SLICE_1, 0][usize::from(slice)];
            renaming.pieces[place] = bits | if flipped { FLIP } else { 0 };
        }
        renaming
    }
}

/// Something that turns positions and numbers them.
pub(super) trait Machine: Copy {
    /// A position where the machine works on it.
    type Register: Copy;

    fn load(self, position: &Position) -> Self::Register;
    fn store(self, register: Self::Register) -> Position;
    /// A position after a turn.
    fn turned(self, register: Self::Register, turn: &Position) -> Self::Register;
    /// The position that undoes a turned one, from the one that undoes it unturned and the turn back.
    fn undone(self, turn_back: &Position, register: Self::Register) -> Self::Register;
    /// Where a table keeps it.
    fn number(self, constants: &Constants, places: Places, register: Self::Register) -> u64;
}

/// A cube and its inverse are solved together.
pub(super) fn solved() -> Position {
    Position::from(&Cube3::SOLVED)
}

/// Any machine at all, a byte at a time.
#[derive(Copy, Clone, Debug)]
pub(super) struct Portable;

impl Machine for Portable {
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
    fn turned(self, register: Position, turn: &Position) -> Position {
        composed(&register, turn)
    }

    #[inline(always)]
    fn undone(self, turn_back: &Position, register: Position) -> Position {
        composed(turn_back, &register)
    }

    #[inline(always)]
    fn number(self, constants: &Constants, places: Places, register: Position) -> u64 {
        let (corners, edges) = register.0.split_at(16);
        let (mut set, mut twists) = (0, 0);
        for place in (0..8).rev() {
            set = set << 1 | usize::from(SECOND_TETRAD[usize::from(corners[place] & 7)] >> 7);
            if place < 7 {
                twists = 3 * twists + u32::from(corners[place] >> 4);
            }
        }
        let packed = constants.classes[(constants.tetrads[set] + twists) as usize];
        let renaming = &constants.renamings[packed as usize % (1 << SYMMETRY_BITS)];
        let (mut slices, mut flips) = (0, 0);
        for place in (0..12).rev() {
            let edge = edges[usize::from(renaming.source[place])];
            let byte = renaming.pieces[usize::from(edge & 15)] ^ edge & FLIP ^ renaming.flips[place];
            slices = slices << 2 | u32::from(byte >> 7) | u32::from(byte >> 6 & 1) << 1;
            flips = flips << 1 | u32::from(byte >> 4 & 1);
        }
        place(constants, places, packed, slices, flips)
    }
}

/// The number of a position by its class, by the slices at its places as [`SliceRanks`] have them, and by the set of places with a flip.
#[inline(always)]
pub(super) fn place(constants: &Constants, places: Places, packed: u32, slices: u32, flips: u32) -> u64 {
    let ranks = constants.slices;
    let rank = ranks.first[slices as usize % 4096] + ranks.last[(slices >> 12) as usize % 4096];
    places.number(u64::from(packed >> SYMMETRY_BITS), u64::from(rank), u64::from(flips))
}

/// The first position with what the second does to a solved cube done to it.
fn composed(first: &Position, second: &Position) -> Position {
    Position(std::array::from_fn(|place| {
        let from = second.0[place];
        let piece = first.0[place / 16 * 16 + usize::from(from & 15)] + (from & TURNED);
        if piece >= LIMITS[place] { piece - LIMITS[place] } else { piece }
    }))
}
