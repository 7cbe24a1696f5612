//! The three steps on every pocket cube, and what is said about them on random ones.

use super::*;
use crate::color::Color;
use crate::formats::digits;
use crate::geometry::Size;
use crate::moves::Turns;
use crate::scramble::generator;
use proptest::prelude::*;
use std::collections::BTreeSet;
use std::sync::LazyLock;
use std::sync::atomic::{AtomicUsize, Ordering};

static SOLVER: LazyLock<ThreeStepSolver> = LazyLock::new(ThreeStepSolver::new);

fn turned(cube: &Cube2, turns: &[FaceTurn]) -> Cube2 {
    turns.iter().fold(*cube, |cube, &turn| cube.turned(turn))
}

fn is_allowed(turn: &FaceTurn) -> bool {
    matches!(turn.face(), Face::U | Face::D | Face::L | Face::R)
}

/// Checks all that a solution says about its steps.
fn check(cube: &Cube2) {
    let solution = SOLVER.solve(cube);
    assert!(solution.turns().iter().all(is_allowed));
    let mut now = *cube;
    let mut reached: Vec<Goal> = Vec::new();
    for step in &solution.steps {
        assert!(!step.turns().is_empty());
        let is_about_white = step.stage == Stage::WhiteLayer;
        assert_eq!((step.piece.is_some(), step.was.is_some()), (is_about_white, is_about_white));
        if let (Some(piece), Some(was)) = (step.piece, step.was) {
            // The colours of the piece are seen at that place, white where it is said to be.
            let seen: BTreeSet<Color> =
                was.place.facelets(Size::TWO).map(|index| now.stickers().cells()[index]).into();
            assert_eq!(seen, piece.faces().map(Color::of_face).into());
            assert_eq!(now.stickers().cells()[was.white.index(Size::TWO)], Color::White);
            assert!(was.place.facelets(Size::TWO).contains(&was.white.index(Size::TWO)));
            let (face, cell) = was.face_and_cell();
            assert_eq!(digits::sticker_index(face, cell), was.white.index(Size::TWO));
        }
        now = turned(&now, step.turns());
        reached.push(step.goal);
        // What was reached once stays so.
        assert!(reached.iter().all(|goal| goal.holds(&now)), "{step:?} of {cube:?}");
        if step.goal == Goal::Solved {
            continue;
        }
        let top = |turns: Option<Turns>| turns.map(|turns| FaceTurn::new(Face::U, turns));
        if step.learnt.is_some() {
            let learnt = step.learnt.map(Learnt::turns).unwrap();
            let told: Vec<FaceTurn> =
                top(step.adjust).into_iter().chain(learnt).chain(top(step.finish)).collect();
            assert_eq!(told, step.turns());
        }
    }
    assert!(now.is_solved() && turned(cube, solution.turns()).is_solved());
    assert!(solution.steps.is_sorted_by_key(|step| step.stage));
    assert_eq!(solution.fixed.is_none(), cube.is_solved());
    let mut by_stage = *cube;
    for stage in Stage::ALL {
        by_stage = by_stage.after(&solution.stage_alg(stage)).unwrap();
        assert!(solution.fixed.is_none() || stage.goal().holds(&by_stage), "{stage} of {cube:?}");
    }
    assert!(by_stage.is_solved());
    assert!(solution.moves_by_stage().iter().sum::<usize>() >= solution.turns().len());
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]
    #[test]
    fn every_step_of_a_random_cube_reaches_its_goal(seed in any::<u64>()) {
        check(&Cube2::random(&mut generator(seed)));
    }
}

#[test]
fn cubes_near_solved_are_solved_however_they_are_held() {
    for rotation in Symmetry::ROTATIONS {
        let solved = Cube2::solved_held(rotation);
        assert_eq!(SOLVER.solve(&solved), ThreeStepSolution::default());
        for first in FaceTurn::ALL {
            for second in FaceTurn::ALL {
                check(&solved.turned(first).turned(second));
            }
        }
    }
}

/// Every pocket cube up to how it is held: the corner DBL is at home.
fn each_pattern(number: usize, visit: &mut dyn FnMut(&Cube2)) {
    let places: Vec<usize> = (0..8).filter(|&place| place != Corner::DBL.index()).collect();
    let (mut left, mut rest) = (places.clone(), number);
    let (mut pieces, mut twists) = (Corner::ALL, [0; 8]);
    for &place in &places {
        pieces[place] = Corner::ALL[left.remove(rest % left.len())];
        rest /= left.len() + 1;
    }
    for twist in 0..3usize.pow(6) {
        for (digit, &place) in places[..6].iter().enumerate() {
            twists[place] = (twist / 3usize.pow(digit as u32) % 3) as u8;
        }
        twists[places[6]] = 0;
        twists[places[6]] = (18 - twists.iter().sum::<u8>()) % 3;
        visit(&Cube2::new(Corners::new(pieces, twists).unwrap()).unwrap());
    }
}

#[test]
fn every_pocket_cube_is_solved_in_17_moves_on_average() {
    const PERMUTATIONS: usize = 5040; // 7!
    let (next, cubes, moves, most) =
        (AtomicUsize::new(0), AtomicUsize::new(0), AtomicUsize::new(0), AtomicUsize::new(0));
    std::thread::scope(|scope| {
        for _ in 0..std::thread::available_parallelism().map_or(1, usize::from) {
            scope.spawn(|| {
                loop {
                    let number = next.fetch_add(1, Ordering::Relaxed);
                    if number >= PERMUTATIONS {
                        break;
                    }
                    let mut lengths = Vec::with_capacity(3usize.pow(6));
                    // The solver checks every solution.
                    each_pattern(number, &mut |cube| lengths.push(SOLVER.solve(cube).turns().len()));
                    cubes.fetch_add(lengths.len(), Ordering::Relaxed);
                    moves.fetch_add(lengths.iter().sum(), Ordering::Relaxed);
                    most.fetch_max(lengths.into_iter().max().unwrap(), Ordering::Relaxed);
                }
            });
        }
    });
    assert_eq!(cubes.load(Ordering::Relaxed), 3_674_160);
    let mean = moves.load(Ordering::Relaxed) as f64 / 3_674_160.0;
    println!("{mean} {}", most.load(Ordering::Relaxed));
    assert!(mean < 18.0, "{mean} moves on average: the choices have become worse");
}
