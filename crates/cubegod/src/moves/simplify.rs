//! The same effect with fewer moves.
//!
//! Seen from the corner DBL, which we declare to stand still, a cube has no rotations: a rotation is nothing, and
//! `L` is all layers but the left one turned the other way. From there, turns about one axis that follow each other
//! commute and become one run; a run that comes down to nothing vanishes, and its neighbours may join. What is
//! left is written with the fewest moves, each run as cheaply as its cuts allow, and seen from outside again.

mod cuts;

use super::{Alg, Move, Turns};
use crate::geometry::{Axis, Size, Symmetry};
use cuts::{Cuts, Style};

/// A stretch of the reduced sequence, as seen from the corner DBL.
enum Stretch {
    /// All turns about one axis in a row.
    Run(Axis, Cuts),
    /// A move that this size does not have: kept, and joined only with its like.
    Foreign(Move),
}

impl Alg {
    /// The same effect on every sticker of a cube of this size, with as few moves as local rules reach.
    ///
    /// Turns of the same layers merge, also across turns of other layers of the axis; rotations vanish by renaming
    /// what follows, and one that remains is written at the end. Among the ways to write turns about one axis, the
    /// shortest in HTM is taken, then in STM, without making up a rotation for it: `R' Rw` is `M'`, but `R L'` stays
    /// ([`Alg::in_face_turns`] avoids slices altogether). The result is never longer than the original in HTM and QTM, and on the 2x2 and the
    /// 3x3 not in STM either. Moves that this size does not have are kept.
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

    /// The same effect with turns of outer blocks only, as short as [`Alg::simplified`] in HTM, and the rotation
    /// that remains at the end.
    ///
    /// On the 2x2 and the 3x3 these are the 18 face turns; larger cubes also need wide turns.
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
        let (stretches, rotation) = self.seen_from_the_corner(size);
        let mut alg = Alg::default();
        // What is written so far, followed by this rotation, is what the corner saw so far.
        let mut behind = Symmetry::IDENTITY;
        for stretch in stretches {
            let back = behind.inverse();
            match stretch {
                Stretch::Foreign(one) => alg.extend([one.conjugated_by(back)]),
                Stretch::Run(axis, cuts) => {
                    let face = back.face(axis.face());
                    let flipped = !face.is_positive();
                    let cuts = if flipped { cuts.flipped() } else { cuts };
                    let written = cuts.write(face.axis(), style);
                    // The layer of the corner stands still in the run; the moves may have turned it.
                    let turned = if flipped { written.first_layer } else { written.last_layer };
                    behind = Symmetry::rotation(face.axis(), 4 - turned).compose(behind);
                    alg.extend(written.moves);
                }
            }
        }
        (alg, behind.compose(rotation))
    }

    /// The reduced sequence as the corner DBL sees it, and the rotation that is to follow it.
    fn seen_from_the_corner(&self, size: Size) -> (Vec<Stretch>, Symmetry) {
        let mut stretches: Vec<Stretch> = Vec::new();
        let mut rotation = Symmetry::IDENTITY;
        for one in self {
            let one = one.conjugated_by(rotation.inverse());
            let Ok(turn) = one.layer_turn(size) else {
                join_foreign(&mut stretches, one);
                continue;
            };
            if !matches!(stretches.last(), Some(Stretch::Run(axis, _)) if *axis == turn.axis) {
                stretches.push(Stretch::Run(turn.axis, Cuts::none(size)));
            }
            if let Some(Stretch::Run(axis, cuts)) = stretches.last_mut() {
                let with_corner = cuts.turn(turn);
                rotation = Symmetry::rotation(*axis, with_corner).compose(rotation);
                if cuts.are_none() {
                    stretches.pop();
                }
            }
        }
        (stretches, rotation)
    }
}

fn join_foreign(stretches: &mut Vec<Stretch>, one: Move) {
    let joined = match stretches.last() {
        Some(Stretch::Foreign(last)) if last.layers == one.layers => {
            let quarters = i64::from(last.turns.quarters() + one.turns.quarters());
            stretches.pop();
            Turns::from_quarters(quarters).map(|turns| Move { layers: one.layers, turns })
        }
        _ => Some(one),
    };
    stretches.extend(joined.map(Stretch::Foreign));
}

#[cfg(test)]
mod tests;
