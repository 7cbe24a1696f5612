//! Exact lists of the positions at each distance from the target subgroup, from which tables are built.
//!
//! A turn maps the representative of a class of corners to one other class, and all of its edges by one transform of slices and flips.
//! So a level is computed one class at a time from the classes of its neighbours. That accesses only two small
//! tables and one class, which stay in the cache.

use super::coordinate::{
    CLASSES, CornerClasses, EdgeTransform, EdgeTransformTables, FLIP_BITS, FLIPS, SLICES, all_slices,
};
use crate::cancellation::Cancelled;
use crate::geometry::Symmetry;
use crate::moves::FaceTurn;
use crate::solve::BuildOptions;
use std::sync::OnceLock;

/// The largest number of entries that are sorted; more are collected in a bitmap of all edges.
const SORT_LIMIT: usize = 20_000;

/// The edge coordinate within a class: `rank of slices << FLIP_BITS | flips`.
pub(super) type Edges = u32;

/// A sorted list of numbers, stored as differences of two bytes.
#[derive(Clone, Debug, Default, Eq, PartialEq)]
pub(super) struct DeltaList(Vec<u16>);

/// A difference that is continued by the next entry.
const SKIP: u16 = u16::MAX;

impl FromIterator<Edges> for DeltaList {
    fn from_iter<I: IntoIterator<Item = Edges>>(numbers: I) -> DeltaList {
        let mut gaps = Vec::new();
        let mut last = 0;
        for number in numbers {
            let mut gap = number - last;
            while gap >= u32::from(SKIP) {
                gaps.push(SKIP);
                gap -= u32::from(SKIP);
            }
            gaps.push(gap as u16);
            last = number;
        }
        gaps.shrink_to_fit();
        DeltaList(gaps)
    }
}

impl DeltaList {
    #[inline]
    pub(super) fn for_each(&self, mut each: impl FnMut(Edges)) {
        let mut number = 0;
        for &gap in &self.0 {
            number += u32::from(gap);
            if gap != SKIP {
                each(number);
            }
        }
    }

    fn len(&self) -> usize {
        self.0.iter().filter(|&&gap| gap != SKIP).count()
    }
}

/// The turns with a length of one move, with tables of their effect.
pub(super) struct Neighbours {
    turns: Vec<FaceTurn>,
    slices: Vec<[u8; 12]>,
    /// By symmetry and turn: the inverse of the symmetry, then the turn.
    transforms: Vec<OnceLock<EdgeTransformTables>>,
}

impl Neighbours {
    pub(super) fn new(turns: impl IntoIterator<Item = FaceTurn>) -> Neighbours {
        let transforms = (0..Symmetry::ALL.len() * FaceTurn::COUNT).map(|_| OnceLock::new()).collect();
        Neighbours { turns: turns.into_iter().collect(), slices: all_slices(), transforms }
    }

    fn transform(&self, symmetry: usize, turn: FaceTurn) -> &EdgeTransformTables {
        self.transforms[symmetry * FaceTurn::COUNT + turn.index()].get_or_init(|| {
            let inverse = Symmetry::ALL[symmetry].inverse();
            EdgeTransform::of_symmetry(inverse).compose(&EdgeTransform::of_turn(turn)).tables(&self.slices)
        })
    }

    /// Returns an upper bound for the number of neighbours of a level in a class.
    fn len(&self, class: usize, level: &Level) -> usize {
        let others = self.turns.iter().map(|&turn| CornerClasses::get().apply_turn(class, turn).0);
        others.map(|other| level.0[other].0.len()).sum()
    }

    /// Calls `each` with the rank of slices and the flips of every neighbour of a level in a class, usually several times.
    #[inline]
    pub(super) fn for_each(&self, class: usize, level: &Level, mut each: impl FnMut(u16, u16)) {
        for &turn in &self.turns {
            // A neighbour is a cube of the other class, mapped back by its symmetry and then by the inverse turn.
            let (other, symmetry) = CornerClasses::get().apply_turn(class, turn);
            let edges = &level.0[other];
            if edges.0.is_empty() {
                continue;
            }
            let transform = self.transform(symmetry, turn.inverse());
            let flips: &[u16; FLIPS] = transform.flips.as_slice().try_into().expect("one entry per flip");
            edges.for_each(|edges| {
                let (slices, inverted) = transform.slices[(edges >> FLIP_BITS) as usize];
                each(slices, flips[edges as usize % FLIPS] ^ inverted);
            });
        }
    }
}

/// All positions at one distance, by class.
pub(super) struct Level(Vec<DeltaList>);

impl Level {
    /// Returns level 0: the target subgroup.
    pub(super) fn first() -> Level {
        let solved = crate::cube::Cube3::SOLVED;
        let (class, symmetry) =
            CornerClasses::get().of(super::coordinate::corner_coordinate(solved.corners()));
        debug_assert_eq!(symmetry, 0, "the first of a class is its representative");
        let (slices, flips) = super::coordinate::edge_coordinates(solved.edges());
        let mut level = Level::empty();
        level.0[class] = [(slices << FLIP_BITS | flips) as Edges].into_iter().collect();
        level
    }

    /// Returns a level without positions.
    pub(super) fn empty() -> Level {
        Level(vec![DeltaList::default(); CLASSES])
    }

    pub(super) fn edges(&self, class: usize) -> &DeltaList {
        &self.0[class]
    }

    /// Returns the next level, given the level before this one.
    pub(super) fn next(
        &self,
        before: &Level,
        neighbours: &Neighbours,
        options: &BuildOptions<'_>,
    ) -> Result<Level, Cancelled> {
        let classes = options.in_parallel(CLASSES, Vec::new, |seen: &mut Vec<u64>, class| {
            if neighbours.len(class, self) <= SORT_LIMIT {
                return self.next_by_sorting(before, neighbours, class);
            }
            seen.clear();
            seen.resize(SLICES * FLIPS / 64, 0);
            neighbours.for_each(class, self, |slices, flips| {
                let edges = usize::from(slices) << FLIP_BITS | usize::from(flips);
                seen[edges / 64] |= 1 << (edges % 64);
            });
            for known in [self, before] {
                known.0[class].for_each(|edges| seen[edges as usize / 64] &= !(1 << (edges % 64)));
            }
            ones(seen).collect()
        });
        classes.map(Level)
    }

    /// Returns a class of the next level, by sorting.
    fn next_by_sorting(&self, before: &Level, neighbours: &Neighbours, class: usize) -> DeltaList {
        let mut found = Vec::new();
        neighbours.for_each(class, self, |slices, flips| {
            found.push(Edges::from(slices) << FLIP_BITS | Edges::from(flips));
        });
        found.sort_unstable();
        found.dedup();
        let mut known = Vec::new();
        for level in [self, before] {
            level.0[class].for_each(|edges| known.push(edges));
        }
        known.sort_unstable();
        found.into_iter().filter(|edges| known.binary_search(edges).is_err()).collect()
    }

    /// Returns the number of positions.
    pub(super) fn len(&self) -> usize {
        self.0.iter().map(DeltaList::len).sum()
    }
}

/// Returns the indexes of the bits that are set.
fn ones(words: &[u64]) -> impl Iterator<Item = Edges> {
    words.iter().enumerate().filter(|(_, word)| **word != 0).flat_map(|(index, &word)| {
        let mut rest = word;
        std::iter::from_fn(move || {
            let bit = rest.trailing_zeros();
            (rest != 0).then(|| {
                rest &= rest - 1;
                64 * index as u32 + bit
            })
        })
    })
}
