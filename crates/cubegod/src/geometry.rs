//! The positions of stickers and their permutation by turns, for every N×N×N cube.
//!
//! This is the only module that defines the geometry of a cube. A [`StickerPosition`] is a position of a cubie and a normal; a
//! [`LayerTurn`] rotates both. Every permutation of stickers, corners and edges in the library is computed from these
//! rotations, mostly at compile time.

mod symmetry;

pub use symmetry::Symmetry;

use std::fmt;
use std::str::FromStr;

/// A vector of small whole numbers: x points right, y up, z towards the viewer.
#[derive(Copy, Clone, Debug, Eq, PartialEq, Hash)]
pub struct Vector {
    /// The component to the right.
    pub x: i8,
    /// The component upwards.
    pub y: i8,
    /// The component towards the viewer.
    pub z: i8,
}

impl Vector {
    /// Returns the vector with these components.
    pub const fn new(x: i8, y: i8, z: i8) -> Vector {
        Vector { x, y, z }
    }

    /// Returns the sum of two vectors.
    pub const fn plus(self, other: Vector) -> Vector {
        Vector::new(self.x + other.x, self.y + other.y, self.z + other.z)
    }

    /// Returns the vector multiplied by a factor.
    pub const fn times(self, factor: i8) -> Vector {
        Vector::new(self.x * factor, self.y * factor, self.z * factor)
    }

    /// Returns the dot product.
    pub const fn dot(self, other: Vector) -> i8 {
        self.x * other.x + self.y * other.y + self.z * other.z
    }

    /// Returns the component along an axis.
    pub const fn along(self, axis: Axis) -> i8 {
        self.dot(axis.direction())
    }

    /// Whether two vectors are equal; usable at compile time.
    pub const fn is(self, other: Vector) -> bool {
        self.x == other.x && self.y == other.y && self.z == other.z
    }

    /// Returns the vector rotated about an axis by quarter turns, clockwise as seen from the positive end of the axis.
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
    /// The axis from L to R.
    X,
    /// The axis from D to U.
    Y,
    /// The axis from B to F.
    Z,
}

impl Axis {
    /// All axes.
    pub const ALL: [Axis; 3] = [Axis::X, Axis::Y, Axis::Z];

    /// Returns the unit vector to its positive end.
    pub const fn direction(self) -> Vector {
        match self {
            Axis::X => Vector::new(1, 0, 0),
            Axis::Y => Vector::new(0, 1, 0),
            Axis::Z => Vector::new(0, 0, 1),
        }
    }

    /// Returns the face at its positive end: R, U or F.
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

    /// Returns the index in [`Face::ALL`].
    pub const fn index(self) -> usize {
        self as usize
    }

    /// Returns the outward unit normal.
    pub const fn normal(self) -> Vector {
        let outward = self.axis().direction();
        if self.is_positive() { outward } else { outward.times(-1) }
    }

    /// Returns the face with this outward unit normal.
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

    /// Returns the axis perpendicular to the face.
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

    /// Returns the opposite face.
    pub const fn opposite(self) -> Face {
        Face::ALL[(self as usize + 3) % 6]
    }

    /// Returns the direction from one column to the next: U is read with B above it, D with F above it, the others with U above.
    pub const fn rightward(self) -> Vector {
        match self {
            Face::U | Face::F | Face::D => Vector::new(1, 0, 0),
            Face::R => Vector::new(0, 0, -1),
            Face::L => Vector::new(0, 0, 1),
            Face::B => Vector::new(-1, 0, 0),
        }
    }

    /// Returns the direction from one row to the next.
    pub const fn downward(self) -> Vector {
        match self {
            Face::U => Vector::new(0, 0, 1),
            Face::D => Vector::new(0, 0, -1),
            Face::R | Face::F | Face::L | Face::B => Vector::new(0, -1, 0),
        }
    }

    /// Returns the letter of the face.
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

    /// Returns the face with this capital letter.
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

/// The number of layers of a cube along each axis: 2 for the pocket cube, 3 for the 3x3.
#[derive(Copy, Clone, Debug, Eq, PartialEq, Hash, PartialOrd, Ord)]
pub struct Size(u8);

/// The error for a size outside the supported range.
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
    /// The largest supported size; every index fits its type.
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

    /// Returns the size whose cube has this many stickers (6N²), if there is one.
    pub fn from_sticker_count(count: usize) -> Option<Size> {
        (2..=Size::MAX.0).map(Size).find(|size| size.sticker_count() == count)
    }

    /// Returns the number of layers along each axis.
    pub const fn layers(self) -> usize {
        self.0 as usize
    }

    /// Returns the number of stickers on one face.
    pub const fn face_stickers(self) -> usize {
        self.layers() * self.layers()
    }

    /// Returns the number of stickers on the whole cube.
    pub const fn sticker_count(self) -> usize {
        6 * self.face_stickers()
    }
}

