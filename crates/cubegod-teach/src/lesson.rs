//! Lessons: solutions with the facts about each step.

use super::Method;
use super::pieces::{self, PieceSet, Pieces, Placement};
use super::postcondition::Postcondition;
use super::reason::{Disturbance, Reason};
use crate::methods::hold::Piece;
use cubegod::color::Color;
use cubegod::geometry::{Face, Size, Symmetry};
use cubegod::moves::{Alg, FaceTurn, Layers, Metric};
use cubegod::stickers::Stickers;

/// A stage of a method.
#[derive(Copy, Clone, Debug, Eq, PartialEq, Hash)]
pub struct Stage {
    /// The method.
    pub method: Method,
    /// The index of the stage in the method.
    pub number: usize,
}

impl Stage {
    /// Returns the stages of a method in order.
    pub fn all(method: Method) -> impl Iterator<Item = Stage> {
        (0..method.stage_names().len()).map(move |number| Stage { method, number })
    }

    /// Returns the name in kebab-case.
    pub fn name(self) -> &'static str {
        self.method.stage_names()[self.number]
    }

    /// Returns the pieces of the first layers that the stage solves.
    pub fn pieces(self) -> PieceSet {
        PieceSet::of(|piece| {
            let layer = pieces::faces(&piece)[0];
            let is_corner = matches!(piece, Piece::Corner(_));
            match (self.method, self.number) {
                (Method::ThreeStep, 0) | (Method::Layers, 1) => layer == Face::D && is_corner,
                (Method::Layers | Method::Cfop, 0) => layer == Face::D && !is_corner,
                (Method::Layers, 2) => !matches!(layer, Face::U | Face::D),
                (Method::Cfop, 1) => layer != Face::U && (is_corner || layer != Face::D),
                _ => false,
            }
        })
    }

    /// Returns what is true after the stage.
    pub fn postcondition(self) -> Postcondition {
        match self.method {
            Method::ThreeStep => super::three_step::POSTCONDITIONS[self.number],
            Method::Layers => super::layers::POSTCONDITIONS[self.number],
            Method::Cfop => super::cfop::POSTCONDITIONS[self.number],
        }
    }
}

/// A piece that a step solves or moves.
///
/// Pieces and places are named with the first layer at the bottom, without later rotations of the whole cube;
/// a piece is named by the faces where it belongs.
#[derive(Copy, Clone, Debug, Eq, PartialEq, Hash)]
pub struct Subject {
    /// The piece.
    pub piece: Piece,
    /// Its placement before the step.
    pub before: Placement,
    /// Its placement after the step.
    pub after: Placement,
}

/// One step of a lesson, and its reason.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Step {
    /// The stage it belongs to.
    pub stage: Stage,
    /// All its moves: a rotation of the whole cube, if needed, then the turns.
    pub alg: Alg,
    /// The pieces that it solves or moves.
    pub subjects: Vec<Subject>,
    /// The reason for the step.
    pub reason: Reason,
    /// What is true after the step.
    pub postcondition: Postcondition,
    /// The pieces that are solved before and after the step.
    pub finished: PieceSet,
    /// When some of these are out of place during the step.
    pub disturbances: Vec<Disturbance>,
    /// Other pieces of the stage that the step solves.
    pub also_solved: PieceSet,
    /// The rotation from the naming of the pieces to the orientation of the cube.
    pub(super) hold: Symmetry,
    pub(super) before: Pieces,
    pub(super) after: Pieces,
}

impl Step {
    /// Returns the rotation of the whole cube before the turns.
    pub fn rotation(&self) -> Alg {
        Alg::new(self.alg.moves()[..self.rotation_length()].to_vec())
    }

    /// Returns the turns after that rotation.
    pub fn moves(&self) -> Alg {
        Alg::new(self.alg.moves()[self.rotation_length()..].to_vec())
    }

    pub(super) fn rotation_length(&self) -> usize {
        self.alg.iter().take_while(|one| matches!(one.layers, Layers::Rotation(_))).count()
    }

