//! A 3x3 with its first layer at the bottom, as lessons name its pieces.

use super::pieces::{Pieces, transformed_place};
use crate::methods::hold::{Hold, Piece};
use cubegod::Centres;
use cubegod::color::Color;
use cubegod::cube::Cube3;
use cubegod::geometry::{Face, Symmetry};

/// A cube rotated so that its first layer is at the bottom.
pub(super) struct OrientedCube {
    /// The rotation from the given orientation.
    pub(super) rotation: Symmetry,
    pub(super) pieces: Pieces,
    pub(super) colors: [Color; 6],
}

impl OrientedCube {
    pub(super) fn new(cube: &Cube3, centres: Centres, first: Face) -> OrientedCube {
        let is_below = |rotation: &Symmetry| rotation.face(first) == Face::D;
        let rotation = Symmetry::ROTATIONS.into_iter().find(is_below).expect("every face can be below");
        let (cube, back) = (cube.conjugated_by(rotation), rotation.inverse());
        OrientedCube {
            rotation,
            pieces: Pieces { corners: *cube.corners(), edges: *cube.edges() },
            colors: Face::ALL.map(|face| centres.color(back.face(face))),
        }
    }

    /// Converts a piece named in the given orientation.
    pub(super) fn piece(&self, given: Piece) -> Piece {
        transformed_place(given, self.rotation)
    }

    /// Returns the rotation from this orientation into a hold.
    pub(super) fn hold(&self, hold: Hold) -> Symmetry {
        self.rotation.inverse().compose(hold.rotation())
    }
}
