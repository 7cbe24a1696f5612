//! The 18 turns of one outer layer, numbered for tables.

use super::{Layers, Move, Turns};
use crate::geometry::{Face, LayerTurn, Symmetry};

/// One of the 18 face turns, numbered U U2 U' R R2 R' … B': three times its face and its quarter turns less one.
#[derive(Copy, Clone, Debug, Eq, PartialEq, Hash, PartialOrd, Ord)]
pub struct FaceTurn(u8);

impl FaceTurn {
    /// How many there are.
    pub const COUNT: usize = 18;

    /// All of them in order.
    pub const ALL: [FaceTurn; 18] = {
        let mut all = [FaceTurn(0); 18];
        let mut i = 0;
        while i < 18 {
            all[i] = FaceTurn(i as u8);
            i += 1;
        }
        all
    };

    /// The turn of this face this far.
    pub const fn new(face: Face, turns: Turns) -> FaceTurn {
        FaceTurn(face as u8 * 3 + turns.quarters() - 1)
    }

    /// Its number, below 18.
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The turn with this number; none from 18 on.
    pub const fn from_index(index: usize) -> Option<FaceTurn> {
        if index < 18 { Some(FaceTurn(index as u8)) } else { None }
    }

    /// The face it turns.
    pub const fn face(self) -> Face {
        Face::ALL[self.0 as usize / 3]
    }

    /// How far it turns.
    pub const fn turns(self) -> Turns {
        Turns::ALL[self.0 as usize % 3]
    }

    /// The turn that undoes it.
    pub const fn inverse(self) -> FaceTurn {
        FaceTurn::new(self.face(), self.turns().inverse())
    }

    /// Returns the turn as it looks after a symmetry of the cube; a reflection turns the other way.
    pub fn conjugated_by(self, symmetry: Symmetry) -> FaceTurn {
        let turns = if symmetry.is_reflection() { self.turns().inverse() } else { self.turns() };
        FaceTurn::new(symmetry.face(self.face()), turns)
    }

    /// Whether this may come after another turn in a sequence in which nothing can be merged: not the same face again, and
    /// of two opposite faces, which may be turned in either order, the one that comes first in U R F D L B first.
    #[inline]
    pub const fn may_follow(self, before: FaceTurn) -> bool {
        let (face, last) = (self.0 / 3, before.0 / 3);
        face != last && face + 3 != last
    }

    /// The layers it turns on a cube with this many.
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

/// Only turns of one outer layer have a number.
impl TryFrom<Move> for FaceTurn {
    type Error = Move;

    fn try_from(one: Move) -> Result<FaceTurn, Move> {
        match one.layers {
            Layers::Face(face) => Ok(FaceTurn::new(face, one.turns)),
            _ => Err(one),
        }
    }
}
