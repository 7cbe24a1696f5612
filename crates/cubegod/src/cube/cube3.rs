//! A reachable state of the 3x3, relative to its centres.

use super::corners::CornerConjugation;
use super::cube2::paint_corners;
use super::edges::EdgeConjugation;
use super::{Corner, Corners, Edge, Edges};
use crate::color::Color;
use crate::geometry::{Size, Symmetry};
use crate::moves::{Alg, FaceTurn, NoSuchLayer};
use crate::stickers::Stickers;

/// A reachable 3x3: one of 43,252,003,274,489,856,000 states.
///
/// Places and pieces are named relative to the centres, so the orientation of the whole cube does not matter.
///
/// # Examples
///
/// ```
/// use cubegod::cube::{Corner, Edge};
/// use cubegod::{Cube3, Stickers};
///
/// let cube = Cube3::SOLVED.apply(&"F".parse()?)?;
/// assert_eq!(cube.corners().piece(Corner::URF), Corner::UFL);
/// assert_eq!((cube.edges().piece(Edge::UF), cube.edges().flip(Edge::UF)), (Edge::FL, 1));
/// assert_eq!(Cube3::try_from(&cube.stickers())?, cube);
/// assert_eq!(cube.compose(&cube.inverse()), Cube3::SOLVED);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Copy, Clone, Debug, Eq, PartialEq, Hash, PartialOrd, Ord)]
pub struct Cube3 {
    corners: Corners,
    edges: Edges,
}

/// The lookup table for conjugating cubes by a symmetry.
#[derive(Clone, Debug)]
pub struct Conjugation {
    corners: CornerConjugation,
    edges: EdgeConjugation,
}

impl Conjugation {
    /// Computes the table of a symmetry.
    pub fn new(symmetry: Symmetry) -> Conjugation {
        Conjugation { corners: CornerConjugation::new(symmetry), edges: EdgeConjugation::new(symmetry) }
    }

    /// Returns the table for the corners.
    pub fn corners(&self) -> &CornerConjugation {
        &self.corners
    }

    /// Returns the table for the edges.
    pub fn edges(&self) -> &EdgeConjugation {
        &self.edges
    }
}

impl Cube3 {
    /// The solved cube.
    pub const SOLVED: Cube3 = Cube3 { corners: Corners::SOLVED, edges: Edges::SOLVED };

    /// Creates a cube from its pieces; `None` if twist, flip or parity make it unreachable.
    pub fn new(corners: Corners, edges: Edges) -> Option<Cube3> {
        let reachable =
            corners.total_twist() == 0 && edges.total_flip() == 0 && corners.is_odd() == edges.is_odd();
        reachable.then_some(Cube3 { corners, edges })
    }

    /// Returns the corners.
    pub const fn corners(&self) -> &Corners {
        &self.corners
    }

    /// Returns the edges.
    pub const fn edges(&self) -> &Edges {
        &self.edges
    }

    /// Returns the cube after a face turn.
    #[inline]
    pub fn apply_turn(&self, turn: FaceTurn) -> Cube3 {
        Cube3 { corners: self.corners.apply_turn(turn), edges: self.edges.apply_turn(turn) }
    }

    /// Applies a sequence of moves to the cube, held with the U centre up and the F centre in front.
    ///
    /// Slices, wide turns and rotations move the centres too; places and pieces of the result are named by where the centres
    /// are then, so a rotation alone conjugates the cube and leaves a solved one solved.
    ///
    /// # Errors
    ///
    /// Fails if a move turns a layer that a 3x3 does not have.
    pub fn apply(&self, alg: &Alg) -> Result<Cube3, NoSuchLayer> {
        let mut stickers = self.stickers();
        stickers.apply(alg)?;
        Ok(Cube3::try_from(&stickers).expect("turning keeps a cube reachable"))
    }

    /// Returns the product: this cube, then `next`.
    pub fn compose(&self, next: &Cube3) -> Cube3 {
        Cube3 { corners: self.corners.compose(&next.corners), edges: self.edges.compose(&next.edges) }
    }

    /// Returns the group inverse.
    pub fn inverse(&self) -> Cube3 {
        Cube3 { corners: self.corners.inverse(), edges: self.edges.inverse() }
    }

    /// Conjugates by a symmetry.
    pub fn conjugated_by(&self, symmetry: Symmetry) -> Cube3 {
        Cube3 { corners: self.corners.conjugated_by(symmetry), edges: self.edges.conjugated_by(symmetry) }
    }

    /// Conjugates by a symmetry whose table is given.
    pub fn conjugated_with(&self, table: &Conjugation) -> Cube3 {
        Cube3 {
            corners: self.corners.conjugated_with(&table.corners),
            edges: self.edges.conjugated_with(&table.edges),
        }
    }

    /// Whether the cube is solved.
    pub fn is_solved(&self) -> bool {
        *self == Cube3::SOLVED
    }

    /// Returns the colour of each sticker, held white up, green front.
    pub fn stickers(&self) -> Stickers<Color> {
        let mut stickers = Stickers::solved(Size::THREE);
        let cells = stickers.facelets_mut();
        paint_corners(&self.corners, &Corner::FACELETS_3, cells);
        for place in Edge::ALL {
            let flip = self.edges.flip(place) as usize;
            for (sticker, &face) in self.edges.piece(place).faces().iter().enumerate() {
                cells[place.facelets()[sticker ^ flip]] = Color::of_face(face);
            }
        }
        stickers
    }
}
