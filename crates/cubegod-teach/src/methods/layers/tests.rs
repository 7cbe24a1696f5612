//! The layer method on random and special cubes.

use super::*;
use crate::methods::hold::CROSS;
use cubegod::cube::{Corner, Edge};
use cubegod::moves::{FaceTurn, Metric, Move};
use cubegod::scramble::generator;
use std::sync::LazyLock;

static SOLVER: LazyLock<LayersSolver> = LazyLock::new(LayersSolver::new);

/// Asserts that a step does what it is for and that the stages before it stay done.
fn assert_is_effective(cube: &Cube3, step: &Step, next: Option<&Step>, first: Face) {
    let frame = &SOLVER.frames[first.index()];
    let held = cube.conjugated_with(&frame.names);
    let before = &Stage::ALL[..step.stage.index()];
    assert!(before.iter().all(|stage| stage.is_done(&held)), "{step:?}");
    let is_home = || match step.piece.expect("a step about a piece") {
        Piece::Corner(corner) => cube.corners().codes()[corner.index()] as usize == corner.index(),
        Piece::Edge(edge) => cube.edges().codes()[edge.index()] as usize == edge.index(),
    };
    // In the layer opposite to the first one.
    let is_free = || match step.piece.expect("a step about a piece") {
        Piece::Corner(corner) => {
            let place = Corner::ALL.into_iter().find(|&place| cube.corners().piece(place) == corner);
            place.expect("every corner is somewhere").faces().contains(&first.opposite())
        }
        Piece::Edge(edge) => {
            let place = Edge::ALL.into_iter().find(|&place| cube.edges().piece(place) == edge);
            place.expect("every edge is somewhere").faces().contains(&first.opposite())
        }
    };
    let is_completed_next = next
        .is_some_and(|next| (next.stage, next.piece, next.is_preparation) == (step.stage, step.piece, false));
    let is_effective = match (step.piece.is_some(), step.is_preparation) {
        (true, true) => is_free() && is_completed_next,
        (true, false) => is_home(),
        (false, true) => is_completed_next,
        (false, false) => step.stage.is_done(&held),
    };
    assert!(is_effective, "{step:?} of {cube:?}");
}

/// Checks every step and returns the number of moves.
fn check(cube: &Cube3, first: Face) -> usize {
    let solution = SOLVER.solve_beginning_with(cube, first);
    let mut home = Vec::new();
    let mut now = *cube;
    for (number, step) in solution.steps.iter().enumerate() {
        now = step.turns.iter().fold(now, |cube, &turn| cube.apply_turn(turn));
        assert_is_effective(&now, step, solution.steps.get(number + 1), first);
        // A solved piece stays solved.
        home.extend(step.piece.filter(|_| !step.is_preparation));
        for &piece in &home {
            let step = Step { piece: Some(piece), is_preparation: false, ..step.clone() };
            assert_is_effective(&now, &step, None, first);
        }
    }
    assert!(now.is_solved());
    assert!(solution.steps.is_sorted_by_key(|step| step.stage));
    let whole = solution.turns.iter().fold(*cube, |cube, &turn| cube.apply_turn(turn));
    assert!(whole.is_solved());
    solution.turns.len()
}

#[test]
fn every_step_of_random_cubes_is_effective_for_every_first_face() {
    let mut random = generator(1);
    for number in 0..5000 {
        let cube = Cube3::random(&mut random);
        check(&cube, Face::ALL[number % 6]);
    }
}

#[test]
fn a_hundred_thousand_random_cubes_take_fewer_than_110_moves_on_average() {
    const COUNT: usize = 100_000;
    let mut random = generator(2);
    // Every solution is checked by the solver itself.
    let total: usize = (0..COUNT).map(|_| SOLVER.solve(&Cube3::random(&mut random)).turns.len()).sum();
    let mean = total as f64 / COUNT as f64;
    assert!(mean < 80.0, "{mean} moves on average: the choices have become worse (110 is the bar)");
}

#[test]
fn cubes_near_solved_are_solved() {
    assert_eq!(SOLVER.solve(&Cube3::SOLVED).steps, []);
    for first in FaceTurn::ALL {
        for second in FaceTurn::ALL {
            for face in Face::ALL {
                check(&Cube3::SOLVED.apply_turn(first).apply_turn(second), face);
            }
        }
    }
    let superflip = "U R2 F B R B2 R U2 L B2 R U' D' R2 F R' L B2 U2 F2".parse::<Alg>().unwrap();
    check(&Cube3::SOLVED.apply(&superflip).unwrap(), Face::U);
}

#[test]
fn there_is_an_action_for_every_edge_of_the_cross() {
    for (number, own_place) in CROSS.into_iter().enumerate() {
        for home in (0..16).filter(|home| home >> number & 1 == 0) {
            for place in Edge::ALL {
                let is_taken = (0..4).any(|other| home >> other & 1 == 1 && CROSS[other] == place);
                for flip in 0..2 {
                    let is_home = (place, flip) == (own_place, 0);
                    let actions = SOLVER.tables.cross_edge(number, home, place.index() as u8 | flip << 4);
                    assert_eq!(actions.is_empty(), is_taken || is_home, "{place} {flip} {home:b}");
                    assert!(actions.iter().all(|action| action.length <= 4));
                }
            }
        }
    }
}

