use super::*;
use crate::cube::{Cube2, Cube3};
use crate::geometry::Face;
use crate::scramble::generator;
use crate::solve::pocket::PocketTable;
use crate::solve::two_phase::{SmallTables, Tables, TwoPhaseOptions, TwoPhaseSolver};
use std::collections::HashSet;
use std::ops::ControlFlow;

fn of_size(size: Size) -> impl Iterator<Item = &'static Pattern> {
    Pattern::ALL.iter().filter(move |pattern| pattern.size == size)
}

fn pattern(name: &str) -> &'static Pattern {
    Pattern::find(name).unwrap()
}

#[test]
fn every_claim_is_true() {
    for pattern in Pattern::ALL {
        for claim in pattern.claims {
            assert!(claim.is_true_of(pattern), "{}: {claim:?}", pattern.name);
        }
    }
}

#[test]
fn claims_tell_every_pattern_from_the_others_and_from_random_cubes() {
    for pattern in Pattern::ALL {
        let shown: usize = pattern
            .claims
            .iter()
            .map(|claim| if let Claim::Faces(faces, _) = claim { faces.len() } else { 0 })
            .sum();
        assert_eq!(shown, 6, "{}: every face is described", pattern.name);
        let has = |is_kind: fn(&Claim) -> bool| pattern.claims.iter().any(is_kind);
        assert!(has(|claim| matches!(claim, Claim::Order(_))), "{}", pattern.name);
        assert!(has(|claim| matches!(claim, Claim::Symmetries(_))), "{}", pattern.name);
        for other in Pattern::ALL.iter().filter(|other| other.name != pattern.name) {
            assert!(
                !pattern.claims.iter().all(|claim| claim.is_true_of(other)),
                "{} {}",
                pattern.name,
                other.name
            );
        }
    }
    let mut random = generator(1);
    for _ in 0..100 {
        for stickers in [Cube2::random(&mut random).stickers(), Cube3::random(&mut random).stickers()] {
            let pictures = |stickers: &Stickers<Color>| Face::ALL.map(|face| Claim::picture(stickers, face));
            assert!(
                of_size(stickers.size()).all(|pattern| pictures(&pattern.stickers()) != pictures(&stickers))
            );
        }
    }
}

#[test]
fn a_wrong_move_makes_some_claim_wrong() {
    for pattern in Pattern::ALL {
        let moves = pattern.moves.split_once(' ').unwrap().1;
        let shortened = Pattern { moves, ..*pattern };
        assert!(!pattern.claims.iter().all(|claim| claim.is_true_of(&shortened)), "{}", pattern.name);
    }
}

#[test]
fn pictures_are_read_as_the_documentation_says() {
    let picture = |moves: &str, size: Size| {
        let mut stickers = Stickers::solved(size);
        stickers.apply(&moves.parse().unwrap()).unwrap();
        Claim::picture(&stickers, Face::F)
    };
    assert_eq!(picture("", Size::THREE), "... ... ...");
    assert_eq!(picture("U", Size::THREE), "... ... aaa");
    assert_eq!(picture("R2", Size::THREE), "... ... ===");
    assert_eq!(picture("U D2 R", Size::THREE), "=.a =.a bbb");
    assert_eq!(picture("U", Size::TWO), ".. aa");
    assert_eq!(picture("R2", Size::TWO), ".. ==");
}

#[test]
fn there_are_many_and_no_name_is_used_twice() {
    assert!(of_size(Size::THREE).count() >= 48);
    assert!(of_size(Size::TWO).count() >= 3);
    let names: HashSet<&str> = Pattern::ALL.iter().map(|pattern| pattern.name).collect();
    assert_eq!(names.len(), Pattern::ALL.len());
    for pattern in Pattern::ALL {
        let is_kebab =
            |name: &str| name.chars().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-');
        assert!(is_kebab(pattern.name), "{}", pattern.name);
        for name in pattern.names() {
            // A name that two of one size had would find the first of them.
            assert_eq!(Pattern::find_of_size(name, Some(pattern.size)), Some(pattern), "{name}");
        }
        assert_eq!(Pattern::find(pattern.name), Some(pattern));
        assert!(pattern.description.len() < 80 && !pattern.description.ends_with('.'), "{}", pattern.name);
    }
}

