//! Pairs: a corner of the first layer and the edge above it are inserted into their slot together.
//!
//! Pairs are inserted with triggers: open a slot, turn the top layer, close the slot. So the cross and the pairs in all
//! other slots stay. Which slots may be opened depends on which pairs are already solved.

use crate::methods::hold::{CORNERS, MIDDLE};
use crate::methods::turns::{inverse, known, merged, renamed};
use cubegod::cube::{Conjugation, Corner, Corners, Cube3, Edge, Edges};
use cubegod::geometry::{Axis, Face, Symmetry};
use cubegod::moves::{FaceTurn, Turns};

/// The number of states of a corner or an edge: its byte in the cube that solves it.
const STATES: usize = 32;

/// The number of sets of the other three slots that may be free.
const FREE_SETS: usize = 8;

/// The number of triggers that suffices for every pair.
const MAX_TRIGGERS: usize = 3;

/// Algorithms up to this many turns longer than the shortest are kept.
const SLACK: u8 = 2;

/// The number of algorithms that are kept for each situation.
const MAX_ALGORITHMS: usize = 6;

/// An algorithm that inserts a pair into the slot at the front right.
#[derive(Debug)]
pub(super) struct PairAlgorithm {
    pub(super) turns: Vec<FaceTurn>,
    /// The effect of its inverse on a solved cube, for each slot.
    pub(super) inverse_effects: [Cube3; 4],
    /// For each slot its first and last turn, named in the orientation of the first slot.
    pub(super) ends: [(FaceTurn, FaceTurn); 4],
}

/// The algorithms that insert a pair, for every state of its pieces and every set of free slots.
#[derive(Debug)]
pub(super) struct PairTable {
    algorithms: Vec<PairAlgorithm>,
    /// The start of each situation's algorithms in the list.
    starts: Vec<u32>,
    /// The number of turns of the shortest algorithm.
    shortest: Vec<u8>,
    /// The state of a slot's pieces when that slot is at the front right.
    corner_names: [[u8; STATES]; 4],
    edge_names: [[u8; STATES]; 4],
}

/// A trigger: opens a slot, turns the top layer, closes the slot.
struct Trigger {
    turns: Vec<FaceTurn>,
    effect: Cube3,
    /// The slot, as a bit.
    slot: usize,
}

impl PairTable {
    pub(super) fn new() -> PairTable {
        let mut collection = Collection::new();
        // Fewer triggers first, so that most of the longer algorithms are seen to be too long at once.
        for count in 1..=MAX_TRIGGERS {
            let home = Tail { corner: HOME.0, edge: HOME.1, length: 0, slots: 1, first: None };
            collection.collect(count, home);
        }
        collection.into_table()
    }

    /// Returns the situation of a pair from the bytes of its pieces in the inverse of the cube; `free` has a bit for each
    /// slot whose pair is unsolved.
    #[inline]
    pub(super) fn situation(&self, slot: usize, free: u8, corner: u8, edge: u8) -> usize {
        let others = usize::from((free | free << 4) >> slot & 15) >> 1;
        let corner = self.corner_names[slot][usize::from(corner) % STATES];
        let edge = self.edge_names[slot][usize::from(edge) % STATES];
        situation(others, corner, edge)
    }

    /// Returns the algorithms of a situation, the shortest first.
    pub(super) fn algorithms(&self, situation: usize) -> &[PairAlgorithm] {
        &self.algorithms[self.starts[situation] as usize..self.starts[situation + 1] as usize]
    }

    /// The number of turns of the shortest algorithm.
    #[inline]
    pub(super) fn shortest(&self, situation: usize) -> u8 {
        self.shortest[situation]
    }
}

/// The states of the solved corner and edge of the first slot.
const HOME: (u8, u8) = (Corner::DFR as u8, Edge::FR as u8);

fn situation(others: usize, corner: u8, edge: u8) -> usize {
    (others * STATES + usize::from(corner)) * STATES + usize::from(edge)
}

/// The end of a sequence, before which triggers are put.
#[derive(Copy, Clone)]
struct Tail {
    /// The states that it solves.
    corner: u8,
    edge: u8,
    length: u8,
    /// The slots that it opens, one bit each.
    slots: usize,
    first: Option<FaceTurn>,
}

/// The algorithms found so far, by situation.
struct Collection {
    triggers: Vec<Trigger>,
    tops: [Cube3; 4],
    /// The triggers of the current sequence, the last one first, each with the turn of the top layer before it.
    parts: Vec<(usize, usize)>,
    /// The algorithms of each situation, the shortest first, each with what it does.
    found: Vec<Vec<(Vec<FaceTurn>, Cube3)>>,
    shortest: Vec<u8>,
}