/// Covers every last layer: 4! · 4! / 2 permutations, 3³ twists, 2³ flips.
#[test]
fn every_last_layer_is_solved() {
    use cubegod::cube::{Corners, Edges};
    let permutations: Vec<[usize; 4]> = (0..256)
        .map(|number| [number & 3, number >> 2 & 3, number >> 4 & 3, number >> 6])
        .filter(|places| places.iter().fold(0, |set, place| set | 1 << place) == 15)
        .collect();
    let mut count = 0;
    for corners in &permutations {
        for edges in &permutations {
            for twists in 0..27u8 {
                for flips in 0..8u8 {
                    // The last layer is opposite to the first one: at the bottom of the solved cube.
                    let (mut corner_pieces, mut corner_twists) = (Corner::ALL, [0; 8]);
                    let (mut edge_pieces, mut edge_flips) = (Edge::ALL, [0; 12]);
                    for place in 0..4 {
                        corner_pieces[4 + place] = Corner::ALL[4 + corners[place]];
                        edge_pieces[4 + place] = Edge::ALL[4 + edges[place]];
                    }
                    let [a, b, c] = [twists % 3, twists / 3 % 3, twists / 9];
                    corner_twists[4..].copy_from_slice(&[a, b, c, (9 - a - b - c) % 3]);
                    let [d, e, f] = [flips & 1, flips >> 1 & 1, flips >> 2];
                    edge_flips[4..8].copy_from_slice(&[d, e, f, d ^ e ^ f]);
                    let corners = Corners::new(corner_pieces, corner_twists).unwrap();
                    let edges = Edges::new(edge_pieces, edge_flips).unwrap();
                    if let Some(cube) = Cube3::new(corners, edges) {
                        SOLVER.solve(&cube);
                        count += 1;
                    }
                }
            }
        }
    }
    assert_eq!(count, 62_208);
}

#[test]
fn following_the_steps_solves_the_cube() {
    let mut random = generator(3);
    for number in 0..300 {
        let (cube, first) = (Cube3::random(&mut random), Face::ALL[number % 6]);
        let solution = SOLVER.solve_beginning_with(&cube, first);
        let by_stage: Alg = Stage::ALL.iter().flat_map(|&stage| solution.stage_alg(stage)).collect();
        let by_step: Alg = solution.steps.iter().flat_map(|step| &step.alg).collect();
        assert!(cube.apply(&by_step).unwrap().is_solved());
        assert!(cube.apply(&by_stage).unwrap().is_solved());
        let lengths = Stage::ALL.map(|stage| solution.stage_alg(stage).length(Metric::Htm));
        assert_eq!(by_step.in_face_turns(cubegod::Size::THREE).0.length(Metric::Htm), solution.turns.len());
        for step in &solution.steps {
            assert_eq!(step.hold.up, first.opposite());
            let top = |turns: Option<cubegod::moves::Turns>| turns.map(|turns| Move::face(Face::U, turns));
            let expected: Alg =
                top(step.adjust).into_iter().chain(&step.algorithm).chain(top(step.finish)).collect();
            let back = step.hold.rotation().inverse();
            let seen = step.turns.iter().copied().collect::<Alg>().simplified(cubegod::Size::THREE);
            assert_eq!(expected.conjugated_by(back).simplified(cubegod::Size::THREE), seen, "{step:?}");
        }
        assert!(lengths.iter().sum::<usize>() >= solution.turns.len());
    }
}

#[test]
fn adjacent_turns_of_a_face_are_merged() {
    for (turns, expected) in [
        ("R R", "R2"),
        ("R L R", "R2 L"),
        ("R L R' L'", ""),
        ("F R U U' R' F", "F2"),
        ("R L' R' L2 U", "L U"),
        ("R U R", "R U R"),
    ] {
        let merged: Alg = action::merged(action::known(turns)).into_iter().collect();
        assert_eq!(merged.to_string(), expected, "{turns}");
    }
}

#[test]
fn a_turn_of_the_top_layer_needs_no_rotation() {
    let cube = Cube3::SOLVED.apply(&"D".parse::<Alg>().unwrap()).unwrap();
    let solution = SOLVER.solve(&cube);
    assert_eq!((solution.alg().to_string(), solution.steps.len()), ("D'".into(), 1));
    let mut random = generator(4);
    for _ in 0..1000 {
        for step in SOLVER.solve(&Cube3::random(&mut random)).steps.iter().skip(1) {
            assert!(step.algorithm.is_empty() <= (step.alg.len() == 1), "{step:?}");
        }
    }
}

#[test]
fn a_white_and_yellow_cube_is_held_with_yellow_up() {
    let cube = Cube3::SOLVED.apply(&"R U R' U'".parse::<Alg>().unwrap()).unwrap();
    let solution = SOLVER.solve(&cube);
    let first = &solution.steps[0];
    assert_eq!(first.hold, Hold { up: Face::D, front: Face::F });
    assert_eq!(first.alg.moves()[0].to_string(), "z2");
    assert_eq!(Stage::ALL.map(Stage::index), [0, 1, 2, 3, 4, 5, 6]);
}
