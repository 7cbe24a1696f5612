//! Stages and steps.

use super::algorithm::AlgorithmVariant;
use crate::methods::hold::Hold;
use crate::methods::solution::{SolutionStep, stages};
use cubegod::cube::Corner;
use cubegod::moves::{Alg, FaceTurn, Turns};

stages! {
    /// The four white corners are at the bottom, next to the right neighbours.
    WhiteLayer = "white-layer",
    /// The four yellow stickers are up.
    YellowUp = "yellow-up",
    /// The four top corners are in their places: the cube is solved.
    LastLayer = "last-layer",
}

/// A step of a solution. The cube always stays in the given orientation.
#[derive(Clone, Debug, Eq, PartialEq)]
#[non_exhaustive]
pub struct Step {
    /// The stage it belongs to.
    pub stage: Stage,
    /// The white corner that it moves, named by its colours (`URF` is white, red and green); none in the last layer, where
    /// several move at once.
    pub piece: Option<Corner>,
    /// The turn of the top layer before the algorithm.
    pub adjust: Option<Turns>,
    /// The algorithm, in the last layer; none if only the top layer is turned.
    pub variant: Option<AlgorithmVariant>,
    /// The turn of the top layer after the algorithm.
    pub finish: Option<Turns>,
    /// The turns, of U, D, L and R only.
    pub turns: Vec<FaceTurn>,
}

impl Step {
    /// Returns the turns as an algorithm.
    pub fn alg(&self) -> Alg {
        self.turns.iter().copied().collect()
    }
}

impl SolutionStep for Step {
    type Stage = Stage;

    fn stage(&self) -> Stage {
        self.stage
    }

    fn hold(&self) -> Hold {
        Hold::GIVEN
    }

    fn turns(&self) -> &[FaceTurn] {
        &self.turns
    }
}
