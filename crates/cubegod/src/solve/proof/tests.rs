use super::bound::{Axes, bound, corners_distance};
use super::share::shares;
use super::{Proof, Verdict};
use crate::cube::Cube3;
use crate::moves::{Alg, FaceTurn, Metric, Turns};
use crate::patterns::Pattern;
use crate::scramble::generator;
use crate::solve::optimal::{Card, Count, OptimalOptions, OptimalSolver, OptimalTable};
use crate::solve::pocket::PocketTable;
use crate::solve::two_phase::{LargeTables, Phase1, SmallPhase1, SmallTables, Tables};
use rand::RngExt;
use std::collections::HashMap;
use std::ops::ControlFlow;
use std::sync::LazyLock;

static SMALL: LazyLock<Tables> = LazyLock::new(|| Tables::Small(SmallTables::build()));
static LARGE: LazyLock<Tables> = LazyLock::new(|| Tables::Large(LargeTables::build(2, &|_| ())));

static WITH_SMALL: LazyLock<Proof> = LazyLock::new(|| Proof::new(&SMALL));
static WITH_LARGE: LazyLock<Proof> = LazyLock::new(|| Proof::new(&LARGE));

const COUNTS: [Count; 2] = [Count::HalfTurns, Count::QuarterTurns];

/// Turns that cost one move.
fn single(count: Count) -> impl Iterator<Item = FaceTurn> {
    FaceTurn::ALL.into_iter().filter(move |turn| count == Count::HalfTurns || turn.turns() != Turns::Half)
}

/// Every cube within so many moves of another, with its distance, found breadth first.
fn ball(center: Cube3, count: Count, radius: usize) -> HashMap<Cube3, usize> {
    let mut ball = HashMap::from([(center, 0)]);
    let mut layer = vec![center];
    for distance in 1..=radius {
        let turned: Vec<Cube3> =
            layer.iter().flat_map(|cube| single(count).map(|turn| cube.apply_turn(turn))).collect();
        layer = turned.into_iter().filter(|cube| !ball.contains_key(cube)).collect();
        layer.retain(|&cube| ball.insert(cube, distance).is_none());
    }
    ball
}

fn metric(count: Count) -> Metric {
    match count {
        Count::HalfTurns => Metric::Htm,
        Count::QuarterTurns => Metric::Qtm,
    }
}

fn shorter(proof: &Proof<'_>, cube: &Cube3, length: usize, count: Count) -> Verdict {
    proof.shorter(cube, length, count, 2, &|_| ControlFlow::Continue(()))
}

/// That a cube needs so many moves: no fewer, and the claim that it needs one more is refuted.
fn assert_length(proof: &Proof<'_>, cube: &Cube3, length: usize, count: Count) {
    let verdict = shorter(proof, cube, length, count);
    assert!(matches!(verdict, Verdict::Proven { .. }), "{length} {count:?}: {verdict:?}");
    let verdict = shorter(proof, cube, length + 1, count);
    let Verdict::Refuted { solution, .. } = &verdict else { panic!("{length} {count:?}: {verdict:?}") };
    assert_eq!(solution.length(metric(count)), length);
    assert!(cube.apply(solution).unwrap().is_solved());
}

#[test]
fn every_near_cube_is_as_far_as_it_is() {
    for (count, known) in COUNTS.into_iter().zip([[1, 18, 243, 3240], [1, 12, 114, 1068]]) {
        let ball = ball(Cube3::SOLVED, count, 3);
        let mut counts = [0; 4];
        for (cube, &distance) in &ball {
            assert_length(&WITH_SMALL, cube, distance, count);
            counts[distance] += 1;
        }
        assert_eq!(counts, known);
    }
}

#[test]
fn no_bound_is_too_high() {
    fn check(phase1: &impl Phase1) {
        let axes = Axes::new();
        let corners = [PocketTable::half_turns(), PocketTable::quarter_turns()];
        for (count, corners) in COUNTS.into_iter().zip(&corners) {
            for (cube, distance) in ball(Cube3::SOLVED, count, 4) {
                let bound = bound(axes.sights(phase1, &cube).map(|sight| sight.distance()));
                assert!(usize::from(bound) <= distance, "{bound} {distance}");
                assert!(usize::from(corners_distance(corners, &cube)) <= distance);
                assert!(axes.may_be_solved_backwards(phase1, &cube, distance as u8));
            }
        }
    }
    for tables in [&*SMALL, &*LARGE] {
        match tables {
            Tables::Small(tables) => check(&SmallPhase1::new(tables)),
            Tables::Large(tables) => check(tables),
        }
    }
}

#[test]
fn equal_distances_are_one_too_few_unless_they_are_nothing() {
    assert_eq!(bound([0, 0, 0]), 0);
    assert_eq!(bound([0, 3, 2]), 3);
    assert_eq!(bound([3, 3, 2]), 3);
    assert_eq!(bound([9, 9, 9]), 10);
}

