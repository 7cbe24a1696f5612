//! The rest of the white layer: three corners are placed next to the one at the anchor.

use super::action::{Action, Extent};
use super::allowed;
use crate::methods::turns::{inverse, known};
use cubegod::cube::{Corner, Corners};
use cubegod::geometry::Face;
use cubegod::moves::FaceTurn;

/// The three corners, by the places where they belong.
const PIECES: [Corner; 3] = [Corner::DFR, Corner::DRB, Corner::DBL];

const FIXED: usize = Corner::DLF.index();

/// The number of states of a corner: its byte in the inverse of the cube, which is its place and orientation. The action
/// that solves the corner has the same byte at the corner's home.
const STATES: usize = 24; // 8 places, 3 twists

/// The longest sequence needed for a corner, except one that is twisted in its place when the others are solved.
const MAX_LENGTH: usize = 6;

/// Sequences that twist a corner in its place: one trigger brings it up, another down. Inverted, they twist it the other
/// way.
const TWIST_IN_PLACE: [&str; 3] = ["R U R' U' R U R'", "R' U R U' R' U R", "L U L' U' L U L'"];

/// Actions up to this many moves longer than the shortest are kept.
const SLACK: usize = 1;

/// The number of actions that are kept for each situation of a corner.
const MAX_ACTIONS: usize = 4;

/// The number of sequences that are kept for each state of the layer.
const MAX_SEQUENCES: usize = 8;

/// The sequences that complete the layer, for each of its 5670 states.
#[derive(Debug)]
pub(super) struct WhiteLayer {
    actions: Vec<Action>,
    sequences: Vec<Vec<LayerSequence>>,
}

/// A sequence that solves one corner after the other.
#[derive(Copy, Clone, Debug)]
pub(super) struct LayerSequence {
    pub(super) effect: Corners,
    pub(super) extent: Extent,
    /// The index of each corner and of the action that solves it.
    taken: [(u8, u16); 3],
    count: u8,
}

impl LayerSequence {
    const NOTHING: LayerSequence =
        LayerSequence { effect: Corners::SOLVED, extent: Extent::NOTHING, taken: [(0, 0); 3], count: 0 };

    /// Puts the action for another corner in front.
    fn after(&self, piece: usize, number: u16, action: &Action) -> LayerSequence {
        let mut taken = [(piece as u8, number); 3];
        taken[1..].copy_from_slice(&self.taken[..2]);
        LayerSequence {
            effect: action.effect.compose(&self.effect),
            extent: action.extent.then(self.extent),
            taken,
            count: self.count + 1,
        }
    }
}

impl WhiteLayer {
    pub(super) fn new() -> WhiteLayer {
        let choices = Choices::new();
        let inverses: Vec<[u8; 8]> =
            choices.actions.iter().map(|action| action.effect.inverse().codes()).collect();
        let mut sequences: Vec<Vec<LayerSequence>> = vec![Vec::new(); STATES.pow(3)];
        // Every action solves one more corner, so the rest after it is already known.
        for count in (0..=3).rev() {
            for state in states().filter(|state| home(*state).count_ones() == count) {
                let mut best = if count == 3 { vec![LayerSequence::NOTHING] } else { Vec::new() };
                for piece in (0..3).filter(|piece| home(state) >> piece & 1 == 0) {
                    for &number in choices.of(piece, home(state), state[piece]) {
                        let inverse = &inverses[usize::from(number)];
                        for rest in &sequences[index(state.map(|one| moved(one, inverse)))] {
                            offer(
                                &mut best,
                                rest.after(piece, number, &choices.actions[usize::from(number)]),
                            );
                        }
                    }
                }
                sequences[index(state)] = best;
            }
        }
        WhiteLayer { actions: choices.actions, sequences }
    }

    /// Returns the sequences that complete the layer of a cube whose pieces are named by where they belong, the shortest first.
    #[inline]
    pub(super) fn sequences(&self, cube: &Corners) -> &[LayerSequence] {
        let inverse = cube.inverse().codes();
        &self.sequences[index(PIECES.map(|piece| inverse[piece.index()]))]
    }

    /// Returns the corners of a sequence in order, each with the action that solves it.
    pub(super) fn actions<'a>(
        &'a self,
        sequence: &'a LayerSequence,
    ) -> impl Iterator<Item = (Corner, &'a Action)> {
        let taken = sequence.taken[..usize::from(sequence.count)].iter();
        taken.map(|&(piece, number)| (PIECES[usize::from(piece)], &self.actions[usize::from(number)]))
    }
}