    /// Converts a placement to the orientation of the cube in this step.
    pub fn as_held(&self, placement: Placement) -> Placement {
        placement.transformed_by(self.hold)
    }

    /// Returns the places of the pieces after the step, in the orientation of the cube in this step.
    pub fn places_after(&self) -> Vec<Piece> {
        self.subjects.iter().map(|subject| self.place_as_held(subject.after.place)).collect()
    }

    /// Converts a place to the orientation of the cube in this step.
    pub fn place_as_held(&self, place: Piece) -> Piece {
        pieces::transformed_place(place, self.hold)
    }
}

/// An explained solution by a human method.
#[derive(Clone, Debug)]
pub struct Lesson {
    pub(super) method: Method,
    pub(super) start: Stickers<Color>,
    /// The colour of each face of the solved cube, with the first layer at the bottom.
    pub(super) colors: [Color; 6],
    pub(super) steps: Vec<Step>,
    pub(super) solution: Alg,
}

impl Lesson {
    /// Returns the method.
    pub fn method(&self) -> Method {
        self.method
    }

    /// Returns the cube as it was given.
    pub fn start(&self) -> &Stickers<Color> {
        &self.start
    }

    /// Returns the size of the cube.
    pub fn size(&self) -> Size {
        self.start.size()
    }

    /// Returns the steps in order; none for a solved cube.
    pub fn steps(&self) -> &[Step] {
        &self.steps
    }

    /// Returns the steps of a stage; none if it is already done.
    pub fn steps_of(&self, stage: Stage) -> impl Iterator<Item = &Step> {
        self.steps.iter().filter(move |step| step.stage == stage)
    }

    /// Returns the stages of the method.
    pub fn stages(&self) -> impl Iterator<Item = Stage> {
        Stage::all(self.method)
    }

    /// Returns the pieces of a stage that are solved when it begins.
    pub fn solved_before(&self, stage: Stage) -> PieceSet {
        self.steps_of(stage).next().map_or(PieceSet::EMPTY, |first| first.finished & stage.pieces())
    }

    /// Returns the number of moves of a stage before turns of the same face in different steps are merged.
    pub fn length_of(&self, stage: Stage, metric: Metric) -> usize {
        self.steps_of(stage).map(|step| step.alg.length(metric)).sum()
    }

    /// Returns all turns without rotations of the whole cube, with turns of the same face merged.
    pub fn solution(&self) -> &Alg {
        &self.solution
    }

    /// Returns the colour of a face of the solved cube, with the first layer at the bottom.
    pub fn color(&self, face: Face) -> Color {
        self.colors[face.index()]
    }

    /// Returns the colours of a piece, beginning with that of the first or last layer if it has one.
    pub fn colors_of(&self, piece: Piece) -> impl Iterator<Item = Color> {
        pieces::faces(&piece).iter().map(|&face| self.color(face))
    }

    /// Returns the cube before the turns of a step, in the orientation of that step.
    pub fn before(&self, step: &Step) -> Stickers<Color> {
        self.painted(&step.before, step.hold)
    }

    /// Returns the cube after a step, in the orientation of that step.
    pub fn after(&self, step: &Step) -> Stickers<Color> {
        self.painted(&step.after, step.hold)
    }

    /// Returns the facelets of the pieces of a step, before and after it.
    pub fn marked(&self, step: &Step) -> [Vec<usize>; 2] {
        let marked = |placements: &mut dyn Iterator<Item = Placement>| {
            let places = placements.map(|placement| step.place_as_held(placement.place));
            let mut marked: Vec<usize> =
                places.flat_map(|place| pieces::stickers(self.size(), place).iter().copied()).collect();
            marked.sort_unstable();
            marked
        };
        [
            marked(&mut step.subjects.iter().map(|subject| subject.before)),
            marked(&mut step.subjects.iter().map(|subject| subject.after)),
        ]
    }