impl Collection {
    fn new() -> Collection {
        let mut tops = [Cube3::SOLVED; 4];
        for quarters in 1..4 {
            tops[quarters] = tops[quarters - 1].apply_turn(FaceTurn::new(Face::U, Turns::Clockwise));
        }
        let situations = FREE_SETS * STATES * STATES;
        let mut shortest = vec![u8::MAX; situations];
        (0..FREE_SETS).for_each(|others| shortest[situation(others, HOME.0, HOME.1)] = 0);
        Collection {
            triggers: triggers(),
            tops,
            parts: Vec::new(),
            found: (0..situations).map(|_| Vec::new()).collect(),
            shortest,
        }
    }

    /// Puts a number of triggers in front of a sequence, each after a turn of the top layer.
    fn collect(&mut self, count: usize, tail: Tail) {
        if count == 0 {
            return self.offer(&tail);
        }
        for number in 0..self.triggers.len() {
            let trigger = &self.triggers[number];
            let last = trigger.turns[trigger.turns.len() - 1];
            let saved = match tail.first {
                Some(first) if first.inverse() == last => continue,
                Some(first) => u8::from(first.face() == last.face()),
                None => 0,
            };
            let (corner, edge) = brought(&trigger.effect, tail.corner, tail.edge);
            let (slots, length) =
                (tail.slots | trigger.slot, tail.length + trigger.turns.len() as u8 - saved);
            let first = trigger.turns[0];
            for quarters in 0..4 {
                let (corner, edge) = brought(&self.tops[quarters], corner, edge);
                let top = Turns::from_quarters(quarters as i64);
                let first = top.map_or(first, |turns| FaceTurn::new(Face::U, turns));
                let length = length + u8::from(top.is_some());
                self.parts.push((number, quarters));
                self.collect(count - 1, Tail { corner, edge, length, slots, first: Some(first) });
                self.parts.pop();
            }
        }
    }

    /// Keeps a sequence for each set of free slots that allows it, if it is short and has a new effect.
    fn offer(&mut self, tail: &Tail) {
        let used = tail.slots >> 1;
        let mut sequence = None;
        for others in (0..FREE_SETS).filter(|others| others & used == used) {
            let situation = situation(others, tail.corner, tail.edge);
            let shortest = self.shortest[situation];
            if tail.length > shortest.saturating_add(SLACK) || shortest == 0 {
                continue;
            }
            let (turns, effect) = sequence.get_or_insert_with(|| self.parts_in_turns());
            let shortest = tail.length.min(shortest);
            self.shortest[situation] = shortest;
            let longest = usize::from(shortest + SLACK);
            let found = &mut self.found[situation];
            if found.iter().any(|(other, same)| same == effect && other.len() <= turns.len()) {
                continue;
            }
            found.retain(|(other, same)| same != effect && other.len() <= longest);
            let at = found.partition_point(|(other, _)| other.len() <= turns.len());
            found.insert(at, (turns.clone(), *effect));
            found.truncate(MAX_ALGORITHMS);
        }
    }

    fn parts_in_turns(&self) -> (Vec<FaceTurn>, Cube3) {
        let mut turns = Vec::new();
        for &(number, quarters) in self.parts.iter().rev() {
            turns.extend(Turns::from_quarters(quarters as i64).map(|turns| FaceTurn::new(Face::U, turns)));
            turns.extend(&self.triggers[number].turns);
        }
        let turns = merged(turns);
        let effect = turns.iter().fold(Cube3::SOLVED, |cube, &turn| cube.apply_turn(turn));
        (turns, effect)
    }

    fn into_table(self) -> PairTable {
        let sides = [0, 1, 2, 3].map(|slot| Symmetry::rotation(Axis::Y, slot));
        let names = sides.map(Conjugation::new);
        let back = sides.map(|side| Conjugation::new(side.inverse()));
        let mut algorithms = Vec::new();
        let mut starts = vec![0];
        for found in self.found {
            for (turns, effect) in found {
                let inverse_effect = effect.inverse();
                let end = |turn: Option<&FaceTurn>, slot: usize| {
                    let turn = turn.map(|&turn| renamed(&[turn], sides[slot].inverse())[0]);
                    turn.expect("an algorithm has turns")
                };
                algorithms.push(PairAlgorithm {
                    inverse_effects: std::array::from_fn(|slot| inverse_effect.conjugated_with(&back[slot])),
                    ends: std::array::from_fn(|slot| (end(turns.first(), slot), end(turns.last(), slot))),
                    turns,
                });
            }
            starts.push(algorithms.len() as u32);
        }
        // Renaming looks at each place alone, so that the rest need not make sense.
        let corner_name = |slot: usize, code: u8| {
            let mut codes = Corners::SOLVED.codes();
            codes[CORNERS[slot].index()] = code;
            Corners::from_codes(codes).conjugated_with(names[slot].corners()).codes()[CORNERS[0].index()]
        };
        let edge_name = |slot: usize, code: u8| {
            let mut codes = Edges::SOLVED.codes();
            codes[MIDDLE[slot].index()] = code;
            Edges::from_codes(codes).conjugated_with(names[slot].edges()).codes()[MIDDLE[0].index()]
        };
        let is_corner = |code: usize| code < 24;
        let is_edge = |code: usize| code & 15 < 12;
        PairTable {
            algorithms,
            starts,
            shortest: self.shortest,
            corner_names: std::array::from_fn(|slot| {
                std::array::from_fn(|code| if is_corner(code) { corner_name(slot, code as u8) } else { 0 })
            }),
            edge_names: std::array::from_fn(|slot| {
                std::array::from_fn(|code| if is_edge(code) { edge_name(slot, code as u8) } else { 0 })
            }),
        }
    }
}

