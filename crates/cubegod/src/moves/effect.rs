//! The effect of a sequence on a cube of a given size.

use super::{Alg, Layers, Move, NoSuchLayer};
use crate::geometry::{Size, Symmetry};
use std::collections::HashMap;
use std::collections::hash_map::Entry;

impl Alg {
    /// Returns the permutation of all stickers: `new[i] = old[permutation[i]]`.
    ///
    /// # Errors
    ///
    /// Fails if a move turns a layer that a cube of this size does not have.
    pub fn permutation(&self, size: Size) -> Result<Vec<usize>, NoSuchLayer> {
        // Long sequences repeat few moves: cache the moved stickers of each move, as pairs (to, from).
        let mut known: HashMap<Move, Vec<(usize, usize)>> = HashMap::new();
        let mut whole: Vec<usize> = (0..size.sticker_count()).collect();
        let mut arriving = Vec::new();
        for one in self {
            let moved = match known.entry(one) {
                Entry::Occupied(entry) => entry.into_mut(),
                Entry::Vacant(entry) => {
                    let permutation = one.layer_turn(size)?.permutation(size);
                    entry
                        .insert(permutation.into_iter().enumerate().filter(|(to, from)| to != from).collect())
                }
            };
            arriving.clear();
            arriving.extend(moved.iter().map(|&(_, from)| whole[from]));
            moved.iter().zip(&arriving).for_each(|(&(to, _), &sticker)| whole[to] = sticker);
        }
        Ok(whole)
    }

    /// Returns the order: the number of repetitions that restores every sticker of a cube whose stickers all differ.
    ///
    /// # Errors
    ///
    /// Fails if a move turns a layer that a cube of this size does not have.
    ///
    /// # Examples
    ///
    /// ```
    /// use cubegod::{Alg, Size};
    ///
    /// assert_eq!("R U R' U'".parse::<Alg>().unwrap().order(Size::THREE), Ok(6));
    /// ```
    pub fn order(&self, size: Size) -> Result<u64, NoSuchLayer> {
        let permutation = self.permutation(size)?;
        let mut seen = vec![false; permutation.len()];
        let mut order = 1;
        for start in 0..permutation.len() {
            let mut length = 0;
            let mut at = start;
            while !seen[at] {
                seen[at] = true;
                at = permutation[at];
                length += 1;
            }
            // A sticker can reach at most 24 places on any size, so this stays at or below lcm(1, …, 24) = 5,354,228,880.
            if length > 0 {
                order = least_common_multiple(order, length);
            }
        }
        Ok(order)
    }

    /// Removes rotations of the whole cube: conjugates the moves after each rotation, and returns the total rotation.
    ///
    /// A wide turn of all layers is a rotation too. Slices and other wide turns are kept.
    ///
    /// ```
    /// use cubegod::{Alg, Size, Symmetry};
    ///
    /// let (turns, rotation) = "z U L D z'".parse::<Alg>().unwrap().without_rotations(Size::THREE);
    /// assert_eq!(turns.to_string(), "L D R");
    /// assert_eq!(rotation, Symmetry::IDENTITY);
    /// ```
    pub fn without_rotations(&self, size: Size) -> (Alg, Symmetry) {
        let mut rotation = Symmetry::IDENTITY;
        let mut turns = Alg::default();
        for one in self {
            match one.whole_rotation(size) {
                Some(more) => rotation = rotation.compose(more),
                None => turns.extend([one.conjugated_by(rotation.inverse())]),
            }
        }
        (turns, rotation)
    }
}

impl Move {
    /// Returns the equivalent rotation, if the move turns every layer of a cube of this size.
    fn whole_rotation(self, size: Size) -> Option<Symmetry> {
        if matches!(self.layers, Layers::Face(_) | Layers::Slice(_)) {
            return None;
        }
        let turn = self.layer_turn(size).ok()?;
        let all = turn.first == 0 && usize::from(turn.last) + 1 == size.layers();
        all.then(|| Symmetry::rotation(turn.axis, turn.quarters))
    }
}

fn least_common_multiple(a: u64, b: u64) -> u64 {
    let (mut divisor, mut rest) = (a, b);
    while rest > 0 {
        (divisor, rest) = (rest, divisor % rest);
    }
    a / divisor * b
}

#[cfg(test)]
mod tests {
    use super::super::testing::{any_alg, labels, read, sizes};
    use super::*;
    use crate::Axis;
    use proptest::prelude::*;

    #[test]
    fn orders_match_known_values() {
        for (text, size, order) in [
            ("", 3, 1),
            ("R", 3, 4),
            ("R2", 3, 2),
            ("R U R' U'", 3, 6),
            ("R U", 3, 105),
            ("R U2 D' B D'", 3, 1260),
            ("R U", 2, 15),
            ("x y", 3, 3),
            ("M E", 3, 12),
            ("2R", 4, 4),
        ] {
            assert_eq!(read(text).order(Size::new(size).unwrap()), Ok(order), "{text}");
        }
    }

    #[test]
    fn a_missing_layer_is_an_error_with_the_move() {
        let error = read("R M").order(Size::TWO).unwrap_err();
        assert_eq!(error.to_string(), "a 2x2x2 cube has no layer for the move M");
        let error = read("4Rw'").permutation(Size::THREE).unwrap_err();
        assert_eq!(error.to_string(), "a 3x3x3 cube has no layer for the move 4Rw'");
    }

    #[test]
    fn a_wide_turn_of_the_whole_cube_is_a_rotation() {
        let (turns, rotation) = read("Rw U Lw2").without_rotations(Size::TWO);
        assert_eq!(turns, read("F"));
        assert_eq!(rotation, Symmetry::rotation(Axis::X, 3));
        assert_eq!(read("Rw U").without_rotations(Size::THREE).0, read("Rw U"));
    }

    proptest! {
        #[test]
        fn the_permutation_matches_the_effect_on_stickers((size, alg) in any_alg(sizes(), 20)) {
            let mut cube = labels(size);
            cube.apply(&alg).unwrap();
            prop_assert_eq!(cube.facelets(), &alg.permutation(size).unwrap()[..]);
        }

        #[test]
        fn turns_without_rotations_then_the_rotation_have_the_same_effect((size, alg) in any_alg(sizes(), 20)) {
            let (turns, rotation) = alg.without_rotations(size);
            prop_assert!(turns.iter().all(|one| one.whole_rotation(size).is_none()));
            let mut cube = labels(size);
            cube.apply(&turns).unwrap();
            let cube = cube.transformed_by(rotation);
            prop_assert_eq!(cube.facelets(), &alg.permutation(size).unwrap()[..]);
        }

        #[test]
        fn a_sequence_repeated_as_often_as_its_order_is_the_identity((_, alg) in any_alg(3..=3, 8)) {
            let order = alg.order(Size::THREE).unwrap();
            let mut cube = labels(Size::THREE);
            for count in 1..=order {
                cube.apply(&alg).unwrap();
                prop_assert_eq!(cube == labels(Size::THREE), count == order);
            }
        }
    }
}
