//! Sequences of moves.

use super::{FaceTurn, Move, Turns};
use crate::geometry::{Axis, Symmetry};

/// A sequence of moves.
///
/// # Examples
///
/// ```
/// use cubegod::Alg;
///
/// let sexy: Alg = "R U R' U'".parse().unwrap();
/// assert_eq!(sexy.inverse().to_string(), "U R U' R'");
/// ```
#[derive(Clone, Debug, Default, Eq, PartialEq, Hash)]
pub struct Alg {
    moves: Vec<Move>,
}

impl Alg {
    /// Creates a sequence from moves in order.
    pub fn new(moves: Vec<Move>) -> Alg {
        Alg { moves }
    }

    /// Returns the shortest sequence of whole-cube rotations (at most two) with this effect; `None` for a reflection.
    ///
    /// # Examples
    ///
    /// ```
    /// use cubegod::{Alg, Face, Symmetry};
    ///
    /// let tipped = Symmetry::rotation_to_up_front(Face::B, Face::U).unwrap();
    /// assert_eq!(Alg::of_rotation(tipped).unwrap().to_string(), "x");
    /// ```
    pub fn of_rotation(rotation: Symmetry) -> Option<Alg> {
        if rotation == Symmetry::IDENTITY {
            return Some(Alg::default());
        }
        let about = |axis: Axis, turns: Turns| Symmetry::rotation(axis, turns.quarters());
        let singles = || Axis::ALL.into_iter().flat_map(|axis| Turns::ALL.map(|turns| (axis, turns)));
        if let Some((axis, turns)) = singles().find(|&(axis, turns)| about(axis, turns) == rotation) {
            return Some(Alg::new(vec![Move::rotation(axis, turns)]));
        }
        singles().find_map(|(first_axis, first)| {
            let rest = about(first_axis, first).inverse().compose(rotation);
            let (axis, turns) = singles().find(|&(axis, turns)| about(axis, turns) == rest)?;
            Some(Alg::new(vec![Move::rotation(first_axis, first), Move::rotation(axis, turns)]))
        })
    }

    /// Returns the moves in order.
    pub fn moves(&self) -> &[Move] {
        &self.moves
    }

    /// Returns the number of moves; [`Alg::length`] counts in a metric.
    pub fn len(&self) -> usize {
        self.moves.len()
    }

    /// Whether there are no moves.
    pub fn is_empty(&self) -> bool {
        self.moves.is_empty()
    }

    /// Returns an iterator over the moves.
    pub fn iter(&self) -> std::iter::Copied<std::slice::Iter<'_, Move>> {
        self.moves.iter().copied()
    }

    /// Returns the inverse sequence.
    pub fn inverse(&self) -> Alg {
        self.iter().rev().map(Move::inverse).collect()
    }

    /// Returns this sequence followed by `next`.
    pub fn compose(&self, next: &Alg) -> Alg {
        self.iter().chain(next).collect()
    }

    /// Conjugates every move by a symmetry; see [`Move::conjugated_by`].
    pub fn conjugated_by(&self, symmetry: Symmetry) -> Alg {
        self.iter().map(|one| one.conjugated_by(symmetry)).collect()
    }

    /// Returns the mirror image that swaps the two faces of an axis.
    ///
    /// # Examples
    ///
    /// ```
    /// use cubegod::{Alg, Axis};
    ///
    /// let right_hand: Alg = "R U R' U' M x".parse().unwrap();
    /// assert_eq!(right_hand.mirrored(Axis::X).to_string(), "L' U' L U M x");
    /// ```
    pub fn mirrored(&self, axis: Axis) -> Alg {
        // Rotates the axis to the left-right axis, whose reflection is a constant.
        let tipped = match axis {
            Axis::X => Symmetry::IDENTITY,
            Axis::Y => Symmetry::rotation(Axis::Z, 1),
            Axis::Z => Symmetry::rotation(Axis::Y, 1),
        };
        self.conjugated_by(tipped.compose(Symmetry::MIRROR_LEFT_RIGHT).compose(tipped.inverse()))
    }
}

