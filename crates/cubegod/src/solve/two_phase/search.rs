//! The search: IDA* through phase 1, and phase 2 for every entry into it.
//!
//! Memory latency limits the search, so nodes are expanded in batches: first all children are generated and their table entries
//! prefetched, then all entries are read.

use super::coordinates::ORDERS;
use super::cosets::Coset;
use super::moves::PHASE2;
use super::phase1_tails::Phase1Tail;
use super::pieces::{PieceMoves, Pieces};
use super::pruning_tables::{Phase2State, PruningTables};
use super::rules::{Rules, may_continue, turns_in};
use super::search_roots::SearchRoot;
use crate::cube::Cube3;
use crate::moves::FaceTurn;
use std::ops::ControlFlow;

/// The maximum length of a solution.
const MAX_TURNS: usize = 32;

/// A cube to search from.
#[derive(Copy, Clone, Debug)]
pub(super) struct Start {
    pub(super) coset: Coset,
    pieces: Pieces,
    /// The distance to phase 2, or a lower bound of it.
    pub(super) distance: u8,
}

impl Start {
    pub(super) fn new(tables: &impl PruningTables, cube: &Cube3) -> Start {
        let coset = tables.cosets().of(cube);
        tables.prefetch(coset);
        tables.phase1_tails().prefetch(coset.key());
        Start { coset, pieces: Pieces::of(cube), distance: 0 }
    }

    /// Looks up the distance; separate from `new`, so that several entries can be prefetched before.
    pub(super) fn look_up_distance(&mut self, tables: &impl PruningTables) {
        self.distance = tables.distance(self.coset);
    }
}

/// The interface of a search to its caller.
pub(super) trait SearchControl {
    /// Returns the maximum length of a useful solution.
    fn limit(&self) -> usize;
    /// Receives a solution of at most that length.
    fn found(&mut self, root: usize, turns: &[FaceTurn]) -> ControlFlow<()>;
    /// Decides whether to continue. Called every few microseconds, with the nodes searched since the last call.
    fn check(&mut self, nodes: usize) -> ControlFlow<()>;
}

/// The number of nodes that are expanded together.
pub(super) const BATCH: usize = 32;

/// The number of nodes of phase 2 between two checks: some microseconds.
const PHASE2_NODES_PER_CHECK: u32 = 64;

/// The maximum number of turns in a path; phase 1 is longer by its tail.
pub(super) const MAX_PATH_LENGTH: usize = 12;

/// The turns from the root, five bits each, the last one lowest.
#[derive(Copy, Clone, Debug, Default)]
struct Path(u64);

impl Path {
    const TURN_BITS: usize = 5;

    #[inline]
    fn push(self, turn: u8) -> Path {
        Path(self.0 << Path::TURN_BITS | u64::from(turn))
    }

    /// Returns a turn, counted from the end.
    fn turn(self, from_end: usize) -> FaceTurn {
        FaceTurn::ALL[(self.0 >> (from_end * Path::TURN_BITS)) as usize & 31]
    }
}

/// A node of phase 1.
#[derive(Copy, Clone, Debug)]
struct Node {
    coset: Coset,
    /// The distance to phase 2, or a lower bound of it.
    distance: u8,
    /// The face turned last; 6 at the root.
    last: u8,
    axis: u8,
    root: u16,
    path: Path,
    pieces: Pieces,
}

/// A child of a node before its table entry is read.
#[derive(Copy, Clone, Debug)]
struct Child {
    coset: Coset,
    parent: u8,
    /// The turn in the frame of the representative of the parent's coset.
    turn: u8,
}

/// An entry into phase 2, with its last turn in both directions.
#[derive(Copy, Clone, Debug)]
struct Phase2Entry {
    node: u8,
    tail: Phase1Tail,
    pieces: [Pieces; 2],
    corners_slice: [u32; 2],
}

/// An entry whose first lower bound is small enough.
#[derive(Copy, Clone, Debug)]
struct Candidate {
    entry: u32,
    /// The direction of the last turn.
    direction: u8,
    /// A lower bound of the length of phase 2.
    bound: u8,
    state: Phase2State,
}

/// The position of a turn in phase 2.
#[derive(Copy, Clone, Debug)]
enum TurnPosition {
    First,
    Later,
}

