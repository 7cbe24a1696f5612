//! Tests against published counts, and against slow searches without patterns and orientations.

use super::*;
use crate::cancellation::{Cancellation, Cancelled};
use crate::cube::{Corner, Cube2};
use crate::geometry::{Axis, Face, Symmetry};
use crate::moves::{Alg, EndConstraints, FaceSet, FaceTurn, Metric, Turns};
use crate::scramble::generator;
use crate::solve::BuildOptions;
use std::collections::HashMap;
use std::ops::ControlFlow;
use std::sync::LazyLock;

static HALF: LazyLock<PocketTable> = LazyLock::new(PocketTable::half_turns);
static QUARTER: LazyLock<PocketTable> = LazyLock::new(PocketTable::quarter_turns);

fn turned(cube: &Cube2, solution: &[FaceTurn]) -> Cube2 {
    solution.iter().fold(*cube, |cube, &turn| cube.apply_turn(turn))
}

fn goal(exact: bool, faces: &str) -> Goal {
    Goal::new().exact(exact).faces(faces.parse().unwrap())
}

/// Returns distances from the solved cube by breadth-first search over turns, up to a depth.
fn distances(starts: &[Cube2], faces: FaceSet, depth: u8) -> HashMap<Cube2, u8> {
    let turns: Vec<FaceTurn> = FaceTurn::ALL.into_iter().filter(|turn| faces.contains(turn.face())).collect();
    distances_by(starts, &turns, depth)
}

fn distances_by(starts: &[Cube2], turns: &[FaceTurn], depth: u8) -> HashMap<Cube2, u8> {
    let mut found: HashMap<Cube2, u8> = starts.iter().map(|&cube| (cube, 0)).collect();
    let mut layer = starts.to_vec();
    for distance in 1..=depth {
        let next = layer.iter().flat_map(|cube| turns.iter().map(|&turn| cube.apply_turn(turn)));
        layer = next
            .filter(|cube| {
                let new = !found.contains_key(cube);
                if new {
                    found.insert(*cube, distance);
                }
                new
            })
            .collect();
    }
    found
}

fn solved_in_any_orientation() -> Vec<Cube2> {
    Symmetry::ROTATIONS.iter().map(|&rotation| Cube2::solved_held(rotation)).collect()
}

#[test]
fn every_pattern_is_solved_in_its_distance() {
    let mut counts = [0; 12];
    for index in 0..PATTERNS {
        let cube = coordinates::Pattern::from_index(index).cube();
        let solution = HALF.solve(&cube);
        counts[solution.len()] += 1;
        assert_eq!(turned(&cube, &solution), Cube2::SOLVED);
    }
    assert_eq!(counts.to_vec(), HALF.histogram());
}

#[test]
fn random_cubes_are_solved_in_both_metrics_and_many_at_once() {
    let mut random = generator(1);
    let cubes: Vec<Cube2> = (0..5000).map(|_| Cube2::random(&mut random)).collect();
    for table in [&*HALF, &*QUARTER] {
        let metric = if table.counts_quarter_turns() { Metric::Qtm } else { Metric::Htm };
        let mut together = vec![PocketSolution::EMPTY; cubes.len()];
        table.solve_many(&cubes, &mut together);
        for (cube, together) in cubes.iter().zip(&together) {
            let solution = table.solve(cube);
            assert!(turned(cube, &solution).is_solved());
            assert_eq!(solution.to_alg().length(metric), table.distance(cube) as usize);
            assert!(solution.windows(2).all(|pair| pair[1].may_follow(pair[0])), "{solution} can be merged");
            assert_eq!(solution, *together);
        }
    }
}

#[test]
fn exact_distances_agree_with_breadth_first_search_near_the_goal() {
    let found = distances(&[Cube2::SOLVED], FaceSet::ALL, 5);
    let mut counts = [0; 6];
    for (cube, &distance) in &found {
        let solution = HALF.solve_exact(cube);
        assert_eq!((turned(cube, &solution), solution.len()), (Cube2::SOLVED, distance as usize));
        counts[distance as usize] += 1;
    }
    assert_eq!(counts, [1, 18, 243, 2874, 28_000, 205_416]);
}

