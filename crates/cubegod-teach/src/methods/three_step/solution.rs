//! A solution as a person makes it: stages, and steps within them.

use super::algorithm::AlgorithmVariant;
use super::anchor::ANCHOR;
use crate::methods::turns::merged;
use cubegod::color::Color;
use cubegod::cube::{Corner, Corners, Cube2};
use cubegod::formats::digits;
use cubegod::geometry::{Face, Facelet, Size};
use cubegod::moves::{Alg, FaceTurn, Turns};
use cubegod::stickers::Stickers;
use std::fmt;

/// The three stages, in their order.
#[derive(Copy, Clone, Debug, Eq, PartialEq, Hash, PartialOrd, Ord)]
pub enum Stage {
    /// The four white corners come below, each beside the right neighbours.
    WhiteLayer,
    /// The four yellow stickers come up.
    YellowUp,
    /// The four corners on top come to their places: the cube is solved.
    LastLayer,
}

impl Stage {
    /// All of them in order.
    pub const ALL: [Stage; 3] = [Stage::WhiteLayer, Stage::YellowUp, Stage::LastLayer];

    /// Its number.
    pub const fn index(self) -> usize {
        self as usize
    }

    /// Its name in small letters, with hyphens.
    pub const fn name(self) -> &'static str {
        match self {
            Stage::WhiteLayer => "white-layer",
            Stage::YellowUp => "yellow-up",
            Stage::LastLayer => "last-layer",
        }
    }

    /// What is true after it.
    pub const fn goal(self) -> Goal {
        match self {
            Stage::WhiteLayer => Goal::LayerDone,
            Stage::YellowUp => Goal::AllYellowUp,
            Stage::LastLayer => Goal::Solved,
        }
    }
}

/// `white-layer`.
impl fmt::Display for Stage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// What is true after a step. Corners are named by their colours: `URF` is white, red and green.
#[derive(Copy, Clone, Debug, Eq, PartialEq, Hash)]
pub enum Goal {
    /// The white sticker of this corner is at [`ANCHOR`].
    StickerAtAnchor(Corner),
    /// This corner is in the layer below, beside the corner at the anchor or across from it, as their colours want it.
    PieceHome(Corner),
    /// All four white corners are so.
    LayerDone,
    /// Besides, the top is yellow.
    AllYellowUp,
    /// Every face has one colour.
    Solved,
}

impl Goal {
    /// Whether it is true of a cube, as anybody can see from its stickers.
    pub fn holds(self, cube: &Cube2) -> bool {
        let stickers = cube.stickers();
        let colors = face_colors(&stickers);
        let agrees = |index: usize| {
            let face = Facelet::of_index(Size::TWO, index).face;
            colors.is_some_and(|colors| colors[face.index()] == stickers.facelets()[index])
        };
        let is_right = |place: Corner| Corner::FACELETS_2[place.index()].into_iter().all(agrees);
        let is_layer_done =
            || Corner::ALL.into_iter().filter(|place| place.faces().contains(&Face::D)).all(is_right);
        match self {
            Goal::StickerAtAnchor(piece) => colors.is_some() && cube.corners().piece(Corner::DLF) == piece,
            Goal::PieceHome(piece) => is_right(CornerPlacement::of(cube.corners(), piece).place),
            Goal::LayerDone => is_layer_done(),
            Goal::AllYellowUp => is_layer_done() && (0..4).all(agrees),
            Goal::Solved => stickers.is_uniform(),
        }
    }
}

/// The colour that each face is going to have, as the corner at the anchor tells; none if its white sticker is not there.
pub(crate) fn face_colors(stickers: &Stickers<Color>) -> Option<[Color; 6]> {
    let opposite = |color: Color| Color::of_face(color.home().opposite());
    let [below, left, front] = Corner::DLF.facelets(Size::TWO).map(|index| stickers.facelets()[index]);
    debug_assert_eq!(Corner::DLF.facelets(Size::TWO)[0], ANCHOR.index(Size::TWO));
    let [up, right, back] = [below, left, front].map(opposite);
    (below == Color::White).then_some([up, right, front, below, left, back])
}