/// A search from one or several roots.
pub(super) struct Search<'a, T> {
    tables: &'a T,
    /// The rules for each axis.
    rules: &'a [Rules; 3],
    piece_moves: PieceMoves,
    turns: [FaceTurn; MAX_TURNS],
    /// The nodes to expand at each level.
    levels: Vec<Vec<Node>>,
    children: Vec<Child>,
    entries: Vec<Phase2Entry>,
    candidates: Vec<Candidate>,
    /// The number of premoves at the end of the solution.
    premoves: usize,
    /// The root from which phase 2 was entered.
    root: u16,
    axis: u8,
    /// The number of nodes of phase 2 searched so far.
    nodes: u32,
}

impl<'a, T: PruningTables> Search<'a, T> {
    pub(super) fn new(tables: &'a T, rules: &'a [Rules; 3]) -> Search<'a, T> {
        Search {
            tables,
            rules,
            piece_moves: PieceMoves::new(),
            turns: [FaceTurn::ALL[0]; MAX_TURNS],
            levels: vec![Vec::new(); MAX_TURNS],
            children: Vec::new(),
            entries: Vec::new(),
            candidates: Vec::new(),
            premoves: 0,
            root: 0,
            axis: 0,
            nodes: 0,
        }
    }

    /// Searches all paths of this length through phase 1 from a batch of roots, which are at most that far from phase 2 and have the
    /// same number of premoves.
    pub(super) fn run(
        &mut self,
        roots: &[(u16, &SearchRoot)],
        length: usize,
        control: &mut impl SearchControl,
    ) -> ControlFlow<()> {
        let node = |&(number, root): &(u16, &SearchRoot)| Node {
            coset: root.start.coset,
            distance: root.start.distance,
            last: 6,
            axis: root.axis,
            root: number,
            path: Path::default(),
            pieces: root.start.pieces,
        };
        debug_assert!(roots.len() <= BATCH);
        self.premoves = roots.first().map_or(0, |(_, root)| root.premoves());
        let nodes: Vec<Node> = roots.iter().map(node).collect();
        self.advance(&nodes, 0, length, control)
    }

    fn advance(
        &mut self,
        nodes: &[Node],
        depth: usize,
        remaining: usize,
        control: &mut impl SearchControl,
    ) -> ControlFlow<()> {
        control.check(nodes.len())?;
        if remaining == self.tables.phase1_tails().length() {
            return self.enter_phase2_from_tails(nodes, depth, control);
        }
        if remaining == 0 {
            let solved = nodes.iter().filter(|node| node.coset.is_solved());
            return solved.into_iter().try_for_each(|node| self.enter_phase2(node, depth, control));
        }
        let (tables, cosets) = (self.tables, self.tables.cosets());
        let is_before_tail = remaining == tables.phase1_tails().length() + 1;
        let mut children = std::mem::take(&mut self.children);
        children.clear();
        for (parent, node) in (0..).zip(nodes) {
            let allowed = self.rules[node.axis as usize].followers[node.last as usize][node.coset.symmetry()];
            for turn in turns_in(allowed) {
                let coset = cosets.apply(node.coset, turn);
                if is_before_tail {
                    tables.prefetch_tail(coset);
                } else {
                    tables.prefetch(coset);
                }
                children.push(Child { coset, parent, turn: turn as u8 });
            }
        }
        let mut next = std::mem::take(&mut self.levels[remaining]);
        next.clear();
        for child in &children {
            let parent = &nodes[child.parent as usize];
            let (distance, is_within) = if is_before_tail {
                (0, tables.may_have_tail(parent.distance, child.coset))
            } else {
                let distance = tables.distance_from_neighbour(parent.distance, child.coset);
                (distance, (distance as usize) < remaining)
            };
            if is_within {
                if is_before_tail {
                    tables.phase1_tails().prefetch(child.coset.key());
                } else {
                    cosets.prefetch(child.coset);
                }
                let turn = cosets.group.original_turn[parent.coset.symmetry()][child.turn as usize];
                let turned = FaceTurn::ALL[turn as usize];
                next.push(Node {
                    coset: child.coset,
                    distance,
                    last: turned.face() as u8,
                    axis: parent.axis,
                    root: parent.root,
                    path: parent.path.push(turn),
                    pieces: self.piece_moves.apply(parent.pieces, turned),
                });
            }
        }
        self.children = children;
        for batch in next.chunks(BATCH) {
            self.advance(batch, depth + 1, remaining - 1, control)?;
        }
        self.levels[remaining] = next;
        ControlFlow::Continue(())
    }

    /// Searches phase 2 from every tail of these nodes.
    fn enter_phase2_from_tails(
        &mut self,
        nodes: &[Node],
        depth: usize,
        control: &mut impl SearchControl,
    ) -> ControlFlow<()> {
        let (tables, tails) = (self.tables, self.tables.phase1_tails());
        let Some(max_length) = control.limit().checked_sub(depth + tails.length() + self.premoves) else {
            return ControlFlow::Continue(());
        };
        let max_length = max_length.min(T::MAX_PHASE2_LENGTH);
        nodes.iter().for_each(|node| tails.prefetch(node.coset.key()));
        nodes.iter().for_each(|node| tails.prefetch_next(node.coset.key()));
        let bounds = tables.corners_slice();
        self.entries.clear();
        for (number, node) in (0..).zip(nodes) {
            let original_turns = &tables.cosets().group.original_turn[node.coset.symmetry()];
            let rules = &self.rules[node.axis as usize];
            for tail in tails.of(node.coset.key()) {
                let turn = |step| FaceTurn::ALL[original_turns[tail.turn(step)] as usize];
                let last = tails.length() - 1;
                if depth > 0 && !may_continue(node.path.turn(0), turn(0), turn(1))
                    || !(0..=last).all(|step| rules.allow(turn(step)))
                {
                    continue;
                }
                let before =
                    (0..last).fold(node.pieces, |pieces, step| self.piece_moves.apply(pieces, turn(step)));
                let pieces =
                    [turn(last), turn(last).inverse()].map(|turn| self.piece_moves.apply(before, turn));
                let corners_slice = pieces.map(|pieces| (pieces.corners() * ORDERS + pieces.slice()) as u32);
                corners_slice.iter().for_each(|&index| bounds.prefetch(index as usize));
                self.entries.push(Phase2Entry { node: number, tail, pieces, corners_slice });
            }
        }
        let mut candidates = std::mem::take(&mut self.candidates);
        candidates.clear();
        for (number, entry) in (0..).zip(&self.entries) {
            let [first, second] = entry.corners_slice.map(|index| index as usize);
            let mut push = |direction: usize, bound| {
                let corners = entry.corners_slice[direction] as usize / ORDERS;
                let state = Phase2State::new(tables, entry.pieces[direction], corners);
                candidates.push(Candidate { entry: number, direction: direction as u8, bound, state });
            };
            let bound = bounds.get(first);
            if bound as usize <= max_length {
                push(0, bound);
            }
            // The two differ by a half turn, so their distances differ by at most one.
            if bound as usize <= max_length + 1 {
                let bound = bounds.get(second);
                if bound as usize <= max_length {
                    push(1, bound);
                }
            }
        }
        candidates.iter_mut().for_each(|candidate| candidate.state.look_up_index(tables));
        // Few candidates are left. Search them by increasing length of phase 2.
        candidates.retain_mut(|candidate| {
            candidate.bound = candidate.bound.max(tables.edge_bound(&candidate.state, max_length as u8));
            candidate.bound as usize <= max_length
        });
        let lowest = candidates.iter().map(|candidate| candidate.bound as usize).min().unwrap_or(max_length);
        for length in lowest..=max_length {
            for candidate in &candidates {
                let (shortest, longest) =
                    (candidate.bound as usize, candidate.bound as usize + T::MAX_ABOVE_BOUND);
                if !(shortest..=longest).contains(&length) {
                    continue;
                }
                // The limit may have been lowered in the meantime.
                let end = depth + tails.length();
                if end + length + self.premoves > control.limit() {
                    break;
                }
                let entry = self.entries[candidate.entry as usize];
                self.restore_entry(&nodes[entry.node as usize], &entry, candidate.direction, depth);
                self.phase2(candidate.state.pieces, end, length, TurnPosition::First, control)?;
            }
        }
        self.candidates = candidates;
        ControlFlow::Continue(())
    }

    /// Restores the path through a tail into phase 2.
    fn restore_entry(&mut self, node: &Node, entry: &Phase2Entry, direction: u8, depth: usize) {
        self.restore_path(node, depth);
        let original_turns = &self.tables.cosets().group.original_turn[node.coset.symmetry()];
        let end = depth + self.tables.phase1_tails().length();
        for step in depth..end {
            self.turns[step] = FaceTurn::ALL[original_turns[entry.tail.turn(step - depth)] as usize];
        }
        if direction == 1 {
            self.turns[end - 1] = self.turns[end - 1].inverse();
        }
    }

    /// Restores the path to a node at this depth.
    fn restore_path(&mut self, node: &Node, depth: usize) {
        self.root = node.root;
        self.axis = node.axis;
        for step in 0..depth {
            self.turns[step] = node.path.turn(depth - 1 - step);
        }
    }

    /// Searches phase 2 from a node in phase 2.
    fn enter_phase2(
        &mut self,
        node: &Node,
        depth: usize,
        control: &mut impl SearchControl,
    ) -> ControlFlow<()> {
        self.restore_path(node, depth);
        for length in 0..=T::MAX_PHASE2_LENGTH {
            if depth + length + self.premoves > control.limit()
                || self.phase2(node.pieces, depth, length, TurnPosition::First, control)?
            {
                break;
            }
        }
        ControlFlow::Continue(())
    }

    /// Searches phase 2 for a solution with exactly this many more turns; returns whether there is one.
    fn phase2(
        &mut self,
        pieces: Pieces,
        depth: usize,
        remaining: usize,
        turn_position: TurnPosition,
        control: &mut impl SearchControl,
    ) -> ControlFlow<(), bool> {
        if remaining == 0 {
            // Both bounds are 0 here, but neither covers all pieces.
            if pieces != Pieces::SOLVED {
                return ControlFlow::Continue(false);
            }
            control.found(self.root as usize, &self.turns[..depth])?;
            return ControlFlow::Continue(true);
        }
        self.nodes = self.nodes.wrapping_add(1);
        if self.nodes.is_multiple_of(PHASE2_NODES_PER_CHECK) {
            control.check(PHASE2_NODES_PER_CHECK as usize)?;
        }
        let (tables, bounds) = (self.tables, self.tables.corners_slice());
        let last = if depth == 0 { 6 } else { self.turns[depth - 1].face() as usize };
        let rules = &self.rules[self.axis as usize];
        let turns = match turn_position {
            TurnPosition::First => rules.entering[last],
            TurnPosition::Later => rules.phase2[last],
        };
        let slice = pieces.slice();
        let mut turned_corners = [(FaceTurn::ALL[0], Pieces::SOLVED, 0); PHASE2.len()];
        let mut count = 0;
        for turn in turns_in(turns) {
            let turn = FaceTurn::ALL[turn];
            let turned = self.piece_moves.apply_to_corners(pieces, turn);
            let corners_slice = turned.corners() * ORDERS + self.piece_moves.apply_to_slice(slice, turn);
            bounds.prefetch(corners_slice);
            turned_corners[count] = (turn, turned, corners_slice as u32);
            count += 1;
        }
        let turned_corners = &turned_corners[..count];
        let mut children = [(FaceTurn::ALL[0], Phase2State::default()); PHASE2.len()];
        let mut count = 0;
        for &(turn, turned, corners_slice) in turned_corners {
            if (bounds.get(corners_slice as usize) as usize) < remaining {
                let turned = self.piece_moves.apply_to_edges(turned, turn);
                children[count] = (turn, Phase2State::new(tables, turned, corners_slice as usize / ORDERS));
                count += 1;
            }
        }
        let children = &mut children[..count];
        children.iter_mut().for_each(|(_, child)| child.look_up_index(tables));
        for (turn, child) in children {
            if tables.edge_bound(child, remaining as u8 - 1) as usize >= remaining {
                continue;
            }
            self.turns[depth] = *turn;
            if self.phase2(child.pieces, depth + 1, remaining - 1, TurnPosition::Later, control)? {
                return ControlFlow::Continue(true);
            }
        }
        ControlFlow::Continue(false)
    }
}
