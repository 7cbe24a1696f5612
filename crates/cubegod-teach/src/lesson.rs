//! A solution with the facts about each of its steps.

use super::Method;
use super::pieces::{self, PieceSet, Pieces, Placement};
use super::postcondition::Postcondition;
use super::reason::{Disturbance, Reason};
use crate::methods::hold::Piece;
use cubegod::color::Color;
use cubegod::geometry::{Face, Size, Symmetry};
use cubegod::moves::{Alg, FaceTurn, Layers, Metric};
use cubegod::stickers::Stickers;

/// A part of a method, with its goal.
#[derive(Copy, Clone, Debug, Eq, PartialEq, Hash)]
pub struct Stage {
    /// Whose it is.
    pub method: Method,
    /// Its number in the method.
    pub number: usize,
}

impl Stage {
    /// All stages of a method in order.
    pub fn all(method: Method) -> impl Iterator<Item = Stage> {
        let count = match method {
            Method::ThreeStep => crate::methods::three_step::Stage::ALL.len(),
            Method::Layers => crate::methods::layers::Stage::ALL.len(),
            Method::Cfop => crate::methods::cfop::Stage::ALL.len(),
        };
        (0..count).map(move |number| Stage { method, number })
    }

    /// Its name in small letters, with hyphens.
    pub fn name(self) -> &'static str {
        match self.method {
            Method::ThreeStep => crate::methods::three_step::Stage::ALL[self.number].name(),
            Method::Layers => crate::methods::layers::Stage::ALL[self.number].name(),
            Method::Cfop => crate::methods::cfop::Stage::ALL[self.number].name(),
        }
    }

    /// The pieces of the first layers that it brings home.
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

    /// What is true after it.
    pub fn postcondition(self) -> Postcondition {
        match self.method {
            Method::ThreeStep => super::three_step::POSTCONDITIONS[self.number],
            Method::Layers => super::layers::POSTCONDITIONS[self.number],
            Method::Cfop => super::cfop::POSTCONDITIONS[self.number],
        }
    }
}

/// A piece that a step is about.
///
/// Pieces and places are named as somebody sees them who holds the first layer below and does not turn the cube as a whole
/// any more; a piece is named by the faces where it belongs.
#[derive(Copy, Clone, Debug, Eq, PartialEq, Hash)]
pub struct Subject {
    /// Which.
    pub piece: Piece,
    /// Where it was.
    pub before: Placement,
    /// Where it is after the step.
    pub after: Placement,
}

/// One thing that a person does, and why.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Step {
    /// The stage it belongs to.
    pub stage: Stage,
    /// All its moves as a person makes them: a rotation of the whole cube, if there is one, then the turns.
    pub alg: Alg,
    /// The pieces it is about.
    pub about: Vec<Subject>,
    /// Why it is done, and how it works.
    pub reason: Reason,
    /// What is true afterwards.
    pub postcondition: Postcondition,
    /// The pieces that were finished before, and that are so afterwards.
    pub finished: PieceSet,
    /// When some of these are away meanwhile.
    pub disturbances: Vec<Disturbance>,
    /// Other pieces of the stage that come home by luck.
    pub also: PieceSet,
    /// From how the pieces are named to how the cube is held.
    pub(super) hold: Symmetry,
    pub(super) before: Pieces,
    pub(super) after: Pieces,
}

impl Step {
    /// How the whole cube is turned first.
    pub fn grip(&self) -> Alg {
        Alg::new(self.alg.moves()[..self.grip_length()].to_vec())
    }

    /// The turns, as the cube is held then.
    pub fn moves(&self) -> Alg {
        Alg::new(self.alg.moves()[self.grip_length()..].to_vec())
    }

    pub(super) fn grip_length(&self) -> usize {
        self.alg.iter().take_while(|one| matches!(one.layers, Layers::Rotation(_))).count()
    }

    /// A placement as the cube is held during the step.
    pub fn as_held(&self, placement: Placement) -> Placement {
        placement.transformed_by(self.hold)
    }

    /// Where the pieces are that it is about, after it, as the cube is held.
    pub fn places_after(&self) -> Vec<Piece> {
        self.about.iter().map(|subject| self.place_as_held(subject.after.place)).collect()
    }

    /// A place as the cube is held during the step.
    pub fn place_as_held(&self, place: Piece) -> Piece {
        pieces::transformed_place(place, self.hold)
    }
}

/// How a person solves a cube: what to do, and why.
#[derive(Clone, Debug)]
pub struct Lesson {
    pub(super) method: Method,
    pub(super) start: Stickers<Color>,
    /// The colour that each face is going to have, with the first layer below.
    pub(super) colors: [Color; 6],
    pub(super) steps: Vec<Step>,
    pub(super) solution: Alg,
}

impl Lesson {
    /// The way that is taught.
    pub fn method(&self) -> Method {
        self.method
    }

    /// The cube as it was given.
    pub fn start(&self) -> &Stickers<Color> {
        &self.start
    }

    /// The cube's size.
    pub fn size(&self) -> Size {
        self.start.size()
    }

    /// What is to be done, in order; nothing for a solved cube.
    pub fn steps(&self) -> &[Step] {
        &self.steps
    }

    /// The steps of a stage; none where it is done by luck.
    pub fn steps_of(&self, stage: Stage) -> impl Iterator<Item = &Step> {
        self.steps.iter().filter(move |step| step.stage == stage)
    }