/// Where a corner is, and how it lies there.
#[derive(Copy, Clone, Debug, Eq, PartialEq, Hash)]
pub struct CornerPlacement {
    /// The place, named by its faces as the cube is held.
    pub place: Corner,
    /// Where its white sticker is.
    pub white: Facelet,
}

impl CornerPlacement {
    /// Of a white corner, named by its colours.
    pub(super) fn of(corners: &Corners, piece: Corner) -> CornerPlacement {
        let at = corners.codes().iter().position(|&code| usize::from(code & 7) == piece.index());
        let place = Corner::ALL[at.expect("every corner is somewhere")];
        let sticker = Corner::FACELETS_2[place.index()][usize::from(corners.twist(place))];
        CornerPlacement { place, white: Facelet::of_index(Size::TWO, sticker) }
    }

    /// The same as face and cell of the array: `cube[face][cell]` is the white sticker.
    pub fn face_and_cell(self) -> (usize, usize) {
        digits::face_and_cell(self.white.index(Size::TWO))
    }
}

/// One thing that a person does. The cube is held as it was given, always.
#[derive(Clone, Debug, Eq, PartialEq)]
#[non_exhaustive]
pub struct Step {
    /// The stage it belongs to.
    pub stage: Stage,
    /// The white corner it is about, named by its colours; none in the last layer, where several move at once.
    pub piece: Option<Corner>,
    /// Where that corner was.
    pub was: Option<CornerPlacement>,
    /// What is true after it.
    pub goal: Goal,
    /// How far the top layer is turned before the algorithm.
    pub adjust: Option<Turns>,
    /// The algorithm, in the last layer; none where turning the top layer is all.
    pub variant: Option<AlgorithmVariant>,
    /// How far the top layer is turned after the algorithm.
    pub finish: Option<Turns>,
    pub(super) turns: Vec<FaceTurn>,
}

impl Step {
    /// All its turns: of U, D, L and R only.
    pub fn turns(&self) -> &[FaceTurn] {
        &self.turns
    }

    /// The same as a sequence of moves.
    pub fn alg(&self) -> Alg {
        self.turns.iter().copied().collect()
    }
}

/// How a person solves a pocket cube.
#[derive(Clone, Debug, Default, Eq, PartialEq)]
pub struct ThreeStepSolution {
    /// What is to be done, in order; nothing for a solved cube. What is so by luck has no step.
    pub steps: Vec<Step>,
    /// The corner that is taken as fixed once its white sticker is at [`ANCHOR`], named by its colours; none for a solved
    /// cube.
    pub fixed: Option<Corner>,
    pub(super) turns: Vec<FaceTurn>,
}

impl ThreeStepSolution {
    /// The whole sequence in as few turns as the steps come to.
    pub fn alg(&self) -> Alg {
        self.turns.iter().copied().collect()
    }

    /// The same as numbered turns.
    pub fn turns(&self) -> &[FaceTurn] {
        &self.turns
    }

    /// The steps of a stage.
    pub fn steps_of(&self, stage: Stage) -> impl Iterator<Item = &Step> {
        self.steps.iter().filter(move |step| step.stage == stage)
    }

    /// The moves of a stage; those of all stages in order solve the cube.
    ///
    /// Algorithms are left whole, so that they can be recognized; only in the white layer, which has none, turns of two
    /// steps that meet become one.
    pub fn stage_alg(&self, stage: Stage) -> Alg {
        let turns = self.steps_of(stage).flat_map(|step| step.turns.iter().copied());
        if stage == Stage::WhiteLayer { merged(turns).into_iter().collect() } else { turns.collect() }
    }

    /// How many turns each stage takes as [`ThreeStepSolution::stage_alg`] writes it. The whole may take fewer, because
    /// turns of different stages meet.
    pub fn moves_by_stage(&self) -> [usize; 3] {
        Stage::ALL.map(|stage| self.stage_alg(stage).len())
    }
}
