//! Large tables: the exact distance to phase 2, and good bounds within it.

use super::bytes::{Nibbles, Reader, Writer};
use super::coordinates::{CORNERS, FLIPS, ORDERS, TWISTS, UD_EDGES};
use super::cosets::{Coset, Cosets};
use super::distances::Space;
use super::endings::Endings;
use super::guide::{Guide, Inside};
use super::moves::{Phase1Moves, Phase2Moves};
use super::pieces::Pieces;
use super::small::corners_slice;
use super::symmetry::{
    CORNER_CLASSES, Classes, CornersWithEdges, FLIP_SLICE_CLASSES, Group, SYMMETRIES, corner_classes,
    flip_slice_classes,
};
use crate::solve::prefetch::prefetch;
use std::borrow::Cow;

/// Everything for the fastest search: 118 MB, of which 91 are two tables that may stay where they are, in a mapped file.
#[derive(Clone, Debug)]
pub struct LargeTables<'a> {
    cosets: Cosets,
    /// The exact distance to phase 2 modulo 3, two bits each: 35 MB. A turn changes the distance by one at most, so
    /// whoever knows it at one place can follow it from there.
    phase1: Cow<'a, [u8]>,
    /// The cosets that are neither within reach of an ending nor from 8 to 11 turns away, sorted.
    odd_ones: Vec<u32>,
    endings: Endings,
    corners_with_edges: CornersWithEdges,
    /// The distance of corners and U/D edges in phase 2: 56 MB.
    corners_edges: Nibbles<'a>,
    corners_slice: Nibbles<'a>,
}

/// The turns of the endings.
const ENDING: usize = 7;

/// The part of the time that goes into the table of phase 1; the other large table takes the rest.
const PHASE1_SHARE: f64 = 0.75;

impl<'a> LargeTables<'a> {
    /// Builds all of them on this many threads; `progress` is told how much is done, from 0 to 1.
    pub fn build(threads: usize, progress: &(dyn Fn(f64) + Sync)) -> LargeTables<'static> {
        let group = Group::new();
        let (moves1, moves2) = (Phase1Moves::new(), Phase2Moves::new());
        let classes = flip_slice_classes(&group);
        let cosets = Cosets::new(&moves1, &classes);
        let distances =
            phase1_distances(&moves1, &classes, &cosets, threads, &|part| progress(part * PHASE1_SHARE));
        let endings = Endings::build(&cosets, &classes, ENDING);
        let is_odd = |key: u32, distance: u8| match distance {
            0..8 => endings.of(key).next().is_none(),
            distance => distance > 11,
        };
        let odd_ones = (0..)
            .zip(&distances)
            .filter(|&(key, &distance)| is_odd(key, distance))
            .map(|(key, _)| key)
            .collect();
        let residues = |four: &[u8]| four.iter().rev().fold(0, |byte, distance| (byte << 2) | (distance % 3));
        let phase1 = distances.chunks(4).map(residues).collect();
        drop(distances);
        let corner_classes = corner_classes(&group);
        let corners_with_edges = CornersWithEdges::new(&corner_classes);
        let renamed = &corners_with_edges.renamed_ud_edges;
        let corners_edges = corners_edges_distances(&moves2, &corner_classes, renamed, threads, &|part| {
            progress(PHASE1_SHARE + part * (1.0 - PHASE1_SHARE));
        });
        LargeTables {
            phase1,
            odd_ones,
            endings,
            corners_with_edges,
            corners_edges: Nibbles::new(&corners_edges),
            corners_slice: Nibbles::new(&corners_slice(&corner_classes, &moves2)),
            cosets,
        }
    }

    /// All of them as bytes, to be kept in a file.
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut writer = Writer::default();
        self.cosets.put(&mut writer);
        writer.put_bytes(&self.phase1);
        writer.put(self.odd_ones.iter().map(|key| key.to_le_bytes()));
        self.endings.put(&mut writer);
        let CornersWithEdges { corner_classes, renamed_ud_edges } = &self.corners_with_edges;
        writer.put(corner_classes.iter().map(|entry| entry.to_le_bytes()));
        writer.put(renamed_ud_edges.as_flattened().iter().map(|entry| entry.to_le_bytes()));
        writer.put_bytes(self.corners_edges.bytes());
        writer.put_bytes(self.corners_slice.bytes());
        writer.finish()
    }

    /// From such bytes, whose two large parts stay where they are; none if they have another shape.
    ///
    /// Only their shape is checked: whoever keeps them has to see to it that they do not change.
    pub fn from_bytes(bytes: &'a [u8]) -> Option<LargeTables<'a>> {
        let mut reader = Reader::new(bytes);
        let cosets = Cosets::take(&mut reader)?;
        let phase1 = reader.take_bytes()?;
        let odd_ones =
            reader.take_bytes()?.as_chunks().0.iter().map(|&key| u32::from_le_bytes(key)).collect();
        let tables = LargeTables {
            cosets,
            phase1: Cow::Borrowed(phase1),
            odd_ones,
            endings: Endings::take(&mut reader, ENDING)?,
            corners_with_edges: CornersWithEdges {
                corner_classes: reader.take(CORNERS, u16::from_le_bytes)?,
                renamed_ud_edges: reader.take_rows(UD_EDGES, u16::from_le_bytes)?,
            },
            corners_edges: Nibbles::from_bytes(reader.take_bytes()?, CORNER_CLASSES * UD_EDGES)?,
            corners_slice: Nibbles::from_bytes(reader.take_bytes()?, CORNERS * ORDERS)?,
        };
        let is_whole = phase1.len() == (FLIP_SLICE_CLASSES * TWISTS).div_ceil(4) && reader.is_at_end();
        is_whole.then_some(tables)
    }

    /// Follows the table down to phase 2.
    fn distance_by_descent(&self, mut here: Coset) -> u8 {
        let mut distance = 0;
        while !here.is_solved() && distance < 12 {
            let closer = (self.residue(here.key()) + 2) % 3;
            let neighbours: [Coset; 18] = std::array::from_fn(|turn| self.cosets.turned(here, turn));
            neighbours.iter().for_each(|&coset| self.prefetch(coset));
            let Some(&next) = neighbours.iter().find(|next| self.residue(next.key()) == closer) else {
                break;
            };
            here = next;
            distance += 1;
        }
        distance
    }

    #[inline]
    fn residue(&self, key: u32) -> u8 {
        (self.phase1[key as usize / 4] >> (key % 4 * 2)) & 3
    }
}