impl From<Move> for Alg {
    fn from(one: Move) -> Alg {
        Alg::new(vec![one])
    }
}

impl FromIterator<Move> for Alg {
    fn from_iter<I: IntoIterator<Item = Move>>(moves: I) -> Alg {
        Alg::new(moves.into_iter().collect())
    }
}

impl FromIterator<FaceTurn> for Alg {
    fn from_iter<I: IntoIterator<Item = FaceTurn>>(turns: I) -> Alg {
        turns.into_iter().map(Move::from).collect()
    }
}

impl Extend<Move> for Alg {
    fn extend<I: IntoIterator<Item = Move>>(&mut self, moves: I) {
        self.moves.extend(moves);
    }
}

impl IntoIterator for Alg {
    type Item = Move;
    type IntoIter = std::vec::IntoIter<Move>;

    fn into_iter(self) -> Self::IntoIter {
        self.moves.into_iter()
    }
}

impl<'a> IntoIterator for &'a Alg {
    type Item = Move;
    type IntoIter = std::iter::Copied<std::slice::Iter<'a, Move>>;

    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}

#[cfg(test)]
mod tests {
    use super::super::testing::{any_alg, labels, read, sizes};
    use super::*;
    use crate::Size;
    use proptest::prelude::*;

    #[test]
    fn every_rotation_takes_at_most_two_moves_and_no_reflection_has_any() {
        let mut lengths = [0; 3];
        for symmetry in Symmetry::ALL {
            match Alg::of_rotation(symmetry) {
                None => assert!(symmetry.is_reflection()),
                Some(alg) => {
                    lengths[alg.len()] += 1;
                    let mut turned = labels(Size::THREE);
                    turned.apply(&alg).unwrap();
                    assert_eq!(turned, labels(Size::THREE).transformed_by(symmetry));
                }
            }
        }
        assert_eq!(lengths, [1, 9, 14]);
    }

    #[test]
    fn a_mirror_swaps_the_faces_of_its_axis_and_keeps_the_others() {
        let alg = read("R U F M E S x y z Rw 2U");
        assert_eq!(alg.mirrored(Axis::X).to_string(), "L' U' F' M E' S' x y' z' Lw' 2U'");
        assert_eq!(alg.mirrored(Axis::Y).to_string(), "R' D' F' M' E S' x' y z' Rw' 2D'");
        assert_eq!(alg.mirrored(Axis::Z).to_string(), "R' U' B' M' E' S x' y' z Rw' 2U'");
    }

    #[test]
    fn joined_sequences_keep_their_order() {
        let joined = read("R U").compose(&read("F' x"));
        assert_eq!(joined, read("R U F' x"));
        assert_eq!((joined.len(), joined.is_empty(), Alg::default().is_empty()), (4, false, true));
        let from_turns: Alg = [FaceTurn::ALL[3], FaceTurn::ALL[17]].into_iter().collect();
        assert_eq!(from_turns, read("R B'"));
    }

    proptest! {
        #[test]
        fn an_inverse_undoes_its_sequence_on_every_size((size, alg) in any_alg(sizes(), 30)) {
            let mut cube = labels(size);
            cube.apply(&alg).unwrap();
            cube.apply(&alg.inverse()).unwrap();
            prop_assert_eq!(cube, labels(size));
        }

        #[test]
        fn a_symmetry_of_the_moves_is_a_symmetry_of_their_effect(
            (size, alg) in any_alg(sizes(), 20), number in 0usize..48,
        ) {
            let symmetry = Symmetry::ALL[number];
            let mut renamed = labels(size).transformed_by(symmetry);
            renamed.apply(&alg.conjugated_by(symmetry)).unwrap();
            let mut plain = labels(size);
            plain.apply(&alg).unwrap();
            prop_assert_eq!(renamed, plain.transformed_by(symmetry));
        }
    }
}
