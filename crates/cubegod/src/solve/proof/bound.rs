//! Lower bounds for the length of solutions.

use crate::cube::{Conjugation, Cube2, Cube3};
use crate::geometry::{Axis, Symmetry};
use crate::moves::FaceTurn;
use crate::solve::pocket::PocketTable;
use crate::solve::two_phase::{Phase1, Phase1State};

/// The largest distance to phase 2: if more turns are left, the bounds exclude nothing.
pub(super) const MAX_DISTANCE: u8 = 12;

/// The rotations that map each of the three axes to U-D.
#[derive(Debug)]
pub(super) struct Axes {
    conjugations: [Conjugation; 3],
    /// The image of each turn under these rotations.
    turns: [[FaceTurn; FaceTurn::COUNT]; 3],
}

impl Axes {
    pub(super) fn new() -> Axes {
        // The rotation about the diagonal from URF to DBL.
        let once = Symmetry::rotation(Axis::Y, 1).compose(Symmetry::rotation(Axis::X, 1));
        let rotations = [Symmetry::IDENTITY, once, once.compose(once)];
        let rotated = |rotation: Symmetry| {
            FaceTurn::ALL.map(|turn| FaceTurn::new(rotation.face(turn.face()), turn.turns()))
        };
        Axes { conjugations: rotations.map(Conjugation::new), turns: rotations.map(rotated) }
    }

    /// Returns the image of a turn for an axis.
    #[inline]
    pub(super) fn turn(&self, axis: usize, turn: FaceTurn) -> FaceTurn {
        self.turns[axis][turn.index()]
    }

    pub(super) fn phase1_states(&self, phase1: &impl Phase1, cube: &Cube3) -> [Phase1State; 3] {
        [0, 1, 2].map(|axis| self.phase1_state(phase1, cube, axis))
    }

    fn phase1_state(&self, phase1: &impl Phase1, cube: &Cube3, axis: usize) -> Phase1State {
        phase1.phase1_state(&cube.conjugated_with(&self.conjugations[axis]))
    }

    /// Returns whether the bounds of the inverse allow a solution with this many turns.
    pub(super) fn may_be_solved_backwards(&self, phase1: &impl Phase1, cube: &Cube3, left: u8) -> bool {
        if left > MAX_DISTANCE {
            return true;
        }
        let inverse = cube.inverse();
        let mut distances = [0; 3];
        for (axis, distance) in distances.iter_mut().enumerate() {
            *distance = self.phase1_state(phase1, &inverse, axis).distance();
            if *distance > left {
                return false;
            }
        }
        bound(distances) <= left
    }
}

/// Returns a lower bound from the distances to phase 2 along the three axes.
///
/// A solution reaches phase 2 along each axis, and along one of them a turn before its end.
#[inline]
pub(super) fn bound(distances: [u8; 3]) -> u8 {
    let [first, second, third] = distances;
    let (farthest, nearest) = (first.max(second).max(third), first.min(second).min(third));
    // At distance 0 along some axis the cube may be solved, without a last turn.
    if nearest == 0 { farthest } else { farthest.max(nearest + 1) }
}

/// Returns the number of moves that the corners need, in any orientation of the whole cube.
#[inline]
pub(super) fn corners_distance(table: &PocketTable, cube: &Cube3) -> u8 {
    // The corners of a legal cube are a legal pocket cube.
    Cube2::new(*cube.corners()).map_or(0, |corners| table.distance(&corners))
}