/// By class of flip and slice, and twist.
fn phase1_distances(
    moves: &Phase1Moves,
    classes: &Classes,
    cosets: &Cosets,
    threads: usize,
    progress: &(dyn Fn(f64) + Sync),
) -> Vec<u8> {
    let row_moves = |value: u32, turn: usize| {
        let (slice, flip) = (value as usize / FLIPS, value as usize % FLIPS);
        moves.slice[slice][turn] as usize * FLIPS + moves.flip[flip][turn] as usize
    };
    let space = Space {
        classes,
        row_moves: &row_moves,
        column_moves: &moves.twist,
        column_renamed: &cosets.renamed_twists,
    };
    space.distances(threads, progress)
}

/// By class of the corners, and U/D edges.
fn corners_edges_distances(
    moves: &Phase2Moves,
    classes: &Classes,
    renamed: &[[u16; SYMMETRIES]],
    threads: usize,
    progress: &(dyn Fn(f64) + Sync),
) -> Vec<u8> {
    let row_moves = |value: u32, turn: usize| moves.corners[value as usize][turn] as usize;
    let space =
        Space { classes, row_moves: &row_moves, column_moves: &moves.ud_edges, column_renamed: renamed };
    space.distances(threads, progress)
}

impl Guide for LargeTables<'_> {
    const LONGEST_PHASE2: usize = 12;
    const MOST_ABOVE_BOUND: usize = 99;

    fn cosets(&self) -> &Cosets {
        &self.cosets
    }

    fn endings(&self) -> &Endings {
        &self.endings
    }

    fn distance(&self, here: Coset) -> u8 {
        let has_ending = |coset: &Coset| self.endings.of(coset.key()).next().is_some();
        if has_ending(&here) || self.odd_ones.binary_search(&here.key()).is_ok() {
            return self.distance_by_descent(here);
        }
        match self.residue(here.key()) {
            0 => 9,
            1 => 10,
            _ => {
                let neighbours: [Coset; 18] = std::array::from_fn(|turn| self.cosets.turned(here, turn));
                neighbours.iter().for_each(|coset| self.endings.prefetch(coset.key()));
                if neighbours.iter().any(has_ending) { 8 } else { 11 }
            }
        }
    }

    #[inline]
    fn prefetch(&self, coset: Coset) {
        prefetch(&self.phase1, coset.key() as usize / 4);
    }

    #[inline]
    fn distance_beside(&self, distance: u8, coset: Coset) -> u8 {
        match (self.residue(coset.key()) + 3 - distance % 3) % 3 {
            0 => distance,
            1 => distance + 1,
            _ => distance.saturating_sub(1),
        }
    }

    #[inline]
    fn prefetch_end(&self, coset: Coset) {
        self.prefetch(coset);
    }

    #[inline]
    fn may_end(&self, distance: u8, coset: Coset) -> bool {
        self.distance_beside(distance, coset) as usize <= ENDING
    }

    #[inline]
    fn corners_slice(&self) -> &Nibbles<'_> {
        &self.corners_slice
    }

    #[inline]
    fn prefetch_number(&self, ud_edges: usize) {
        self.corners_with_edges.prefetch(ud_edges);
    }

    #[inline]
    fn number(&self, _: Pieces, corners: usize, ud_edges: usize) -> u32 {
        let (number, _) = self.corners_with_edges.number(corners, ud_edges);
        self.corners_edges.prefetch(number);
        number as u32
    }

    #[inline]
    fn edges(&self, here: &Inside, _: u8) -> u8 {
        self.corners_edges.get(here.number as usize)
    }
}

