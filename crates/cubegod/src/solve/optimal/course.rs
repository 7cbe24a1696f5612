//! The way to a shortest solution of one cube: depth after depth, each in rounds.

use super::node::Node;
use super::position::{Machine, Portable, Position};
use super::round::{Harvest, Round};
use super::search::{Gate, Ground, Search, WAIT};
use super::solver::{Depth, OptimalOptions, OptimalSolution, OptimalTable, Standing};
use super::table::{Bounds, Count};
use super::way::{Way, Work};
use crate::cube::{Conjugation, Cube3};
use crate::geometry::{Size, Symmetry};
use crate::moves::{Alg, FaceTurn};
use std::collections::HashSet;
use std::sync::{Arc, LazyLock};

/// Every cube is solved in so many half turns; proven by Rokicki, Kociemba, Davidson and Dethridge.
const MOST_HALF_TURNS: usize = 20;
/// Every cube is solved in so many quarter turns; proven by Rokicki and Davidson.
const MOST_QUARTER_TURNS: usize = 26;

/// At least so many nodes are found before the work is shared, on however many threads: what is found does not depend on them.
const SHARES: usize = 500;

/// Most solutions are in this part of the work, below nodes that promise much.
const PROMISING: f64 = 0.18;

/// Lower bounds of a cube and of its inverse.
pub(super) fn bounds_of(ground: &Ground<'_>, cube: &Cube3) -> (u8, u8) {
    let bound = |cube: &Cube3| ground.bound(Portable, &Position::from(cube));
    (bound(cube), bound(&cube.inverse()))
}

/// How far one cube is. Whoever has it asks for the next round, works on it, and brings what came of it.
pub(super) struct Course {
    cube: Cube3,
    wish: OptimalOptions,
    count: Count,
    way: Way,
    bounds: (u8, u8),
    is_symmetric: bool,
    /// The depth that is worked on, and what is left of it.
    rounds: std::vec::IntoIter<(Gate, (f64, f64))>,
    shares: Arc<[Node]>,
    harvest: Option<Harvest>,
    /// Whether the last depth was so large that no other may follow.
    is_enough: bool,
    is_over: bool,
    outcome: OptimalSolution,
}

impl Course {
    pub(super) fn new(table: &OptimalTable, cube: &Cube3, wish: &OptimalOptions, way: Way) -> Course {
        let bounds = bounds_of(&table.ground(), cube);
        let mut outcome = OptimalSolution {
            solutions: Vec::new(),
            at_least: usize::from(bounds.0.max(bounds.1)).max(wish.at_least),
            was_stopped: false,
            depths: Vec::new(),
        };
        if cube.is_solved() {
            outcome.solutions.push(Alg::default());
            outcome.at_least = 0;
        } else {
            outcome.at_least = outcome.at_least.max(1);
        }
        Course {
            cube: *cube,
            wish: wish.clone(),
            count: table.card().count,
            way,
            bounds,
            is_symmetric: images(cube).skip(1).any(|image| image == *cube),
            rounds: Vec::new().into_iter(),
            shares: Arc::new([]),
            harvest: None,
            is_enough: false,
            is_over: cube.is_solved(),
            outcome,
        }
    }

    /// The next round; nothing once everything is known.
    pub(super) fn next(&mut self, table: &OptimalTable) -> Option<Arc<Round>> {
        let ground = table.ground();
        loop {
            let Some(harvest) = &mut self.harvest else {
                if !self.has_next_depth() {
                    return None;
                }
                if self.is_enough {
                    self.outcome.was_stopped = true;
                    return None;
                }
                self.begin(&ground);
                continue;
            };
            let is_enough = harvest.was_stopped || (!self.wish.all && !harvest.solutions.is_empty());
            match self.rounds.next().filter(|_| !is_enough) {
                Some((gate, parts)) => {
                    let before = std::mem::take(harvest);
                    let shares = Arc::clone(&self.shares);
                    return Some(Arc::new(Round::new(gate, shares, self.wish.all, parts, before)));
                }
                None => self.end(),
            }
        }
    }

