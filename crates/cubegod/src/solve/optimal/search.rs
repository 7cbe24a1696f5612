//! The depth-first search below some nodes, with many lookups in flight at once.
//!
//! A node is a position and its inverse. A solution of one is a solution of the other read backwards, so either may be turned, and
//! the bounds of both hold for both. Half turns are in the target subgroup, which has three consequences:
//!
//! - If the inverse is as far from the subgroup as there are moves left, the next turn is not a half turn: it would be the last
//!   turn of the inverse, where it does not reduce the distance. (If the position is that far, the two swap roles.)
//! - A half turn of the position does not change the coordinate of the inverse.
//! - For the same reason both quarter turns of a face lead to one coordinate of the inverse: one lookup for two positions.

use super::node::Node;
use super::position::{Constants, Position, PositionOps, solved};
use super::table::PruningTable;
use crate::cube::Cube3;
use crate::moves::{FaceTurn, Metric};
use std::ops::RangeInclusive;

/// The read-only data of a search.
#[derive(Copy, Clone)]
pub(super) struct SearchContext<'a> {
    constants: &'static Constants,
    pub(super) table: PruningTable<'a>,
    /// The length of a half turn in the metric.
    half_turn: u8,
}

impl<'a> SearchContext<'a> {
    pub(super) fn new(table: PruningTable<'a>, metric: Metric) -> SearchContext<'a> {
        let half_turn = if metric == Metric::Qtm { 2 } else { 1 };
        SearchContext { constants: Constants::get(), table, half_turn }
    }

    /// Returns the index of a position in the table.
    #[inline(always)]
    fn index<O: PositionOps>(&self, ops: O, register: O::Register) -> u64 {
        ops.index(self.constants, self.table.layout, register)
    }

    /// Returns the lower bound of a position.
    pub(super) fn bound(&self, ops: impl PositionOps, position: &Position) -> u8 {
        self.table.get(self.index(ops, ops.load(position)))
    }
}

/// The number of nodes that are processed between a prefetch and its lookup.
pub(super) const PREFETCH_DISTANCE: usize = 8;

/// The number of prefetches that are issued in a row. A single prefetch waits for its address translation and stalls what follows; in a
/// row the translations overlap, which makes the search two fifths faster.
const PREFETCH_BATCH: usize = 12;

/// A filter on the first nodes with at most `left` moves left: it accepts those with a priority in the range.
#[derive(Clone, Debug)]
pub(super) struct PassFilter {
    pub(super) left: u8,
    pub(super) priorities: RangeInclusive<u8>,
}

impl PassFilter {
    /// Accepts every node.
    pub(super) const ALL: PassFilter = PassFilter { left: 0, priorities: 0..=u8::MAX };

    /// Returns whether to search below a node whose parent has this many moves left.
    #[inline(always)]
    fn accepts(&self, left_before: u8, node: &Node) -> bool {
        let applies = left_before > self.left && node.left <= self.left;
        !applies || self.priorities.contains(&node.priority())
    }
}

/// The counts of a search.
#[derive(Copy, Clone, Debug, Default, Eq, PartialEq)]
pub struct SearchStats {
    /// The number of positions whose bounds were checked; one lookup of the inverse serves both quarter turns of a face.
    pub nodes: u64,
    /// The number of table entries that were read.
    pub lookups: u64,
}

/// The stage of a node in the ring.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
enum Stage {
    /// The slot has no node.
    Empty,
    /// The inverses of quarter turns, and half turns, were prefetched.
    FirstPrefetched,
    /// The remaining quarter turns were prefetched.
    SecondPrefetched,
}

/// A turn that may lead to a child, packed into one word so that the ring stays in the first-level cache.
#[derive(Copy, Clone, Debug, Default)]
struct Candidate(u64);

impl Candidate {
    /// Packs a turn, the bound of the inverse after it, and the table index of the position, which is less than 2³⁸.
    #[inline(always)]
    fn new(turn: usize, inverse_bound: u8, index: u64) -> Candidate {
        Candidate(index << 16 | u64::from(inverse_bound) << 8 | turn as u64)
    }

    #[inline(always)]
    fn turn(self) -> usize {
        usize::from(self.0 as u8)
    }

    #[inline(always)]
    fn inverse_bound(self) -> u8 {
        (self.0 >> 8) as u8
    }

    #[inline(always)]
    fn index(self) -> u64 {
        self.0 >> 16
    }
}

/// The indexes of table entries to prefetch.
#[derive(Debug)]
struct PrefetchQueue {
    indexes: [u64; PrefetchQueue::CAPACITY],
    count: usize,
}

impl PrefetchQueue {
    /// A step adds the turns of two nodes between two flushes; with a power of two, no index needs a bounds check.
    const CAPACITY: usize = (PREFETCH_BATCH + 4 * FACES).next_power_of_two();

