//! Pictures of cubes: coloured text for terminals, emoji for chats, SVG and PNG.
//!
//! Every picture is drawn from [`Stickers`] of [`Cell`]s and returned as a string or as bytes. Unknown stickers are grey, and
//! the cube need not be reachable.
//!
//! | function | picture |
//! |---|---|
//! | [`ansi::net`] | the unfolded cube as text, plain or coloured |
//! | [`emoji::net`] | the unfolded cube as coloured squares |
//! | [`svg::net`] | the unfolded cube as a vector drawing |
//! | [`svg::iso`] | the cube in perspective |
//! | `png::from_svg` | a vector drawing as pixels (cargo feature `png`) |
//!
//! ```
//! use cubegod::render::{Cell, Mark, ansi};
//! use cubegod::{Color, Size, Stickers};
//!
//! let mut cells = Stickers::<Cell>::from(&Stickers::solved(Size::TWO));
//! cells.facelets_mut()[0] = Cell::UNKNOWN;
//! cells.facelets_mut()[5] = Cell::from(Color::Blue).marked(Mark::Wrong);
//! let net = ansi::net(&cells, &ansi::AnsiOptions::default());
//! let expected = [
//!     "     ? W",
//!     "     W W",
//!     "O O  G G  R B! B B",
//!     "O O  G G  R R  B B",
//!     "     Y Y",
//!     "     Y Y",
//! ];
//! assert!(net.lines().eq(expected));
//! ```

pub mod ansi;
pub mod emoji;
mod layout;
pub mod palette;
#[cfg(feature = "png")]
pub mod png;
pub mod svg;

pub use palette::{Palette, Rgb};
#[cfg(feature = "png")]
pub use png::RenderError;

use crate::color::Color;
use crate::stickers::Stickers;
use crate::text::{OPEN_BOX, is_invisible};

/// The drawing of one sticker.
#[derive(Copy, Clone, Debug, Default, Eq, PartialEq, Hash)]
pub struct Cell {
    /// The colour; `None` if it is unknown.
    pub color: Option<Color>,
    /// A character on it, such as the letter of its colour.
    pub label: Option<char>,
    /// A mark on it.
    pub mark: Option<Mark>,
}

/// A mark on a sticker.
#[derive(Copy, Clone, Debug, Eq, PartialEq, Hash)]
#[non_exhaustive]
pub enum Mark {
    /// The sticker is illegal: a ring, or `!`.
    Wrong,
    /// The sticker was unknown but follows from the others: a dot in the corner, or `+`.
    Certain,
    /// The sticker belongs to the highlighted piece: a frame, or `*`.
    Subject,
}

impl Cell {
    /// An unknown sticker.
    pub const UNKNOWN: Cell = Cell { color: None, label: None, mark: None };

    /// Returns the sticker with this label.
    pub const fn labelled(self, label: char) -> Cell {
        Cell { label: Some(label), ..self }
    }

    /// Returns the sticker with the letter of its colour as its label (`?` if unknown), for pictures that are readable without
    /// colours.
    pub const fn lettered(self) -> Cell {
        self.labelled(self.letter())
    }

    /// Returns the sticker with this mark.
    pub const fn marked(self, mark: Mark) -> Cell {
        Cell { mark: Some(mark), ..self }
    }

    /// Returns the letter of its colour, `?` if unknown.
    pub const fn letter(self) -> char {
        match self.color {
            Some(color) => color.letter(),
            None => '?',
        }
    }

    /// Returns the label to draw. Labels are untrusted input: characters that are invisible, control a terminal or are invalid
    /// in XML are replaced.
    fn drawn_label(self) -> Option<char> {
        self.label.map(|label| match label {
            _ if label.is_whitespace() => OPEN_BOX,
            _ if is_invisible(label) || is_combining(label) => char::REPLACEMENT_CHARACTER,
            _ => label,
        })
    }
}

/// Whether a character is drawn over the one before it.
const fn is_combining(character: char) -> bool {
    matches!(character, '\u{300}'..='\u{36f}')
}

impl From<Color> for Cell {
    fn from(color: Color) -> Cell {
        Cell { color: Some(color), ..Cell::UNKNOWN }
    }
}

impl From<Option<Color>> for Cell {
    fn from(color: Option<Color>) -> Cell {
        Cell { color, ..Cell::UNKNOWN }
    }
}

/// Converts stickers with known or unknown colours, without labels and marks.
impl<T: Copy + Into<Cell>> From<&Stickers<T>> for Stickers<Cell> {
    fn from(stickers: &Stickers<T>) -> Stickers<Cell> {
        stickers.map(|&contents| contents.into())
    }
}

/// Examples that the tests of all pictures share.
#[cfg(test)]
mod examples {
    use super::{Cell, Mark};
    use crate::color::Color;
    use crate::geometry::{Face, Size};
    use crate::moves::{Move, Turns};
    use crate::stickers::Stickers;

    pub(super) fn solved(layers: usize) -> Stickers<Cell> {
        Stickers::from(&Stickers::solved(Size::new(layers).unwrap()))
    }

    /// Returns a 2x2 after R U, with one sticker hidden, one impossible and one filled in.
    pub(super) fn turned_pocket_cube() -> Stickers<Cell> {
        let mut cells = solved(2);
        for face in [Face::R, Face::U] {
            cells.turn(Move::face(face, Turns::Clockwise)).unwrap();
        }
        cells.facelets_mut()[1] = Cell::UNKNOWN;
        cells.facelets_mut()[6] = Cell::from(Color::White).marked(Mark::Wrong);
        cells.facelets_mut()[9] = cells.facelets()[9].marked(Mark::Certain);
        cells
    }

    /// Writes one shape per line, so that a snapshot changes by one line per shape.
    pub(super) fn one_shape_per_line(drawing: &str) -> String {
        drawing.replace("><", ">\n<")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::Size;

    #[test]
    fn known_and_unknown_colours_become_cells() {
        let mut colors = Stickers::solved(Size::THREE).map(|&color| Some(color));
        colors.facelets_mut()[4] = None;
        let cells = Stickers::<Cell>::from(&colors);
        assert_eq!(cells.facelets()[3], Color::White.into());
        assert_eq!(cells.facelets()[4], Cell::UNKNOWN);
        assert_eq!(cells.facelets()[4].lettered().label, Some('?'));
        assert_eq!(cells.facelets()[9].lettered().label, Some('R'));
    }

    #[test]
    fn invisible_labels_are_replaced() {
        let drawn = |label| Cell::UNKNOWN.labelled(label).drawn_label().unwrap();
        assert_eq!(drawn('x'), 'x');
        assert_eq!(drawn('é'), 'é');
        for blank in [' ', '\t', '\n', '\u{3000}'] {
            assert_eq!(drawn(blank), OPEN_BOX);
        }
        for unseen in ['\0', '\u{1b}', '\u{9b}', '\u{301}', '\u{202e}', '\u{ffff}'] {
            assert_eq!(drawn(unseen), char::REPLACEMENT_CHARACTER);
        }
    }
}
