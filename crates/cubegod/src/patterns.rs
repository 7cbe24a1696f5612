//! Well-known patterns by their names: what they look like, the moves that make them, and which one a cube is.
//!
//! ```
//! use cubegod::patterns::Pattern;
//!
//! let pattern = Pattern::find("Cube in a Cube").unwrap();
//! assert_eq!((pattern.name, pattern.order(), pattern.symmetries()), ("cube-in-cube", 3, 6));
//! assert_eq!(Pattern::named("superflop").unwrap_err().suggestion, Some("superflip"));
//! ```

mod claim;
mod list;
mod names;
mod recognizer;
#[cfg(test)]
mod tests;

pub use claim::Claim;
pub use names::UnknownPattern;
pub use recognizer::{Likeness, Recognizer};

use crate::color::Color;
use crate::geometry::{Size, Symmetry};
use crate::moves::{Alg, Metric};
use crate::stickers::Stickers;

/// A state of the cube that has a name.
#[derive(Debug, Eq, PartialEq)]
pub struct Pattern {
    /// Its name: `cube-in-cube`.
    pub name: &'static str,
    /// Other names that people know it by.
    pub other_names: &'static [&'static str],
    /// What one sees, in a line.
    pub description: &'static str,
    /// The size of the cube.
    pub size: Size,
    /// The moves that make it, as they are written; [`Pattern::alg`] has them read.
    pub moves: &'static str,
    /// Whether it is proven that no fewer turns make it; otherwise that is not claimed here.
    pub is_shortest: bool,
    /// What is true of it, so that a wrong move does not stay unnoticed.
    pub claims: &'static [Claim],
}

impl Pattern {
    /// All patterns: those of the 3x3, then those of the 2x2.
    pub const ALL: &'static [Pattern] = list::ALL;

    /// The moves that make it from a solved cube, white up, green front; face turns alone.
    pub fn alg(&self) -> Alg {
        self.moves.parse().expect("a test reads the moves of every pattern")
    }

    /// How many turns make it, half turns counted as one.
    pub fn length(&self) -> usize {
        self.alg().length(Metric::Htm)
    }

    /// The colour of each sticker, held white up, green front.
    pub fn stickers(&self) -> Stickers<Color> {
        let mut stickers = Stickers::solved(self.size);
        stickers.apply(&self.alg()).expect("every size has faces to turn");
        stickers
    }

    /// How often its moves are made until the cube is solved again; 2 for a pattern that undoes itself.
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

    /// How many of the 48 symmetries leave it as it is, when places and colours are both renamed.
    pub fn symmetries(&self) -> usize {
        let state = recognizer::State::of(&self.stickers()).expect("turning keeps a cube reachable");
        Symmetry::ALL.into_iter().filter(|&symmetry| state.under(symmetry).is_held(&state)).count()
    }
}
