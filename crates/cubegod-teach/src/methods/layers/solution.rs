//! A solution as a person makes it: stages, and steps within them.

use super::action::merged_with_notes;
use crate::methods::hold::{CORNERS, CROSS, Hold, MIDDLE, Piece, written};
use cubegod::cube::{Cube3, Edge};
use cubegod::geometry::Face;
use cubegod::moves::{Alg, FaceTurn, Turns};
use std::fmt;

/// The seven stages, in their order.
#[derive(Copy, Clone, Debug, Eq, PartialEq, Hash, PartialOrd, Ord)]
pub enum Stage {
    /// The four edges of the first layer.
    Cross,
    /// The four corners of the first layer.
    Corners,
    /// The four edges of the middle layer.
    MiddleEdges,
    /// The four edges of the last layer show its colour on top.
    LastCross,
    /// They are at their places.
    LastEdges,
    /// The four corners of the last layer are at their places, turned in any way.
    LastCornersPlaced,
    /// They are turned: the cube is solved.
    LastCornersTurned,
}

impl Stage {
    /// All of them in order.
    pub const ALL: [Stage; 7] = [
        Stage::Cross,
        Stage::Corners,
        Stage::MiddleEdges,
        Stage::LastCross,
        Stage::LastEdges,
        Stage::LastCornersPlaced,
        Stage::LastCornersTurned,
    ];

    /// Its number.
    pub const fn index(self) -> usize {
        self as usize
    }

    /// Its name in small letters, with hyphens.
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

    /// Whether it is done on a cube whose first layer is below, taken alone.
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
    /// The piece is in the top layer, free to be brought home by the next step.
    Free,
    /// The piece is home.
    Home,
    /// One more algorithm of this stage ends it.
    Prepared,
    /// The stage is done.
    Done,
}

/// One thing that a person does: an algorithm, made from one side.
#[derive(Clone, Debug, Eq, PartialEq)]
#[non_exhaustive]
pub struct Step {
    /// The stage it belongs to.
    pub stage: Stage,
    /// The piece it is about; none in the last layer, where several move at once.
    pub piece: Option<Piece>,
    /// What is true after it.
    pub goal: Goal,
    /// How the cube is held.
    pub hold: Hold,
    /// All its moves as a person makes them, after the step before: the rotation into the hold if it is a new one, then
    /// the turns, named as the cube is held then.
    pub alg: Alg,
    /// How far the top layer is turned before the algorithm.
    pub adjust: Option<Turns>,
    /// The algorithm as it is variant; empty where turning the top layer is all. (In `alg` its first turn may be one with
    /// the turn before.)
    pub algorithm: Alg,
    /// How far the top layer is turned after the algorithm.
    pub finish: Option<Turns>,
    /// The turns as somebody sees them who does not turn the cube as a whole.
    pub(super) turns: Vec<FaceTurn>,
}

impl Step {
    /// Its turns as somebody sees them who does not turn the cube as a whole.
    pub fn turns(&self) -> &[FaceTurn] {
        &self.turns
    }
}

/// How a person solves a cube.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct LayersSolution {
    /// What is to be done, in order; nothing for a solved cube. A stage that is done by luck has no step.
    pub steps: Vec<Step>,
    /// The face whose layer is solved first; it is held below.
    pub first: Face,
    pub(super) turns: Vec<FaceTurn>,
}

impl LayersSolution {
    /// The whole sequence in as few turns as the steps come to, for somebody who does not turn the cube as a whole.
    pub fn alg(&self) -> Alg {
        self.turns.iter().copied().collect()
    }

    /// The same as numbered turns.
    pub fn turns(&self) -> &[FaceTurn] {
        &self.turns
    }

    /// How many turns each stage takes as [`LayersSolution::stage_alg`] writes it. The whole may take fewer, because turns
    /// of different steps meet.
    pub fn moves_by_stage(&self) -> [usize; 7] {
        Stage::ALL.map(|stage| self.turns_of(stage).len())
    }

    /// The steps of a stage.
    pub fn steps_of(&self, stage: Stage) -> impl Iterator<Item = &Step> {
        self.steps.iter().filter(move |step| step.stage == stage)
    }

    /// The moves of a stage as a person makes them, with rotations; those of all stages in order solve the cube.
    ///
    /// Algorithms are left whole, so that they can be recognized; only in the cross, which has none, turns of two steps
    /// that meet become one.
    pub fn stage_alg(&self, stage: Stage) -> Alg {
        let before = self.steps.iter().rev().find(|step| step.stage < stage);
        // The next stage goes on from how the last step left it, even where that one came to nothing.
        let after = self.steps_of(stage).last();
        written(before.map(|step| step.hold), self.turns_of(stage), after.map(|step| step.hold))
    }

    /// The turns of a stage, each with how the cube is held for it.
    fn turns_of(&self, stage: Stage) -> Vec<(FaceTurn, Hold)> {
        let turns = self.steps_of(stage).flat_map(|step| step.turns.iter().map(|&turn| (turn, step.hold)));
        if stage == Stage::Cross { merged_with_notes(turns) } else { turns.collect() }
    }
}
