//! A reachable state of the pocket cube, including its orientation in space.

use super::{Corner, Corners};
use crate::color::Color;
use crate::geometry::{Size, Symmetry};
use crate::moves::{Alg, FaceTurn, Layers, Move, NoSuchLayer};
use crate::stickers::Stickers;

/// A reachable pocket cube: one of 88,179,840 states (8! · 3⁷), which include the 24 orientations of the whole cube.
#[derive(Copy, Clone, Debug, Eq, PartialEq, Hash, PartialOrd, Ord)]
pub struct Cube2 {
    corners: Corners,
}

impl Cube2 {
    /// The solved cube with white up and green in front.
    pub const SOLVED: Cube2 = Cube2 { corners: Corners::SOLVED };

    /// Creates a cube from its corners; `None` if their twists do not cancel out.
    pub fn new(corners: Corners) -> Option<Cube2> {
        (corners.total_twist() == 0).then_some(Cube2 { corners })
    }

    /// Returns the corners.
    pub const fn corners(&self) -> &Corners {
        &self.corners
    }

    /// Returns the cube after a face turn.
    #[inline]
    pub fn apply_turn(&self, turn: FaceTurn) -> Cube2 {
        Cube2 { corners: self.corners.apply_turn(turn) }
    }

    /// Applies a sequence of moves, including rotations of the whole cube.
    ///
    /// # Errors
    ///
    /// Fails if a move turns a layer that a 2x2 does not have.
    pub fn apply(&self, alg: &Alg) -> Result<Cube2, NoSuchLayer> {
        alg.moves().iter().try_fold(*self, |cube, &one| cube.apply_move(one))
    }

    fn apply_move(&self, one: Move) -> Result<Cube2, NoSuchLayer> {
        one.layer_turn(Size::TWO)?;
        let face = one.seen_from();
        let near = FaceTurn::new(face, one.turns);
        let far = FaceTurn::new(face.opposite(), one.turns.inverse());
        Ok(match one.layers {
            Layers::Face(_) => self.apply_turn(near),
            // The layer next to R is L, turned as seen from R.
            Layers::Inner(_, first, last) if first == last && last == 2 => self.apply_turn(far),
            Layers::Inner(_, 1, 1) => self.apply_turn(near),
            Layers::Inner(..) | Layers::Wide(..) | Layers::Rotation(_) => {
                self.apply_turn(near).apply_turn(far)
            }
            Layers::Slice(_) => *self,
        })
    }

    /// Returns the product: this cube, then `next`.
    pub fn compose(&self, next: &Cube2) -> Cube2 {
        Cube2 { corners: self.corners.compose(&next.corners) }
    }

    /// Returns the group inverse.
    pub fn inverse(&self) -> Cube2 {
        Cube2 { corners: self.corners.inverse() }
    }

    /// Conjugates by a symmetry.
    pub fn conjugated_by(&self, symmetry: Symmetry) -> Cube2 {
        Cube2 { corners: self.corners.conjugated_by(symmetry) }
    }

    /// Returns the same cube in another orientation: the rotation moves the stickers and keeps their colours.
    ///
    /// # Panics
    ///
    /// May panic for a reflection.
    pub fn rotated(&self, rotation: Symmetry) -> Cube2 {
        debug_assert!(!rotation.is_reflection());
        Cube2 { corners: self.corners.compose(&Cube2::solved_held(rotation).corners) }
    }

    /// Returns the solved cube in another orientation.
    ///
    /// # Panics
    ///
    /// May panic for a reflection.
    pub fn solved_held(rotation: Symmetry) -> Cube2 {
        // Unlike a conjugation, a rotation maps only the places, not the pieces.
        let codes = Corner::FACELETS_2.map(|stickers| {
            let home = rotation.inverse().sticker(Size::TWO, stickers[0]);
            let (piece, sticker) = Corner::ALL
                .iter()
                .find_map(|piece| Some((piece, piece.facelets(Size::TWO).iter().position(|&f| f == home)?)))
                .expect("every sticker of a 2x2 is on a corner");
            (*piece, ((3 - sticker) % 3) as u8)
        });
        let corners = Corners::new(codes.map(|(piece, _)| piece), codes.map(|(_, twist)| twist));
        Cube2 { corners: corners.expect("a rotation permutes the corners") }
    }

    /// Whether this corner is solved: in place and untwisted.
    pub fn is_home(&self, corner: Corner) -> bool {
        self.corners.piece(corner) == corner && self.corners.twist(corner) == 0
    }

    /// Returns the same cube, held so that this corner is solved.
    pub fn held_at_home(&self, corner: Corner) -> Cube2 {
        let held = Symmetry::ROTATIONS.iter().map(|&rotation| self.rotated(rotation));
        held.into_iter().find(|cube| cube.is_home(corner)).expect("a rotation brings any corner home")
    }

    /// Whether every face shows one colour, in any orientation.
    pub fn is_solved(&self) -> bool {
        self.stickers().is_uniform()
    }

    /// Returns the colour of each sticker.
    pub fn stickers(&self) -> Stickers<Color> {
        let mut stickers = Stickers::solved(Size::TWO);
        paint_corners(&self.corners, &Corner::FACELETS_2, stickers.facelets_mut());
        stickers
    }
}

/// Writes the colours of all corners into `colors_out`.
pub(super) fn paint_corners(corners: &Corners, facelets: &[[usize; 3]; 8], colors_out: &mut [Color]) {
    for place in Corner::ALL {
        let colors = corners.piece(place).faces();
        let twist = corners.twist(place) as usize;
        for (sticker, &face) in colors.iter().enumerate() {
            colors_out[facelets[place.index()][(sticker + twist) % 3]] = Color::of_face(face);
        }
    }
}