#[test]
fn exact_solutions_have_the_published_mean_length() {
    let mut random = generator(2);
    let (mut half, mut quarter) = (0, 0);
    const CUBES: usize = 20_000;
    for _ in 0..CUBES {
        let cube = Cube2::random(&mut random);
        let solution = HALF.solve_exact(&cube);
        assert_eq!(turned(&cube, &solution), Cube2::SOLVED);
        assert!(solution.len() >= HALF.distance(&cube) as usize);
        half += solution.len();
        let solution = QUARTER.solve_exact(&cube);
        assert_eq!(turned(&cube, &solution), Cube2::SOLVED);
        quarter += solution.to_alg().length(Metric::Qtm);
    }
    // The exact means are 8.764134 and 10.667576; a mean of 20,000 cubes has a standard error of about 0.007.
    assert!((half as f64 / CUBES as f64 - 8.764134).abs() < 0.03);
    assert!((quarter as f64 / CUBES as f64 - 10.667576).abs() < 0.03);
}

/// Counts the normalized sequences of this length and these faces that solve a cube.
fn brute_force(
    cube: &Cube2,
    length: usize,
    faces: FaceSet,
    is_goal: &dyn Fn(&Cube2) -> bool,
    path: &mut Vec<FaceTurn>,
) -> u64 {
    if length == 0 {
        return u64::from(is_goal(cube));
    }
    let mut count = 0;
    for turn in FaceTurn::ALL {
        if faces.contains(turn.face()) && path.last().is_none_or(|&last| turn.may_follow(last)) {
            path.push(turn);
            count += brute_force(&cube.apply_turn(turn), length - 1, faces, is_goal, path);
            path.pop();
        }
    }
    count
}

#[test]
fn all_shortest_solutions_are_listed_once_each() {
    let exact = PocketSolver::new(&HALF, goal(true, "URFDLB"));
    let any = PocketSolver::new(&HALF, Goal::default());
    for text in ["", "R", "R L'", "R L' U", "R U2 F' R", "R2 U2 R2 U2", "U D' F"] {
        let cube = Cube2::SOLVED.apply(&text.parse::<Alg>().unwrap()).unwrap();
        let distance = exact.distance(&cube).unwrap() as usize;
        let expected =
            brute_force(&cube, distance, FaceSet::ALL, &|end| *end == Cube2::SOLVED, &mut Vec::new());
        assert_eq!(exact.count_shortest(&cube), expected, "{text}");
        // With DBL fixed only U, R and F turn.
        let (pattern, _) = HALF.orientations.split(&cube);
        let distance = any.distance(&cube).unwrap() as usize;
        let three = "URF".parse().unwrap();
        let expected =
            brute_force(&pattern.cube(), distance, three, &|end| *end == Cube2::SOLVED, &mut Vec::new());
        assert_eq!(any.count_shortest(&cube), expected, "{text}");
    }
    let mut random = generator(3);
    for _ in 0..50 {
        let cube = Cube2::random(&mut random);
        let mut seen = std::collections::HashSet::new();
        any.each_shortest(&cube, |solution| {
            assert!(turned(&cube, solution).is_solved());
            assert!(seen.insert(solution.to_string()));
            ControlFlow::Continue(())
        });
        assert!(!seen.is_empty());
    }
}

#[test]
fn distances_with_restricted_faces_agree_with_breadth_first_search() {
    for faces in ["URF", "UR", "DLB", "F", "UDLR", "UDR", "UD"] {
        let set: FaceSet = faces.parse().unwrap();
        for exact in [true, false] {
            let goals = if exact { vec![Cube2::SOLVED] } else { solved_in_any_orientation() };
            let solver = PocketSolver::new(&HALF, goal(exact, faces));
            for (cube, &distance) in distances(&goals, set, 3).iter().take(2000) {
                let solution = solver.solve(cube).expect("these faces produced it");
                assert!(solver.is_reached(cube, &solution));
                assert_eq!(solution.len(), distance as usize, "{faces} {exact}");
            }
        }
    }
}

