//! Practice: the effects of a learner's moves, on the lesson's path or off it.

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

/// A lesson with the learner's current step and cube.
///
/// # Examples
///
/// ```
/// use cubegod::{Cube, Size};
/// use cubegod_teach::{LessonBuilder, Method, PathChange, Practice};
///
/// let cube = Cube::solved(Size::TWO).unwrap().apply(&"R U F2".parse().unwrap()).unwrap();
/// let lesson = LessonBuilder::new(Method::ThreeStep).lesson(&cube).unwrap();
/// let mut practice = Practice::new(lesson).unwrap();
/// let next = practice.next().unwrap();
/// assert_eq!(practice.make(next).unwrap().path_change, PathChange::Next);
/// assert_eq!(practice.make(next.inverse()).unwrap().path_change, PathChange::Back);
/// ```
#[derive(Clone, Debug)]
pub struct Practice {
    lesson: Lesson,
    step: usize,
    /// The cube before the step and after each of its moves, including rotations of the whole cube.
    path: Vec<Stickers<Color>>,
    /// The moves since the step began, each with the cube after it.
    applied: Vec<AppliedMove>,
    /// The moves that were undone, the last one first.
    undone: Vec<Move>,
}

#[derive(Clone, Debug)]
struct AppliedMove {
    one: Move,
    state: State,
}

/// A state of the cube.
#[derive(Copy, Clone, Debug)]
struct State {
    pieces: Pieces,
    hold: Symmetry,
    /// The number of moves of the step that lead here; none off its path.
    at: Option<usize>,
}

/// The relation of a move to the path of the step.
#[derive(Copy, Clone, Debug, Eq, PartialEq, Hash)]
pub enum PathChange {
    /// The next move of the step.
    Next,
    /// Another move that leads to a later position of the step.
    Equivalent,
    /// A move back to an earlier position of the step.
    Back,
    /// A move back to the path.
    Returned,
    /// A move off the path.
    Left,
    /// A move that stays off the path.
    StillOff,
}

/// The movement of a piece.
#[derive(Copy, Clone, Debug, Eq, PartialEq, Hash)]
pub struct Displacement {
    /// The piece, named as in the lesson.
    pub piece: Piece,
    /// Its placement before, in the orientation of the cube.
    pub from: Placement,
    /// Its placement after, in the orientation of the cube.
    pub to: Placement,
}

/// The effect of a move.
#[derive(Clone, Debug, Eq, PartialEq)]
#[non_exhaustive]
pub struct Effect {
    /// The move.
    pub applied: Move,
    /// The relation of the move to the path of the step.
    pub path_change: PathChange,
    /// The pieces of the step that it moved.
    pub moved: Vec<Displacement>,
    /// The solved pieces that it moved out.
    pub moved_out: PieceSet,
    /// The solved pieces that it put back.
    pub put_back: PieceSet,
    /// The solved pieces that are out of place now.
    pub out_of_place: PieceSet,
    /// Whether the cube is as after the step.
    pub is_step_done: bool,
    /// Whether the step's postcondition holds.
    pub is_postcondition_met: bool,
    /// Whether every face has one colour.
    pub is_solved: bool,
    /// Whether the cube is in the orientation of the step.
    pub is_in_orientation: bool,
    /// The rotation from the naming of the pieces to the orientation of the cube.
    pub(super) hold: Symmetry,
}

impl Effect {
    /// Returns whether to report that the step's postcondition holds: at the end of the step, or when other moves
    /// reach it and no solved piece is out of place.
    pub(super) fn reports_postcondition(&self, postcondition: Postcondition) -> bool {
        let is_off_path = matches!(self.path_change, PathChange::Left | PathChange::StillOff);
        let is_equivalent =
            is_off_path && self.out_of_place.is_empty() && postcondition != Postcondition::OneMore;
        self.is_postcondition_met && self.is_in_orientation && (self.is_step_done || is_equivalent)
    }
}

