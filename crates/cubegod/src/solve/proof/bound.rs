//! How many turns a cube needs at least.

use crate::cube::{Conjugation, Cube2, Cube3};
use crate::geometry::{Axis, Symmetry};
use crate::moves::FaceTurn;
use crate::solve::pocket::PocketTable;
use crate::solve::two_phase::{Phase1, Sight};

/// No cube is farther from phase 2, along any axis: where more turns are left, no bound is of any use.
pub(super) const FARTHEST: u8 = 12;

/// The axes along which a cube is looked at: how it is turned so that each of them is U-D.
#[derive(Debug)]
pub(super) struct Axes {
    names: [Conjugation; 3],
    /// Each turn as it is called then.
    turns: [[FaceTurn; FaceTurn::COUNT]; 3],
}

impl Axes {
    pub(super) fn new() -> Axes {
        // About the diagonal from URF to DBL.
        let once = Symmetry::rotation(Axis::Y, 1).compose(Symmetry::rotation(Axis::X, 1));
        let rotations = [Symmetry::IDENTITY, once, once.compose(once)];
        let renamed = |rotation: Symmetry| {
            FaceTurn::ALL.map(|turn| FaceTurn::new(rotation.face(turn.face()), turn.turns()))
        };
        Axes { names: rotations.map(Conjugation::new), turns: rotations.map(renamed) }
    }

    /// A turn as it is called along an axis.
    #[inline]
    pub(super) fn turn(&self, axis: usize, turn: FaceTurn) -> FaceTurn {
        self.turns[axis][turn.index()]
    }

    pub(super) fn sights(&self, phase1: &impl Phase1, cube: &Cube3) -> [Sight; 3] {
        [0, 1, 2].map(|axis| self.sight(phase1, cube, axis))
    }

    fn sight(&self, phase1: &impl Phase1, cube: &Cube3, axis: usize) -> Sight {
        phase1.sight(&cube.conjugated_with(&self.names[axis]))
    }

    /// Whether so many turns may solve a cube, as far as its inverse tells.
    pub(super) fn may_be_solved_backwards(&self, phase1: &impl Phase1, cube: &Cube3, left: u8) -> bool {
        if left > FARTHEST {
            return true;
        }
        let inverse = cube.inverse();
        let mut distances = [0; 3];
        for (axis, distance) in distances.iter_mut().enumerate() {
            *distance = self.sight(phase1, &inverse, axis).distance();
            if *distance > left {
                return false;
            }
        }
        bound(distances) <= left
    }
}

/// So many turns are needed at least by a cube that is so far from phase 2 along the three axes.
///
/// It has to come to phase 2 along each, and a turn before the last one it is there along one of them already.
#[inline]
pub(super) fn bound(distances: [u8; 3]) -> u8 {
    let [first, second, third] = distances;
    let (farthest, nearest) = (first.max(second).max(third), first.min(second).min(third));
    // A cube that may be in phase 2 along some axis may be solved already, with no last turn.
    if nearest == 0 { farthest } else { farthest.max(nearest + 1) }
}

/// So many moves are needed at least for the corners, however the cube is held in the end.
#[inline]
pub(super) fn corners_distance(table: &PocketTable, cube: &Cube3) -> u8 {
    // The corners of a real cube are always a real pocket cube.
    Cube2::new(*cube.corners()).map_or(0, |corners| table.distance(&corners))
}