#[test]
fn two_faces_solve_their_cubes_in_up_to_17_quarter_turns() {
    let quarters = FaceTurn::ALL
        .into_iter()
        .filter(|turn| matches!(turn.face(), Face::R | Face::U) && turn.turns() != Turns::Half);
    let distances = distances_by(&[Cube2::SOLVED], &quarters.collect::<Vec<_>>(), 20);
    assert_eq!((distances.len(), distances.values().max()), (29_160, Some(&17)));
    let solver = PocketSolver::new(&QUARTER, goal(true, "RU"));
    for (cube, distance) in &distances {
        assert_eq!(solver.distance(cube), Some(*distance));
        assert!(solver.is_reached(cube, &solver.solve(cube).unwrap()));
    }
}

#[test]
fn cubes_that_the_faces_cannot_solve_have_no_solution() {
    let after = |text: &str| Cube2::SOLVED.apply(&text.parse::<Alg>().unwrap()).unwrap();
    assert_eq!(PocketSolver::new(&HALF, goal(false, "UR")).solve(&after("F")), None);
    assert_eq!(PocketSolver::new(&HALF, goal(false, "UD")).solve(&after("R")), None);
    assert_eq!(PocketSolver::new(&HALF, goal(true, "URF")).solve(&after("x")), None);
    assert_eq!(PocketSolver::new(&HALF, goal(false, "URF")).solve(&after("x")), Some(PocketSolution::EMPTY));
}

#[test]
fn text_is_in_wca_notation() {
    let mut random = generator(4);
    for _ in 0..100 {
        let solution = HALF.solve_exact(&Cube2::random(&mut random));
        let mut line = Vec::new();
        solution.write_text(&mut line);
        assert_eq!(String::from_utf8(line).unwrap(), solution.to_string());
    }
}

#[test]
fn competition_scrambles_need_at_least_four_turns_and_their_moves_produce_them() {
    let mut random = generator(5);
    for _ in 0..500 {
        let cube = Cube2::random_scramble(&mut random, &HALF);
        assert!(HALF.distance(&cube) >= 4);
        assert_eq!(Cube2::SOLVED.apply(&HALF.moves_making(&cube, EndConstraints::default())), Ok(cube));
    }
}

/// Returns all pairs of ends.
fn all_ends() -> Vec<EndConstraints> {
    let axes = [None, Some(Axis::X), Some(Axis::Y), Some(Axis::Z)];
    axes.iter().flat_map(|&not_first| axes.map(|not_last| EndConstraints { not_first, not_last })).collect()
}

/// Visits every normalized sequence of at most `left` turns, with the cube it produces.
fn each_sequence(
    cube: Cube2,
    left: usize,
    path: &mut Vec<FaceTurn>,
    visit: &mut dyn FnMut(Cube2, &[FaceTurn]),
) {
    visit(cube, path);
    if left == 0 {
        return;
    }
    for turn in FaceTurn::ALL {
        if path.last().is_none_or(|&last| turn.may_follow(last)) {
            path.push(turn);
            each_sequence(cube.apply_turn(turn), left - 1, path, visit);
            path.pop();
        }
    }
}

#[test]
fn scrambles_with_ends_agree_with_exhaustive_search() {
    const LONGEST: usize = 4;
    for ends in all_ends() {
        let mut shortest: HashMap<Cube2, usize> = HashMap::new();
        each_sequence(Cube2::SOLVED, LONGEST, &mut Vec::new(), &mut |cube, path| {
            if ends.allow(path) {
                let length = shortest.entry(cube).or_insert(path.len());
                *length = path.len().min(*length);
            }
        });
        for (cube, _) in distances(&[Cube2::SOLVED], FaceSet::ALL, 3).iter().take(300) {
            let moves = HALF.moves_making(cube, ends);
            assert_eq!(Cube2::SOLVED.apply(&moves), Ok(*cube));
            let turns: Vec<FaceTurn> = moves.iter().map(|one| FaceTurn::try_from(one).unwrap()).collect();
            assert!(ends.allow(&turns), "{moves} {ends:?}");
            match shortest.get(cube) {
                Some(&length) => assert_eq!(moves.len(), length, "{moves} {ends:?}"),
                None => assert!(moves.len() > LONGEST, "{moves} {ends:?}"),
            }
        }
    }
}