impl Practice {
    /// Starts at the first step; returns none for a lesson without steps.
    pub fn new(lesson: Lesson) -> Option<Practice> {
        let first = lesson.steps().first()?;
        let path = path(&lesson, first);
        Some(Practice { lesson, step: 0, path, applied: Vec::new(), undone: Vec::new() })
    }

    /// Returns the lesson.
    pub fn lesson(&self) -> &Lesson {
        &self.lesson
    }

    /// Returns the current step.
    pub fn step(&self) -> &Step {
        &self.lesson.steps()[self.step]
    }

    /// Returns the index of the current step.
    pub fn number(&self) -> usize {
        self.step
    }

    /// Returns the current stickers.
    pub fn stickers(&self) -> Stickers<Color> {
        let State { pieces, hold, .. } = self.state();
        self.lesson.painted(&pieces, hold)
    }

    /// Returns the current facelets of the step's pieces.
    pub fn marked(&self) -> Vec<usize> {
        let places = self.placements().into_iter().map(|(_, placement)| placement.place);
        let size = self.lesson.size();
        let mut marked: Vec<usize> =
            places.flat_map(|place| pieces::stickers(size, place).iter().copied()).collect();
        marked.sort_unstable();
        marked
    }

    /// Returns the number of moves of the step that lead to this cube; none off its path.
    pub fn at(&self) -> Option<usize> {
        self.state().at
    }

    /// Returns whether the cube is off the path of the step.
    pub fn is_off_path(&self) -> bool {
        self.at().is_none()
    }

    /// Returns whether the cube is as after the step.
    pub fn is_step_done(&self) -> bool {
        self.at() == Some(self.path.len() - 1)
    }

    /// Returns whether other moves than the lesson's reached the postcondition with all solved pieces in place.
    pub fn is_done_differently(&self) -> bool {
        let (step, State { pieces, .. }) = (self.step(), self.state());
        let is_kept = step.finished.without(pieces.home()).is_empty();
        self.is_off_path()
            && is_kept
            && step.postcondition != Postcondition::OneMore
            && self.is_postcondition_met(&pieces)
    }

    /// Returns the next move of the step; none at its end and off its path.
    pub fn next(&self) -> Option<Move> {
        self.step().alg.moves().get(self.at()?).copied()
    }

    /// Returns the step's initial rotations of the whole cube that are still to be applied; none off its path.
    pub fn pending_rotation(&self) -> &[Move] {
        let (alg, length) = (self.step().alg.moves(), self.step().rotation_length());
        self.at().and_then(|at| alg.get(at..length)).unwrap_or_default()
    }

    /// Applies the pending rotations if the move is the first turn of the step after them: the learner has rotated the cube
    /// without entering it.
    pub fn apply_implied_rotation(&mut self, one: Move) -> Vec<Effect> {
        let rotations = self.pending_rotation().to_vec();
        let first_turn = self.step().alg.moves().get(self.step().rotation_length());
        if first_turn != Some(&one) {
            return Vec::new();
        }
        // A whole cube can be turned, whatever its size.
        rotations.into_iter().filter_map(|rotation| self.make(rotation).ok()).collect()
    }

    /// Returns the moves since the step began.
    pub fn applied(&self) -> impl Iterator<Item = Move> {
        self.applied.iter().map(|applied| applied.one)
    }

    /// Returns the moves that undo everything since the path was left; none on the path.
    pub fn moves_back_to_path(&self) -> Vec<Move> {
        let off_path = self.applied.iter().rev().take_while(|applied| applied.state.at.is_none());
        off_path.map(|applied| applied.one.inverse()).collect()
    }

    /// Applies a move and clears the undone moves.
    ///
    /// # Errors
    ///
    /// Fails if the cube does not have the layers of the move.
    pub fn make(&mut self, one: Move) -> Result<Effect, NoSuchLayer> {
        let effect = self.turn(one)?;
        self.undone.clear();
        Ok(effect)
    }

