//! The permutation of the pieces of a cube in two machine words.
//!
//! Move tables of permutations do not fit into the first-level cache; shifting pieces within a word needs no tables.

use super::coordinates::ORDERS;
use super::moves::{PHASE2, phase2_table};
use crate::cube::Cube3;
use crate::moves::FaceTurn;
use std::sync::LazyLock;

/// The corner at each position (three bits each) and the edge at each position (four bits each).
#[derive(Copy, Clone, Debug, Default, Eq, PartialEq)]
pub(super) struct Pieces {
    corners: u32,
    edges: u64,
}

/// The effect of a turn: four pieces are shifted by some bits each, the others stay.
#[derive(Copy, Clone, Debug, Default)]
struct Shifts {
    corners: [(u32, u32); 4],
    other_corners: u32,
    edges: [(u64, u32); 4],
    other_edges: u64,
}

/// The effect of turns in phase 2 on the order of the slice edges.
static SLICE_MOVES: LazyLock<[[u8; FaceTurn::COUNT]; ORDERS]> = LazyLock::new(|| {
    let mut moves = [[0; FaceTurn::COUNT]; ORDERS];
    for (slice, row) in phase2_table(ORDERS, Pieces::slice).into_iter().enumerate() {
        PHASE2.into_iter().zip(row).for_each(|(turn, to)| moves[slice][turn.index()] = to as u8);
    }
    moves
});

static SHIFTS: LazyLock<[Shifts; FaceTurn::COUNT]> = LazyLock::new(|| FaceTurn::ALL.map(Shifts::of));

const CORNER_BITS: u32 = 3;
const EDGE_BITS: u32 = 4;

impl Shifts {
    fn of(turn: FaceTurn) -> Shifts {
        let turned = Cube3::SOLVED.apply_turn(turn);
        let mut shifts =
            Shifts { other_corners: 0xFF_FFFF, other_edges: 0xFFFF_FFFF_FFFF, ..Shifts::default() };
        let corners = turned.corners().codes().map(|code| u32::from(code & 7));
        let moved = (0u32..).zip(corners).filter(|(to, from)| to != from);
        for (shift, (to, from)) in shifts.corners.iter_mut().zip(moved) {
            let mask = 7 << (from * CORNER_BITS);
            *shift = (mask, (to * CORNER_BITS).wrapping_sub(from * CORNER_BITS) & 31);
            shifts.other_corners &= !mask;
        }
        let edges = turned.edges().codes().map(|code| u32::from(code & 15));
        let moved = (0u32..).zip(edges).filter(|(to, from)| to != from);
        for (shift, (to, from)) in shifts.edges.iter_mut().zip(moved) {
            let mask = 15 << (from * EDGE_BITS);
            *shift = (mask, (to * EDGE_BITS).wrapping_sub(from * EDGE_BITS) & 63);
            shifts.other_edges &= !mask;
        }
        shifts
    }

    #[inline]
    fn turn_corners(&self, pieces: Pieces) -> Pieces {
        let others = pieces.corners & self.other_corners;
        let turned = |all, &(mask, shift): &(u32, u32)| all | (pieces.corners & mask).rotate_left(shift);
        Pieces { corners: self.corners.iter().fold(others, turned), ..pieces }
    }

    #[inline]
    fn turn_edges(&self, pieces: Pieces) -> Pieces {
        let others = pieces.edges & self.other_edges;
        let turned = |all, &(mask, shift): &(u64, u32)| all | (pieces.edges & mask).rotate_left(shift);
        Pieces { edges: self.edges.iter().fold(others, turned), ..pieces }
    }
}

impl Pieces {
    /// Applies a turn; [`PieceMoves`] is faster.
    pub(super) fn apply(self, turn: FaceTurn) -> Pieces {
        let shifts = &SHIFTS[turn.index()];
        shifts.turn_edges(shifts.turn_corners(self))
    }

