//! Exhaustive checks that take minutes: `make heavy` runs them.

mod common;

use common::{PERMUTATIONS, TWISTS, cores, cube, in_parallel};
use cubegod::cube::Corner;
use cubegod::scramble::generator;
use cubegod::solve::pocket::PocketTable;
use cubegod::solve::two_phase::{LargeTables, SmallTables, Tables, TwoPhaseOptions, TwoPhaseSolver};
use cubegod::{Alg, Color, Cube2, Cube3, Face, FaceTurn, Size, Stickers, View};
use std::collections::{BTreeMap, HashSet};
use std::ops::ControlFlow;

fn index(cube: &Cube2) -> usize {
    let codes = cube.corners().codes();
    let mut permutation = 0;
    let mut left = 0xffu32;
    for (i, code) in codes.iter().enumerate() {
        let piece = code & 7;
        permutation = permutation * (8 - i) + (left & ((1 << piece) - 1)).count_ones() as usize;
        left &= !(1 << piece);
    }
    let twist = codes[..7].iter().rev().fold(0, |twist, code| twist * 3 + (code >> 3) as usize);
    permutation * TWISTS + twist
}

fn exact_distances(table: &PocketTable) -> Vec<usize> {
    let counts = in_parallel(PERMUTATIONS, |permutation| {
        let mut counts = BTreeMap::new();
        for twist in 0..TWISTS {
            let cube = cube(permutation, twist);
            let solution = table.solve_exact(&cube);
            assert_eq!(solution.iter().fold(cube, |cube, &turn| cube.apply_turn(turn)), Cube2::SOLVED);
            let quarter =
                |turn: &FaceTurn| 1 + usize::from(table.counts_quarter_turns() && turn.inverse() == *turn);
            *counts.entry(solution.iter().map(quarter).sum()).or_insert(0) += 1;
        }
        counts
    });
    counts.into_values().collect()
}

#[test]
#[ignore = "heavy: every pocket cube in half turns"]
fn every_pocket_cube_is_solved_exactly_as_published_in_half_turns() {
    assert_eq!(
        exact_distances(&PocketTable::half_turns()),
        [1, 18, 243, 2874, 28_000, 205_416, 1_168_516, 5_402_628, 20_776_176, 45_391_616, 15_139_616, 64_736]
    );
}

#[test]
#[ignore = "heavy: every pocket cube in quarter turns"]
fn every_pocket_cube_is_solved_exactly_as_published_in_quarter_turns() {
    assert_eq!(
        exact_distances(&PocketTable::quarter_turns()),
        [
            1, 12, 114, 924, 6539, 39_528, 199_926, 806_136, 2_761_740, 8_656_152, 22_334_112, 32_420_448,
            18_780_864, 2_166_720, 6624
        ]
    );
}

/// Counts the states that these faces reach, by number of turns.
fn reached(faces: &[Face]) -> Vec<usize> {
    let mut seen = vec![false; PERMUTATIONS * TWISTS];
    seen[index(&Cube2::SOLVED)] = true;
    let mut layer = vec![Cube2::SOLVED];
    let mut counts = Vec::new();
    while !layer.is_empty() {
        counts.push(layer.len());
        let mut next = Vec::new();
        for cube in layer {
            for turn in FaceTurn::ALL.into_iter().filter(|turn| faces.contains(&turn.face())) {
                let turned = cube.apply_turn(turn);
                if !std::mem::replace(&mut seen[index(&turned)], true) {
                    next.push(turned);
                }
            }
        }
        layer = next;
    }
    counts
}

#[test]
#[ignore = "heavy: breadth first over all pocket cubes"]
fn four_faces_reach_every_pocket_cube_in_thirteen_turns() {
    assert_eq!(
        reached(&[Face::U, Face::D, Face::L, Face::R]),
        [
            1, 12, 90, 608, 3537, 19_616, 103_528, 515_952, 2_383_608, 9_818_904, 30_940_144, 39_925_208,
            4_466_920, 1712
        ]
    );
}