/// Formats the size as `3x3x3`.
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

/// The position of a sticker in space: its cubie (in steps of 2, so that even sizes need no fractions), and the side of the
/// cubie.
#[derive(Copy, Clone, Debug, Eq, PartialEq, Hash)]
pub struct StickerPosition {
    /// The centre of the cubie: each coordinate runs from −(N−1) to N−1 in steps of two.
    pub cubie: Vector,
    /// The direction the sticker faces.
    pub normal: Vector,
}

impl StickerPosition {
    /// Returns the position of sticker `index`: faces in the order U R F D L B, each row by row.
    ///
    /// # Panics
    ///
    /// Panics if the cube has no such sticker.
    pub const fn of_index(size: Size, index: usize) -> StickerPosition {
        let n = size.layers();
        let face = Face::ALL[index / (n * n)];
        let row = (index % (n * n) / n) as i8;
        let column = (index % n) as i8;
        let edge = n as i8 - 1;
        let cubie = face
            .normal()
            .times(edge)
            .plus(face.downward().times(2 * row - edge))
            .plus(face.rightward().times(2 * column - edge));
        StickerPosition { cubie, normal: face.normal() }
    }

    /// Returns the index of the sticker; the inverse of [`StickerPosition::of_index`].
    ///
    /// # Panics
    ///
    /// Panics if the normal is not a unit vector along an axis.
    pub const fn index(self, size: Size) -> usize {
        let n = size.layers();
        let edge = n as i8 - 1;
        let Some(face) = Face::from_normal(self.normal) else { panic!("a sticker faces along an axis") };
        let row = (self.cubie.dot(face.downward()) + edge) / 2;
        let column = (self.cubie.dot(face.rightward()) + edge) / 2;
        face.index() * n * n + row as usize * n + column as usize
    }

    /// Returns the position rotated about an axis, clockwise as seen from its positive end.
    pub const fn rotated(self, axis: Axis, quarters: u8) -> StickerPosition {
        StickerPosition {
            cubie: self.cubie.rotated(axis, quarters),
            normal: self.normal.rotated(axis, quarters),
        }
    }
}

/// A turn of adjacent layers about an axis; every move is one.
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
    /// Returns the index from which this turn moves a sticker to `index`: `new[index] = old[source(index)]`.
    ///
    /// # Panics
    ///
    /// Panics if the cube has no such sticker.
    pub const fn source(self, size: Size, index: usize) -> usize {
        let sticker = StickerPosition::of_index(size, index);
        let layer = (size.layers() as i8 - 1 - sticker.cubie.along(self.axis)) / 2;
        if layer < self.first as i8 || layer > self.last as i8 {
            return index;
        }
        sticker.rotated(self.axis, 4 - self.quarters % 4).index(size)
    }

    /// Returns the whole permutation: `new[i] = old[permutation[i]]`.
    pub fn permutation(self, size: Size) -> Vec<usize> {
        (0..size.sticker_count()).map(|index| self.source(size, index)).collect()
    }
}

/// The name of a sticker's place: `U1` is the first sticker of the face U, row by row.
#[derive(Copy, Clone, Debug, Eq, PartialEq, Hash, PartialOrd, Ord)]
pub struct Facelet {
    /// The face.
    pub face: Face,
    /// The number of the sticker on the face, from 1.
    pub number: u16,
}

impl Facelet {
    /// Returns the name of sticker `index` (faces in the order U R F D L B, each row by row).
    ///
    /// # Panics
    ///
    /// Panics if the cube has no such sticker.
    pub const fn of_index(size: Size, index: usize) -> Facelet {
        let per_face = size.face_stickers();
        Facelet { face: Face::ALL[index / per_face], number: (index % per_face) as u16 + 1 }
    }

    /// Returns the index of the sticker; the inverse of [`Facelet::of_index`].
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
    fn positions_and_indices_are_inverse() {
        for size in sizes() {
            for index in 0..size.sticker_count() {
                assert_eq!(StickerPosition::of_index(size, index).index(size), index);
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
                        let mut labels: Vec<usize> = (0..size.sticker_count()).collect();
                        let permutation = turn.permutation(size);
                        for count in 1..=4 {
                            labels = permutation.iter().map(|&from| labels[from]).collect();
                            let is_identity = labels.iter().enumerate().all(|(i, &label)| i == label);
                            assert_eq!(is_identity, count == 4);
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
    fn sizes_are_read_in_three_notations_and_checked() {
        for text in ["3", "3x3", "3x3x3"] {
            assert_eq!(text.parse(), Ok(Size::THREE));
        }
        for text in ["", "1", "33", "3x2", "2x2x2x2", "x", "-3", "99999999999999999999"] {
            assert!(text.parse::<Size>().is_err(), "{text}");
        }
    }
}
