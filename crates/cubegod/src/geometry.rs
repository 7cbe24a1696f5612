//! Where stickers are and how turns move them, for every N×N×N cube.
//!
//! This is the only place that knows the shape of a cube. A sticker's [`Place`] is a position and the direction it
//! faces; a [`LayerTurn`] rotates both. Every permutation of stickers, corners and edges elsewhere in the library
//! is computed from these rotations (mostly at compile time), never typed in.

mod symmetry;

pub use symmetry::Symmetry;

use std::fmt;
use std::str::FromStr;

/// A vector of small whole numbers: x points right, y up, z towards the viewer.
#[derive(Copy, Clone, Debug, Eq, PartialEq, Hash)]
pub struct Vector {
    /// To the right.
    pub x: i8,
    /// Up.
    pub y: i8,
    /// Towards the viewer.
    pub z: i8,
}

impl Vector {
    /// The vector with these components.
    pub const fn new(x: i8, y: i8, z: i8) -> Vector {
        Vector { x, y, z }
    }

    /// The sum of two vectors.
    pub const fn plus(self, other: Vector) -> Vector {
        Vector::new(self.x + other.x, self.y + other.y, self.z + other.z)
    }

    /// This vector `factor` times.
    pub const fn times(self, factor: i8) -> Vector {
        Vector::new(self.x * factor, self.y * factor, self.z * factor)
    }

    /// The dot product.
    pub const fn dot(self, other: Vector) -> i8 {
        self.x * other.x + self.y * other.y + self.z * other.z
    }

    /// The component along an axis.
    pub const fn along(self, axis: Axis) -> i8 {
        self.dot(axis.direction())
    }

    /// Equality, usable at compile time.
    pub const fn is(self, other: Vector) -> bool {
        self.x == other.x && self.y == other.y && self.z == other.z
    }

    /// Rotated about an axis by quarter turns, clockwise as seen from the axis' positive end.
    pub const fn rotated(self, axis: Axis, quarters: u8) -> Vector {
        let mut vector = self;
        let mut left = quarters % 4;
        while left > 0 {
            vector = match axis {
                Axis::X => Vector::new(vector.x, vector.z, -vector.y),
                Axis::Y => Vector::new(-vector.z, vector.y, vector.x),
                Axis::Z => Vector::new(vector.y, -vector.x, vector.z),
            };
            left -= 1;
        }
        vector
    }
}

/// An axis of space; its positive end is the face R, U or F.
#[derive(Copy, Clone, Debug, Eq, PartialEq, Hash, PartialOrd, Ord)]
#[repr(u8)]
pub enum Axis {
    /// From L to R.
    X,
    /// From D to U.
    Y,
    /// From B to F.
    Z,
}

impl Axis {
    /// All axes.
    pub const ALL: [Axis; 3] = [Axis::X, Axis::Y, Axis::Z];

    /// The unit vector to its positive end.
    pub const fn direction(self) -> Vector {
        match self {
            Axis::X => Vector::new(1, 0, 0),
            Axis::Y => Vector::new(0, 1, 0),
            Axis::Z => Vector::new(0, 0, 1),
        }
    }

    /// The face at its positive end: R, U or F.
    pub const fn face(self) -> Face {
        match self {
            Axis::X => Face::R,
            Axis::Y => Face::U,
            Axis::Z => Face::F,
        }
    }
}

/// A face, in the fixed order U R F D L B used by every table.
#[derive(Copy, Clone, Debug, Eq, PartialEq, Hash, PartialOrd, Ord)]
#[repr(u8)]
pub enum Face {
    /// Up.
    U,
    /// Right.
    R,
    /// Front.
    F,
    /// Down.
    D,
    /// Left.
    L,
    /// Back.
    B,
}

impl Face {
    /// All faces in order.
    pub const ALL: [Face; 6] = [Face::U, Face::R, Face::F, Face::D, Face::L, Face::B];

    /// Its place in the order U R F D L B.
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The direction it looks.
    pub const fn normal(self) -> Vector {
        let outward = self.axis().direction();
        if self.is_positive() { outward } else { outward.times(-1) }
    }

    /// The face that looks in this direction (a unit vector).
    pub const fn from_normal(normal: Vector) -> Option<Face> {
        let mut i = 0;
        while i < 6 {
            if Face::ALL[i].normal().is(normal) {
                return Some(Face::ALL[i]);
            }
            i += 1;
        }
        None
    }

    /// The axis through its middle.
    pub const fn axis(self) -> Axis {
        match self {
            Face::R | Face::L => Axis::X,
            Face::U | Face::D => Axis::Y,
            Face::F | Face::B => Axis::Z,
        }
    }

    /// Whether it is at the positive end of its axis (U, R, F).
    pub const fn is_positive(self) -> bool {
        matches!(self, Face::U | Face::R | Face::F)
    }

