//! The six colours of a cube.

use crate::geometry::Face;
use std::fmt;

/// A colour, ordered by its face on the solved cube with white up and green in front (U R F D L B).
#[derive(Copy, Clone, Debug, Eq, PartialEq, Hash, PartialOrd, Ord)]
#[repr(u8)]
pub enum Color {
    /// On U.
    White,
    /// On R.
    Red,
    /// On F.
    Green,
    /// On D.
    Yellow,
    /// On L.
    Orange,
    /// On B.
    Blue,
}

impl Color {
    /// All colours, in the order of their home faces.
    pub const ALL: [Color; 6] =
        [Color::White, Color::Red, Color::Green, Color::Yellow, Color::Orange, Color::Blue];

    /// Returns the index in [`Color::ALL`].
    pub const fn index(self) -> usize {
        self as usize
    }

    /// Returns the face that has this colour on a solved cube held white up, green front.
    pub const fn home(self) -> Face {
        Face::ALL[self as usize]
    }

    /// Returns the colour of this face on a solved cube held white up, green front.
    pub const fn of_face(face: Face) -> Color {
        Color::ALL[face as usize]
    }

    /// Returns the capital letter: W R G Y O B.
    pub const fn letter(self) -> char {
        match self {
            Color::White => 'W',
            Color::Red => 'R',
            Color::Green => 'G',
            Color::Yellow => 'Y',
            Color::Orange => 'O',
            Color::Blue => 'B',
        }
    }

    /// Returns the colour with this capital letter.
    pub const fn from_letter(letter: char) -> Option<Color> {
        match letter {
            'W' => Some(Color::White),
            'R' => Some(Color::Red),
            'G' => Some(Color::Green),
            'Y' => Some(Color::Yellow),
            'O' => Some(Color::Orange),
            'B' => Some(Color::Blue),
            _ => None,
        }
    }

    /// Returns the English name in lower case.
    pub const fn name(self) -> &'static str {
        match self {
            Color::White => "white",
            Color::Red => "red",
            Color::Green => "green",
            Color::Yellow => "yellow",
            Color::Orange => "orange",
            Color::Blue => "blue",
        }
    }
}

impl fmt::Display for Color {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}
