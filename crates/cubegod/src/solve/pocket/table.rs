//! The exact distance of every pattern, and a turn that reduces it.

use super::coordinates::{MoveTables, Orientations, PATTERNS, PERMUTATIONS, Pattern, TURNS, TWISTS};
use super::exact::OppositeTurnImages;
use crate::cancellation::{Cancelled, uncancelled};
use crate::geometry::Face;
use crate::moves::{FaceSet, FaceTurn, Metric, Turns};
use crate::solve::{BuildOptions, TryOnceLock};
use std::sync::Arc;

/// The exact distance to solved of all 3,674,160 patterns: God's algorithm for the pocket cube.
///
/// Each pattern has one byte: the distance in the upper half, a turn of U, R or F that reduces it in the lower. With some faces
/// only, distances exceed half a byte, and the byte is the distance.
///
/// # Examples
///
/// ```
/// use cubegod::solve::pocket::PocketTable;
/// use cubegod::{Cube2, Metric};
///
/// let table = PocketTable::build(Metric::Htm);
/// let cube = Cube2::SOLVED.apply(&"R U2 F' R".parse()?)?;
/// assert_eq!(table.distance(&cube), 4);
/// assert_eq!(table.solve(&cube).to_string(), "R' F U2 R'");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct PocketTable {
    quarter_turns: bool,
    /// The allowed faces among U, R and F.
    faces: FaceSet,
    pub(super) orientations: Orientations,
    pub(super) opposite_turn_images: OppositeTurnImages,
    pub(super) moves: MoveTables,
    entries: Vec<u8>,
    /// The tables for no face, for one, and for two adjacent ones, each built on first use.
    for_few_faces: Arc<[TryOnceLock<PocketTable>; 3]>,
}

/// The entry of a pattern that is not reached yet, or that these faces cannot reach.
const UNSEEN: u8 = u8::MAX;

/// The turn of the solved pattern, which the move tables map to itself.
const NO_TURN: usize = 15;

impl PocketTable {
    /// Builds the table for a metric: QTM, where a half turn counts two, or any other, where every turn counts one.
    pub fn build(metric: Metric) -> PocketTable {
        let options = BuildOptions::new();
        uncancelled(|token| PocketTable::build_with(metric, &options.cancellation(token)))
    }

    /// Builds the table for a metric on the calling thread, unless the work is cancelled.
    ///
    /// # Errors
    ///
    /// Fails if the token of the options is cancelled first.
    pub fn build_with(metric: Metric, options: &BuildOptions<'_>) -> Result<PocketTable, Cancelled> {
        PocketTable::try_build(metric == Metric::Qtm, FaceSet::ALL, options)
    }

    /// Builds the table of the half-turn metric, where every turn counts one.
    pub fn half_turns() -> PocketTable {
        PocketTable::build(Metric::Htm)
    }

    /// Builds the table of the quarter-turn metric, where a half turn counts two.
    pub fn quarter_turns() -> PocketTable {
        PocketTable::build(Metric::Qtm)
    }

    /// Whether a half turn counts two.
    pub fn counts_quarter_turns(&self) -> bool {
        self.quarter_turns
    }

    /// Returns the entries, to be stored for [`PocketTable::from_entries`].
    pub fn entries(&self) -> &[u8] {
        &self.entries
    }

    /// Creates a table from the [`PocketTable::entries`] of a table for all faces in the same metric; `None` if their number is
    /// wrong. Nothing else is checked, so store a checksum with them.
    pub fn from_entries(quarter_turns: bool, entries: Vec<u8>) -> Option<PocketTable> {
        (entries.len() == PATTERNS)
            .then(|| PocketTable { entries, ..PocketTable::unfilled(quarter_turns, FaceSet::ALL) })
    }

    fn unfilled(quarter_turns: bool, faces: FaceSet) -> PocketTable {
        PocketTable {
            quarter_turns,
            faces,
            orientations: Orientations::new(),
            opposite_turn_images: OppositeTurnImages::new(),
            moves: MoveTables::new(),
            entries: Vec::new(),
            for_few_faces: Arc::default(),
        }
    }

    /// Returns the table for some of the faces U, R and F, in this order: this table for all three, another one for fewer, which
    /// is built on first use.
    pub(super) fn with_first_faces(
        &self,
        faces: &[Face],
        options: &BuildOptions<'_>,
    ) -> Result<&PocketTable, Cancelled> {
        match self.for_few_faces.get(faces.len()) {
            Some(table) => table.get_or_try_init(|| {
                PocketTable::try_build(self.quarter_turns, faces.iter().copied().collect(), options)
            }),
            // Turns of D, L and B change a pattern as those of U, R and F do.
            None => Ok(self),
        }
    }

    /// Builds a table breadth first. The rows of one permutation stay in the first-level cache, because a turn maps all of them to
    /// the rows of one other permutation.
    fn try_build(
        quarter_turns: bool,
        faces: FaceSet,
        options: &BuildOptions<'_>,
    ) -> Result<PocketTable, Cancelled> {
        let mut table = PocketTable::unfilled(quarter_turns, faces);
        table.entries = vec![UNSEEN; PATTERNS];
        table.entries[Pattern::SOLVED.index()] = table.entry(0, NO_TURN);
        let turns: Vec<usize> =
            table.turns().filter(|&turn| !quarter_turns || table.turn_cost(turn) == 1).collect();
        let (mut layer, mut unseen) = (1, PATTERNS - 1);
        for distance in 0.. {
            if layer == 0 {
                break;
            }
            // Early steps are cheaper forward from the last layer, late ones backward from the remaining patterns.
            layer = if layer < unseen {
                table.grow_forward(&turns, distance)
            } else {
                table.grow_backward(&turns, distance)
            };
            unseen -= layer;
            options.report(1.0 - unseen as f64 / PATTERNS as f64)?;
        }
        Ok(table)
    }

