//! Large tables: exact distances to phase 2, and tight lower bounds within it.

use super::bytes::{Nibbles, Reader, Writer};
use super::coordinates::{CORNERS, FLIPS, ORDERS, TWISTS, UD_EDGES};
use super::cosets::{Coset, Cosets};
use super::distances::CoordinateProduct;
use super::moves::{Phase1Moves, Phase2Moves};
use super::phase1_tails::Phase1Tails;
use super::pieces::Pieces;
use super::pruning_tables::{Phase2State, PruningTables};
use super::small::corners_slice;
use super::symmetry::{
    CORNER_CLASSES, Classes, CornersWithEdges, FLIP_SLICE_CLASSES, Group, SYMMETRIES, corner_classes,
    flip_slice_classes,
};
use crate::cancellation::{Cancelled, uncancelled};
use crate::solve::BuildOptions;
use crate::solve::prefetch::prefetch;
use std::borrow::Cow;

/// The tables for the fastest search: 118 MB, of which 91 MB are two tables that [`LargeTables::from_bytes`] borrows.
#[derive(Clone, Debug)]
pub struct LargeTables<'a> {
    cosets: Cosets,
    /// The exact distance to phase 2 modulo 3, two bits each: 35 MB. A turn changes the distance by at most one, so a known
    /// distance gives those of all neighbours.
    phase1: Cow<'a, [u8]>,
    /// The cosets within seven turns that have no tail, and those more than eleven turns away; sorted.
    exceptions: Vec<u32>,
    phase1_tails: Phase1Tails,
    corners_with_edges: CornersWithEdges,
    /// The distance of corners and U/D edges in phase 2: 56 MB.
    corners_edges: Nibbles<'a>,
    corners_slice: Nibbles<'a>,
}

/// The length of the tails.
const TAIL_LENGTH: usize = 7;

/// The fractions of the build time after which the distances to phase 2 are known, then the tails, the exceptions among the cosets,
/// and the classes of corners. The rest is for the other large table.
const PHASE1_FRACTION: f64 = 0.7;
const TAILS_FRACTION: f64 = 0.73;
const EXCEPTIONS_FRACTION: f64 = 0.76;
const CLASSES_FRACTION: f64 = 0.77;

