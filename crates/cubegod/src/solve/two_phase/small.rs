//! Small tables, built in an eighth of a second, for a single cube or until the large tables are built.

use super::bytes::Nibbles;
use super::coordinates::{CORNERS, ORDERS};
use super::cosets::{Coset, Cosets};
use super::distances::CoordinateProduct;
use super::filters::{Bloom, NearSolved, near_phase2, with_tail};
use super::moves::{Phase1Moves, Phase2Moves};
use super::phase1_tails::Phase1Tails;
use super::pieces::{Pieces, SETS};
use super::pruning_tables::{Phase2State, PruningTables};
use super::symmetry::{
    Classes, Group, SYMMETRIES, conjugated_corner_sets, conjugated_edge_sets, conjugated_slice_orders,
    corner_classes, flip_slice_classes, ud_edge_classes, unpack_class,
};
use crate::cancellation::{Cancelled, uncancelled};
use crate::solve::BuildOptions;

/// Bloom filters for phase 1, and lower bounds for phase 2 from two coordinates at a time.
#[derive(Clone, Debug)]
pub struct SmallTables {
    cosets: Cosets,
    phase1_tails: Phase1Tails,
    /// The cosets within seven turns of phase 2.
    near_phase2: Bloom,
    /// The cosets that have a tail.
    with_tail: Bloom,
    near_solved: NearSolved,
    corners_slice: Nibbles<'static>,
    corners_set: SetTable,
    edges_set: SetTable,
}

/// The length of the tails; the filter of phase 1 reaches one turn farther.
const TAIL_LENGTH: usize = 6;

impl SmallTables {
    /// Builds the tables on the calling thread.
    pub fn build() -> SmallTables {
        uncancelled(|token| SmallTables::build_with(&BuildOptions::new().cancellation(token)))
    }

    /// Builds the tables on the calling thread, unless the work is cancelled.
    ///
    /// # Errors
    ///
    /// Fails if the token of the options is cancelled first.
    pub fn build_with(options: &BuildOptions<'_>) -> Result<SmallTables, Cancelled> {
        let moves = Phase2Moves::new();
        let group = Group::new();
        options.report(0.1)?;
        let mut classes = flip_slice_classes(&group);
        options.report(0.4)?;
        let corner_classes = corner_classes(&group);
        let cosets = Cosets::taking(&Phase1Moves::new(), &mut classes);
        options.report(0.5)?;
        let phase1_tails = Phase1Tails::build(&cosets, &classes, TAIL_LENGTH);
        let near_phase2 = near_phase2(&cosets, &classes, &phase1_tails);
        options.report(0.6)?;
        let near_solved = NearSolved::build(&corner_classes);
        options.report(0.7)?;
        let corners_slice = corners_slice(&corner_classes, &moves, options)?;
        let (edge_sets, corner_sets) = (conjugated_edge_sets(), conjugated_corner_sets());
        let corners_set =
            SetTable::new(&corner_classes, &moves.corners, &moves.edge_set, edge_sets, options)?;
        options.report(0.9)?;
        let edges_set = SetTable::new(
            &ud_edge_classes(&group),
            &moves.ud_edges,
            &moves.corner_set,
            corner_sets,
            options,
        )?;
        options.report(1.0)?;
        Ok(SmallTables {
            near_phase2,
            with_tail: with_tail(&phase1_tails),
            near_solved,
            corners_slice: Nibbles::new(&corners_slice),
            corners_set,
            edges_set,
            cosets,
            phase1_tails,
        })
    }
}

/// Returns the distance of corners and slice order in phase 2, by `corners * ORDERS + slice`.
pub(super) fn corners_slice(
    classes: &Classes,
    moves: &Phase2Moves,
    options: &BuildOptions<'_>,
) -> Result<Vec<u8>, Cancelled> {
    let conjugated_slices = conjugated_slice_orders();
    let by_class = distances(classes, &moves.corners, &moves.slice_order, &conjugated_slices, options)?;
    let mut all = Vec::with_capacity(CORNERS * ORDERS);
    for corners in 0..CORNERS {
        let (class, symmetry) = classes.of(corners);
        let row = &by_class[class * ORDERS..][..ORDERS];
        all.extend(conjugated_slices.iter().map(|conjugated| row[conjugated[symmetry] as usize]));
    }
    Ok(all)
}

/// Returns the distance in phase 2 of a permutation in classes together with another coordinate. The tables are so small that only
/// cancellation is taken from the options.
fn distances(
    classes: &Classes,
    moves: &[[u16; 10]],
    other_moves: &[[u16; 10]],
    conjugated_others: &[[u16; SYMMETRIES]],
    options: &BuildOptions<'_>,
) -> Result<Vec<u8>, Cancelled> {
    let row_moves = |value: u32, turn: usize| moves[value as usize][turn] as usize;
    let product = CoordinateProduct {
        classes,
        row_moves: &row_moves,
        column_moves: other_moves,
        conjugated_columns: conjugated_others,
    };
    product.distances(&BuildOptions::new().cancellation(options.cancellation))
}

