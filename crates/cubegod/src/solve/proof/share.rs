//! The first turns, so that several can work on the rest.

use super::bound::Axes;
use super::positions::{Position, turns_from};
use crate::cube::Cube3;
use crate::geometry::Symmetry;
use crate::moves::FaceTurn;
use crate::solve::optimal::Count;
use crate::solve::two_phase::Phase1;
use std::collections::HashSet;

/// So many turns are made before the work is shared: that is 3240 shares for most cubes.
const FIRST_TURNS: usize = 3;

/// With so few moves left a share is not worth sharing: milliseconds.
const FEW_MOVES: u8 = 11;

/// A part of the work.
#[derive(Clone, Debug)]
pub(super) struct Share {
    /// What led there.
    pub(super) turns: Vec<FaceTurn>,
    pub(super) position: Position,
}

/// Every position after the first turns, with what is left of `moves`; together they are all there is to look at.
pub(super) fn shares(phase1: &impl Phase1, axes: &Axes, cube: &Cube3, moves: u8, count: Count) -> Vec<Share> {
    let start = Position { cube: *cube, sights: axes.sights(phase1, cube), left: moves, last: None };
    let mut shares = vec![Share { turns: Vec::new(), position: start }];
    for _ in 0..FIRST_TURNS {
        shares = shares.into_iter().flat_map(|share| longer(phase1, axes, share, count)).collect();
    }
    if is_symmetric(cube) { without_images(shares) } else { shares }
}

/// The parts of a share that begin with each turn; where few moves are left, it stays as it is.
fn longer(phase1: &impl Phase1, axes: &Axes, share: Share, count: Count) -> Vec<Share> {
    let here = &share.position;
    if here.left <= FEW_MOVES {
        return vec![share];
    }
    let after = |(turn, left): (FaceTurn, u8)| {
        let cube = here.cube.apply_turn(turn);
        let position = Position { cube, sights: axes.sights(phase1, &cube), left, last: Some(turn) };
        Share { turns: share.turns.iter().copied().chain([turn]).collect(), position }
    };
    turns_from(here, count).map(after).collect()
}

/// All that symmetries make of a cube and its inverse; the first is the cube.
fn images(cube: &Cube3) -> impl Iterator<Item = Cube3> {
    let (cube, inverse) = (*cube, cube.inverse());
    Symmetry::ALL
        .into_iter()
        .flat_map(move |symmetry| [cube.conjugated_by(symmetry), inverse.conjugated_by(symmetry)])
}

/// Whether some turns of a cube are as good as others. (A symmetry that makes its inverse of it is of no use here: it says
/// which last turns are as good as which first ones.)
fn is_symmetric(cube: &Cube3) -> bool {
    Symmetry::ALL.into_iter().filter(|&symmetry| cube.conjugated_by(symmetry) == *cube).count() > 1
}

/// One of all shares whose cubes are images of one another, of those with as many moves left.
///
/// The images of a cube all need as many moves as it does, so that one tells of all. But then nothing may be ruled out because
/// of the turns that led there: another image was reached by others.
fn without_images(shares: Vec<Share>) -> Vec<Share> {
    let key = |cube: Cube3| (cube.corners().codes(), cube.edges().codes());
    let mut seen = HashSet::new();
    let is_new = |Share { position: Position { cube, left, .. }, .. }: &Share| {
        seen.insert((images(cube).map(key).min(), *left))
    };
    let free = |share: Share| Share { position: Position { last: None, ..share.position }, ..share };
    shares.into_iter().filter(is_new).map(free).collect()
}