/// Returns the states that an effect brings to these.
fn brought(effect: &Cube3, corner: u8, edge: u8) -> (u8, u8) {
    let (corners, edges) = (effect.corners().codes(), effect.edges().codes());
    (corner_after(&corners, corner), edge_after(&edges, edge))
}

/// Returns the byte of a corner in the inverse of a cube after the sequence with this inverse effect.
#[inline]
pub(super) fn corner_after(inverse_effect: &[u8; 8], code: u8) -> u8 {
    let turned = inverse_effect[usize::from(code & 7)] + (code & 24);
    if turned >= 24 { turned - 24 } else { turned }
}

/// Returns the same for an edge.
#[inline]
pub(super) fn edge_after(inverse_effect: &[u8; 12], code: u8) -> u8 {
    inverse_effect[usize::from(code & 15)] ^ (code & 16)
}

/// Returns all triggers of all slots.
fn triggers() -> Vec<Trigger> {
    let openings = ["R", "F'"].map(known);
    let tops = ["U", "U2", "U'"].map(known);
    let mut first: Vec<Vec<FaceTurn>> = Vec::new();
    for opening in &openings {
        first.extend(tops.iter().map(|top| [&opening[..], top, &inverse(opening)].concat()));
    }
    // A slot that is opened by one face and closed by another.
    first.extend(["R' F R F'", "F R' F' R"].map(known));
    let of_slot = |slot: u8| {
        let back = Symmetry::rotation(Axis::Y, slot).inverse();
        first.iter().map(move |turns| {
            let turns = renamed(turns, back);
            let effect = turns.iter().fold(Cube3::SOLVED, |cube, &turn| cube.apply_turn(turn));
            Trigger { turns, effect, slot: 1 << slot }
        })
    };
    (0..4).flat_map(of_slot).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::methods::hold::CROSS;

    #[test]
    fn every_pair_is_inserted_and_no_solved_pair_moves() {
        let table = PairTable::new();
        let mut longest = 0;
        for others in 0..FREE_SETS {
            let is_free = |slot: usize| slot == 0 || others >> (slot - 1) & 1 == 1;
            let is_taken = |place: usize| {
                (0..4).any(|slot| {
                    !is_free(slot) && (CORNERS[slot].index() == place || 8 + MIDDLE[slot].index() == place)
                })
            };
            for corner in (0..24u8).filter(|corner| !is_taken(usize::from(corner & 7))) {
                let free_edge = |edge: &u8| {
                    let place = usize::from(edge & 15);
                    place < 12 && !(4..8).contains(&place) && !is_taken(8 + place)
                };
                for edge in (0..32u8).filter(free_edge) {
                    let situation = situation(others, corner, edge);
                    let algorithms = table.algorithms(situation);
                    assert_eq!(algorithms.is_empty(), (corner, edge) == HOME, "{others:b} {corner} {edge}");
                    let shortest = algorithms.first().map_or(0, |algorithm| algorithm.turns.len());
                    assert_eq!(usize::from(table.shortest(situation)), shortest);
                    longest = longest.max(shortest);
                    for algorithm in algorithms {
                        let effect = algorithm.inverse_effects[0].inverse();
                        let (corners, edges) = (effect.corners().codes(), effect.edges().codes());
                        assert_eq!((corners[HOME.0 as usize], edges[HOME.1 as usize]), (corner, edge));
                        let stays = |slot: &usize| {
                            corners[CORNERS[*slot].index()] as usize == CORNERS[*slot].index()
                                && edges[MIDDLE[*slot].index()] as usize == MIDDLE[*slot].index()
                        };
                        assert!((0..4).filter(|&slot| !is_free(slot)).all(|slot| stays(&slot)));
                        assert!(CROSS.iter().all(|edge| edges[edge.index()] as usize == edge.index()));
                    }
                }
            }
        }
        assert!(longest <= 12, "{longest}");
    }
}
