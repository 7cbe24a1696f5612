//! Optimal solutions of cubes within eight turns of solved.
//!
//! A table has all cubes within four turns of solved, and an IDA* search over at most four turns has to reach one of them. It is
//! pruned by the distances to phase 2 along all three axes.

use super::cosets::Coset;
use super::pruning_tables::PruningTables;
use super::search_roots::axis_rotations;
use super::symmetry::conjugated_turn;
use crate::cube::Cube3;
use crate::moves::FaceTurn;
use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::sync::LazyLock;

/// The distance of the farthest cubes in the table.
const TABLE_DEPTH: u8 = 4;

/// The distance within which cubes are solved optimally.
pub(super) const MAX_DEPTH: u8 = 2 * TABLE_DEPTH;

/// Every cube within four turns of solved, with its distance; built on first use.
static NEAR: LazyLock<HashMap<Cube3, u8>> = LazyLock::new(|| {
    let mut near = HashMap::from([(Cube3::SOLVED, 0)]);
    let mut layer = vec![Cube3::SOLVED];
    for distance in 1..=TABLE_DEPTH {
        let turned = layer.iter().flat_map(|cube| FaceTurn::ALL.map(|turn| cube.apply_turn(turn)));
        let mut is_new = |cube: &Cube3| match near.entry(*cube) {
            Entry::Vacant(place) => {
                place.insert(distance);
                true
            }
            Entry::Occupied(_) => false,
        };
        layer = turned.filter(&mut is_new).collect();
    }
    near
});

struct ShortestSearch<'a, T> {
    tables: &'a T,
    /// The turns conjugated to each axis.
    conjugated: [[u8; 18]; 3],
    path: Vec<FaceTurn>,
}

/// Returns an optimal solution of a cube within [`MAX_DEPTH`] turns of solved; `along_axes` is the cube along each axis.
pub(super) fn shortest_solution(
    tables: &impl PruningTables,
    along_axes: [Cube3; 3],
) -> Option<Vec<FaceTurn>> {
    let here = along_axes.map(|cube| tables.cosets().of(&cube));
    let distances = here.map(|coset| tables.distance(coset));
    let lower_bound = distances.into_iter().max().unwrap_or(0);
    let conjugated =
        axis_rotations().map(|rotation| FaceTurn::ALL.map(|turn| conjugated_turn(turn, rotation)));
    let mut search = ShortestSearch { tables, conjugated, path: Vec::new() };
    for depth in lower_bound..=MAX_DEPTH {
        if search.search(&along_axes[0], here, distances, depth) {
            return Some(search.path);
        }
    }
    None
}

impl<T: PruningTables> ShortestSearch<'_, T> {
    /// Returns whether there is a solution of exactly this many more turns, which is then in `path`.
    fn search(&mut self, cube: &Cube3, here: [Coset; 3], distances: [u8; 3], remaining: u8) -> bool {
        if remaining <= TABLE_DEPTH {
            let is_found = NEAR.get(cube) == Some(&remaining);
            if is_found {
                self.finish(*cube, remaining);
            }
            return is_found;
        }
        for turn in FaceTurn::ALL {
            if self.path.last().is_some_and(|&last| !turn.may_follow(last)) {
                continue;
            }
            let there: [Coset; 3] = std::array::from_fn(|axis| {
                let along_axis = self.conjugated[axis][turn.index()] as usize;
                let in_frame = self.tables.cosets().group.turn[here[axis].symmetry as usize][along_axis];
                self.tables.cosets().apply(here[axis], in_frame as usize)
            });
            let next: [u8; 3] =
                std::array::from_fn(|axis| self.tables.distance_from_neighbour(distances[axis], there[axis]));
            if next.iter().any(|&bound| bound >= remaining) {
                continue;
            }
            self.path.push(turn);
            if self.search(&cube.apply_turn(turn), there, next, remaining - 1) {
                return true;
            }
            self.path.pop();
        }
        false
    }

    /// Appends the turns from a cube in the table to the solved cube.
    fn finish(&mut self, mut cube: Cube3, distance: u8) {
        for left in (0..distance).rev() {
            let is_closer = |turn: &FaceTurn| NEAR.get(&cube.apply_turn(*turn)) == Some(&left);
            let Some(turn) = FaceTurn::ALL.into_iter().find(is_closer) else { return };
            self.path.push(turn);
            cube = cube.apply_turn(turn);
        }
    }
}
