//! All ways to solve a cube in a number of moves, found by looking at many positions at once.
//!
//! A node is a position and what undoes it, the inverse. A solution of the one is the other's read backwards, so either may be
//! turned, and the bounds of both hold for both. Half turns keep tame cubes tame, which helps three times:
//!
//! - If the inverse is as far from the tame ones as there are moves left, then the next turn is no half turn: it would be the last
//!   turn of the inverse, where it brings nothing nearer. (If the position is as far, the two change their roles.)
//! - A half turn of the position does not change the coordinate of the inverse.
//! - For the same reason, both quarter turns of a face lead to one coordinate of the inverse: one look for two positions.

use super::position::{Constants, Machine, Position, solved};
use super::table::{Bounds, Count};
use crate::cube::Cube3;
use crate::moves::FaceTurn;
use std::ops::RangeInclusive;

/// A position on the way, and how it came about.
#[derive(Copy, Clone, Debug)]
pub(super) struct Node {
    /// What is turned next.
    position: Position,
    /// What undoes it.
    inverse: Position,
    /// Six bits a turn, the last one lowest: its number, and whether it was the inverse that was turned.
    path: u128,
    /// Moves that are left.
    left: u8,
    /// Lower bounds of the two, no more than what is left.
    bound: u8,
    inverse_bound: u8,
    /// The faces turned last, of the position and of its inverse; [`NO_FACE`] if none was.
    last: u8,
    inverse_last: u8,
    /// Whether the two have changed their roles.
    swapped: bool,
}

const NO_FACE: u8 = 6;
const PATH_BITS: u32 = 6;
const OF_INVERSE: u128 = 1 << 5;
/// Stands before the first turn, so that a path knows where it ends.
const PATH_END: u128 = 1;

impl Node {
    /// The beginning of a search.
    pub(super) fn root(cube: &Cube3, moves: u8, bound: u8, inverse_bound: u8) -> Node {
        Node {
            position: Position::from(cube),
            inverse: Position::from(&cube.inverse()),
            path: PATH_END,
            left: moves,
            bound,
            inverse_bound,
            last: NO_FACE,
            inverse_last: NO_FACE,
            swapped: false,
        }
    }

    /// The sum of both bounds: the less, the more promising.
    pub(super) fn promise(&self) -> u8 {
        self.bound + self.inverse_bound
    }

    /// How many moves are left.
    pub(super) fn left(&self) -> u8 {
        self.left
    }

    /// The position as a cube.
    pub(super) fn cube(&self) -> Cube3 {
        self.position.cube()
    }

    /// The same as if nothing had been turned yet, so that any face may be next.
    pub(super) fn free(self) -> Node {
        Node { last: NO_FACE, inverse_last: NO_FACE, ..self }
    }

    /// What becomes of the inverse becomes of the position, and the other way round.
    fn other_side(self) -> Node {
        Node {
            position: self.inverse,
            inverse: self.position,
            bound: self.inverse_bound,
            inverse_bound: self.bound,
            last: self.inverse_last,
            inverse_last: self.last,
            swapped: !self.swapped,
            ..self
        }
    }

    /// Whether a half turn may be next: it leaves the inverse where it is.
    #[inline(always)]
    fn allows_half_turns(&self, half_turn: u8) -> bool {
        self.inverse_bound + half_turn <= self.left
    }

    /// The same with the side up that has fewer turns to try.
    #[inline(always)]
    fn best_side(self, half_turn: u8) -> Node {
        let turns = |node: &Node, inverse_bound: u8, swapped: bool, last: u8| {
            let faces = FOLLOWERS[usize::from(swapped)][usize::from(last)].count_ones();
            faces * if inverse_bound + half_turn <= node.left { 3 } else { 2 }
        };
        let here = turns(&self, self.inverse_bound, self.swapped, self.last);
        let there = turns(&self, self.bound, !self.swapped, self.inverse_last);
        if there < here { self.other_side() } else { self }
    }

