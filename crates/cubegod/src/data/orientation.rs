//! The 24 orientations of a cube, each named by the faces that it brings up and to the front.

use crate::geometry::{Face, Symmetry};

/// An orientation relative to the current one: the face to bring up and the face to bring to the front.
#[derive(Copy, Clone, Debug, Eq, PartialEq, Hash, PartialOrd, Ord)]
pub struct Orientation {
    up: Face,
    front: Face,
}

/// The error for two faces that cannot be up and in front at once.
#[derive(Copy, Clone, Debug, Eq, PartialEq, thiserror::Error)]
pub enum OrientationError {
    /// The faces are the same.
    #[error("one face cannot be up and in front at once")]
    Same,
    /// The faces are opposite.
    #[error("opposite faces cannot be up and in front at once")]
    Opposite,
}

impl Orientation {
    /// The current orientation.
    pub const AS_IT_IS: Orientation = Orientation { up: Face::U, front: Face::F };

    /// Returns the orientation with these faces up and in front.
    ///
    /// # Errors
    ///
    /// Fails if the two faces are the same or opposite.
    pub fn new(up: Face, front: Face) -> Result<Orientation, OrientationError> {
        if up == front {
            Err(OrientationError::Same)
        } else if up.axis() == front.axis() {
            Err(OrientationError::Opposite)
        } else {
            Ok(Orientation { up, front })
        }
    }

    /// Returns all 24 orientations, the current one first.
    pub fn all() -> impl Iterator<Item = Orientation> {
        let pairs = Face::ALL.into_iter().flat_map(|up| Face::ALL.map(|front| Orientation::new(up, front)));
        let others = pairs.flatten().filter(|&one| one != Orientation::AS_IT_IS);
        std::iter::once(Orientation::AS_IT_IS).chain(others)
    }

    /// Returns the face that goes up.
    pub const fn up(self) -> Face {
        self.up
    }

    /// Returns the face that goes to the front.
    pub const fn front(self) -> Face {
        self.front
    }

    /// Returns the rotation of the whole cube that brings the two faces up and to the front.
    pub fn rotation(self) -> Symmetry {
        Symmetry::rotation_to_up_front(self.up, self.front).expect("its faces are neighbours").inverse()
    }
}
