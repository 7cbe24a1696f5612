//! Simplification: the same effect with fewer moves.
//!
//! The algorithm works in a frame fixed to the corner DBL. There a whole-cube rotation is the identity, and `L` turns all
//! layers except the left one the other way. Consecutive turns about one axis commute and form a run. A run without effect is
//! removed, and its neighbours may merge. Each remaining run is written with the fewest moves, in the original frame.

mod cuts;

use super::{Alg, Move, Turns};
use crate::geometry::{Axis, Size, Symmetry};
use cuts::{Cuts, Style};

/// A part of the reduced sequence, in the frame of the corner DBL.
enum Part {
    /// Consecutive turns about one axis.
    Run(Axis, Cuts),
    /// A move that this size does not have: kept, and merged only with turns of the same layers.
    Unsupported(Move),
}

impl Alg {
    /// Returns a shorter sequence with the same effect on every sticker of a cube of this size.
    ///
    /// Turns of the same layers merge, also across turns of other layers of the axis. Rotations are moved to the end. Turns
    /// about one axis are written with the fewest moves in HTM, then in STM, without adding a rotation: `R' Rw` becomes `M'`,
    /// but `R L'` stays ([`Alg::in_face_turns`] avoids slices). The result is never longer than the original in HTM and QTM,
    /// and on the 2x2 and the 3x3 not in STM either. Moves that this size does not have are kept.
    ///
    /// # Examples
    ///
    /// ```
    /// use cubegod::{Alg, Size};
    ///
    /// let simplified = |text: &str, size| text.parse::<Alg>().unwrap().simplified(size).to_string();
    /// assert_eq!(simplified("z U L D z'", Size::THREE), "L D R");
    /// assert_eq!(simplified("R M' L'", Size::THREE), "x");
    /// assert_eq!(simplified("F R L R' B B' L' F", Size::THREE), "F2");
    /// assert_eq!(simplified("R L", Size::TWO), "R2 x'");
    /// ```
    pub fn simplified(&self, size: Size) -> Alg {
        let (mut alg, rotation) = self.rewritten(size, Style::Shortest);
        alg.extend(Alg::of_rotation(rotation).unwrap_or_default());
        alg
    }

    /// Returns turns of outer blocks with the same effect, as short as [`Alg::simplified`] in HTM, and the rotation that
    /// follows them.
    ///
    /// On the 2x2 and the 3x3 these are the 18 face turns; larger cubes also need wide turns.
    ///
    /// # Examples
    ///
    /// ```
    /// use cubegod::{Alg, Size, Symmetry};
    ///
    /// let (turns, rotation) = "M U M'".parse::<Alg>().unwrap().in_face_turns(Size::THREE);
    /// assert_eq!(turns.to_string(), "R L' B R' L");
    /// assert_eq!(rotation, Symmetry::IDENTITY);
    /// ```
    pub fn in_face_turns(&self, size: Size) -> (Alg, Symmetry) {
        self.rewritten(size, Style::OuterBlocks)
    }

    fn rewritten(&self, size: Size, style: Style) -> (Alg, Symmetry) {
        let (parts, rotation) = self.in_corner_frame(size);
        let mut alg = Alg::default();
        // The moves written so far, followed by this rotation, equal the parts so far.
        let mut pending = Symmetry::IDENTITY;
        for part in parts {
            let inverse = pending.inverse();
            match part {
                Part::Unsupported(one) => alg.extend([one.conjugated_by(inverse)]),
                Part::Run(axis, cuts) => {
                    let face = inverse.face(axis.face());
                    let flipped = !face.is_positive();
                    let cuts = if flipped { cuts.flipped() } else { cuts };
                    let written = cuts.write(face.axis(), style);
                    // The layer of the corner is fixed in the run, but the moves may turn it.
                    let turned = if flipped { written.first_layer } else { written.last_layer };
                    pending = Symmetry::rotation(face.axis(), 4 - turned).compose(pending);
                    alg.extend(written.moves);
                }
            }
        }
        (alg, pending.compose(rotation))
    }

    /// Returns the reduced sequence in the frame of the corner DBL, and the rotation that follows it.
    fn in_corner_frame(&self, size: Size) -> (Vec<Part>, Symmetry) {
        let mut parts: Vec<Part> = Vec::new();
        let mut rotation = Symmetry::IDENTITY;
        for one in self {
            let one = one.conjugated_by(rotation.inverse());
            let Ok(turn) = one.layer_turn(size) else {
                push_unsupported(&mut parts, one);
                continue;
            };
            if !matches!(parts.last(), Some(Part::Run(axis, _)) if *axis == turn.axis) {
                parts.push(Part::Run(turn.axis, Cuts::none(size)));
            }
            if let Some(Part::Run(axis, cuts)) = parts.last_mut() {
                let with_corner = cuts.turn(turn);
                rotation = Symmetry::rotation(*axis, with_corner).compose(rotation);
                if cuts.are_none() {
                    parts.pop();
                }
            }
        }
        (parts, rotation)
    }
}

fn push_unsupported(parts: &mut Vec<Part>, one: Move) {
    let joined = match parts.last() {
        Some(Part::Unsupported(last)) if last.layers == one.layers => {
            let quarters = i64::from(last.turns.quarters() + one.turns.quarters());
            parts.pop();
            Turns::from_quarters(quarters).map(|turns| Move { layers: one.layers, turns })
        }
        _ => Some(one),
    };
    parts.extend(joined.map(Part::Unsupported));
}

#[cfg(test)]
mod tests;