    /// The face across the cube.
    pub const fn opposite(self) -> Face {
        Face::ALL[(self as usize + 3) % 6]
    }

    /// The direction in which its columns run: U is read with B above it, D with F above it, the sides with U above.
    pub const fn rightward(self) -> Vector {
        match self {
            Face::U | Face::F | Face::D => Vector::new(1, 0, 0),
            Face::R => Vector::new(0, 0, -1),
            Face::L => Vector::new(0, 0, 1),
            Face::B => Vector::new(-1, 0, 0),
        }
    }

    /// The direction in which its rows run.
    pub const fn downward(self) -> Vector {
        match self {
            Face::U => Vector::new(0, 0, 1),
            Face::D => Vector::new(0, 0, -1),
            Face::R | Face::F | Face::L | Face::B => Vector::new(0, -1, 0),
        }
    }

    /// Its letter.
    pub const fn letter(self) -> char {
        match self {
            Face::U => 'U',
            Face::R => 'R',
            Face::F => 'F',
            Face::D => 'D',
            Face::L => 'L',
            Face::B => 'B',
        }
    }

    /// The face with this capital letter.
    pub const fn from_letter(letter: char) -> Option<Face> {
        match letter {
            'U' => Some(Face::U),
            'R' => Some(Face::R),
            'F' => Some(Face::F),
            'D' => Some(Face::D),
            'L' => Some(Face::L),
            'B' => Some(Face::B),
            _ => None,
        }
    }
}

impl fmt::Display for Face {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.letter())
    }
}

/// How many layers a cube has along each axis: 2 for the pocket cube, 3 for the 3x3.
#[derive(Copy, Clone, Debug, Eq, PartialEq, Hash, PartialOrd, Ord)]
pub struct Size(u8);

/// A size outside the range that is supported.
#[derive(Clone, Debug, Eq, PartialEq, thiserror::Error)]
#[error("`{found}` is not a cube size; expected 2x2, 3x3, … up to {max}x{max}", max = Size::MAX.layers())]
pub struct SizeError {
    found: String,
}

impl Size {
    /// The pocket cube.
    pub const TWO: Size = Size(2);
    /// The 3x3.
    pub const THREE: Size = Size(3);
    /// The largest size: far beyond what is built, small enough that every index fits its type.
    pub const MAX: Size = Size(32);

    /// Returns the size with this many layers.
    ///
    /// # Errors
    ///
    /// Fails below 2 and above [`Size::MAX`].
    pub fn new(layers: usize) -> Result<Size, SizeError> {
        match u8::try_from(layers) {
            Ok(n @ 2..) if n <= Size::MAX.0 => Ok(Size(n)),
            _ => Err(SizeError { found: layers.to_string() }),
        }
    }

    /// The size whose cube has this many stickers (6N²), if there is one.
    pub fn from_sticker_count(count: usize) -> Option<Size> {
        (2..=Size::MAX.0).map(Size).find(|size| size.sticker_count() == count)
    }

    /// Layers along each axis.
    pub const fn layers(self) -> usize {
        self.0 as usize
    }

    /// Stickers on one face.
    pub const fn face_stickers(self) -> usize {
        self.layers() * self.layers()
    }

    /// Stickers on the whole cube.
    pub const fn sticker_count(self) -> usize {
        6 * self.face_stickers()
    }
}

/// `3x3x3`.
impl fmt::Display for Size {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{0}x{0}x{0}", self.0)
    }
}

/// Reads `3`, `3x3` and `3x3x3`.
impl FromStr for Size {
    type Err = SizeError;

    fn from_str(text: &str) -> Result<Size, SizeError> {
        let error = || SizeError { found: text.chars().take(20).collect() };
        let mut parts = text.split(['x', 'X']);
        let first = parts.next().unwrap_or_default();
        if parts.clone().count() > 2 || parts.any(|part| part != first) {
            return Err(error());
        }
        first.parse().ok().and_then(|layers| Size::new(layers).ok()).ok_or_else(error)
    }
}

/// A place on the surface: which small cube (in steps of 2, so that even sizes need no fractions), and which side of it.
#[derive(Copy, Clone, Debug, Eq, PartialEq, Hash)]
pub struct Place {
    /// The small cube's middle: each coordinate runs from −(N−1) to N−1 in steps of two.
    pub position: Vector,
    /// The direction the sticker faces.
    pub normal: Vector,
}

impl Place {
    /// The place of sticker `index`: faces in the order U R F D L B, each row by row.
    pub const fn of_index(size: Size, index: usize) -> Place {
        let n = size.layers();
        let face = Face::ALL[index / (n * n)];
        let row = (index % (n * n) / n) as i8;
        let column = (index % n) as i8;
        let edge = n as i8 - 1;
        let position = face
            .normal()
            .times(edge)
            .plus(face.downward().times(2 * row - edge))
            .plus(face.rightward().times(2 * column - edge));
        Place { position, normal: face.normal() }
    }

