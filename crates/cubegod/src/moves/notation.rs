//! Parsing and formatting of moves: the notation of the World Cube Association and common variants.
//!
//! Output: `R R2 R'`, `Rw 3Rw`, `2R 2-3R`, `M E S`, `x y z`, one space between moves.
//!
//! Input may also contain:
//!
//! | text | meaning |
//! |---|---|
//! | `R3`, `R5`, `R2'`, `R'2` | that many quarter turns; a multiple of four is dropped |
//! | `R’`, `R′`, `` R` ``, `Ri` | `R'` |
//! | `r`, `3r` | `Rw`, `3Rw` |
//! | `m`, `X` | `M`, `x` |
//! | `front right`, `top left` | `F`, `U'`: the name of a face and the direction of its turn, as seen from outside |
//! | `左顺1`, `左顺 3`, `左逆1` | `L`, `L'`, `L'`: quarter turns clockwise (顺) or counterclockwise (逆) |
//! | `Rotate(2,1)` | `L`, as [`rotate`](super::rotate) numbers the layers |
//! | `RUR'U'` | spaces are optional |
//! | `(A)3`, `(A)'` | a group, repeated or inverted |
//! | `[A, B]`, `[A: B]` | the commutator `A B A' B'` and the conjugate `A B A'` |
//! | `.`, `// …` | a pause and a comment, both skipped |

mod error;
mod reader;

pub use error::AlgError;
pub(in crate::moves) use error::excerpt;
pub use reader::{MAX_COUNT, MAX_DEPTH, MAX_MOVES};

use super::{Alg, FaceTurn, Layers, Move, Slice, Turns};
use crate::cancellation::{Cancellation, Cancelled};
use crate::geometry::Axis;
use crate::text::TextPosition;
use std::fmt;
use std::str::FromStr;

impl fmt::Display for Slice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Slice::M => "M",
            Slice::E => "E",
            Slice::S => "S",
        })
    }
}

/// Formats the layers as `R`, `Rw`, `3Rw`, `2R`, `2-3R`, `M` or `x`.
impl fmt::Display for Layers {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Layers::Face(face) => write!(f, "{face}"),
            Layers::Wide(face, 2) => write!(f, "{face}w"),
            Layers::Wide(face, width) => write!(f, "{width}{face}w"),
            Layers::Inner(face, first, last) if first == last => write!(f, "{first}{face}"),
            Layers::Inner(face, first, last) => write!(f, "{first}-{last}{face}"),
            Layers::Slice(slice) => write!(f, "{slice}"),
            Layers::Rotation(axis) => f.write_str(match axis {
                Axis::X => "x",
                Axis::Y => "y",
                Axis::Z => "z",
            }),
        }
    }
}

/// Formats the angle as an empty string, `2` or `'`.
impl fmt::Display for Turns {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Turns::Clockwise => "",
            Turns::Half => "2",
            Turns::Counterclockwise => "'",
        })
    }
}

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.layers, self.turns)
    }
}

impl fmt::Display for FaceTurn {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", Move::from(*self))
    }
}

/// Formats the moves with one space between them.
impl fmt::Display for Alg {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (number, one) in self.iter().enumerate() {
            if number > 0 {
                f.write_str(" ")?;
            }
            write!(f, "{one}")?;
        }
        Ok(())
    }
}

/// Reads WCA notation and its variants; an empty text is an empty sequence.
///
/// # Examples
///
/// ```
/// use cubegod::Alg;
///
/// for (text, moves) in [
///     ("RUR'U'", "R U R' U'"),
///     ("Z U L D Zi", "z U L D z'"),
///     ("front right top left", "F U'"),
///     ("左顺1，上顺3 Rotate(0,2)", "L U' U2"),
///     ("[R, U]2 // twice", "R U R' U' R U R' U'"),
///     ("[F: (R U)'] r3", "F U' R' F' Rw'"),
/// ] {
///     assert_eq!(text.parse::<Alg>().unwrap().to_string(), moves);
/// }
/// ```
impl FromStr for Alg {
    type Err = AlgError;

    fn from_str(text: &str) -> Result<Alg, AlgError> {
        reader::read(text)
    }
}

impl Alg {
    /// Reads a sequence of moves unless the work is cancelled: a million moves in nested brackets can take a second.
    ///
    /// # Errors
    ///
    /// Fails if the token is cancelled first, or else if the text is not a sequence of moves.
    pub fn read_with(text: &str, cancellation: &Cancellation) -> Result<Result<Alg, AlgError>, Cancelled> {
        reader::read_with(text, cancellation)
    }
}

/// Reads exactly one move, in any notation that [`Alg`] reads.
impl FromStr for Move {
    type Err = AlgError;

    fn from_str(text: &str) -> Result<Move, AlgError> {
        match reader::read(text)?.moves() {
            &[one] => Ok(one),
            moves => Err(AlgError::NotOneMove {
                count: moves.len(),
                at: TextPosition::of_offset(text, 0).without_only_line(text),
            }),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::testing::{all_moves, any_alg, read};
    use super::*;
    use crate::Size;
    use proptest::prelude::*;

    #[test]
    fn every_move_of_a_big_cube_round_trips() {
        for one in all_moves(Size::new(7).unwrap()) {
            assert_eq!(one.to_string().parse(), Ok(one));
        }
    }

    #[test]
    fn moves_are_written_in_wca_notation() {
        let text = "R R2 R' Rw Rw2 3Rw' 2R 2-3R' M E2 S' x y2 z'";
        assert_eq!(read(text).to_string(), text);
        assert_eq!(FaceTurn::ALL[2].to_string(), "U'");
    }

    proptest! {
        #[test]
        fn written_sequences_round_trip((_, alg) in any_alg(2..=7, 40)) {
            prop_assert_eq!(alg.to_string().parse::<Alg>(), Ok(alg.clone()));
            let glued: String = alg.iter().map(|one| format!("({one})")).collect();
            prop_assert_eq!(glued.parse::<Alg>(), Ok(alg));
        }
    }
}
