use crate::geometry::{Axis, Size};
use crate::moves::testing::{all_moves, any_alg, labels, read, sizes};
use crate::moves::{Alg, FaceTurn, Metric, Move};
use proptest::prelude::*;
use std::collections::HashMap;

fn simplified(text: &str, layers: usize) -> String {
    read(text).simplified(Size::new(layers).unwrap()).to_string()
}

#[test]
fn repeated_turns_merge_and_rotations_are_removed() {
    assert_eq!(simplified("Z U L D Zi", 3), "L D R");
    assert_eq!(simplified("R R Ri Ri", 3), "");
    assert_eq!(simplified("R R R", 3), "R'");
    assert_eq!(simplified("R R R R", 3), "");
}

#[test]
fn turns_cancel_across_other_turns_of_the_axis_and_expose_their_neighbours() {
    assert_eq!(simplified("R L R'", 3), "L");
    assert_eq!(simplified("L R", 3), "R L");
    assert_eq!(simplified("D U B F", 3), "U D F B");
    assert_eq!(simplified("U R L F F' R' L' U", 3), "U2");
    assert_eq!(simplified("R U x x' U' R'", 3), "");
    assert_eq!(simplified("R M R' M'", 3), "");
}

#[test]
fn slices_and_wide_turns_merge_by_their_effect() {
    assert_eq!(simplified("R M' L'", 3), "x");
    assert_eq!(simplified("Rw L'", 3), "x");
    assert_eq!(simplified("Rw R'", 3), "M'");
    assert_eq!(simplified("M L'", 3), "R L2 x'");
    assert_eq!(simplified("Rw L", 3), "L2 x");
    assert_eq!(simplified("R L'", 3), "R L'");
    assert_eq!(simplified("2R", 3), "M'");
    assert_eq!(simplified("2-3R", 3), "Lw'");
}

#[test]
fn minimal_sequences_are_unchanged() {
    for text in ["Rw U R' U' Lw F", "M U M'", "R U R' U'", "Rw", "R x'", "R L U D F B"] {
        assert_eq!(simplified(text, 3), text);
    }
    for text in ["L U L'", "R U", "B D L F x"] {
        assert_eq!(simplified(text, 2), text);
    }
    assert_eq!(simplified("Rw U 2R F2 3Uw' 2-3L", 6), "Rw U 2R F2 3Uw' 2-3L");
}

#[test]
fn opposite_faces_of_the_pocket_cube_become_one_turn_and_a_rotation() {
    assert_eq!(simplified("R L", 2), "R2 x'");
    assert_eq!(simplified("L R", 2), "R2 x'");
    assert_eq!(simplified("R L'", 2), "x");
    assert_eq!(simplified("Rw U", 2), "F x");
    assert_eq!(simplified("R L U R' L'", 2), "R2 B R2");
}

#[test]
fn layers_of_big_cubes_merge() {
    assert_eq!(simplified("2R 3R", 5), "2-3R");
    assert_eq!(simplified("Rw R'", 4), "2R");
    assert_eq!(simplified("Rw Lw'", 4), "x");
    assert_eq!(simplified("3Rw U", 4), "3Rw U");
    assert_eq!(simplified("Rw 2R2 Rw", 4), "R2");
    assert_eq!(simplified("x Rw x'", 4), "Rw");
}

#[test]
fn unsupported_moves_are_kept_and_merged() {
    assert_eq!(simplified("M R R M M", 2), "M R2 M2");
    assert_eq!(simplified("R M M' R", 2), "R2");
    assert_eq!(simplified("M R R' M", 2), "M2");
    assert_eq!(simplified("z 4Rw z'", 3), "4Uw");
}

#[test]
fn a_million_moves_are_simplified() {
    let half: Alg = read(&"R U x F' M L y Dw2 ".repeat(62_500));
    let whole = half.compose(&half.inverse());
    assert_eq!(whole.len(), 1_000_000);
    assert_eq!(whole.simplified(Size::THREE), Alg::default());
}

