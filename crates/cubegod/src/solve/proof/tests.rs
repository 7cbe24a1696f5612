use super::bound::{Axes, bound, corners_distance};
use super::tasks::tasks;
use super::{Proof, Verdict};
use crate::cube::Cube3;
use crate::moves::{Alg, FaceTurn, Metric, Turns};
use crate::patterns::Pattern;
use crate::scramble::generator;
use crate::solve::optimal::{OptimalOptions, OptimalSolver, OptimalTable, TableSpec};
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

const METRICS: [Metric; 2] = [Metric::Htm, Metric::Qtm];

/// Returns the turns with a length of one move.
fn single(metric: Metric) -> impl Iterator<Item = FaceTurn> {
    FaceTurn::ALL.into_iter().filter(move |turn| metric == Metric::Htm || turn.turns() != Turns::Half)
}

/// Returns every cube within `radius` moves of another, with its distance, by breadth-first search.
fn ball(center: Cube3, metric: Metric, radius: usize) -> HashMap<Cube3, usize> {
    let mut ball = HashMap::from([(center, 0)]);
    let mut layer = vec![center];
    for distance in 1..=radius {
        let turned: Vec<Cube3> =
            layer.iter().flat_map(|cube| single(metric).map(|turn| cube.apply_turn(turn))).collect();
        layer = turned.into_iter().filter(|cube| !ball.contains_key(cube)).collect();
        layer.retain(|&cube| ball.insert(cube, distance).is_none());
    }
    ball
}

fn shorter(proof: &Proof<'_>, cube: &Cube3, length: usize, metric: Metric) -> Verdict {
    proof.shorter(cube, length, metric, 2, &|_| ControlFlow::Continue(()))
}

/// Asserts the length of optimal solutions: shorter ones are excluded, and a solution of this length refutes `length + 1`.
fn assert_length(proof: &Proof<'_>, cube: &Cube3, length: usize, metric: Metric) {
    let verdict = shorter(proof, cube, length, metric);
    assert!(matches!(verdict, Verdict::Proven { .. }), "{length} {metric:?}: {verdict:?}");
    let verdict = shorter(proof, cube, length + 1, metric);
    let Verdict::Refuted { solution, .. } = &verdict else { panic!("{length} {metric:?}: {verdict:?}") };
    assert_eq!(solution.length(metric), length);
    assert!(cube.apply(solution).unwrap().is_solved());
}

#[test]
fn distances_of_all_near_cubes_are_exact() {
    for (metric, known) in METRICS.into_iter().zip([[1, 18, 243, 3240], [1, 12, 114, 1068]]) {
        let ball = ball(Cube3::SOLVED, metric, 3);
        let mut counts = [0; 4];
        for (cube, &distance) in &ball {
            assert_length(&WITH_SMALL, cube, distance, metric);
            counts[distance] += 1;
        }
        assert_eq!(counts, known);
    }
}

