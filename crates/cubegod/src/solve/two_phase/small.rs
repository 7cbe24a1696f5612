//! Small tables: made in a tenth of a second, for a single cube or while the large ones are being built.

use super::bytes::Nibbles;
use super::coordinates::{CORNERS, ORDERS, UD_EDGES};
use super::cosets::{Coset, Cosets};
use super::distances::Space;
use super::endings::Endings;
use super::filter::{NearPhase2, NearSolved};
use super::moves::{Phase1Moves, Phase2Moves};
use super::pieces::{Pieces, SETS};
use super::search::Guide;
use super::symmetry::{
    Classes, Group, SYMMETRIES, corner_classes, flip_slice_classes, renamed_corner_sets, renamed_edge_sets,
    ud_edge_classes, unpacked,
};

/// What is near phase 2, and lower bounds within it from two coordinates at a time.
#[derive(Clone, Debug)]
pub struct SmallTables {
    cosets: Cosets,
    endings: Endings,
    near_phase2: NearPhase2,
    near_solved: NearSolved,
    corners_slice: Nibbles<'static>,
    edges_slice: Nibbles<'static>,
    corners_set: SetTable,
    edges_set: SetTable,
}

/// The turns of the endings; the filter reaches one farther.
const ENDING: usize = 6;

impl SmallTables {
    /// Builds all of them.
    pub fn build() -> SmallTables {
        let moves = Phase2Moves::new();
        let group = Group::new();
        let classes = flip_slice_classes(&group);
        let corner_classes = corner_classes(&group);
        let cosets = Cosets::new(&Phase1Moves::new(), &classes);
        let endings = Endings::build(&cosets, &classes, ENDING);
        SmallTables {
            near_phase2: NearPhase2::build(&cosets, &classes, &endings),
            near_solved: NearSolved::build(&corner_classes),
            corners_slice: Nibbles::new(&corners_slice(&moves)),
            edges_slice: Nibbles::new(&edges_slice(&moves)),
            corners_set: SetTable::new(&corner_classes, &moves.corners, &moves.edge_set, renamed_edge_sets()),
            edges_set: SetTable::new(
                &ud_edge_classes(&group),
                &moves.ud_edges,
                &moves.corner_set,
                renamed_corner_sets(),
            ),
            cosets,
            endings,
        }
    }
}

/// The distance of corners and slice order in phase 2, by `corners * ORDERS + slice`.
pub(super) fn corners_slice(moves: &Phase2Moves) -> Vec<u8> {
    distances(CORNERS, &moves.corners, &moves.slice_order)
}

/// The distance of U/D edges and slice order in phase 2.
fn edges_slice(moves: &Phase2Moves) -> Vec<u8> {
    distances(UD_EDGES, &moves.ud_edges, &moves.slice_order)
}

/// Breadth first over two coordinates from both at 0; by `first * ORDERS + second`.
fn distances(firsts: usize, first_moves: &[[u16; 10]], second_moves: &[[u16; 10]]) -> Vec<u8> {
    let mut distances = vec![u8::MAX; firsts * ORDERS];
    distances[0] = 0;
    let mut layer = vec![0u32];
    let mut distance = 0;
    while !layer.is_empty() {
        distance += 1;
        let mut next = Vec::with_capacity(layer.len() * 4);
        for index in layer {
            let (first, second) = (index as usize / ORDERS, index as usize % ORDERS);
            for (&first, &second) in first_moves[first].iter().zip(&second_moves[second]) {
                let there = first as usize * ORDERS + second as usize;
                if distances[there] == u8::MAX {
                    distances[there] = distance;
                    next.push(there as u32);
                }
            }
        }
        layer = next;
    }
    distances
}

/// The distance in phase 2 of a permutation together with the places of half of the other pieces.
#[derive(Clone, Debug)]
struct SetTable {
    /// For each permutation `class << 4 | symmetry`.
    classes: Vec<u16>,
    renamed_sets: Vec<[u16; SYMMETRIES]>,
    distances: Nibbles<'static>,
}

impl SetTable {
    fn new(
        classes: &Classes,
        moves: &[[u16; 10]],
        set_moves: &[[u16; 10]],
        renamed_sets: Vec<[u16; SYMMETRIES]>,
    ) -> SetTable {
        let row_moves = |value: u32, turn: usize| moves[value as usize][turn] as usize;
        let space =
            Space { classes, row_moves: &row_moves, column_moves: set_moves, column_renamed: &renamed_sets };
        let distances = Nibbles::new(&space.distances(1, &|_| ()));
        SetTable { classes: classes.packed(), renamed_sets, distances }
    }