    /// Returns the number of bits of a turn in an entry.
    fn turn_bits(&self) -> u32 {
        if self.faces == FaceSet::ALL { 4 } else { 0 }
    }

    fn entry(&self, distance: u8, turn: usize) -> u8 {
        match self.turn_bits() {
            0 => distance,
            bits => distance << bits | turn as u8,
        }
    }

    /// Sets every unseen neighbour of the patterns at this distance to the next distance; returns their number.
    fn grow_forward(&mut self, turns: &[usize], distance: u8) -> usize {
        let (mut found, bits) = (0, self.turn_bits());
        for permutation in 0..PERMUTATIONS {
            let rows = self.moves.permutation_row(permutation).map(|row| row as usize * TWISTS);
            for twist in 0..TWISTS {
                if self.entries[permutation * TWISTS + twist] >> bits != distance {
                    continue;
                }
                let twists = self.moves.twist_row(twist);
                for &turn in turns {
                    let neighbour = rows[turn] + twists[turn] as usize;
                    if self.entries[neighbour] == UNSEEN {
                        self.entries[neighbour] =
                            self.entry(distance + 1, FaceTurn::ALL[turn].inverse().index());
                        found += 1;
                    }
                }
            }
        }
        found
    }

    /// Sets every unseen pattern with a neighbour at this distance to the next distance; returns their number.
    fn grow_backward(&mut self, turns: &[usize], distance: u8) -> usize {
        let (mut found, bits) = (0, self.turn_bits());
        for permutation in 0..PERMUTATIONS {
            let rows = self.moves.permutation_row(permutation).map(|row| row as usize * TWISTS);
            for twist in 0..TWISTS {
                let here = permutation * TWISTS + twist;
                if self.entries[here] != UNSEEN {
                    continue;
                }
                let twists = self.moves.twist_row(twist);
                let is_before =
                    |&turn: &usize| self.entries[rows[turn] + twists[turn] as usize] >> bits == distance;
                if let Some(turn) = turns.iter().copied().find(is_before) {
                    self.entries[here] = self.entry(distance + 1, turn);
                    found += 1;
                }
            }
        }
        found
    }

    /// Returns the allowed turns.
    pub(super) fn turns(&self) -> impl Iterator<Item = usize> + use<> {
        let faces = self.faces;
        (0..TURNS).filter(move |&turn| faces.contains(FaceTurn::ALL[turn].face()))
    }

    /// Returns the cost of a turn.
    pub(super) fn cost(&self, turns: Turns) -> u8 {
        if self.quarter_turns && turns == Turns::Half { 2 } else { 1 }
    }

    /// Returns the cost of one of the nine turns.
    #[inline]
    pub(super) fn turn_cost(&self, turn: usize) -> u8 {
        self.cost(FaceTurn::ALL[turn].turns())
    }

    /// Returns the distance of a pattern in a table for all faces.
    #[inline]
    pub(super) fn distance_of(&self, pattern: Pattern) -> u8 {
        self.entries[pattern.index()] >> 4
    }

    /// Returns the distance of a pattern, or `None` if these faces do not solve it.
    pub(super) fn reachable_distance(&self, pattern: Pattern) -> Option<u8> {
        let entry = self.entries[pattern.index()];
        (entry != UNSEEN).then_some(entry >> self.turn_bits())
    }

    /// Returns the distance of a pattern and a turn that reduces it, in a table for all faces.
    #[inline]
    pub(super) fn closer(&self, pattern: Pattern) -> (u8, usize) {
        let entry = self.entries[pattern.index()];
        (entry >> 4, (entry & 15) as usize)
    }

    /// Returns the number of patterns at each distance.
    pub fn histogram(&self) -> Vec<usize> {
        let mut counts = vec![0; 16];
        self.entries.iter().for_each(|entry| counts[(entry >> 4) as usize] += 1);
        while counts.last() == Some(&0) {
            counts.pop();
        }
        counts
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_table_round_trips_through_its_entries() {
        let table = PocketTable::half_turns();
        let again = PocketTable::from_entries(false, table.entries().to_vec()).unwrap();
        assert_eq!(again.histogram(), table.histogram());
        assert!(PocketTable::from_entries(false, table.entries()[1..].to_vec()).is_none());
    }

    #[test]
    fn distance_counts_are_as_published() {
        assert_eq!(
            PocketTable::half_turns().histogram(),
            [1, 9, 54, 321, 1847, 9992, 50136, 227_536, 870_072, 1_887_748, 623_800, 2644]
        );
        assert_eq!(
            PocketTable::quarter_turns().histogram(),
            [
                1, 6, 27, 120, 534, 2256, 8969, 33_058, 114_149, 360_508, 930_588, 1_350_852, 782_536,
                90_280, 276
            ]
        );
    }
}
