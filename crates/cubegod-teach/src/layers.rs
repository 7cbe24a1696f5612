//! Lessons of the layer method.

use super::Method;
use super::lesson::{Draft, Lesson, Stage, Writer};
use super::oriented::{OrientedCube, white_face};
use super::pieces::{PieceSet, Pieces, faces};
use super::postcondition::Postcondition;
use super::reason::{Algorithm, Reason, Seen, Variant, approach, in_order, joined, shape, up};
use crate::methods::hold::Piece;
use crate::methods::layers::{self, Goal, LayersSolver};
use crate::methods::turns::renamed;
use cubegod::color::Color;
use cubegod::cube::{Corner, Cube3, IllegalCube};
use cubegod::geometry::{Axis, Face};
use cubegod::moves::Alg;
use cubegod::stickers::Stickers;

pub(super) const POSTCONDITIONS: [Postcondition; 7] = [
    Postcondition::CrossDone,
    Postcondition::FirstLayerDone,
    Postcondition::TwoLayersDone,
    Postcondition::LastEdgesUp,
    Postcondition::LastEdgesHome,
    Postcondition::LastCornersPlaced,
    Postcondition::Solved,
];

/// The solver with all variants of its algorithms.
#[derive(Debug)]
pub(super) struct LayersTeacher {
    solver: LayersSolver,
    variants: Vec<(layers::Stage, Alg, Variant)>,
}

impl LayersTeacher {
    pub(super) fn new() -> LayersTeacher {
        let variants = layers::LAST_ALGORITHMS.into_iter().flat_map(|(stage, text)| {
            let alg: Alg = text.parse().expect("an algorithm of the source");
            let mirrored = alg.mirrored(Axis::X);
            let ways = [
                (alg.inverse(), false, true),
                (mirrored.inverse(), true, true),
                (alg, false, false),
                (mirrored, true, false),
            ];
            ways.map(|(alg, is_mirrored, is_backwards)| (stage, alg, Variant { is_mirrored, is_backwards }))
        });
        LayersTeacher { solver: LayersSolver::new(), variants: variants.collect() }
    }

    fn variant(&self, step: &layers::Step) -> Variant {
        let is_it =
            |(stage, alg, _): &&(layers::Stage, Alg, Variant)| *stage == step.stage && *alg == step.algorithm;
        let known = self.variants.iter().find(is_it);
        known.map(|&(_, _, variant)| variant).expect("an algorithm of the last layer is one of its variants")
    }
}

pub(super) fn lesson(teacher: &LayersTeacher, stickers: &Stickers<Color>) -> Result<Lesson, IllegalCube> {
    let cube = Cube3::try_from(stickers)?;
    let solution = teacher.solver.solve_beginning_with(&cube, white_face(stickers));
    let oriented = OrientedCube::new(&cube, stickers, solution.first);
    let mut writer = Writer::new(oriented.pieces, solution.steps.len());
    for (number, step) in solution.steps.iter().enumerate() {
        let now = *writer.now();
        let (about, finished) = match step.piece {
            Some(piece) => (vec![oriented.piece(piece)], pieces_until(step.stage) & now.home()),
            None => (unfinished_on_top(step.stage, &now), pieces_until(layers::Stage::MiddleEdges)),
        };
        let is_last_of_stage = solution.steps.get(number + 1).is_none_or(|next| next.stage != step.stage);
        let postcondition = match step.goal {
            _ if is_last_of_stage => POSTCONDITIONS[step.stage.index()],
            Goal::Free => Postcondition::OnTop,
            Goal::Home => Postcondition::Home,
            Goal::Prepared | Goal::Done => Postcondition::OneMore,
        };
        let stage = Stage { method: Method::Layers, number: step.stage.index() };
        let hold = oriented.hold(step.hold);
        let turns = renamed(step.turns(), oriented.rotation);
        let draft = Draft {
            stage,
            alg: step.alg.clone(),
            about,
            postcondition,
            finished,
            wanted: stage.pieces(),
            hold,
        };
        writer.step(draft, &turns, |before, about| match (step.goal, about.first()) {
            (Goal::Home, Some(subject)) => match (step.stage, corner_below(subject.piece)) {
                (layers::Stage::MiddleEdges, Some(corner)) => {
                    Reason::WithCorner { corner, joined: joined(before, corner, subject.piece, &turns) }
                }
                _ => Reason::Insert { approach: approach(before, subject.piece, finished, &turns) },
            },
            (Goal::Free, Some(subject)) => {
                Reason::TakeOut { is_misoriented: subject.before.place == subject.piece }
            }
            _ if step.algorithm.is_empty() => Reason::TurnTop { is_all: false },
            _ => algorithm(before, step, teacher.variant(step)),
        });
    }
    Ok(Lesson {
        method: Method::Layers,
        start: stickers.clone(),
        colors: oriented.colors,
        steps: writer.finish(),
        solution: solution.alg(),
    })
}

