//! Pictures of cubes: coloured text for terminals, emoji for chats, SVG and PNG for everything else.
//!
//! Every picture is drawn from the same description, [`Stickers`] of [`Cell`]s, and comes back as a string or as
//! bytes. Any contents can be drawn: unknown stickers are grey, and no cube has to be reachable.
//!
//! | function | picture |
//! |---|---|
//! | [`ansi::net`] | the unfolded cube as text, plain or coloured |
//! | [`emoji::net`] | the unfolded cube as coloured squares |
//! | [`svg::net`] | the unfolded cube as a vector drawing |
//! | [`svg::iso`] | the cube as it looks in the hand |
//! | `png::from_svg` | either vector drawing as pixels (cargo feature `png`) |
//!
//! ```
//! use cubegod::render::{Cell, Mark, ansi};
//! use cubegod::{Color, Size, Stickers};
//!
//! let mut cells = Stickers::<Cell>::from(&Stickers::solved(Size::TWO));
//! cells.cells_mut()[0] = Cell::UNKNOWN;
//! cells.cells_mut()[5] = Cell::from(Color::Blue).marked(Mark::Wrong);
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

/// How one sticker is drawn.
#[derive(Copy, Clone, Debug, Default, Eq, PartialEq, Hash)]
pub struct Cell {
    /// Its colour; none when it is not known.
    pub color: Option<Color>,
    /// A character on it: the letter of its colour, or whatever rides on it.
    pub label: Option<char>,
    /// Something to point out about it.
    pub mark: Option<Mark>,
}

/// What a picture points out about a sticker.
#[derive(Copy, Clone, Debug, Eq, PartialEq, Hash)]
pub enum Mark {
    /// It cannot be what it is: a ring, or `!`.
    Wrong,
    /// It was not given but follows from those that were: a dot in the corner, or `+`.
    Certain,
    /// It belongs to a piece that is spoken of: a frame, or `*`.
    Subject,
}

impl Cell {
    /// A sticker of which nothing is known.
    pub const UNKNOWN: Cell = Cell { color: None, label: None, mark: None };

    /// The same with this character on it.
    pub const fn labelled(self, label: char) -> Cell {
        Cell { label: Some(label), ..self }
    }

    /// The same with the letter of its colour on it (`?` when unknown), for eyes that cannot rely on colours.
    pub const fn lettered(self) -> Cell {
        self.labelled(self.letter())
    }

    /// The same with this mark.
    pub const fn marked(self, mark: Mark) -> Cell {
        Cell { mark: Some(mark), ..self }
    }

    /// The letter of its colour, `?` when unknown.
    pub const fn letter(self) -> char {
        match self.color {
            Some(color) => color.letter(),
            None => '?',
        }
    }

    /// Its label as it can be drawn: nothing that is invisible, and nothing that could steer a terminal or break
    /// an SVG, for labels are other people's data.
    fn drawn_label(self) -> Option<char> {
        self.label.map(|label| match label {
            _ if label.is_whitespace() => OPEN_BOX,
            _ if label.is_control() || is_invisible(label) => char::REPLACEMENT_CHARACTER,
            _ => label,
        })
    }
}

/// The usual sign for a blank that has to be seen.
const OPEN_BOX: char = '␣';

/// Characters without a shape of their own: combining marks, joiners, direction switches, and what XML forbids.
const fn is_invisible(character: char) -> bool {
    matches!(character,
        '\u{ad}' | '\u{300}'..='\u{36f}' | '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}'
        | '\u{2060}'..='\u{206f}' | '\u{fe00}'..='\u{fe0f}' | '\u{feff}' | '\u{fff9}'..='\u{fffb}'
        | '\u{fffe}'..='\u{ffff}' | '\u{e0000}'..='\u{e0fff}')
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

/// Stickers that carry colours, or colours some of which are unknown, as they are drawn without labels and marks.
impl<T: Copy + Into<Cell>> From<&Stickers<T>> for Stickers<Cell> {
    fn from(stickers: &Stickers<T>) -> Stickers<Cell> {
        stickers.map(|&contents| contents.into())
    }
}

/// What the tests of all pictures draw.
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

    /// A 2x2 after R U, with one sticker hidden, one impossible and one filled in.
    pub(super) fn turned_pocket_cube() -> Stickers<Cell> {
        let mut cells = solved(2);
        for face in [Face::R, Face::U] {
            cells.turn(Move::face(face, Turns::Clockwise)).unwrap();
        }
        cells.cells_mut()[1] = Cell::UNKNOWN;
        cells.cells_mut()[6] = Cell::from(Color::White).marked(Mark::Wrong);
        cells.cells_mut()[9] = cells.facelets()[9].marked(Mark::Certain);
        cells
    }

    /// A drawing as a snapshot shows it, so that a change of one shape is a change of one line.
    pub(super) fn one_shape_a_line(drawing: &str) -> String {
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
        colors.cells_mut()[4] = None;
        let cells = Stickers::<Cell>::from(&colors);
        assert_eq!(cells.facelets()[3], Color::White.into());
        assert_eq!(cells.facelets()[4], Cell::UNKNOWN);
        assert_eq!(cells.facelets()[4].lettered().label, Some('?'));
        assert_eq!(cells.facelets()[9].lettered().label, Some('R'));
    }

    #[test]
    fn labels_that_cannot_be_seen_are_replaced() {
        let drawn = |label| Cell::UNKNOWN.labelled(label).drawn_label().unwrap();
        assert_eq!(drawn('x'), 'x');
        assert_eq!(drawn('é'), 'é');
        for blank in [' ', '\t', '\n', '\u{3000}'] {
            assert_eq!(drawn(blank), OPEN_BOX);
        }
        for unseen in ['\0', '\u{1b}', '\u{9b}', '\u{202e}', '\u{ffff}'] {
            assert_eq!(drawn(unseen), char::REPLACEMENT_CHARACTER);
        }
    }
}