/// The distance in phase 2 of a permutation together with the positions of half of the other pieces.
#[derive(Clone, Debug)]
struct SetTable {
    /// `class << 4 | symmetry` of each permutation.
    classes: Vec<u16>,
    conjugated_sets: Vec<[u16; SYMMETRIES]>,
    distances: Nibbles<'static>,
}

impl SetTable {
    fn new(
        classes: &Classes,
        moves: &[[u16; 10]],
        set_moves: &[[u16; 10]],
        conjugated_sets: Vec<[u16; SYMMETRIES]>,
        options: &BuildOptions<'_>,
    ) -> Result<SetTable, Cancelled> {
        let distances = Nibbles::new(&distances(classes, moves, set_moves, &conjugated_sets, options)?);
        Ok(SetTable { classes: classes.packed(), conjugated_sets, distances })
    }

    #[inline]
    fn get(&self, permutation: usize, set: usize) -> u8 {
        let (class, action) = unpack_class(self.classes[permutation]);
        self.distances.get(class * SETS + self.conjugated_sets[set][action] as usize)
    }
}

impl PruningTables for SmallTables {
    const MAX_PHASE2_LENGTH: usize = 11;
    const MAX_ABOVE_BOUND: usize = 3;

    fn cosets(&self) -> &Cosets {
        &self.cosets
    }

    fn phase1_tails(&self) -> &Phase1Tails {
        &self.phase1_tails
    }

    #[inline]
    fn distance(&self, here: Coset) -> u8 {
        if self.near_phase2.may_contain(here.key()) { 0 } else { TAIL_LENGTH as u8 + 2 }
    }

    #[inline]
    fn prefetch(&self, coset: Coset) {
        self.near_phase2.prefetch(coset.key());
    }

    #[inline]
    fn distance_from_neighbour(&self, _: u8, coset: Coset) -> u8 {
        self.distance(coset)
    }

    #[inline]
    fn prefetch_tail(&self, coset: Coset) {
        self.with_tail.prefetch(coset.key());
    }

    #[inline]
    fn may_have_tail(&self, _: u8, coset: Coset) -> bool {
        self.with_tail.may_contain(coset.key())
    }

    #[inline]
    fn corners_slice(&self) -> &Nibbles<'_> {
        &self.corners_slice
    }

    #[inline]
    fn prefetch_index(&self, ud_edges: usize) {
        self.near_solved.prefetch_key(ud_edges);
    }

    #[inline]
    fn index(&self, pieces: Pieces, corners: usize, ud_edges: usize) -> u32 {
        let key = self.near_solved.key(pieces, corners, ud_edges);
        self.near_solved.prefetch(key);
        key
    }

    #[inline]
    fn edge_bound(&self, here: &Phase2State, max: u8) -> u8 {
        let &Phase2State { pieces, corners, ud_edges, index } = here;
        if max < NearSolved::BEYOND && !self.near_solved.may_contain(index) {
            return NearSolved::BEYOND;
        }
        let bound = self.corners_set.get(corners as usize, pieces.edge_set());
        if bound > max {
            return bound;
        }
        bound.max(self.edges_set.get(ud_edges as usize, pieces.corner_set()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::VecDeque;

    /// Counts the entries at each distance.
    fn histogram(distances: &[u8]) -> Vec<usize> {
        let farthest = distances.iter().copied().max().map_or(0, usize::from);
        let mut counts = vec![0; farthest + 1];
        distances.iter().for_each(|&distance| counts[distance as usize] += 1);
        counts
    }

    #[test]
    fn distances_of_corners_and_slice_agree_with_a_search_without_classes() {
        let moves = Phase2Moves::new();
        let distances = corners_slice(&corner_classes(&Group::new()), &moves, &BuildOptions::new()).unwrap();
        assert_eq!(distances, plain_distances(&moves.corners, &moves.slice_order));
        let corners = histogram(&distances);
        assert_eq!(corners.iter().sum::<usize>(), 967_680); // 8! · 4!
        assert_eq!(
            corners,
            [
                1, 10, 67, 404, 2023, 8504, 28_545, 69_734, 127_540, 179_700, 189_120, 199_200, 116_112,
                44_416, 2304
            ]
        );
    }

    /// Returns distances from 0 in both coordinates by breadth-first search without classes, by `first * seconds + second`.
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
    fn distances_of_sets_agree_with_a_search_without_classes() {
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