    /// Takes what came of a round.
    pub(super) fn take(&mut self, harvest: Harvest) {
        self.harvest = Some(harvest);
    }

    /// How far a round of this is.
    pub(super) fn standing(&self, round: &Round) -> Standing {
        Standing { depth: self.outcome.at_least, effort: round.effort(), part: round.part() }
    }

    pub(super) fn outcome(self) -> OptimalSolution {
        self.outcome
    }

    /// Whether there is a depth to be searched, which is then that of the least number of moves.
    fn has_next_depth(&mut self) -> bool {
        let farthest = match self.count {
            Count::HalfTurns => MOST_HALF_TURNS,
            Count::QuarterTurns => MOST_QUARTER_TURNS,
        };
        let last = self.wish.at_most.min(farthest);
        while !self.is_over && self.outcome.at_least <= last {
            let depth = self.outcome.at_least;
            if let Some(turns) = self.wish.known.as_ref().filter(|_| !self.wish.all)
                && self.count.length(turns) <= depth
            {
                self.outcome.solutions.push(turns.iter().copied().collect());
                self.is_over = true;
                return false;
            }
            // Every quarter turn changes the parity of the corners.
            if self.count == Count::HalfTurns || (depth % 2 == 1) == self.cube.corners().is_odd() {
                return true;
            }
            self.outcome.at_least += 1;
        }
        false
    }

    /// Finds the first nodes of a depth, one turn at a time, so that they can be shared: the most promising first.
    fn begin(&mut self, ground: &Ground<'_>) {
        let (bound, inverse_bound) = self.bounds;
        let root = Node::root(&self.cube, self.outcome.at_least as u8, bound, inverse_bound);
        let first = |nodes| self.way.run(FirstNodes { ground, nodes, most: SHARES });
        let (mut shares, mut harvest) = first(vec![root]);
        if self.is_symmetric && !self.wish.all {
            // Few may be left of them.
            let (more, rest) = first(without_symmetric(shares));
            shares = more;
            harvest.solutions.extend(rest.solutions);
            harvest.effort.nodes += rest.effort.nodes;
            harvest.effort.looks += rest.effort.looks;
        }
        shares.sort_by_key(Node::promise);
        for (node, share) in shares.iter_mut().zip(0..) {
            node.share = share;
        }
        self.rounds = gates(&ground.bounds, self.wish.all, &shares).into_iter();
        self.shares = shares.into();
        self.harvest = Some(harvest);
    }

    /// Keeps what came of a depth.
    fn end(&mut self) {
        let Some(Harvest { solutions, effort, was_stopped }) = self.harvest.take() else { return };
        let outcome = &mut self.outcome;
        outcome.depths.push(Depth { moves: outcome.at_least, effort });
        outcome.was_stopped = was_stopped;
        self.is_over = was_stopped || !solutions.is_empty();
        if was_stopped {
            return;
        }
        if solutions.is_empty() {
            outcome.at_least += 1;
            self.is_enough = effort.nodes > self.wish.no_depth_after;
        }
        outcome.solutions = in_order(solutions);
        if !self.wish.all {
            outcome.solutions.truncate(1);
        }
        if self.is_symmetric && !self.wish.all {
            // Below free nodes there are all orders of opposite faces, and half turns in two.
            let tidy = |alg: &mut Alg| *alg = alg.in_face_turns(Size::THREE).0;
            outcome.solutions.iter_mut().for_each(tidy);
        }
    }
}

fn in_order(mut solutions: Vec<Vec<FaceTurn>>) -> Vec<Alg> {
    solutions.sort_unstable();
    solutions.into_iter().map(|turns| turns.into_iter().collect()).collect()
}

/// At least so many nodes at or below some, if there are, all with as many turns taken.
struct FirstNodes<'a> {
    ground: &'a Ground<'a>,
    nodes: Vec<Node>,
    most: usize,
}

