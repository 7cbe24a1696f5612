//! Lessons of CFOP.

use super::Method;
use super::lesson::{Lesson, Stage, StepCollector, StepSpec, Subject};
use super::oriented::OrientedCube;
use super::pieces::{PieceSet, Pieces, faces};
use super::postcondition::Postcondition;
use super::reason::{Algorithm, Approach, Reason, TopLayerPattern, approach, joined, shape, up};
use crate::methods::cfop::{self, Case, CfopSolver};
use crate::methods::hold::Piece;
use crate::methods::turns::renamed;
use cubegod::color::Color;
use cubegod::cube::Cube3;
use cubegod::geometry::Face;
use cubegod::moves::FaceTurn;
use cubegod::{Centres, Cube};

pub(super) const POSTCONDITIONS: [Postcondition; 4] = [
    Postcondition::CrossDone,
    Postcondition::TwoLayersDone,
    Postcondition::TopOfOneColor,
    Postcondition::Solved,
];

pub(super) fn lesson(solver: &CfopSolver, cube: &Cube3, centres: Centres) -> Lesson {
    let first = centres.face(Color::White);
    let solution = solver.solve_beginning_with(cube, first);
    let oriented = OrientedCube::new(cube, centres, first);
    let top = PieceSet::of(|place| faces(&place)[0] == Face::U);
    let mut collector = StepCollector::new(oriented.pieces, solution.steps.len());
    for (number, step) in solution.steps.iter().enumerate() {
        let now = *collector.now();
        // Pieces of later steps of the stage do not count as solved, even if they are.
        let later = solution.steps[number..].iter().filter(|later| later.stage == step.stage);
        let unfinished = later
            .flat_map(|later| &later.pieces)
            .fold(PieceSet::EMPTY, |set, &piece| set.with(oriented.piece(piece)));
        let finished = belonging_to(step.stage).without(unfinished);
        let subjects = match step.stage {
            cfop::Stage::Cross | cfop::Stage::Pairs => {
                step.pieces.iter().map(|&piece| oriented.piece(piece)).collect()
            }
            cfop::Stage::Orient => top.without(up(&now, top)).iter().map(|place| now.at(place)).collect(),
            cfop::Stage::Permute => top.without(now.home()).iter().collect(),
        };
        let is_last_of_stage = solution.steps.get(number + 1).is_none_or(|next| next.stage != step.stage);
        let spec = StepSpec {
            stage: Stage { method: Method::Cfop, number: step.stage.index() },
            alg: step.alg.clone(),
            subjects,
            postcondition: if is_last_of_stage {
                POSTCONDITIONS[step.stage.index()]
            } else {
                Postcondition::Home
            },
            finished,
            // The pieces of a step include all that it solves.
            stage_pieces: PieceSet::EMPTY,
            hold: oriented.hold(step.hold),
        };
        let turns = renamed(&step.turns, oriented.rotation);
        collector.step(spec, &turns, |before, subjects| match step.case {
            Some(case) => algorithm(before, step, case, top),
            None if step.stage >= cfop::Stage::Orient => Reason::TurnTop { is_all: true },
            None => insertion(before, subjects, finished, &turns),
        });
    }
    Lesson {
        method: Method::Cfop,
        start: Cube::Three(*cube, centres).stickers(),
        colors: oriented.colors,
        steps: collector.finish(),
        solution: solution.alg(),
    }
}

/// Returns the pieces of the first two layers that this stage and those before it solve.
fn belonging_to(stage: cfop::Stage) -> PieceSet {
    PieceSet::of(|piece| match piece {
        Piece::Edge(edge) if edge.faces()[0] == Face::D => true,
        _ => faces(&piece)[0] != Face::U && stage >= cfop::Stage::Pairs,
    })
}

fn insertion(before: &Pieces, subjects: &[Subject], finished: PieceSet, turns: &[FaceTurn]) -> Reason {
    match subjects {
        [one] => Reason::Insert { approach: approach(before, one.piece, finished, turns) },
        [corner, edge, ..] if matches!(corner.piece, Piece::Corner(_)) => {
            Reason::Pair { joined: joined(before, corner.piece, edge.piece, turns) }
        }
        _ => Reason::Insert { approach: Approach::default() },
    }
}

fn algorithm(before: &Pieces, step: &cfop::Step, case: Case, top: PieceSet) -> Reason {
    let (pattern, correct) = match case {
        Case::Orient(_) => {
            let up = up(before, top);
            let corners = up.iter().filter(|place| matches!(place, Piece::Corner(_))).count();
            let edges = PieceSet::of(|place| up.contains(place) && matches!(place, Piece::Edge(_)));
            (TopLayerPattern::Up(shape(edges), corners), up)
        }
        Case::Permute(_) => (TopLayerPattern::Permutation, before.home() & top),
    };
    Reason::Algorithm {
        algorithm: Algorithm::Case(case),
        pattern,
        adjust: step.adjust,
        correct,
        finish: step.finish,
    }
}
