//! Lessons of the layer method.

use super::Method;
use super::lesson::{Lesson, Stage, StepCollector, StepSpec};
use super::oriented::OrientedCube;
use super::pieces::{PieceSet, Pieces, faces};
use super::postcondition::Postcondition;
use super::reason::{Algorithm, Reason, TopLayerPattern, Variant, approach, in_order, joined, shape, up};
use crate::methods::hold::Piece;
use crate::methods::layers::{self, LayersSolver};
use crate::methods::turns::renamed;
use cubegod::color::Color;
use cubegod::cube::{Corner, Cube3};
use cubegod::geometry::{Axis, Face};
use cubegod::moves::Alg;
use cubegod::{Centres, Cube};

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
pub(super) struct LayersLessonBuilder {
    solver: LayersSolver,
    variants: Vec<(layers::Stage, Alg, Variant)>,
}

impl LayersLessonBuilder {
    pub(super) fn new() -> LayersLessonBuilder {
        let variants = layers::LAST_ALGORITHMS.into_iter().flat_map(|(stage, text)| {
            let alg: Alg = text.parse().expect("an algorithm of the source");
            let mirrored = alg.mirrored(Axis::X);
            let all = [
                (alg.inverse(), false, true),
                (mirrored.inverse(), true, true),
                (alg, false, false),
                (mirrored, true, false),
            ];
            all.map(|(alg, is_mirrored, is_backwards)| (stage, alg, Variant { is_mirrored, is_backwards }))
        });
        LayersLessonBuilder { solver: LayersSolver::new(), variants: variants.collect() }
    }

    fn variant(&self, step: &layers::Step) -> Variant {
        let known =
            self.variants.iter().find(|(stage, alg, _)| *stage == step.stage && *alg == step.algorithm);
        known.map(|&(_, _, variant)| variant).expect("an algorithm of the last layer is one of its variants")
    }
}

pub(super) fn lesson(builder: &LayersLessonBuilder, cube: &Cube3, centres: Centres) -> Lesson {
    let first = centres.face(Color::White);
    let solution = builder.solver.solve_beginning_with(cube, first);
    let oriented = OrientedCube::new(cube, centres, first);
    let mut collector = StepCollector::new(oriented.pieces, solution.steps.len());
    for (number, step) in solution.steps.iter().enumerate() {
        let now = *collector.now();
        let (subjects, finished) = match step.piece {
            Some(piece) => (vec![oriented.piece(piece)], pieces_until(step.stage) & now.home()),
            None => (unfinished_on_top(step.stage, &now), pieces_until(layers::Stage::MiddleEdges)),
        };
        let is_last_of_stage = solution.steps.get(number + 1).is_none_or(|next| next.stage != step.stage);
        let postcondition = match step.piece {
            _ if is_last_of_stage => POSTCONDITIONS[step.stage.index()],
            Some(_) if step.is_preparation => Postcondition::OnTop,
            Some(_) => Postcondition::Home,
            None => Postcondition::OneMore,
        };
        let stage = Stage { method: Method::Layers, number: step.stage.index() };
        let hold = oriented.hold(step.hold);
        let turns = renamed(&step.turns, oriented.rotation);
        let spec = StepSpec {
            stage,
            alg: step.alg.clone(),
            subjects,
            postcondition,
            finished,
            stage_pieces: stage.pieces(),
            hold,
        };
        collector.step(spec, &turns, |before, subjects| {
            match subjects.first().filter(|_| step.piece.is_some()) {
                Some(subject) if step.is_preparation => {
                    Reason::TakeOut { is_misoriented: subject.before.place == subject.piece }
                }
                Some(subject) => match (step.stage, corner_below(subject.piece)) {
                    (layers::Stage::MiddleEdges, Some(corner)) => {
                        Reason::WithCorner { corner, joined: joined(before, corner, subject.piece, &turns) }
                    }
                    _ => Reason::Insert { approach: approach(before, subject.piece, finished, &turns) },
                },
                None if step.algorithm.is_empty() => Reason::TurnTop { is_all: false },
                None => algorithm(before, step, builder.variant(step)),
            }
        });
    }
    Lesson {
        method: Method::Layers,
        start: Cube::Three(*cube, centres).stickers(),
        colors: oriented.colors,
        steps: collector.finish(),
        solution: solution.alg(),
    }
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
    let (algorithm, pattern, correct) = match step.stage {
        layers::Stage::LastCross => {
            let up = up(before, edges);
            (Algorithm::EdgesUp(variant), TopLayerPattern::EdgesUp(shape(up)), up)
        }
        layers::Stage::LastEdges => {
            let (correct, turns) = in_order(before, edges);
            (Algorithm::Sune(variant), TopLayerPattern::EdgesPlaced(correct.len(), turns), correct)
        }
        layers::Stage::LastCornersPlaced => {
            let correct = before.placed() & corners;
            (Algorithm::Niklas(variant), TopLayerPattern::CornersPlaced(correct.len()), correct)
        }
        _ => {
            let correct = before.home() & corners;
            (Algorithm::TwoSunes(variant), TopLayerPattern::CornersTurned(correct.len()), correct)
        }
    };
    Reason::Algorithm { algorithm, pattern, adjust: step.adjust, correct, finish: step.finish }
}

/// Returns the corner below the place of an edge of the middle layer.
fn corner_below(edge: Piece) -> Option<Piece> {
    let sides = faces(&edge);
    let is_below = |corner: &Corner| {
        corner.faces().contains(&Face::D) && sides.iter().all(|side| corner.faces().contains(side))
    };
    Corner::ALL.into_iter().find(is_below).map(Piece::Corner)
}
