//! The last layer: four stages, each with one algorithm that may be mirrored, inverted and executed from any side.

use super::action::{Action, Part, inverse, known, renamed};
use super::choices::Choices;
use cubegod::cube::Cube3;
use cubegod::geometry::Symmetry;
use cubegod::moves::FaceTurn;

pub(super) const YELLOW_CROSS: &str = "F R U R' U' F'";
pub(super) const SUNE: &str = "R U R' U R U2 R'";
pub(super) const NIKLAS: &str = "U R U' L' U R' U' L";
/// A Sune and its mirror image: twists two corners and restores everything else.
pub(super) const TWO_SUNES: &str = "R U R' U R U2 R' L' U' L U' L' U2 L";

/// The actions of each stage of the last layer.
#[derive(Debug)]
pub(super) struct LastChoices {
    pub(super) cross: Choices,
    pub(super) edges: Choices,
    pub(super) corners: Choices,
    pub(super) twists: Choices,
}

impl LastChoices {
    pub(super) fn new() -> LastChoices {
        LastChoices { cross: cross(), edges: edges(), corners: corners(), twists: twists() }
    }
}

/// Returns an algorithm, its mirror image, and the inverses of both.
fn variants(text: &str) -> Vec<Vec<FaceTurn>> {
    let alg = known(text);
    let mirrored = renamed(&alg, Symmetry::MIRROR_LEFT_RIGHT);
    vec![inverse(&alg), inverse(&mirrored), alg, mirrored]
}

/// Returns all variants from all sides.
fn from_all_sides(text: &str) -> Vec<Part> {
    let variants = variants(text);
    (0..4).flat_map(|side| variants.iter().map(move |alg| Part::new(side, 0, alg))).collect()
}

/// Adds each of these parts and each pair of them, for the situation that it solves.
fn one_or_two(choices: &mut Choices, parts: &[Part], situation: impl Fn(&Action) -> Option<usize>) {
    for first in parts {
        choices.offer_parts(vec![first.clone()], &situation);
        for second in parts {
            choices.offer_parts(vec![first.clone(), second.clone()], &situation);
        }
    }
}

/// Returns which of the four top edges are flipped, one bit each.
pub(super) fn seen_flips(cube: &Cube3) -> usize {
    (0..4).fold(0, |seen, place| seen | (usize::from(cube.edges().codes()[place] >> 4) << place))
}

fn cross() -> Choices {
    let mut choices = Choices::new(16, 0, 8);
    one_or_two(&mut choices, &from_all_sides(YELLOW_CROSS), |action| {
        Some(seen_flips(&action.effect.inverse()))
    });
    choices
}

/// Returns the places of the four top edges, two bits each.
pub(super) fn seen_edges(inverse: &Cube3) -> usize {
    (0..4).fold(0, |seen, piece| seen << 2 | (inverse.edges().codes()[piece] & 3) as usize)
}

fn edges() -> Choices {
    let mut choices = Choices::new(256, 1, 12);
    for adjust in 1..4 {
        // The edges may be right but for a turn of the layer.
        choices.offer_parts(vec![Part::new(0, adjust, &[])], |action| Some(seen_edges(&action.effect)));
    }
    let sunes = from_all_sides(SUNE);
    let finished: Vec<Part> =
        sunes.iter().flat_map(|part| (0..4).map(|finish| part.clone().finished(finish))).collect();
    for part in &finished {
        choices.offer_parts(vec![part.clone()], |action| Some(seen_edges(&action.effect)));
    }
    for first in &finished {
        for second in &finished {
            choices
                .offer_parts(vec![first.clone(), second.clone()], |action| Some(seen_edges(&action.effect)));
        }
    }
    choices
}

/// Returns the places of the four top corners, two bits each.
pub(super) fn seen_corners(inverse: &Cube3) -> usize {
    (0..4).fold(0, |seen, piece| seen << 2 | (inverse.corners().codes()[piece] & 3) as usize)
}

fn corners() -> Choices {
    let mut choices = Choices::new(256, 2, 16);
    one_or_two(&mut choices, &from_all_sides(NIKLAS), |action| Some(seen_corners(&action.effect)));
    choices
}

/// Returns the number of the twists of the four top corners.
pub(super) fn seen_twists(inverse: &Cube3) -> usize {
    (0..4).fold(0, |seen, piece| seen * 3 + (inverse.corners().codes()[piece] >> 3) as usize)
}

fn twists() -> Choices {
    let mut choices = Choices::new(81, 0, 1);
    one_or_two(&mut choices, &from_all_sides(TWO_SUNES), |action| Some(seen_twists(&action.effect)));
    choices
}
