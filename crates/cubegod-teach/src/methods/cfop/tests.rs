//! CFOP on random and special cubes.

use super::case::{TopOrientation, TopPermutation};
use super::cases::{ORIENT, PERMUTE};
use super::last::LastTable;
use super::*;
use crate::methods::turns::known;
use crate::pieces::transformed_place;
use crate::{Method, Postcondition};
use cubegod::cube::{Corner, Corners, Edge, Edges};
use cubegod::geometry::Size;
use cubegod::moves::Metric;
use cubegod::scramble::generator;
use std::sync::LazyLock;

static SOLVER: LazyLock<CfopSolver> = LazyLock::new(CfopSolver::new);

fn is_home(cube: &Cube3, piece: &Piece) -> bool {
    match piece {
        Piece::Corner(corner) => cube.corners().codes()[corner.index()] as usize == corner.index(),
        Piece::Edge(edge) => cube.edges().codes()[edge.index()] as usize == edge.index(),
    }
}

/// Returns what is true after a step: at the end of a stage of all its pieces, before that of the step's pieces.
fn postcondition(steps: &[Step], number: usize) -> Postcondition {
    let stage = steps[number].stage;
    let is_last = steps.get(number + 1).is_none_or(|next| next.stage != stage);
    let of_stage = crate::Stage { method: Method::Cfop, number: stage.index() }.postcondition();
    if is_last { of_stage } else { Postcondition::Home }
}

/// Checks on the stickers whether what is true after a step holds for a cube.
fn holds(postcondition: Postcondition, step: &Step, cube: &Cube3) -> bool {
    let rotation = step.hold.rotation();
    let places: Vec<Piece> = step.pieces.iter().map(|&piece| transformed_place(piece, rotation)).collect();
    postcondition.holds(&cube.stickers().transformed_by(rotation), &places)
}

/// Checks every step and returns the number of moves.
fn check(cube: &Cube3, first: Face) -> usize {
    let solution = SOLVER.solve_beginning_with(cube, first);
    let mut reached = Vec::new();
    let mut now = *cube;
    for (number, step) in solution.steps.iter().enumerate() {
        let postcondition = postcondition(&solution.steps, number);
        // Every step is needed; only an edge of the cross may move out and back.
        let may_come_back = (step.stage, postcondition) == (Stage::Cross, Postcondition::Home);
        assert!(may_come_back || !holds(postcondition, step, &now), "{step:?} of {cube:?}");
        let before = now;
        now = step.turns.iter().fold(now, |cube, &turn| cube.apply_turn(turn));
        reached.push((postcondition, step));
        assert!(reached.iter().all(|&(other, step)| holds(other, step, &now)), "{step:?} of {cube:?}");
        assert!(step.pieces.iter().all(|piece| is_home(&now, piece)), "{step:?} of {cube:?}");
        match step.stage {
            Stage::Cross => assert!(!step.pieces.is_empty() && step.case.is_none()),
            Stage::Pairs => {
                assert!(step.pieces.len() >= 2 && step.pieces.len() % 2 == 0 && step.case.is_none());
                let [corner, edge] = [step.pieces[0], step.pieces[1]];
                assert!(!is_home(&before, &corner) || !is_home(&before, &edge));
                // Its slot is at the front on the right.
                let names = cubegod::cube::Conjugation::new(step.hold.rotation());
                let (was, is) = (before.conjugated_with(&names), now.conjugated_with(&names));
                assert_eq!((is.corners().codes()[4], is.edges().codes()[8]), (4, 8), "{step:?}");
                assert_ne!((was.corners().codes()[4], was.edges().codes()[8]), (4, 8), "{step:?}");
            }
            Stage::Orient | Stage::Permute => {
                assert!(step.pieces.is_empty());
                assert_eq!(step.case.is_none(), step.algorithm.is_empty());
            }
        }
        let top = |turns: Option<Turns>| turns.map(|turns| Move::face(Face::U, turns));
        let expected: Alg =
            top(step.adjust).into_iter().chain(&step.algorithm).chain(top(step.finish)).collect();
        let seen: Alg = step.turns.iter().copied().collect();
        assert_eq!(expected.conjugated_by(step.hold.rotation().inverse()), seen, "{step:?}");
        assert_eq!(step.hold.up, first.opposite());
    }
    assert!(now.is_solved());
    assert!(solution.steps.is_sorted_by_key(|step| step.stage));
    let whole = solution.turns.iter().fold(*cube, |cube, &turn| cube.apply_turn(turn));
    assert!(whole.is_solved());
    solution.turns.len()
}

