//! The 24 quarter turns by their names: a letter, and `i` for the other way round.

use crate::geometry::{Axis, Face, Size};
use crate::moves::{Alg, Layers, Move, Slice, Turns};
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

/// For each turn, where the contents of every sticker of a 3x3 come from.
static SOURCES: LazyLock<[[u8; 54]; 24]> = LazyLock::new(|| {
    QuarterTurn::ALL.map(|turn| {
        let permutation = Alg::from(turn.to_move()).permutation(Size::THREE);
        let permutation = permutation.expect("a 3x3 has all faces and slices");
        std::array::from_fn(|i| permutation[i] as u8)
    })
});

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

    /// The turn of this name, which is case-sensitive.
    pub fn from_name(name: &str) -> Option<QuarterTurn> {
        let (letter, is_inverse) = match name.as_bytes() {
            [letter] => (letter, 0),
            [letter, b'i'] => (letter, 1),
            _ => return None,
        };
        let letter = b"LRUDFBMESXYZ".iter().position(|known| known == letter)?;
        Some(QuarterTurn(2 * letter as u8 + is_inverse))
    }

    /// Its name.
    pub const fn name(self) -> &'static str {
        NAMES[self.0 as usize]
    }

    /// The turn that undoes it.
    pub const fn inverse(self) -> QuarterTurn {
        QuarterTurn(self.0 ^ 1)
    }

    /// Whether it turns the whole cube.
    pub const fn is_rotation(self) -> bool {
        self.0 >= 18
    }

    /// The same as a move.
    pub const fn to_move(self) -> Move {
        let turns = if self.0 % 2 == 1 { Turns::Counterclockwise } else { Turns::Clockwise };
        Move { layers: LAYERS[self.0 as usize / 2], turns }
    }

    /// The quarter turns that a move of a 3x3 consists of; none for a move that has no name here.
    pub fn of_move(one: Move) -> impl Iterator<Item = QuarterTurn> {
        let letter = LAYERS.iter().position(|&layers| layers == one.layers);
        let is_inverse = u8::from(one.turns == Turns::Counterclockwise);
        let count = if one.turns == Turns::Half { 2 } else { 1 };
        letter
            .into_iter()
            .flat_map(move |letter| std::iter::repeat_n(QuarterTurn(2 * letter as u8 + is_inverse), count))
    }

    /// Turns what is on the stickers of a 3x3, faces in the order U R F D L B.
    pub fn turn(self, stickers: &mut [u8; 54]) {
        *stickers = SOURCES[self.0 as usize].map(|from| stickers[from as usize]);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_turn_has_its_name_its_inverse_and_its_move() {
        for turn in QuarterTurn::ALL {
            assert_eq!(QuarterTurn::from_name(turn.name()), Some(turn));
            assert_eq!(turn.name().parse::<Move>(), Ok(turn.to_move()), "{}", turn.name());
            assert_eq!(turn.inverse().to_move(), turn.to_move().inverse());
            assert_eq!(QuarterTurn::of_move(turn.to_move()).collect::<Vec<_>>(), [turn]);
            let mut stickers = std::array::from_fn(|i| i as u8);
            turn.turn(&mut stickers);
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
