//! Lessons of the three-step method for the 2x2.

use super::Method;
use super::lesson::{Draft, Lesson, Stage, Writer};
use super::pieces::{PieceSet, Pieces};
use super::postcondition::Postcondition;
use super::reason::{Algorithm, Approach, Reason, Seen, Variant, approach, in_order, up};
use crate::methods::hold::Piece;
use crate::methods::three_step::{self, Goal, ThreeStepSolver};
use cubegod::color::Color;
use cubegod::cube::{Corner, Corners, Cube2, Edges, IllegalCube};
use cubegod::geometry::{Face, Symmetry};
use cubegod::moves::FaceTurn;
use cubegod::stickers::Stickers;

pub(super) const POSTCONDITIONS: [Postcondition; 3] =
    [Postcondition::FirstLayerDone, Postcondition::TopOfOneColor, Postcondition::Solved];

pub(super) fn lesson(solver: &ThreeStepSolver, stickers: &Stickers<Color>) -> Result<Lesson, IllegalCube> {
    let cube = Cube2::try_from(stickers)?;
    let solution = solver.solve(&cube);
    let names = solution.fixed.map_or(&Corners::SOLVED, |fixed| solver.names(fixed));
    let colors = match solution.fixed {
        Some(fixed) => colors_around(fixed),
        // Nothing is done to a solved cube; what is said about it is said with white below.
        None => colors_around(Corner::URF),
    };
    let start = Pieces { corners: names.compose(cube.corners()), edges: Edges::SOLVED };
    let mut writer = Writer::new(start, solution.steps.len());
    for (number, step) in solution.steps.iter().enumerate() {
        let now = *writer.now();
        let below = PieceSet::of(|place| is_corner_in(place, Face::D));
        let top = PieceSet::of(|place| is_corner_in(place, Face::U));
        let (about, finished) = match (step.piece, step.stage) {
            // Nothing is finished before there is an anchor.
            (Some(piece), _) if matches!(step.goal, Goal::StickerAtAnchor(_)) => {
                (vec![Piece::Corner(names.piece(piece))], PieceSet::EMPTY)
            }
            (Some(piece), _) => (vec![Piece::Corner(names.piece(piece))], below & now.home()),
            (None, three_step::Stage::YellowUp) => {
                let wrong = top.without(up(&now, top));
                (wrong.iter().map(|place| now.at(place)).collect(), below)
            }
            (None, _) => (top.without(now.home()).iter().collect(), below),
        };
        let is_last_of_stage = solution.steps.get(number + 1).is_none_or(|next| next.stage != step.stage);
        let postcondition = match step.goal {
            // The corner at the anchor may be the only one that was missing.
            _ if is_last_of_stage => POSTCONDITIONS[step.stage.index()],
            Goal::StickerAtAnchor(_) => Postcondition::Anchored,
            Goal::PieceHome(_) => Postcondition::Home,
            Goal::LayerDone => Postcondition::FirstLayerDone,
            Goal::AllYellowUp => Postcondition::TopOfOneColor,
            Goal::Solved => Postcondition::Solved,
        };
        let stage = Stage { method: Method::ThreeStep, number: step.stage.index() };
        let draft = Draft {
            stage,
            alg: step.alg(),
            about,
            postcondition,
            finished,
            wanted: stage.pieces(),
            hold: Symmetry::IDENTITY,
        };
        writer.step(draft, step.turns(), |before, about| match (step.variant, step.goal) {
            (_, Goal::StickerAtAnchor(_)) => Reason::Anchor,
            (None, Goal::Solved) => Reason::TurnTop { is_all: true },
            (None, _) => Reason::Insert {
                approach: about.first().map_or(Approach::default(), |subject| {
                    approach(before, subject.piece, finished, step.turns())
                }),
            },
            (Some(three_step::AlgorithmVariant { algorithm, is_mirrored, is_backwards }), _) => {
                let variant = Variant { is_mirrored, is_backwards };
                let adjusted =
                    step.adjust.map_or(*before, |turns| before.turned(FaceTurn::new(Face::U, turns)));
                let seen_up = up(&adjusted, top);
                let (seen, right) = match algorithm {
                    three_step::Algorithm::SwapBeside => (Seen::SwapBeside, in_order(&adjusted, top).0),
                    three_step::Algorithm::SwapAcross => (Seen::SwapAcross, in_order(&adjusted, top).0),
                    _ => (Seen::CornersUp(seen_up.len()), seen_up),
                };
                Reason::Algorithm {
                    algorithm: Algorithm::Pocket(algorithm, variant),
                    seen,
                    adjust: step.adjust,
                    right,
                    finish: step.finish,
                }
            }
        });
    }
    Ok(Lesson {
        method: Method::ThreeStep,
        start: stickers.clone(),
        colors,
        steps: writer.finish(),
        solution: solution.alg(),
    })
}

/// Returns the colours of the faces when this corner is at the anchor with its white sticker down.
fn colors_around(fixed: Corner) -> [Color; 6] {
    let [below, left, front] = fixed.faces();
    [below.opposite(), left.opposite(), front, below, left, front.opposite()].map(Color::of_face)
}

fn is_corner_in(place: Piece, face: Face) -> bool {
    matches!(place, Piece::Corner(corner) if corner.faces()[0] == face)
}
