//! How far a cube is from phase 2, for searches outside of this module.

use super::cosets::Coset;
use super::guide::Guide;
use crate::cube::Cube3;
use crate::moves::FaceTurn;

/// A cube as one axis sees it.
#[derive(Copy, Clone, Debug)]
pub(in crate::solve) struct Sight {
    coset: Coset,
    distance: u8,
}

impl Sight {
    /// So many turns at least lead to phase 2; with large tables exactly so many.
    #[inline]
    pub(in crate::solve) fn distance(self) -> u8 {
        self.distance
    }
}

/// Phase 1 along the U-D axis.
pub(in crate::solve) trait Phase1: Sync {
    /// A cube that nothing is known of.
    fn sight(&self, cube: &Cube3) -> Sight;

    /// After a turn, with the distance before it: the memory that tells the new one is asked for, but not read yet.
    fn turned(&self, here: Sight, turn: FaceTurn) -> Sight;

    /// With the distance after the turn.
    fn measured(&self, there: Sight) -> Sight;
}

impl<T: Guide> Phase1 for T {
    fn sight(&self, cube: &Cube3) -> Sight {
        let coset = self.cosets().of(cube);
        Sight { coset, distance: self.distance(coset) }
    }

    #[inline]
    fn turned(&self, here: Sight, turn: FaceTurn) -> Sight {
        let cosets = self.cosets();
        let named = cosets.group.turn[here.coset.symmetry()][turn.index()];
        let coset = cosets.turned(here.coset, named as usize);
        self.prefetch(coset);
        Sight { coset, ..here }
    }

    #[inline]
    fn measured(&self, there: Sight) -> Sight {
        Sight { distance: self.distance_beside(there.distance, there.coset), ..there }
    }
}
