//! Shortest solutions of cubes within eight turns of solved.
//!
//! The cubes within four turns of solved are listed; a search has to come to one of them. It goes only where all three axes
//! say that phase 2 may be near enough.

use super::cosets::Coset;
use super::guide::Guide;
use super::looks::axis_rotations;
use super::symmetry::renamed_turn;
use crate::cube::Cube3;
use crate::moves::FaceTurn;
use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::sync::LazyLock;

/// So far from solved the list goes.
const LISTED: u8 = 4;

/// Deeper than this a two-phase solution is looked for instead.
pub(super) const DEEPEST: u8 = 2 * LISTED;

/// Every cube within four turns of solved, with its distance; made when the first near cube comes.
static NEAR: LazyLock<HashMap<Cube3, u8>> = LazyLock::new(|| {
    let mut near = HashMap::from([(Cube3::SOLVED, 0)]);
    let mut layer = vec![Cube3::SOLVED];
    for distance in 1..=LISTED {
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

struct Probe<'a, T> {
    tables: &'a T,
    /// Each turn as it looks along each axis.
    renamed: [[u8; 18]; 3],
    path: Vec<FaceTurn>,
}

/// A shortest solution, if the cube is at most so many turns from solved; `upright` is the cube along each axis.
pub(super) fn probe(tables: &impl Guide, upright: [Cube3; 3], deepest: u8) -> Option<Vec<FaceTurn>> {
    let here = upright.map(|cube| tables.cosets().of(&cube));
    let distances = here.map(|coset| tables.distance(coset));
    let least = distances.into_iter().max().unwrap_or(0);
    let renamed = axis_rotations().map(|rotation| FaceTurn::ALL.map(|turn| renamed_turn(turn, rotation)));
    let mut probe = Probe { tables, renamed, path: Vec::new() };
    for depth in least..=deepest {
        if probe.search(&upright[0], here, distances, depth) {
            return Some(probe.path);
        }
    }
    None
}

impl<T: Guide> Probe<'_, T> {
    /// Whether there is a solution of exactly this many more turns; it is then in `path`.
    fn search(&mut self, cube: &Cube3, here: [Coset; 3], distances: [u8; 3], remaining: u8) -> bool {
        if remaining <= LISTED {
            let is_there = NEAR.get(cube) == Some(&remaining);
            if is_there {
                self.go_home(*cube, remaining);
            }
            return is_there;
        }
        for turn in FaceTurn::ALL {
            if self.path.last().is_some_and(|&last| !turn.may_follow(last)) {
                continue;
            }
            let there: [Coset; 3] = std::array::from_fn(|axis| {
                let named = self.renamed[axis][turn.index()] as usize;
                let seen = self.tables.cosets().group.turn[here[axis].symmetry as usize][named];
                self.tables.cosets().turned(here[axis], seen as usize)
            });
            let next: [u8; 3] =
                std::array::from_fn(|axis| self.tables.distance_beside(distances[axis], there[axis]));
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

    /// Follows the list to solved.
    fn go_home(&mut self, mut cube: Cube3, distance: u8) {
        for left in (0..distance).rev() {
            let is_closer = |turn: &FaceTurn| NEAR.get(&cube.apply_turn(*turn)) == Some(&left);
            let Some(turn) = FaceTurn::ALL.into_iter().find(is_closer) else { return };
            self.path.push(turn);
            cube = cube.apply_turn(turn);
        }
    }
}
