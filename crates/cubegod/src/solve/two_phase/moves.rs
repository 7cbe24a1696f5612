//! Move tables of the coordinates.

use super::coordinates::{self, CORNERS, FLIPS, ORDERS, PLACES, TWISTS, UD_EDGES};
use super::pieces::{Pieces, SETS};
use crate::cube::Cube3;
use crate::moves::FaceTurn;

/// The ten turns of phase 2: all turns of U and D, half turns of the others.
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

/// The move tables of phase 1.
#[derive(Clone, Debug)]
pub(super) struct Phase1Moves {
    pub(super) twist: Vec<[u16; 18]>,
    pub(super) flip: Vec<[u16; 18]>,
    pub(super) slice: Vec<[u16; 18]>,
}

impl Phase1Moves {
    pub(super) fn new() -> Phase1Moves {
        Phase1Moves {
            twist: phase1_table(TWISTS, coordinates::twist),
            flip: phase1_table(FLIPS, coordinates::flip),
            slice: phase1_table(PLACES, coordinates::slice),
        }
    }
}

/// The move tables of phase 2.
#[derive(Clone, Debug)]
pub(super) struct Phase2Moves {
    pub(super) corners: Vec<[u16; 10]>,
    pub(super) slice_order: Vec<[u16; 10]>,
    pub(super) ud_edges: Vec<[u16; 10]>,
    pub(super) corner_set: Vec<[u16; 10]>,
    pub(super) edge_set: Vec<[u16; 10]>,
}

impl Phase2Moves {
    pub(super) fn new() -> Phase2Moves {
        Phase2Moves {
            corners: phase2_table(CORNERS, Pieces::corners),
            slice_order: phase2_table(ORDERS, Pieces::slice),
            ud_edges: phase2_table(UD_EDGES, Pieces::ud_edges),
            corner_set: phase2_table(SETS, Pieces::corner_set),
            edge_set: phase2_table(SETS, Pieces::edge_set),
        }
    }
}

/// Builds the move table of a coordinate of phase 1.
fn phase1_table(size: usize, coordinate: impl Fn(&Cube3) -> usize) -> Vec<[u16; 18]> {
    table(size, FaceTurn::ALL, Cube3::SOLVED, coordinate, |cube, turn| cube.apply_turn(turn))
}

/// Builds the move table of a coordinate of phase 2.
pub(super) fn phase2_table(size: usize, coordinate: impl Fn(Pieces) -> usize) -> Vec<[u16; 10]> {
    table(size, PHASE2, Pieces::SOLVED, |&pieces| coordinate(pieces), |pieces, turn| pieces.apply(turn))
}

/// Builds the move table of a coordinate for these turns.
///
/// Searches breadth first with one cube for each value: the effect of a turn on a coordinate depends on its value alone.
fn table<C, const TURNS: usize>(
    size: usize,
    turns: [FaceTurn; TURNS],
    solved: C,
    coordinate: impl Fn(&C) -> usize,
    turned: impl Fn(&C, FaceTurn) -> C,
) -> Vec<[u16; TURNS]> {
    let mut table = vec![[0; TURNS]; size];
    let mut seen = vec![false; size];
    seen[coordinate(&solved)] = true;
    let mut queue = vec![solved];
    let mut next = 0;
    while next < queue.len() {
        let here = coordinate(&queue[next]);
        for (number, &turn) in turns.iter().enumerate() {
            let cube = turned(&queue[next], turn);
            let there = coordinate(&cube);
            table[here][number] = there as u16;
            if !std::mem::replace(&mut seen[there], true) {
                queue.push(cube);
            }
        }
        next += 1;
    }
    debug_assert!(seen.iter().all(|&seen| seen));
    table
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Counts the values of a coordinate at each distance from 0.
    fn histogram<const TURNS: usize>(moves: &[[u16; TURNS]]) -> Vec<usize> {
        let mut seen = vec![false; moves.len()];
        seen[0] = true;
        let mut layer = vec![0u16];
        let mut counts = Vec::new();
        while !layer.is_empty() {
            counts.push(layer.len());
            let turned = layer.iter().flat_map(|&value| moves[value as usize]);
            layer = turned.filter(|&value| !std::mem::replace(&mut seen[value as usize], true)).collect();
        }
        counts
    }

    #[test]
    fn distances_of_twists_and_flips_are_as_published() {
        let moves = Phase1Moves::new();
        assert_eq!(histogram(&moves.twist), [1, 4, 34, 186, 816, 1018, 128]);
        assert_eq!(histogram(&moves.flip), [1, 2, 25, 202, 620, 900, 285, 13]);
    }
}