    /// All pieces solved.
    pub(super) const SOLVED: Pieces = Pieces { corners: 0o76_543_210, edges: 0xBA98_7654_3210 };

    pub(super) fn of(cube: &Cube3) -> Pieces {
        let corners =
            cube.corners().codes().iter().rev().fold(0, |all, code| all << CORNER_BITS | u32::from(code & 7));
        let edges =
            cube.edges().codes().iter().rev().fold(0, |all, code| all << EDGE_BITS | u64::from(code & 15));
        Pieces { corners, edges }
    }
}

/// Applies turns to pieces.
#[derive(Copy, Clone, Debug)]
pub(super) struct PieceMoves {
    shifts: &'static [Shifts; FaceTurn::COUNT],
    slices: &'static [[u8; FaceTurn::COUNT]; ORDERS],
}

impl PieceMoves {
    pub(super) fn new() -> PieceMoves {
        PieceMoves { shifts: &SHIFTS, slices: &SLICE_MOVES }
    }

    #[inline]
    pub(super) fn apply(self, pieces: Pieces, turn: FaceTurn) -> Pieces {
        self.apply_to_edges(self.apply_to_corners(pieces, turn), turn)
    }

    /// Applies the part of a turn that moves corners, for callers that may not need the rest.
    #[inline]
    pub(super) fn apply_to_corners(self, pieces: Pieces, turn: FaceTurn) -> Pieces {
        self.shifts[turn.index()].turn_corners(pieces)
    }

    /// Applies the part of a turn that moves edges.
    #[inline]
    pub(super) fn apply_to_edges(self, pieces: Pieces, turn: FaceTurn) -> Pieces {
        self.shifts[turn.index()].turn_edges(pieces)
    }

    /// Returns the order of the slice edges after a turn of phase 2.
    #[inline]
    pub(super) fn apply_to_slice(self, slice: usize, turn: FaceTurn) -> usize {
        self.slices[slice][turn.index()] as usize
    }
}

/// Ranks of four out of eight pieces in order, by their four numbers of three bits.
struct Ranks {
    /// Among all ordered choices of four.
    first: [u16; 4096],
    /// Among the orders of the same four.
    last: [u8; 4096],
    /// The rank of four numbers of two bits among their orders.
    slice: [u8; 256],
}

static RANKS: Ranks = {
    let mut ranks = Ranks { first: [0; 4096], last: [0; 4096], slice: [0; 256] };
    let mut index = 0;
    while index < 4096 {
        let pieces = [index & 7, index >> 3 & 7, index >> 6 & 7, index >> 9];
        let (mut first, mut last) = (0, 0);
        let mut i = 0;
        while i < 4 {
            // Smaller pieces at earlier positions do not come later.
            let (mut smaller, mut later): (usize, usize) = (pieces[i], 0);
            let mut other = 0;
            while other < 4 {
                if pieces[other] < pieces[i] && other < i {
                    smaller = smaller.saturating_sub(1); // repeated numbers are not a permutation
                } else if pieces[other] < pieces[i] {
                    later += 1;
                }
                other += 1;
            }
            first = first * (8 - i) + smaller;
            last = last * (4 - i) + later;
            i += 1;
        }
        ranks.first[index] = first as u16;
        ranks.last[index] = last as u8;
        if pieces[0] < 4 && pieces[1] < 4 && pieces[2] < 4 && pieces[3] < 4 {
            ranks.slice[pieces[0] | pieces[1] << 2 | pieces[2] << 4 | pieces[3] << 6] = last as u8;
        }
        index += 1;
    }
    ranks
};

/// The number of sets of four positions among eight.
pub(super) const SETS: usize = 70;

/// The rank of each set of four positions among eight, by its complement; 0 for the first four.
pub(super) static SET_RANKS: [u8; 256] = {
    let mut ranks = [0; 256];
    let (mut set, mut rank) = (0u8, 0);
    loop {
        if set.count_ones() == 4 {
            ranks[!set as usize] = rank;
            rank += 1;
        }
        if set == u8::MAX {
            break;
        }
        set += 1;
    }
    ranks
};

