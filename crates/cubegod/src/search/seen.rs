//! Which positions were seen, exactly, in eleven bytes each.

use super::state::{Path, Position};

/// Free slots for each hundred that are taken in the end.
const FREE: usize = 35;

/// A set of positions. Each is kept as the path that leads to it, and what is left of the word holds bits of its hash: a
/// slot whose bits differ is another position; where they agree, the path is gone again and the positions are compared.
/// So no position is taken for another, however the hashes fall.
pub(super) struct Seen {
    slots: Vec<u64>,
    path_bits: u32,
}

impl Seen {
    /// With room for so many positions that are at most so many turns away.
    /// None where there is no such memory.
    pub(super) fn new(positions: u64, depth: usize) -> Option<Seen> {
        let positions = positions as usize;
        let count = positions + positions * FREE / 100 + 1;
        let mut slots = Vec::new();
        slots.try_reserve_exact(count).ok()?;
        slots.resize(count, 0);
        Some(Seen { slots, path_bits: Path::bits(depth) })
    }

    /// Whether the position at the end of this path was not seen before; from now on it was.
    pub(super) fn insert<P: Position>(&mut self, position: P, path: Path) -> bool {
        let hash = position.hash();
        // The upper bits choose the slot, the lower ones tell positions of neighbouring slots apart.
        let mut place = ((u128::from(hash) * self.slots.len() as u128) >> 64) as usize;
        let entry = hash << self.path_bits | path.0;
        loop {
            let slot = self.slots[place];
            if slot == 0 {
                self.slots[place] = entry;
                return true;
            }
            let is_alike = (slot ^ entry) >> self.path_bits == 0;
            let path = Path(slot & ((1 << self.path_bits) - 1));
            if is_alike && path.end::<P>() == position {
                return false;
            }
            place += 1;
            if place == self.slots.len() {
                place = 0;
            }
        }
    }
}