    /// Returns the stickers of an arrangement of pieces after a rotation of the whole cube.
    pub(super) fn painted(&self, arrangement: &Pieces, hold: Symmetry) -> Stickers<Color> {
        let size = self.size();
        // Pieces are named with the first layer at the bottom; `hold` is the rotation since then.
        let back = hold.inverse();
        let mut stickers = Stickers::from_fn(size, |_| Color::White);
        let cells = stickers.facelets_mut();
        for face in Face::ALL {
            cells[face.index() * size.face_stickers()..][..size.face_stickers()]
                .fill(self.color(back.face(face)));
        }
        for place in places(size).iter() {
            let (piece, shift) = (arrangement.at(place), arrangement.orientation(place));
            let held = pieces::transformed_place(place, hold);
            let indices = pieces::stickers(size, held);
            let count = indices.len();
            // Where the first sticker of the place comes to.
            let first = hold.face(pieces::faces(&place)[0]);
            let turn = pieces::faces(&held).iter().position(|&face| face == first).unwrap_or(0);
            for (number, &face) in pieces::faces(&piece).iter().enumerate() {
                cells[indices[(number + shift + turn) % count]] = self.color(face);
            }
        }
        stickers
    }
}

/// Returns the places of a cube.
pub(super) fn places(size: Size) -> PieceSet {
    PieceSet::of(|place| size == Size::THREE || matches!(place, Piece::Corner(_)))
}

/// Collects the steps of a lesson.
pub(super) struct StepCollector {
    now: Pieces,
    steps: Vec<Step>,
}

/// What a method states about a step; the rest is computed by turning the cube.
pub(super) struct StepSpec {
    pub(super) stage: Stage,
    pub(super) alg: Alg,
    pub(super) subjects: Vec<Piece>,
    pub(super) postcondition: Postcondition,
    /// The pieces that are solved before the step and must be solved after it.
    pub(super) finished: PieceSet,
    /// The pieces of the stage, of which the step may solve more than its own.
    pub(super) stage_pieces: PieceSet,
    pub(super) hold: Symmetry,
}

impl StepCollector {
    pub(super) fn new(start: Pieces, steps: usize) -> StepCollector {
        StepCollector { now: start, steps: Vec::with_capacity(steps) }
    }

    /// Returns the current cube.
    pub(super) fn now(&self) -> &Pieces {
        &self.now
    }

    /// Applies the turns of a step, named as the pieces are; `reason` gets the cube before the step and its pieces.
    pub(super) fn step(
        &mut self,
        spec: StepSpec,
        turns: &[FaceTurn],
        reason: impl FnOnce(&Pieces, &[Subject]) -> Reason,
    ) {
        let before = self.now;
        let mut disturbances: Vec<Disturbance> = Vec::new();
        let mut out_of_place = PieceSet::EMPTY;
        for (number, &turn) in turns.iter().enumerate() {
            self.now = self.now.turned(turn);
            let displaced = spec.finished.without(self.now.home());
            match (out_of_place.is_empty(), displaced.is_empty()) {
                (true, false) => disturbances.push(Disturbance {
                    leaves_at: number,
                    restored_at: number,
                    pieces: displaced,
                }),
                (false, _) => {
                    if let Some(disturbance) = disturbances.last_mut() {
                        disturbance.restored_at = number;
                    }
                }
                (true, true) => {}
            }
            out_of_place = displaced;
        }
        let subjects: Vec<Subject> = spec
            .subjects
            .into_iter()
            .map(|piece| Subject { piece, before: before.placement(piece), after: self.now.placement(piece) })
            .collect();
        let reason = reason(&before, &subjects);
        let known = subjects.iter().fold(spec.finished, |set, subject| set.with(subject.piece));
        let also_solved = (self.now.home() & spec.stage_pieces).without(known);
        self.steps.push(Step {
            stage: spec.stage,
            alg: spec.alg,
            subjects,
            reason,
            postcondition: spec.postcondition,
            finished: spec.finished,
            disturbances,
            also_solved,
            hold: spec.hold,
            before,
            after: self.now,
        });
    }

    pub(super) fn finish(self) -> Vec<Step> {
        self.steps
    }
}
