//! One depth of the search, shared by all who work on it.

use super::position::{Machine, Portable, Position};
use super::search::{Effort, Gate, Node, Search};
use super::table::{Bounds, Count};
use crate::cube::Cube3;
use crate::geometry::Symmetry;
use crate::moves::FaceTurn;
use std::collections::HashSet;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};

/// How the bounds are found: what the machine has, or what every machine has.
#[derive(Copy, Clone, Debug)]
pub(super) enum Way {
    Portable,
    #[cfg(target_arch = "x86_64")]
    Vector(super::vector::Vector),
}

impl Way {
    /// The best one of this machine.
    pub(super) fn best() -> Way {
        #[cfg(target_arch = "x86_64")]
        if let Some(vector) = super::vector::Vector::new() {
            return Way::Vector(vector);
        }
        Way::Portable
    }
}

/// How a search is done.
#[derive(Copy, Clone, Debug)]
pub(super) struct Manner {
    pub(super) way: Way,
    pub(super) threads: usize,
    /// How many nodes are taken between asking for memory and reading it.
    pub(super) wait: usize,
    /// Whether every solution is wanted, or any.
    pub(super) all: bool,
}

/// Asked now and then whether to go on; told how much was looked at, and which part of this depth.
pub(super) type GoOn<'a> = dyn Fn(Effort, f64) -> ControlFlow<()> + Sync + 'a;

/// So many nodes for each thread are found before the work is shared.
const SHARES: usize = 500;

/// Steps between two looks at whether to go on: well under a millisecond.
const STEPS: usize = 512;

/// Half of the solutions are in this part of the work, below nodes that promise much.
const PROMISING: f64 = 0.18;

/// All below some nodes that a gate lets through, a share at a time.
pub(super) struct SharedSearch<'a> {
    bounds: Bounds<'a>,
    count: Count,
    manner: Manner,
    gate: Gate,
    shares: &'a [Node],
    /// Which part of the work is done before, and which is here.
    parts: (f64, f64),
    next: AtomicUsize,
    is_over: AtomicBool,
    was_stopped: AtomicBool,
    nodes: AtomicU64,
    looks: AtomicU64,
    solutions: Mutex<Vec<Vec<FaceTurn>>>,
    go_on: &'a GoOn<'a>,
}

/// What came of a depth.
#[derive(Clone, Debug)]
pub(super) struct Harvest {
    pub(super) solutions: Vec<Vec<FaceTurn>>,
    pub(super) effort: Effort,
    /// Whether it was left before its end without a solution.
    pub(super) was_stopped: bool,
}

/// Lower bounds of a cube and of its inverse.
pub(super) fn bounds_of(bounds: Bounds<'_>, count: Count, cube: &Cube3) -> (u8, u8) {
    let search = Search::new(Portable, bounds, count, Gate::OPEN, 0);
    (search.bound(&Position::from(cube)), search.bound(&Position::from(&cube.inverse())))
}

/// Looks for solutions of exactly so many moves; the bounds of the cube allow them.
pub(super) fn search(
    bounds: Bounds<'_>,
    count: Count,
    root: Node,
    manner: Manner,
    go_on: &GoOn<'_>,
) -> Harvest {
    let mut first = Search::new(Portable, bounds, count, Gate::OPEN, 0);
    let (mut solutions, mut shares) = (Vec::new(), vec![root]);
    // The first nodes are found one turn at a time, so that they can be shared, the most promising first.
    while !shares.is_empty() && shares.len() < SHARES * manner.threads {
        let mut children = Vec::new();
        for node in shares {
            children.extend(first.children(node, &mut |solution| solutions.push(solution)));
        }
        shares = children;
    }
    if !manner.all {
        shares = without_symmetric(&root.cube(), shares);
    }
    shares.sort_by_key(Node::promise);
    let mut harvest = Harvest { solutions, effort: first.effort, was_stopped: false };
    for (gate, parts) in gates(bounds, manner, &shares) {
        if !manner.all && !harvest.solutions.is_empty() {
            break;
        }
        let shared = SharedSearch {
            bounds,
            count,
            manner,
            gate,
            shares: &shares,
            parts,
            next: AtomicUsize::new(0),
            is_over: AtomicBool::new(false),
            was_stopped: AtomicBool::new(false),
            nodes: AtomicU64::new(harvest.effort.nodes),
            looks: AtomicU64::new(harvest.effort.looks),
            solutions: Mutex::new(harvest.solutions),
            go_on,
        };
        std::thread::scope(|scope| {
            for _ in 1..manner.threads.min(shares.len()) {
                scope.spawn(|| shared.work_in_its_way());
            }
            shared.work_in_its_way();
        });
        harvest = shared.harvest();
        if harvest.was_stopped {
            break;
        }
    }
    harvest
}

/// One after the other, these let everything through, with the part of the work that is done before each, and its own part.
///
/// Where bounds begin to tell much, nodes with low ones come first, and the rest in a second round: what is above, which is gone
/// through twice, is little. Where all solutions are wanted, the order does not matter.
fn gates(bounds: Bounds<'_>, manner: Manner, shares: &[Node]) -> Vec<(Gate, (f64, f64))> {
    let left = bounds.largest();
    if manner.all || shares.iter().any(|node| node.left() <= left) {
        return vec![(Gate::OPEN, (0.0, 1.0))];
    }
    let much = 2 * left - 3;
    vec![
        (Gate { left, promises: 0..=much }, (0.0, PROMISING)),
        (Gate { left, promises: much + 1..=u8::MAX }, (PROMISING, 1.0 - PROMISING)),
    ]
}