#[cfg(test)]
mod tests {
    use super::super::filter::NearPhase2;
    use super::super::symmetry::renamed_ud_edges;
    use super::*;

    /// How many states are at each distance, where each row of distances stands for all values of its class.
    fn histogram(classes: &Classes, distances: &[u8]) -> Vec<usize> {
        let columns = distances.len() / classes.representatives.len();
        let mut counts = vec![0; 20];
        for (class, row) in distances.chunks(columns).enumerate() {
            let values = SYMMETRIES / classes.keepers(class).count();
            row.iter().for_each(|&distance| counts[distance as usize] += values);
        }
        while counts.last() == Some(&0) {
            counts.pop();
        }
        counts
    }

    #[test]
    fn phase_1_is_as_far_as_published() {
        let classes = flip_slice_classes(&Group::new());
        let moves = Phase1Moves::new();
        let cosets = Cosets::new(&moves, &classes);
        let distances = phase1_distances(&moves, &classes, &cosets, 2, &|_| ());
        // The filter of the small tables holds all that is within seven turns.
        let near = NearPhase2::build(&cosets, &classes, &Endings::build(&cosets, &classes, 6));
        assert!((0..).zip(&distances).all(|(key, &distance)| distance > 7 || near.may_hold(key)));
        let counts = histogram(&classes, &distances);
        assert_eq!(counts.iter().sum::<usize>(), 2_217_093_120); // 2187 twists, 2048 flips, 495 places
        assert_eq!(
            counts,
            [
                1,
                4,
                50,
                592,
                7156,
                87_236,
                1_043_817,
                12_070_278,
                124_946_368,
                821_605_960,
                1_199_128_738,
                58_202_444,
                476
            ]
        );
    }

    #[test]
    fn corners_and_edges_of_phase_2_are_at_most_18_turns_away() {
        let classes = corner_classes(&Group::new());
        let distances =
            corners_edges_distances(&Phase2Moves::new(), &classes, &renamed_ud_edges(), 2, &|_| ());
        let counts = histogram(&classes, &distances);
        assert_eq!(counts.iter().sum::<usize>(), CORNERS * UD_EDGES);
        assert_eq!(
            counts,
            [
                1,
                10,
                67,
                420,
                2335,
                12_260,
                61_038,
                291_004,
                1_327_429,
                5_821_374,
                24_141_784,
                89_480_354,
                262_907_144,
                485_409_604,
                508_704_668,
                232_904_952,
                14_508_468,
                129_376,
                112
            ]
        );
    }
}