#[test]
fn no_two_are_the_same_from_another_side() {
    let recognizer = Recognizer::new();
    for pattern in Pattern::ALL {
        let likeness = recognizer.recognize(&pattern.stickers()).unwrap();
        assert_eq!(likeness, Likeness { pattern, symmetry: Symmetry::IDENTITY });
    }
}

#[test]
fn a_pattern_is_recognized_from_every_side_and_in_every_hold() {
    let recognizer = Recognizer::new();
    for pattern in Pattern::ALL {
        for (symmetry, rotation) in Symmetry::ALL.into_iter().zip(Symmetry::ROTATIONS.into_iter().cycle()) {
            let mut made = Stickers::solved(pattern.size);
            made.apply(&pattern.alg().conjugated_by(symmetry)).unwrap();
            let likeness = recognizer.recognize(&made.transformed_by(rotation)).unwrap();
            assert_eq!(likeness.pattern, pattern);
            let mut same = Stickers::solved(pattern.size);
            same.apply(&pattern.alg().conjugated_by(likeness.symmetry)).unwrap();
            let states = [same, made].map(|stickers| recognizer::State::of(&stickers).unwrap());
            assert!(states[0].is_held(&states[1]), "{} {symmetry:?}", pattern.name);
            assert!(symmetry.is_reflection() || !likeness.symmetry.is_reflection());
        }
    }
    let mut random = generator(2);
    for _ in 0..1000 {
        assert_eq!(recognizer.recognize(&Cube3::random(&mut random).stickers()), None);
    }
    assert_eq!(recognizer.recognize(&Stickers::solved(Size::THREE)), None);
    assert_eq!(recognizer.recognize(&Stickers::solved(Size::new(4).unwrap())), None);
}

#[test]
fn patterns_undo_themselves_as_often_as_their_order_says() {
    assert_eq!(pattern("superflip").order(), 2);
    assert_eq!(pattern("superflip").symmetries(), 48);
    let superflip = Cube3::try_from(&pattern("superflip").stickers()).unwrap();
    assert_eq!(superflip.inverse(), superflip);
    // What the names of these say.
    let cube = |name: &str| Cube3::try_from(&pattern(name).stickers()).unwrap();
    for part in ["four-spots", "six-spots", "checkerboard"] {
        let composed = cube(&format!("superflip-with-{part}"));
        assert_eq!(composed, superflip.compose(&cube(part)), "{part}");
    }
}

/// Whether it is the shortest is asked of the solver where it can tell: near solved, and on the 2x2.
#[test]
fn every_pattern_is_solved_and_those_said_to_be_shortest_are() {
    let tables = Tables::Small(SmallTables::build());
    let solver = TwoPhaseSolver::new(&tables);
    for pattern in of_size(Size::THREE) {
        let cube = Cube3::try_from(&pattern.stickers()).unwrap();
        let options = TwoPhaseOptions { stop_at_length: 20, ..TwoPhaseOptions::default() };
        let found = solver.solve(&cube, &options, &|_| ControlFlow::Continue(())).unwrap();
        assert!(cube.apply(&found.solution).unwrap().is_solved(), "{}", pattern.name);
        assert!(found.solution.len() <= 20, "{}: {}", pattern.name, found.solution);
        assert!(!found.is_shortest || found.solution.len() == pattern.length(), "{}", pattern.name);
        assert!(!pattern.is_shortest || found.is_shortest, "{}", pattern.name);
    }
    let table = PocketTable::half_turns();
    for pattern in of_size(Size::TWO) {
        let cube = Cube2::try_from(&pattern.stickers()).unwrap();
        let solution = table.solve(&cube).to_alg();
        assert!(cube.apply(&solution).unwrap().is_solved());
        assert!(pattern.is_shortest && solution.len() == pattern.length(), "{}: {solution}", pattern.name);
    }
}