    #[inline]
    fn get(&self, permutation: usize, set: usize) -> u8 {
        let (class, renaming) = unpacked(self.classes[permutation]);
        self.distances.get(class * SETS + self.renamed_sets[set][renaming] as usize)
    }
}

impl Guide for SmallTables {
    const LONGEST_PHASE2: usize = 11;
    const MOST_ABOVE_BOUND: usize = 3;

    fn cosets(&self) -> &Cosets {
        &self.cosets
    }

    fn endings(&self) -> &Endings {
        &self.endings
    }

    #[inline]
    fn distance(&self, here: Coset) -> u8 {
        if self.near_phase2.may_hold(here.key()) { 0 } else { ENDING as u8 + 2 }
    }

    #[inline]
    fn prefetch(&self, coset: Coset) {
        self.near_phase2.prefetch(coset.key());
    }

    #[inline]
    fn distance_beside(&self, _: u8, coset: Coset) -> u8 {
        self.distance(coset)
    }

    #[inline]
    fn corners_slice(&self) -> &Nibbles<'_> {
        &self.corners_slice
    }

    #[inline]
    fn prefetch_edges(&self, _: Pieces, _: usize) {}

    #[inline]
    fn edges(&self, pieces: Pieces, corners: usize, most: u8) -> u8 {
        if most < NearSolved::BEYOND && !self.near_solved.may_hold(pieces, corners) {
            return NearSolved::BEYOND;
        }
        let ud_edges = pieces.ud_edges();
        let first = self.edges_set.get(ud_edges, pieces.corner_set());
        let second = self.corners_set.get(corners, pieces.edge_set());
        let third = self.edges_slice.get(ud_edges * ORDERS + pieces.slice());
        first.max(second).max(third)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::VecDeque;

    /// How many entries have each distance.
    fn histogram(distances: &[u8]) -> Vec<usize> {
        let farthest = distances.iter().copied().max().map_or(0, usize::from);
        let mut counts = vec![0; farthest + 1];
        distances.iter().for_each(|&distance| counts[distance as usize] += 1);
        counts
    }

    #[test]
    fn every_pair_of_coordinates_is_reached() {
        let moves = Phase2Moves::new();
        let corners = histogram(&corners_slice(&moves));
        let edges = histogram(&edges_slice(&moves));
        assert_eq!((corners.iter().sum::<usize>(), edges.iter().sum::<usize>()), (967_680, 967_680)); // 8! · 4!
        assert_eq!(
            corners,
            [
                1, 10, 67, 404, 2023, 8504, 28_545, 69_734, 127_540, 179_700, 189_120, 199_200, 116_112,
                44_416, 2304
            ]
        );
        assert_eq!(
            edges,
            [1, 10, 67, 456, 3063, 18_202, 86_691, 290_812, 434_814, 120_488, 11_818, 1114, 144]
        );
    }

    /// Breadth first from both at 0, without classes and whatever the sizes; by `first * seconds + second`.
    fn plain_distances(first_moves: &[[u16; 10]], second_moves: &[[u16; 10]]) -> Vec<u8> {
        let seconds = second_moves.len();
        let mut distances = vec![u8::MAX; first_moves.len() * seconds];
        distances[0] = 0;
        let mut queue = VecDeque::from([0]);
        while let Some(here) = queue.pop_front() {
            for (&first, &second) in first_moves[here / seconds].iter().zip(&second_moves[here % seconds]) {
                let there = first as usize * seconds + second as usize;
                if distances[there] == u8::MAX {
                    distances[there] = distances[here] + 1;
                    queue.push_back(there);
                }
            }
        }
        distances
    }

    #[test]
    fn sets_by_class_are_as_far_as_they_are_without_classes() {
        const CORNERS_SET: [usize; 15] = [
            1, 10, 67, 400, 1957, 8982, 37_457, 124_486, 297_632, 518_128, 658_752, 684_336, 417_024, 71_472,
            1696,
        ];
        const EDGES_SET: [usize; 13] =
            [1, 10, 67, 412, 2214, 10_920, 49_925, 207_582, 705_463, 1_298_358, 531_600, 15_720, 128];
        let tables = SmallTables::build();
        let moves = Phase2Moves::new();
        for (table, plain, counts) in [
            (&tables.corners_set, plain_distances(&moves.corners, &moves.edge_set), CORNERS_SET.as_slice()),
            (&tables.edges_set, plain_distances(&moves.ud_edges, &moves.corner_set), &EDGES_SET),
        ] {
            assert!((0..plain.len()).all(|number| table.get(number / SETS, number % SETS) == plain[number]));
            assert_eq!(histogram(&plain), counts);
        }
    }
}
