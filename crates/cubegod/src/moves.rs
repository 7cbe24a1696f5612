//! Moves and sequences of moves.
//!
//! A [`Move`] is a set of layers and an angle; an [`Alg`] is a sequence of moves. [`str::parse`] reads an `Alg` and `Display`
//! writes it; [`geometry`](crate::geometry) defines its effect on a cube of any size.
//!
//! ```
//! use cubegod::moves::Metric;
//! use cubegod::{Alg, Size};
//!
//! let alg: Alg = "[R: U2] (F D)2 Rw'".parse().unwrap();
//! assert_eq!(alg.to_string(), "R U2 R' F D F D Rw'");
//! assert_eq!(alg.length(Metric::Htm), 8);
//! assert_eq!("R L R'".parse::<Alg>().unwrap().simplified(Size::THREE).to_string(), "L");
//! ```

mod alg;
mod effect;
mod end_constraints;
mod face_set;
mod metric;
mod notation;
pub mod rotate;
mod simplify;
mod turn;

#[cfg(test)]
mod testing;

pub use crate::text::TextPosition;
pub use alg::Alg;
pub use end_constraints::EndConstraints;
pub use face_set::{FaceSet, FaceSetError};
pub use metric::{Metric, MetricError};
pub use notation::{AlgError, MAX_COUNT, MAX_DEPTH, MAX_MOVES};
pub use turn::FaceTurn;

use crate::geometry::{Axis, Face, LayerTurn, Size, Symmetry};

/// A middle slice.
#[derive(Copy, Clone, Debug, Eq, PartialEq, Hash)]
pub enum Slice {
    /// Between L and R, turning as L does.
    M,
    /// Between U and D, turning as D does.
    E,
    /// Between F and B, turning as F does.
    S,
}

impl Slice {
    /// All slices.
    pub const ALL: [Slice; 3] = [Slice::M, Slice::E, Slice::S];

    /// Returns the face in whose direction the slice turns.
    pub const fn follows(self) -> Face {
        match self {
            Slice::M => Face::L,
            Slice::E => Face::D,
            Slice::S => Face::F,
        }
    }

    /// Returns the slice about this axis.
    pub const fn of_axis(axis: Axis) -> Slice {
        match axis {
            Axis::X => Slice::M,
            Axis::Y => Slice::E,
            Axis::Z => Slice::S,
        }
    }
}

/// The layers that a move turns.
#[derive(Copy, Clone, Debug, Eq, PartialEq, Hash)]
pub enum Layers {
    /// One outer layer: `R`.
    Face(Face),
    /// This many layers from a face, at least two: `Rw`, `3Rw`.
    Wide(Face, u8),
    /// A range of inner layers, counted from 1 at the face: `2R`, `2-3R`.
    Inner(Face, u8, u8),
    /// The middle layer: `M`.
    Slice(Slice),
    /// The whole cube: `x`.
    Rotation(Axis),
}

/// The angle of a move, clockwise as seen from its face.
#[derive(Copy, Clone, Debug, Eq, PartialEq, Hash, PartialOrd, Ord)]
#[repr(u8)]
pub enum Turns {
    /// A clockwise quarter turn.
    Clockwise = 1,
    /// A half turn.
    Half = 2,
    /// A counter-clockwise quarter turn.
    Counterclockwise = 3,
}

impl Turns {
    /// All three angles.
    pub const ALL: [Turns; 3] = [Turns::Clockwise, Turns::Half, Turns::Counterclockwise];

    /// Returns the number of clockwise quarter turns: 1, 2 or 3.
    pub const fn quarters(self) -> u8 {
        self as u8
    }

    /// Converts any number of clockwise quarter turns; `None` for a full turn.
    pub const fn from_quarters(quarters: i64) -> Option<Turns> {
        match quarters.rem_euclid(4) {
            1 => Some(Turns::Clockwise),
            2 => Some(Turns::Half),
            3 => Some(Turns::Counterclockwise),
            _ => None,
        }
    }

    /// Returns the turn in the opposite direction.
    pub const fn inverse(self) -> Turns {
        match self {
            Turns::Clockwise => Turns::Counterclockwise,
            Turns::Half => Turns::Half,
            Turns::Counterclockwise => Turns::Clockwise,
        }
    }
}

