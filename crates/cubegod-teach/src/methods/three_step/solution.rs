//! Solutions as stages and steps.

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

/// The three stages in order.
#[derive(Copy, Clone, Debug, Eq, PartialEq, Hash, PartialOrd, Ord)]
pub enum Stage {
    /// The four white corners are at the bottom, next to the right neighbours.
    WhiteLayer,
    /// The four yellow stickers are up.
    YellowUp,
    /// The four top corners are in their places: the cube is solved.
    LastLayer,
}

impl Stage {
    /// All stages in order.
    pub const ALL: [Stage; 3] = [Stage::WhiteLayer, Stage::YellowUp, Stage::LastLayer];

    /// Returns the index of the stage.
    pub const fn index(self) -> usize {
        self as usize
    }

    /// Returns the name in kebab-case.
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
    /// This corner is in the bottom layer, matching the corner at the anchor.
    PieceHome(Corner),
    /// All four white corners are solved.
    LayerDone,
    /// Besides, the top is yellow.
    AllYellowUp,
    /// Every face has one colour.
    Solved,
}

impl Goal {
    /// Returns whether the goal holds for a cube, checked on its stickers.
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

/// Returns the solved colour of each face, from the corner at the anchor; none if its white sticker is not there.
pub(crate) fn face_colors(stickers: &Stickers<Color>) -> Option<[Color; 6]> {
    let opposite = |color: Color| Color::of_face(color.home().opposite());
    let [below, left, front] = Corner::DLF.facelets(Size::TWO).map(|index| stickers.facelets()[index]);
    debug_assert_eq!(Corner::DLF.facelets(Size::TWO)[0], ANCHOR.index(Size::TWO));
    let [up, right, back] = [below, left, front].map(opposite);
    (below == Color::White).then_some([up, right, front, below, left, back])
}

/// The place and orientation of a white corner.
#[derive(Copy, Clone, Debug, Eq, PartialEq, Hash)]
pub struct CornerPlacement {
    /// The place, named by its faces.
    pub place: Corner,
    /// The facelet of its white sticker.
    pub white: Facelet,
}

impl CornerPlacement {
    /// Returns the placement of a white corner, named by its colours.
    pub(super) fn of(corners: &Corners, piece: Corner) -> CornerPlacement {
        let at = corners.codes().iter().position(|&code| usize::from(code & 7) == piece.index());
        let place = Corner::ALL[at.expect("every corner is somewhere")];
        let sticker = Corner::FACELETS_2[place.index()][usize::from(corners.twist(place))];
        CornerPlacement { place, white: Facelet::of_index(Size::TWO, sticker) }
    }

    /// Returns face and cell of the white sticker in the array `cube[face][cell]`.
    pub fn face_and_cell(self) -> (usize, usize) {
        digits::face_and_cell(self.white.index(Size::TWO))
    }
}

/// A step of a solution. The cube always stays in the given orientation.
#[derive(Clone, Debug, Eq, PartialEq)]
#[non_exhaustive]
pub struct Step {
    /// The stage it belongs to.
    pub stage: Stage,
    /// The white corner that it moves, named by its colours; none in the last layer, where several move at once.
    pub piece: Option<Corner>,
    /// The placement of that corner before the step.
    pub was: Option<CornerPlacement>,
    /// What is true after it.
    pub goal: Goal,
    /// The turn of the top layer before the algorithm.
    pub adjust: Option<Turns>,
    /// The algorithm, in the last layer; none if only the top layer is turned.
    pub variant: Option<AlgorithmVariant>,
    /// The turn of the top layer after the algorithm.
    pub finish: Option<Turns>,
    pub(super) turns: Vec<FaceTurn>,
}

impl Step {
    /// Returns the turns, of U, D, L and R only.
    pub fn turns(&self) -> &[FaceTurn] {
        &self.turns
    }

    /// Returns the turns as an algorithm.
    pub fn alg(&self) -> Alg {
        self.turns.iter().copied().collect()
    }
}

/// A solution by the three-step method.
#[derive(Clone, Debug, Default, Eq, PartialEq)]
pub struct ThreeStepSolution {
    /// The steps in order; none for a solved cube. A stage that is already done has no step.
    pub steps: Vec<Step>,
    /// The corner that stays fixed once its white sticker is at [`ANCHOR`], named by its colours; none for a solved
    /// cube.
    pub fixed: Option<Corner>,
    pub(super) turns: Vec<FaceTurn>,
}

impl ThreeStepSolution {
    /// Returns the whole solution, with turns of the same face merged.
    pub fn alg(&self) -> Alg {
        self.turns.iter().copied().collect()
    }

    /// Returns the whole solution as turns.
    pub fn turns(&self) -> &[FaceTurn] {
        &self.turns
    }

    /// Returns the steps of a stage.
    pub fn steps_of(&self, stage: Stage) -> impl Iterator<Item = &Step> {
        self.steps.iter().filter(move |step| step.stage == stage)
    }

    /// Returns the moves of a stage; those of all stages in order solve the cube.
    ///
    /// Algorithms are not merged, so that they can be recognized; only the white layer, which has none, merges turns of
    /// adjacent steps.
    pub fn stage_alg(&self, stage: Stage) -> Alg {
        let turns = self.steps_of(stage).flat_map(|step| step.turns.iter().copied());
        if stage == Stage::WhiteLayer { merged(turns).into_iter().collect() } else { turns.collect() }
    }

    /// Returns the length of each stage in [`ThreeStepSolution::stage_alg`]. The whole may be shorter, because
    /// turns of different stages merge.
    pub fn moves_by_stage(&self) -> [usize; 3] {
        Stage::ALL.map(|stage| self.stage_alg(stage).len())
    }
}
