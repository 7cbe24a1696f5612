//! Constraints on the first and last turn of a sequence, so that they do not merge with adjacent sequences.

use super::FaceTurn;
use crate::geometry::Axis;

/// The axes about which a sequence must not begin or end; by default there are none.
///
/// # Examples
///
/// ```
/// use cubegod::Axis;
/// use cubegod::moves::{EndConstraints, FaceTurn};
///
/// // No turn of U or D at the beginning.
/// let ends = EndConstraints::new().not_first(Axis::Y);
/// let [up, right] = [FaceTurn::ALL[0], FaceTurn::ALL[3]];
/// assert!(ends.allow(&[right, up]) && !ends.allow(&[up, right]));
/// assert!(ends.inverse().allow(&[up, right]));
/// ```
#[derive(Copy, Clone, Debug, Default, Eq, PartialEq)]
#[non_exhaustive]
pub struct EndConstraints {
    /// The first turn is not about this axis.
    pub not_first: Option<Axis>,
    /// The last turn is not about this axis.
    pub not_last: Option<Axis>,
}

impl EndConstraints {
    /// Returns no constraints.
    pub fn new() -> EndConstraints {
        EndConstraints::default()
    }

    /// Excludes a first turn about this axis.
    #[must_use]
    pub fn not_first(self, axis: impl Into<Option<Axis>>) -> EndConstraints {
        EndConstraints { not_first: axis.into(), ..self }
    }

    /// Excludes a last turn about this axis.
    #[must_use]
    pub fn not_last(self, axis: impl Into<Option<Axis>>) -> EndConstraints {
        EndConstraints { not_last: axis.into(), ..self }
    }

    /// Whether the turns satisfy the constraints. An empty sequence always does.
    pub fn allow(self, turns: &[FaceTurn]) -> bool {
        let is_about =
            |turn: Option<&FaceTurn>, axis| turn.is_some_and(|turn| Some(turn.face().axis()) == axis);
        !is_about(turns.first(), self.not_first) && !is_about(turns.last(), self.not_last)
    }

    /// Returns the constraints for the inverse sequence.
    pub fn inverse(self) -> EndConstraints {
        EndConstraints { not_first: self.not_last, not_last: self.not_first }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_inverse_swaps_the_constraints_on_both_ends() {
        let turns = |text: &str| -> Vec<FaceTurn> {
            let alg: crate::moves::Alg = text.parse().unwrap();
            alg.iter().map(|one| FaceTurn::try_from(one).unwrap()).collect()
        };
        let ends = EndConstraints { not_first: Some(Axis::Y), not_last: Some(Axis::X) };
        for (text, allowed, allowed_backwards) in [
            ("R U", true, false),
            ("R F L", false, false),
            ("D F", false, true),
            ("U' R2", false, true),
            ("F", true, true),
            ("", true, true),
        ] {
            assert_eq!(ends.allow(&turns(text)), allowed, "{text}");
            assert_eq!(ends.inverse().allow(&turns(text)), allowed_backwards, "{text}");
        }
        assert!(EndConstraints::default().allow(&turns("U R")));
    }
}
