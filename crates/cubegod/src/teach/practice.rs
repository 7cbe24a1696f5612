//! What somebody's moves do who follows a lesson with the cube in his hands, or tries something else.

use super::claim::Claim;
use super::lesson::{Lesson, Step};
use super::pieces::{self, PieceSet, Pieces, Spot, place_under};
use super::words::Words;
use crate::color::Color;
use crate::geometry::{Size, Symmetry};
use crate::moves::{FaceTurn, Move, NoSuchLayer, Turns};
use crate::render::{Cell, Mark};
use crate::solve::layers::Piece;
use crate::stickers::Stickers;

/// A lesson, the step somebody is at, and the cube as it is now.
///
/// ```
/// use cubegod::teach::{Course, Method, Practice, Teacher};
/// use cubegod::{Alg, Cube2};
///
/// let cube = Cube2::SOLVED.after(&"R U F2".parse::<Alg>().unwrap()).unwrap().stickers();
/// let lesson = Teacher::new(Method::ThreeStep).lesson(&cube).unwrap();
/// let mut practice = Practice::new(lesson).unwrap();
/// let next = practice.next().unwrap();
/// assert_eq!(practice.make(next).unwrap().course, Course::Next);
/// assert_eq!(practice.make(next.inverse()).unwrap().course, Course::Back);
/// ```
#[derive(Clone, Debug)]
pub struct Practice {
    lesson: Lesson,
    step: usize,
    /// What is seen before the step and after each of its moves.
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
pub enum Course {
    /// It is the next move of the step.
    Next,
    /// It is another one, but leads to where the step comes too.
    OtherWay,
    /// It leads to where the step was before.
    Back,
    /// It leads back to the path of the step.
    Returned,
    /// It leaves the path.
    Left,
    /// It goes on off the path.
    Astray,
}

/// A piece that moved.
#[derive(Copy, Clone, Debug, Eq, PartialEq, Hash)]
pub struct Journey {
    /// Which, named as in the lesson.
    pub piece: Piece,
    /// Where it was, as the cube was held.
    pub from: Spot,
    /// Where it is, as the cube is held.
    pub to: Spot,
}

/// What a move did.
#[derive(Clone, Debug, Eq, PartialEq)]
#[non_exhaustive]
pub struct Effect {
    /// The move.
    pub made: Move,
    /// How it goes with the lesson.
    pub course: Course,
    /// The pieces of the step that it moved.
    pub moved: Vec<Journey>,
    /// The finished pieces that left their places.
    pub left: PieceSet,
    /// The finished pieces that came back.
    pub back: PieceSet,
    /// The finished pieces that are away now.
    pub away: PieceSet,
    /// Whether all moves of the step are made, or others that lead to the same cube.
    pub is_step_done: bool,
    /// Whether what the step is for is true now.
    pub is_claim_true: bool,
    /// Whether every face has one colour.
    pub is_solved: bool,
    /// Whether the cube is held as the step holds it.
    pub is_held_so: bool,
    /// From how the pieces are named to how the cube is held now.
    pub(super) hold: Symmetry,
}

impl Effect {
    /// Whether it is worth saying that the claim of the step is true: at the end of the step, or where somebody comes to the
    /// same in another way and nothing that was finished is away.
    pub(super) fn tells_claim(&self, claim: Claim) -> bool {
        let is_off_the_path = matches!(self.course, Course::Left | Course::Astray);
        let is_as_good = is_off_the_path && self.away.is_empty() && claim != Claim::OneMore;
        self.is_claim_true && self.is_held_so && (self.is_step_done || is_as_good)
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
        let places = self.spots().into_iter().map(|(_, spot)| spot.place);
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
    pub fn is_off_the_path(&self) -> bool {
        self.at().is_none()
    }

    /// Whether the cube is as it is after the step.
    pub fn is_step_done(&self) -> bool {
        self.at() == Some(self.path.len() - 1)
    }

    /// The lesson's next move; none after the last one of the step, and off its path.
    pub fn next(&self) -> Option<Move> {
        self.step().moves().moves().get(self.at()?).copied()
    }

    /// Every move since the step began.
    pub fn made(&self) -> impl Iterator<Item = Move> {
        self.made.iter().map(|made| made.one)
    }

    /// What leads back to the path: what was made since it was left, taken back; nothing on the path.
    pub fn way_back(&self) -> Vec<Move> {
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
        let begin = || State { pieces: self.step().before, hold: self.step().hold, at: Some(0) };
        self.made.last().map_or_else(begin, |made| made.state)
    }

    /// The pieces of the step, and where they are as the cube is held.
    fn spots(&self) -> Vec<(Piece, Spot)> {
        let State { pieces, hold, .. } = self.state();
        let about = self.step().about.iter();
        about.map(|subject| (subject.piece, pieces.spot(subject.piece).under(hold))).collect()
    }

    fn turn(&mut self, one: Move) -> Result<Effect, NoSuchLayer> {
        let (before, from) = (self.state(), self.spots());
        let parts = Parts::of(one, self.lesson.size())?;
        let mut now = before;
        for turn in parts.turns {
            let named = Move::from(turn).under(before.hold.inverse());
            let turn = FaceTurn::try_from(named).expect("a rotation makes a face turn a face turn");
            now.pieces = now.pieces.turned(turn);
        }
        now.hold = before.hold.then(parts.rotation);
        let seen = self.lesson.painted(&now.pieces, now.hold);
        let next = self.next();
        let expected = before.at.map(|at| at + 1).filter(|&at| self.path.get(at) == Some(&seen));
        now.at = expected.or_else(|| self.path.iter().rposition(|stickers| *stickers == seen));
        let course = match (before.at, now.at) {
            (Some(_), Some(_)) if expected.is_some() && next == Some(one) => Course::Next,
            (Some(was), Some(is)) if is > was => Course::OtherWay,
            (Some(_), Some(_)) => Course::Back,
            (None, Some(_)) => Course::Returned,
            (Some(_), None) => Course::Left,
            (None, None) => Course::Astray,
        };
        self.made.push(Made { one, state: now });
        let moved = from.into_iter().zip(self.spots()).filter(|((_, from), (_, to))| from != to);
        let moved = moved.map(|((piece, from), (_, to))| Journey { piece, from, to }).collect();
        let step = self.step();
        let [was_home, is_home] = [&before, &now].map(|state| state.pieces.home() & step.finished);
        // The claim is about the cube as the step holds it.
        let places: Vec<Piece> = step
            .about
            .iter()
            .map(|subject| place_under(now.pieces.spot(subject.piece).place, step.hold))
            .collect();
        Ok(Effect {
            made: one,
            course,
            moved,
            left: was_home.without(is_home),
            back: is_home.without(was_home),
            away: step.finished.without(is_home),
            is_step_done: self.is_step_done(),
            is_claim_true: step.claim.holds(&self.lesson.painted(&now.pieces, step.hold), &places),
            is_solved: seen.is_uniform(),
            is_held_so: now.hold == step.hold,
            hold: now.hold,
        })
    }
}

impl Words {
    /// Stickers as they are drawn for the reader, some of them marked as those that a step is about.
    pub fn cells(&self, stickers: &Stickers<Color>, marked: &[usize]) -> Stickers<Cell> {
        let mut cells = stickers.map(|&color| self.labelled(Cell::from(color), color));
        for &index in marked {
            cells.cells_mut()[index] = cells.cells()[index].marked(Mark::Subject);
        }
        cells
    }
}

/// What is seen before a step and after each of its moves.
fn path(lesson: &Lesson, step: &Step) -> Vec<Stickers<Color>> {
    let mut now = lesson.before(step);
    let mut path = vec![now.clone()];
    for one in &step.moves() {
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::moves::Alg;
    use crate::scramble::generator;
    use crate::teach::{Language, Method, Teacher};
    use crate::{Cube2, Cube3, Face};
    use proptest::prelude::*;
    use std::collections::BTreeSet;
    use std::sync::LazyLock;

    static TEACHERS: LazyLock<Vec<Teacher>> =
        LazyLock::new(|| Method::ALL.into_iter().map(Teacher::new).collect());

    fn practice(method: usize, seed: u64) -> Practice {
        let teacher = &TEACHERS[method % TEACHERS.len()];
        let random = &mut generator(seed);
        let stickers = match teacher.method().size() {
            Size::TWO => Cube2::random(random).stickers(),
            _ => Cube3::random(random).stickers(),
        };
        let held = stickers.under(Symmetry::ROTATIONS[(seed % 24) as usize]);
        Practice::new(teacher.lesson(&held).unwrap()).expect("a random cube is not solved")
    }

    /// The colours of the piece are at that place, the first of them where it is said to look.
    fn check_spot(lesson: &Lesson, stickers: &Stickers<Color>, piece: Piece, spot: Spot) {
        let indices = pieces::stickers(stickers.size(), spot.place);
        let seen: BTreeSet<Color> = indices.iter().map(|&index| stickers.cells()[index]).collect();
        assert_eq!(seen, lesson.colors_of(piece).collect());
        let number = pieces::faces(&spot.place).iter().position(|&face| face == spot.facing).unwrap();
        assert_eq!(Some(stickers.cells()[indices[number]]), lesson.colors_of(piece).next());
    }

    /// Which pieces show the colours of their places, on stickers that are held as the pieces are named.
    fn home(lesson: &Lesson, stickers: &Stickers<Color>) -> PieceSet {
        super::super::lesson::places(lesson.size()).iter().fold(PieceSet::EMPTY, |home, place| {
            let indices = pieces::stickers(lesson.size(), place);
            let mut both = indices.iter().zip(pieces::faces(&place));
            let is_home = both.all(|(&index, &face)| stickers.cells()[index] == lesson.color(face));
            if is_home { home.with(place) } else { home }
        })
    }

    const MOVES: [&str; 30] = [
        "U", "U2", "U'", "R", "R2", "R'", "F", "F2", "F'", "D", "D2", "D'", "L", "L2", "L'", "B", "B2", "B'",
        "x", "y'", "z2", "Rw", "Uw'", "Fw2", "Lw", "Dw", "Bw'", "M", "E'", "S2",
    ];

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(150))]

