//! Recognition of patterns up to symmetry.

use super::Pattern;
use crate::color::Color;
use crate::cube::{Cube2, Cube3};
use crate::geometry::{Size, Symmetry};
use crate::stickers::Stickers;
use std::collections::HashMap;

/// A legal cube of a size that has patterns.
#[derive(Copy, Clone, Debug, Eq, PartialEq, Hash)]
pub(super) enum State {
    Two(Cube2),
    Three(Cube3),
}

impl State {
    /// Returns the state of legal stickers; `None` for other sizes. A 3x3 is rotated to white up, green front, so that a rotated
    /// pattern is not confused with a conjugated one.
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

    /// Conjugates by a symmetry.
    pub(super) fn conjugated_by(&self, symmetry: Symmetry) -> State {
        match self {
            State::Two(cube) => State::Two(cube.conjugated_by(symmetry)),
            State::Three(cube) => State::Three(cube.conjugated_by(symmetry)),
        }
    }

    /// Whether a rotation of the whole cube turns one state into the other.
    pub(super) fn is_rotation_of(&self, other: &State) -> bool {
        self.orientations().any(|rotated| rotated == *other)
    }

    /// Returns the cube in all distinct orientations; a 3x3 has only one, relative to its centres.
    fn orientations(&self) -> impl Iterator<Item = State> {
        let count = if matches!(self, State::Two(_)) { Symmetry::ROTATIONS.len() } else { 1 };
        Symmetry::ROTATIONS.into_iter().take(count).map(|rotation| match self {
            State::Two(cube) => State::Two(cube.rotated(rotation)),
            State::Three(_) => *self,
        })
    }
}

/// A recognized pattern, and the symmetry that maps it to the cube.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub struct PatternMatch {
    /// The pattern.
    pub pattern: &'static Pattern,
    /// The symmetry by which the cube is a conjugate of the pattern: the identity if possible, a reflection only if no rotation
    /// fits.
    pub symmetry: Symmetry,
}

/// A lookup table of all conjugates of all patterns.
///
/// # Examples
///
/// ```
/// use cubegod::Stickers;
/// use cubegod::patterns::{Pattern, Recognizer};
///
/// let recognizer = Recognizer::new();
/// let superflip = Pattern::find("superflip").expect("a known name");
/// let found = recognizer.recognize(&superflip.stickers()).expect("it is a pattern");
/// assert_eq!(found.pattern, superflip);
/// assert_eq!(recognizer.recognize(&Stickers::solved(superflip.size)), None);
/// ```
#[derive(Clone, Debug)]
pub struct Recognizer {
    table: HashMap<State, PatternMatch>,
}

impl Recognizer {
    /// Builds the table, which takes some milliseconds.
    pub fn new() -> Recognizer {
        let mut table = HashMap::new();
        for pattern in Pattern::ALL {
            let state = State::of(&pattern.stickers()).expect("turning keeps a cube reachable");
            for symmetry in Symmetry::ALL {
                for rotated in state.conjugated_by(symmetry).orientations() {
                    table.entry(rotated).or_insert(PatternMatch { pattern, symmetry });
                }
            }
        }
        Recognizer { table }
    }

    /// Returns the pattern of a cube, in any orientation and up to symmetry.
    ///
    /// # Examples
    ///
    /// ```
    /// use cubegod::patterns::Recognizer;
    /// use cubegod::{Alg, Size, Stickers};
    ///
    /// let mut cube = Stickers::solved(Size::THREE);
    /// cube.apply(&"M2 E2 S2 x y".parse::<Alg>().unwrap()).unwrap();
    /// assert_eq!(Recognizer::new().recognize(&cube).unwrap().pattern.name, "checkerboard");
    /// ```
    pub fn recognize(&self, stickers: &Stickers<Color>) -> Option<PatternMatch> {
        self.table.get(&State::of(stickers)?).copied()
    }
}

impl Default for Recognizer {
    fn default() -> Recognizer {
        Recognizer::new()
    }
}
