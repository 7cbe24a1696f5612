//! Checks the effects of practice moves on the stickers.

use super::*;
use crate::{Language, LessonBuilder, LessonText, Method};
use cubegod::moves::Alg;
use cubegod::scramble::generator;
use cubegod::{Cube, Face};
use proptest::prelude::*;
use std::collections::BTreeSet;
use std::sync::LazyLock;

static BUILDERS: LazyLock<[LessonBuilder; 3]> = LazyLock::new(|| Method::ALL.map(LessonBuilder::new));

fn practice(method: usize, seed: u64) -> Practice {
    let builder = &BUILDERS[method % BUILDERS.len()];
    let stickers = Cube::random(builder.method().size(), &mut generator(seed)).unwrap().stickers();
    let held = stickers.transformed_by(Symmetry::ROTATIONS[(seed % 24) as usize]);
    let lesson = builder.lesson(&Cube::try_from(&held).unwrap()).unwrap();
    Practice::new(lesson).expect("a random cube is not solved")
}

/// Checks that a piece is at a place, with its first colour facing as stated.
fn check_placement(lesson: &Lesson, stickers: &Stickers<Color>, piece: Piece, placement: Placement) {
    let indices = pieces::stickers(stickers.size(), placement.place);
    let seen: BTreeSet<Color> = indices.iter().map(|&index| stickers.facelets()[index]).collect();
    assert_eq!(seen, lesson.colors_of(piece).collect());
    let number = pieces::faces(&placement.place).iter().position(|&face| face == placement.facing).unwrap();
    assert_eq!(Some(stickers.facelets()[indices[number]]), lesson.colors_of(piece).next());
}

