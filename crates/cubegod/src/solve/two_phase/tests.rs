//! Tests of the two-phase solver on random, near and well-known cubes.

use super::*;
use crate::any_cube::{Centres, Cube};
use crate::cube::Cube3;
use crate::geometry::{Axis, Face, Size, Symmetry};
use crate::moves::{Alg, EndConstraints, FaceSet, FaceTurn, Metric, Move};
use crate::scramble::generator;
use crate::stickers::Stickers;
use rand::RngExt;
use std::collections::HashSet;
use std::ops::ControlFlow;
use std::sync::LazyLock;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};

static SMALL: LazyLock<Tables> = LazyLock::new(|| Tables::Small(SmallTables::build()));
static LARGE: LazyLock<Tables> = LazyLock::new(|| Tables::Large(LargeTables::build(2, &|_| ())));

fn check(cube: &Cube3, alg: &Alg) -> usize {
    assert!(cube.apply(alg).unwrap().is_solved());
    alg.length(Metric::Htm)
}

#[test]
fn random_cubes_are_solved_in_at_most_21_moves() {
    for (tables, count) in [(&*SMALL, 1000), (&*LARGE, 5000)] {
        let solver = TwoPhaseSolver::new(tables);
        let mut random = generator(1);
        for _ in 0..count {
            let cube = Cube3::random(&mut random);
            let alg = solver.solve_within(&cube, 21).unwrap();
            assert!(check(&cube, &alg) <= 21);
        }
    }
}

#[test]
fn large_tables_round_trip_through_bytes() {
    let Tables::Large(built) = &*LARGE else { unreachable!() };
    let mut bytes = built.to_bytes();
    let read = Tables::Large(LargeTables::from_bytes(&bytes).unwrap());
    let mut random = generator(3);
    for _ in 0..100 {
        let cube = Cube3::random(&mut random);
        let [first, second] =
            [&*LARGE, &read].map(|tables| TwoPhaseSolver::new(tables).solve_within(&cube, 20).unwrap());
        assert_eq!(first, second);
    }
    drop(read);
    bytes.pop();
    assert!(LargeTables::from_bytes(&bytes).is_none());
    bytes.extend([0, 0]);
    assert!(LargeTables::from_bytes(&bytes).is_none());
    assert!(LargeTables::from_bytes(&[]).is_none());
}

#[test]
fn cubes_within_phase_2_and_just_outside_are_solved() {
    let mut random = generator(4);
    for tables in [&*SMALL, &*LARGE] {
        let solver = TwoPhaseSolver::new(tables);
        for length in 0..40 {
            let mut cube = Cube3::SOLVED;
            for _ in 0..length {
                let number: usize = random.random_range(0..10);
                cube = cube.apply_turn(super::moves::PHASE2[number]);
            }
            for cube in [cube, cube.apply_turn(FaceTurn::ALL[3]), cube.apply_turn(FaceTurn::ALL[17])] {
                let alg = solver.solve_within(&cube, 20).unwrap();
                assert!(check(&cube, &alg) <= 20);
            }
        }
    }
}

#[test]
fn only_allowed_faces_are_turned() {
    let solver = TwoPhaseSolver::new(&LARGE);
    let mut random = generator(5);
    for missing in Face::ALL {
        let faces: FaceSet = Face::ALL.into_iter().filter(|&face| face != missing).collect();
        for _ in 0..5 {
            let cube = Cube3::random(&mut random);
            let options = TwoPhaseOptions::new().stop_at_length(24).faces(faces);
            let found = solver.solve(&cube, &options, &|_| ControlFlow::Continue(())).unwrap();
            assert!(check(&cube, &found.solution) <= 24);
            let turned = |one: Move| FaceTurn::try_from(one).unwrap().face();
            assert!(found.solution.iter().all(|one| turned(one) != missing));
        }
    }
}

#[test]
fn several_solutions_are_different_and_the_first_is_the_shortest() {
    let solver = TwoPhaseSolver::new(&LARGE);
    let mut random = generator(6);
    for threads in [1, 3] {
        let cube = Cube3::random(&mut random);
        let options = TwoPhaseOptions::new().stop_at_length(22).solutions(10).threads(threads);
        let found = solver.solve(&cube, &options, &|_| ControlFlow::Continue(())).unwrap();
        let all: Vec<&Alg> = [&found.solution].into_iter().chain(&found.others).collect();
        assert_eq!(all.len(), 10);
        assert!(all.is_sorted_by_key(|alg| alg.len()));
        all.iter().for_each(|alg| assert!(check(&cube, alg) <= 22));
        let different: HashSet<String> = all.iter().map(ToString::to_string).collect();
        assert_eq!(different.len(), 10);
    }
}

