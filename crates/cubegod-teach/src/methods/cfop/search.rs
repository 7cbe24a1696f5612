//! A beam search for a short solution: from several optimal crosses, the best few candidates are extended pair by
//! pair.

use super::cross::CrossTable;
use super::last::{LastLayerSolution, LastTable, saved};
use super::pairs::{PairAlgorithm, PairTable, corner_after, edge_after};
use crate::methods::hold::{CORNERS, MIDDLE};
use cubegod::cube::Cube3;
use cubegod::moves::FaceTurn;

/// The number of optimal crosses that are tried: more are seldom better.
const CROSSES: usize = 8;

/// The width of the beam: more candidates take longer and gain little.
const WIDTH: usize = 6;

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
    free: u8,
    last: Option<FaceTurn>,
    /// The index of its cross.
    cross: usize,
    /// The index of its last pair in the list of nodes, from 1; 0 for none.
    node: u32,
}

/// A pair with the index of the pair before it.
struct PathNode<'a> {
    chosen: ChosenPair<'a>,
    parent: u32,
}

/// The state of the beam search.
struct Search<'a> {
    nodes: Vec<PathNode<'a>>,
    /// The next candidates, the cheapest first.
    next: Vec<(Candidate, Option<(usize, &'a PairAlgorithm)>)>,
}

impl CfopTables {
    pub(super) fn new() -> CfopTables {
        CfopTables { cross: CrossTable::new(), pairs: PairTable::new(), last: LastTable::new() }
    }

    /// Solves a cube with its first layer at the bottom.
    pub(super) fn solve(&self, cube: &Cube3) -> SearchResult<'_> {
        let mut search = Search { nodes: Vec::with_capacity(64), next: Vec::with_capacity(WIDTH + 1) };
        let mut crosses = self.cross.shortest(&cube.inverse(), CROSSES);
        let mut free_after_cross = [0; CROSSES];
        for (number, turns) in crosses.iter().enumerate() {
            let cube = turns.iter().fold(*cube, |cube, &turn| cube.apply_turn(turn));
            free_after_cross[number] = self.begin(number, turns, cube.inverse(), &mut search);
        }
        let mut candidates = Vec::with_capacity(WIDTH);
        search.take_next(&mut candidates);
        while candidates.iter().any(|candidate| candidate.free != 0) {
            for candidate in &candidates {
                self.extend(candidate, &mut search);
            }
            search.take_next(&mut candidates);
        }
        let best = candidates.first().expect("there is a cross, and a candidate for every pair");
        let mut pairs = Vec::with_capacity(4);
        let mut number = best.node;
        while number > 0 {
            let node = &search.nodes[number as usize - 1];
            pairs.push(node.chosen);
            number = node.parent;
        }
        pairs.reverse();
        SearchResult {
            cross: crosses.swap_remove(best.cross),
            free: free_after_cross[best.cross],
            pairs,
            last_layer: self.last.solution(&best.inverse.inverse(), best.last).0,
        }
    }

    /// Adds a cross as a candidate, and returns the slots without a pair after it.
    fn begin(&self, number: usize, turns: &[FaceTurn], inverse: Cube3, search: &mut Search<'_>) -> u8 {
        let cost = turns.len() as u16;
        let (free, rest) = self.estimate_rest(&inverse, &Cube3::SOLVED, 15);
        let last = turns.last().copied();
        let estimate = PARTS * cost + rest;
        search.offer(estimate, None, || Candidate {
            inverse,
            cost,
            estimate,
            free,
            last,
            cross: number,
            node: 0,
        });
        free
    }

    /// Extends a candidate by each unsolved pair.
    fn extend<'a>(&'a self, candidate: &Candidate, search: &mut Search<'a>) {
        if candidate.free == 0 {
            return search.offer(candidate.estimate, None, || *candidate);
        }
        let (corners, edges) = (candidate.inverse.corners().codes(), candidate.inverse.edges().codes());
        for slot in (0..4).filter(|slot| candidate.free >> slot & 1 == 1) {
            let (corner, edge) = (corners[CORNERS[slot].index()], edges[MIDDLE[slot].index()]);
            for pair in self.pairs.algorithms(self.pairs.situation(slot, candidate.free, corner, edge)) {
                let undone = &pair.undone[slot];
                let (first, last) = pair.ends[slot];
                let cost =
                    candidate.cost + pair.turns.len() as u16 - saved(candidate.last, Some(first)) as u16;
                let (free, rest) =
                    self.estimate_rest(&candidate.inverse, undone, candidate.free & !(1 << slot));
                let estimate = PARTS * cost + rest;
                search.offer(estimate, Some((slot, pair)), || Candidate {
                    inverse: undone.compose(&candidate.inverse),
                    cost,
                    estimate,
                    free,
                    last: Some(last),
                    ..*candidate
                });
            }
        }
    }

    /// Estimates the rest after the sequence that `undone` undoes: the slots that are still free,
    /// and an estimate of the cost.
    fn estimate_rest(&self, inverse: &Cube3, undone: &Cube3, free: u8) -> (u8, u16) {
        let (corners, edges) = (inverse.corners().codes(), inverse.edges().codes());
        let (undone_corners, undone_edges) = (undone.corners().codes(), undone.edges().codes());
        let corner = |piece: usize| corner_after(&undone_corners, corners[piece]);
        let edge = |piece: usize| edge_after(&undone_edges, edges[piece]);
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

impl<'a> Search<'a> {
    fn offer(
        &mut self,
        estimate: u16,
        pair: Option<(usize, &'a PairAlgorithm)>,
        candidate: impl FnOnce() -> Candidate,
    ) {
        if self.next.len() == WIDTH && self.next[WIDTH - 1].0.estimate <= estimate {
            return;
        }
        let candidate = candidate();
        if let Some(same) = self.next.iter().position(|(other, _)| other.inverse == candidate.inverse) {
            if self.next[same].0.estimate <= estimate {
                return;
            }
            self.next.remove(same);
        }
        let at = self.next.partition_point(|(other, _)| other.estimate <= estimate);
        self.next.insert(at, (candidate, pair));
        self.next.truncate(WIDTH);
    }

    fn take_next(&mut self, candidates: &mut Vec<Candidate>) {
        candidates.clear();
        for (mut candidate, pair) in self.next.drain(..) {
            if let Some((slot, pair)) = pair {
                let chosen = ChosenPair { slot, algorithm: pair, free: candidate.free };
                self.nodes.push(PathNode { chosen, parent: candidate.node });
                candidate.node = self.nodes.len() as u32;
            }
            candidates.push(candidate);
        }
    }
}