#[test]
fn random_scrambles_with_ends_are_at_most_two_turns_longer() {
    const CUBES: usize = 50;
    let mut random = generator(6);
    let mut by_extra_turns = [0; 3];
    for ends in all_ends() {
        for _ in 0..CUBES {
            let cube = Cube2::random_scramble(&mut random, &HALF);
            let moves = HALF.moves_making(&cube, ends);
            assert_eq!(Cube2::SOLVED.apply(&moves), Ok(cube));
            let turns: Vec<FaceTurn> = moves.iter().map(|one| FaceTurn::try_from(one).unwrap()).collect();
            assert!(ends.allow(&turns), "{moves} {ends:?}");
            by_extra_turns[moves.len() - HALF.distance_exact(&cube) as usize] += 1;
        }
    }
    // The help of the command line states that about one in four is longer.
    assert!(by_extra_turns[0] > 11 * CUBES, "{by_extra_turns:?}");
}

#[test]
fn three_faces_around_a_corner_produce_every_cube_with_the_opposite_corner_solved() {
    let mut random = generator(8);
    for (faces, corner) in [("URF", Corner::DBL), ("DLB", Corner::URF), ("ULF", Corner::DRB)] {
        let faces: FaceSet = faces.parse().unwrap();
        assert_eq!(Corner::fixed_by(faces), Some(corner));
        for not_first in [None, Some(Axis::X)] {
            let ends = EndConstraints { not_first, not_last: None };
            let cube = Cube2::random_scramble(&mut random, &HALF).held_at_home(corner);
            let moves = HALF.moves_making_with(&cube, faces, ends).unwrap();
            assert_eq!(Cube2::SOLVED.apply(&moves), Ok(cube));
            let turns: Vec<FaceTurn> = moves.iter().map(|one| FaceTurn::try_from(one).unwrap()).collect();
            assert!(turns.iter().all(|turn| faces.contains(turn.face())) && ends.allow(&turns), "{moves}");
            if not_first.is_none() {
                assert_eq!(moves.len(), usize::from(HALF.distance(&cube)));
            }
        }
    }
    let away = Cube2::SOLVED.apply_turn(FaceTurn::new(Face::L, Turns::Half));
    assert_eq!(HALF.moves_making_with(&away, "URF".parse().unwrap(), EndConstraints::default()), None);
    assert_eq!(
        HALF.moves_making_with(&Cube2::SOLVED, "UD".parse().unwrap(), EndConstraints::default()),
        None
    );
}

#[test]
fn equivalent_faces_share_a_table_that_is_built_once_and_not_for_a_cancelled_search() {
    let token = Cancellation::new();
    token.cancel();
    let cancelled = BuildOptions::new().cancellation(&token);
    let table = PocketTable::half_turns();
    assert!(PocketSolver::new_with(&table, goal(false, "UR"), &cancelled).is_err());
    PocketSolver::new(&table, goal(false, "UR"));
    for faces in ["UR", "LD", "BL", "FU", "URF", "DLB", "BUR", "UD", "URFD"] {
        let solver = PocketSolver::new_with(&table, goal(true, faces), &cancelled).unwrap();
        let alg: Alg = faces.parse().unwrap();
        let cube = Cube2::SOLVED.apply(&alg).unwrap();
        assert_eq!(solver.solve(&cube).map(|solution| solution.len()), Some(faces.len()), "{faces}");
    }
}

#[test]
fn a_search_ends_when_it_is_cancelled_and_not_when_the_visitor_stops_it() {
    let cube = Cube2::random(&mut generator(3));
    let token = Cancellation::new();
    for goal in [Goal::default(), goal(false, "URF"), goal(true, "URFD")] {
        let solver = PocketSolver::new(&HALF, goal);
        let stop = solver.each_shortest_with(&cube, &token, |_| ControlFlow::Break(()));
        assert_eq!(stop, Ok(()));
    }
    token.cancel();
    let solver = PocketSolver::new(&HALF, goal(true, "URFD"));
    assert_eq!(solver.solve_with(&cube, &token), Err(Cancelled));
    assert_eq!(solver.each_shortest_with(&cube, &token, |_| ControlFlow::Continue(())), Err(Cancelled));
}
