//! The three-step method for the 2x2: the white layer, the yellow face, the last layer.
//!
//! This is the method of a document on the array `cube[6][4]` (see [`digits`](cubegod::formats::digits)): a white sticker is
//! brought to `cube[5][0]` and the white layer is completed around it; then the yellow stickers are brought up; then the
//! top corners are permuted. Only the layers U, D, L and R are turned, and the cube stays in the given orientation, so that
//! every solution can be written with the document's `Rotate`.
//!
//! Every step is one that a person can follow. The solver chooses the shortest among equivalent steps: which white sticker
//! is first, which piece is next, from which side. A solution takes 16.6 turns on average, 31 at most.
//!
//! ```
//! use cubegod_teach::methods::three_step::ThreeStepSolver;
//! use cubegod::{Alg, Cube2};
//!
//! let cube = Cube2::SOLVED.apply(&"R U F2 D' L B'".parse::<Alg>().unwrap()).unwrap();
//! let solution = ThreeStepSolver::new().solve(&cube);
//! assert!(cube.apply(&solution.alg()).unwrap().is_solved());
//! let mut now = cube;
//! for step in &solution.steps {
//!     now = step.turns().iter().fold(now, |cube, &turn| cube.apply_turn(turn));
//!     assert!(step.goal.holds(&now));
//! }
//! ```

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
pub(crate) use solution::face_colors;
pub use solution::{CornerPlacement, Goal, Stage, Step, ThreeStepSolution};

use crate::methods::turns::merged;
use action::Action;
use anchor::Anchoring;
use cubegod::cube::{Corner, Corners, Cube2};
use cubegod::geometry::{Face, Symmetry};
use cubegod::moves::FaceTurn;
use last_layer::{LastLayer, Plan};
use white_layer::{LayerSequence, WhiteLayer};

/// The white corners, any of which may be brought to the anchor.
const WHITE: [Corner; 4] = [Corner::URF, Corner::UFL, Corner::ULB, Corner::UBR];

/// The solver of the three-step method with its small tables.
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
    pub fn solve(&self, cube: &Cube2) -> ThreeStepSolution {
        if cube.is_solved() {
            return ThreeStepSolution::default();
        }
        let solution = self.write(cube, &self.choose(cube.corners()));
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
            let anchoring = self.anchoring.of(CornerPlacement::of(cube, fixed));
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

    /// Writes the steps, with the usual names of the pieces.
    fn write(&self, cube: &Cube2, choice: &Choice<'_>) -> ThreeStepSolution {
        let mut steps: Vec<Step> = Vec::with_capacity(6);
        let mut now = *cube.corners();
        let mut white_step = |piece: Corner, action: &Action, goal: Goal| {
            let placement = CornerPlacement::of(&now, piece);
            now = now.compose(&action.effect);
            steps.push(Step {
                stage: Stage::WhiteLayer,
                piece: Some(piece),
                was: Some(placement),
                goal,
                adjust: None,
                variant: None,
                finish: None,
                turns: action.turns.clone(),
            });
        };
        if !choice.anchoring.turns.is_empty() {
            white_step(choice.fixed, choice.anchoring, Goal::StickerAtAnchor(choice.fixed));
        }
        let mut actions = self.white_layer.actions(choice.sequence).peekable();
        while let Some((piece, action)) = actions.next() {
            let piece = choice.frame.usual[piece.index()];
            let goal = if actions.peek().is_some() { Goal::PieceHome(piece) } else { Goal::LayerDone };
            white_step(piece, action, goal);
        }
        let last = self.last_layer.steps(choice.plan).map(|(stage, action)| Step {
            stage,
            piece: None,
            was: None,
            goal: stage.goal(),
            adjust: action.adjust,
            variant: action.variant,
            finish: action.finish,
            turns: action.turns.clone(),
        });
        steps.extend(last);
        let turns = merged(steps.iter().flat_map(|step| step.turns.iter().copied()));
        ThreeStepSolution { steps, fixed: Some(choice.fixed), turns }
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
