//! Human methods on every pocket cube and on millions of 3x3 cubes: `make heavy` runs these tests.

#[path = "../../cubegod/tests/common/mod.rs"]
mod common;

use common::{PERMUTATIONS, TWISTS, cube, in_parallel};
use cubegod::scramble::generator;
use cubegod::{Cube3, Face};
use cubegod_teach::methods::cfop::CfopSolver;
use cubegod_teach::methods::layers::LayersSolver;
use cubegod_teach::methods::three_step::ThreeStepSolver;
use std::collections::BTreeMap;

#[test]
#[ignore = "heavy: every pocket cube in three steps"]
fn every_pocket_cube_is_solved_in_three_steps_however_it_is_held() {
    let solver = ThreeStepSolver::new();
    let counts = in_parallel(PERMUTATIONS, |permutation| {
        let mut counts = BTreeMap::new();
        for twist in 0..TWISTS {
            let cube = cube(permutation, twist);
            let solution = solver.solve(&cube);
            assert!(solution.turns.iter().fold(cube, |cube, &turn| cube.apply_turn(turn)).is_solved());
            *counts.entry(solution.turns.len()).or_insert(0) += 1;
        }
        counts
    });
    let cubes: usize = counts.values().sum();
    let moves: usize = counts.iter().map(|(length, count)| length * count).sum();
    assert_eq!(cubes, PERMUTATIONS * TWISTS);
    let mean = moves as f64 / cubes as f64;
    assert!(mean < 16.6 && counts.keys().all(|&length| length <= 31), "{mean} {counts:?}");
}

#[test]
#[ignore = "heavy: a million random 3x3 cubes layer by layer"]
fn a_million_random_cubes_are_solved_layer_by_layer() {
    let solver = LayersSolver::new();
    let lengths = in_parallel(100, |seed| {
        let mut random = generator(seed as u64);
        let mut counts = BTreeMap::new();
        for _ in 0..10_000 {
            let cube = Cube3::random(&mut random);
            let solution = solver.solve_beginning_with(&cube, Face::ALL[seed % 6]);
            let end = solution.turns.iter().fold(cube, |cube, &turn| cube.apply_turn(turn));
            assert!(end.is_solved());
            *counts.entry(solution.turns.len()).or_insert(0) += 1;
        }
        counts
    });
    let total: usize = lengths.iter().map(|(length, count)| length * count).sum();
    assert_eq!(lengths.values().sum::<usize>(), 1_000_000);
    assert!(total < 110 * 1_000_000, "{lengths:?}");
}

#[test]
#[ignore = "heavy: a million random cubes by cross, pairs and last layer"]
fn a_million_random_cubes_are_solved_by_cross_pairs_and_last_layer() {
    let solver = CfopSolver::new();
    let lengths = in_parallel(100, |seed| {
        let mut random = generator(seed as u64);
        let mut counts = BTreeMap::new();
        for _ in 0..10_000 {
            let cube = Cube3::random(&mut random);
            let solution = solver.solve_beginning_with(&cube, Face::ALL[seed % 6]);
            let steps = solution.steps.iter().flat_map(|step| &step.turns);
            assert!(steps.fold(cube, |cube, &turn| cube.apply_turn(turn)).is_solved());
            let whole = solution.turns.iter().fold(cube, |cube, &turn| cube.apply_turn(turn));
            assert!(whole.is_solved());
            *counts.entry(solution.turns.len()).or_insert(0) += 1;
        }
        counts
    });
    let total: usize = lengths.iter().map(|(length, count)| length * count).sum();
    assert_eq!(lengths.values().sum::<usize>(), 1_000_000);
    println!("{} moves on average, {:?} at most", total as f64 / 1e6, lengths.keys().max());
    assert!(total < 45 * 1_000_000 && lengths.keys().all(|&length| length <= 65), "{lengths:?}");
}
