//! Solutions as stages and steps.

use super::action::merged_with_notes;
use crate::methods::hold::{CORNERS, CROSS, Hold, MIDDLE, Piece, written};
use cubegod::cube::{Cube3, Edge};
use cubegod::geometry::Face;
use cubegod::moves::{Alg, FaceTurn, Turns};
use std::fmt;

/// The seven stages in order.
#[derive(Copy, Clone, Debug, Eq, PartialEq, Hash, PartialOrd, Ord)]
pub enum Stage {
    /// The four edges of the first layer.
    Cross,
    /// The four corners of the first layer.
    Corners,
    /// The four edges of the middle layer.
    MiddleEdges,
    /// The four edges of the last layer are oriented.
    LastCross,
    /// The four edges of the last layer are in their places.
    LastEdges,
    /// The four corners of the last layer are in their places, in any orientation.
    LastCornersPlaced,
    /// The four corners of the last layer are oriented: the cube is solved.
    LastCornersTurned,
}

impl Stage {
    /// All stages in order.
    pub const ALL: [Stage; 7] = [
        Stage::Cross,
        Stage::Corners,
        Stage::MiddleEdges,
        Stage::LastCross,
        Stage::LastEdges,
        Stage::LastCornersPlaced,
        Stage::LastCornersTurned,
    ];

    /// Returns the index of the stage.
    pub const fn index(self) -> usize {
        self as usize
    }

    /// Returns the name in kebab-case.
    pub const fn name(self) -> &'static str {
        match self {
            Stage::Cross => "cross",
            Stage::Corners => "corners",
            Stage::MiddleEdges => "middle-edges",
            Stage::LastCross => "last-cross",
            Stage::LastEdges => "last-edges",
            Stage::LastCornersPlaced => "last-corners-placed",
            Stage::LastCornersTurned => "last-corners-turned",
        }
    }

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

/// `middle-edges`.
impl fmt::Display for Stage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// What is true after a step.
#[derive(Copy, Clone, Debug, Eq, PartialEq, Hash)]
pub enum Goal {
    /// The piece is in the top layer, ready to be inserted by the next step.
    Free,
    /// The piece is solved.
    Home,
    /// One more algorithm finishes the stage.
    Prepared,
    /// The stage is done.
    Done,
}

/// A step of a solution: an algorithm, executed from one side.
#[derive(Clone, Debug, Eq, PartialEq)]
#[non_exhaustive]
pub struct Step {
    /// The stage it belongs to.
    pub stage: Stage,
    /// The piece that it moves; none in the last layer, where several move at once.
    pub piece: Option<Piece>,
    /// What is true after it.
    pub goal: Goal,
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
    pub(super) turns: Vec<FaceTurn>,
}

impl Step {
    /// Returns the turns, named in the given orientation.
    pub fn turns(&self) -> &[FaceTurn] {
        &self.turns
    }
}

/// A solution by the method.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct LayersSolution {
    /// The steps in order; none for a solved cube. A stage that is already done has no step.
    pub steps: Vec<Step>,
    /// The face whose layer is solved first; it is held at the bottom.
    pub first: Face,
    pub(super) turns: Vec<FaceTurn>,
}

impl LayersSolution {
    /// Returns the whole solution without rotations, with turns of the same face merged.
    pub fn alg(&self) -> Alg {
        self.turns.iter().copied().collect()
    }

    /// Returns the whole solution as turns.
    pub fn turns(&self) -> &[FaceTurn] {
        &self.turns
    }

    /// Returns the length of each stage in [`LayersSolution::stage_alg`]. The whole may be shorter, because turns
    /// of different steps merge.
    pub fn moves_by_stage(&self) -> [usize; 7] {
        Stage::ALL.map(|stage| self.turns_of(stage).len())
    }

    /// Returns the steps of a stage.
    pub fn steps_of(&self, stage: Stage) -> impl Iterator<Item = &Step> {
        self.steps.iter().filter(move |step| step.stage == stage)
    }

    /// Returns the moves of a stage with rotations; those of all stages in order solve the cube.
    ///
    /// Algorithms are not merged, so that they can be recognized; only the cross, which has none, merges turns of
    /// adjacent steps.
    pub fn stage_alg(&self, stage: Stage) -> Alg {
        let before = self.steps.iter().rev().find(|step| step.stage < stage);
        // The next stage continues in the orientation of the last step, even if the turns of that step cancel.
        let after = self.steps_of(stage).last();
        written(before.map(|step| step.hold), self.turns_of(stage), after.map(|step| step.hold))
    }

    /// Returns the turns of a stage, each with the orientation of the cube.
    fn turns_of(&self, stage: Stage) -> Vec<(FaceTurn, Hold)> {
        let turns = self.steps_of(stage).flat_map(|step| step.turns.iter().map(|&turn| (turn, step.hold)));
        if stage == Stage::Cross { merged_with_notes(turns) } else { turns.collect() }
    }
}