    /// The stages of its method.
    pub fn stages(&self) -> impl Iterator<Item = Stage> {
        Stage::all(self.method)
    }

    /// The pieces of a stage that are home when it begins.
    pub fn home_before(&self, stage: Stage) -> PieceSet {
        self.steps_of(stage).next().map_or(PieceSet::EMPTY, |first| first.finished & stage.pieces())
    }

    /// How many moves a stage takes, step by step. The whole may take fewer, because turns of different steps meet.
    pub fn length_of(&self, stage: Stage, metric: Metric) -> usize {
        self.steps_of(stage).map(|step| step.alg.length(metric)).sum()
    }

    /// The whole sequence in as few turns as the steps come to, for somebody who does not turn the cube as a whole.
    pub fn solution(&self) -> &Alg {
        &self.solution
    }

    /// The colour of a face, when the first layer is below and the cube is solved.
    pub fn color(&self, face: Face) -> Color {
        self.colors[face.index()]
    }

    /// The colours of a piece, that of the first or the last layer first where it has one.
    pub fn colors_of(&self, piece: Piece) -> impl Iterator<Item = Color> {
        pieces::faces(&piece).iter().map(|&face| self.color(face))
    }

    /// What is seen before the turns of a step, as the cube is held for them.
    pub fn before(&self, step: &Step) -> Stickers<Color> {
        self.painted(&step.before, step.hold)
    }

    /// What is seen after a step, held in the same way.
    pub fn after(&self, step: &Step) -> Stickers<Color> {
        self.painted(&step.after, step.hold)
    }

    /// Which stickers belong to the pieces that a step is about, before it and after it.
    pub fn marked(&self, step: &Step) -> [Vec<usize>; 2] {
        let marked = |placements: &mut dyn Iterator<Item = Placement>| {
            let places = placements.map(|placement| step.place_as_held(placement.place));
            let mut marked: Vec<usize> =
                places.flat_map(|place| pieces::stickers(self.size(), place).iter().copied()).collect();
            marked.sort_unstable();
            marked
        };
        [
            marked(&mut step.about.iter().map(|subject| subject.before)),
            marked(&mut step.about.iter().map(|subject| subject.after)),
        ]
    }

    /// The cube with its pieces so, held in this way.
    pub(super) fn painted(&self, arrangement: &Pieces, hold: Symmetry) -> Stickers<Color> {
        let size = self.size();
        // The pieces are named with the first layer below; how it is turned since then is all that `hold` tells.
        let back = hold.inverse();
        let mut stickers = Stickers::from_fn(size, |_| Color::White);
        let cells = stickers.cells_mut();
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

/// The places of a cube.
pub(super) fn places(size: Size) -> PieceSet {
    PieceSet::of(|place| size == Size::THREE || matches!(place, Piece::Corner(_)))
}

/// Puts the steps of a lesson together.
pub(super) struct Writer {
    now: Pieces,
    steps: Vec<Step>,
}

/// What a method says about a step; the rest is found out by turning the cube.
pub(super) struct Draft {
    pub(super) stage: Stage,
    pub(super) alg: Alg,
    pub(super) about: Vec<Piece>,
    pub(super) postcondition: Postcondition,
    /// What is finished before, and must be so again.
    pub(super) finished: PieceSet,
    /// What the stage brings home: if more of it comes home than the step is about, that is luck.
    pub(super) wanted: PieceSet,
    pub(super) hold: Symmetry,
}

impl Writer {
    pub(super) fn new(start: Pieces, steps: usize) -> Writer {
        Writer { now: start, steps: Vec::with_capacity(steps) }
    }

    /// The cube at the moment.
    pub(super) fn now(&self) -> &Pieces {
        &self.now
    }

    /// Makes the turns of a step, named as the pieces are; `reason` tells why, from the cube before it and what it is about.
    pub(super) fn step(
        &mut self,
        draft: Draft,
        turns: &[FaceTurn],
        reason: impl FnOnce(&Pieces, &[Subject]) -> Reason,
    ) {
        let before = self.now;
        let mut disturbances: Vec<Disturbance> = Vec::new();
        let mut away = PieceSet::EMPTY;
        for (number, &turn) in turns.iter().enumerate() {
            self.now = self.now.turned(turn);
            let away_now = draft.finished.without(self.now.home());
            match (away.is_empty(), away_now.is_empty()) {
                (true, false) => disturbances.push(Disturbance {
                    leaves_at: number,
                    restored_at: number,
                    pieces: away_now,
                }),
                (false, _) => {
                    if let Some(disturbance) = disturbances.last_mut() {
                        disturbance.restored_at = number;
                    }
                }
                (true, true) => {}
            }
            away = away_now;
        }
        let about: Vec<Subject> = draft
            .about
            .into_iter()
            .map(|piece| Subject { piece, before: before.placement(piece), after: self.now.placement(piece) })
            .collect();
        let reason = reason(&before, &about);
        let known = about.iter().fold(draft.finished, |set, subject| set.with(subject.piece));
        let also = (self.now.home() & draft.wanted).without(known);
        self.steps.push(Step {
            stage: draft.stage,
            alg: draft.alg,
            about,
            reason,
            postcondition: draft.postcondition,
            finished: draft.finished,
            disturbances,
            also,
            hold: draft.hold,
            before,
            after: self.now,
        });
    }

    pub(super) fn finish(self) -> Vec<Step> {
        self.steps
    }
}
