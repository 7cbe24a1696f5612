//! Stickers with contents of any type: colours, characters, numbers.

use crate::cancellation::{Cancellation, Cancelled};
use crate::color::Color;
use crate::geometry::{Face, LayerTurn, Size, Symmetry};
use crate::moves::{Alg, Move, NoSuchLayer};

/// The stickers of an N×N×N cube with contents of type `T`; faces in the order U R F D L B, each row by row.
///
/// The contents are not checked; the cube need not be reachable.
///
/// # Examples
///
/// ```
/// use cubegod::{Alg, Color, Face, Size, Stickers};
///
/// let mut cube = Stickers::solved(Size::THREE);
/// cube.apply(&"R".parse::<Alg>()?)?;
/// assert_eq!(cube.row(Face::U, 0), [Color::White, Color::White, Color::Green]);
///
/// let mut numbers = Stickers::from_fn(Size::TWO, |index| index);
/// numbers.apply(&"U2".parse::<Alg>()?)?;
/// assert_eq!(numbers.face(Face::U), [3, 2, 1, 0]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, Eq, PartialEq, Hash)]
pub struct Stickers<T> {
    size: Size,
    facelets: Vec<T>,
}

/// The error for a wrong number of stickers.
#[derive(Clone, Debug, Eq, PartialEq, thiserror::Error)]
#[error("a {size} cube has {} stickers, not {found}", size.sticker_count())]
pub struct StickerCountError {
    size: Size,
    found: usize,
}

impl<T> Stickers<T> {
    /// Returns stickers with these contents, in facelet order.
    ///
    /// # Errors
    ///
    /// Fails if there are not exactly 6N² of them.
    pub fn new(size: Size, facelets: Vec<T>) -> Result<Stickers<T>, StickerCountError> {
        if facelets.len() == size.sticker_count() {
            Ok(Stickers { size, facelets })
        } else {
            Err(StickerCountError { size, found: facelets.len() })
        }
    }

    /// Creates stickers from a function of each sticker's index.
    pub fn from_fn(size: Size, contents: impl FnMut(usize) -> T) -> Stickers<T> {
        Stickers { size, facelets: (0..size.sticker_count()).map(contents).collect() }
    }

    /// Returns the size of the cube.
    pub fn size(&self) -> Size {
        self.size
    }

    /// Returns the contents in facelet order.
    pub fn facelets(&self) -> &[T] {
        &self.facelets
    }

    /// Returns the contents in facelet order, mutably.
    pub fn facelets_mut(&mut self) -> &mut [T] {
        &mut self.facelets
    }

    /// Returns the contents of one face, row by row.
    pub fn face(&self, face: Face) -> &[T] {
        let count = self.size.face_stickers();
        &self.facelets[face.index() * count..][..count]
    }

    /// Returns one row of a face.
    ///
    /// # Panics
    ///
    /// Panics if the face has no such row.
    pub fn row(&self, face: Face, row: usize) -> &[T] {
        &self.face(face)[row * self.size.layers()..][..self.size.layers()]
    }

    /// Applies a function to the contents of each sticker.
    pub fn map<U>(&self, contents: impl FnMut(&T) -> U) -> Stickers<U> {
        Stickers { size: self.size, facelets: self.facelets.iter().map(contents).collect() }
    }
}

impl<T: Clone> Stickers<T> {
    /// Applies a turn of layers.
    pub fn turn_layers(&mut self, turn: LayerTurn) {
        turn.apply(self.size, &mut self.facelets);
    }

    /// Applies one move.
    ///
    /// # Errors
    ///
    /// Fails if the move turns a layer that a cube of this size does not have.
    pub fn turn(&mut self, one: Move) -> Result<(), NoSuchLayer> {
        self.turn_layers(one.layer_turn(self.size)?);
        Ok(())
    }

    /// Applies a sequence of moves.
    ///
    /// # Errors
    ///
    /// Fails if a move turns a layer that a cube of this size does not have; then no move is applied.
    pub fn apply(&mut self, alg: &Alg) -> Result<(), NoSuchLayer> {
        self.gather(&alg.sources(self.size)?);
        Ok(())
    }

    /// Applies a sequence of moves unless the work is cancelled; a million moves take seconds on a 32x32x32.
    ///
    /// # Errors
    ///
    /// Fails if the token is cancelled first, or else as [`Stickers::apply`] does; then no move is applied.
    pub fn apply_with(
        &mut self,
        alg: &Alg,
        cancellation: &Cancellation,
    ) -> Result<Result<(), NoSuchLayer>, Cancelled> {
        Ok(alg.sources_with(self.size, cancellation)?.map(|sources| self.gather(&sources)))
    }

    /// Moves the contents of place `sources[i]` to place `i`.
    fn gather(&mut self, sources: &[u16]) {
        self.facelets = sources.iter().map(|&from| self.facelets[usize::from(from)].clone()).collect();
    }

    /// Returns the stickers moved by a symmetry.
    pub fn transformed_by(&self, symmetry: Symmetry) -> Stickers<T> {
        let inverse = symmetry.inverse();
        Stickers::from_fn(self.size, |i| self.facelets[inverse.sticker(self.size, i)].clone())
    }
}

impl Stickers<Color> {
    /// Returns a solved cube, white up, green front.
    pub fn solved(size: Size) -> Stickers<Color> {
        Stickers::from_fn(size, |i| Color::ALL[i / size.face_stickers()])
    }

    /// Returns the orientation of a cube with centres: the rotation from the solved cube. `None` for even sizes, which have no
    /// centres, and for other colour schemes.
    pub fn orientation(&self) -> Option<Symmetry> {
        let middle = self.size.face_stickers() / 2;
        let matches = |rotation: &Symmetry| {
            Color::ALL.into_iter().all(|color| self.face(rotation.face(color.home()))[middle] == color)
        };
        if self.size.layers().is_multiple_of(2) {
            None
        } else {
            Symmetry::ROTATIONS.into_iter().find(matches)
        }
    }

    /// Returns the cube rotated to the orientation of another one; unchanged if an orientation is undefined.
    pub fn held_as(&self, other: &Stickers<Color>) -> Stickers<Color> {
        match (self.orientation(), other.orientation()) {
            (Some(here), Some(there)) => self.transformed_by(here.inverse().compose(there)),
            _ => self.clone(),
        }
    }
}

impl<T: PartialEq> Stickers<T> {
    /// Whether all stickers of each face are equal.
    pub fn is_uniform(&self) -> bool {
        Face::ALL.iter().all(|&face| self.face(face).windows(2).all(|pair| pair[0] == pair[1]))
    }
}