#[test]
fn every_step_of_random_cubes_reaches_its_goal_for_every_first_face() {
    let mut random = generator(1);
    for number in 0..5000 {
        let cube = Cube3::random(&mut random);
        check(&cube, Face::ALL[number % 6]);
    }
}

#[test]
fn random_cubes_take_fewer_than_60_moves() {
    const COUNT: usize = 20_000;
    let mut random = generator(2);
    // Every solution is checked by the solver itself.
    let lengths: Vec<usize> =
        (0..COUNT).map(|_| SOLVER.solve(&Cube3::random(&mut random)).turns.len()).collect();
    let mean = lengths.iter().sum::<usize>() as f64 / COUNT as f64;
    assert!(mean < 43.0, "{mean} moves on average: the choices have become worse (60 is the bar)");
    assert!(lengths.iter().all(|&length| length <= 60), "{:?}", lengths.iter().max());
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
fn every_orientation_of_a_cube_is_solved() {
    let mut random = generator(3);
    for _ in 0..20 {
        let cube = Cube3::random(&mut random);
        for rotation in Symmetry::ROTATIONS {
            check(&cube.conjugated_by(rotation), rotation.face(Face::U));
        }
    }
}

fn effect(text: &str) -> Cube3 {
    known(text).iter().fold(Cube3::SOLVED, |cube, &turn| cube.apply_turn(turn))
}

/// Returns whether only the top layer has changed.
fn is_last_layer_alone(cube: &Cube3) -> bool {
    let (corners, edges) = (cube.corners().codes(), cube.edges().codes());
    (4..8).all(|place| corners[place] as usize == place)
        && (4..12).all(|place| edges[place] as usize == place)
}

#[test]
fn each_of_the_78_cases_has_an_algorithm_that_solves_it() {
    for (text, case) in std::iter::zip(ORIENT, OrientCase::ALL) {
        let effect = effect(text);
        assert!(is_last_layer_alone(&effect), "{case}: {text}");
        assert_eq!(TopOrientation::of(&effect.inverse()).first_side(), case.orientation(), "{case}: {text}");
    }
    for (text, case) in std::iter::zip(PERMUTE, PermuteCase::ALL) {
        let effect = effect(text);
        assert!(is_last_layer_alone(&effect), "{case}: {text}");
        assert_eq!(TopOrientation::of(&effect).number(), 0, "{case}: {text}");
        assert_eq!(PermuteCase::solved_by(&TopPermutation::of(&effect)), Some(case), "{text}");
    }
}

/// Covers every last layer: 4! · 4! / 2 permutations, 3³ twists, 2³ flips. All four rotations of each are
/// among them, so that each algorithm is executed from each side.
#[test]
fn every_last_layer_is_solved_with_the_algorithms_of_its_cases() {
    let mut sides = std::collections::HashSet::new();
    let mut count = 0;
    for permutation in 0..24 * 24 {
        let (corners, edges) = TopPermutation::from_number(permutation).codes();
        for pattern in 0..case::PATTERNS {
            let (twists, flips) = TopOrientation::from_number(pattern).codes();
            let (mut corner_pieces, mut corner_twists) = (Corner::ALL, [0; 8]);
            let (mut edge_pieces, mut edge_flips) = (Edge::ALL, [0; 12]);
            for place in 0..4 {
                corner_pieces[place] = Corner::ALL[corners[place] as usize];
                edge_pieces[place] = Edge::ALL[edges[place] as usize];
            }
            corner_twists[..4].copy_from_slice(&twists);
            edge_flips[..4].copy_from_slice(&flips);
            let corners = Corners::new(corner_pieces, corner_twists).unwrap();
            let edges = Edges::new(edge_pieces, edge_flips).unwrap();
            let Some(cube) = Cube3::new(corners, edges) else { continue };
            count += 1;
            // The last layer is on top if the layer of D is solved first.
            let solution = SOLVER.solve_beginning_with(&cube, Face::D);
            let [orient, permute] =
                [Stage::Orient, Stage::Permute].map(|stage| solution.steps_of(stage).collect::<Vec<_>>());
            assert_eq!(orient.len() + permute.len(), solution.steps.len());
            assert_eq!(orient.len(), usize::from(pattern != 0));
            for step in &solution.steps {
                let algorithm = step.algorithm.to_string();
                match step.case {
                    Some(Case::Orient(case)) => {
                        assert_eq!(algorithm, ORIENT[case.index()]);
                        assert_eq!(case.orientation(), TopOrientation::of(&cube).first_side());
                    }
                    Some(Case::Permute(case)) => assert_eq!(algorithm, PERMUTE[case.index()]),
                    None => assert!(algorithm.is_empty()),
                }
                sides.insert((step.case, step.hold));
            }
        }
    }
    assert_eq!(count, 62_208);
    let made = |case: Case| sides.iter().filter(|(other, _)| *other == Some(case)).count();
    for case in OrientCase::ALL {
        // A pattern that looks the same from two sides needs no more than two.
        let images = (0..case::PATTERNS)
            .filter(|&n| TopOrientation::from_number(n).first_side() == case.orientation())
            .count();
        assert!(made(Case::Orient(case)) >= images, "{case}");
    }
}

#[test]
fn the_table_has_the_length_of_every_last_layer() {
    let table = LastTable::new();
    let mut random = generator(4);
    for _ in 0..2000 {
        let solution = SOLVER.solve(&Cube3::random(&mut random));
        let last = solution.steps.iter().filter(|step| step.stage >= Stage::Orient);
        let turns: Vec<FaceTurn> = last.flat_map(|step| step.turns.iter().copied()).collect();
        let names = cubegod::cube::Conjugation::new(SOLVER.frames[0].rotation);
        let layer = turns.iter().rev().fold(Cube3::SOLVED, |cube, turn| cube.apply_turn(turn.inverse()));
        let inverse = layer.conjugated_with(&names).inverse();
        let known = table.length(&inverse.corners().codes(), &inverse.edges().codes());
        // The chosen algorithms may be longer if they merge with the last pair.
        let length = turns.len();
        assert!((length.saturating_sub(4)..=length).contains(&usize::from(known)), "{known} {length}");
    }
}

#[test]
fn following_the_steps_solves_the_cube() {
    let mut random = generator(5);
    for number in 0..300 {
        let (cube, first) = (Cube3::random(&mut random), Face::ALL[number % 6]);
        let solution = SOLVER.solve_beginning_with(&cube, first);
        let by_stage: Alg = Stage::ALL.iter().flat_map(|&stage| solution.stage_alg(stage)).collect();
        let by_step: Alg = solution.steps.iter().flat_map(|step| &step.alg).collect();
        assert_eq!(by_stage, by_step);
        assert!(cube.apply(&by_step).unwrap().is_solved());
        let lengths = Stage::ALL.map(|stage| solution.stage_alg(stage).length(Metric::Htm));
        assert_eq!(by_step.in_face_turns(Size::THREE).0.length(Metric::Htm), solution.turns.len());
        assert!(lengths.iter().sum::<usize>() >= solution.turns.len());
    }
}

#[test]
fn a_step_of_the_cross_ends_where_an_edge_is_solved_for_good() {
    let mut random = generator(6);
    for _ in 0..500 {
        let cube = Cube3::random(&mut random);
        let solution = SOLVER.solve(&cube);
        let turns: Vec<FaceTurn> =
            solution.steps_of(Stage::Cross).flat_map(|step| step.turns.to_vec()).collect();
        let mut cubes = vec![cube];
        turns.iter().for_each(|&turn| cubes.push(cubes[cubes.len() - 1].apply_turn(turn)));
        let mut end = 0;
        for step in solution.steps_of(Stage::Cross) {
            end += step.turns.len();
            for piece in &step.pieces {
                assert!(matches!(piece, Piece::Edge(_)), "{step:?}");
                assert!(cubes[end..].iter().all(|cube| is_home(cube, piece)));
                assert!(!is_home(&cubes[end - 1], piece), "it could have ended earlier: {step:?}");
            }
        }
        assert_eq!(end, turns.len());
    }
}

#[test]
fn a_turn_of_the_top_layer_needs_no_rotation() {
    let cube = Cube3::SOLVED.apply(&"D".parse::<Alg>().unwrap()).unwrap();
    let solution = SOLVER.solve(&cube);
    assert_eq!((solution.alg().to_string(), solution.steps.len()), ("D'".into(), 1));
    assert_eq!(solution.steps[0].alg.to_string(), "z2 U'");
    assert_eq!((solution.steps[0].stage, solution.steps[0].case), (Stage::Permute, None));
    assert_eq!(solution.steps[0].hold, Hold { up: Face::D, front: Face::F });
}

#[test]
fn stages_have_names_and_numbers() {
    assert_eq!(Stage::ALL.map(Stage::index), [0, 1, 2, 3]);
    assert_eq!(Stage::ALL.map(Stage::name).join(" "), "cross pairs orient permute");
}

#[test]
fn a_solution_reads_well() {
    let cube = Cube3::SOLVED.apply(&"R U2 F' D L B2 U R' F2 D' B L2 U' F".parse::<Alg>().unwrap()).unwrap();
    let solution = SOLVER.solve(&cube);
    let lines: Vec<String> = solution
        .steps
        .iter()
        .map(|step| {
            let pieces: Vec<String> = step.pieces.iter().map(Piece::to_string).collect();
            let case = step.case.map(|case| case.to_string()).unwrap_or_default();
            format!("{:<8} {:<12} {:<10} {}", step.stage, pieces.join(" "), case, step.alg)
        })
        .collect();
    insta::assert_snapshot!(lines.join("\n"));
}

/// Algorithms that speedcubers know by these OLL numbers.
const STANDARD_OLL: [(u8, &str); 66] = [
    (1, "R U2 R2 F R F' U2 R' F R F'"),
    (2, "F R U R' U' F' f R U R' U' f'"),
    (3, "f R U R' U' f' U' F R U R' U' F'"),
    (4, "f R U R' U' f' U F R U R' U' F'"),
    (5, "r' U2 R U R' U r"),
    (5, "l' U2 L U L' U l"),
    (6, "r U2 R' U' R U' r'"),
    (7, "r U R' U R U2 r'"),
    (8, "r' U' R U' R' U2 r"),
    (8, "l' U' L U' L' U2 l"),
    (9, "R U R' U' R' F R2 U R' U' F'"),
    (10, "R U R' U R' F R F' R U2 R'"),
    (11, "r U R' U R' F R F' R U2 r'"),
    (12, "F R U R' U' F' U F R U R' U' F'"),
    (13, "F U R U' R2 F' R U R U' R'"),
    (14, "R' F R U R' F' R F U' F'"),
    (15, "l' U' l L' U' L U l' U l"),
    (16, "r U r' R U R' U' r U' r'"),
    (17, "R U R' U R' F R F' U2 R' F R F'"),
    (18, "r U R' U R U2 r2 U' R U' R' U2 r"),
    (19, "M U R U R' U' M' R' F R F'"),
    (20, "r U R' U' M2 U R U' R' U' M'"),
    (21, "R U2 R' U' R U R' U' R U' R'"),
    (22, "R U2 R2 U' R2 U' R2 U2 R"),
    (23, "R2 D' R U2 R' D R U2 R"),
    (23, "R2 D R' U2 R D' R' U2 R'"),
    (24, "r U R' U' r' F R F'"),
    (25, "F' r U R' U' r' F R"),
    (26, "R U2 R' U' R U' R'"),
    (27, "R U R' U R U2 R'"),
    (28, "r U R' U' r' R U R U' R'"),
    (28, "M' U M U2 M' U M"),
    (29, "R U R' U' R U' R' F' U' F R U R'"),
    (30, "F R' F R2 U' R' U' R U R' F2"),
    (31, "R' U' F U R U' R' F' R"),
    (32, "L U F' U' L' U L F L'"),
    (33, "R U R' U' R' F R F'"),
    (34, "R U R2 U' R' F R U R U' F'"),
    (35, "R U2 R2 F R F' R U2 R'"),
    (36, "L' U' L U' L' U L U L F' L' F"),
    (37, "F R' F' R U R U' R'"),
    (38, "R U R' U R U' R' U' R' F R F'"),
    (39, "L F' L' U' L U F U' L'"),
    (40, "R' F R U R' U' F' U R"),
    (41, "R U R' U R U2 R' F R U R' U' F'"),
    (42, "R' U' R U' R' U2 R F R U R' U' F'"),
    (43, "F' U' L' U L F"),
    (43, "f' L' U' L U f"),
    (44, "F U R U' R' F'"),
    (44, "f R U R' U' f'"),
    (45, "F R U R' U' F'"),
    (46, "R' U' R' F R F' U R"),
    (47, "R' U' R' F R F' R' F R F' U R"),
    (48, "F R U R' U' R U R' U' F'"),
    (49, "r U' r2 U r2 U r2 U' r"),
    (50, "r' U r2 U' r2 U' r2 U r'"),
    (51, "f R U R' U' R U R' U' f'"),
    (52, "R U R' U R U' B U' B' R'"),
    (53, "l' U2 L U L' U' L U L' U l"),
    (53, "r' U' R U' R' U R U' R' U2 r"),
    (54, "r U2 R' U' R U R' U' R U' r'"),
    (54, "r U R' U R U' R' U R U2 r'"),
    (55, "R' F R U R U' R2 F' R2 U' R' U R U R'"),
    (55, "R U2 R2 U' R U' R' U2 F R F'"),
    (56, "r U r' U R U' R' U R U' R' r U' r'"),
    (57, "R U R' U' M' U R U' r'"),
];

#[test]
fn oll_numbers_are_those_that_speedcubers_use() {
    let mut seen = std::collections::BTreeSet::new();
    for (number, text) in STANDARD_OLL {
        let (turns, _) = text.parse::<Alg>().unwrap().in_face_turns(Size::THREE);
        let solved_by = Cube3::SOLVED.apply(&turns).unwrap().inverse();
        assert!(is_last_layer_alone(&solved_by), "OLL {number}: {text}");
        let case = OrientCase::from_number(number).unwrap();
        assert_eq!(TopOrientation::of(&solved_by).first_side(), case.orientation(), "{case}: {text}");
        seen.insert(number);
    }
    assert_eq!(seen.len(), OrientCase::COUNT);
}

#[test]
fn oll_cases_have_their_usual_names() {
    let named = |name: &str| -> Vec<u8> {
        OrientCase::ALL.iter().filter(|case| case.name() == name).map(|case| case.number()).collect()
    };
    assert_eq!((named("Sune"), named("Antisune")), (vec![27], vec![26]));
    assert_eq!((named("T"), named("P")), (vec![33, 45], vec![31, 32, 43, 44]));
    assert_eq!((named("C"), named("W")), (vec![34, 46], vec![36, 38]));
    assert_eq!((named("H"), named("Pi")), (vec![21], vec![22]));
    assert_eq!(named("Dot"), [1, 2, 3, 4, 17, 18, 19, 20]);
}
