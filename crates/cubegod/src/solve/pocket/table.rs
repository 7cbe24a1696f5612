//! The exact distance of every pattern, with a turn that comes closer.

use super::coordinates::{Holds, MoveTables, PATTERNS, PERMUTATIONS, Pattern, TURNS, TWISTS, is_half};
use crate::moves::FaceTurn;

/// The exact distance to solved of all 3,674,160 patterns: God's algorithm for the pocket cube.
///
/// One byte a pattern: the distance in the upper half, a turn of U, R or F that comes closer in the lower.
#[derive(Clone, Debug)]
pub struct PocketTable {
    quarter_turns: bool,
    pub(super) holds: Holds,
    pub(super) moves: MoveTables,
    entries: Vec<u8>,
}

/// Not reached yet.
const UNSEEN: u8 = u8::MAX;

const fn entry(distance: u8, turn: usize) -> u8 {
    distance << 4 | turn as u8
}

impl PocketTable {
    /// For the half-turn metric, where every turn counts one.
    pub fn half_turns() -> PocketTable {
        PocketTable::build(false)
    }

    /// For the quarter-turn metric, where a half turn counts two.
    pub fn quarter_turns() -> PocketTable {
        PocketTable::build(true)
    }

    /// Whether a half turn counts two.
    pub fn counts_quarter_turns(&self) -> bool {
        self.quarter_turns
    }

    /// Breadth first from the solved pattern. The rows of one permutation stay in the fastest cache, because a turn
    /// brings all of them to the rows of one other permutation.
    fn build(quarter_turns: bool) -> PocketTable {
        let moves = MoveTables::new();
        let turns: Vec<usize> = (0..TURNS).filter(|&turn| !(quarter_turns && is_half(turn))).collect();
        let mut entries = vec![UNSEEN; PATTERNS];
        entries[Pattern::SOLVED.index()] = entry(0, 0);
        let (mut layer, mut unseen) = (1, PATTERNS - 1);
        for distance in 0.. {
            if unseen == 0 {
                break;
            }
            // Early on it is cheaper to go out from the last layer, later to look back from what is left.
            layer = if layer < unseen {
                grow_forward(&mut entries, &moves, &turns, distance)
            } else {
                grow_backward(&mut entries, &moves, &turns, distance)
            };
            unseen -= layer;
        }
        PocketTable { quarter_turns, holds: Holds::new(), moves, entries }
    }

    /// The distance of a pattern.
    #[inline]
    pub(super) fn distance_of(&self, pattern: Pattern) -> u8 {
        self.entries[pattern.index()] >> 4
    }

    /// A turn that comes closer; none from solved.
    #[inline]
    pub(super) fn closer(&self, pattern: Pattern) -> Option<usize> {
        let entry = self.entries[pattern.index()];
        (entry >= 16).then_some((entry & 15) as usize)
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

/// Gives every unseen neighbour of the patterns at this distance the next one.
fn grow_forward(entries: &mut [u8], moves: &MoveTables, turns: &[usize], distance: u8) -> usize {
    let mut found = 0;
    for permutation in 0..PERMUTATIONS {
        let rows = moves.permutation_row(permutation).map(|row| row as usize * TWISTS);
        for twist in 0..TWISTS {
            if entries[permutation * TWISTS + twist] >> 4 != distance {
                continue;
            }
            let twists = moves.twist_row(twist);
            for &turn in turns {
                let neighbour = &mut entries[rows[turn] + twists[turn] as usize];
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
fn grow_backward(entries: &mut [u8], moves: &MoveTables, turns: &[usize], distance: u8) -> usize {
    let mut found = 0;
    for permutation in 0..PERMUTATIONS {
        let rows = moves.permutation_row(permutation).map(|row| row as usize * TWISTS);
        for twist in 0..TWISTS {
            let here = permutation * TWISTS + twist;
            if entries[here] != UNSEEN {
                continue;
            }
            let twists = moves.twist_row(twist);
            let at_distance = |&turn: &usize| entries[rows[turn] + twists[turn] as usize] >> 4 == distance;
            if let Some(turn) = turns.iter().copied().find(at_distance) {
                entries[here] = entry(distance + 1, turn);
                found += 1;
            }
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

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
