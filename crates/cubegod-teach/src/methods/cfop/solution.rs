//! A solution as a person makes it: stages, and steps within them.

use super::case::Case;
use crate::methods::hold::{Hold, Piece, written};
use cubegod::color::Color;
use cubegod::cube::{Corner, Cube3, Edge};
use cubegod::geometry::{Face, Size};
use cubegod::moves::{Alg, FaceTurn, Turns};
use std::fmt;

/// The four stages, in their order.
#[derive(Copy, Clone, Debug, Eq, PartialEq, Hash, PartialOrd, Ord)]
pub enum Stage {
    /// The four edges of the first layer.
    Cross,
    /// The corners of the first layer, each together with the edge above it.
    Pairs,
    /// The last layer shows one colour on top.
    Orient,
    /// Its pieces come to their places: the cube is solved.
    Permute,
}

impl Stage {
    /// All of them in order.
    pub const ALL: [Stage; 4] = [Stage::Cross, Stage::Pairs, Stage::Orient, Stage::Permute];

    /// Its number.
    pub const fn index(self) -> usize {
        self as usize
    }

    /// Its name in small letters.
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

/// What is true after a step, and stays true after every later one. Pieces are named by the faces where they belong.
#[derive(Clone, Debug, Eq, PartialEq, Hash)]
pub enum Goal {
    /// These edges of the cross are home.
    EdgesHome(Vec<Edge>),
    /// All four are.
    CrossDone,
    /// This corner and this edge are home, and so is the cross.
    PairHome(Corner, Edge),
    /// The first two layers are solved.
    PairsDone,
    /// They are, and the last layer shows one colour on top.
    Oriented,
    /// The cube is solved.
    Solved,
}

impl Goal {
    /// Whether it is reached on a cube whose first layer is that of the face `first`. Looks at stickers.
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

/// One thing that a person does, with the cube held in one way.
#[derive(Clone, Debug, Eq, PartialEq)]
#[non_exhaustive]
pub struct Step {
    /// The stage it belongs to.
    pub stage: Stage,
    /// The pieces that come home: edges of the cross, or a corner and its edge, first the pair that it is about and then
    /// those that come home by luck; none in the last layer, where all move at once.
    pub pieces: Vec<Piece>,
    /// What is true after it.
    pub goal: Goal,
    /// How the cube is held.
    pub hold: Hold,
    /// All its moves as a person makes them, after the step before: the rotation into the hold if it is a new one, then
    /// the turns, named as the cube is held then.
    pub alg: Alg,
    /// How far the top layer is turned before the algorithm.
    pub adjust: Option<Turns>,
    /// The algorithm; empty where turning the top layer is all.
    pub algorithm: Alg,
    /// What is seen before it, in the last layer, where the algorithm is one that is variant.
    pub case: Option<Case>,
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
pub struct CfopSolution {
    /// What is to be done, in order; nothing for a solved cube. A stage that is done by luck has no step.
    pub steps: Vec<Step>,
    /// The face whose layer is solved first; it is held below.
    pub first: Face,
    pub(super) turns: Vec<FaceTurn>,
}

impl CfopSolution {
    /// The whole sequence in as few turns as the steps come to, for somebody who does not turn the cube as a whole.
    pub fn alg(&self) -> Alg {
        self.turns.iter().copied().collect()
    }

    /// The same as numbered turns.
    pub fn turns(&self) -> &[FaceTurn] {
        &self.turns
    }

    /// How many turns each stage takes as [`CfopSolution::stage_alg`] writes it. The whole may take fewer, because turns of
    /// different steps meet.
    pub fn moves_by_stage(&self) -> [usize; 4] {
        Stage::ALL.map(|stage| self.steps_of(stage).map(|step| step.turns.len()).sum())
    }

    /// The steps of a stage.
    pub fn steps_of(&self, stage: Stage) -> impl Iterator<Item = &Step> {
        self.steps.iter().filter(move |step| step.stage == stage)
    }

    /// The moves of a stage as a person makes them, with rotations; those of all stages in order solve the cube. Algorithms
    /// are left whole, so that they can be recognized.
    pub fn stage_alg(&self, stage: Stage) -> Alg {
        let before = self.steps.iter().rev().find(|step| step.stage < stage).map(|step| step.hold);
        let turns = self.steps_of(stage).flat_map(|step| step.turns.iter().map(|&turn| (turn, step.hold)));
        written(before, turns, self.steps_of(stage).last().map(|step| step.hold))
    }
}