    /// Undoes and returns the last move; none at the beginning of the step.
    pub fn undo(&mut self) -> Option<Move> {
        let last = self.applied.pop()?.one;
        self.undone.push(last);
        Some(last)
    }

    /// Applies the last undone move again.
    pub fn redo(&mut self) -> Option<Effect> {
        let one = *self.undone.last()?;
        let effect = self.turn(one).ok()?;
        self.undone.pop();
        Some(effect)
    }

    /// Goes to the beginning of a step; returns whether there is one with this index.
    pub fn jump(&mut self, step: usize) -> bool {
        let Some(there) = self.lesson.steps().get(step) else { return false };
        self.path = path(&self.lesson, there);
        self.step = step;
        self.applied.clear();
        self.undone.clear();
        true
    }

    /// Goes to the end of a step; returns whether there is one with this index.
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
        self.applied.last().map_or_else(begin, |applied| applied.state)
    }

    /// Returns the step's pieces with their current placements.
    pub fn placements(&self) -> Vec<(Piece, Placement)> {
        let State { pieces, hold, .. } = self.state();
        let subjects = self.step().subjects.iter();
        subjects
            .map(|subject| (subject.piece, pieces.placement(subject.piece).transformed_by(hold)))
            .collect()
    }

    /// Returns whether the postcondition holds in the orientation of the step.
    fn is_postcondition_met(&self, now: &Pieces) -> bool {
        let step = self.step();
        let place = |piece: Piece| transformed_place(now.placement(piece).place, step.hold);
        let places: Vec<Piece> = step.subjects.iter().map(|subject| place(subject.piece)).collect();
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
        self.applied.push(AppliedMove { one, state: now });
        let moved = from.into_iter().zip(self.placements()).filter(|((_, from), (_, to))| from != to);
        let moved = moved.map(|((piece, from), (_, to))| Displacement { piece, from, to }).collect();
        let step = self.step();
        let [was_home, is_home] = [&before, &now].map(|state| state.pieces.home() & step.finished);
        Ok(Effect {
            applied: one,
            path_change,
            moved,
            moved_out: was_home.without(is_home),
            put_back: is_home.without(was_home),
            out_of_place: step.finished.without(is_home),
            is_step_done: self.is_step_done(),
            // A pocket cube has no centres: turned by its layers it may come to the end of the step in a hold of its own.
            is_postcondition_met: self.is_step_done() || self.is_postcondition_met(&now.pieces),
            is_solved: seen.is_uniform(),
            is_in_orientation: now.hold == step.hold,
            hold: now.hold,
        })
    }
}

/// Returns the orientation of the cube before the rotation with which a step begins.
fn hold_before(step: &Step) -> Symmetry {
    let rotation = |one: Move| match one.layers {
        Layers::Rotation(axis) => Symmetry::rotation(axis, one.turns.quarters()),
        _ => Symmetry::IDENTITY,
    };
    let rotation = step.rotation().iter().map(rotation).fold(Symmetry::IDENTITY, Symmetry::compose);
    step.hold.compose(rotation.inverse())
}

/// Returns the cube before a step and after each of its moves.
fn path(lesson: &Lesson, step: &Step) -> Vec<Stickers<Color>> {
    let mut now = lesson.painted(&step.before, hold_before(step));
    let mut path = vec![now.clone()];
    for one in &step.alg {
        now.turn(one).expect("a lesson is made of moves that its cube has");
        path.push(now.clone());
    }
    path
}

/// A move of a 2x2 or 3x3 as turns of outer layers followed by a rotation of the whole cube, which a turn of the middle
/// layer becomes.
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
        let turns_centres = is_whole || (last == 2 && is_in(1));
        let quarters = i64::from(turn.quarters);
        let outer = |layer: u8| {
            let relative = match (turns_centres, is_in(layer)) {
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
            rotation: if turns_centres {
                Symmetry::rotation(turn.axis, turn.quarters)
            } else {
                Symmetry::IDENTITY
            },
        })
    }
}
