//! What somebody's moves do who follows a lesson with the cube in his hands, or tries something else.

use super::lesson::{Lesson, Step};
use super::pieces::{self, PieceSet, Pieces, Placement, transformed_place};
use super::postcondition::Postcondition;
use crate::methods::layers::Piece;
use cubegod::color::Color;
use cubegod::geometry::{Size, Symmetry};
use cubegod::moves::{FaceTurn, Layers, Move, NoSuchLayer, Turns};
use cubegod::stickers::Stickers;

#[cfg(test)]
mod tests;

/// A lesson, the step somebody is at, and the cube as it is now.
///
/// ```
/// use cubegod_teach::{PathChange, Method, Practice, Teacher};
/// use cubegod::{Alg, Cube2};
///
/// let cube = Cube2::SOLVED.apply(&"R U F2".parse::<Alg>().unwrap()).unwrap().stickers();
/// let lesson = Teacher::new(Method::ThreeStep).lesson(&cube).unwrap();
/// let mut practice = Practice::new(lesson).unwrap();
/// let next = practice.next().unwrap();
/// assert_eq!(practice.make(next).unwrap().path_change, PathChange::Next);
/// assert_eq!(practice.make(next.inverse()).unwrap().path_change, PathChange::Back);
/// ```
#[derive(Clone, Debug)]
pub struct Practice {
    lesson: Lesson,
    step: usize,
    /// What is seen before the step and after each of its moves, rotations of the whole cube included.
    path: Vec<Stickers<Color>>,
    /// Every move since the step began, with the cube after it.
    made: Vec<Made>,
    /// Those that were taken back, the last one first.
    undone: Vec<Move>,
}

#[derive(Clone, Debug)]
struct Made {
    one: Move,
    state: State,
}

/// The cube at some moment.
#[derive(Copy, Clone, Debug)]
struct State {
    pieces: Pieces,
    hold: Symmetry,
    /// How many moves of the step lead here; none off its path.
    at: Option<usize>,
}

/// How a move goes with the lesson.
#[derive(Copy, Clone, Debug, Eq, PartialEq, Hash)]
pub enum PathChange {
    /// It is the next move of the step.
    Next,
    /// It is another one, but leads to where the step comes too.
    Equivalent,
    /// It leads to where the step was before.
    Back,
    /// It leads back to the path of the step.
    Returned,
    /// It leaves the path.
    Left,
    /// It goes on off the path.
    StillOff,
}

/// A piece that moved.
#[derive(Copy, Clone, Debug, Eq, PartialEq, Hash)]
pub struct Displacement {
    /// Which, named as in the lesson.
    pub piece: Piece,
    /// Where it was, as the cube was held.
    pub from: Placement,
    /// Where it is, as the cube is held.
    pub to: Placement,
}

/// What a move did.
#[derive(Clone, Debug, Eq, PartialEq)]
#[non_exhaustive]
pub struct Effect {
    /// The move.
    pub made: Move,
    /// How it goes with the lesson.
    pub path_change: PathChange,
    /// The pieces of the step that it moved.
    pub moved: Vec<Displacement>,
    /// The finished pieces that left their places.
    pub left: PieceSet,
    /// The finished pieces that came back.
    pub back: PieceSet,
    /// The finished pieces that are away now.
    pub away: PieceSet,
    /// Whether all moves of the step are made, or others that lead to the same cube.
    pub is_step_done: bool,
    /// Whether what the step is for is true now.
    pub is_postcondition_met: bool,
    /// Whether every face has one colour.
    pub is_solved: bool,
    /// Whether the cube is held as the step holds it.
    pub is_held_so: bool,
    /// From how the pieces are named to how the cube is held now.
    pub(super) hold: Symmetry,
}

impl Effect {
    /// Whether it is worth saying that the postcondition of the step is true: at the end of the step, or where somebody comes to the
    /// same in another way and nothing that was finished is away.
    pub(super) fn reports_postcondition(&self, postcondition: Postcondition) -> bool {
        let is_off_path = matches!(self.path_change, PathChange::Left | PathChange::StillOff);
        let is_as_good = is_off_path && self.away.is_empty() && postcondition != Postcondition::OneMore;
        self.is_postcondition_met && self.is_held_so && (self.is_step_done || is_as_good)
    }
}

impl Practice {
    /// At the beginning of the first step; none for a lesson without any.
    pub fn new(lesson: Lesson) -> Option<Practice> {
        let first = lesson.steps().first()?;
        let path = path(&lesson, first);
        Some(Practice { lesson, step: 0, path, made: Vec::new(), undone: Vec::new() })
    }

    /// The lesson.
    pub fn lesson(&self) -> &Lesson {
        &self.lesson
    }

    /// The step somebody is at.
    pub fn step(&self) -> &Step {
        &self.lesson.steps()[self.step]
    }

