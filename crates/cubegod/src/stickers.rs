//! Stickers that carry anything: colours, characters, numbers.

use crate::color::Color;
use crate::geometry::{Face, LayerTurn, Size, Symmetry};
use crate::moves::{Alg, Move, NoSuchLayer};

/// The stickers of an N×N×N cube, each carrying a `T`; faces in the order U R F D L B, each row by row.
///
/// Nothing is checked: any contents will do, reachable or not.
#[derive(Clone, Debug, Eq, PartialEq, Hash)]
pub struct Stickers<T> {
    size: Size,
    cells: Vec<T>,
}

/// A number of stickers that no cube (or not this one) has.
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
    pub fn new(size: Size, cells: Vec<T>) -> Result<Stickers<T>, StickerCountError> {
        if cells.len() == size.sticker_count() {
            Ok(Stickers { size, cells })
        } else {
            Err(StickerCountError { size, found: cells.len() })
        }
    }

    /// From a function of each sticker's index.
    pub fn from_fn(size: Size, contents: impl FnMut(usize) -> T) -> Stickers<T> {
        Stickers { size, cells: (0..size.sticker_count()).map(contents).collect() }
    }

    /// The cube's size.
    pub fn size(&self) -> Size {
        self.size
    }

    /// All contents in order.
    pub fn facelets(&self) -> &[T] {
        &self.cells
    }

    /// All contents in order, to change.
    pub fn cells_mut(&mut self) -> &mut [T] {
        &mut self.cells
    }

    /// The contents of one face, row by row.
    pub fn face(&self, face: Face) -> &[T] {
        let count = self.size.face_stickers();
        &self.cells[face.index() * count..][..count]
    }

    /// One row of a face.
    pub fn row(&self, face: Face, row: usize) -> &[T] {
        &self.face(face)[row * self.size.layers()..][..self.size.layers()]
    }

    /// Other contents in the same places.
    pub fn map<U>(&self, contents: impl FnMut(&T) -> U) -> Stickers<U> {
        Stickers { size: self.size, cells: self.cells.iter().map(contents).collect() }
    }
}

impl<T: Clone> Stickers<T> {
    /// Turns layers.
    pub fn turn_layers(&mut self, turn: LayerTurn) {
        self.cells = (0..self.cells.len()).map(|i| self.cells[turn.source(self.size, i)].clone()).collect();
    }

    /// Applies one move.
    ///
    /// # Errors
    ///
    /// Fails if a cube of this size lacks a layer that turns.
    pub fn turn(&mut self, one: Move) -> Result<(), NoSuchLayer> {
        self.turn_layers(one.layer_turn(self.size)?);
        Ok(())
    }

    /// Applies a sequence of moves.
    ///
    /// # Errors
    ///
    /// Fails if a cube of this size lacks a layer that turns; then no move is applied.
    pub fn apply(&mut self, alg: &Alg) -> Result<(), NoSuchLayer> {
        let permutation = alg.permutation(self.size)?;
        self.cells = permutation.into_iter().map(|from| self.cells[from].clone()).collect();
        Ok(())
    }

    /// Every sticker moved to where the symmetry brings it.
    pub fn transformed_by(&self, symmetry: Symmetry) -> Stickers<T> {
        let back = symmetry.inverse();
        Stickers::from_fn(self.size, |i| self.cells[back.sticker(self.size, i)].clone())
    }
}

impl Stickers<Color> {
    /// A solved cube, white up, green front.
    pub fn solved(size: Size) -> Stickers<Color> {
        Stickers::from_fn(size, |i| Color::ALL[i / size.face_stickers()])
    }

    /// How a cube with centres is held: the rotation that brings the centres of a solved one where these are. None for
    /// even sizes, which have no centres, and where the colours lie in another scheme.
    pub fn orientation(&self) -> Option<Symmetry> {
        let middle = self.size.face_stickers() / 2;
        let is_so = |rotation: &Symmetry| {
            Color::ALL.into_iter().all(|color| self.face(rotation.face(color.home()))[middle] == color)
        };
        if self.size.layers().is_multiple_of(2) { None } else { Symmetry::ROTATIONS.into_iter().find(is_so) }
    }

    /// The same cube, turned as a whole so that its centres lie as the other one's; as it is where that can't be told.
    pub fn held_as(&self, other: &Stickers<Color>) -> Stickers<Color> {
        match (self.orientation(), other.orientation()) {
            (Some(here), Some(there)) => self.transformed_by(here.inverse().compose(there)),
            _ => self.clone(),
        }
    }
}

impl<T: PartialEq> Stickers<T> {
    /// Whether every face carries one thing all over.
    pub fn is_uniform(&self) -> bool {
        Face::ALL.iter().all(|&face| self.face(face).windows(2).all(|pair| pair[0] == pair[1]))
    }
}
