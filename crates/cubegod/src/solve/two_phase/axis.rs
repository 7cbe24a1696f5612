//! How far a cube is from phase 2, for searches outside of this module.

use super::coordinates::TWISTS;
use super::cosets::Coset;
use super::guide::Guide;
use super::small::SmallTables;
use super::symmetry::FLIP_SLICE_CLASSES;
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

/// Exact distances for large tables; for small ones, only whether phase 2 is near.
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

/// Small tables with what they do not know: how far it is when phase 2 is near.
#[derive(Debug)]
pub(in crate::solve) struct SmallPhase1<'a> {
    tables: &'a SmallTables,
    /// The distance of flips and slice edges, by their class.
    classes: Vec<u8>,
    /// The distance of twists.
    twists: Vec<u8>,
}

impl<'a> SmallPhase1<'a> {
    pub(in crate::solve) fn new(tables: &'a SmallTables) -> SmallPhase1<'a> {
        let cosets = tables.cosets();
        // Turns of a representative lead to all classes that those of its class lead to, because a symmetry makes turns of turns.
        let class_after = |class, turn| cosets.turned(Coset { class, twist: 0, symmetry: 0 }, turn).class;
        SmallPhase1 {
            tables,
            classes: distances(FLIP_SLICE_CLASSES, class_after),
            twists: distances(TWISTS, |twist, turn| cosets.twist_turned(twist, turn)),
        }
    }

    #[inline]
    fn distance(&self, coset: Coset) -> u8 {
        let nearest = self.tables.distance(coset);
        nearest.max(self.classes[coset.class as usize]).max(self.twists[coset.twist as usize])
    }
}

/// How far each of some values is from the first, breadth first.
fn distances(count: usize, turned: impl Fn(u16, usize) -> u16) -> Vec<u8> {
    let mut distances = vec![u8::MAX; count];
    distances[0] = 0;
    let mut queue = vec![0];
    let mut next = 0;
    while let Some(&here) = queue.get(next) {
        for turn in 0..FaceTurn::COUNT {
            let there = turned(here, turn);
            if distances[there as usize] == u8::MAX {
                distances[there as usize] = distances[here as usize] + 1;
                queue.push(there);
            }
        }
        next += 1;
    }
    distances
}

impl Phase1 for SmallPhase1<'_> {
    fn sight(&self, cube: &Cube3) -> Sight {
        let coset = self.tables.cosets().of(cube);
        Sight { coset, distance: self.distance(coset) }
    }

    #[inline]
    fn turned(&self, here: Sight, turn: FaceTurn) -> Sight {
        self.tables.turned(here, turn)
    }

    #[inline]
    fn measured(&self, there: Sight) -> Sight {
        Sight { distance: self.distance(there.coset), ..there }
    }
}
