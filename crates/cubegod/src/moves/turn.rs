//! The 18 face turns, numbered for tables.

use super::{Layers, Move, Turns};
use crate::geometry::{Face, LayerTurn, Symmetry};

/// One of the 18 face turns, numbered U U2 U' R R2 R' … B': `3 * face + quarters - 1`.
///
/// # Examples
///
/// ```
/// use cubegod::geometry::Face;
/// use cubegod::moves::{FaceTurn, Turns};
///
/// let turn = FaceTurn::new(Face::R, Turns::Half);
/// assert_eq!((turn.index(), turn.to_string()), (4, "R2".to_owned()));
/// assert_eq!(FaceTurn::from_index(4), Some(turn));
/// ```
#[derive(Copy, Clone, Debug, Eq, PartialEq, Hash, PartialOrd, Ord)]
pub struct FaceTurn(u8);

impl FaceTurn {
    /// The number of face turns.
    pub const COUNT: usize = 18;

    /// All face turns in order.
    pub const ALL: [FaceTurn; 18] = {
        let mut all = [FaceTurn(0); 18];
        let mut i = 0;
        while i < 18 {
            all[i] = FaceTurn(i as u8);
            i += 1;
        }
        all
    };

    /// Returns the turn of a face by an angle.
    pub const fn new(face: Face, turns: Turns) -> FaceTurn {
        FaceTurn(face as u8 * 3 + turns.quarters() - 1)
    }

    /// Returns the number of the turn, below 18.
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// Returns the turn with this number; `None` from 18 on.
    pub const fn from_index(index: usize) -> Option<FaceTurn> {
        if index < 18 { Some(FaceTurn(index as u8)) } else { None }
    }

    /// Returns the face.
    pub const fn face(self) -> Face {
        Face::ALL[self.0 as usize / 3]
    }

    /// Returns the angle.
    pub const fn turns(self) -> Turns {
        Turns::ALL[self.0 as usize % 3]
    }

    /// Returns the inverse turn.
    pub const fn inverse(self) -> FaceTurn {
        FaceTurn::new(self.face(), self.turns().inverse())
    }

    /// Conjugates the turn by a symmetry; a reflection reverses its direction.
    pub fn conjugated_by(self, symmetry: Symmetry) -> FaceTurn {
        let turns = if symmetry.is_reflection() { self.turns().inverse() } else { self.turns() };
        FaceTurn::new(symmetry.face(self.face()), turns)
    }

    /// Whether this turn may follow another in a normalized sequence: the faces differ, and opposite faces, which commute,
    /// are in the order U R F D L B.
    #[inline]
    pub const fn may_follow(self, before: FaceTurn) -> bool {
        let (face, last) = (self.0 / 3, before.0 / 3);
        face != last && face + 3 != last
    }

    /// Returns the layer turn on a cube with this many layers.
    pub const fn layer_turn(self, layers: usize) -> LayerTurn {
        let face = self.face();
        let (layer, quarters) = if face.is_positive() {
            (0, self.turns().quarters())
        } else {
            (layers as u8 - 1, 4 - self.turns().quarters())
        };
        LayerTurn { axis: face.axis(), first: layer, last: layer, quarters }
    }
}

impl From<FaceTurn> for Move {
    fn from(turn: FaceTurn) -> Move {
        Move::face(turn.face(), turn.turns())
    }
}

/// Fails for moves other than turns of one outer layer.
impl TryFrom<Move> for FaceTurn {
    type Error = Move;

    fn try_from(one: Move) -> Result<FaceTurn, Move> {
        match one.layers {
            Layers::Face(face) => Ok(FaceTurn::new(face, one.turns)),
            _ => Err(one),
        }
    }
}
