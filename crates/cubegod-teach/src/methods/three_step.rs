//! The three-step method for the 2x2: the white layer, the yellow face, the last layer.
//!
//! This is the method of a document on the array `cube[6][4]` (see [`digits`](cubegod::formats::digits)): a white sticker is
//! brought to `cube[5][0]` and the white layer is completed around it; then the yellow stickers are brought up; then the
//! top corners are permuted. Only the layers U, D, L and R are turned, and the cube stays in the given orientation, so that
//! every solution can be written with the document's `Rotate`.
//!
//! Every step is one that a person can follow. The solver chooses the shortest among equivalent steps: which white sticker
//! is first, which piece is next, from which side. A solution takes 16.6 turns on average, 31 at most.

mod action;
mod algorithm;
mod anchor;
mod last_layer;
mod solution;
#[cfg(test)]
mod tests;
mod white_layer;

pub use algorithm::{Algorithm, AlgorithmVariant};
pub use anchor::{ANCHOR, to_anchor};
pub use solution::{Stage, Step};

use super::solution::Solution;
use action::Action;
use anchor::Anchoring;
use cubegod::cube::{Corner, Corners, Cube2};
use cubegod::geometry::{Face, Symmetry};
use cubegod::moves::FaceTurn;
use last_layer::{LastLayer, Plan};
use white_layer::{LayerSequence, WhiteLayer};

/// The white corners, any of which may be brought to the anchor.
const WHITE: [Corner; 4] = [Corner::URF, Corner::UFL, Corner::ULB, Corner::UBR];

/// A solution by the three-step method.
pub type ThreeStepSolution = Solution<Step>;

/// The solver of the three-step method with its small tables.
///
/// # Examples
///
/// ```
/// use cubegod_teach::methods::three_step::ThreeStepSolver;
/// use cubegod::{Alg, Cube2};
///
/// let cube = Cube2::SOLVED.apply(&"R U F2 D' L B'".parse::<Alg>().unwrap()).unwrap();
/// let solution = ThreeStepSolver::new().solve(&cube);
/// assert!(cube.apply(&solution.alg()).unwrap().is_solved());
/// ```
#[derive(Debug)]
pub struct ThreeStepSolver {
    anchoring: Anchoring,
    white_layer: WhiteLayer,
    last_layer: LastLayer,
    /// For each white corner that may be at the anchor.
    frames: [Frame; 4],
}

/// The names of the pieces when one of them is fixed at the anchor: by the places where they then belong.
#[derive(Debug)]
struct Frame {
    /// Composed with a cube, it renames the pieces.
    names: Corners,
    /// For each of these names the usual one: where the piece belongs with white up and green in front.
    usual: [Corner; 8],
}

impl Frame {
    fn new(fixed: Corner) -> Frame {
        let at_home = |names: &Corners| names.codes()[fixed.index()] == Corner::DLF as u8;
        let mut all = Symmetry::ROTATIONS.iter().map(|&rotation| *Cube2::solved_held(rotation).corners());
        let names = all.find(at_home).expect("a rotation brings any white sticker anywhere");
        let usual = |name: Corner| Corner::ALL.into_iter().find(|&usual| names.piece(usual) == name);
        Frame { names, usual: Corner::ALL.map(|name| usual(name).expect("a rotation permutes the corners")) }
    }
}

/// A sequence of actions through all three steps.
struct Choice<'a> {
    fixed: Corner,
    frame: &'a Frame,
    anchoring: &'a Action,
    sequence: &'a LayerSequence,
    plan: &'a Plan,
    length: u8,
}

impl ThreeStepSolver {
    /// Builds the tables, in less than a tenth of a second.
    pub fn new() -> ThreeStepSolver {
        ThreeStepSolver {
            anchoring: Anchoring::new(),
            white_layer: WhiteLayer::new(),
            last_layer: LastLayer::new(),
            frames: WHITE.map(Frame::new),
        }
    }

    /// Solves a cube; a solved cube in any orientation needs no step.
    ///
    /// # Panics
    ///
    /// Panics if the solution does not solve the cube, which would be a bug.
    pub fn solve(&self, cube: &Cube2) -> ThreeStepSolution {
        if cube.is_solved() {
            return Solution::new(Vec::new());
        }
        let solution = Solution::new(self.steps(&self.choose(cube.corners())));
        let end = solution.turns.iter().fold(*cube, |cube, &turn| cube.apply_turn(turn));
        assert!(end.is_solved(), "the steps solve {cube:?}");
        solution
    }

    /// Returns the renaming of the pieces by where they belong when this corner is at the anchor.
    pub(crate) fn names(&self, fixed: Corner) -> &Corners {
        let number = WHITE.iter().position(|&corner| corner == fixed);
        &self.frames[number.expect("a corner with a white sticker")].names
    }

    /// Returns the first of the shortest sequences: the same cube always gets the same solution.
    fn choose(&self, cube: &Corners) -> Choice<'_> {
        let mut best: Option<Choice<'_>> = None;
        for (&fixed, frame) in WHITE.iter().zip(&self.frames) {
            let anchoring = self.anchoring.of(cube, fixed);
            let anchored = frame.names.compose(cube).compose(&anchoring.effect);
            for sequence in self.white_layer.sequences(&anchored) {
                let plan = self.last_layer.plan(&anchored.compose(&sequence.effect));
                let length = anchoring.extent.then(sequence.extent).then(plan.extent).length;
                if best.as_ref().is_none_or(|best| length < best.length) {
                    best = Some(Choice { fixed, frame, anchoring, sequence, plan, length });
                }
            }
        }
        best.expect("there is a sequence for every white sticker")
    }

    /// Returns the steps of a choice, with the usual names of the pieces.
    fn steps(&self, choice: &Choice<'_>) -> Vec<Step> {
        let step = |stage, piece, action: &Action| Step {
            stage,
            piece,
            adjust: action.adjust,
            variant: action.variant,
            finish: action.finish,
            turns: action.turns.clone(),
        };
        let white_step = |piece, action| step(Stage::WhiteLayer, Some(piece), action);
        let mut steps = Vec::with_capacity(6);
        if !choice.anchoring.turns.is_empty() {
            steps.push(white_step(choice.fixed, choice.anchoring));
        }
        let corners = self.white_layer.actions(choice.sequence);
        steps.extend(corners.map(|(piece, action)| white_step(choice.frame.usual[piece.index()], action)));
        steps.extend(self.last_layer.steps(choice.plan).map(|(stage, action)| step(stage, None, action)));
        steps
    }
}

impl Default for ThreeStepSolver {
    fn default() -> ThreeStepSolver {
        ThreeStepSolver::new()
    }
}

/// Returns the turns that the method uses.
fn allowed() -> impl Iterator<Item = FaceTurn> {
    FaceTurn::ALL.into_iter().filter(|turn| matches!(turn.face(), Face::U | Face::D | Face::L | Face::R))
}
