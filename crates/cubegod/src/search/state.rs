//! Positions as permutations of stickers, and the turns that lead to them in one word.

use crate::geometry::Size;
use crate::moves::{Alg, FaceSet, FaceTurn};

/// Enough for the stickers of a 3x3, in whole words.
const ROOM: usize = 56;

/// Where each sticker of a position comes from; beyond the last sticker, nothing.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub(super) struct State(pub(super) [u8; ROOM]);

impl State {
    /// Nothing turned.
    pub(super) fn start() -> State {
        State(std::array::from_fn(|index| index as u8))
    }

    /// A number that spreads positions evenly.
    pub(super) fn hash(&self) -> u64 {
        let mut hash = 0u64;
        for word in self.0.as_chunks::<8>().0 {
            hash = (hash.rotate_left(5) ^ u64::from_le_bytes(*word)).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        }
        // The lower bits have not met the upper ones yet.
        hash ^= hash >> 32;
        hash = hash.wrapping_mul(0xd6e8_feb8_6659_fd93);
        hash ^ hash >> 32
    }
}

/// What turns do to positions of one size.
pub(super) struct Turns {
    /// The turns that are made, in order.
    pub(super) allowed: Vec<FaceTurn>,
    effects: [State; FaceTurn::COUNT],
}

impl Turns {
    pub(super) fn new(size: Size, faces: FaceSet) -> Turns {
        let effect = |turn: FaceTurn| {
            let mut effect = State::start();
            let turn = turn.layer_turn(size.layers());
            (0..size.sticker_count()).for_each(|index| effect.0[index] = turn.source(size, index) as u8);
            effect
        };
        Turns {
            allowed: FaceTurn::ALL.into_iter().filter(|turn| faces.contains(turn.face())).collect(),
            effects: FaceTurn::ALL.map(effect),
        }
    }

    /// After one more turn.
    #[inline]
    pub(super) fn turned(&self, state: &State, turn: FaceTurn) -> State {
        State(self.effects[turn.index()].0.map(|from| state.0[usize::from(from) % ROOM]))
    }

    /// The position that a path leads to.
    pub(super) fn at(&self, path: Path) -> State {
        path.turns().fold(State::start(), |state, turn| self.turned(&state, turn))
    }
}

/// A sequence of turns in one word: five bits a turn, the last one lowest, above them all a one.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub(super) struct Path(pub(super) u64);

impl Path {
    /// No turn.
    pub(super) const EMPTY: Path = Path(1);

    const TURN_BITS: u32 = 5;

    /// The longest path.
    pub(super) const LONGEST: usize = 12;

    /// How many bits a path of this length takes.
    pub(super) const fn bits(length: usize) -> u32 {
        length as u32 * Path::TURN_BITS + 1
    }

    /// With one more turn.
    pub(super) fn then(self, turn: FaceTurn) -> Path {
        Path(self.0 << Path::TURN_BITS | turn.index() as u64)
    }

    pub(super) fn len(self) -> usize {
        (self.0.ilog2() / Path::TURN_BITS) as usize
    }

    /// The turns from the first to the last.
    pub(super) fn turns(self) -> impl DoubleEndedIterator<Item = FaceTurn> {
        (0..self.len()).rev().filter_map(move |place| {
            let code = self.0 >> (place as u32 * Path::TURN_BITS) & ((1 << Path::TURN_BITS) - 1);
            FaceTurn::from_index(code as usize)
        })
    }

    pub(super) fn last(self) -> Option<FaceTurn> {
        self.turns().next_back()
    }

    pub(super) fn alg(self) -> Alg {
        self.turns().collect()
    }
}