/// Returns the rank of a permutation of eight pieces, three bits each.
#[inline]
pub(super) fn rank(permutation: u32) -> usize {
    let (first, last) = (permutation as usize & 4095, permutation as usize >> 12 & 4095);
    RANKS.first[first] as usize * ORDERS + RANKS.last[last] as usize
}

impl Pieces {
    /// Returns the rank of the permutation of the corners.
    #[inline]
    pub(super) fn corners(self) -> usize {
        rank(self.corners)
    }

    /// Returns the rank of the set of positions of the U corners.
    #[inline]
    pub(super) fn corner_set(self) -> usize {
        // The highest of the three bits of each corner is its layer.
        let lower = self.corners >> 2;
        let pairs = lower & 0o101_0101 | lower >> 2 & 0o202_0202;
        let fours = pairs & 3 | pairs >> 4 & 12 | pairs >> 8 & 48 | pairs >> 12 & 192;
        SET_RANKS[fours as usize & 255] as usize
    }

    /// Returns the rank of the set of positions of the U edges; the slice edges must be in their slice.
    #[inline]
    pub(super) fn edge_set(self) -> usize {
        let lower = self.edges >> 2 & 0x1111_1111;
        let pairs = lower | lower >> 3;
        let fours = pairs & 3 | pairs >> 6 & 12 | pairs >> 12 & 48 | pairs >> 18 & 192;
        SET_RANKS[fours as usize & 255] as usize
    }

    /// Returns the order of the slice edges, which must be in their slice.
    #[inline]
    pub(super) fn slice(self) -> usize {
        let slice = self.edges >> (8 * EDGE_BITS);
        let pairs = slice & 3 | slice >> 2 & 12 | slice >> 4 & 48 | slice >> 6 & 192;
        RANKS.slice[pairs as usize] as usize
    }

    /// Returns the rank of the permutation of the U/D edges; the slice edges must be in their slice.
    #[inline]
    pub(super) fn ud_edges(self) -> usize {
        // Keep three of every four bits.
        let edges = self.edges as u32;
        let pairs = edges & 0x0707_0707 | edges >> 1 & 0x3838_3838;
        let fours = pairs & 0x003F_003F | pairs >> 2 & 0x0FC0_0FC0;
        rank(fours & 0xFFF | fours >> 4 & 0xFF_F000)
    }
}

#[cfg(test)]
mod tests {
    use super::super::coordinates;
    use super::*;
    use crate::scramble::generator;

    #[test]
    fn solved_pieces_are_those_of_a_solved_cube() {
        assert_eq!(Pieces::of(&Cube3::SOLVED), Pieces::SOLVED);
    }

    #[test]
    fn turned_pieces_match_turned_cubes() {
        let mut random = generator(1);
        for _ in 0..100 {
            let cube = Cube3::random(&mut random);
            for turn in FaceTurn::ALL {
                let turned = cube.apply_turn(turn);
                assert_eq!(PieceMoves::new().apply(Pieces::of(&cube), turn), Pieces::of(&turned), "{turn:?}");
                assert_eq!(Pieces::of(&turned).corners(), coordinates::corners(&turned));
            }
        }
    }

    #[test]
    fn ranks_match_the_coordinates_in_phase_2() {
        let mut cube = Cube3::SOLVED;
        for step in 0..1000 {
            cube = cube.apply_turn(super::super::moves::PHASE2[step * step % 7 + step % 4]);
            let pieces = Pieces::of(&cube);
            assert_eq!(pieces.corners(), coordinates::corners(&cube));
            assert_eq!(pieces.slice(), coordinates::slice_order(&cube));
            assert_eq!(pieces.ud_edges(), coordinates::ud_edges(&cube));
        }
    }
}