/// Keeps a sequence if it is among the shortest and no shorter one has the same effect.
fn offer(best: &mut Vec<LayerSequence>, sequence: LayerSequence) {
    let length = sequence.extent.length;
    if best.len() == MAX_SEQUENCES && best[MAX_SEQUENCES - 1].extent.length <= length {
        return;
    }
    if let Some(same) = best.iter().position(|other| other.effect == sequence.effect) {
        if best[same].extent.length <= length {
            return;
        }
        best.remove(same);
    }
    let at = best.partition_point(|other| other.extent.length <= length);
    best.insert(at, sequence);
    best.truncate(MAX_SEQUENCES);
}

/// Returns all states of the three corners: 21 · 18 · 15.
fn states() -> impl Iterator<Item = [u8; 3]> {
    let one = || 0..STATES as u8;
    let all = one().flat_map(move |a| one().flat_map(move |b| one().map(move |c| [a, b, c])));
    all.filter(|state| {
        let taken = state.iter().fold(1 << FIXED, |set, one| set | 1u32 << (one & 7));
        taken.count_ones() == 4
    })
}

fn index(state: [u8; 3]) -> usize {
    state.iter().fold(0, |index, &one| index * STATES + usize::from(one))
}

/// Returns which of the three are solved, one bit each.
fn home(state: [u8; 3]) -> usize {
    (0..3).filter(|&number| state[number] == PIECES[number] as u8).fold(0, |set, number| set | 1 << number)
}

/// Returns the state of a corner after turns with this inverse.
fn moved(state: u8, inverse: &[u8; 8]) -> u8 {
    (inverse[usize::from(state & 7)] + (state & !7)) % STATES as u8
}

/// The actions that solve one corner, for every situation.
struct Choices {
    actions: Vec<Action>,
    situations: Vec<Vec<u16>>,
}

impl Choices {
    /// Tries every sequence of at most six turns.
    fn new() -> Choices {
        let mut choices =
            Choices { actions: Vec::new(), situations: vec![Vec::new(); PIECES.len() * 8 * STATES] };
        let turns: Vec<FaceTurn> = allowed().collect();
        for length in 1..=MAX_LENGTH {
            choices.collect(&turns, &mut Vec::new(), Corners::SOLVED, length);
        }
        for turns in TWIST_IN_PLACE.map(known) {
            for turns in [inverse(&turns), turns] {
                let effect = turns.iter().fold(Corners::SOLVED, |corners, &turn| corners.apply_turn(turn));
                choices.offer(&turns, &effect);
            }
        }
        choices
    }

    fn collect(&mut self, allowed: &[FaceTurn], turns: &mut Vec<FaceTurn>, effect: Corners, left: usize) {
        if left == 0 {
            return self.offer(turns, &effect);
        }
        for &turn in allowed {
            if turns.last().is_none_or(|&last| turn.may_follow(last)) {
                turns.push(turn);
                self.collect(allowed, turns, effect.apply_turn(turn), left - 1);
                turns.pop();
            }
        }
    }

    /// Keeps a sequence for each situation that it solves without moving solved corners, if it is short.
    fn offer(&mut self, turns: &[FaceTurn], effect: &Corners) {
        let codes = effect.codes();
        // A final turn of the top layer solves no corner; it belongs to the next action.
        let ends_on_top = turns.last().is_some_and(|last| last.face() == Face::U);
        if usize::from(codes[FIXED]) != FIXED || ends_on_top {
            return;
        }
        let state = PIECES.map(|piece| codes[piece.index()]);
        let staying = home(state);
        let mut number = None;
        for piece in (0..3).filter(|piece| staying >> piece & 1 == 0) {
            for home in (0..8).filter(|home| home & !staying == 0) {
                let situation = situation(piece, home, state[piece]);
                let best = &self.situations[situation];
                let action = |number: u16| &self.actions[usize::from(number)];
                let is_short =
                    best.first().is_none_or(|&first| turns.len() <= action(first).turns.len() + SLACK);
                if is_short
                    && best.len() < MAX_ACTIONS
                    && best.iter().all(|&other| action(other).effect != *effect)
                {
                    let number = *number.get_or_insert_with(|| {
                        self.actions.push(Action::new(turns.to_vec()));
                        self.actions.len() as u16 - 1
                    });
                    self.situations[situation].push(number);
                }
            }
        }
    }

    /// Returns the actions for a corner in a state, when these others are solved; the shortest first.
    fn of(&self, piece: usize, home: usize, state: u8) -> &[u16] {
        &self.situations[situation(piece, home, state)]
    }
}

fn situation(piece: usize, home: usize, state: u8) -> usize {
    (piece * 8 + home) * STATES + usize::from(state)
}
