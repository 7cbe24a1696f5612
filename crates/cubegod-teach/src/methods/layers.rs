//! The layer method: the 3x3 layer by layer, with a few well-known algorithms.
//!
//! The cross of the first layer, its corners, the edges of the middle layer; then the edges of the last layer are oriented
//! and placed, and its corners are placed and oriented. Every step is one that a person can follow. A beam search over
//! equivalent steps (which piece is next, from which side, mirrored or not) makes the solution
//! short.

mod action;
mod choices;
mod first_two;
mod last;
mod search;
mod solution;
#[cfg(test)]
mod tests;

pub use super::hold::{Hold, Piece};
pub use solution::{Stage, Step};

use super::hold::Frame;
use super::solution::Solution;
use cubegod::cube::Cube3;
use cubegod::geometry::{Axis, Face, Symmetry};
use cubegod::moves::Alg;
use search::{ChosenAction, LayersTables};

/// A solution by the layer method.
pub type LayersSolution = Solution<Step>;

/// The solver of the layer method with its small tables.
///
/// # Examples
///
/// ```
/// use cubegod_teach::methods::layers::LayersSolver;
/// use cubegod::{Alg, Cube3};
///
/// let cube = Cube3::SOLVED.apply(&"R U F2 D' L B'".parse::<Alg>().unwrap()).unwrap();
/// let solution = LayersSolver::new().solve(&cube);
/// assert!(cube.apply(&solution.alg()).unwrap().is_solved());
/// ```
#[derive(Debug)]
pub struct LayersSolver {
    tables: LayersTables,
    /// For each face, the rotation that brings it to the bottom.
    frames: [Frame; 6],
}

impl LayersSolver {
    /// Builds the tables, in a few milliseconds.
    pub fn new() -> LayersSolver {
        LayersSolver { tables: LayersTables::new(), frames: Face::ALL.map(Frame::new) }
    }

    /// Solves a cube, beginning with the layer of the face U, which is white in the standard colours.
    ///
    /// # Panics
    ///
    /// Panics if the solution does not solve the cube, which would be a bug.
    pub fn solve(&self, cube: &Cube3) -> LayersSolution {
        self.solve_beginning_with(cube, Face::U)
    }

    /// Solves a cube, beginning with the layer of this face's centre.
    ///
    /// # Panics
    ///
    /// Panics if the solution does not solve the cube, which would be a bug.
    pub fn solve_beginning_with(&self, cube: &Cube3, first: Face) -> LayersSolution {
        let frame = &self.frames[first.index()];
        let chosen = self
            .tables
            .solve(cube.conjugated_with(&frame.names))
            .expect("there is a choice in every situation");
        let solution = Solution::new(steps(&chosen, frame));
        let end = solution.turns.iter().fold(*cube, |cube, &turn| cube.apply_turn(turn));
        assert!(end.is_solved(), "the steps solve {cube:?}");
        solution
    }
}

/// The algorithm of each stage of the last layer.
pub(crate) const LAST_ALGORITHMS: [(Stage, &str); 4] = [
    (Stage::LastCross, last::YELLOW_CROSS),
    (Stage::LastEdges, last::SUNE),
    (Stage::LastCornersPlaced, last::NIKLAS),
    (Stage::LastCornersTurned, last::TWO_SUNES),
];

impl Default for LayersSolver {
    fn default() -> LayersSolver {
        LayersSolver::new()
    }
}

/// Returns the steps of actions, with pieces and turns named in the given orientation.
fn steps(chosen: &[ChosenAction<'_>], frame: &Frame) -> Vec<Step> {
    let mut steps: Vec<Step> = Vec::new();
    let mut held = Symmetry::IDENTITY;
    for ChosenAction { stage, piece, action } in chosen {
        let count = action.parts.len();
        for (number, part) in action.parts.iter().enumerate() {
            let hold = match steps.last() {
                // The top layer is turned from any side.
                Some(last) if part.algorithm.is_empty() => last.hold.rotation(),
                _ => frame.rotation.compose(Symmetry::rotation(Axis::Y, part.side)),
            };
            let mut alg = Alg::of_rotation(held.inverse().compose(hold)).unwrap_or_default();
            held = hold;
            let turns = part.turns();
            alg.extend(turns.iter().map(|&turn| turn.into()));
            steps.push(Step {
                stage: *stage,
                piece: piece.map(|piece| frame.given_name(piece)),
                is_preparation: number + 1 < count,
                hold: Hold::of(hold),
                alg,
                adjust: part.adjust,
                algorithm: part.algorithm.iter().copied().collect(),
                finish: part.finish,
                turns: action::renamed(&turns, hold.inverse()),
            });
        }
    }
    steps
}
