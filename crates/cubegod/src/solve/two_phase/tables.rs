//! The tables of both phases.

use super::coordinates::{
    self, CORNERS, FLIPS, ORDERED_PLACES, ORDERS, PLACES, TWISTS, UD_EDGES, UpperPlaces, move_table,
};
use super::distances::Space;
use super::symmetry::{FLIP_SLICE_CLASSES, SymmetryTables};
use crate::moves::FaceTurn;

/// The ten turns of phase 2: any turn of U and D, half turns of the others.
pub(super) const PHASE2: [FaceTurn; 10] = {
    let numbers = [0, 1, 2, 9, 10, 11, 4, 7, 13, 16];
    let mut turns = [FaceTurn::ALL[0]; 10];
    let mut i = 0;
    while i < 10 {
        turns[i] = FaceTurn::ALL[numbers[i]];
        i += 1;
    }
    turns
};

/// What turns do to each coordinate.
#[derive(Clone, Debug)]
pub(super) struct MoveTables {
    pub(super) twist: Vec<[u16; 18]>,
    pub(super) flip: Vec<[u16; 18]>,
    pub(super) slice: Vec<[u16; 18]>,
    pub(super) ordered_slice: Vec<[u16; 18]>,
    pub(super) ordered_up: Vec<[u16; 18]>,
    pub(super) ordered_down: Vec<[u16; 18]>,
    pub(super) corners: Vec<[u16; 18]>,
    /// By the ten turns of phase 2.
    pub(super) ud_edges: Vec<[u16; 10]>,
    pub(super) upper: UpperPlaces,
}

impl MoveTables {
    pub(super) fn new() -> MoveTables {
        let upper = UpperPlaces::new();
        let all = FaceTurn::ALL;
        MoveTables {
            twist: move_table(TWISTS, all, coordinates::twist),
            flip: move_table(FLIPS, all, coordinates::flip),
            slice: move_table(PLACES, all, coordinates::slice),
            ordered_slice: move_table(ORDERED_PLACES, all, coordinates::ordered_slice),
            ordered_up: move_table(ORDERED_PLACES, all, coordinates::ordered_up),
            ordered_down: move_table(ORDERED_PLACES, all, coordinates::ordered_down),
            corners: move_table(CORNERS, all, coordinates::corners),
            ud_edges: move_table(UD_EDGES, PHASE2, |cube| {
                upper.ud_edges(coordinates::ordered_up(cube), coordinates::ordered_down(cube))
            }),
            upper,
        }
    }
}

/// The exact distance to phase 2, modulo 3, two bits each: 35 MB.
///
/// A turn changes the distance by one at most, so whoever knows it at one place can follow it from there.
#[derive(Clone, Debug)]
pub(super) struct Phase1Table {
    packed: Vec<u8>,
}

impl Phase1Table {
    fn new(moves: &MoveTables, symmetry: &SymmetryTables, threads: usize) -> Phase1Table {
        let row_moves = |value: u32, turn: usize| {
            let (slice, flip) = (value as usize / FLIPS, value as usize % FLIPS);
            moves.slice[slice][turn] as usize * FLIPS + moves.flip[flip][turn] as usize
        };
        let space = Space {
            classes: &symmetry.flip_slice,
            row_moves: &row_moves,
            column_moves: &moves.twist,
            column_renamed: &symmetry.twist,
        };
        let distances = space.distances(threads);
        let pack = |four: &[u8]| four.iter().rev().fold(0, |byte, distance| byte << 2 | distance % 3);
        Phase1Table { packed: distances.chunks(4).map(pack).collect() }
    }

    /// The distance modulo 3.
    #[inline]
    pub(super) fn residue(&self, index: usize) -> u8 {
        self.packed[index / 4] >> (index % 4 * 2) & 3
    }
}

/// Lower bounds for phase 2.
#[derive(Clone, Debug)]
pub(super) struct Phase2Table {
    /// By class of the corners and U/D edges, four bits each: 56 MB.
    packed: Vec<u8>,
    /// By corners and order of the slice, a byte each: 1 MB, asked first.
    corners_slice: Vec<u8>,
}

impl Phase2Table {
    fn new(moves: &MoveTables, symmetry: &SymmetryTables, threads: usize) -> Phase2Table {
        let row_moves =
            |value: u32, turn: usize| moves.corners[value as usize][PHASE2[turn].index()] as usize;
        let space = Space {
            classes: &symmetry.corners,
            row_moves: &row_moves,
            column_moves: &moves.ud_edges,
            column_renamed: &symmetry.ud_edges,
        };
        let distances = space.distances(threads);
        let pack = |two: &[u8]| two[0].min(15) | two.get(1).map_or(0, |second| second.min(&15) << 4);
        Phase2Table { packed: distances.chunks(2).map(pack).collect(), corners_slice: corners_slice(moves) }
    }

    /// The distance of corners and U/D edges.
    #[inline]
    pub(super) fn corners_edges(&self, symmetry: &SymmetryTables, corners: usize, ud_edges: usize) -> u8 {
        let (class, renaming) = symmetry.corners.of(corners);
        let index = class * UD_EDGES + symmetry.ud_edges[ud_edges][renaming] as usize;
        self.packed[index / 2] >> (index % 2 * 4) & 15
    }

    /// The distance of corners and slice.
    #[inline]
    pub(super) fn corners_slice(&self, corners: usize, slice: usize) -> u8 {
        self.corners_slice[corners * ORDERS + slice]
    }
}

fn corners_slice(moves: &MoveTables) -> Vec<u8> {
    let mut distances = vec![u8::MAX; CORNERS * ORDERS];
    distances[0] = 0;
    let mut layer = vec![0];
    let mut distance = 0;
    while !layer.is_empty() {
        distance += 1;
        let mut next = Vec::new();
        for &index in &layer {
            for turn in PHASE2 {
                let corners = moves.corners[index / ORDERS][turn.index()] as usize;
                let there = corners * ORDERS + moves.ordered_slice[index % ORDERS][turn.index()] as usize;
                if distances[there] == u8::MAX {
                    distances[there] = distance;
                    next.push(there);
                }
            }
        }
        layer = next;
    }
    distances
}

/// Everything the two-phase solver looks up.
#[derive(Clone, Debug)]
pub struct TwoPhaseTables {
    pub(super) moves: MoveTables,
    pub(super) symmetry: SymmetryTables,
    pub(super) phase1: Phase1Table,
    pub(super) phase2: Phase2Table,
    solved_ud_edges: usize,
}

impl TwoPhaseTables {
    /// Builds all of them on this many threads.
    pub fn build(threads: usize) -> TwoPhaseTables {
        let moves = MoveTables::new();
        let symmetry = SymmetryTables::new();
        let phase1 = Phase1Table::new(&moves, &symmetry, threads);
        let phase2 = Phase2Table::new(&moves, &symmetry, threads);
        let solved = crate::cube::Cube3::SOLVED;
        let solved_ud_edges =
            moves.upper.ud_edges(coordinates::ordered_up(&solved), coordinates::ordered_down(&solved));
        TwoPhaseTables { moves, symmetry, phase1, phase2, solved_ud_edges }
    }

    /// The number of the U/D edges at home.
    #[inline]
    pub(super) fn solved_ud_edges(&self) -> usize {
        self.solved_ud_edges
    }

    /// The place of a state in the phase-1 table.
    #[inline]
    pub(super) fn phase1_index(&self, twist: usize, flip: usize, slice: usize) -> usize {
        let (class, renaming) = self.symmetry.flip_slice.of(slice * FLIPS + flip);
        class * TWISTS + self.symmetry.twist[twist][renaming] as usize
    }
}