    fn new() -> PrefetchQueue {
        PrefetchQueue { indexes: [0; PrefetchQueue::CAPACITY], count: 0 }
    }

    #[inline(always)]
    fn push(&mut self, index: u64) {
        debug_assert!(self.count < PrefetchQueue::CAPACITY, "flushed in time");
        self.indexes[self.count % PrefetchQueue::CAPACITY] = index;
        self.count += 1;
    }

    /// Issues the prefetches if there are enough.
    #[inline(always)]
    fn flush_if_full(&mut self, context: &SearchContext<'_>) {
        if self.count >= PREFETCH_BATCH {
            self.flush(context);
        }
    }

    /// Issues all prefetches.
    #[inline(always)]
    fn flush(&mut self, context: &SearchContext<'_>) {
        for &index in self.indexes.iter().take(self.count) {
            context.table.prefetch(index);
        }
        self.count = 0;
    }
}

const FACES: usize = 6;

/// A node in the ring, and the state of its turns.
#[derive(Copy, Clone, Debug)]
struct Slot {
    stage: Stage,
    node: Node,
    /// The faces whose quarter turns, and whose half turns, are tried.
    quarters: u8,
    halves: u8,
    /// Table indexes of the inverses after quarter turns, and of the positions after half turns, by face.
    quarter_indexes: [u64; FACES],
    half_indexes: [u64; FACES],
    /// The remaining turns.
    candidates: [Candidate; FaceTurn::COUNT],
    candidate_count: u8,
}

/// A search of all nodes below some nodes.
pub(super) struct Search {
    filter: PassFilter,
    /// The stack of nodes that are not in the ring yet.
    pub(super) nodes: Vec<Node>,
    /// The ring of nodes that wait for their prefetches.
    slots: Vec<Slot>,
    /// The next slot, and the one that has waited half as long.
    next: usize,
    middle: usize,
    in_ring: usize,
    prefetches: PrefetchQueue,
    pub(super) stats: SearchStats,
}

impl Search {
    /// Creates a search with this many nodes between a prefetch and its lookup.
    pub(super) fn new(filter: PassFilter, prefetch_distance: usize) -> Search {
        let empty = Slot {
            stage: Stage::Empty,
            node: Node::root(&Cube3::SOLVED, 0, 0, 0),
            quarters: 0,
            halves: 0,
            quarter_indexes: [0; FACES],
            half_indexes: [0; FACES],
            candidates: [Candidate::default(); FaceTurn::COUNT],
            candidate_count: 0,
        };
        Search {
            filter,
            nodes: Vec::new(),
            slots: vec![empty; 2 * prefetch_distance + 1],
            next: 0,
            middle: (prefetch_distance + 1) % (2 * prefetch_distance + 1),
            in_ring: 0,
            prefetches: PrefetchQueue::new(),
            stats: SearchStats::default(),
        }
    }

    /// Returns the children of some nodes, which go through the stages in groups as large as the ring.
    #[inline(always)]
    pub(super) fn children<O: PositionOps>(
        &mut self,
        ops: O,
        context: &SearchContext<'_>,
        nodes: &[Node],
        on_solution: &mut impl FnMut(&Node),
    ) -> Vec<Node> {
        for some in nodes.chunks(self.slots.len()) {
            for (slot, node) in some.iter().enumerate() {
                self.slots[slot].node = *node;
                self.prefetch_first(ops, context, slot);
                self.prefetches.flush_if_full(context);
            }
            self.prefetches.flush(context);
            // No closures here: they would not be compiled for the instructions of the backend.
            for slot in 0..some.len() {
                self.prefetch_second(ops, context, slot);
                self.prefetches.flush_if_full(context);
            }
            self.prefetches.flush(context);
            for slot in 0..some.len() {
                self.finish(ops, context, slot, on_solution);
            }
        }
        std::mem::take(&mut self.nodes)
    }

    /// Returns whether no node is left.
    #[inline(always)]
    pub(super) fn is_done(&self) -> bool {
        self.in_ring == 0 && self.nodes.is_empty()
    }

    /// Advances three nodes: takes one from the stack, moves one to its second stage, and finishes one.
    #[inline(always)]
    pub(super) fn step<O: PositionOps>(
        &mut self,
        ops: O,
        context: &SearchContext<'_>,
        on_solution: &mut impl FnMut(&Node),
    ) {
        let (next, middle, last) = (self.next, self.middle, self.slots.len() - 1);
        if self.slots[next].stage == Stage::SecondPrefetched {
            self.finish(ops, context, next, on_solution);
        }
        if self.slots[middle].stage == Stage::FirstPrefetched {
            self.prefetch_second(ops, context, middle);
        }
        if self.slots[next].stage == Stage::Empty
            && let Some(node) = self.nodes.last()
        {
            // `last` and `pop` copy the node once; `if let Some(node) = pop()` copies it twice.
            self.slots[next].node = *node;
            self.nodes.pop();
            self.prefetch_first(ops, context, next);
        }
        self.prefetches.flush_if_full(context);
        self.next = if next == last { 0 } else { next + 1 };
        self.middle = if middle == last { 0 } else { middle + 1 };
    }