        #[test]
        fn what_is_said_of_a_move_is_true_of_the_stickers(
            method in 0..Method::ALL.len(),
            seed in any::<u64>(),
            step in any::<prop::sample::Index>(),
            // The lesson's move, or any.
            choices in prop::collection::vec(prop::option::of(0..MOVES.len()), 1..12),
        ) {
            let mut practice = practice(method, seed);
            let number = step.index(practice.lesson().steps().len());
            prop_assert!(practice.jump(number));
            let mut now = practice.stickers();
            for choice in choices {
                let one = match choice {
                    None => practice.next().unwrap_or(Move::face(Face::U, Turns::Clockwise)),
                    Some(number) => MOVES[number].parse::<Alg>().unwrap().moves()[0],
                };
                let next = practice.next();
                let was_off = practice.is_off_the_path();
                let hold_before = practice.state().hold;
                let Ok(effect) = practice.make(one) else {
                    // A pocket cube has no middle layer.
                    prop_assert_eq!(practice.lesson().size(), Size::TWO);
                    continue;
                };
                let before = now.clone();
                now.turn(one).unwrap();
                prop_assert_eq!(&now, &practice.stickers());
                let (lesson, step) = (practice.lesson(), practice.step());
                for journey in &effect.moved {
                    check_spot(lesson, &before, journey.piece, journey.from);
                    check_spot(lesson, &now, journey.piece, journey.to);
                }
                for (piece, spot) in practice.spots() {
                    check_spot(lesson, &now, piece, spot);
                    if effect.moved.iter().all(|journey| journey.piece != piece) {
                        check_spot(lesson, &before, piece, spot);
                    }
                }
                let was_home = home(lesson, &before.under(hold_before.inverse())) & step.finished;
                let is_home = home(lesson, &now.under(effect.hold.inverse())) & step.finished;
                prop_assert_eq!(effect.left, was_home.without(is_home));
                prop_assert_eq!(effect.back, is_home.without(was_home));
                prop_assert_eq!(effect.away, step.finished.without(is_home));
                prop_assert_eq!(effect.is_solved, now.is_uniform());
                prop_assert_eq!(effect.is_step_done, now == lesson.after(step));
                prop_assert!(!effect.is_step_done || effect.is_claim_true);
                prop_assert_eq!(effect.course == Course::Next, next == Some(one) && !was_off);
                let is_on_path = practice.path.contains(&now);
                prop_assert_eq!(practice.is_off_the_path(), !is_on_path);
                prop_assert_eq!(matches!(effect.course, Course::Left | Course::Astray), !is_on_path);
                prop_assert_eq!(
                    matches!(effect.course, Course::Returned | Course::Astray),
                    was_off
                );
                for language in Language::ALL {
                    prop_assert!(!Words::new(language).effect(lesson, step, &effect).is_empty());
                }
            }
            // The way back leads back.
            for one in practice.way_back() {
                practice.make(one).unwrap();
            }
            prop_assert!(!practice.is_off_the_path());
            // So does taking back, and again is as before.
            let end = practice.stickers();
            let mut count = 0;
            while practice.undo().is_some() {
                count += 1;
            }
            prop_assert_eq!(practice.stickers(), practice.lesson().before(practice.step()));
            for _ in 0..count {
                prop_assert!(practice.redo().is_some());
            }
            prop_assert!(practice.redo().is_none());
            prop_assert_eq!(practice.stickers(), end);
        }

