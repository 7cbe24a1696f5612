//! The first two layers: actions that solve a piece and keep the solved ones.

use super::action::{Action, Part, known};
use super::choices::Choices;
use crate::methods::hold::{CORNERS, CROSS, MIDDLE};
use cubegod::cube::Edges;
use cubegod::moves::FaceTurn;

/// The longest sequence that an edge of the cross needs.
const MAX_CROSS_LENGTH: usize = 4;

/// The number of states of a piece: its byte in the inverse of the cube, which is its place and orientation. The action
/// that solves the piece has the same byte at the piece's home.
const STATES: usize = 32;

/// The actions that solve an edge of the cross.
#[derive(Debug)]
pub(super) struct CrossChoices(Choices);

impl CrossChoices {
    /// Tries every sequence of at most four turns.
    pub(super) fn new() -> CrossChoices {
        let mut shortest = vec![u8::MAX; CROSS.len() * 16 * STATES];
        let mut choices = CrossChoices(Choices::new(shortest.len(), 0, 3));
        // Shorter sequences first, so that longer ones are rejected early.
        for length in 1..=MAX_CROSS_LENGTH {
            choices.collect(&mut shortest, &mut Vec::new(), Edges::SOLVED, length);
        }
        choices
    }

    fn collect(&mut self, shortest: &mut [u8], turns: &mut Vec<FaceTurn>, effect: Edges, left: usize) {
        if left == 0 {
            return self.offer(shortest, turns, &effect);
        }
        for turn in FaceTurn::ALL {
            if turns.last().is_none_or(|&last| turn.may_follow(last)) {
                turns.push(turn);
                self.collect(shortest, turns, effect.apply_turn(turn), left - 1);
                turns.pop();
            }
        }
    }

    fn offer(&mut self, shortest: &mut [u8], turns: &[FaceTurn], effect: &Edges) {
        let codes = effect.codes();
        let stays = |number: usize| codes[CROSS[number].index()] as usize == CROSS[number].index();
        let staying = (0..4).filter(|&number| stays(number)).fold(0, |set, number| set | 1 << number);
        let mut action = None;
        for (number, edge) in CROSS.into_iter().enumerate().filter(|&(number, _)| !stays(number)) {
            for home in (0..16).filter(|home| home & !staying == 0) {
                let situation = situation(number, home, codes[edge.index()]);
                if turns.len() as u8 <= shortest[situation] {
                    shortest[situation] = turns.len() as u8;
                    let action = action.get_or_insert_with(|| Action::new(vec![Part::new(0, 0, turns)]));
                    if let Some(action) = action {
                        self.0.offer(situation, action);
                    }
                }
            }
        }
    }

    /// Returns the actions for an edge of the cross in a state, when these others are solved.
    pub(super) fn of(&self, number: usize, home: usize, state: u8) -> &[Action] {
        self.0.of(situation(number, home, state))
    }
}

fn situation(number: usize, home: usize, state: u8) -> usize {
    (number * 16 + home) * STATES + state as usize
}

/// The actions that solve a corner of the first layer or an edge of the middle layer.
#[derive(Debug)]
pub(super) struct SlotChoices(Choices);

impl SlotChoices {
    /// Builds the actions for corners: one trigger, or two for a corner with its white side up.
    /// A corner at the bottom in the wrong place or orientation is brought up first.
    pub(super) fn corners() -> SlotChoices {
        let short = ["R U R'", "R U' R'", "R U2 R'", "F' U' F", "F' U F", "F' U2 F"].map(known);
        let long = ["R U2 R' U' R U R'", "F' U2 F U F' U' F"].map(known);
        let insertions = |side: u8| -> Vec<Part> {
            short.iter().chain(&long).flat_map(|alg| (0..4).map(move |k| Part::new(side, k, alg))).collect()
        };
        let removals = |side: u8| -> Vec<Part> { short.iter().map(|alg| Part::new(side, 0, alg)).collect() };
        SlotChoices::new(insertions, removals, |action, number| {
            let code = action.effect.corners().codes()[CORNERS[number].index()];
            let slot = CORNERS.iter().position(|corner| corner.index() == usize::from(code & 7));
            (code, slot)
        })
    }

    /// Builds the actions for middle edges: the two algorithms that insert an edge to the right or to the left.
    pub(super) fn middle() -> SlotChoices {
        let to_the_right = known("U R U' R' U' F' U F");
        let to_the_left = known("U' L' U L U F U' F'");
        // The left slot of one edge is the right slot of the other.
        let parts = |side: u8| -> Vec<Part> {
            let right = (0..4).map(|adjust| Part::new(side, adjust, &to_the_right));
            let left = (0..4).map(|adjust| Part::new((side + 1) % 4, adjust, &to_the_left));
            right.chain(left).collect()
        };
        SlotChoices::new(parts, parts, |action, number| {
            let code = action.effect.edges().codes()[MIDDLE[number].index()];
            let slot = MIDDLE.iter().position(|edge| edge.index() == usize::from(code & 15));
            (code, slot)
        })
    }

    /// Builds the table; `source` returns the state that an action solves, and the slot of a piece in that state.
    fn new(
        insertions: impl Fn(u8) -> Vec<Part>,
        removals: impl Fn(u8) -> Vec<Part>,
        source: impl Fn(&Action, usize) -> (u8, Option<usize>),
    ) -> SlotChoices {
        let mut choices = Choices::new(4 * STATES, 1, 4);
        for number in 0..4 {
            let insertions = insertions(number as u8);
            for insertion in &insertions {
                choices.offer_parts(vec![insertion.clone()], |action| {
                    let (state, slot) = source(action, number);
                    slot.is_none().then_some(number * STATES + state as usize)
                });
            }
            for from in 0..4 {
                for removal in removals(from as u8) {
                    for insertion in &insertions {
                        choices.offer_parts(vec![removal.clone(), insertion.clone()], |action| {
                            let (state, slot) = source(action, number);
                            (slot == Some(from)).then_some(number * STATES + state as usize)
                        });
                    }
                }
            }
        }
        SlotChoices(choices)
    }

    /// Returns the actions for the piece with this index in a state.
    pub(super) fn of(&self, number: usize, state: u8) -> &[Action] {
        self.0.of(number * STATES + state as usize)
    }
}