/// Returns the pieces of the first two layers that this stage and those before it solve.
fn pieces_until(stage: layers::Stage) -> PieceSet {
    PieceSet::of(|piece| match piece {
        Piece::Edge(edge) if edge.faces()[0] == Face::D => true,
        Piece::Corner(corner) => corner.faces()[0] == Face::D && stage >= layers::Stage::Corners,
        Piece::Edge(edge) => edge.faces()[0] != Face::U && stage >= layers::Stage::MiddleEdges,
    })
}

fn edges_on_top() -> PieceSet {
    PieceSet::of(|place| matches!(place, Piece::Edge(edge) if edge.faces()[0] == Face::U))
}

fn corners_on_top() -> PieceSet {
    PieceSet::of(|place| matches!(place, Piece::Corner(corner) if corner.faces()[0] == Face::U))
}

/// Returns the pieces of the last layer that the stage has still to solve.
fn unfinished_on_top(stage: layers::Stage, now: &Pieces) -> Vec<Piece> {
    let (edges, corners) = (edges_on_top(), corners_on_top());
    match stage {
        layers::Stage::LastCross => edges.without(up(now, edges)).iter().map(|place| now.at(place)).collect(),
        layers::Stage::LastEdges => edges.without(now.home()).iter().collect(),
        layers::Stage::LastCornersPlaced => corners.without(now.placed()).iter().collect(),
        _ => corners.without(now.home()).iter().collect(),
    }
}

/// Returns the reason for an algorithm of the last layer.
fn algorithm(before: &Pieces, step: &layers::Step, variant: Variant) -> Reason {
    let (edges, corners) = (edges_on_top(), corners_on_top());
    let (algorithm, seen, right) = match step.stage {
        layers::Stage::LastCross => {
            let up = up(before, edges);
            (Algorithm::EdgesUp(variant), Seen::EdgesUp(shape(up)), up)
        }
        layers::Stage::LastEdges => {
            let (right, turns) = in_order(before, edges);
            (Algorithm::Sune(variant), Seen::EdgesPlaced(right.len(), turns), right)
        }
        layers::Stage::LastCornersPlaced => {
            let right = before.placed() & corners;
            (Algorithm::Niklas(variant), Seen::CornersPlaced(right.len()), right)
        }
        _ => {
            let right = before.home() & corners;
            (Algorithm::TwoSunes(variant), Seen::CornersTurned(right.len()), right)
        }
    };
    Reason::Algorithm { algorithm, seen, adjust: step.adjust, right, finish: step.finish }
}

/// Returns the corner below the place of an edge of the middle layer.
fn corner_below(edge: Piece) -> Option<Piece> {
    let sides = faces(&edge);
    let is_it = |corner: &Corner| {
        corner.faces().contains(&Face::D) && sides.iter().all(|side| corner.faces().contains(side))
    };
    Corner::ALL.into_iter().find(is_it).map(Piece::Corner)
}
