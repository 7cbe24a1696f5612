//! A beam search for a short solution: from several optimal crosses, the best few candidates are extended pair by
//! pair.

use super::cross::CrossTable;
use super::last::{LastLayerSolution, LastTable, saved};
use super::pairs::{PairAlgorithm, PairTable, corner_after, edge_after};
use crate::methods::beam::{self, Beam, Path};
use crate::methods::hold::{CORNERS, MIDDLE};
use cubegod::cube::Cube3;
use cubegod::moves::FaceTurn;

/// The number of optimal crosses that are tried: more are seldom better.
const CROSSES: usize = 8;

/// Estimates count in fractions of a turn, so that remaining turns can weigh less than made ones.
const PARTS: u16 = 4;

/// The weight of each remaining turn of a pair: other pairs often do part of the work.
const PAIR_PARTS: u16 = 3;

/// The average length of a last layer, in parts of a turn.
const LAST_LAYER: u16 = PARTS * 20;

/// The tables of all steps.
#[derive(Debug)]
pub(super) struct CfopTables {
    cross: CrossTable,
    pairs: PairTable,
    last: LastTable,
}

/// A pair of the solution.
#[derive(Copy, Clone, Debug)]
pub(super) struct ChosenPair<'a> {
    pub(super) slot: usize,
    pub(super) algorithm: &'a PairAlgorithm,
    /// The slots whose pairs are unsolved after it, one bit each.
    pub(super) free: u8,
}

/// The solution that was found.
#[derive(Debug)]
pub(super) struct SearchResult<'a> {
    pub(super) cross: Vec<FaceTurn>,
    /// The slots whose pairs are unsolved after the cross, one bit each.
    pub(super) free: u8,
    pub(super) pairs: Vec<ChosenPair<'a>>,
    pub(super) last_layer: LastLayerSolution<'a>,
}

/// A partial solution.
#[derive(Copy, Clone)]
struct Candidate {
    /// The inverse of the cube, which holds the place of every piece.
    inverse: Cube3,
    cost: u16,
    /// The cost so far plus an estimate of the rest, in parts of a turn.
    estimate: u16,
    /// The slots whose pairs are unsolved, one bit each.
    free: u8,
    last: Option<FaceTurn>,
    /// The index of its cross.
    cross: usize,
}

impl beam::Candidate for Candidate {
    fn cube(&self) -> &Cube3 {
        &self.inverse
    }
}

impl CfopTables {
    pub(super) fn new() -> CfopTables {
        CfopTables { cross: CrossTable::new(), pairs: PairTable::new(), last: LastTable::new() }
    }

    /// Solves a cube with its first layer at the bottom.
    pub(super) fn solve(&self, cube: &Cube3) -> SearchResult<'_> {
        let mut beam = Beam::new();
        let mut crosses = self.cross.shortest(&cube.inverse(), CROSSES);
        let mut free_after_cross = [0; CROSSES];
        for (number, turns) in crosses.iter().enumerate() {
            let cube = turns.iter().fold(*cube, |cube, &turn| cube.apply_turn(turn));
            free_after_cross[number] = self.begin(number, turns, cube.inverse(), &mut beam);
        }
        let mut candidates = Vec::new();
        beam.take_next(&mut candidates);
        while candidates.iter().any(|(candidate, _)| candidate.free != 0) {
            for (candidate, path) in &candidates {
                self.extend(candidate, *path, &mut beam);
            }
            beam.take_next(&mut candidates);
        }
        let (best, path) = candidates.first().expect("there is a cross, and a candidate for every pair");
        SearchResult {
            cross: crosses.swap_remove(best.cross),
            free: free_after_cross[best.cross],
            pairs: beam.choices(*path),
            last_layer: self.last.solution(&best.inverse.inverse(), best.last).0,
        }
    }

    /// Offers a cross as a candidate, and returns the slots without a pair after it.
    fn begin<'a>(
        &self,
        number: usize,
        turns: &[FaceTurn],
        inverse: Cube3,
        beam: &mut Beam<Candidate, ChosenPair<'a>>,
    ) -> u8 {
        let cost = turns.len() as u16;
        let (free, rest) = self.estimate_rest(&inverse, &Cube3::SOLVED, 15);
        let last = turns.last().copied();
        let estimate = PARTS * cost + rest;
        let candidate = || Candidate { inverse, cost, estimate, free, last, cross: number };
        beam.offer(estimate, Path::default(), None, candidate);
        free
    }

    /// Extends a candidate by each unsolved pair.
    fn extend<'a>(&'a self, candidate: &Candidate, path: Path, beam: &mut Beam<Candidate, ChosenPair<'a>>) {
        if candidate.free == 0 {
            return beam.offer(candidate.estimate, path, None, || *candidate);
        }
        let (corners, edges) = (candidate.inverse.corners().codes(), candidate.inverse.edges().codes());
        for slot in (0..4).filter(|slot| candidate.free >> slot & 1 == 1) {
            let (corner, edge) = (corners[CORNERS[slot].index()], edges[MIDDLE[slot].index()]);
            for algorithm in self.pairs.algorithms(self.pairs.situation(slot, candidate.free, corner, edge)) {
                let inverse_effect = &algorithm.inverse_effects[slot];
                let (first, last) = algorithm.ends[slot];
                let cost =
                    candidate.cost + algorithm.turns.len() as u16 - saved(candidate.last, Some(first)) as u16;
                let (free, rest) =
                    self.estimate_rest(&candidate.inverse, inverse_effect, candidate.free & !(1 << slot));
                let estimate = PARTS * cost + rest;
                beam.offer(estimate, path, Some(ChosenPair { slot, algorithm, free }), || Candidate {
                    inverse: inverse_effect.compose(&candidate.inverse),
                    cost,
                    estimate,
                    free,
                    last: Some(last),
                    ..*candidate
                });
            }
        }
    }

    /// Estimates the rest after the sequence with this inverse effect: the slots that are still free,
    /// and an estimate of the cost.
    fn estimate_rest(&self, inverse: &Cube3, inverse_effect: &Cube3, free: u8) -> (u8, u16) {
        let (corners, edges) = (inverse.corners().codes(), inverse.edges().codes());
        let (effect_corners, effect_edges) =
            (inverse_effect.corners().codes(), inverse_effect.edges().codes());
        let corner = |piece: usize| corner_after(&effect_corners, corners[piece]);
        let edge = |piece: usize| edge_after(&effect_edges, edges[piece]);
        let slots = || (0..4).filter(|slot| free >> slot & 1 == 1);
        let mut left = free;
        let mut pairs = [(0, 0); 4];
        for slot in slots() {
            let (corner_home, edge_home) = (CORNERS[slot].index(), MIDDLE[slot].index());
            pairs[slot] = (corner(corner_home), edge(edge_home));
            if (usize::from(pairs[slot].0), usize::from(pairs[slot].1)) == (corner_home, edge_home) {
                left &= !(1 << slot);
            }
        }
        if left == 0 {
            let top_corners = std::array::from_fn(|piece| if piece < 4 { corner(piece) } else { 0 });
            let top_edges = std::array::from_fn(|piece| if piece < 4 { edge(piece) } else { 0 });
            return (0, PARTS * u16::from(self.last.length(&top_corners, &top_edges)));
        }
        let shortest = |slot: usize| {
            let (corner, edge) = pairs[slot];
            u16::from(self.pairs.shortest(self.pairs.situation(slot, left, corner, edge)))
        };
        let pairs: u16 = (0..4).filter(|slot| left >> slot & 1 == 1).map(shortest).sum();
        (left, LAST_LAYER + PAIR_PARTS * pairs)
    }
}
