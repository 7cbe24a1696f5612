//! All ways to solve a cube in a number of moves, found by looking at many positions at once.
//!
//! A node is a position and what undoes it, the inverse. A solution of the one is the other's read backwards, so either may be
//! turned, and the bounds of both hold for both. Half turns keep tame cubes tame, which helps three times:
//!
//! - If the inverse is as far from the tame ones as there are moves left, then the next turn is no half turn: it would be the last
//!   turn of the inverse, where it brings nothing nearer. (If the position is as far, the two change their roles.)
//! - A half turn of the position does not change the coordinate of the inverse.
//! - For the same reason, both quarter turns of a face lead to one coordinate of the inverse: one look for two positions.

use super::node::Node;
use super::position::{Constants, Machine, Position, solved};
use super::table::{Bounds, Count};
use crate::cube::Cube3;
use crate::moves::FaceTurn;
use std::ops::RangeInclusive;

/// What searches stand on.
#[derive(Copy, Clone)]
pub(super) struct Ground<'a> {
    constants: &'static Constants,
    pub(super) bounds: Bounds<'a>,
    /// How many moves a half turn is.
    half_turn: u8,
}

impl<'a> Ground<'a> {
    pub(super) fn new(bounds: Bounds<'a>, count: Count) -> Ground<'a> {
        let half_turn = if count == Count::HalfTurns { 1 } else { 2 };
        Ground { constants: Constants::get(), bounds, half_turn }
    }

    /// Where the table has a position.
    #[inline(always)]
    fn number<M: Machine>(&self, machine: M, register: M::Register) -> u64 {
        machine.number(self.constants, self.bounds.places, register)
    }

    /// The bound of a position.
    pub(super) fn bound(&self, machine: impl Machine, position: &Position) -> u8 {
        self.bounds.get(self.number(machine, machine.load(position)))
    }
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

/// What a turn brings, in one word: there are many of them, and what is small stays in the first cache.
#[derive(Copy, Clone, Debug, Default)]
struct Outlook(u64);

impl Outlook {
    /// Of a turn, the bound of the inverse after it, and where the table has the position: less than 2³⁸.
    #[inline(always)]
    fn new(turn: usize, inverse_bound: u8, number: u64) -> Outlook {
        Outlook(number << 16 | u64::from(inverse_bound) << 8 | turn as u64)
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
    fn number(self) -> u64 {
        self.0 >> 16
    }
}

/// Places of the table that will be read and were not asked for yet.
#[derive(Debug)]
struct Wanted {
    numbers: [u64; Wanted::MOST],
    count: usize,
}

impl Wanted {
    /// A step wants the turns of two nodes after a look at how many there are; a power of two is reached without a check.
    const MOST: usize = (TOGETHER + 4 * FACES).next_power_of_two();

    fn new() -> Wanted {
        Wanted { numbers: [0; Wanted::MOST], count: 0 }
    }

    #[inline(always)]
    fn add(&mut self, number: u64) {
        debug_assert!(self.count < Wanted::MOST, "asked for in time");
        self.numbers[self.count % Wanted::MOST] = number;
        self.count += 1;
    }

    /// Asks for them if there are enough.
    #[inline(always)]
    fn fetch_if_many(&mut self, ground: &Ground<'_>) {
        if self.count >= TOGETHER {
            self.fetch(ground);
        }
    }

    /// Asks for all of them.
    #[inline(always)]
    fn fetch(&mut self, ground: &Ground<'_>) {
        for &number in self.numbers.iter().take(self.count) {
            ground.bounds.prefetch(number);
        }
        self.count = 0;
    }
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
    outlook_count: u8,
}

/// A search through everything below some nodes, a few at a time.
pub(super) struct Search {
    gate: Gate,
    /// Nodes that wait for their turn.
    pub(super) nodes: Vec<Node>,
    /// Nodes that wait for memory, in a ring.
    slots: Vec<Slot>,
    /// The one that is next, and the one that has waited half as long.
    next: usize,
    middle: usize,
    in_slots: usize,
    wanted: Wanted,
    pub(super) effort: Effort,
}

impl Search {
    /// With this many nodes between asking for memory and reading it.
    pub(super) fn new(gate: Gate, wait: usize) -> Search {
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
            gate,
            nodes: Vec::new(),
            slots: vec![empty; 2 * wait + 1],
            next: 0,
            middle: (wait + 1) % (2 * wait + 1),
            in_slots: 0,
            wanted: Wanted::new(),
            effort: Effort::default(),
        }
    }

    /// The nodes a turn further than some, of which as many as there is room for wait for memory at once.
    #[inline(always)]
    pub(super) fn children<M: Machine>(
        &mut self,
        machine: M,
        ground: &Ground<'_>,
        nodes: &[Node],
        found: &mut impl FnMut(&Node),
    ) -> Vec<Node> {
        for some in nodes.chunks(self.slots.len()) {
            for (slot, node) in some.iter().enumerate() {
                self.slots[slot].node = *node;
                self.ask(machine, ground, slot);
                self.wanted.fetch_if_many(ground);
            }
            self.wanted.fetch(ground);
            // Not by closures, which are not compiled for the instructions of the machine.
            for slot in 0..some.len() {
                self.ask_again(machine, ground, slot);
                self.wanted.fetch_if_many(ground);
            }
            self.wanted.fetch(ground);
            for slot in 0..some.len() {
                self.finish(machine, ground, slot, found);
            }
        }
        std::mem::take(&mut self.nodes)
    }

    /// Whether nothing is left.
    #[inline(always)]
    pub(super) fn is_done(&self) -> bool {
        self.in_slots == 0 && self.nodes.is_empty()
    }

    /// Goes on with three nodes: takes one, looks at one that has waited, and finishes one; those that are solved are told.
    #[inline(always)]
    pub(super) fn step<M: Machine>(
        &mut self,
        machine: M,
        ground: &Ground<'_>,
        found: &mut impl FnMut(&Node),
    ) {
        let (next, middle, last) = (self.next, self.middle, self.slots.len() - 1);
        if self.slots[next].stage == Stage::AskedAgain {
            self.finish(machine, ground, next, found);
        }
        if self.slots[middle].stage == Stage::Asked {
            self.ask_again(machine, ground, middle);
        }
        if self.slots[next].stage == Stage::Empty
            && let Some(node) = self.nodes.last()
        {
            // Copied at once, which an `Option` that is taken apart is not.
            self.slots[next].node = *node;
            self.nodes.pop();
            self.ask(machine, ground, next);
        }
        self.wanted.fetch_if_many(ground);
        self.next = if next == last { 0 } else { next + 1 };
        self.middle = if middle == last { 0 } else { middle + 1 };
    }

    /// Wants what is looked at first: the inverses of quarter turns, and half turns.
    #[inline(always)]
    fn ask<M: Machine>(&mut self, machine: M, ground: &Ground<'_>, slot: usize) {
        let turns = &ground.constants.turns;
        let slot = &mut self.slots[slot];
        let node = &slot.node;
        slot.stage = Stage::Asked;
        self.in_slots += 1;
        let wanted = &mut self.wanted;
        let mut number = |register: M::Register| {
            let number = ground.number(machine, register);
            wanted.add(number);
            number
        };
        slot.quarters = node.faces(1);
        let inverse = machine.load(&node.inverse);
        for face in bits(slot.quarters) {
            slot.quarter_numbers[face] = number(machine.undone(&turns[3 * face + 2], inverse));
        }
        let allows_half_turns = node.allows_half_turns(ground.half_turn);
        slot.halves = if allows_half_turns { node.faces(ground.half_turn) } else { 0 };
        let position = machine.load(&node.position);
        for face in bits(slot.halves) {
            slot.half_numbers[face] = number(machine.turned(position, &turns[3 * face + 1]));
        }
    }

    /// Reads that, and wants quarter turns where the inverse is near enough.
    #[inline(always)]
    fn ask_again<M: Machine>(&mut self, machine: M, ground: &Ground<'_>, slot: usize) {
        let Slot { stage, node, quarters, halves, quarter_numbers, half_numbers, outlooks, outlook_count } =
            &mut self.slots[slot];
        *stage = Stage::AskedAgain;
        *outlook_count = 0;
        let mut keep = |outlook: Outlook| {
            outlooks[usize::from(*outlook_count)] = outlook;
            *outlook_count += 1;
        };
        let (faces, half_turns) = (u64::from(quarters.count_ones()), u64::from(halves.count_ones()));
        self.effort.looks += faces + half_turns;
        self.effort.nodes += 2 * faces + half_turns;
        let position = machine.load(&node.position);
        for face in bits(*quarters) {
            let inverse_bound = ground.bounds.get(quarter_numbers[face]);
            if inverse_bound >= node.left {
                continue;
            }
            self.effort.looks += 2;
            for turn in [3 * face, 3 * face + 2] {
                let number = ground.number(machine, machine.turned(position, &ground.constants.turns[turn]));
                self.wanted.add(number);
                keep(Outlook::new(turn, inverse_bound, number));
            }
        }
        for face in bits(*halves) {
            if ground.bounds.get(half_numbers[face]) + ground.half_turn <= node.left {
                keep(Outlook::new(3 * face + 1, node.inverse_bound, half_numbers[face]));
            }
        }
    }

    /// Reads those, and keeps what is near enough.
    #[inline(always)]
    fn finish<M: Machine>(
        &mut self,
        machine: M,
        ground: &Ground<'_>,
        slot: usize,
        found: &mut impl FnMut(&Node),
    ) {
        let turns = &ground.constants.turns;
        let Slot { stage, node, outlooks, outlook_count, .. } = &mut self.slots[slot];
        *stage = Stage::Empty;
        self.in_slots -= 1;
        for outlook in &outlooks[..usize::from(*outlook_count)] {
            let (turn, bound) = (outlook.turn(), ground.bounds.get(outlook.number()));
            let cost = if turn % 3 == 1 { ground.half_turn } else { 1 };
            if bound + cost > node.left {
                continue;
            }
            let position = machine.turned(machine.load(&node.position), &turns[turn]);
            // U' undoes U, and U2 itself.
            let turn_back = turn / 3 * 3 + 2 - turn % 3;
            let inverse = machine.undone(&turns[turn_back], machine.load(&node.inverse));
            let positions = [position, inverse].map(|register| machine.store(register));
            let child = node.after(turn, positions, cost, [bound, outlook.inverse_bound()]);
            if child.left > 0 {
                if self.gate.lets_through(node.left, &child) {
                    self.nodes.push(child.best_side(ground.half_turn));
                }
            } else if child.position == solved() {
                found(&child);
            }
        }
    }
}

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
