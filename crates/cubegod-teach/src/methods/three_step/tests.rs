//! Checks the three-step method on every 2x2, and every statement about it on random ones.

use super::*;
use crate::methods::turns::inverse;
use cubegod::color::Color;
use cubegod::formats::digits;
use cubegod::geometry::Size;
use cubegod::moves::{Alg, Turns};
use cubegod::scramble::generator;
use proptest::prelude::*;
use std::collections::BTreeSet;
use std::sync::LazyLock;
use std::sync::atomic::{AtomicUsize, Ordering};

static SOLVER: LazyLock<ThreeStepSolver> = LazyLock::new(ThreeStepSolver::new);

fn turned(cube: &Cube2, turns: &[FaceTurn]) -> Cube2 {
    turns.iter().fold(*cube, |cube, &turn| cube.apply_turn(turn))
}

fn is_allowed(turn: &FaceTurn) -> bool {
    matches!(turn.face(), Face::U | Face::D | Face::L | Face::R)
}

/// Checks every statement of a solution about its steps.
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
                was.place.facelets(Size::TWO).map(|index| now.stickers().facelets()[index]).into();
            assert_eq!(seen, piece.faces().map(Color::of_face).into());
            assert_eq!(now.stickers().facelets()[was.white.index(Size::TWO)], Color::White);
            assert!(was.place.facelets(Size::TWO).contains(&was.white.index(Size::TWO)));
            let (face, cell) = was.face_and_cell();
            assert_eq!(digits::sticker_index(face, cell), was.white.index(Size::TWO));
        }
        now = turned(&now, step.turns());
        reached.push(step.goal);
        // A goal that was reached stays reached.
        assert!(reached.iter().all(|goal| goal.holds(&now)), "{step:?} of {cube:?}");
        if !is_about_white {
            let top = |turns: Option<Turns>| turns.map(|turns| FaceTurn::new(Face::U, turns));
            let variant = step.variant.map(AlgorithmVariant::turns).unwrap_or_default();
            let written: Vec<FaceTurn> =
                top(step.adjust).into_iter().chain(variant).chain(top(step.finish)).collect();
            assert_eq!(written, step.turns());
        }
    }
    assert!(now.is_solved() && turned(cube, solution.turns()).is_solved());
    assert!(solution.steps.is_sorted_by_key(|step| step.stage));
    assert_eq!(solution.fixed.is_none(), cube.is_solved());
    let mut by_stage = *cube;
    for stage in Stage::ALL {
        by_stage = by_stage.apply(&solution.stage_alg(stage)).unwrap();
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
fn cubes_near_solved_are_solved_in_any_orientation() {
    for rotation in Symmetry::ROTATIONS {
        let solved = Cube2::solved_held(rotation);
        assert_eq!(SOLVER.solve(&solved), ThreeStepSolution::default());
        for first in FaceTurn::ALL {
            for second in FaceTurn::ALL {
                check(&solved.apply_turn(first).apply_turn(second));
            }
        }
    }
}

/// Visits every 2x2 up to rotation: the corner DBL is solved.
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
fn every_pocket_cube_is_solved_in_fewer_than_17_moves_on_average() {
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
    assert!(mean < 16.6, "{mean} moves on average: the choices have become worse");
    assert!(most.load(Ordering::Relaxed) <= 31, "{most:?} moves");
}

/// Returns the faces that show the top colour on the cubes that an algorithm solves.
fn seen_on_the_sides(variant: AlgorithmVariant) -> Vec<(Corner, Face)> {
    let cube = turned(&Cube2::SOLVED, &inverse(&variant.turns()));
    let codes = cube.corners().codes();
    assert!((4..8).all(|place| usize::from(codes[place]) == place), "{variant:?} restores the layer below");
    let sides = Corner::ALL[..4]
        .iter()
        .map(|&place| (place, place.faces()[usize::from(cube.corners().twist(place))]));
    sides.filter(|(_, face)| *face != Face::U).collect()
}

#[test]
fn the_algorithms_solve_the_documented_cases() {
    for algorithm in Algorithm::ALL {
        for variant in AlgorithmVariant::all(algorithm) {
            let sides = seen_on_the_sides(variant);
            let faces: BTreeSet<usize> = sides.iter().map(|(_, face)| face.index()).collect();
            let is_beside =
                || sides[0].0.faces().iter().filter(|face| sides[1].0.faces().contains(face)).count() == 2;
            let is_as_said = match algorithm {
                Algorithm::Sune => sides.len() == 3,
                Algorithm::TwoPairs | Algorithm::Headlights if variant.is_backwards => {
                    sides.len() == 2 && !is_beside()
                }
                Algorithm::TwoPairs => sides.len() == 2 && faces.len() == 2 && is_beside(),
                Algorithm::Headlights => sides.len() == 2 && faces.len() == 1 && is_beside(),
                Algorithm::FourAlike => sides.len() == 4 && faces.len() == 2,
                Algorithm::FourUnlike => sides.len() == 4 && faces.len() == 3,
                Algorithm::SwapBeside | Algorithm::SwapAcross => sides.is_empty(),
            };
            assert!(is_as_said, "{variant:?} {sides:?}");
        }
    }
}

#[test]
fn a_swap_and_a_turn_of_the_top_exchange_two_corners() {
    for (algorithm, is_across) in [(Algorithm::SwapBeside, false), (Algorithm::SwapAcross, true)] {
        for variant in AlgorithmVariant::all(algorithm) {
            let swapped = turned(&Cube2::SOLVED, &variant.turns());
            let quarters = (0..4).map(|number| {
                let top = Turns::from_quarters(number).map(|turns| FaceTurn::new(Face::U, turns));
                top.map_or(swapped, |turn| swapped.apply_turn(turn))
            });
            let moved = quarters.map(|cube| {
                let codes = cube.corners().codes();
                (0..4).filter(|&place| usize::from(codes[place]) != place).collect::<Vec<_>>()
            });
            let pairs: Vec<Vec<usize>> = moved.filter(|moved| moved.len() == 2).collect();
            assert!(!pairs.is_empty(), "{variant:?}");
            assert!(pairs.iter().all(|pair| (pair[1] - pair[0] == 2) == is_across), "{variant:?}");
        }
    }
}

#[test]
fn goals_are_false_of_cubes_that_have_not_reached_them() {
    let after = |moves: &str| Cube2::SOLVED.apply(&moves.parse::<Alg>().unwrap()).unwrap();
    // White is up on the solved cube; a half turn of the whole cube brings it to the bottom.
    let held = |moves: &str| after("z2").apply(&moves.parse::<Alg>().unwrap()).unwrap();
    let all = [Goal::LayerDone, Goal::AllYellowUp, Goal::Solved];
    assert_eq!(all.map(|goal| goal.holds(&after(""))), [false, false, true]);
    assert_eq!(all.map(|goal| goal.holds(&held(""))), [true, true, true]);
    assert_eq!(all.map(|goal| goal.holds(&held("U"))), [true, true, false]);
    assert_eq!(all.map(|goal| goal.holds(&held("R U R' U R U2 R'"))), [true, false, false]);
    assert_eq!(all.map(|goal| goal.holds(&held("R"))), [false, false, false]);
    // Held so, white, red and green are in front on the left; the corner white, red and blue is behind it.
    assert!(Goal::StickerAtAnchor(Corner::URF).holds(&held("R")));
    assert!(!Goal::StickerAtAnchor(Corner::UFL).holds(&held("R")));
    assert!(!Goal::StickerAtAnchor(Corner::URF).holds(&held("F")));
    assert!(Goal::PieceHome(Corner::UBR).holds(&held("R")));
    assert!(!Goal::PieceHome(Corner::UFL).holds(&held("R")));
}

#[test]
fn a_solution_reads_well() {
    let cube = Cube2::SOLVED.apply(&"R U2 F' R".parse::<Alg>().unwrap()).unwrap();
    let solution = SOLVER.solve(&cube);
    assert_eq!(solution, ThreeStepSolver::new().solve(&cube), "the same each time");
    let lines: Vec<String> = solution
        .steps
        .iter()
        .map(|step| {
            let piece = step.piece.map_or("-".into(), |piece| piece.to_string());
            let was = step.was.map_or("-".into(), |was| format!("{} {}", was.place, was.white));
            format!("{} | {piece} | {was} | {} | {:?}", step.stage, step.alg(), step.goal)
        })
        .collect();
    insta::assert_snapshot!(lines.join("\n"));
}
