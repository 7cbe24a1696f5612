//! Which pattern a cube is, from whichever side it was made.

use super::Pattern;
use crate::color::Color;
use crate::cube::{Cube2, Cube3};
use crate::geometry::{Size, Symmetry};
use crate::stickers::Stickers;
use std::collections::HashMap;

/// A real cube of a size that has patterns.
#[derive(Copy, Clone, Debug, Eq, PartialEq, Hash)]
pub(super) enum State {
    Two(Cube2),
    Three(Cube3),
}

impl State {
    /// None for other sizes, and for what no turning makes. A 3x3 is taken in the hand white up, green front, so that a
    /// pattern held another way is not confused with one made from another side.
    pub(super) fn of(stickers: &Stickers<Color>) -> Option<State> {
        match stickers.size() {
            Size::TWO => Cube2::try_from(stickers).ok().map(State::Two),
            Size::THREE => {
                let upright = stickers.held_as(&Stickers::solved(Size::THREE));
                Cube3::try_from(&upright).ok().map(State::Three)
            }
            _ => None,
        }
    }

    /// As it looks when places and colours are both renamed.
    pub(super) fn under(&self, symmetry: Symmetry) -> State {
        match self {
            State::Two(cube) => State::Two(cube.conjugated_by(symmetry)),
            State::Three(cube) => State::Three(cube.conjugated_by(symmetry)),
        }
    }

    /// Whether it is the other one, however each is held.
    pub(super) fn is_held(&self, other: &State) -> bool {
        self.holds().any(|held| held == *other)
    }

    /// The same cube in every hold that makes a difference: the centres tell how to hold a 3x3.
    fn holds(&self) -> impl Iterator<Item = State> {
        let count = if matches!(self, State::Two(_)) { Symmetry::ROTATIONS.len() } else { 1 };
        Symmetry::ROTATIONS.into_iter().take(count).map(|rotation| match self {
            State::Two(cube) => State::Two(cube.rotated(rotation)),
            State::Three(_) => *self,
        })
    }
}

/// A pattern, and from where it is seen.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub struct Likeness {
    /// The pattern.
    pub pattern: &'static Pattern,
    /// What makes the pattern into the cube, when places and colours are both renamed by it: the identity where it was
    /// made by the moves of the pattern itself, a mirror image only where nothing else will do.
    pub symmetry: Symmetry,
}

/// Knows every pattern from every side.
#[derive(Clone, Debug)]
pub struct Recognizer {
    known: HashMap<State, Likeness>,
}

impl Recognizer {
    /// Looks at every pattern from all 48 sides; some milliseconds.
    pub fn new() -> Recognizer {
        let mut known = HashMap::new();
        for pattern in Pattern::ALL {
            let state = State::of(&pattern.stickers()).expect("turning keeps a cube reachable");
            for symmetry in Symmetry::ALL {
                for held in state.under(symmetry).holds() {
                    known.entry(held).or_insert(Likeness { pattern, symmetry });
                }
            }
        }
        Recognizer { known }
    }

    /// The pattern that this is, in any hold.
    ///
    /// ```
    /// use cubegod::patterns::Recognizer;
    /// use cubegod::{Alg, Size, Stickers};
    ///
    /// let mut cube = Stickers::solved(Size::THREE);
    /// cube.apply(&"M2 E2 S2 x y".parse::<Alg>().unwrap()).unwrap();
    /// assert_eq!(Recognizer::new().recognize(&cube).unwrap().pattern.name, "checkerboard");
    /// ```
    pub fn recognize(&self, stickers: &Stickers<Color>) -> Option<Likeness> {
        self.known.get(&State::of(stickers)?).copied()
    }
}

impl Default for Recognizer {
    fn default() -> Recognizer {
        Recognizer::new()
    }
}