    /// Prefetches the inverses after quarter turns, and the positions after half turns.
    #[inline(always)]
    fn prefetch_first<O: PositionOps>(&mut self, ops: O, context: &SearchContext<'_>, slot: usize) {
        let turns = &context.constants.turns;
        let slot = &mut self.slots[slot];
        let node = &slot.node;
        slot.stage = Stage::FirstPrefetched;
        self.in_ring += 1;
        let prefetches = &mut self.prefetches;
        let mut index = |register: O::Register| {
            let index = context.index(ops, register);
            prefetches.push(index);
            index
        };
        slot.quarters = node.faces(1);
        let inverse = ops.load(&node.inverse);
        for face in bits(slot.quarters) {
            slot.quarter_indexes[face] = index(ops.apply_turn_to_inverse(&turns[3 * face + 2], inverse));
        }
        let allows_half_turns = node.allows_half_turns(context.half_turn);
        slot.halves = if allows_half_turns { node.faces(context.half_turn) } else { 0 };
        let position = ops.load(&node.position);
        for face in bits(slot.halves) {
            slot.half_indexes[face] = index(ops.apply_turn(position, &turns[3 * face + 1]));
        }
    }

    /// Looks up the first prefetches, and prefetches the positions after quarter turns whose inverses are near enough.
    #[inline(always)]
    fn prefetch_second<O: PositionOps>(&mut self, ops: O, context: &SearchContext<'_>, slot: usize) {
        let Slot {
            stage,
            node,
            quarters,
            halves,
            quarter_indexes,
            half_indexes,
            candidates,
            candidate_count,
        } = &mut self.slots[slot];
        *stage = Stage::SecondPrefetched;
        *candidate_count = 0;
        let mut push = |candidate: Candidate| {
            candidates[usize::from(*candidate_count)] = candidate;
            *candidate_count += 1;
        };
        let (faces, half_turns) = (u64::from(quarters.count_ones()), u64::from(halves.count_ones()));
        self.stats.lookups += faces + half_turns;
        self.stats.nodes += 2 * faces + half_turns;
        let position = ops.load(&node.position);
        for face in bits(*quarters) {
            let inverse_bound = context.table.get(quarter_indexes[face]);
            if inverse_bound >= node.left {
                continue;
            }
            self.stats.lookups += 2;
            for turn in [3 * face, 3 * face + 2] {
                let index = context.index(ops, ops.apply_turn(position, &context.constants.turns[turn]));
                self.prefetches.push(index);
                push(Candidate::new(turn, inverse_bound, index));
            }
        }
        for face in bits(*halves) {
            if context.table.get(half_indexes[face]) + context.half_turn <= node.left {
                push(Candidate::new(3 * face + 1, node.inverse_bound, half_indexes[face]));
            }
        }
    }

    /// Looks up the second prefetches, and pushes the children that are near enough.
    #[inline(always)]
    fn finish<O: PositionOps>(
        &mut self,
        ops: O,
        context: &SearchContext<'_>,
        slot: usize,
        on_solution: &mut impl FnMut(&Node),
    ) {
        let turns = &context.constants.turns;
        let Slot { stage, node, candidates, candidate_count, .. } = &mut self.slots[slot];
        *stage = Stage::Empty;
        self.in_ring -= 1;
        for candidate in &candidates[..usize::from(*candidate_count)] {
            let (turn, bound) = (candidate.turn(), context.table.get(candidate.index()));
            let cost = if turn % 3 == 1 { context.half_turn } else { 1 };
            if bound + cost > node.left {
                continue;
            }
            let position = ops.apply_turn(ops.load(&node.position), &turns[turn]);
            // U' is the inverse of U, and U2 of itself.
            let inverse_turn = turn / 3 * 3 + 2 - turn % 3;
            let inverse = ops.apply_turn_to_inverse(&turns[inverse_turn], ops.load(&node.inverse));
            let positions = [position, inverse].map(|register| ops.store(register));
            let child = node.child(turn, positions, cost, [bound, candidate.inverse_bound()]);
            if child.left > 0 {
                if self.filter.accepts(node.left, &child) {
                    self.nodes.push(child.best_side(context.half_turn));
                }
            } else if child.position == solved() {
                on_solution(&child);
            }
        }
    }
}

/// Returns the indexes of the bits that are set.
#[inline(always)]
fn bits(mut set: u8) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let bit = set.trailing_zeros() as usize;
        (set != 0).then(|| {
            set &= set - 1;
            bit
        })
    })
}
