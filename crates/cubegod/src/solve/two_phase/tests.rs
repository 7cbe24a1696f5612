//! The two-phase solver on random, near and famous cubes.

use super::*;
use crate::cube::Cube3;
use crate::geometry::{Size, Symmetry};
use crate::moves::{Alg, FaceTurn, Metric};
use crate::scramble::generator;
use crate::stickers::Stickers;
use std::collections::HashSet;
use std::sync::LazyLock;

static SMALL: LazyLock<Tables> = LazyLock::new(|| Tables::Small(SmallTables::build()));

fn check(cube: &Cube3, alg: &Alg) -> usize {
    assert!(cube.after(alg).unwrap().is_solved());
    alg.length(Metric::Htm)
}

#[test]
fn random_cubes_are_solved_in_at_most_21_moves() {
    let solver = TwoPhaseSolver::new(&SMALL);
    let mut random = generator(1);
    for _ in 0..1000 {
        let cube = Cube3::random(&mut random);
        let alg = solver.solve_within(&cube, 21).unwrap();
        assert!(check(&cube, &alg) <= 21);
    }
}

#[test]
fn a_solved_cube_needs_nothing_and_near_ones_get_their_shortest() {
    let solver = TwoPhaseSolver::new(&SMALL);
    let mut seen = HashSet::from([Cube3::SOLVED]);
    let mut layer = vec![Cube3::SOLVED];
    for distance in 0..=3 {
        for cube in &layer {
            assert_eq!(check(cube, &solver.solve_within(cube, 30).unwrap()), distance);
        }
        let turned = layer.iter().flat_map(|cube| FaceTurn::ALL.map(|turn| cube.turned(turn)));
        layer = turned.filter(|cube| seen.insert(*cube)).collect();
    }
    // Every tenth of those at four turns here; all of them are behind the heavy command.
    assert_eq!(layer.len(), 43_239);
    for cube in layer.iter().step_by(10) {
        assert_eq!(check(cube, &solver.solve_within(cube, 30).unwrap()), 4);
    }
}

#[test]
fn moves_making_a_cube_make_it_however_it_is_held() {
    let solver = TwoPhaseSolver::new(&SMALL);
    let mut random = generator(2);
    for rotation in Symmetry::ROTATIONS {
        let stickers = Cube3::random(&mut random).stickers().under(rotation);
        let alg = solver.moves_making(&stickers, 22).unwrap();
        let mut made = Stickers::solved(Size::THREE);
        made.apply(&alg).unwrap();
        assert_eq!(made, stickers);
    }
    let mirrored = Stickers::solved(Size::THREE).under(Symmetry::MIRROR_LEFT_RIGHT);
    assert_eq!(solver.moves_making(&mirrored, 22), None);
}
