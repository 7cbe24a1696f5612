//! The search: phase 1 with the table as a guide, phase 2 for every way into it.
//!
//! The time goes into waiting for memory. Therefore nodes are worked on in small crowds: first all their children are
//! named and the memory that tells of them is asked for, then all of it is read.

use super::coordinates::ORDERS;
use super::cosets::Coset;
use super::endings::Ending;
use super::guide::{Guide, Inside};
use super::looks::Look;
use super::moves::PHASE2;
use super::pieces::{Pieces, Turner};
use super::rules::{Rules, may_continue, turns_in};
use crate::cube::Cube3;
use crate::moves::FaceTurn;
use std::ops::ControlFlow;

/// More moves than any solution that is looked for.
const MOST_TURNS: usize = 32;

/// A cube to be searched from.
#[derive(Copy, Clone, Debug)]
pub(super) struct Start {
    pub(super) coset: Coset,
    pieces: Pieces,
    /// The distance to phase 2, or a lower bound.
    pub(super) distance: u8,
}

impl Start {
    pub(super) fn new(tables: &impl Guide, cube: &Cube3) -> Start {
        let coset = tables.cosets().of(cube);
        tables.prefetch(coset);
        tables.endings().prefetch(coset.key());
        Start { coset, pieces: Pieces::of(cube), distance: 0 }
    }

    /// Finds out the distance; apart, so that the memory of several can be asked for before.
    pub(super) fn measure(&mut self, tables: &impl Guide) {
        self.distance = tables.distance(self.coset);
    }
}

/// Whoever wants solutions: told of each, and asked now and then whether to go on.
pub(super) trait Watch {
    /// The longest solution still wanted.
    fn limit(&self) -> usize;
    /// A solution not longer than that.
    fn found(&mut self, look: usize, turns: &[FaceTurn]) -> ControlFlow<()>;
    /// Whether to go on; called every few microseconds, with the nodes searched since the last call.
    fn check(&mut self, nodes: usize) -> ControlFlow<()>;
}

/// As many nodes are worked on side by side.
pub(super) const CROWD: usize = 32;

/// A check comes after as many nodes of phase 2: some microseconds.
const PHASE2_NODES_PER_CHECK: u32 = 64;

/// As many turns fit into a path; phase 1 may be longer by its ending.
pub(super) const LONGEST_PATH: usize = 12;

/// The turns from the start, five bits each, the last lowest.
#[derive(Copy, Clone, Debug, Default)]
struct Path(u64);

impl Path {
    const TURN_BITS: usize = 5;

    #[inline]
    fn then(self, turn: u8) -> Path {
        Path(self.0 << Path::TURN_BITS | u64::from(turn))
    }

    /// The last turn but so many.
    fn turn(self, from_end: usize) -> FaceTurn {
        FaceTurn::ALL[(self.0 >> (from_end * Path::TURN_BITS)) as usize & 31]
    }
}

/// A node of phase 1.
#[derive(Copy, Clone, Debug)]
struct Node {
    coset: Coset,
    /// From phase 2, or a lower bound.
    distance: u8,
    /// The face turned last; 6 at the start.
    last: u8,
    axis: u8,
    look: u16,
    path: Path,
    pieces: Pieces,
}

/// A child of a node, not looked at yet.
#[derive(Copy, Clone, Debug)]
struct Child {
    coset: Coset,
    parent: u8,
    /// As the coset of the parent sees it.
    turn: u8,
}

/// A way into phase 2, with its last turn in both directions.
#[derive(Copy, Clone, Debug)]
struct Entry {
    node: u8,
    ending: Ending,
    pieces: [Pieces; 2],
    corners_slice: [u32; 2],
}

/// An entry that may lead to a solution.
#[derive(Copy, Clone, Debug)]
struct Passed {
    entry: u32,
    /// Of its last turn.
    direction: u8,
    /// For phase 2.
    bound: u8,
    inside: Inside,
}

