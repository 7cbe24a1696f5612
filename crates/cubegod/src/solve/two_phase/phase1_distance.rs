//! Distances to phase 2, for searches outside of this module.

use super::coordinates::TWISTS;
use super::cosets::Coset;
use super::pruning_tables::PruningTables;
use super::small::SmallTables;
use super::symmetry::FLIP_SLICE_CLASSES;
use crate::cube::Cube3;
use crate::moves::FaceTurn;

/// The state of phase 1 along one axis.
#[derive(Copy, Clone, Debug)]
pub(in crate::solve) struct Phase1State {
    coset: Coset,
    distance: u8,
}

impl Phase1State {
    /// Returns the distance to phase 2; a lower bound of it with small tables.
    #[inline]
    pub(in crate::solve) fn distance(self) -> u8 {
        self.distance
    }
}

/// The first phase along the U-D axis.
pub(in crate::solve) trait Phase1: Sync {
    /// Returns the state of a cube.
    fn phase1_state(&self, cube: &Cube3) -> Phase1State;

    /// Applies a turn, keeps the distance before it, and prefetches the new distance.
    fn apply(&self, here: Phase1State, turn: FaceTurn) -> Phase1State;

    /// Updates the distance after [`Phase1::apply`].
    fn with_distance(&self, there: Phase1State) -> Phase1State;
}

/// Large tables have exact distances; small ones have only a filter of the cosets near phase 2.
impl<T: PruningTables> Phase1 for T {
    fn phase1_state(&self, cube: &Cube3) -> Phase1State {
        let coset = self.cosets().of(cube);
        Phase1State { coset, distance: self.distance(coset) }
    }

    #[inline]
    fn apply(&self, here: Phase1State, turn: FaceTurn) -> Phase1State {
        let cosets = self.cosets();
        let named = cosets.group.turn[here.coset.symmetry()][turn.index()];
        let coset = cosets.apply(here.coset, named as usize);
        self.prefetch(coset);
        Phase1State { coset, ..here }
    }

    #[inline]
    fn with_distance(&self, there: Phase1State) -> Phase1State {
        Phase1State { distance: self.distance_from_neighbour(there.distance, there.coset), ..there }
    }
}

/// Small tables, extended by lower bounds near phase 2.
#[derive(Debug)]
pub(in crate::solve) struct SmallPhase1<'a> {
    tables: &'a SmallTables,
    /// The distance of flip and slice, by class.
    classes: Vec<u8>,
    /// The distance of the twist.
    twists: Vec<u8>,
}

impl<'a> SmallPhase1<'a> {
    pub(in crate::solve) fn new(tables: &'a SmallTables) -> SmallPhase1<'a> {
        let cosets = tables.cosets();
        // A symmetry maps turns to turns, so the turns of the representative reach all classes that any member reaches.
        let class_after = |class, turn| cosets.apply(Coset { class, twist: 0, symmetry: 0 }, turn).class;
        SmallPhase1 {
            tables,
            classes: distances(FLIP_SLICE_CLASSES, class_after),
            twists: distances(TWISTS, |twist, turn| cosets.apply_to_twist(twist, turn)),
        }
    }

    #[inline]
    fn distance(&self, coset: Coset) -> u8 {
        let nearest = self.tables.distance(coset);
        nearest.max(self.classes[coset.class as usize]).max(self.twists[coset.twist as usize])
    }
}

/// Computes the distance of every value from the first, breadth first.
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
    fn phase1_state(&self, cube: &Cube3) -> Phase1State {
        let coset = self.tables.cosets().of(cube);
        Phase1State { coset, distance: self.distance(coset) }
    }

    #[inline]
    fn apply(&self, here: Phase1State, turn: FaceTurn) -> Phase1State {
        self.tables.apply(here, turn)
    }

    #[inline]
    fn with_distance(&self, there: Phase1State) -> Phase1State {
        Phase1State { distance: self.distance(there.coset), ..there }
    }
}
