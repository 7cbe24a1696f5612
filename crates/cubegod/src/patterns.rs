//! Well-known patterns: their names, properties and moves, and the recognition of a pattern on a cube.
//!
//! ```
//! use cubegod::patterns::Pattern;
//!
//! let pattern = Pattern::find("Cube in a Cube").unwrap();
//! assert_eq!((pattern.name, pattern.order(), pattern.symmetries()), ("cube-in-cube", 3, 6));
//! assert_eq!(Pattern::named("superflop").unwrap_err().suggestion, Some("superflip"));
//! ```

mod list;
mod names;
mod property;
mod recognizer;
#[cfg(test)]
mod tests;

pub use names::UnknownPattern;
pub use property::PatternProperty;
pub use recognizer::{PatternMatch, Recognizer};

use crate::color::Color;
use crate::geometry::{Size, Symmetry};
use crate::moves::{Alg, Metric};
use crate::stickers::Stickers;

/// A named state of the cube.
///
/// # Examples
///
/// ```
/// use cubegod::patterns::Pattern;
///
/// let pattern = Pattern::named("six spots")?;
/// assert_eq!((pattern.length(), pattern.order(), pattern.symmetries()), (8, 3, 6));
/// # Ok::<(), cubegod::patterns::UnknownPattern>(())
/// ```
#[derive(Debug, Eq, PartialEq)]
pub struct Pattern {
    /// The name, such as `cube-in-cube`.
    pub name: &'static str,
    /// Other common names.
    pub other_names: &'static [&'static str],
    /// A description of its look in one line.
    pub description: &'static str,
    /// The size of the cube.
    pub size: Size,
    /// The moves that produce it, as text; [`Pattern::alg`] parses them.
    pub moves: &'static str,
    /// Whether the moves are proven to be optimal; if not, they may or may not be.
    pub is_shortest: bool,
    /// Properties that a test checks, to detect wrong moves.
    pub properties: &'static [PatternProperty],
}

impl Pattern {
    /// All patterns: those of the 3x3, then those of the 2x2.
    pub const ALL: &'static [Pattern] = list::ALL;

    /// Returns the face turns that produce it from a solved cube with white up and green in front.
    pub fn alg(&self) -> Alg {
        self.moves.parse().expect("a test reads the moves of every pattern")
    }

    /// Returns the number of moves in the half-turn metric.
    pub fn length(&self) -> usize {
        self.alg().length(Metric::Htm)
    }

    /// Returns the colour of each sticker, held white up, green front.
    pub fn stickers(&self) -> Stickers<Color> {
        let mut stickers = Stickers::solved(self.size);
        stickers.apply(&self.alg()).expect("every size has faces to turn");
        stickers
    }

    /// Returns the order: the number of times its moves must be applied to restore the solved cube.
    pub fn order(&self) -> usize {
        let alg = self.alg();
        let mut stickers = self.stickers();
        let mut order = 1;
        while !stickers.is_uniform() {
            stickers.apply(&alg).expect("every size has faces to turn");
            order += 1;
        }
        order
    }

    /// Returns the number of the 48 symmetries by which conjugation leaves it unchanged.
    pub fn symmetries(&self) -> usize {
        let state = recognizer::State::of(&self.stickers()).expect("turning keeps a cube reachable");
        Symmetry::ALL
            .into_iter()
            .filter(|&symmetry| state.conjugated_by(symmetry).is_rotation_of(&state))
            .count()
    }
}
