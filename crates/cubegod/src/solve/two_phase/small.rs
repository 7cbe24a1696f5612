//! Small tables: made in a tenth of a second, for a single cube or while the large ones are being built.

use super::coordinates::{CORNERS, FLIPS, ORDERS, PLACES, TWISTS, UD_EDGES};
use super::moves::{MoveTables, PHASE2};
use super::search::{Lookup, Phase1};

/// Lower bounds from two coordinates at a time: 4 MB besides the move tables.
#[derive(Clone, Debug)]
pub struct SmallTables {
    moves: MoveTables,
    twist_slice: Vec<u8>,
    flip_slice: Vec<u8>,
    corners_slice: Vec<u8>,
    edges_slice: Vec<u8>,
}

impl SmallTables {
    /// Builds all of them.
    pub fn build() -> SmallTables {
        let moves = MoveTables::new();
        let twist_slice = distances(TWISTS, PLACES, 18, |twist, slice, turn| {
            (moves.twist[twist][turn], moves.slice[slice][turn])
        });
        let flip_slice = distances(FLIPS, PLACES, 18, |flip, slice, turn| {
            (moves.flip[flip][turn], moves.slice[slice][turn])
        });
        let edges_slice = distances(UD_EDGES, ORDERS, 10, |edges, slice, turn| {
            (moves.ud_edges[edges][turn], moves.ordered_slice[slice][PHASE2[turn].index()])
        });
        SmallTables { twist_slice, flip_slice, corners_slice: corners_slice(&moves), edges_slice, moves }
    }
}

/// The distance of corners and slice order in phase 2, by `corners * ORDERS + slice`.
pub(super) fn corners_slice(moves: &MoveTables) -> Vec<u8> {
    distances(CORNERS, ORDERS, 10, |corners, slice, turn| {
        let turn = PHASE2[turn].index();
        (moves.corners[corners][turn], moves.ordered_slice[slice][turn])
    })
}

/// Breadth first over two coordinates from both at 0; by `first * seconds + second`.
fn distances(
    firsts: usize,
    seconds: usize,
    turns: usize,
    turned: impl Fn(usize, usize, usize) -> (u16, u16),
) -> Vec<u8> {
    let mut distances = vec![u8::MAX; firsts * seconds];
    distances[0] = 0;
    let mut layer = vec![0u32];
    let mut distance = 0;
    while !layer.is_empty() {
        distance += 1;
        let mut next = Vec::with_capacity(layer.len() * 4);
        for index in layer {
            let (first, second) = (index as usize / seconds, index as usize % seconds);
            for turn in 0..turns {
                let (first, second) = turned(first, second, turn);
                let there = first as usize * seconds + second as usize;
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

impl Lookup for SmallTables {
    fn moves(&self) -> &MoveTables {
        &self.moves
    }

    #[inline]
    fn distance(&self, here: Phase1) -> u8 {
        let slice = here.slice as usize;
        let twist = self.twist_slice[here.twist as usize * PLACES + slice];
        twist.max(self.flip_slice[here.flip as usize * PLACES + slice])
    }

    #[inline]
    fn neighbours(&self, here: Phase1, _: u8, turns: &[u8], bounds: &mut [u8; 18]) {
        for &turn in turns {
            bounds[turn as usize] = self.distance(here.turned(&self.moves, turn as usize));
        }
    }

    #[inline]
    fn corners_slice(&self, corners: usize, slice: usize) -> u8 {
        self.corners_slice[corners * ORDERS + slice]
    }

    #[inline]
    fn edges(&self, _: usize, slice: usize, ud_edges: usize) -> u8 {
        self.edges_slice[ud_edges * ORDERS + slice]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn histogram(distances: &[u8]) -> Vec<usize> {
        let mut counts = vec![0; distances.iter().max().map_or(0, |&most| most as usize + 1)];
        distances.iter().for_each(|&distance| counts[distance as usize] += 1);
        counts
    }

    #[test]
    fn the_distances_of_single_coordinates_are_the_published_ones() {
        let moves = MoveTables::new();
        let twist = distances(TWISTS, 1, 18, |twist, _, turn| (moves.twist[twist][turn], 0));
        assert_eq!(histogram(&twist), [1, 4, 34, 186, 816, 1018, 128]);
        let flip = distances(FLIPS, 1, 18, |flip, _, turn| (moves.flip[flip][turn], 0));
        assert_eq!(histogram(&flip), [1, 2, 25, 202, 620, 900, 285, 13]);
    }

    #[test]
    fn every_pair_of_coordinates_is_reached() {
        let tables = SmallTables::build();
        for table in [&tables.twist_slice, &tables.flip_slice, &tables.corners_slice, &tables.edges_slice] {
            assert!(!table.contains(&u8::MAX));
            assert_eq!(table.iter().filter(|&&distance| distance == 0).count(), 1);
        }
    }
}