/// Which turn of phase 2.
#[derive(Copy, Clone, Debug)]
enum Turn {
    First,
    Later,
}

/// A search, from one look or many.
pub(super) struct Search<'a, T> {
    tables: &'a T,
    /// For each axis.
    rules: &'a [Rules; 3],
    turner: Turner,
    turns: [FaceTurn; MOST_TURNS],
    /// The nodes of each level that wait.
    levels: Vec<Vec<Node>>,
    children: Vec<Child>,
    entries: Vec<Entry>,
    passed: Vec<Passed>,
    /// Turns that stand after the solution already.
    reserved: usize,
    /// Where the solution that phase 2 may find comes from.
    look: u16,
    axis: u8,
    /// Nodes of phase 2 so far.
    nodes: u32,
}

impl<'a, T: Guide> Search<'a, T> {
    pub(super) fn new(tables: &'a T, rules: &'a [Rules; 3]) -> Search<'a, T> {
        Search {
            tables,
            rules,
            turner: Turner::new(),
            turns: [FaceTurn::ALL[0]; MOST_TURNS],
            levels: vec![Vec::new(); MOST_TURNS],
            children: Vec::new(),
            entries: Vec::new(),
            passed: Vec::new(),
            reserved: 0,
            look: 0,
            axis: 0,
            nodes: 0,
        }
    }

    /// Every way into phase 2 with this many turns, from a crowd of looks that are no farther from it and have as many moves
    /// before them.
    pub(super) fn run(
        &mut self,
        looks: &[(u16, &Look)],
        length: usize,
        watch: &mut impl Watch,
    ) -> ControlFlow<()> {
        let node = |&(number, look): &(u16, &Look)| Node {
            coset: look.start.coset,
            distance: look.start.distance,
            last: 6,
            axis: look.axis,
            look: number,
            path: Path::default(),
            pieces: look.start.pieces,
        };
        debug_assert!(looks.len() <= CROWD);
        self.reserved = looks.first().map_or(0, |(_, look)| look.premoves());
        let nodes: Vec<Node> = looks.iter().map(node).collect();
        self.advance(&nodes, 0, length, watch)
    }

    fn advance(
        &mut self,
        nodes: &[Node],
        depth: usize,
        remaining: usize,
        watch: &mut impl Watch,
    ) -> ControlFlow<()> {
        watch.check(nodes.len())?;
        if remaining == self.tables.endings().length() {
            return self.enter_all(nodes, depth, watch);
        }
        if remaining == 0 {
            let solved = nodes.iter().filter(|node| node.coset.is_solved());
            return solved.into_iter().try_for_each(|node| self.enter(node, depth, watch));
        }
        let (tables, cosets) = (self.tables, self.tables.cosets());
        let is_before_ending = remaining == tables.endings().length() + 1;
        let mut children = std::mem::take(&mut self.children);
        children.clear();
        for (parent, node) in (0..).zip(nodes) {
            let allowed = self.rules[node.axis as usize].followers[node.last as usize][node.coset.symmetry()];
            for turn in turns_in(allowed) {
                let coset = cosets.turned(node.coset, turn);
                if is_before_ending {
                    tables.prefetch_end(coset);
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
            let (distance, is_near) = if is_before_ending {
                (0, tables.may_end(parent.distance, child.coset))
            } else {
                let distance = tables.distance_beside(parent.distance, child.coset);
                (distance, (distance as usize) < remaining)
            };
            if is_near {
                if is_before_ending {
                    tables.endings().prefetch(child.coset.key());
                } else {
                    cosets.prefetch(child.coset);
                }
                let turn = cosets.group.turn_before[parent.coset.symmetry()][child.turn as usize];
                let turned = FaceTurn::ALL[turn as usize];
                next.push(Node {
                    coset: child.coset,
                    distance,
                    last: turned.face() as u8,
                    axis: parent.axis,
                    look: parent.look,
                    path: parent.path.then(turn),
                    pieces: self.turner.turned(parent.pieces, turned),
                });
            }
        }
        self.children = children;
        for crowd in next.chunks(CROWD) {
            self.advance(crowd, depth + 1, remaining - 1, watch)?;
        }
        self.levels[remaining] = next;
        ControlFlow::Continue(())
    }

    /// All ways from some nodes into phase 2.
    fn enter_all(&mut self, nodes: &[Node], depth: usize, watch: &mut impl Watch) -> ControlFlow<()> {
        let (tables, endings) = (self.tables, self.tables.endings());
        let Some(most) = watch.limit().checked_sub(depth + endings.length() + self.reserved) else {
            return ControlFlow::Continue(());
        };
        let most = most.min(T::LONGEST_PHASE2);
        nodes.iter().for_each(|node| endings.prefetch(node.coset.key()));
        nodes.iter().for_each(|node| endings.prefetch_next(node.coset.key()));
        let bounds = tables.corners_slice();
        self.entries.clear();
        for (number, node) in (0..).zip(nodes) {
            let names = &tables.cosets().group.turn_before[node.coset.symmetry()];
            let rules = &self.rules[node.axis as usize];
            for ending in endings.of(node.coset.key()) {
                let turn = |step| FaceTurn::ALL[names[ending.turn(step)] as usize];
                let last = endings.length() - 1;
                if depth > 0 && !may_continue(node.path.turn(0), turn(0), turn(1))
                    || !(0..=last).all(|step| rules.allow(turn(step)))
                {
                    continue;
                }
                let before =
                    (0..last).fold(node.pieces, |pieces, step| self.turner.turned(pieces, turn(step)));
                let pieces = [turn(last), turn(last).inverse()].map(|turn| self.turner.turned(before, turn));
                let corners_slice = pieces.map(|pieces| (pieces.corners() * ORDERS + pieces.slice()) as u32);
                corners_slice.iter().for_each(|&index| bounds.prefetch(index as usize));
                self.entries.push(Entry { node: number, ending, pieces, corners_slice });
            }
        }
        let mut passed = std::mem::take(&mut self.passed);
        passed.clear();
        for (number, entry) in (0..).zip(&self.entries) {
            let [first, second] = entry.corners_slice.map(|index| index as usize);
            let mut pass = |direction: usize, bound| {
                let corners = entry.corners_slice[direction] as usize / ORDERS;
                let inside = Inside::new(tables, entry.pieces[direction], corners);
                passed.push(Passed { entry: number, direction: direction as u8, bound, inside });
            };
            let bound = bounds.get(first);
            if bound as usize <= most {
                pass(0, bound);
            }
            // A half turn lies between the two, so their distances differ by one at most.
            if bound as usize <= most + 1 {
                let bound = bounds.get(second);
                if bound as usize <= most {
                    pass(1, bound);
                }
            }
        }
        passed.iter_mut().for_each(|one| one.inside.find(tables));
        // From here on the passed ones are few; the shortest second phases of all are looked for first.
        passed.retain_mut(|one| {
            one.bound = one.bound.max(tables.edges(&one.inside, most as u8));
            one.bound as usize <= most
        });
        let lowest = passed.iter().map(|one| one.bound as usize).min().unwrap_or(most);
        for length in lowest..=most {
            for one in &passed {
                let (shortest, longest) = (one.bound as usize, one.bound as usize + T::MOST_ABOVE_BOUND);
                if !(shortest..=longest).contains(&length) {
                    continue;
                }
                // A better solution may have been found meanwhile.
                let end = depth + endings.length();
                if end + length + self.reserved > watch.limit() {
                    break;
                }
                let entry = self.entries[one.entry as usize];
                self.recall_entry(&nodes[entry.node as usize], &entry, one.direction, depth);
                self.phase2(one.inside.pieces, end, length, Turn::First, watch)?;
            }
        }
        self.passed = passed;
        ControlFlow::Continue(())
    }

    /// Writes down the way into phase 2.
    fn recall_entry(&mut self, node: &Node, entry: &Entry, direction: u8, depth: usize) {
        self.recall(node, depth);
        let names = &self.tables.cosets().group.turn_before[node.coset.symmetry()];
        let end = depth + self.tables.endings().length();
        for step in depth..end {
            self.turns[step] = FaceTurn::ALL[names[entry.ending.turn(step - depth)] as usize];
        }
        if direction == 1 {
            self.turns[end - 1] = self.turns[end - 1].inverse();
        }
    }

    /// Writes down how a node this deep was reached.
    fn recall(&mut self, node: &Node, depth: usize) {
        self.look = node.look;
        self.axis = node.axis;
        for step in 0..depth {
            self.turns[step] = node.path.turn(depth - 1 - step);
        }
    }

    /// Searches phase 2 from a node of its own.
    fn enter(&mut self, node: &Node, depth: usize, watch: &mut impl Watch) -> ControlFlow<()> {
        self.recall(node, depth);
        for length in 0..=T::LONGEST_PHASE2 {
            if depth + length + self.reserved > watch.limit()
                || self.phase2(node.pieces, depth, length, Turn::First, watch)?
            {
                break;
            }
        }
        ControlFlow::Continue(())
    }

    /// Whether a solution of exactly this many more turns was found.
    fn phase2(
        &mut self,
        pieces: Pieces,
        depth: usize,
        remaining: usize,
        turn: Turn,
        watch: &mut impl Watch,
    ) -> ControlFlow<(), bool> {
        if remaining == 0 {
            // Both bounds are 0 here, but neither knows all pieces.
            if pieces != Pieces::SOLVED {
                return ControlFlow::Continue(false);
            }
            watch.found(self.look as usize, &self.turns[..depth])?;
            return ControlFlow::Continue(true);
        }
        self.nodes = self.nodes.wrapping_add(1);
        if self.nodes.is_multiple_of(PHASE2_NODES_PER_CHECK) {
            watch.check(PHASE2_NODES_PER_CHECK as usize)?;
        }
        let (tables, bounds) = (self.tables, self.tables.corners_slice());
        let last = if depth == 0 { 6 } else { self.turns[depth - 1].face() as usize };
        let rules = &self.rules[self.axis as usize];
        let turns = match turn {
            Turn::First => rules.entering[last],
            Turn::Later => rules.phase2[last],
        };
        let slice = pieces.slice();
        let mut named = [(FaceTurn::ALL[0], Pieces::SOLVED, 0); PHASE2.len()];
        let mut count = 0;
        for turn in turns_in(turns) {
            let turn = FaceTurn::ALL[turn];
            let turned = self.turner.with_corners_turned(pieces, turn);
            let corners_slice = turned.corners() * ORDERS + self.turner.slice_turned(slice, turn);
            bounds.prefetch(corners_slice);
            named[count] = (turn, turned, corners_slice as u32);
            count += 1;
        }
        let named = &named[..count];
        let mut children = [(FaceTurn::ALL[0], Inside::default()); PHASE2.len()];
        let mut count = 0;
        for &(turn, turned, corners_slice) in named {
            if (bounds.get(corners_slice as usize) as usize) < remaining {
                let turned = self.turner.with_edges_turned(turned, turn);
                children[count] = (turn, Inside::new(tables, turned, corners_slice as usize / ORDERS));
                count += 1;
            }
        }
        let children = &mut children[..count];
        children.iter_mut().for_each(|(_, child)| child.find(tables));
        for (turn, child) in children {
            if tables.edges(child, remaining as u8 - 1) as usize >= remaining {
                continue;
            }
            self.turns[depth] = *turn;
            if self.phase2(child.pieces, depth + 1, remaining - 1, Turn::Later, watch)? {
                return ControlFlow::Continue(true);
            }
        }
        ControlFlow::Continue(false)
    }
}