    /// Its number, from 0.
    pub fn number(&self) -> usize {
        self.step
    }

    /// What is seen now, as the cube is held.
    pub fn stickers(&self) -> Stickers<Color> {
        let State { pieces, hold, .. } = self.state();
        self.lesson.painted(&pieces, hold)
    }

    /// The stickers of the pieces that the step is about, where they are now.
    pub fn marked(&self) -> Vec<usize> {
        let places = self.placements().into_iter().map(|(_, placement)| placement.place);
        let size = self.lesson.size();
        let mut marked: Vec<usize> =
            places.flat_map(|place| pieces::stickers(size, place).iter().copied()).collect();
        marked.sort_unstable();
        marked
    }

    /// How many moves of the step lead to this cube; none off its path.
    pub fn at(&self) -> Option<usize> {
        self.state().at
    }

    /// Whether the cube is not as the step has it at any time.
    pub fn is_off_path(&self) -> bool {
        self.at().is_none()
    }

    /// Whether the cube is as it is after the step.
    pub fn is_step_done(&self) -> bool {
        self.at() == Some(self.path.len() - 1)
    }

    /// Whether what the step is for is true and nothing that was finished is away, though the cube is not as the lesson has it.
    pub fn is_done_differently(&self) -> bool {
        let (step, State { pieces, .. }) = (self.step(), self.state());
        let is_kept = step.finished.without(pieces.home()).is_empty();
        self.is_off_path()
            && is_kept
            && step.postcondition != Postcondition::OneMore
            && self.is_postcondition_met(&pieces)
    }

    /// The lesson's next move; none after the last one of the step, and off its path.
    pub fn next(&self) -> Option<Move> {
        self.step().alg.moves().get(self.at()?).copied()
    }

    /// The rotations of the whole cube that the step begins with and that are still to be made; none off its path.
    pub fn pending_rotation(&self) -> &[Move] {
        let (alg, length) = (self.step().alg.moves(), self.step().grip_length());
        self.at().and_then(|at| alg.get(at..length)).unwrap_or_default()
    }

    /// Makes the rotations that are still to be made, if somebody made them without saying so: his move is the first turn of
    /// the step as the cube is held for it.
    pub fn apply_implied_rotation(&mut self, one: Move) -> Vec<Effect> {
        let grip = self.pending_rotation().to_vec();
        let first_turn = self.step().alg.moves().get(self.step().grip_length());
        if first_turn != Some(&one) {
            return Vec::new();
        }
        // A whole cube can be turned, whatever its size.
        grip.into_iter().filter_map(|rotation| self.make(rotation).ok()).collect()
    }

    /// Every move since the step began.
    pub fn made(&self) -> impl Iterator<Item = Move> {
        self.made.iter().map(|made| made.one)
    }

    /// What leads back to the path: what was made since it was left, taken back; nothing on the path.
    pub fn moves_back_to_path(&self) -> Vec<Move> {
        let astray = self.made.iter().rev().take_while(|made| made.state.at.is_none());
        astray.map(|made| made.one.inverse()).collect()
    }

    /// Makes a move; what was taken back is forgotten.
    pub fn make(&mut self, one: Move) -> Result<Effect, NoSuchLayer> {
        let effect = self.turn(one)?;
        self.undone.clear();
        Ok(effect)
    }

    /// Takes the last move back, and gives it; none at the beginning of the step.
    pub fn undo(&mut self) -> Option<Move> {
        let last = self.made.pop()?.one;
        self.undone.push(last);
        Some(last)
    }

    /// Makes the move again that was taken back last.
    pub fn redo(&mut self) -> Option<Effect> {
        let one = *self.undone.last()?;
        let effect = self.turn(one).ok()?;
        self.undone.pop();
        Some(effect)
    }

    /// Goes to the beginning of a step; whether there is one with this number.
    pub fn jump(&mut self, step: usize) -> bool {
        let Some(there) = self.lesson.steps().get(step) else { return false };
        self.path = path(&self.lesson, there);
        self.step = step;
        self.made.clear();
        self.undone.clear();
        true
    }

    /// Goes to the end of a step; whether there is one with this number.
    pub fn jump_to_end(&mut self, step: usize) -> bool {
        let is_there = self.jump(step);
        while is_there
            && let Some(next) = self.next()
            && self.make(next).is_ok()
        {}
        is_there
    }

    fn state(&self) -> State {
        let begin = || State { pieces: self.step().before, hold: hold_before(self.step()), at: Some(0) };
        self.made.last().map_or_else(begin, |made| made.state)
    }

    /// The pieces of the step, and where they are now, as the cube is held.
    pub fn placements(&self) -> Vec<(Piece, Placement)> {
        let State { pieces, hold, .. } = self.state();
        let about = self.step().about.iter();
        about.map(|subject| (subject.piece, pieces.placement(subject.piece).transformed_by(hold))).collect()
    }

