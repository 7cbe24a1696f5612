//! Stages and steps.

use crate::methods::hold::{CORNERS, CROSS, Hold, MIDDLE, Piece};
use crate::methods::solution::{SolutionStep, stages};
use cubegod::cube::{Cube3, Edge};
use cubegod::moves::{Alg, FaceTurn, Turns};

stages! {
    /// The four edges of the first layer.
    Cross = "cross",
    /// The four corners of the first layer.
    Corners = "corners",
    /// The four edges of the middle layer.
    MiddleEdges = "middle-edges",
    /// The four edges of the last layer are oriented.
    LastCross = "last-cross",
    /// The four edges of the last layer are in their places.
    LastEdges = "last-edges",
    /// The four corners of the last layer are in their places, in any orientation.
    LastCornersPlaced = "last-corners-placed",
    /// The four corners of the last layer are oriented: the cube is solved.
    LastCornersTurned = "last-corners-turned",
}

impl Stage {
    /// Returns whether this stage alone is done on a cube with its first layer at the bottom.
    pub(super) fn is_done(self, cube: &Cube3) -> bool {
        let (corners, edges) = (cube.corners().codes(), cube.edges().codes());
        let edge = |edge: &Edge| edges[edge.index()] as usize == edge.index();
        match self {
            Stage::Cross => CROSS.iter().all(edge),
            Stage::Corners => CORNERS.iter().all(|corner| corners[corner.index()] as usize == corner.index()),
            Stage::MiddleEdges => MIDDLE.iter().all(edge),
            Stage::LastCross => edges[..4].iter().all(|code| code >> 4 == 0),
            Stage::LastEdges => (0..4).all(|place| edges[place] as usize & 15 == place),
            Stage::LastCornersPlaced => (0..4).all(|place| corners[place] as usize & 7 == place),
            Stage::LastCornersTurned => (0..4).all(|place| corners[place] >> 3 == 0),
        }
    }
}

/// A step of a solution: an algorithm, executed from one side.
#[derive(Clone, Debug, Eq, PartialEq)]
#[non_exhaustive]
pub struct Step {
    /// The stage it belongs to.
    pub stage: Stage,
    /// The piece that it moves; none in the last layer, where several move at once.
    pub piece: Option<Piece>,
    /// Whether the next step completes what this one begins: the piece is only brought to the top layer, or one more algorithm
    /// finishes the stage.
    pub is_preparation: bool,
    /// The orientation of the cube.
    pub hold: Hold,
    /// All its moves after the step before: the rotation into the hold if it changes, then the turns, named in
    /// that orientation.
    pub alg: Alg,
    /// The turn of the top layer before the algorithm.
    pub adjust: Option<Turns>,
    /// The algorithm; empty if only the top layer is turned. (In `alg` its first turn may be merged with the turn
    /// before.)
    pub algorithm: Alg,
    /// The turn of the top layer after the algorithm.
    pub finish: Option<Turns>,
    /// The turns, named in the given orientation.
    pub turns: Vec<FaceTurn>,
}

impl SolutionStep for Step {
    type Stage = Stage;

    fn stage(&self) -> Stage {
        self.stage
    }

    fn hold(&self) -> Hold {
        self.hold
    }

    fn turns(&self) -> &[FaceTurn] {
        &self.turns
    }
}