#[test]
fn solutions_begin_and_end_on_other_axes_if_requested() {
    let solver = TwoPhaseSolver::new(&LARGE);
    let mut random = generator(7);
    let axis = |one: Option<Move>| FaceTurn::try_from(one.unwrap()).unwrap().face().axis();
    for _ in 0..20 {
        let cube = Cube3::random(&mut random);
        let options = TwoPhaseOptions::new()
            .stop_at_length(22)
            .ends(EndConstraints { not_first: Some(Axis::X), not_last: Some(Axis::Y) });
        let alg = solver.solve(&cube, &options, &|_| ControlFlow::Continue(())).unwrap().solution;
        check(&cube, &alg);
        assert_ne!(axis(alg.iter().next()), Axis::X);
        assert_ne!(axis(alg.iter().last()), Axis::Y);
    }
}

#[test]
fn a_search_stops_on_request_and_reports_each_improvement() {
    let solver = TwoPhaseSolver::new(&LARGE);
    let cube = Cube3::random(&mut generator(8));
    let reported = Mutex::new(Vec::new());
    let ticks = AtomicUsize::new(0);
    let found = solver.solve(&cube, &TwoPhaseOptions::default(), &|progress| match progress {
        Progress::Improved(turns) => {
            reported.lock().unwrap().push(turns.len());
            ControlFlow::Continue(())
        }
        Progress::Searching { has_solution, .. }
            if has_solution && ticks.fetch_add(1, Ordering::Relaxed) > 300 =>
        {
            ControlFlow::Break(())
        }
        Progress::Searching { .. } => ControlFlow::Continue(()),
    });
    let reported = reported.into_inner().unwrap();
    assert!(reported.is_sorted_by(|longer, shorter| longer > shorter));
    assert_eq!(reported.last(), Some(&found.unwrap().solution.len()));
}

#[test]
fn superflip_takes_20_moves_and_no_more() {
    let superflip: Alg = "U R2 F B R B2 R U2 L B2 R U' D' R2 F R' L B2 U2 F2".parse().unwrap();
    let cube = Cube3::SOLVED.apply(&superflip).unwrap();
    let solver = TwoPhaseSolver::new(&LARGE);
    let options = TwoPhaseOptions::new().stop_at_length(20).threads(2);
    let found = solver.solve(&cube, &options, &|_| ControlFlow::Continue(())).unwrap();
    assert_eq!(check(&cube, &found.solution), 20);
}

#[test]
fn cubes_near_solved_get_an_optimal_solution() {
    let solver = TwoPhaseSolver::new(&SMALL);
    let mut seen = HashSet::from([Cube3::SOLVED]);
    let mut layer = vec![Cube3::SOLVED];
    for distance in 0..=3 {
        for cube in &layer {
            assert_eq!(check(cube, &solver.solve_within(cube, 30).unwrap()), distance);
        }
        let turned = layer.iter().flat_map(|cube| FaceTurn::ALL.map(|turn| cube.apply_turn(turn)));
        layer = turned.filter(|cube| seen.insert(*cube)).collect();
    }
    // Every tenth cube at four turns; tests/heavy.rs covers all of them.
    assert_eq!(layer.len(), 43_239);
    for cube in layer.iter().step_by(10) {
        assert_eq!(check(cube, &solver.solve_within(cube, 30).unwrap()), 4);
    }
}

#[test]
fn cubes_within_eight_turns_get_an_optimal_solution() {
    let mut random = generator(9);
    for tables in [&*SMALL, &*LARGE] {
        let solver = TwoPhaseSolver::new(tables);
        for turns in (5..=8).cycle().take(80) {
            let mut cube = Cube3::SOLVED;
            (0..turns).for_each(|_| cube = cube.apply_turn(FaceTurn::ALL[random.random_range(0..18)]));
            let options = TwoPhaseOptions::new().stop_at_length(19);
            let found = solver.solve(&cube, &options, &|_| ControlFlow::Continue(())).unwrap();
            assert!(found.is_shortest, "{turns} {} {:?}", found.solution, matches!(tables, Tables::Small(_)));
            assert!(check(&cube, &found.solution) <= turns);
        }
    }
}