    /// The postcondition is about the cube as the step holds it.
    fn is_postcondition_met(&self, now: &Pieces) -> bool {
        let step = self.step();
        let place = |piece: Piece| transformed_place(now.placement(piece).place, step.hold);
        let places: Vec<Piece> = step.about.iter().map(|subject| place(subject.piece)).collect();
        step.postcondition.holds(&self.lesson.painted(now, step.hold), &places)
    }

    fn turn(&mut self, one: Move) -> Result<Effect, NoSuchLayer> {
        let (before, from) = (self.state(), self.placements());
        let parts = Parts::of(one, self.lesson.size())?;
        let mut now = before;
        for turn in parts.turns {
            let named = Move::from(turn).conjugated_by(before.hold.inverse());
            let turn = FaceTurn::try_from(named).expect("a rotation makes a face turn a face turn");
            now.pieces = now.pieces.turned(turn);
        }
        now.hold = before.hold.compose(parts.rotation);
        let seen = self.lesson.painted(&now.pieces, now.hold);
        let next = self.next();
        let expected = before.at.map(|at| at + 1).filter(|&at| self.path.get(at) == Some(&seen));
        now.at = expected.or_else(|| self.path.iter().rposition(|stickers| *stickers == seen));
        let path_change = match (before.at, now.at) {
            (Some(_), Some(_)) if expected.is_some() && next == Some(one) => PathChange::Next,
            (Some(was), Some(is)) if is > was => PathChange::Equivalent,
            (Some(_), Some(_)) => PathChange::Back,
            (None, Some(_)) => PathChange::Returned,
            (Some(_), None) => PathChange::Left,
            (None, None) => PathChange::StillOff,
        };
        self.made.push(Made { one, state: now });
        let moved = from.into_iter().zip(self.placements()).filter(|((_, from), (_, to))| from != to);
        let moved = moved.map(|((piece, from), (_, to))| Displacement { piece, from, to }).collect();
        let step = self.step();
        let [was_home, is_home] = [&before, &now].map(|state| state.pieces.home() & step.finished);
        Ok(Effect {
            made: one,
            path_change,
            moved,
            left: was_home.without(is_home),
            back: is_home.without(was_home),
            away: step.finished.without(is_home),
            is_step_done: self.is_step_done(),
            // A pocket cube has no centres: turned by its layers it may come to the end of the step in a hold of its own.
            is_postcondition_met: self.is_step_done() || self.is_postcondition_met(&now.pieces),
            is_solved: seen.is_uniform(),
            is_held_so: now.hold == step.hold,
            hold: now.hold,
        })
    }
}

/// How the cube is held when a step begins, before it is turned as a whole.
fn hold_before(step: &Step) -> Symmetry {
    let rotation = |one: Move| match one.layers {
        Layers::Rotation(axis) => Symmetry::rotation(axis, one.turns.quarters()),
        _ => Symmetry::IDENTITY,
    };
    let grip = step.grip().iter().map(rotation).fold(Symmetry::IDENTITY, Symmetry::compose);
    step.hold.compose(grip.inverse())
}

/// What is seen before a step and after each of its moves.
fn path(lesson: &Lesson, step: &Step) -> Vec<Stickers<Color>> {
    let mut now = lesson.painted(&step.before, hold_before(step));
    let mut path = vec![now.clone()];
    for one in &step.alg {
        now.turn(one).expect("a lesson is made of moves that its cube has");
        path.push(now.clone());
    }
    path
}

/// A move of a 2x2 or a 3x3 as turns of outer layers, and then a rotation of the whole cube: the middle stays where it is,
/// or takes the whole cube along.
struct Parts {
    turns: Vec<FaceTurn>,
    rotation: Symmetry,
}

impl Parts {
    fn of(one: Move, size: Size) -> Result<Parts, NoSuchLayer> {
        let turn = one.layer_turn(size)?;
        let last = size.layers() as u8 - 1;
        let is_in = |layer: u8| (turn.first..=turn.last).contains(&layer);
        let is_whole = is_in(0) && is_in(last);
        let takes_along = is_whole || (last == 2 && is_in(1));
        let quarters = i64::from(turn.quarters);
        let outer = |layer: u8| {
            let relative = match (takes_along, is_in(layer)) {
                (false, true) => quarters,
                (true, false) => -quarters,
                _ => 0,
            };
            let positive = turn.axis.face();
            let (face, quarters) =
                if layer == 0 { (positive, relative) } else { (positive.opposite(), -relative) };
            Turns::from_quarters(quarters).map(|turns| FaceTurn::new(face, turns))
        };
        Ok(Parts {
            turns: [0, last].into_iter().filter_map(outer).collect(),
            rotation: if takes_along {
                Symmetry::rotation(turn.axis, turn.quarters)
            } else {
                Symmetry::IDENTITY
            },
        })
    }
}