/// One move.
///
/// # Examples
///
/// ```
/// use cubegod::Move;
/// use cubegod::geometry::Face;
/// use cubegod::moves::{Layers, Turns};
///
/// let one: Move = "3Rw2".parse()?;
/// assert_eq!(one, Move { layers: Layers::Wide(Face::R, 3), turns: Turns::Half });
/// assert_eq!(Move::face(Face::U, Turns::Clockwise).inverse().to_string(), "U'");
/// # Ok::<(), cubegod::AlgError>(())
/// ```
#[derive(Copy, Clone, Debug, Eq, PartialEq, Hash)]
pub struct Move {
    /// The layers.
    pub layers: Layers,
    /// The angle.
    pub turns: Turns,
}

/// The error for a move of a layer that a cube does not have.
#[derive(Clone, Debug, Eq, PartialEq, thiserror::Error)]
#[error("a {size} cube has no layer for the move {turn}")]
pub struct NoSuchLayer {
    /// The size of the cube.
    pub size: Size,
    /// The move.
    pub turn: Move,
}

impl Move {
    /// Returns a turn of one outer layer.
    pub const fn face(face: Face, turns: Turns) -> Move {
        Move { layers: Layers::Face(face), turns }
    }

    /// Returns a rotation of the whole cube.
    pub const fn rotation(axis: Axis, turns: Turns) -> Move {
        Move { layers: Layers::Rotation(axis), turns }
    }

    /// Returns the inverse move.
    pub const fn inverse(self) -> Move {
        Move { layers: self.layers, turns: self.turns.inverse() }
    }

    /// Returns the face from which the direction of the turn is defined.
    pub const fn seen_from(self) -> Face {
        match self.layers {
            Layers::Face(face) | Layers::Wide(face, _) | Layers::Inner(face, _, _) => face,
            Layers::Slice(slice) => slice.follows(),
            Layers::Rotation(axis) => axis.face(),
        }
    }

    /// Returns the layers that turn on a cube of this size.
    ///
    /// # Errors
    ///
    /// Fails if a cube of this size does not have these layers.
    pub fn layer_turn(self, size: Size) -> Result<LayerTurn, NoSuchLayer> {
        let layers = size.layers() as u8;
        let face = self.seen_from();
        // Counted from 0 at the face the move is named after.
        let (first, last) = match self.layers {
            Layers::Face(_) => (0, 0),
            Layers::Wide(_, width) => (0, width.wrapping_sub(1)),
            Layers::Inner(_, first, last) => (first.wrapping_sub(1), last.wrapping_sub(1)),
            Layers::Slice(_) if layers % 2 == 1 => (layers / 2, layers / 2),
            Layers::Slice(_) => (layers, layers),
            Layers::Rotation(_) => (0, layers - 1),
        };
        if first > last || last >= layers {
            return Err(NoSuchLayer { size, turn: self });
        }
        let (first, last, quarters) = if face.is_positive() {
            (first, last, self.turns.quarters())
        } else {
            (layers - 1 - last, layers - 1 - first, self.turns.inverse().quarters())
        };
        Ok(LayerTurn { axis: face.axis(), first, last, quarters })
    }

    /// Conjugates the move by a symmetry of the cube; a reflection turns the other way.
    pub fn conjugated_by(self, symmetry: Symmetry) -> Move {
        let face = symmetry.face(self.seen_from());
        let turns = if symmetry.is_reflection() { self.turns.inverse() } else { self.turns };
        let along = |named: Face| if named == face { turns } else { turns.inverse() };
        match self.layers {
            Layers::Face(_) => Move { layers: Layers::Face(face), turns },
            Layers::Wide(_, width) => Move { layers: Layers::Wide(face, width), turns },
            Layers::Inner(_, first, last) => Move { layers: Layers::Inner(face, first, last), turns },
            Layers::Slice(_) => {
                let slice = Slice::of_axis(face.axis());
                Move { layers: Layers::Slice(slice), turns: along(slice.follows()) }
            }
            Layers::Rotation(_) => {
                Move { layers: Layers::Rotation(face.axis()), turns: along(face.axis().face()) }
            }
        }
    }
}