#[test]
fn moves_making_a_cube_produce_it_in_any_orientation() {
    let solver = TwoPhaseSolver::new(&SMALL);
    let mut random = generator(2);
    for rotation in Symmetry::ROTATIONS {
        let stickers = Cube3::random(&mut random).stickers().transformed_by(rotation);
        let Ok(Cube::Three(cube, centres)) = Cube::try_from(&stickers) else { panic!("a 3x3") };
        let alg = solver.moves_making(&cube, centres, 22, EndConstraints::default()).unwrap();
        let mut made = Stickers::solved(Size::THREE);
        made.apply(&alg).unwrap();
        assert_eq!(made, stickers);
    }
    let mirrored = Stickers::solved(Size::THREE).transformed_by(Symmetry::MIRROR_LEFT_RIGHT);
    let Ok(Cube::Three(cube, centres)) = Cube::try_from(&mirrored) else { panic!("a 3x3") };
    assert_eq!(solver.moves_making(&cube, centres, 22, EndConstraints::default()), None);
}

#[test]
fn scrambles_begin_and_end_on_other_axes_if_requested() {
    let solver = TwoPhaseSolver::new(&SMALL);
    let mut random = generator(9);
    for (not_first, not_last) in [(Axis::X, Axis::Y), (Axis::Z, Axis::Z), (Axis::Y, Axis::X)] {
        let ends = EndConstraints { not_first: Some(not_first), not_last: Some(not_last) };
        for _ in 0..10 {
            let cube = Cube3::random_scramble(&mut random);
            let alg = solver.moves_making(&cube, Centres::STANDARD, 21, ends).unwrap();
            assert!(alg.len() <= 21);
            assert_eq!(Cube3::SOLVED.apply(&alg), Ok(cube));
            let turns: Vec<FaceTurn> = alg.iter().map(|one| FaceTurn::try_from(one).unwrap()).collect();
            assert!(ends.allow(&turns), "{alg} {ends:?}");
        }
    }
}

#[test]
fn near_cubes_are_solved_with_the_requested_ends() {
    let solver = TwoPhaseSolver::new(&LARGE);
    for text in ["", "R", "U2", "R L'", "R U", "F B2 D' F", "R U R' U'"] {
        let cube = Cube3::SOLVED.apply(&text.parse().unwrap()).unwrap();
        for not_first in Axis::ALL {
            let ends = EndConstraints { not_first: Some(not_first), not_last: None };
            let options = TwoPhaseOptions::new().stop_at_length(22).ends(ends);
            let found = solver.solve(&cube, &options, &|_| ControlFlow::Continue(())).unwrap();
            let turns: Vec<FaceTurn> =
                found.solution.iter().map(|one| FaceTurn::try_from(one).unwrap()).collect();
            assert!(ends.allow(&turns), "{text}: {} {not_first:?}", found.solution);
            check(&cube, &found.solution);
        }
    }
}

#[test]
fn a_node_budget_is_reproducible_and_a_larger_one_never_gives_a_longer_solution() {
    const BUDGETS: [u64; 5] = [1, 1_000, 10_000, 100_000, 400_000];
    let mut random = generator(12);
    let lengths = [(); 6].map(|()| {
        let cube = Cube3::random(&mut random);
        [&*SMALL, &*LARGE].map(|tables| {
            BUDGETS.map(|budget| {
                let solve = || {
                    let searched = AtomicU64::new(0);
                    let options = TwoPhaseOptions::new().max_nodes(budget);
                    let found = TwoPhaseSolver::new(tables).solve(&cube, &options, &|progress| {
                        if let Progress::Searching { nodes, has_solution } = progress {
                            assert!(nodes < budget || !has_solution);
                            searched.store(nodes, Ordering::Relaxed);
                        }
                        ControlFlow::Continue(())
                    });
                    (found.unwrap(), searched.into_inner())
                };
                let (first, nodes) = solve();
                assert_eq!(solve(), (first.clone(), nodes));
                // The last report before the check that stops.
                assert!(budget < 400_000 || nodes > budget - 64 && nodes < budget);
                check(&cube, &first.solution)
            })
        })
    });
    let all = || lengths.iter().flatten();
    assert!(all().all(|lengths| lengths.is_sorted_by(|fewer_nodes, more_nodes| fewer_nodes >= more_nodes)));
    assert!(all().all(|lengths| lengths[0] > lengths[4]), "{lengths:?}");
}

#[test]
fn a_node_budget_ends_without_a_solution_only_if_there_may_be_none() {
    let cube = Cube3::random(&mut generator(13));
    let solve = |faces: FaceSet| {
        let options = TwoPhaseOptions::new().faces(faces).max_nodes(1);
        TwoPhaseSolver::new(&SMALL).solve(&cube, &options, &|_| ControlFlow::Continue(()))
    };
    assert!(solve([Face::U, Face::R].into_iter().collect()).is_none());
    assert!(solve(Face::ALL.into_iter().take(5).collect()).is_some());
}
