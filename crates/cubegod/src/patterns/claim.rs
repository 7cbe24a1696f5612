//! What is said to be true of a pattern, in a form that can be checked.

use super::Pattern;
use crate::color::Color;
use crate::cube::{Corner, Cube3, Edge, centre};
use crate::geometry::{Face, Place, Size};
use crate::stickers::Stickers;

/// Something that is true of a pattern.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub enum Claim {
    /// Its moves made so many times, and no fewer, give a solved cube.
    Order(usize),
    /// So many of the 48 symmetries leave it as it is.
    Symmetries(usize),
    /// These faces, told by their letters, show this picture and no others do; see [`Claim::picture`].
    Faces(&'static str, &'static str),
    /// So many corners and so many edges of a 3x3 are in their places, whichever way they are turned there.
    InPlace(usize, usize),
    /// The stickers that have the colour of their centre hang together in so many parts, over the edges of the cube too;
    /// a snake is one part, a ring around each of two corners makes two.
    Parts(usize),
}

impl Claim {
    /// Whether it is true.
    pub fn is_true_of(&self, pattern: &Pattern) -> bool {
        let stickers = pattern.stickers();
        match *self {
            Claim::Order(order) => pattern.order() == order,
            Claim::Symmetries(count) => pattern.symmetries() == count,
            Claim::Faces(letters, picture) => {
                let shows_it = |face: &Face| Claim::picture(&stickers, *face) == picture;
                Face::ALL.into_iter().filter(shows_it).map(Face::letter).eq(letters.chars())
            }
            Claim::InPlace(corners, edges) => in_place(&stickers) == Some((corners, edges)),
            Claim::Parts(count) => stickers.size() == Size::THREE && parts(&stickers) == count,
        }
    }

    /// What a face shows, row by row with blanks between the rows: `.` is the colour of its centre (of its first sticker
    /// where there is no centre), `=` the opposite colour, `a` `b` `c` `d` are the others as they come. Of the eight
    /// ways to turn and mirror the face it is the first in the order of these characters.
    pub fn picture(stickers: &Stickers<Color>, face: Face) -> String {
        let layers = stickers.size().layers();
        let last = layers - 1;
        let cell = |row: usize, column: usize| stickers.row(face, row)[column];
        let ways = (0..8).map(|way| {
            let turned = |row: usize, column: usize| {
                let row = if way & 1 == 0 { row } else { last - row };
                let column = if way & 2 == 0 { column } else { last - column };
                if way & 4 == 0 { cell(row, column) } else { cell(column, row) }
            };
            let middle = if layers % 2 == 1 { layers / 2 } else { 0 };
            let own = turned(middle, middle);
            let mut others = Vec::new();
            let rows = (0..layers).map(|row| {
                (0..layers).map(|column| character(turned(row, column), own, &mut others)).collect::<String>()
            });
            rows.collect::<Vec<_>>().join(" ")
        });
        ways.min().expect("there are eight ways")
    }
}

/// A colour on a face with this colour, where the others were seen before.
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

/// How many corners and edges are in their places.
fn in_place(stickers: &Stickers<Color>) -> Option<(usize, usize)> {
    if stickers.size() != Size::THREE {
        return None;
    }
    let cube = Cube3::try_from(stickers).ok()?;
    let corners = Corner::ALL.into_iter().filter(|&place| cube.corners().piece(place) == place).count();
    let edges = Edge::ALL.into_iter().filter(|&place| cube.edges().piece(place) == place).count();
    Some((corners, edges))
}

/// In how many parts the stickers with the colours of their centres hang together.
fn parts(stickers: &Stickers<Color>) -> usize {
    let size = stickers.size();
    let is_own =
        |index: usize| stickers.facelets()[index] == stickers.facelets()[centre(Face::ALL[index / 9])];
    let touch = |a: usize, b: usize| {
        let (a, b) = (Place::of_index(size, a), Place::of_index(size, b));
        let between = a.position.plus(b.position.times(-1));
        // Small cubes are two apart; two stickers of one small cube meet at its edge.
        if a.normal == b.normal { between.dot(between) == 4 } else { a.position == b.position }
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
