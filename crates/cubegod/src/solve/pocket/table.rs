//! The exact distance of every pattern, with a turn that comes closer.

use super::coordinates::{Holds, MoveTables, PATTERNS, PERMUTATIONS, Pattern, TURNS, TWISTS};
use super::exact::FarHolds;
use crate::moves::{FaceSet, FaceTurn, Turns};

/// The exact distance to solved of all 3,674,160 patterns: God's algorithm for the pocket cube.
///
/// One byte a pattern: the distance in the upper half, a turn of U, R or F that comes closer in the lower.
#[derive(Clone, Debug)]
pub struct PocketTable {
    quarter_turns: bool,
    /// Those of U, R and F that are turned.
    faces: FaceSet,
    pub(super) holds: Holds,
    pub(super) far_holds: FarHolds,
    pub(super) moves: MoveTables,
    entries: Vec<u8>,
}

/// Not reached yet, or not to be reached with these faces.
const UNSEEN: u8 = u8::MAX;

/// The turn from the solved pattern: one that the move tables take for standing still.
const NO_TURN: usize = 15;

const fn entry(distance: u8, turn: usize) -> u8 {
    distance << 4 | turn as u8
}

impl PocketTable {
    /// For the half-turn metric, where every turn counts one.
    pub fn half_turns() -> PocketTable {
        PocketTable::build(false, FaceSet::ALL)
    }

    /// For the quarter-turn metric, where a half turn counts two.
    pub fn quarter_turns() -> PocketTable {
        PocketTable::build(true, FaceSet::ALL)
    }

    /// Whether a half turn counts two.
    pub fn counts_quarter_turns(&self) -> bool {
        self.quarter_turns
    }

    /// The table itself, to be kept and given to [`PocketTable::from_entries`] later.
    pub fn entries(&self) -> &[u8] {
        &self.entries
    }

    /// From what [`PocketTable::entries`] of a table for all faces in the same metric gave; `None` if their number is
    /// wrong. Other damage is not looked for, so keep a checksum with them.
    pub fn from_entries(quarter_turns: bool, entries: Vec<u8>) -> Option<PocketTable> {
        (entries.len() == PATTERNS)
            .then(|| PocketTable { entries, ..PocketTable::unfilled(quarter_turns, FaceSet::ALL) })
    }

    fn unfilled(quarter_turns: bool, faces: FaceSet) -> PocketTable {
        PocketTable {
            quarter_turns,
            faces,
            holds: Holds::new(),
            far_holds: FarHolds::new(),
            moves: MoveTables::new(),
            entries: Vec::new(),
        }
    }

    /// Breadth first from the solved pattern. The rows of one permutation stay in the fastest cache, because a turn
    /// brings all of them to the rows of one other permutation.
    pub(super) fn build(quarter_turns: bool, faces: FaceSet) -> PocketTable {
        let mut table = PocketTable::unfilled(quarter_turns, faces);
        table.entries = vec![UNSEEN; PATTERNS];
        table.entries[Pattern::SOLVED.index()] = entry(0, NO_TURN);
        let turns: Vec<usize> =
            table.turns().filter(|&turn| !quarter_turns || table.turn_price(turn) == 1).collect();
        let (mut layer, mut unseen) = (1, PATTERNS - 1);
        for distance in 0.. {
            if layer == 0 {
                break;
            }
            // Early on it is cheaper to go out from the last layer, later to look back from what is left.
            layer = if layer < unseen {
                table.grow_forward(&turns, distance)
            } else {
                table.grow_backward(&turns, distance)
            };
            unseen -= layer;
        }
        table
    }

    /// Gives every unseen neighbour of the patterns at this distance the next one.
    fn grow_forward(&mut self, turns: &[usize], distance: u8) -> usize {
        let mut found = 0;
        for permutation in 0..PERMUTATIONS {
            let rows = self.moves.permutation_row(permutation).map(|row| row as usize * TWISTS);
            for twist in 0..TWISTS {
                if self.entries[permutation * TWISTS + twist] >> 4 != distance {
                    continue;
                }
                let twists = self.moves.twist_row(twist);
                for &turn in turns {
                    let neighbour = &mut self.entries[rows[turn] + twists[turn] as usize];
                    if *neighbour == UNSEEN {
                        *neighbour = entry(distance + 1, FaceTurn::ALL[turn].inverse().index());
                        found += 1;
                    }
                }
            }
        }
        found
    }

    /// Gives every unseen pattern with a neighbour at this distance the next one.
    fn grow_backward(&mut self, turns: &[usize], distance: u8) -> usize {
        let mut found = 0;
        for permutation in 0..PERMUTATIONS {
            let rows = self.moves.permutation_row(permutation).map(|row| row as usize * TWISTS);
            for twist in 0..TWISTS {
                let here = permutation * TWISTS + twist;
                if self.entries[here] != UNSEEN {
                    continue;
                }
                let twists = self.moves.twist_row(twist);
                let is_before =
                    |&turn: &usize| self.entries[rows[turn] + twists[turn] as usize] >> 4 == distance;
                if let Some(turn) = turns.iter().copied().find(is_before) {
                    self.entries[here] = entry(distance + 1, turn);
                    found += 1;
                }
            }
        }
        found
    }

    /// The turns of the faces that may be turned.
    pub(super) fn turns(&self) -> impl Iterator<Item = usize> + use<> {
        let faces = self.faces;
        (0..TURNS).filter(move |&turn| faces.contains(FaceTurn::ALL[turn].face()))
    }

    /// What a turn counts.
    pub(super) fn price(&self, turns: Turns) -> u8 {
        if self.quarter_turns && turns == Turns::Half { 2 } else { 1 }
    }

    /// What one of the nine turns counts.
    #[inline]
    pub(super) fn turn_price(&self, turn: usize) -> u8 {
        self.price(FaceTurn::ALL[turn].turns())
    }

    /// The distance of a pattern, which must be one that can be reached.
    #[inline]
    pub(super) fn distance_of(&self, pattern: Pattern) -> u8 {
        self.entries[pattern.index()] >> 4
    }

    /// The distance of a pattern; none if these faces do not solve it.
    pub(super) fn known_distance(&self, pattern: Pattern) -> Option<u8> {
        let entry = self.entries[pattern.index()];
        (entry != UNSEEN).then_some(entry >> 4)
    }

    /// The distance of a pattern and a turn that comes closer.
    #[inline]
    pub(super) fn closer(&self, pattern: Pattern) -> (u8, usize) {
        let entry = self.entries[pattern.index()];
        (entry >> 4, (entry & 15) as usize)
    }

    /// How many patterns are at each distance: the table's fingerprint.
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
    fn a_table_is_made_again_from_its_entries() {
        let table = PocketTable::half_turns();
        let again = PocketTable::from_entries(false, table.entries().to_vec()).unwrap();
        assert_eq!(again.histogram(), table.histogram());
        assert!(PocketTable::from_entries(false, table.entries()[1..].to_vec()).is_none());
    }

    #[test]
    fn the_distances_are_the_published_ones() {
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
