//! Large tables: the exact distance to phase 2, and good bounds within it.

use super::coordinates::{FLIPS, TWISTS, UD_EDGES};
use super::distances::Space;
use super::moves::{MoveTables, PHASE2};
use super::search::{Lookup, Phase1};
use super::small::corners_slice;
use super::symmetry::SymmetryTables;

/// Everything for the fastest search: 91 MB in the main.
#[derive(Clone, Debug)]
pub struct LargeTables {
    moves: MoveTables,
    symmetry: SymmetryTables,
    /// The exact distance to phase 2 modulo 3, two bits each: 35 MB. A turn changes the distance by one at most, so
    /// whoever knows it at one place can follow it from there.
    phase1: Vec<u8>,
    /// The distance of corners and U/D edges in phase 2, four bits each: 56 MB.
    corners_edges: Vec<u8>,
    corners_slice: Vec<u8>,
}

impl LargeTables {
    /// Builds all of them on this many threads.
    pub fn build(threads: usize) -> LargeTables {
        let moves = MoveTables::new();
        let symmetry = SymmetryTables::new();
        let phase1 = phase1_distances(&moves, &symmetry, threads);
        let corners_edges = corners_edges_distances(&moves, &symmetry, threads);
        let residues = |four: &[u8]| four.iter().rev().fold(0, |byte, distance| (byte << 2) | (distance % 3));
        let halves = |two: &[u8]| two[0].min(15) | (two.get(1).map_or(0, |second| *second.min(&15)) << 4);
        LargeTables {
            phase1: phase1.chunks(4).map(residues).collect(),
            corners_edges: corners_edges.chunks(2).map(halves).collect(),
            corners_slice: corners_slice(&moves),
            moves,
            symmetry,
        }
    }

    #[inline]
    fn residue(&self, flip_slice: usize, twist: u16) -> u8 {
        let (class, renaming) = self.symmetry.flip_slice.of(flip_slice);
        let index = class * TWISTS + self.symmetry.twist[twist as usize][renaming] as usize;
        (self.phase1[index / 4] >> (index % 4 * 2)) & 3
    }

    fn residue_of(&self, here: Phase1) -> u8 {
        self.residue(here.slice as usize * FLIPS + here.flip as usize, here.twist)
    }
}

/// By class of flip and slice, and twist.
fn phase1_distances(moves: &MoveTables, symmetry: &SymmetryTables, threads: usize) -> Vec<u8> {
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
    space.distances(threads)
}

/// By class of the corners, and U/D edges.
fn corners_edges_distances(moves: &MoveTables, symmetry: &SymmetryTables, threads: usize) -> Vec<u8> {
    let row_moves = |value: u32, turn: usize| moves.corners[value as usize][PHASE2[turn].index()] as usize;
    let space = Space {
        classes: &symmetry.corners,
        row_moves: &row_moves,
        column_moves: &moves.ud_edges,
        column_renamed: &symmetry.ud_edges,
    };
    space.distances(threads)
}

impl Lookup for LargeTables {
    fn moves(&self) -> &MoveTables {
        &self.moves
    }

    /// Follows the table down to phase 2.
    fn distance(&self, mut here: Phase1) -> u8 {
        let mut distance = 0;
        while !here.is_solved() {
            let closer = (self.residue_of(here) + 2) % 3;
            here = (0..18)
                .map(|turn| here.turned(&self.moves, turn))
                .find(|&next| self.residue_of(next) == closer)
                .expect("some turn comes closer");
            distance += 1;
        }
        distance
    }

    #[inline]
    fn neighbours(&self, here: Phase1, distance: u8, turns: &[u8], bounds: &mut [u8; 18]) {
        let twists = &self.moves.twist[here.twist as usize];
        let flips = &self.moves.flip[here.flip as usize];
        let slices = &self.moves.slice[here.slice as usize];
        // All are looked up before any is used, so that the reads of memory overlap.
        let mut indices = [0usize; 18];
        for &turn in turns {
            let turn = turn as usize;
            let (class, renaming) =
                self.symmetry.flip_slice.of(slices[turn] as usize * FLIPS + flips[turn] as usize);
            indices[turn] = class * TWISTS + self.symmetry.twist[twists[turn] as usize][renaming] as usize;
        }
        // From the residue now and then: 0 the same, 1 one more, 2 one less.
        let now = distance % 3;
        for &turn in turns {
            let index = indices[turn as usize];
            let then = (self.phase1[index / 4] >> (index % 4 * 2)) & 3;
            const CHANGE: [u8; 3] = [0, 1, u8::MAX];
            bounds[turn as usize] = distance.wrapping_add(CHANGE[((then + 3 - now) % 3) as usize]);
        }
    }

    #[inline]
    fn corners_slice(&self, corners: usize, slice: usize) -> u8 {
        self.corners_slice[corners * super::coordinates::ORDERS + slice]
    }

    #[inline]
    fn edges(&self, corners: usize, _: usize, ud_edges: usize) -> u8 {
        let (class, renaming) = self.symmetry.corners.of(corners);
        let index = class * UD_EDGES + self.symmetry.ud_edges[ud_edges][renaming] as usize;
        (self.corners_edges[index / 2] >> (index % 2 * 4)) & 15
    }
}