#[test]
#[ignore = "heavy: breadth first over all pocket cubes"]
fn two_opposite_faces_and_a_third_reach_every_pocket_cube() {
    let counts = reached(&[Face::U, Face::D, Face::R]);
    assert_eq!(counts.iter().sum::<usize>(), PERMUTATIONS * TWISTS);
    // The capacity of a `PocketSolution`.
    assert!(counts.len() <= 31, "{counts:?}");
}

/// Counts the 2x2 cubes by the number of cubes that look the same with these faces hidden.
///
/// Recolouring by a rotation does not change the hidden positions, so one of every 24 cubes is enough: the one with the piece
/// DBL solved.
fn completions(hidden: &[Face]) -> Vec<(usize, usize)> {
    let counts = in_parallel(PERMUTATIONS, |permutation| {
        let mut counts = BTreeMap::new();
        let at_home = |cube: &Cube2| {
            cube.corners().piece(Corner::DBL) == Corner::DBL && cube.corners().twist(Corner::DBL) == 0
        };
        if cube(permutation, 0).corners().piece(Corner::DBL) != Corner::DBL {
            return counts;
        }
        for cube in (0..TWISTS).map(|twist| cube(permutation, twist)).filter(at_home) {
            let stickers = cube.stickers();
            let known = |i: usize| (!hidden.contains(&Face::ALL[i / 4])).then(|| stickers.facelets()[i]);
            let view = View::new(Stickers::from_fn(stickers.size(), known)).expect("a 2x2");
            *counts.entry(view.completions().count() as usize).or_insert(0) += 24;
        }
        counts
    });
    counts.into_iter().collect()
}

#[test]
#[ignore = "heavy: the completions of every pocket cube"]
fn hidden_faces_leave_exactly_the_published_numbers_of_pocket_cubes() {
    use Face::{B, D, F, L, R, U};
    assert_eq!(completions(&[U]), [(1, 88_179_840)]);
    assert_eq!(completions(&[U, D]), [(1, 88_179_840)]);
    assert_eq!(completions(&[U, F]), [(1, 75_582_720), (2, 12_597_120)]);
    assert_eq!(
        completions(&[U, F, R]),
        [
            (1, 2_332_800),
            (2, 15_303_168),
            (3, 4_199_040),
            (4, 31_166_208),
            (5, 4_199_040),
            (6, 12_877_056),
            (7, 3_919_104),
            (8, 5_598_720),
            (10, 5_598_720),
            (11, 1_026_432),
            (12, 1_679_616),
            (24, 279_936)
        ]
    );
    assert_eq!(
        completions(&[U, D, F]),
        [(1, 23_514_624), (2, 52_254_720), (4, 7_091_712), (6, 5_225_472), (24, 93_312)]
    );
    assert_eq!(
        completions(&[F, B, L, R]),
        [
            (24, 1_935_360),
            (36, 1_935_360),
            (48, 29_030_400),
            (60, 9_676_800),
            (72, 6_773_760),
            (80, 26_611_200),
            (96, 7_257_600),
            (128, 967_680),
            (144, 3_870_720),
            (576, 120_960)
        ]
    );
    assert_eq!(
        completions(&[D, B, L, R]),
        [
            (24, 342_144),
            (36, 1_617_408),
            (48, 995_328),
            (60, 311_040),
            (72, 4_852_224),
            (84, 1_741_824),
            (96, 995_328),
            (108, 9_704_448),
            (120, 3_110_400),
            (132, 4_105_728),
            (144, 7_371_648),
            (156, 2_426_112),
            (168, 7_838_208),
            (180, 10_264_320),
            (192, 2_985_984),
            (204, 1_057_536),
            (216, 16_049_664),
            (252, 1_306_368),
            (264, 2_737_152),
            (288, 2_239_488),
            (300, 1_555_200),
            (324, 3_359_232),
            (360, 622_080),
            (456, 590_976),
        ]
    );
    assert_eq!(
        completions(&[U, F, L, R, B]),
        [
            (15_552, 93_312),
            (38_880, 3_732_480),
            (49_248, 3_545_856),
            (58_320, 16_796_160),
            (62_208, 1_492_992),
            (67_392, 9_704_448),
            (77_760, 44_789_760),
            (88_128, 6_345_216),
            (93_312, 1_679_616)
        ]
    );
}

