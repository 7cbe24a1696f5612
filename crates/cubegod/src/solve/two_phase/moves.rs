//! What turns do to each coordinate.

use super::coordinates::{
    self, CORNERS, FLIPS, ORDERED_PLACES, PLACES, TWISTS, UD_EDGES, UpperPlaces, move_table,
};
use crate::moves::FaceTurn;

/// The ten turns of phase 2: any turn of U and D, half turns of the others.
pub(super) const PHASE2: [FaceTurn; 10] = {
    let numbers = [0, 1, 2, 9, 10, 11, 4, 7, 13, 16];
    let mut turns = [FaceTurn::ALL[0]; 10];
    let mut i = 0;
    while i < 10 {
        turns[i] = FaceTurn::ALL[numbers[i]];
        i += 1;
    }
    turns
};

/// What turns do to each coordinate.
#[derive(Clone, Debug)]
pub(super) struct MoveTables {
    pub(super) twist: Vec<[u16; 18]>,
    pub(super) flip: Vec<[u16; 18]>,
    pub(super) slice: Vec<[u16; 18]>,
    pub(super) ordered_slice: Vec<[u16; 18]>,
    pub(super) ordered_up: Vec<[u16; 18]>,
    pub(super) ordered_down: Vec<[u16; 18]>,
    pub(super) corners: Vec<[u16; 18]>,
    /// By the ten turns of phase 2.
    pub(super) ud_edges: Vec<[u16; 10]>,
    pub(super) upper: UpperPlaces,
}

impl MoveTables {
    pub(super) fn new() -> MoveTables {
        let upper = UpperPlaces::new();
        let all = FaceTurn::ALL;
        MoveTables {
            twist: move_table(TWISTS, all, coordinates::twist),
            flip: move_table(FLIPS, all, coordinates::flip),
            slice: move_table(PLACES, all, coordinates::slice),
            ordered_slice: move_table(ORDERED_PLACES, all, coordinates::ordered_slice),
            ordered_up: move_table(ORDERED_PLACES, all, coordinates::ordered_up),
            ordered_down: move_table(ORDERED_PLACES, all, coordinates::ordered_down),
            corners: move_table(CORNERS, all, coordinates::corners),
            ud_edges: move_table(UD_EDGES, PHASE2, |cube| {
                upper.ud_edges(coordinates::ordered_up(cube), coordinates::ordered_down(cube))
            }),
            upper,
        }
    }
}
