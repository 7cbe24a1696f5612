//! Checkable properties of patterns.

use super::Pattern;
use crate::color::Color;
use crate::cube::{Corner, Cube3, Edge, centre};
use crate::geometry::{Face, Size, StickerPosition};
use crate::stickers::Stickers;

/// A property of a pattern.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
#[non_exhaustive]
pub enum PatternProperty {
    /// The order of its moves.
    Order(usize),
    /// The number of the 48 symmetries that leave it unchanged.
    Symmetries(usize),
    /// The faces with these letters, and no others, show this picture; see [`PatternProperty::picture`].
    Faces(&'static str, &'static str),
    /// The number of corners and edges of a 3x3 in their places, in any orientation.
    InPlace(usize, usize),
    /// The number of connected components of the stickers with the colour of their centre, also across the edges of the cube:
    /// a snake is one component, rings around two corners are two.
    Parts(usize),
}

impl PatternProperty {
    /// Whether a pattern has the property.
    pub fn holds_for(&self, pattern: &Pattern) -> bool {
        let stickers = pattern.stickers();
        match *self {
            PatternProperty::Order(order) => pattern.order() == order,
            PatternProperty::Symmetries(count) => pattern.symmetries() == count,
            PatternProperty::Faces(letters, picture) => {
                let shows_it = |face: &Face| PatternProperty::picture(&stickers, *face) == picture;
                Face::ALL.into_iter().filter(shows_it).map(Face::letter).eq(letters.chars())
            }
            PatternProperty::InPlace(corners, edges) => in_place(&stickers) == Some((corners, edges)),
            PatternProperty::Parts(count) => stickers.size() == Size::THREE && parts(&stickers) == count,
        }
    }

    /// Returns the picture of a face, row by row with blanks between the rows: `.` is the colour of its centre (of its first
    /// sticker if there is no centre), `=` the opposite colour, `a` `b` `c` `d` the others in order of appearance. Of the eight
    /// rotations and reflections of the face it is the lexicographically smallest.
    pub fn picture(stickers: &Stickers<Color>, face: Face) -> String {
        let layers = stickers.size().layers();
        let last = layers - 1;
        let sticker = |row: usize, column: usize| stickers.row(face, row)[column];
        let pictures = (0..8).map(|symmetry| {
            let turned = |row: usize, column: usize| {
                let row = if symmetry & 1 == 0 { row } else { last - row };
                let column = if symmetry & 2 == 0 { column } else { last - column };
                if symmetry & 4 == 0 { sticker(row, column) } else { sticker(column, row) }
            };
            let middle = if layers % 2 == 1 { layers / 2 } else { 0 };
            let own = turned(middle, middle);
            let mut others = Vec::new();
            let rows = (0..layers).map(|row| {
                (0..layers).map(|column| character(turned(row, column), own, &mut others)).collect::<String>()
            });
            rows.collect::<Vec<_>>().join(" ")
        });
        pictures.min().expect("a square has eight symmetries")
    }
}

/// Returns the character of a colour on a face with the colour `own`, and adds new colours to `others`.
fn character(color: Color, own: Color, others: &mut Vec<Color>) -> char {
    if color == own {
        return '.';
    }
    if color.home() == own.home().opposite() {
        return '=';
    }
    let place = others.iter().position(|&other| other == color).unwrap_or_else(|| {
        others.push(color);
        others.len() - 1
    });
    ['a', 'b', 'c', 'd'][place]
}

/// Counts the corners and edges that are in their places.
fn in_place(stickers: &Stickers<Color>) -> Option<(usize, usize)> {
    if stickers.size() != Size::THREE {
        return None;
    }
    let cube = Cube3::try_from(stickers).ok()?;
    let corners = Corner::ALL.into_iter().filter(|&place| cube.corners().piece(place) == place).count();
    let edges = Edge::ALL.into_iter().filter(|&place| cube.edges().piece(place) == place).count();
    Some((corners, edges))
}

/// Counts the connected components of the stickers with the colour of their centre.
fn parts(stickers: &Stickers<Color>) -> usize {
    let size = stickers.size();
    let is_own =
        |index: usize| stickers.facelets()[index] == stickers.facelets()[centre(Face::ALL[index / 9])];
    let touch = |a: usize, b: usize| {
        let (a, b) = (StickerPosition::of_index(size, a), StickerPosition::of_index(size, b));
        let between = a.cubie.plus(b.cubie.times(-1));
        // Adjacent cubies are two apart; two stickers of one cubie share an edge.
        if a.normal == b.normal { between.dot(between) == 4 } else { a.cubie == b.cubie }
    };
    let mut left: Vec<usize> = (0..stickers.facelets().len()).filter(|&index| is_own(index)).collect();
    let mut count = 0;
    while let Some(first) = left.pop() {
        count += 1;
        let mut reached = vec![first];
        while let Some(from) = reached.pop() {
            reached.extend(left.extract_if(.., |other| touch(from, *other)));
        }
    }
    count
}