/// One of all nodes that symmetries make of one another, where the cube they come from has symmetries at all.
///
/// Whether a node has a solution does not change by a symmetry or by taking the inverse; but then the order in which opposite
/// faces are turned must be free.
fn without_symmetric(cube: &Cube3, nodes: Vec<Node>) -> Vec<Node> {
    let images = |cube: &Cube3| {
        let (cube, inverse) = (*cube, cube.inverse());
        Symmetry::ALL.into_iter().flat_map(move |symmetry| [cube.under(symmetry), inverse.under(symmetry)])
    };
    if images(cube).skip(1).all(|image| image != *cube) {
        return nodes;
    }
    let key = |cube: Cube3| (cube.corners().codes(), cube.edges().codes());
    let mut seen = HashSet::new();
    let is_new = |node: &Node| {
        let least = images(&node.cube()).map(key).min().expect("there are symmetries");
        // In quarter turns some have taken more moves than others.
        seen.insert((least, node.left()))
    };
    nodes.into_iter().map(Node::free).filter(is_new).collect()
}

impl SharedSearch<'_> {
    fn work_in_its_way(&self) {
        match self.manner.way {
            Way::Portable => self.work(Portable),
            #[cfg(target_arch = "x86_64")]
            Way::Vector(vector) => vector.work(self),
        }
    }

    /// Works on shares until there are none.
    #[inline(always)]
    pub(super) fn work<M: Machine>(&self, machine: M) {
        let mut search = Search::new(machine, self.bounds, self.count, self.gate.clone(), self.manner.wait);
        loop {
            for _ in 0..STEPS {
                // A new share keeps all places taken.
                if search.nodes.is_empty() {
                    let share = self.next.fetch_add(1, Ordering::Relaxed);
                    search.nodes.extend(self.shares.get(share));
                }
                search.step(&mut |solution| self.found(solution));
            }
            if search.is_done() && self.next.load(Ordering::Relaxed) >= self.shares.len() {
                return self.add(search.effort);
            }
            self.add(std::mem::take(&mut search.effort));
            if self.is_over.load(Ordering::Relaxed) {
                return;
            }
            let done = self.next.load(Ordering::Relaxed).min(self.shares.len());
            let (before, here) = self.parts;
            let part = before + here * done as f64 / self.shares.len().max(1) as f64;
            if (self.go_on)(self.effort(), part).is_break() {
                self.was_stopped.store(true, Ordering::Relaxed);
                self.is_over.store(true, Ordering::Relaxed);
            }
        }
    }

    fn found(&self, solution: Vec<FaceTurn>) {
        self.solutions.lock().unwrap_or_else(PoisonError::into_inner).push(solution);
        if !self.manner.all {
            self.is_over.store(true, Ordering::Relaxed);
        }
    }

    fn add(&self, effort: Effort) {
        self.nodes.fetch_add(effort.nodes, Ordering::Relaxed);
        self.looks.fetch_add(effort.looks, Ordering::Relaxed);
    }

    fn harvest(self) -> Harvest {
        let effort = self.effort();
        let solutions = self.solutions.into_inner().unwrap_or_else(PoisonError::into_inner);
        let was_stopped = self.was_stopped.into_inner() && (self.manner.all || solutions.is_empty());
        Harvest { solutions, effort, was_stopped }
    }

    fn effort(&self) -> Effort {
        Effort { nodes: self.nodes.load(Ordering::Relaxed), looks: self.looks.load(Ordering::Relaxed) }
    }
}

#[cfg(test)]
mod tests {
    use super::super::solver::OptimalTable;
    use super::super::table::Card;
    use super::*;

    #[test]
    fn the_rounds_of_a_depth_leave_nothing_out_and_do_nothing_twice() {
        let card = Card::smallest(Count::HalfTurns);
        let table = OptimalTable::new(card, vec![0; card.bytes()]).expect("as many bytes as it has");
        let bounds = table.bounds();
        let manner = |all| Manner { way: Way::Portable, threads: 1, wait: 0, all };
        let share = |left| Node::root(&Cube3::SOLVED, left, 0, 0);
        let rounds = |all, left| gates(bounds, manner(all), &[share(left), share(20)]);
        let two = rounds(false, bounds.largest() + 1);
        assert_eq!(two.len(), 2);
        for promise in 0..=u8::MAX {
            let passed = two.iter().filter(|(gate, _)| gate.promises.contains(&promise)).count();
            assert_eq!(passed, 1, "{promise}");
        }
        assert!(two.iter().all(|(gate, _)| gate.left == bounds.largest()));
        let ends = two.iter().map(|(_, (before, here))| before + here);
        assert_eq!(ends.collect::<Vec<_>>(), [PROMISING, 1.0]);
        // Some shares are beyond the gate, or all solutions are wanted.
        for one in [rounds(false, bounds.largest()), rounds(true, 20)] {
            assert!(matches!(&one[..], [(gate, _)] if gate.promises == (0..=u8::MAX)));
        }
    }
}