#[test]
#[ignore = "heavy: a million random 3x3 cubes read back and repaired"]
fn a_million_random_cubes_round_trip_and_a_thousand_damaged_ones_are_repaired() {
    let mut random = generator(1);
    for round in 0..1_000_000 {
        let cube = Cube3::random(&mut random);
        let stickers = cube.stickers();
        assert_eq!(Cube3::try_from(&stickers), Ok(cube));
        if round % 1000 == 0 {
            let mut wrong = stickers.map(|&color| Some(color));
            wrong.facelets_mut()[round / 1000 % 9 * 6] = Some(Color::White);
            let repair = View::new(wrong).expect("a 3x3").repair();
            assert!(repair.changes.len() <= 1);
        }
    }
}

fn large_tables() -> Tables<'static> {
    Tables::Large(LargeTables::build(cores(), &|_| ()))
}

/// Returns the length of a solution, after checking it on stickers, independently of pieces.
fn length_of_solution(cube: &Cube3, solution: &Alg) -> usize {
    let mut stickers = cube.stickers();
    stickers.apply(solution).expect("face turns fit a 3x3");
    assert_eq!(stickers, Stickers::solved(Size::THREE));
    solution.len()
}

#[test]
#[ignore = "heavy: a million random 3x3 cubes solved"]
fn a_million_random_cubes_are_solved_in_at_most_21_moves() {
    const CUBES: usize = 1_000_000;
    const BATCH: usize = 1000;
    let tables = large_tables();
    let solver = TwoPhaseSolver::new(&tables);
    let lengths = in_parallel(CUBES / BATCH, |batch| {
        let mut random = generator(batch as u64);
        let mut lengths = BTreeMap::new();
        for _ in 0..BATCH {
            let cube = Cube3::random(&mut random);
            let solution = solver.solve_within(&cube, 21).expect("every cube has such a solution");
            *lengths.entry(length_of_solution(&cube, &solution)).or_insert(0) += 1;
        }
        lengths
    });
    assert_eq!(lengths.values().sum::<usize>(), CUBES);
    assert!(lengths.keys().all(|&length| length <= 21), "{lengths:?}");
}

#[test]
#[ignore = "heavy: every 3x3 cube at four turns, with both sizes of tables"]
fn every_cube_at_four_turns_is_solved_in_four() {
    let mut seen = HashSet::from([Cube3::SOLVED]);
    let mut layer = vec![Cube3::SOLVED];
    for _ in 0..4 {
        let turned = layer.iter().flat_map(|cube| FaceTurn::ALL.map(|turn| cube.apply_turn(turn)));
        layer = turned.filter(|cube| seen.insert(*cube)).collect();
    }
    assert_eq!(layer.len(), 43_239);
    for tables in [Tables::Small(SmallTables::build()), large_tables()] {
        let solver = TwoPhaseSolver::new(&tables);
        let lengths = in_parallel(layer.len(), |number| {
            let solution = solver.solve_within(&layer[number], 30).expect("every cube has a solution");
            BTreeMap::from([(length_of_solution(&layer[number], &solution), 1)])
        });
        assert_eq!(lengths, BTreeMap::from([(4, 43_239)]));
    }
}

#[test]
#[ignore = "heavy: superflip, one of the farthest 3x3 cubes"]
fn superflip_is_solved_in_twenty_moves() {
    let alg: Alg = "U R2 F B R B2 R U2 L B2 R U' D' R2 F R' L B2 U2 F2".parse().expect("moves");
    let superflip = Cube3::SOLVED.apply(&alg).expect("face turns fit a 3x3");
    let tables = large_tables();
    let options = TwoPhaseOptions::new().stop_at_length(20).threads(cores());
    let found = TwoPhaseSolver::new(&tables)
        .solve(&superflip, &options, &|_| ControlFlow::Continue(()))
        .expect("every cube has a solution");
    assert_eq!(length_of_solution(&superflip, &found.solution), 20);
}