#[test]
fn no_bound_exceeds_the_distance() {
    fn check(phase1: &impl Phase1) {
        let axes = Axes::new();
        let corners = [PocketTable::half_turns(), PocketTable::quarter_turns()];
        for (metric, corners) in METRICS.into_iter().zip(&corners) {
            for (cube, distance) in ball(Cube3::SOLVED, metric, 4) {
                let bound =
                    bound(axes.phase1_states(phase1, &cube).map(|phase1_state| phase1_state.distance()));
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
fn equal_distances_need_one_more_turn_unless_they_are_zero() {
    assert_eq!(bound([0, 0, 0]), 0);
    assert_eq!(bound([0, 3, 2]), 3);
    assert_eq!(bound([3, 3, 2]), 3);
    assert_eq!(bound([9, 9, 9]), 10);
}

#[test]
fn distances_of_random_cubes_match_a_bidirectional_search() {
    let mut random = generator(17);
    for metric in METRICS {
        let home = ball(Cube3::SOLVED, metric, 5);
        for number in 0..8 {
            let mut cube = Cube3::SOLVED;
            let turns: Vec<FaceTurn> = single(metric).collect();
            for _ in 0..8 + number % 2 {
                cube = cube.apply_turn(turns[random.random_range(0..turns.len())]);
            }
            let distance = ball(cube, metric, 4)
                .iter()
                .filter_map(|(met, there)| Some(there + home.get(met)?))
                .min()
                .expect("within nine moves");
            assert_length(&WITH_SMALL, &cube, distance, metric);
            assert_length(&WITH_LARGE, &cube, distance, metric);
        }
    }
}

#[test]
fn symmetric_cubes_need_only_part_of_the_search() {
    let Tables::Small(phase1) = &*SMALL else { panic!("small tables") };
    let axes = Axes::new();
    let task_count = |cube: &Cube3| tasks(phase1, &axes, cube, 15, Metric::Htm).len();
    let pattern = |name: &str| Cube3::SOLVED.apply(&Pattern::named(name).unwrap().alg()).unwrap();
    // The twister has symmetries; the green mamba is only an image of its own inverse.
    assert!(task_count(&pattern("twister")) < 2 * task_count(&pattern("green-mamba")) / 3);
    // The superflip has all symmetries, is its own inverse, and commutes with everything.
    assert!(20 * task_count(&pattern("superflip")) < task_count(&pattern("green-mamba")));
    let table = OptimalTable::build(TableSpec::smallest(Metric::Htm).unwrap(), 2, &|_| ());
    for name in ["twister", "green-mamba"] {
        // Compared with an independent search.
        let cube = pattern(name);
        let solver = OptimalSolver::new(&table);
        let proven = solver.solve(&cube, &OptimalOptions::new(), &|_| ControlFlow::Continue(()));
        assert!(proven.lower_bound > 12);
        assert_length(&WITH_LARGE, &cube, proven.lower_bound, Metric::Htm);
    }
}

#[test]
fn the_number_of_threads_does_not_change_what_is_searched() {
    let cube = Cube3::random(&mut generator(3));
    let [one, three] = [1, 3]
        .map(|threads| WITH_LARGE.shorter(&cube, 15, Metric::Htm, threads, &|_| ControlFlow::Continue(())));
    assert!(matches!(one, Verdict::Proven { positions } if positions > 0));
    assert_eq!(one, three);
}

#[test]
fn the_selected_solution_does_not_depend_on_the_number_of_threads() {
    let mut random = generator(8);
    let mut cubes: Vec<Cube3> = (0..6)
        .map(|_| {
            (0..9).fold(Cube3::SOLVED, |cube, _| cube.apply_turn(FaceTurn::ALL[random.random_range(0..18)]))
        })
        .collect();
    // Cubes with many solutions.
    cubes.extend(
        ["R2 L2 U2 D2 F2", "R2 U2 R2 U2 R2 U2 F", "M2 E2 S2"].map(|moves| {
            Cube3::SOLVED.apply(&moves.parse::<Alg>().expect("moves")).expect("layers of a 3x3")
        }),
    );
    for cube in &cubes {
        for metric in METRICS {
            let solutions = [1, 2, 5].map(|threads| {
                match WITH_SMALL.shorter(cube, 20, metric, threads, &|_| ControlFlow::Continue(())) {
                    Verdict::Refuted { solution, .. } => solution,
                    other => panic!("{other:?}"),
                }
            });
            assert!(solutions.iter().all(|solution| *solution == solutions[0]), "{solutions:?}");
        }
    }
}

#[test]
fn a_cancelled_proof_returns_the_proven_bound() {
    let cube = Cube3::random(&mut generator(3));
    let verdict = WITH_SMALL.shorter(&cube, 20, Metric::Htm, 2, &|progress| {
        assert!((0.0..=1.0).contains(&progress.fraction));
        if progress.depth < 13 { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    });
    assert!(matches!(verdict, Verdict::Stopped { lower_bound: 13, .. }), "{verdict:?}");
}

#[test]
#[ignore = "takes a quarter of an hour of CPU time; part of `make heavy`"]
fn the_superflip_takes_twenty_moves() {
    let cube = Cube3::SOLVED.apply(&Pattern::named("superflip").unwrap().alg()).unwrap();
    let verdict = WITH_LARGE.shorter(&cube, 20, Metric::Htm, 2, &|_| ControlFlow::Continue(()));
    assert!(matches!(verdict, Verdict::Proven { .. }), "{verdict:?}");
}

#[test]
fn a_solved_cube_needs_no_moves() {
    for metric in METRICS {
        assert_eq!(shorter(&WITH_SMALL, &Cube3::SOLVED, 0, metric), Verdict::Proven { positions: 0 });
        let refuted = Verdict::Refuted { solution: Alg::default(), positions: 0 };
        assert_eq!(shorter(&WITH_SMALL, &Cube3::SOLVED, usize::MAX, metric), refuted);
    }
}
