//! Stages and steps.

use super::case::Case;
use crate::methods::hold::{Hold, Piece};
use crate::methods::solution::{SolutionStep, stages};
use cubegod::moves::{Alg, FaceTurn, Turns};

stages! {
    /// The four edges of the first layer.
    Cross = "cross",
    /// The corners of the first layer, each together with the edge above it.
    Pairs = "pairs",
    /// The last layer is oriented.
    Orient = "orient",
    /// The last layer is permuted: the cube is solved.
    Permute = "permute",
}

/// A step of a solution, in one orientation of the cube.
#[derive(Clone, Debug, Eq, PartialEq)]
#[non_exhaustive]
pub struct Step {
    /// The stage it belongs to.
    pub stage: Stage,
    /// The pieces that it solves: edges of the cross, or a corner and its edge, then pairs that are solved with them; none in
    /// the last layer.
    pub pieces: Vec<Piece>,
    /// The orientation of the cube.
    pub hold: Hold,
    /// All its moves after the step before: the rotation into the hold if it changes, then the turns, named in
    /// that orientation.
    pub alg: Alg,
    /// The turn of the top layer before the algorithm.
    pub adjust: Option<Turns>,
    /// The algorithm; empty if only the top layer is turned.
    pub algorithm: Alg,
    /// The OLL or PLL case, in the last layer.
    pub case: Option<Case>,
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