    /// Faces that may be turned next, a bit each, by a turn that counts so much.
    #[inline(always)]
    fn faces(&self, cost: u8) -> u8 {
        let faces = FOLLOWERS[usize::from(self.swapped)][usize::from(self.last)];
        if self.left > cost {
            return faces;
        }
        // The only turn that is left stands between the last ones of both.
        faces & FOLLOWERS[usize::from(!self.swapped)][usize::from(self.inverse_last)]
    }

    /// The turns that solve the cube at the root, once the position is solved.
    fn solution(&self) -> Vec<FaceTurn> {
        let (mut first, mut last) = (Vec::new(), Vec::new());
        let mut path = self.path;
        while path != PATH_END {
            let turn = FaceTurn::from_index((path & (OF_INVERSE - 1)) as usize).expect("only turns are kept");
            if path & OF_INVERSE == 0 {
                first.push(turn)
            } else {
                last.push(turn.inverse())
            }
            path >>= PATH_BITS;
        }
        first.reverse();
        first.extend(last);
        first
    }
}

/// Faces that may follow a face, a bit each: in a solution, and in a solution read backwards.
static FOLLOWERS: [[u8; 7]; 2] = {
    let mut followers = [[0b11_1111; 7]; 2];
    let mut last = 0;
    while last < 6 {
        let mut face = 0;
        while face < 6 {
            let (turn, before) = (FaceTurn::ALL[3 * face], FaceTurn::ALL[3 * last]);
            if !turn.may_follow(before) {
                followers[0][last] &= !(1 << face);
            }
            if !before.may_follow(turn) {
                followers[1][last] &= !(1 << face);
            }
            face += 1;
        }
        last += 1;
    }
    followers
};

/// The numbers of the bits that are set.
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

/// So many nodes are taken between asking for memory and reading it.
pub(super) const WAIT: usize = 8;

/// So many places of the table are asked for at once. Alone, each would have to be found in the system's tables of pages before
/// anything after it can go on; in a row, they are found side by side.
const TOGETHER: usize = 12;

/// Which nodes are gone into: those whose sum of bounds is in here, once so few moves are left.
#[derive(Clone, Debug)]
pub(super) struct Gate {
    pub(super) left: u8,
    pub(super) promises: RangeInclusive<u8>,
}

impl Gate {
    /// Everything passes it.
    pub(super) const OPEN: Gate = Gate { left: 0, promises: 0..=u8::MAX };

    /// Whether a node may be gone into that comes from one with so many moves left.
    #[inline(always)]
    fn lets_through(&self, left_before: u8, node: &Node) -> bool {
        let is_at_it = left_before > self.left && node.left <= self.left;
        !is_at_it || self.promises.contains(&node.promise())
    }
}

/// How much was looked at.
#[derive(Copy, Clone, Debug, Default, Eq, PartialEq)]
pub struct Effort {
    /// Positions that a turn led to and that a bound was asked for; one look at the inverse serves both quarter turns of a face.
    pub nodes: u64,
    /// Entries of the table that were read.
    pub looks: u64,
}

/// How far a node is on its way.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
enum Stage {
    /// There is none.
    Empty,
    /// Inverses of quarter turns and half turns were asked for.
    Asked,
    /// Quarter turns that are left were asked for.
    AskedAgain,
}

/// What a turn brings.
#[derive(Copy, Clone, Debug, Default)]
struct Outlook {
    turn: u8,
    inverse_bound: u8,
    /// Where the table has it.
    number: u64,
}

const FACES: usize = 6;

/// A node whose turns are looked at.
#[derive(Copy, Clone, Debug)]
struct Slot {
    stage: Stage,
    node: Node,
    /// Faces whose quarter turns, and whose half turns, are looked at.
    quarters: u8,
    halves: u8,
    /// Where the table has the inverses of quarter turns, and half turns, by face.
    quarter_numbers: [u64; FACES],
    half_numbers: [u64; FACES],
    /// What is left of these.
    outlooks: [Outlook; FaceTurn::COUNT],
    outlook_count: usize,
}

