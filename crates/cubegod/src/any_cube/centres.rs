//! The centres of a 3x3.

use crate::color::Color;
use crate::cube::centre;
use crate::geometry::{Face, Symmetry};

/// The colours of the six centres of a 3x3: its orientation, and its colour scheme if that is not the standard one.
#[derive(Copy, Clone, Debug, Eq, PartialEq, Hash)]
pub struct Centres([Color; 6]);

impl Centres {
    /// The standard scheme with white up and green in front.
    pub const STANDARD: Centres = Centres(Color::ALL);

    /// Returns the centres with these colours, in the order U R F D L B; `None` if a colour occurs twice.
    pub fn new(colors: [Color; 6]) -> Option<Centres> {
        Color::ALL.iter().all(|color| colors.contains(color)).then_some(Centres(colors))
    }

    /// Returns the centres of the stickers of a legal cube.
    pub(super) fn of(facelets: &[Color; 54]) -> Centres {
        Centres(Face::ALL.map(|face| facelets[centre(face)]))
    }

    /// Returns the colour of a face's centre.
    pub fn color(self, face: Face) -> Color {
        self.0[face.index()]
    }

    /// Returns the face whose centre has a colour.
    pub fn face(self, color: Color) -> Face {
        Face::ALL.into_iter().find(|&face| self.color(face) == color).expect("centres have every colour")
    }

    /// Returns the rotation of the whole cube that moves these centres to the places of `other`; `None` if the colour schemes
    /// differ.
    pub fn rotation_to(self, other: Centres) -> Option<Symmetry> {
        let matches = |rotation: &Symmetry| {
            Face::ALL.iter().all(|&face| other.color(rotation.face(face)) == self.color(face))
        };
        Symmetry::ROTATIONS.into_iter().find(matches)
    }
}