/// Returns the solved pieces, on stickers in the orientation in which pieces are named.
fn home(lesson: &Lesson, stickers: &Stickers<Color>) -> PieceSet {
    crate::lesson::places(lesson.size()).iter().fold(PieceSet::EMPTY, |home, place| {
        let indices = pieces::stickers(lesson.size(), place);
        let mut both = indices.iter().zip(pieces::faces(&place));
        let is_home = both.all(|(&index, &face)| stickers.facelets()[index] == lesson.color(face));
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
    fn every_reported_effect_of_a_move_is_true(
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
            let was_off = practice.is_off_path();
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
            for displacement in &effect.moved {
                check_placement(lesson, &before, displacement.piece, displacement.from);
                check_placement(lesson, &now, displacement.piece, displacement.to);
            }
            for (piece, placement) in practice.placements() {
                check_placement(lesson, &now, piece, placement);
                if effect.moved.iter().all(|displacement| displacement.piece != piece) {
                    check_placement(lesson, &before, piece, placement);
                }
            }
            let was_home = home(lesson, &before.transformed_by(hold_before.inverse())) & step.finished;
            let is_home = home(lesson, &now.transformed_by(effect.hold.inverse())) & step.finished;
            prop_assert_eq!(effect.moved_out, was_home.without(is_home));
            prop_assert_eq!(effect.put_back, is_home.without(was_home));
            prop_assert_eq!(effect.out_of_place, step.finished.without(is_home));
            prop_assert_eq!(effect.is_solved, now.is_uniform());
            prop_assert_eq!(effect.is_step_done, now == lesson.after(step));
            prop_assert!(!effect.is_step_done || effect.is_postcondition_met);
            prop_assert_eq!(effect.path_change == PathChange::Next, next == Some(one) && !was_off);
            let is_on_path = practice.path.contains(&now);
            prop_assert_eq!(practice.is_off_path(), !is_on_path);
            prop_assert_eq!(matches!(effect.path_change, PathChange::Left | PathChange::StillOff), !is_on_path);
            prop_assert_eq!(
                matches!(effect.path_change, PathChange::Returned | PathChange::StillOff),
                was_off
            );
            for language in Language::ALL {
                prop_assert!(!LessonText::new(language).effect(lesson, step, &effect).is_empty());
            }
        }
        // The moves back lead back.
        for one in practice.moves_back_to_path() {
            practice.make(one).unwrap();
        }
        prop_assert!(!practice.is_off_path());
        // So does taking back, and again is as before.
        let end = practice.stickers();
        let mut count = 0;
        while practice.undo().is_some() {
            count += 1;
        }
        prop_assert_eq!(&practice.stickers(), &practice.path[0]);
        for _ in 0..count {
            prop_assert!(practice.redo().is_some());
        }
        prop_assert!(practice.redo().is_none());
        prop_assert_eq!(practice.stickers(), end);
    }

    #[test]
    fn following_the_lesson_solves_the_cube(method in 0..Method::ALL.len(), seed in any::<u64>()) {
        let mut practice = practice(method, seed);
        let steps = practice.lesson().steps().len();
        for number in 0..steps {
            prop_assert!(practice.jump(number));
            let mut last = None;
            while let Some(next) = practice.next() {
                last = Some(practice.make(next).unwrap());
            }
            prop_assert!(last.is_some_and(|effect| effect.is_step_done && effect.is_postcondition_met));
            let followed = practice.stickers();
            prop_assert!(practice.jump_to_end(number));
            prop_assert_eq!(followed, practice.stickers());
        }
        prop_assert!(practice.stickers().is_uniform());
        // Nothing changes between the end of a step and the beginning of the next.
        prop_assert!(practice.jump(0));
        prop_assert_eq!(&practice.stickers(), practice.lesson().start());
        for number in 1..steps {
            prop_assert!(practice.jump_to_end(number - 1));
            let end = practice.stickers();
            prop_assert!(practice.jump(number));
            prop_assert_eq!(end, practice.stickers());
        }
        prop_assert!(!practice.jump(steps) && !practice.jump_to_end(steps));
    }
}

#[test]
fn a_solved_cube_has_no_practice() {
    for builder in BUILDERS.iter() {
        let lesson = builder.lesson(&Cube::solved(builder.method().size()).unwrap()).unwrap();
        assert!(Practice::new(lesson).is_none());
    }
}

#[test]
fn two_quarter_turns_are_equivalent_to_a_half_turn() {
    let cube: Cube = "R U F2 L' B D2 R' F U2 L D".parse().unwrap();
    let mut practice = Practice::new(BUILDERS[1].lesson(&cube).unwrap()).unwrap();
    let (step, half) = (0..practice.lesson().steps().len())
        .find_map(|number| {
            let first = practice.lesson().steps()[number].moves().moves()[0];
            (first.turns == Turns::Half).then_some((number, first))
        })
        .unwrap();
    practice.jump(step);
    practice.apply_implied_rotation(half);
    let rotations = practice.at().unwrap();
    let quarter = Move { turns: Turns::Clockwise, ..half };
    assert_eq!(practice.make(quarter).unwrap().path_change, PathChange::Left);
    assert_eq!(practice.moves_back_to_path(), [quarter.inverse()]);
    assert_eq!(practice.make(quarter).unwrap().path_change, PathChange::Returned);
    assert_eq!(practice.at(), Some(rotations + 1));
}

#[test]
fn effects_read_well_in_both_languages() {
    let cube: Cube = "R U F2 L' B D2 R' F U2 L D".parse().unwrap();
    let mut practice = Practice::new(BUILDERS[1].lesson(&cube).unwrap()).unwrap();
    practice.jump(6);
    let mut text = format!("{}\n", practice.step().alg);
    let follow = |practice: &Practice| practice.next().unwrap();
    let moves: Vec<Option<&str>> = vec![
        // The whole cube is turned first.
        None,
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
            let lesson_text = LessonText::new(language);
            text += &format!("{one}: {}\n", lesson_text.effect(practice.lesson(), practice.step(), &effect));
        }
    }
    while let Some(next) = practice.next() {
        let effect = practice.make(next).unwrap();
        for language in Language::ALL {
            let lesson_text = LessonText::new(language);
            text += &format!("{next}: {}\n", lesson_text.effect(practice.lesson(), practice.step(), &effect));
        }
    }
    insta::assert_snapshot!(text);
}

#[test]
fn a_rotation_may_be_entered_or_implied() {
    let mut practice = practice(1, 3);
    let number = practice.lesson().steps().iter().position(|step| !step.rotation().is_empty());
    let number = number.expect("one of the steps rotates the cube");
    practice.jump(number);
    let rotation = practice.step().rotation();
    assert_eq!(practice.pending_rotation(), rotation.moves());
    assert_eq!(practice.make(rotation.moves()[0]).unwrap().path_change, PathChange::Next);
    assert_eq!(practice.at(), Some(1));
    practice.jump(number);
    let first = practice.step().moves().moves()[0];
    assert!(
        practice.apply_implied_rotation(Move::rotation(cubegod::geometry::Axis::X, Turns::Half)).is_empty()
    );
    assert_eq!(practice.apply_implied_rotation(first).len(), rotation.len());
    assert!(practice.pending_rotation().is_empty());
    assert_eq!(practice.make(first).unwrap().path_change, PathChange::Next);
    // Nothing is left to be taken for granted.
    assert!(practice.apply_implied_rotation(first).is_empty());
}

#[test]
fn other_moves_that_reach_the_postcondition_are_recognized() {
    let mut practice = practice(1, 3);
    assert!(practice.jump_to_end(0) && !practice.is_done_differently());
    // The top layer has nothing to do with the first edge of the cross.
    practice.make(Move::face(practice.step().hold.face(Face::U), Turns::Clockwise)).unwrap();
    assert!(practice.is_off_path() && practice.is_done_differently());
}