impl Work for FirstNodes<'_> {
    type Result = (Vec<Node>, Harvest);

    #[inline(always)]
    fn with<M: Machine>(self, machine: M) -> (Vec<Node>, Harvest) {
        let mut search = Search::new(Gate::OPEN, WAIT);
        let (mut nodes, mut solutions) = (self.nodes, Vec::new());
        while !nodes.is_empty() && nodes.len() < self.most {
            nodes =
                search.children(machine, self.ground, &nodes, &mut |node| solutions.push(node.solution()));
        }
        (nodes, Harvest { solutions, effort: search.effort, was_stopped: false })
    }
}

/// One after the other, these let everything through, with the part of the work that is done before each, and its own part.
///
/// Where bounds begin to tell much, nodes with low ones come first, and the rest in a second round: what is above, which is gone
/// through twice, is little. Where all solutions are wanted, the order does not matter.
fn gates(bounds: &Bounds<'_>, all: bool, shares: &[Node]) -> Vec<(Gate, (f64, f64))> {
    if shares.is_empty() {
        return Vec::new();
    }
    let left = bounds.largest;
    if all || shares.iter().any(|node| node.left <= left) {
        return vec![(Gate::OPEN, (0.0, 1.0))];
    }
    let much = 2 * left - 3;
    vec![
        (Gate { left, promises: 0..=much }, (0.0, PROMISING)),
        (Gate { left, promises: much + 1..=u8::MAX }, (PROMISING, 1.0 - PROMISING)),
    ]
}

/// What symmetries make of a cube and of its inverse; first the cube itself.
fn images(cube: &Cube3) -> impl Iterator<Item = Cube3> {
    static NAMES: LazyLock<[Conjugation; 48]> = LazyLock::new(|| Symmetry::ALL.map(Conjugation::new));
    let (cube, inverse) = (*cube, cube.inverse());
    NAMES.iter().flat_map(move |names| [cube.conjugated_with(names), inverse.conjugated_with(names)])
}

/// One of all nodes that symmetries make of one another; there may be some where the cube that they come from has symmetries.
///
/// Whether a node has a solution does not change by a symmetry or by taking the inverse; but then the order in which opposite
/// faces are turned must be free.
fn without_symmetric(nodes: Vec<Node>) -> Vec<Node> {
    let key = |cube: Cube3| (cube.corners().codes(), cube.edges().codes());
    let mut seen = HashSet::new();
    let is_new = |node: &Node| {
        let least = images(&node.cube()).map(key).min().expect("there are symmetries");
        // In quarter turns some have taken more moves than others.
        seen.insert((least, node.left))
    };
    nodes.into_iter().map(Node::free).filter(is_new).collect()
}

#[cfg(test)]
mod tests {
    use super::super::table::Card;
    use super::*;

    #[test]
    fn the_rounds_of_a_depth_leave_nothing_out_and_do_nothing_twice() {
        let card = Card::smallest(Count::HalfTurns);
        let table = OptimalTable::new(card, vec![0; card.bytes()]).expect("as many bytes as it has");
        let bounds = table.ground().bounds;
        let share = |left| Node::root(&Cube3::SOLVED, left, 0, 0);
        let rounds = |all, left| gates(&bounds, all, &[share(left), share(20)]);
        let two = rounds(false, bounds.largest + 1);
        assert_eq!(two.len(), 2);
        for promise in 0..=u8::MAX {
            let passed = two.iter().filter(|(gate, _)| gate.promises.contains(&promise)).count();
            assert_eq!(passed, 1, "{promise}");
        }
        assert!(two.iter().all(|(gate, _)| gate.left == bounds.largest));
        let ends = two.iter().map(|(_, (before, here))| before + here);
        assert_eq!(ends.collect::<Vec<_>>(), [PROMISING, 1.0]);
        assert!(gates(&bounds, false, &[]).is_empty(), "there is nothing to be done");
        // Some shares are beyond the gate, or all solutions are wanted.
        for one in [rounds(false, bounds.largest), rounds(true, 20)] {
            assert!(matches!(&one[..], [(gate, _)] if gate.promises == (0..=u8::MAX)));
        }
    }
}