/// Compares every run about one axis with the result of an exhaustive search.
#[test]
fn runs_about_one_axis_are_optimal_in_htm_then_stm_then_qtm() {
    for layers in 2..=5 {
        let size = Size::new(layers).unwrap();
        let cheapest = cheapest_runs(size);
        assert_eq!(cheapest.len(), 4usize.pow(layers as u32));
        for (cost, alg) in cheapest.values() {
            assert_eq!(cost_of(&alg.simplified(size)), *cost, "{alg} on {size}");
        }
    }
}

fn cost_of(alg: &Alg) -> [usize; 3] {
    [Metric::Htm, Metric::Stm, Metric::Qtm].map(|metric| alg.length(metric))
}

/// Returns the lowest cost, and moves with that cost, for every state of the layers of one axis.
fn cheapest_runs(size: Size) -> HashMap<Vec<usize>, ([usize; 3], Alg)> {
    let moves: Vec<(Move, Vec<usize>)> = all_moves(size)
        .into_iter()
        .filter(|one| one.seen_from().axis() == Axis::X)
        .map(|one| (one, Alg::from(one).permutation(size).unwrap()))
        .collect();
    let start: Vec<usize> = (0..size.sticker_count()).collect();
    let mut best = HashMap::from([(start.clone(), ([0; 3], Alg::default()))]);
    let mut changed = vec![start];
    while let Some(from) = changed.pop() {
        let (_, alg) = best[&from].clone();
        for (one, permutation) in &moves {
            let to: Vec<usize> = permutation.iter().map(|&place| from[place]).collect();
            let longer = alg.compose(&Alg::from(*one));
            let cost = cost_of(&longer);
            if best.get(&to).is_none_or(|(known, _)| cost < *known) {
                best.insert(to.clone(), (cost, longer));
                changed.push(to);
            }
        }
    }
    best
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1000))]

    #[test]
    fn simplification_keeps_the_effect_on_every_sticker((size, alg) in any_alg(sizes(), 25)) {
        let short = alg.simplified(size);
        prop_assert_eq!(short.permutation(size), alg.permutation(size), "{} became {}", alg, short);
    }

    #[test]
    fn simplification_never_lengthens_in_htm_or_qtm((size, alg) in any_alg(sizes(), 25)) {
        let short = alg.simplified(size);
        for metric in [Metric::Htm, Metric::Qtm] {
            prop_assert!(short.length(metric) <= alg.length(metric), "{} became {} in {}", alg, short, metric);
        }
    }

    #[test]
    fn simplification_for_small_cubes_never_lengthens_in_stm_either((size, alg) in any_alg(2..=3, 25)) {
        let short = alg.simplified(size);
        prop_assert!(short.length(Metric::Stm) <= alg.length(Metric::Stm), "{} became {}", alg, short);
    }

    #[test]
    fn simplification_is_idempotent((size, alg) in any_alg(sizes(), 25)) {
        let once = alg.simplified(size);
        prop_assert_eq!(once.simplified(size).to_string(), once.to_string());
    }

    #[test]
    fn a_sequence_and_its_inverse_cancel((size, alg) in any_alg(sizes(), 25)) {
        prop_assert_eq!(alg.compose(&alg.inverse()).simplified(size), Alg::default());
    }

    #[test]
    fn face_turns_and_a_rotation_have_the_same_effect_and_length((size, alg) in any_alg(2..=3, 25)) {
        let (turns, rotation) = alg.in_face_turns(size);
        prop_assert!(turns.iter().all(|one| FaceTurn::try_from(one).is_ok()));
        prop_assert_eq!(turns.len(), alg.simplified(size).length(Metric::Htm));
        let mut cube = labels(size);
        cube.apply(&turns).unwrap();
        let cube = cube.transformed_by(rotation);
        prop_assert_eq!(cube.facelets(), &alg.permutation(size).unwrap()[..]);
    }
}
