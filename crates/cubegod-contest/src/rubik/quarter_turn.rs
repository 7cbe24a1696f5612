//! The 24 quarter turns by name: a letter, and `i` for counterclockwise.

use cubegod::geometry::{Axis, Face, Size};
use cubegod::moves::{Alg, Layers, Move, Slice, Turns};
use std::sync::LazyLock;

/// A quarter turn of a face, a slice or the whole cube.
#[derive(Copy, Clone, Debug, Eq, PartialEq, Hash)]
pub struct QuarterTurn(u8);

const NAMES: [&str; 24] = [
    "L", "Li", "R", "Ri", "U", "Ui", "D", "Di", "F", "Fi", "B", "Bi", "M", "Mi", "E", "Ei", "S", "Si", "X",
    "Xi", "Y", "Yi", "Z", "Zi",
];

const LAYERS: [Layers; 12] = [
    Layers::Face(Face::L),
    Layers::Face(Face::R),
    Layers::Face(Face::U),
    Layers::Face(Face::D),
    Layers::Face(Face::F),
    Layers::Face(Face::B),
    Layers::Slice(Slice::M),
    Layers::Slice(Slice::E),
    Layers::Slice(Slice::S),
    Layers::Rotation(Axis::X),
    Layers::Rotation(Axis::Y),
    Layers::Rotation(Axis::Z),
];

/// For each turn its cycles of four stickers, each moving to the place of the next.
static CYCLES: LazyLock<[Vec<[u8; 4]>; 24]> = LazyLock::new(|| {
    QuarterTurn::ALL.map(|turn| {
        let sources = Alg::from(turn.to_move()).permutation(Size::THREE);
        let sources = sources.expect("a 3x3 has all faces and slices");
        let cycle = |last: usize| {
            let third = sources[last];
            let second = sources[third];
            [sources[second], second, third, last]
        };
        let is_first = |cycle: &[usize; 4]| cycle[0] != cycle[3] && cycle.iter().all(|&i| i <= cycle[3]);
        let cycles = (0..sources.len()).map(cycle).filter(is_first);
        cycles.map(|cycle| cycle.map(|i| i as u8)).collect()
    })
});

/// The index of the clockwise turn of each letter, for any byte.
static LETTERS: [Option<u8>; 256] = {
    let mut letters = [None; 256];
    let mut i = 0;
    while i < 24 {
        letters[NAMES[i].as_bytes()[0] as usize] = Some(i as u8);
        i += 2;
    }
    letters
};

impl QuarterTurn {
    /// All of them, `L Li R Ri … Z Zi`.
    pub const ALL: [QuarterTurn; 24] = {
        let mut all = [QuarterTurn(0); 24];
        let mut i = 0;
        while i < 24 {
            all[i] = QuarterTurn(i as u8);
            i += 1;
        }
        all
    };

    /// Returns the turn with a name, which is case-sensitive.
    pub fn from_name(name: &str) -> Option<QuarterTurn> {
        let (letter, is_inverse) = match name.as_bytes() {
            [letter] => (letter, 0),
            [letter, b'i'] => (letter, 1),
            _ => return None,
        };
        Some(QuarterTurn(LETTERS[*letter as usize]? + is_inverse))
    }

    /// Returns the index into [`QuarterTurn::ALL`].
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// Returns the name.
    pub const fn name(self) -> &'static str {
        NAMES[self.0 as usize]
    }

    /// Returns the turn that undoes this one.
    pub const fn inverse(self) -> QuarterTurn {
        QuarterTurn(self.0 ^ 1)
    }

    /// Returns whether this rotates the whole cube.
    pub const fn is_rotation(self) -> bool {
        self.0 >= 18
    }

    /// Converts the turn into a move.
    pub const fn to_move(self) -> Move {
        let turns = if self.0 % 2 == 1 { Turns::Counterclockwise } else { Turns::Clockwise };
        Move { layers: LAYERS[self.0 as usize / 2], turns }
    }

    /// Splits a move of a 3x3 into quarter turns; none for a move that has no name here.
    pub fn of_move(one: Move) -> impl Iterator<Item = QuarterTurn> {
        let letter = LAYERS.iter().position(|&layers| layers == one.layers);
        let is_inverse = u8::from(one.turns == Turns::Counterclockwise);
        let count = if one.turns == Turns::Half { 2 } else { 1 };
        letter
            .into_iter()
            .flat_map(move |letter| std::iter::repeat_n(QuarterTurn(2 * letter as u8 + is_inverse), count))
    }

    /// Turns the 54 stickers of a 3x3, faces in the order U R F D L B; anything after them stays.
    pub fn turn(self, stickers: &mut [u8]) {
        for cycle in &CYCLES[self.0 as usize] {
            let [first, second, third, last] = cycle.map(usize::from);
            let moved = stickers[last];
            stickers[last] = stickers[third];
            stickers[third] = stickers[second];
            stickers[second] = stickers[first];
            stickers[first] = moved;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use cubegod::stickers::Stickers;

    #[test]
    fn every_turn_has_a_name_an_inverse_and_a_move() {
        for turn in QuarterTurn::ALL {
            assert_eq!(QuarterTurn::from_name(turn.name()), Some(turn));
            assert_eq!(turn.name().parse::<Move>(), Ok(turn.to_move()), "{}", turn.name());
            assert_eq!(turn.inverse().to_move(), turn.to_move().inverse());
            assert_eq!(QuarterTurn::of_move(turn.to_move()).collect::<Vec<_>>(), [turn]);
            let mut stickers: [u8; 54] = std::array::from_fn(|i| i as u8);
            let mut expected = Stickers::from_fn(Size::THREE, |i| i as u8);
            turn.turn(&mut stickers);
            expected.turn(turn.to_move()).unwrap();
            assert_eq!(stickers, expected.facelets());
            turn.inverse().turn(&mut stickers);
            assert_eq!(stickers, std::array::from_fn(|i| i as u8));
        }
        for name in ["", "i", "l", "R2", "R'", "Rii", "is_solved", "Ä"] {
            assert_eq!(QuarterTurn::from_name(name), None);
        }
        let half: Move = "M2".parse().unwrap();
        assert_eq!(QuarterTurn::of_move(half).map(QuarterTurn::name).collect::<Vec<_>>(), ["M", "M"]);
        assert_eq!(QuarterTurn::of_move("Rw".parse().unwrap()).count(), 0);
    }
}
