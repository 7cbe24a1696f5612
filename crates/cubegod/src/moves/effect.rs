//! The effect of a sequence on a cube of a given size.

use super::{Alg, Layers, Move, NoSuchLayer};
use crate::cancellation::{Cancellation, Cancelled, uncancelled};
use crate::geometry::{Axis, Face, LayerTurn, Size, Symmetry};

/// The number of stickers of the cube times the number of moves, between two checks for cancellation: less than a millisecond.
const STICKERS_PER_CHECK: usize = 200_000;

impl LayerTurn {
    /// Moves the contents of a cube's stickers in place.
    pub(crate) fn apply<T>(self, size: Size, contents: &mut [T]) {
        for cycle in self.cycles(size) {
            let [a, b, c, d] = cycle.map(usize::from);
            match self.quarters % 4 {
                1 => [(a, b), (b, c), (c, d)].into_iter().for_each(|(one, other)| contents.swap(one, other)),
                2 => [(a, c), (b, d)].into_iter().for_each(|(one, other)| contents.swap(one, other)),
                3 => [(c, d), (b, c), (a, b)].into_iter().for_each(|(one, other)| contents.swap(one, other)),
                _ => {}
            }
        }
    }

    /// Returns the cycles of stickers that a clockwise quarter turn of these layers moves: each place receives the sticker of the
    /// next one.
    fn cycles(self, size: Size) -> impl Iterator<Item = [u16; 4]> {
        let quarter = LayerTurn { quarters: 1, ..self };
        let (layers, face_stickers) = (size.layers(), size.face_stickers());
        // Each cycle around the axis has one sticker on each side face, and each cycle on a face of the axis has one in each
        // quadrant.
        let side = if self.axis == Axis::X { Face::U } else { Face::R };
        let sides = (0..face_stickers).map(move |place| side.index() * face_stickers + place);
        let ends = Face::ALL.into_iter().filter(move |face| face.axis() == self.axis);
        let quadrants = ends.flat_map(move |face| {
            let row = move |row| (0..layers.div_ceil(2)).map(move |column| row * layers + column);
            (0..layers / 2).flat_map(row).map(move |place| face.index() * face_stickers + place)
        });
        sides.chain(quadrants).filter_map(move |first| {
            let second = quarter.source(size, first);
            (second != first).then(|| {
                let third = quarter.source(size, second);
                // A cube has at most 6144 stickers.
                [first, second, third, quarter.source(size, third)].map(|place| place as u16)
            })
        })
    }
}

/// The cycles of every layer that was turned, so that each is computed once.
struct KnownCycles {
    size: Size,
    /// By axis and layer; empty if not computed.
    layers: Vec<Vec<[u16; 4]>>,
}

impl KnownCycles {
    fn new(size: Size) -> KnownCycles {
        KnownCycles { size, layers: vec![Vec::new(); 3 * size.layers()] }
    }

    fn apply(&mut self, turn: LayerTurn, contents: &mut [u16]) {
        for layer in turn.first..=turn.last {
            let known = &mut self.layers[turn.axis as usize * self.size.layers() + usize::from(layer)];
            if known.is_empty() {
                known.extend(LayerTurn { first: layer, last: layer, ..turn }.cycles(self.size));
            }
            turn_cycles(contents, known, turn.quarters);
        }
    }
}

/// Moves contents by quarter turns, given the cycles of one.
fn turn_cycles(contents: &mut [u16], cycles: &[[u16; 4]], quarters: u8) {
    for cycle in cycles {
        let places = cycle.map(usize::from);
        let before = places.map(|place| contents[place]);
        for (number, place) in places.into_iter().enumerate() {
            contents[place] = before[(number + usize::from(quarters)) % 4];
        }
    }
}

impl Alg {
    /// Returns the permutation of all stickers: `new[i] = old[permutation[i]]`.
    ///
    /// # Errors
    ///
    /// Fails if a move turns a layer that a cube of this size does not have.
    pub fn permutation(&self, size: Size) -> Result<Vec<usize>, NoSuchLayer> {
        Ok(self.sources(size)?.into_iter().map(usize::from).collect())
    }

    /// Returns the permutation of [`Alg::permutation`] in 16 bits each.
    pub(crate) fn sources(&self, size: Size) -> Result<Vec<u16>, NoSuchLayer> {
        uncancelled(|token| self.sources_with(size, token))
    }

    /// Returns the result of [`Alg::sources`] unless the work is cancelled.
    pub(crate) fn sources_with(
        &self,
        size: Size,
        cancellation: &Cancellation,
    ) -> Result<Result<Vec<u16>, NoSuchLayer>, Cancelled> {
        let mut known = KnownCycles::new(size);
        let mut sources: Vec<u16> = (0..size.sticker_count()).map(|place| place as u16).collect();
        for moves in self.moves().chunks(STICKERS_PER_CHECK / size.sticker_count()) {
            cancellation.check()?;
            for one in moves {
                match one.layer_turn(size) {
                    Ok(turn) => known.apply(turn, &mut sources),
                    Err(error) => return Ok(Err(error)),
                }
            }
        }
        Ok(Ok(sources))
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
    /// # Examples
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
    use crate::cancellation::cancelled_at;
    use proptest::prelude::*;
    use std::sync::atomic::Ordering;

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

    #[test]
    fn moves_end_at_the_first_check_after_their_cancellation() {
        let alg = read("(RUFLDB)16666");
        let start = labels(Size::new(32).unwrap());
        for check in [1, 2, 9] {
            let mut cube = start.clone();
            let (token, checks) = cancelled_at(check);
            assert_eq!(cube.apply_with(&alg, &token), Err(Cancelled));
            assert_eq!(cube, start);
            assert_eq!(checks.load(Ordering::Relaxed), check);
        }
    }

    #[test]
    fn checks_come_in_proportion_to_moves_and_stickers() {
        for (size, moves_per_check) in [(Size::TWO, 10_000), (Size::MAX, 40)] {
            let (token, checks) = cancelled_at(usize::MAX);
            labels(size).apply_with(&read("(RUFLDB)1666"), &token).unwrap().unwrap();
            let checks = checks.load(Ordering::Relaxed);
            assert!(checks >= 6 * 1_666 / moves_per_check, "{size}: {checks}");
        }
    }

    proptest! {
        #[test]
        fn single_moves_have_the_effect_of_their_sequence((size, alg) in any_alg(2..=9, 12)) {
            let mut one_by_one = labels(size);
            alg.iter().for_each(|one| one_by_one.turn(one).unwrap());
            let mut at_once = labels(size);
            at_once.apply(&alg).unwrap();
            prop_assert_eq!(one_by_one, at_once);
        }

        #[test]
        fn every_sticker_comes_from_its_source((size, alg) in any_alg(2..=9, 1)) {
            let Some(one) = alg.iter().next() else { return Ok(()) };
            let expected = one.layer_turn(size).unwrap().permutation(size);
            prop_assert_eq!(alg.permutation(size).unwrap(), expected);
        }

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