        #[test]
        fn who_follows_the_lesson_solves_the_cube(method in 0..Method::ALL.len(), seed in any::<u64>()) {
            let mut practice = practice(method, seed);
            let steps = practice.lesson().steps().len();
            for number in 0..steps {
                prop_assert!(practice.jump(number));
                let mut last = None;
                while let Some(next) = practice.next() {
                    last = Some(practice.make(next).unwrap());
                }
                prop_assert!(last.is_some_and(|effect| effect.is_step_done && effect.is_claim_true));
                let followed = practice.stickers();
                prop_assert!(practice.jump_to_end(number));
                prop_assert_eq!(followed, practice.stickers());
            }
            prop_assert!(practice.stickers().is_uniform());
            prop_assert!(!practice.jump(steps) && !practice.jump_to_end(steps));
        }
    }

    #[test]
    fn a_solved_cube_is_nothing_to_practise() {
        for teacher in TEACHERS.iter() {
            let lesson = teacher.lesson(&Stickers::solved(teacher.method().size())).unwrap();
            assert!(Practice::new(lesson).is_none());
        }
    }

    #[test]
    fn two_quarters_are_a_half() {
        let mut cube = Stickers::solved(Size::THREE);
        cube.apply(&"R U F2 L' B D2 R' F U2 L D".parse().unwrap()).unwrap();
        let mut practice = Practice::new(TEACHERS[1].lesson(&cube).unwrap()).unwrap();
        let (step, half) = (0..practice.lesson().steps().len())
            .find_map(|number| {
                let first = practice.lesson().steps()[number].moves().moves()[0];
                (first.turns == Turns::Half).then_some((number, first))
            })
            .unwrap();
        practice.jump(step);
        let quarter = Move { turns: Turns::Clockwise, ..half };
        assert_eq!(practice.make(quarter).unwrap().course, Course::Left);
        assert_eq!(practice.way_back(), [quarter.inverse()]);
        assert_eq!(practice.make(quarter).unwrap().course, Course::Returned);
        assert_eq!(practice.at(), Some(1));
    }