impl<'a> LargeTables<'a> {
    /// Builds the tables on this many threads. `progress` is called with the completed fraction, from 0.0 to 1.0.
    pub fn build(threads: usize, progress: &(dyn Fn(f64) + Sync)) -> LargeTables<'static> {
        let options = BuildOptions::new().threads(threads).progress(progress);
        uncancelled(|token| LargeTables::build_with(&options.cancellation(token)))
    }

    /// Builds the tables, unless the work is cancelled.
    ///
    /// # Errors
    ///
    /// Fails if the token of the options is cancelled first.
    pub fn build_with(options: &BuildOptions<'_>) -> Result<LargeTables<'static>, Cancelled> {
        let group = Group::new();
        let (moves1, moves2) = (Phase1Moves::new(), Phase2Moves::new());
        let classes = flip_slice_classes(&group);
        let cosets = Cosets::new(&moves1, &classes);
        let distances =
            options.part(0.0, PHASE1_FRACTION, |part| phase1_distances(&moves1, &classes, &cosets, part))?;
        let phase1_tails = Phase1Tails::build(&cosets, &classes, TAIL_LENGTH);
        options.report(TAILS_FRACTION)?;
        let is_exception = |key: u32, distance: u8| match distance {
            0..8 => phase1_tails.of(key).next().is_none(),
            distance => distance > 11,
        };
        let mut exceptions = Vec::new();
        for (class, row) in (0..).zip(distances.chunks(TWISTS)) {
            options.cancellation.check()?;
            let keys = (class * TWISTS as u32..).zip(row);
            let found = keys.filter(|&(key, &distance)| is_exception(key, distance));
            exceptions.extend(found.map(|(key, _)| key));
        }
        options.report(EXCEPTIONS_FRACTION)?;
        let residues = |four: &[u8]| four.iter().rev().fold(0, |byte, distance| (byte << 2) | (distance % 3));
        let phase1 = distances.chunks(4).map(residues).collect();
        drop(distances);
        let corner_classes = corner_classes(&group);
        let corners_with_edges = CornersWithEdges::new(&corner_classes);
        let conjugated = &corners_with_edges.conjugated_ud_edges;
        options.report(CLASSES_FRACTION)?;
        let corners_edges = options.part(CLASSES_FRACTION, 1.0, |part| {
            corners_edges_distances(&moves2, &corner_classes, conjugated, part)
        })?;
        let corners_slice = corners_slice(&corner_classes, &moves2, options)?;
        Ok(LargeTables {
            phase1,
            exceptions,
            phase1_tails,
            corners_with_edges,
            corners_edges: Nibbles::new(&corners_edges),
            corners_slice: Nibbles::new(&corners_slice),
            cosets,
        })
    }

    /// Returns the tables as bytes, for a file.
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut writer = Writer::default();
        self.cosets.put(&mut writer);
        writer.put_bytes(&self.phase1);
        writer.put(self.exceptions.iter().map(|key| key.to_le_bytes()));
        self.phase1_tails.put(&mut writer);
        let CornersWithEdges { corner_classes, conjugated_ud_edges } = &self.corners_with_edges;
        writer.put(corner_classes.iter().map(|entry| entry.to_le_bytes()));
        writer.put(conjugated_ud_edges.as_flattened().iter().map(|entry| entry.to_le_bytes()));
        writer.put_bytes(self.corners_edges.bytes());
        writer.put_bytes(self.corners_slice.bytes());
        writer.finish()
    }

    /// Reads tables from the bytes of [`LargeTables::to_bytes`] and borrows the two large ones; `None` if the lengths are wrong.
    ///
    /// Only the lengths are checked: the caller must verify that the bytes are unchanged.
    pub fn from_bytes(bytes: &'a [u8]) -> Option<LargeTables<'a>> {
        let mut reader = Reader::new(bytes);
        let cosets = Cosets::take(&mut reader)?;
        let phase1 = reader.take_bytes()?;
        let exceptions =
            reader.take_bytes()?.as_chunks().0.iter().map(|&key| u32::from_le_bytes(key)).collect();
        let tables = LargeTables {
            cosets,
            phase1: Cow::Borrowed(phase1),
            exceptions,
            phase1_tails: Phase1Tails::take(&mut reader, TAIL_LENGTH)?,
            corners_with_edges: CornersWithEdges {
                corner_classes: reader.take(CORNERS, u16::from_le_bytes)?,
                conjugated_ud_edges: reader.take_rows(UD_EDGES, u16::from_le_bytes)?,
            },
            corners_edges: Nibbles::from_bytes(reader.take_bytes()?, CORNER_CLASSES * UD_EDGES)?,
            corners_slice: Nibbles::from_bytes(reader.take_bytes()?, CORNERS * ORDERS)?,
        };
        let is_whole = phase1.len() == (FLIP_SLICE_CLASSES * TWISTS).div_ceil(4) && reader.is_at_end();
        is_whole.then_some(tables)
    }

    /// Determines a distance by descending to phase 2.
    fn distance_by_descent(&self, mut here: Coset) -> u8 {
        let mut distance = 0;
        while !here.is_solved() && distance < 12 {
            let closer = (self.residue(here.key()) + 2) % 3;
            let neighbours: [Coset; 18] = std::array::from_fn(|turn| self.cosets.apply(here, turn));
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

/// Returns distances by class of flip and slice, and twist.
fn phase1_distances(
    moves: &Phase1Moves,
    classes: &Classes,
    cosets: &Cosets,
    options: &BuildOptions<'_>,
) -> Result<Vec<u8>, Cancelled> {
    let row_moves = |value: u32, turn: usize| {
        let (slice, flip) = (value as usize / FLIPS, value as usize % FLIPS);
        moves.slice[slice][turn] as usize * FLIPS + moves.flip[flip][turn] as usize
    };
    let product = CoordinateProduct {
        classes,
        row_moves: &row_moves,
        column_moves: &moves.twist,
        conjugated_columns: &cosets.conjugated_twists,
    };
    product.distances(options)
}

/// Returns distances by class of the corners, and U/D edges.
fn corners_edges_distances(
    moves: &Phase2Moves,
    classes: &Classes,
    conjugated: &[[u16; SYMMETRIES]],
    options: &BuildOptions<'_>,
) -> Result<Vec<u8>, Cancelled> {
    let row_moves = |value: u32, turn: usize| moves.corners[value as usize][turn] as usize;
    let product = CoordinateProduct {
        classes,
        row_moves: &row_moves,
        column_moves: &moves.ud_edges,
        conjugated_columns: conjugated,
    };
    product.distances(options)
}

impl PruningTables for LargeTables<'_> {
    const MAX_PHASE2_LENGTH: usize = 12;
    const MAX_ABOVE_BOUND: usize = 99;

    fn cosets(&self) -> &Cosets {
        &self.cosets
    }

    fn phase1_tails(&self) -> &Phase1Tails {
        &self.phase1_tails
    }

    fn distance(&self, here: Coset) -> u8 {
        let has_tail = |coset: &Coset| self.phase1_tails.of(coset.key()).next().is_some();
        if has_tail(&here) || self.exceptions.binary_search(&here.key()).is_ok() {
            return self.distance_by_descent(here);
        }
        match self.residue(here.key()) {
            0 => 9,
            1 => 10,
            _ => {
                let neighbours: [Coset; 18] = std::array::from_fn(|turn| self.cosets.apply(here, turn));
                neighbours.iter().for_each(|coset| self.phase1_tails.prefetch(coset.key()));
                if neighbours.iter().any(has_tail) { 8 } else { 11 }
            }
        }
    }

    #[inline]
    fn prefetch(&self, coset: Coset) {
        prefetch(&self.phase1, coset.key() as usize / 4);
    }

    #[inline]
    fn distance_from_neighbour(&self, distance: u8, coset: Coset) -> u8 {
        match (self.residue(coset.key()) + 3 - distance % 3) % 3 {
            0 => distance,
            1 => distance + 1,
            _ => distance.saturating_sub(1),
        }
    }

    #[inline]
    fn prefetch_tail(&self, coset: Coset) {
        self.prefetch(coset);
    }

    #[inline]
    fn may_have_tail(&self, distance: u8, coset: Coset) -> bool {
        self.distance_from_neighbour(distance, coset) as usize <= TAIL_LENGTH
    }

    #[inline]
    fn corners_slice(&self) -> &Nibbles<'_> {
        &self.corners_slice
    }

    #[inline]
    fn prefetch_index(&self, ud_edges: usize) {
        self.corners_with_edges.prefetch(ud_edges);
    }

    #[inline]
    fn index(&self, _: Pieces, corners: usize, ud_edges: usize) -> u32 {
        let (number, _) = self.corners_with_edges.index(corners, ud_edges);
        self.corners_edges.prefetch(number);
        number as u32
    }

    #[inline]
    fn edge_bound(&self, here: &Phase2State, _: u8) -> u8 {
        self.corners_edges.get(here.index as usize)
    }
}

#[cfg(test)]
mod tests {
    use super::super::filters::near_phase2;
    use super::super::symmetry::conjugated_ud_edges;
    use super::*;

    /// Counts the states at each distance, where a row stands for all members of its class.
    fn histogram(classes: &Classes, distances: &[u8]) -> Vec<usize> {
        let columns = distances.len() / classes.representatives.len();
        let mut counts = vec![0; 20];
        for (class, row) in distances.chunks(columns).enumerate() {
            let values = SYMMETRIES / classes.stabilizer(class).count();
            row.iter().for_each(|&distance| counts[distance as usize] += values);
        }
        while counts.last() == Some(&0) {
            counts.pop();
        }
        counts
    }

    #[test]
    fn distances_to_phase_2_are_as_published() {
        let classes = flip_slice_classes(&Group::new());
        let moves = Phase1Moves::new();
        let cosets = Cosets::new(&moves, &classes);
        let distances = phase1_distances(&moves, &classes, &cosets, &BuildOptions::new().threads(2)).unwrap();
        // The filter of the small tables contains all cosets within seven turns.
        let near = near_phase2(&cosets, &classes, &Phase1Tails::build(&cosets, &classes, 6));
        assert!((0..).zip(&distances).all(|(key, &distance)| distance > 7 || near.may_contain(key)));
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
    fn corners_and_edges_of_phase_2_are_within_18_turns() {
        let classes = corner_classes(&Group::new());
        let (conjugated, options) = (conjugated_ud_edges(), BuildOptions::new().threads(2));
        let distances =
            corners_edges_distances(&Phase2Moves::new(), &classes, &conjugated, &options).unwrap();
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
