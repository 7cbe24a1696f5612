//! Checks the three-step method on every 2x2, and every statement about it on random ones.

use super::*;
use crate::methods::hold::Piece;
use crate::methods::turns::inverse;
use crate::{Method, Postcondition};
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

/// Checks on the stickers whether a postcondition holds for a cube and one of its corners.
fn holds(postcondition: Postcondition, piece: Option<Corner>, cube: &Cube2) -> bool {
    let at = |piece| Corner::ALL.into_iter().find(|&place| cube.corners().piece(place) == piece);
    let places: Vec<Piece> = piece.and_then(at).into_iter().map(Piece::Corner).collect();
    postcondition.holds(&cube.stickers(), &places)
}

/// Checks every statement of a solution about its steps.
fn check(cube: &Cube2) {
    let solution = SOLVER.solve(cube);
    assert!(solution.turns.iter().all(is_allowed));
    let mut now = *cube;
    let fixed = turned(cube, &solution.turns).corners().piece(Corner::DLF);
    let mut reached = Vec::new();
    for (number, step) in solution.steps.iter().enumerate() {
        assert!(!step.turns.is_empty());
        let is_about_white = step.stage == Stage::WhiteLayer;
        assert_eq!(step.piece.is_some(), is_about_white);
        assert!(step.piece.is_none_or(|piece| WHITE.contains(&piece)));
        now = turned(&now, &step.turns);
        let is_last_of_stage = solution.steps.get(number + 1).is_none_or(|next| next.stage != step.stage);
        let stage = crate::Stage { method: Method::ThreeStep, number: step.stage.index() };
        reached.extend(is_last_of_stage.then_some((stage.postcondition(), None)));
        let is_anchor = step.piece == Some(fixed);
        let of_piece = if is_anchor { Postcondition::Anchored } else { Postcondition::Home };
        reached.extend(step.piece.map(|piece| (of_piece, Some(piece))));
        // What a step has reached stays so.
        assert!(reached.iter().all(|&(other, piece)| holds(other, piece, &now)), "{step:?} of {cube:?}");
        if !is_about_white {
            let top = |turns: Option<Turns>| turns.map(|turns| FaceTurn::new(Face::U, turns));
            let variant = step.variant.map(AlgorithmVariant::turns).unwrap_or_default();
            let written: Vec<FaceTurn> =
                top(step.adjust).into_iter().chain(variant).chain(top(step.finish)).collect();
            assert_eq!(written, step.turns);
        }
    }
    assert!(now.is_solved() && turned(cube, &solution.turns).is_solved());
    assert!(solution.steps.is_sorted_by_key(|step| step.stage));
    let mut by_stage = *cube;
    for stage in Stage::ALL {
        by_stage = by_stage.apply(&solution.stage_alg(stage)).unwrap();
        let stage = crate::Stage { method: Method::ThreeStep, number: stage.index() };
        let is_solved = solution.steps.is_empty();
        assert!(is_solved || holds(stage.postcondition(), None, &by_stage), "{stage:?} of {cube:?}");
    }
    assert!(by_stage.is_solved());
    let by_stage: usize = Stage::ALL.iter().map(|&stage| solution.stage_alg(stage).len()).sum();
    assert!(by_stage >= solution.turns.len());
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]
    #[test]
    fn every_statement_about_a_random_cube_is_true(seed in any::<u64>()) {
        check(&Cube2::random(&mut generator(seed)));
    }
}

#[test]
fn cubes_near_solved_are_solved_in_any_orientation() {
    for rotation in Symmetry::ROTATIONS {
        let solved = Cube2::solved_held(rotation);
        assert_eq!(SOLVER.solve(&solved).steps, []);
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
    let (next, cubes, moves, max_length) =
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
                    each_pattern(number, &mut |cube| lengths.push(SOLVER.solve(cube).turns.len()));
                    cubes.fetch_add(lengths.len(), Ordering::Relaxed);
                    moves.fetch_add(lengths.iter().sum(), Ordering::Relaxed);
                    max_length.fetch_max(lengths.into_iter().max().unwrap(), Ordering::Relaxed);
                }
            });
        }
    });
    assert_eq!(cubes.load(Ordering::Relaxed), 3_674_160);
    let mean = moves.load(Ordering::Relaxed) as f64 / 3_674_160.0;
    assert!(mean < 16.6, "{mean} moves on average: the choices have become worse");
    assert!(max_length.load(Ordering::Relaxed) <= 31, "{max_length:?} moves");
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
            let is_as_documented = match algorithm {
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
            assert!(is_as_documented, "{variant:?} {sides:?}");
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
fn a_solution_reads_well() {
    let cube = Cube2::SOLVED.apply(&"R U2 F' R".parse::<Alg>().unwrap()).unwrap();
    let solution = SOLVER.solve(&cube);
    assert_eq!(solution, ThreeStepSolver::new().solve(&cube), "the same each time");
    let lines: Vec<String> = solution
        .steps
        .iter()
        .map(|step| {
            let piece = step.piece.map_or("-".into(), |piece| piece.to_string());
            format!("{} | {piece} | {}", step.stage, step.alg())
        })
        .collect();
    insta::assert_snapshot!(lines.join("\n"));
}