#[test]
fn random_cubes_are_as_far_as_two_searches_that_meet_say() {
    let mut random = generator(17);
    for count in COUNTS {
        let home = ball(Cube3::SOLVED, count, 5);
        for number in 0..8 {
            let mut cube = Cube3::SOLVED;
            let turns: Vec<FaceTurn> = single(count).collect();
            for _ in 0..8 + number % 2 {
                cube = cube.apply_turn(turns[random.random_range(0..turns.len())]);
            }
            let distance = ball(cube, count, 4)
                .iter()
                .filter_map(|(met, there)| Some(there + home.get(met)?))
                .min()
                .expect("within nine moves");
            assert_length(&WITH_SMALL, &cube, distance, count);
            assert_length(&WITH_LARGE, &cube, distance, count);
        }
    }
}

#[test]
fn symmetric_cubes_need_only_a_part_of_the_search() {
    let Tables::Small(tables) = &*SMALL else { panic!("small ones") };
    let axes = Axes::new();
    let shares = |cube: &Cube3| shares(tables, &axes, cube, 15, Count::HalfTurns).len();
    let made = |name: &str| Cube3::SOLVED.apply(&Pattern::named(name).unwrap().alg()).unwrap();
    // Symmetries keep the one; only the inverse of the other looks like it.
    assert!(shares(&made("twister")) < 2 * shares(&made("green-mamba")) / 3);
    // All symmetries keep it, and it is its own inverse, whatever is done before.
    assert!(20 * shares(&made("superflip")) < shares(&made("green-mamba")));
    let table = OptimalTable::build(Card::smallest(Count::HalfTurns), 2, &|_| ());
    for name in ["twister", "green-mamba"] {
        // A search that knows nothing of symmetries.
        let cube = made(name);
        let solver = OptimalSolver::new(&table);
        let proven = solver.solve(&cube, &OptimalOptions::default(), &|_| ControlFlow::Continue(()));
        assert!(proven.at_least > 12);
        assert_length(&WITH_LARGE, &cube, proven.at_least, Count::HalfTurns);
    }
}

#[test]
fn threads_share_the_work_and_lose_none_of_it() {
    let cube = Cube3::random(&mut generator(3));
    let [one, three] = [1, 3].map(|threads| {
        WITH_LARGE.shorter(&cube, 15, Count::HalfTurns, threads, &|_| ControlFlow::Continue(()))
    });
    assert!(matches!(one, Verdict::Proven { positions } if positions > 0));
    assert_eq!(one, three);
}

#[test]
fn one_solution_of_several_is_the_same_on_any_number_of_threads() {
    let mut random = generator(8);
    let mut cubes: Vec<Cube3> = (0..6)
        .map(|_| {
            (0..9).fold(Cube3::SOLVED, |cube, _| cube.apply_turn(FaceTurn::ALL[random.random_range(0..18)]))
        })
        .collect();
    // These can be solved in many ways.
    cubes.extend(
        ["R2 L2 U2 D2 F2", "R2 U2 R2 U2 R2 U2 F", "M2 E2 S2"].map(|moves| {
            Cube3::SOLVED.apply(&moves.parse::<Alg>().expect("moves")).expect("layers of a 3x3")
        }),
    );
    for cube in &cubes {
        for count in COUNTS {
            let solutions = [1, 2, 5].map(|threads| {
                match WITH_SMALL.shorter(cube, 20, count, threads, &|_| ControlFlow::Continue(())) {
                    Verdict::Refuted { solution, .. } => solution,
                    other => panic!("{other:?}"),
                }
            });
            assert!(solutions.iter().all(|solution| *solution == solutions[0]), "{solutions:?}");
        }
    }
}

#[test]
fn a_proof_that_is_stopped_tells_what_is_proven() {
    let cube = Cube3::random(&mut generator(3));
    let verdict = WITH_SMALL.shorter(&cube, 20, Count::HalfTurns, 2, &|standing| {
        assert!((0.0..=1.0).contains(&standing.part));
        if standing.moves < 13 { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    });
    assert!(matches!(verdict, Verdict::Stopped { at_least: 13, .. }), "{verdict:?}");
}

#[test]
#[ignore = "takes a quarter of an hour of CPU time; part of `make heavy`"]
fn the_superflip_takes_twenty_moves() {
    let cube = Cube3::SOLVED.apply(&Pattern::named("superflip").unwrap().alg()).unwrap();
    let verdict = WITH_LARGE.shorter(&cube, 20, Count::HalfTurns, 2, &|_| ControlFlow::Continue(()));
    assert!(matches!(verdict, Verdict::Proven { .. }), "{verdict:?}");
}

#[test]
fn a_solved_cube_needs_nothing() {
    for count in COUNTS {
        assert_eq!(shorter(&WITH_SMALL, &Cube3::SOLVED, 0, count), Verdict::Proven { positions: 0 });
        let refuted = Verdict::Refuted { solution: Alg::default(), positions: 0 };
        assert_eq!(shorter(&WITH_SMALL, &Cube3::SOLVED, usize::MAX, count), refuted);
    }
}