/// A search through everything below some nodes.
pub(super) struct Search<'a, M: Machine> {
    machine: M,
    constants: &'static Constants,
    bounds: Bounds<'a>,
    half_turn: u8,
    gate: Gate,
    /// Nodes that wait for their turn.
    pub(super) nodes: Vec<Node>,
    /// Nodes that wait for memory, in a ring.
    slots: Vec<Slot>,
    /// The one that is next, and the one that has waited half as long.
    next: usize,
    middle: usize,
    in_slots: usize,
    /// Where the table has what will be read, not yet asked for.
    wanted: Vec<u64>,
    pub(super) effort: Effort,
}

impl<'a, M: Machine> Search<'a, M> {
    /// With this many nodes between asking for memory and reading it.
    pub(super) fn new(
        machine: M,
        bounds: Bounds<'a>,
        count: Count,
        gate: Gate,
        wait: usize,
    ) -> Search<'a, M> {
        let empty = Slot {
            stage: Stage::Empty,
            node: Node::root(&Cube3::SOLVED, 0, 0, 0),
            quarters: 0,
            halves: 0,
            quarter_numbers: [0; FACES],
            half_numbers: [0; FACES],
            outlooks: [Outlook::default(); FaceTurn::COUNT],
            outlook_count: 0,
        };
        Search {
            machine,
            constants: Constants::get(),
            bounds,
            half_turn: if count == Count::HalfTurns { 1 } else { 2 },
            gate,
            nodes: Vec::new(),
            slots: vec![empty; 2 * wait + 1],
            next: 0,
            middle: wait + 1,
            in_slots: 0,
            wanted: Vec::with_capacity(TOGETHER + 2 * FaceTurn::COUNT),
            effort: Effort::default(),
        }
    }

    /// The bound of a position.
    pub(super) fn bound(&self, position: &Position) -> u8 {
        let register = self.machine.load(position);
        self.bounds.get(self.machine.number(self.constants, self.bounds.places, register))
    }

    /// The nodes a turn further than one.
    pub(super) fn children(&mut self, node: Node, found: &mut impl FnMut(Vec<FaceTurn>)) -> Vec<Node> {
        self.ask(0, node);
        self.ask_again(0);
        self.finish(0, found);
        self.wanted.clear();
        std::mem::take(&mut self.nodes)
    }

    /// Whether nothing is left.
    #[inline(always)]
    pub(super) fn is_done(&self) -> bool {
        self.in_slots == 0 && self.nodes.is_empty()
    }

    /// Goes on with three nodes: takes one, looks at one that has waited, and finishes one; solutions are told.
    #[inline(always)]
    pub(super) fn step(&mut self, found: &mut impl FnMut(Vec<FaceTurn>)) {
        let (next, middle, last) = (self.next, self.middle % self.slots.len(), self.slots.len() - 1);
        if self.slots[next].stage == Stage::AskedAgain {
            self.finish(next, found);
        }
        if self.slots[middle].stage == Stage::Asked {
            self.ask_again(middle);
        }
        if self.slots[next].stage == Stage::Empty
            && let Some(node) = self.nodes.pop()
        {
            self.ask(next, node);
        }
        if self.wanted.len() >= TOGETHER {
            for &number in &self.wanted {
                self.bounds.prefetch(number);
            }
            self.wanted.clear();
        }
        self.next = if next == last { 0 } else { next + 1 };
        self.middle = if middle == last { 0 } else { middle + 1 };
    }

    /// Wants what is looked at first: the inverses of quarter turns, and half turns.
    #[inline(always)]
    fn ask(&mut self, slot: usize, node: Node) {
        let (machine, constants, bounds) = (self.machine, self.constants, self.bounds);
        let slot = &mut self.slots[slot];
        slot.node = node;
        slot.stage = Stage::Asked;
        self.in_slots += 1;
        let wanted = &mut self.wanted;
        let mut number = |register: M::Register| {
            let number = machine.number(constants, bounds.places, register);
            wanted.push(number);
            number
        };
        slot.quarters = node.faces(1);
        let inverse = machine.load(&node.inverse);
        for face in bits(slot.quarters) {
            slot.quarter_numbers[face] = number(machine.undone(&constants.turns[3 * face + 2], inverse));
        }
        let allows_half_turns = node.allows_half_turns(self.half_turn);
        slot.halves = if allows_half_turns { node.faces(self.half_turn) } else { 0 };
        let position = machine.load(&node.position);
        for face in bits(slot.halves) {
            slot.half_numbers[face] = number(machine.turned(position, &constants.turns[3 * face + 1]));
        }
    }

    /// Reads that, and wants quarter turns where the inverse is near enough.
    #[inline(always)]
    fn ask_again(&mut self, slot: usize) {
        let (machine, constants, bounds) = (self.machine, self.constants, self.bounds);
        let Slot { stage, node, quarters, halves, quarter_numbers, half_numbers, outlooks, outlook_count } =
            &mut self.slots[slot];
        *stage = Stage::AskedAgain;
        *outlook_count = 0;
        let mut keep = |outlook: Outlook| {
            outlooks[*outlook_count] = outlook;
            *outlook_count += 1;
        };
        let (faces, half_turns) = (u64::from(quarters.count_ones()), u64::from(halves.count_ones()));
        self.effort.looks += faces + half_turns;
        self.effort.nodes += 2 * faces + half_turns;
        let position = machine.load(&node.position);
        for face in bits(*quarters) {
            let inverse_bound = bounds.get(quarter_numbers[face]);
            if inverse_bound >= node.left {
                continue;
            }
            self.effort.looks += 2;
            for turn in [3 * face, 3 * face + 2] {
                let turned = machine.turned(position, &constants.turns[turn]);
                let number = machine.number(constants, bounds.places, turned);
                self.wanted.push(number);
                keep(Outlook { turn: turn as u8, inverse_bound, number });
            }
        }
        for face in bits(*halves) {
            if bounds.get(half_numbers[face]) + self.half_turn <= node.left {
                let turn = 3 * face as u8 + 1;
                keep(Outlook { turn, inverse_bound: node.inverse_bound, number: half_numbers[face] });
            }
        }
    }

    /// Reads those, and keeps what is near enough.
    #[inline(always)]
    fn finish(&mut self, slot: usize, found: &mut impl FnMut(Vec<FaceTurn>)) {
        let (machine, constants) = (self.machine, self.constants);
        let Slot { stage, node, outlooks, outlook_count, .. } = &mut self.slots[slot];
        *stage = Stage::Empty;
        self.in_slots -= 1;
        for &Outlook { turn, inverse_bound, number } in &outlooks[..*outlook_count] {
            let (turn, bound) = (usize::from(turn), self.bounds.get(number));
            let cost = if turn % 3 == 1 { self.half_turn } else { 1 };
            if bound + cost > node.left {
                continue;
            }
            let position = machine.turned(machine.load(&node.position), &constants.turns[turn]);
            // U' undoes U, and U2 itself.
            let turn_back = turn / 3 * 3 + 2 - turn % 3;
            let inverse = machine.undone(&constants.turns[turn_back], machine.load(&node.inverse));
            let side = if node.swapped { OF_INVERSE } else { 0 };
            let child = Node {
                position: machine.store(position),
                inverse: machine.store(inverse),
                path: node.path << PATH_BITS | side | turn as u128,
                left: node.left - cost,
                bound,
                inverse_bound,
                last: (turn / 3) as u8,
                ..*node
            };
            if child.left > 0 {
                if self.gate.lets_through(node.left, &child) {
                    self.nodes.push(child.best_side(self.half_turn));
                }
            } else if child.position == solved() {
                found(child.solution());
            }
        }
    }
}
