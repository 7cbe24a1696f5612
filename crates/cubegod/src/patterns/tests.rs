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
fn every_pattern_has_its_properties() {
    for pattern in Pattern::ALL {
        for property in pattern.properties {
            assert!(property.holds_for(pattern), "{}: {property:?}", pattern.name);
        }
    }
}

#[test]
fn properties_distinguish_patterns_from_each_other_and_from_random_cubes() {
    for pattern in Pattern::ALL {
        let shown: usize = pattern
            .properties
            .iter()
            .map(|property| if let PatternProperty::Faces(faces, _) = property { faces.len() } else { 0 })
            .sum();
        assert_eq!(shown, 6, "{}: every face is described", pattern.name);
        let has = |is_kind: fn(&PatternProperty) -> bool| pattern.properties.iter().any(is_kind);
        assert!(has(|property| matches!(property, PatternProperty::Order(_))), "{}", pattern.name);
        assert!(has(|property| matches!(property, PatternProperty::Symmetries(_))), "{}", pattern.name);
        for other in Pattern::ALL.iter().filter(|other| other.name != pattern.name) {
            assert!(
                !pattern.properties.iter().all(|property| property.holds_for(other)),
                "{} {}",
                pattern.name,
                other.name
            );
        }
    }
    let mut random = generator(1);
    for _ in 0..100 {
        for stickers in [Cube2::random(&mut random).stickers(), Cube3::random(&mut random).stickers()] {
            let pictures =
                |stickers: &Stickers<Color>| Face::ALL.map(|face| PatternProperty::picture(stickers, face));
            assert!(
                of_size(stickers.size()).all(|pattern| pictures(&pattern.stickers()) != pictures(&stickers))
            );
        }
    }
}

#[test]
fn wrong_moves_violate_a_property() {
    for pattern in Pattern::ALL {
        let moves = pattern.moves.split_once(' ').unwrap().1;
        let shortened = Pattern { moves, ..*pattern };
        assert!(
            !pattern.properties.iter().all(|property| property.holds_for(&shortened)),
            "{}",
            pattern.name
        );
    }
}

#[test]
fn pictures_match_their_documentation() {
    let picture = |moves: &str, size: Size| {
        let mut stickers = Stickers::solved(size);
        stickers.apply(&moves.parse().unwrap()).unwrap();
        PatternProperty::picture(&stickers, Face::F)
    };
    assert_eq!(picture("", Size::THREE), "... ... ...");
    assert_eq!(picture("U", Size::THREE), "... ... aaa");
    assert_eq!(picture("R2", Size::THREE), "... ... ===");
    assert_eq!(picture("U D2 R", Size::THREE), "=.a =.a bbb");
    assert_eq!(picture("U", Size::TWO), ".. aa");
    assert_eq!(picture("R2", Size::TWO), ".. ==");
}

#[test]
fn patterns_of_one_size_have_distinct_names() {
    assert!(of_size(Size::THREE).count() >= 48);
    assert!(of_size(Size::TWO).count() >= 3);
    let names: HashSet<&str> = Pattern::ALL.iter().map(|pattern| pattern.name).collect();
    assert_eq!(names.len(), Pattern::ALL.len());
    for pattern in Pattern::ALL {
        let is_kebab =
            |name: &str| name.chars().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-');
        assert!(is_kebab(pattern.name), "{}", pattern.name);
        for name in pattern.names() {
            // With a duplicate name of one size, this would find the first pattern.
            assert_eq!(Pattern::find_of_size(name, Some(pattern.size)), Some(pattern), "{name}");
        }
        assert_eq!(Pattern::find(pattern.name), Some(pattern));
        assert!(pattern.description.len() < 80 && !pattern.description.ends_with('.'), "{}", pattern.name);
    }
}

#[test]
fn no_pattern_is_a_conjugate_of_another() {
    let recognizer = Recognizer::new();
    for pattern in Pattern::ALL {
        let found = recognizer.recognize(&pattern.stickers()).unwrap();
        assert_eq!(found, PatternMatch { pattern, symmetry: Symmetry::IDENTITY });
    }
}

#[test]
fn every_conjugate_of_a_pattern_is_recognized_in_any_orientation() {
    let recognizer = Recognizer::new();
    for pattern in Pattern::ALL {
        for (symmetry, rotation) in Symmetry::ALL.into_iter().zip(Symmetry::ROTATIONS.into_iter().cycle()) {
            let mut made = Stickers::solved(pattern.size);
            made.apply(&pattern.alg().conjugated_by(symmetry)).unwrap();
            let found = recognizer.recognize(&made.transformed_by(rotation)).unwrap();
            assert_eq!(found.pattern, pattern);
            let mut same = Stickers::solved(pattern.size);
            same.apply(&pattern.alg().conjugated_by(found.symmetry)).unwrap();
            let states = [same, made].map(|stickers| recognizer::State::of(&stickers).unwrap());
            assert!(states[0].is_rotation_of(&states[1]), "{} {symmetry:?}", pattern.name);
            assert!(symmetry.is_reflection() || !found.symmetry.is_reflection());
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
fn orders_and_compositions_of_patterns_match_their_names() {
    assert_eq!(pattern("superflip").order(), 2);
    assert_eq!(pattern("superflip").symmetries(), 48);
    let superflip = Cube3::try_from(&pattern("superflip").stickers()).unwrap();
    assert_eq!(superflip.inverse(), superflip);
    // Patterns that are named as compositions.
    let cube = |name: &str| Cube3::try_from(&pattern(name).stickers()).unwrap();
    for part in ["four-spots", "six-spots", "checkerboard"] {
        let composed = cube(&format!("superflip-with-{part}"));
        assert_eq!(composed, superflip.compose(&cube(part)), "{part}");
    }
}

/// The solver proves optimality only near the solved cube and on the 2x2.
#[test]
fn every_pattern_is_solved_and_those_marked_as_optimal_are() {
    let tables = Tables::Small(SmallTables::build());
    let solver = TwoPhaseSolver::new(&tables);
    for pattern in of_size(Size::THREE) {
        let cube = Cube3::try_from(&pattern.stickers()).unwrap();
        let options = TwoPhaseOptions::new().stop_at_length(20);
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