    /// The inverse of [`Place::of_index`].
    pub const fn index(self, size: Size) -> usize {
        let n = size.layers();
        let edge = n as i8 - 1;
        let Some(face) = Face::from_normal(self.normal) else { panic!("a sticker faces along an axis") };
        let row = (self.position.dot(face.downward()) + edge) / 2;
        let column = (self.position.dot(face.rightward()) + edge) / 2;
        face.index() * n * n + row as usize * n + column as usize
    }

    /// Rotated about an axis, clockwise as seen from its positive end.
    pub const fn rotated(self, axis: Axis, quarters: u8) -> Place {
        Place { position: self.position.rotated(axis, quarters), normal: self.normal.rotated(axis, quarters) }
    }
}

/// A turn of neighbouring layers about an axis: what every move comes down to.
#[derive(Copy, Clone, Debug, Eq, PartialEq, Hash)]
pub struct LayerTurn {
    /// The axis.
    pub axis: Axis,
    /// The first turned layer, counted from 0 at the positive end (R, U, F).
    pub first: u8,
    /// The last turned layer.
    pub last: u8,
    /// Quarter turns, clockwise as seen from the positive end.
    pub quarters: u8,
}

impl LayerTurn {
    /// Where the sticker that is at `index` after this turn was before it: `new[index] = old[source(index)]`.
    pub const fn source(self, size: Size, index: usize) -> usize {
        let place = Place::of_index(size, index);
        let layer = (size.layers() as i8 - 1 - place.position.along(self.axis)) / 2;
        if layer < self.first as i8 || layer > self.last as i8 {
            return index;
        }
        place.rotated(self.axis, 4 - self.quarters % 4).index(size)
    }

    /// The whole permutation: `new[i] = old[permutation[i]]`.
    pub fn permutation(self, size: Size) -> Vec<usize> {
        (0..size.sticker_count()).map(|index| self.source(size, index)).collect()
    }
}

/// How a sticker's place is called: `U1` is the first sticker of the face U, row by row.
#[derive(Copy, Clone, Debug, Eq, PartialEq, Hash, PartialOrd, Ord)]
pub struct Facelet {
    /// Its face.
    pub face: Face,
    /// Its number on the face, from 1.
    pub number: u16,
}

impl Facelet {
    /// The name of sticker `index` (faces in the order U R F D L B, each row by row).
    pub const fn of_index(size: Size, index: usize) -> Facelet {
        let per_face = size.face_stickers();
        Facelet { face: Face::ALL[index / per_face], number: (index % per_face) as u16 + 1 }
    }

    /// The inverse of [`Facelet::of_index`].
    pub const fn index(self, size: Size) -> usize {
        self.face.index() * size.face_stickers() + self.number as usize - 1
    }
}

impl fmt::Display for Facelet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.face, self.number)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sizes() -> impl Iterator<Item = Size> {
        (2..=7).map(|n| Size::new(n).unwrap())
    }

    #[test]
    fn places_and_indices_are_inverse() {
        for size in sizes() {
            for index in 0..size.sticker_count() {
                assert_eq!(Place::of_index(size, index).index(size), index);
                assert_eq!(Facelet::of_index(size, index).index(size), index);
            }
        }
    }

    #[test]
    fn every_turn_is_a_permutation_of_order_four() {
        for size in sizes() {
            for axis in Axis::ALL {
                for first in 0..size.layers() as u8 {
                    for last in first..size.layers() as u8 {
                        let turn = LayerTurn { axis, first, last, quarters: 1 };
                        let mut cells: Vec<usize> = (0..size.sticker_count()).collect();
                        let permutation = turn.permutation(size);
                        for count in 1..=4 {
                            cells = permutation.iter().map(|&from| cells[from]).collect();
                            let home = cells.iter().enumerate().all(|(i, &c)| i == c);
                            assert_eq!(home, count == 4);
                        }
                    }
                }
            }
        }
    }

    #[test]
    fn a_clockwise_turn_of_u_brings_the_right_row_to_the_front() {
        let turn = LayerTurn { axis: Axis::Y, first: 0, last: 0, quarters: 1 };
        let front_left_top = Facelet { face: Face::F, number: 1 }.index(Size::THREE);
        let right_left_top = Facelet { face: Face::R, number: 1 }.index(Size::THREE);
        assert_eq!(turn.source(Size::THREE, front_left_top), right_left_top);
    }

    #[test]
    fn sizes_are_read_in_three_ways_and_refused_outside_the_range() {
        for text in ["3", "3x3", "3x3x3"] {
            assert_eq!(text.parse(), Ok(Size::THREE));
        }
        for text in ["", "1", "33", "3x2", "2x2x2x2", "x", "-3", "99999999999999999999"] {
            assert!(text.parse::<Size>().is_err(), "{text}");
        }
    }
}
