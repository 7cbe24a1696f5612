//! Lessons of the three-step method for the 2x2.

use super::Method;
use super::lesson::{Lesson, Stage, StepCollector, StepSpec};
use super::pieces::{PieceSet, Pieces};
use super::postcondition::Postcondition;
use super::reason::{Algorithm, Approach, Reason, TopLayerPattern, Variant, approach, in_order, up};
use crate::methods::hold::Piece;
use crate::methods::three_step::{self, ThreeStepSolver};
use cubegod::color::Color;
use cubegod::cube::{Corner, Corners, Cube2, Edges};
use cubegod::geometry::{Face, Symmetry};
use cubegod::moves::FaceTurn;

pub(super) const POSTCONDITIONS: [Postcondition; 3] =
    [Postcondition::FirstLayerDone, Postcondition::TopOfOneColor, Postcondition::Solved];

/// The corner at the anchor, by the place where it belongs.
const FIXED: Piece = Piece::Corner(Corner::DLF);

pub(super) fn lesson(solver: &ThreeStepSolver, cube: &Cube2) -> Lesson {
    let solution = solver.solve(cube);
    let end = solution.turns.iter().fold(*cube, |cube, &turn| cube.apply_turn(turn));
    let (names, fixed) = match solution.steps.is_empty() {
        // A solved cube is described with white below.
        true => (&Corners::SOLVED, Corner::URF),
        false => {
            let fixed = end.corners().piece(Corner::DLF);
            (solver.names(fixed), fixed)
        }
    };
    let below = PieceSet::of(|place| is_corner_in(place, Face::D));
    let top = PieceSet::of(|place| is_corner_in(place, Face::U));
    let start = Pieces { corners: names.compose(cube.corners()), edges: Edges::SOLVED };
    let mut collector = StepCollector::new(start, solution.steps.len());
    for (number, step) in solution.steps.iter().enumerate() {
        let now = *collector.now();
        let piece = step.piece.map(|piece| Piece::Corner(names.piece(piece)));
        let (subjects, finished) = match (piece, step.stage) {
            // Nothing is finished before there is an anchor.
            (Some(FIXED), _) => (vec![FIXED], PieceSet::EMPTY),
            (Some(piece), _) => (vec![piece], below & now.home()),
            (None, three_step::Stage::YellowUp) => {
                let wrong = top.without(up(&now, top));
                (wrong.iter().map(|place| now.at(place)).collect(), below)
            }
            (None, _) => (top.without(now.home()).iter().collect(), below),
        };
        let is_last_of_stage = solution.steps.get(number + 1).is_none_or(|next| next.stage != step.stage);
        let postcondition = match piece {
            // The corner at the anchor may be the only one that was missing.
            _ if is_last_of_stage => POSTCONDITIONS[step.stage.index()],
            Some(FIXED) => Postcondition::Anchored,
            _ => Postcondition::Home,
        };
        let stage = Stage { method: Method::ThreeStep, number: step.stage.index() };
        let spec = StepSpec {
            stage,
            alg: step.alg(),
            subjects,
            postcondition,
            finished,
            stage_pieces: stage.pieces(),
            hold: Symmetry::IDENTITY,
        };
        collector.step(spec, &step.turns, |before, subjects| match (piece, step.variant) {
            (Some(FIXED), _) => Reason::Anchor,
            (Some(_), _) => Reason::Insert {
                approach: subjects.first().map_or(Approach::default(), |subject| {
                    approach(before, subject.piece, finished, &step.turns)
                }),
            },
            (None, None) => Reason::TurnTop { is_all: true },
            (None, Some(variant)) => algorithm(before, step, variant, top),
        });
    }
    Lesson {
        method: Method::ThreeStep,
        start: cube.stickers(),
        colors: colors_around(fixed),
        steps: collector.finish(),
        solution: solution.alg(),
    }
}

/// Returns the reason for an algorithm of the last layer.
fn algorithm(
    before: &Pieces,
    step: &three_step::Step,
    variant: three_step::AlgorithmVariant,
    top: PieceSet,
) -> Reason {
    let three_step::AlgorithmVariant { algorithm, is_mirrored, is_backwards } = variant;
    let adjusted = step.adjust.map_or(*before, |turns| before.turned(FaceTurn::new(Face::U, turns)));
    let (pattern, correct) = match algorithm {
        three_step::Algorithm::SwapBeside => (TopLayerPattern::SwapBeside, in_order(&adjusted, top).0),
        three_step::Algorithm::SwapAcross => (TopLayerPattern::SwapAcross, in_order(&adjusted, top).0),
        _ => {
            let up = up(&adjusted, top);
            (TopLayerPattern::CornersUp(up.len()), up)
        }
    };
    Reason::Algorithm {
        algorithm: Algorithm::Pocket(algorithm, Variant { is_mirrored, is_backwards }),
        pattern,
        adjust: step.adjust,
        correct,
        finish: step.finish,
    }
}

/// Returns the colours of the faces when this corner is at the anchor with its white sticker down.
fn colors_around(fixed: Corner) -> [Color; 6] {
    let [below, left, front] = fixed.faces();
    [below.opposite(), left.opposite(), front, below, left, front.opposite()].map(Color::of_face)
}

fn is_corner_in(place: Piece, face: Face) -> bool {
    matches!(place, Piece::Corner(corner) if corner.faces()[0] == face)
}