    #[test]
    fn effects_read_well_in_both_languages() {
        let mut cube = Stickers::solved(Size::THREE);
        cube.apply(&"R U F2 L' B D2 R' F U2 L D".parse().unwrap()).unwrap();
        let mut practice = Practice::new(TEACHERS[1].lesson(&cube).unwrap()).unwrap();
        practice.jump(6);
        let mut text = format!("{}\n", practice.step().alg);
        let follow = |practice: &Practice| practice.next().unwrap();
        let moves: Vec<Option<&str>> = vec![
            None,
            None,
            Some("D"),
            Some("R"),
            Some("R'"),
            Some("D'"),
            None,
            Some("M2"),
            Some("y"),
            Some("y'"),
            Some("M2"),
            Some("Rw"),
            Some("Rw'"),
        ];
        for typed in moves {
            let one = typed.map_or_else(|| follow(&practice), |text| text.parse::<Alg>().unwrap().moves()[0]);
            let effect = practice.make(one).unwrap();
            for language in Language::ALL {
                let words = Words::new(language);
                text += &format!("{one}: {}\n", words.effect(practice.lesson(), practice.step(), &effect));
            }
        }
        while let Some(next) = practice.next() {
            let effect = practice.make(next).unwrap();
            for language in Language::ALL {
                let words = Words::new(language);
                text += &format!("{next}: {}\n", words.effect(practice.lesson(), practice.step(), &effect));
            }
        }
        insta::assert_snapshot!(text);
    }
}
