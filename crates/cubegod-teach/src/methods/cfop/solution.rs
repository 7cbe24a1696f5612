//! Solutions as stages and steps.

use super::case::Case;
use crate::methods::hold::{Hold, Piece, written};
use cubegod::color::Color;
use cubegod::cube::{Corner, Cube3, Edge};
use cubegod::geometry::{Face, Size};
use cubegod::moves::{Alg, FaceTurn, Turns};
use std::fmt;

/// The four stages in order.
#[derive(Copy, Clone, Debug, Eq, PartialEq, Hash, PartialOrd, Ord)]
pub enum Stage {
    /// The four edges of the first layer.
    Cross,
    /// The corners of the first layer, each together with the edge above it.
    Pairs,
    /// The last layer is oriented.
    Orient,
    /// The last layer is permuted: the cube is solved.
    Permute,
}

impl Stage {
    /// All stages in order.
    pub const ALL: [Stage; 4] = [Stage::Cross, Stage::Pairs, Stage::Orient, Stage::Permute];

    /// Returns the index of the stage.
    pub const fn index(self) -> usize {
        self as usize
    }

    /// Returns the name in small letters.
    pub const fn name(self) -> &'static str {
        match self {
            Stage::Cross => "cross",
            Stage::Pairs => "pairs",
            Stage::Orient => "orient",
            Stage::Permute => "permute",
        }
    }
}

/// `pairs`.
impl fmt::Display for Stage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// What is true after a step and all later ones. Pieces are named by the faces where they belong.
#[derive(Clone, Debug, Eq, PartialEq, Hash)]
pub enum Goal {
    /// These edges of the cross are solved.
    EdgesHome(Vec<Edge>),
    /// The cross is solved.
    CrossDone,
    /// This corner, this edge and the cross are solved.
    PairHome(Corner, Edge),
    /// The first two layers are solved.
    PairsDone,
    /// Besides, the last layer is oriented.
    Oriented,
    /// The cube is solved.
    Solved,
}

impl Goal {
    /// Returns whether the goal holds for a cube whose first layer is that of the face `first`, checked on the stickers.
    pub fn holds(&self, cube: &Cube3, first: Face) -> bool {
        let stickers = cube.stickers();
        let cells = stickers.facelets();
        // A sticker is right if it has the colour of the centre of the face it is on.
        let is_right = |sticker: &usize| cells[*sticker] == Color::of_face(Face::ALL[sticker / 9]);
        let is_edge_home = |edge: &Edge| edge.facelets().iter().all(is_right);
        let is_corner_home = |corner: &Corner| corner.facelets(Size::THREE).iter().all(is_right);
        let is_cross_done = || {
            let mut cross = Edge::ALL.iter().filter(|edge| edge.faces().contains(&first));
            cross.all(is_edge_home)
        };
        let last = first.opposite();
        let are_pairs_done = || {
            Edge::ALL.iter().filter(|edge| !edge.faces().contains(&last)).all(is_edge_home)
                && Corner::ALL.iter().filter(|corner| !corner.faces().contains(&last)).all(is_corner_home)
        };
        let is_top_of_one_colour =
            || (9 * last.index()..9 * last.index() + 9).all(|sticker| is_right(&sticker));
        match self {
            Goal::EdgesHome(edges) => edges.iter().all(is_edge_home),
            Goal::CrossDone => is_cross_done(),
            Goal::PairHome(corner, edge) => is_cross_done() && is_corner_home(corner) && is_edge_home(edge),
            Goal::PairsDone => are_pairs_done(),
            Goal::Oriented => are_pairs_done() && is_top_of_one_colour(),
            Goal::Solved => (0..cells.len()).all(|sticker| is_right(&sticker)),
        }
    }
}

/// A step of a solution, in one orientation of the cube.
#[derive(Clone, Debug, Eq, PartialEq)]
#[non_exhaustive]
pub struct Step {
    /// The stage it belongs to.
    pub stage: Stage,
    /// The pieces that it solves: edges of the cross, or a corner and its edge, then pairs that it solves by luck;
    /// none in the last layer.
    pub pieces: Vec<Piece>,
    /// What is true after it.
    pub goal: Goal,
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
pub struct CfopSolution {
    /// The steps in order; none for a solved cube. A stage that is already done has no step.
    pub steps: Vec<Step>,
    /// The face whose layer is solved first; it is held at the bottom.
    pub first: Face,
    pub(super) turns: Vec<FaceTurn>,
}

impl CfopSolution {
    /// Returns the whole solution without rotations, with turns of the same face merged.
    pub fn alg(&self) -> Alg {
        self.turns.iter().copied().collect()
    }

    /// Returns the whole solution as turns.
    pub fn turns(&self) -> &[FaceTurn] {
        &self.turns
    }

    /// Returns the length of each stage in [`CfopSolution::stage_alg`]. The whole may be shorter, because turns of
    /// different steps merge.
    pub fn moves_by_stage(&self) -> [usize; 4] {
        Stage::ALL.map(|stage| self.steps_of(stage).map(|step| step.turns.len()).sum())
    }

    /// Returns the steps of a stage.
    pub fn steps_of(&self, stage: Stage) -> impl Iterator<Item = &Step> {
        self.steps.iter().filter(move |step| step.stage == stage)
    }

    /// Returns the moves of a stage with rotations; those of all stages in order solve the cube. Algorithms are
    /// not merged, so that they can be recognized.
    pub fn stage_alg(&self, stage: Stage) -> Alg {
        let before = self.steps.iter().rev().find(|step| step.stage < stage).map(|step| step.hold);
        let turns = self.steps_of(stage).flat_map(|step| step.turns.iter().map(|&turn| (turn, step.hold)));
        written(before, turns, self.steps_of(stage).last().map(|step| step.hold))
    }
}
