//! Functions shared by the tests of this module.

use super::{Alg, Layers, Move, Slice, Turns};
use crate::geometry::{Axis, Face, Size};
use crate::stickers::Stickers;
use proptest::prelude::*;
use std::ops::RangeInclusive;

/// Parses moves, and panics on an error.
pub(super) fn read(text: &str) -> Alg {
    text.parse().unwrap_or_else(|error| panic!("{text}: {error}"))
}

/// Returns a cube whose stickers all differ.
pub(super) fn labels(size: Size) -> Stickers<usize> {
    Stickers::from_fn(size, |index| index)
}

/// Returns sizes that cover every case: even and odd, with and without several inner layers.
pub(super) fn sizes() -> RangeInclusive<usize> {
    2..=5
}

/// Returns all sets of layers that a move of a cube of this size can turn.
pub(super) fn all_layers(size: Size) -> Vec<Layers> {
    let layers = size.layers() as u8;
    let mut all = Vec::new();
    for face in Face::ALL {
        all.push(Layers::Face(face));
        all.extend((2..=layers).map(|width| Layers::Wide(face, width)));
        for first in 2..=layers {
            all.extend((first..=layers).map(|last| Layers::Inner(face, first, last)));
        }
    }
    if layers % 2 == 1 {
        all.extend(Slice::ALL.map(Layers::Slice));
    }
    all.extend(Axis::ALL.map(Layers::Rotation));
    all
}

/// Returns every move of a cube of this size.
pub(super) fn all_moves(size: Size) -> Vec<Move> {
    all_layers(size).into_iter().flat_map(|layers| Turns::ALL.map(|turns| Move { layers, turns })).collect()
}

/// Generates a size and a sequence of its moves. Half of the moves are face turns, so that turns often cancel.
pub(super) fn any_alg(sizes: RangeInclusive<usize>, longest: usize) -> impl Strategy<Value = (Size, Alg)> {
    sizes.prop_flat_map(move |layers| {
        let size = Size::new(layers).unwrap();
        let face =
            (0usize..6, 0usize..3).prop_map(|(face, turns)| Move::face(Face::ALL[face], Turns::ALL[turns]));
        let any = prop::sample::select(all_moves(size));
        prop::collection::vec(prop_oneof![face, any], 0..=longest)
            .prop_map(move |moves| (size, Alg::new(moves)))
    })
}
