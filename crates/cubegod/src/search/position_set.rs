//! An exact set of positions with eleven bytes per position.

use super::position::{Path, Position};

/// Free slots per hundred used ones.
const FREE: usize = 35;

/// A hash set of positions with linear probing. A slot stores the path to its position and, in the remaining bits of the word, a
/// part of its hash. If the hash bits are equal, the path is applied and the positions are compared, so the set is exact.
pub(super) struct PositionSet {
    slots: Vec<u64>,
    path_bits: u32,
}

impl PositionSet {
    /// Creates a set for this many positions of at most `depth` turns; `None` if there is not enough memory.
    pub(super) fn new(positions: u64, depth: usize) -> Option<PositionSet> {
        let positions = positions as usize;
        let count = positions + positions * FREE / 100 + 1;
        let mut slots = Vec::new();
        slots.try_reserve_exact(count).ok()?;
        slots.resize(count, 0);
        Some(PositionSet { slots, path_bits: Path::bits(depth) })
    }

    /// Inserts the position at the end of a path; returns whether it is new.
    pub(super) fn insert<P: Position>(&mut self, position: P, path: Path) -> bool {
        let hash = position.hash();
        // The upper bits choose the slot, the lower ones distinguish positions of neighbouring slots.
        let mut slot_index = ((u128::from(hash) * self.slots.len() as u128) >> 64) as usize;
        let entry = hash << self.path_bits | path.0;
        loop {
            let slot = self.slots[slot_index];
            if slot == 0 {
                self.slots[slot_index] = entry;
                return true;
            }
            let same_hash = (slot ^ entry) >> self.path_bits == 0;
            let path = Path(slot & ((1 << self.path_bits) - 1));
            if same_hash && path.end::<P>() == position {
                return false;
            }
            slot_index += 1;
            if slot_index == self.slots.len() {
                slot_index = 0;
            }
        }
    }
}
