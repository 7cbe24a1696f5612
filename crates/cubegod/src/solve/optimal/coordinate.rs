//! The coordinate that the tables of the optimal solver are indexed by.
//!
//! Corners form two tetrads, which half turns do not mix, and edges form three slices. The *target subgroup* is the set of cubes whose
//! corners are all in their own tetrads and untwisted, and whose edges are all in their own slices and unflipped. It contains the half
//! turns, and each of the 48 symmetries maps it to itself, so that one table serves all three axes. The coordinate numbers the cosets
//! of the subgroup: the tetrads and twists of the corners (153,090 values, in 3,393 classes up to symmetry), the slice of the edge at
//! each place (34,650) and the flips (2,048).

use crate::cube::{Conjugation, Corner, Corners, Edge};
use crate::geometry::Symmetry;
use crate::moves::FaceTurn;
use std::sync::LazyLock;

/// The number of sets of four places among eight.
const TETRADS: usize = 70;
/// The number of twists of the corners; the eighth is determined by the others.
const TWISTS: usize = 3usize.pow(7);
/// The number of corner coordinates.
pub(super) const CORNERS: usize = TETRADS * TWISTS;
/// The number of corner coordinates up to symmetry.
pub(super) const CLASSES: usize = 3393;
/// The number of ways to place three slices of four edges: 12! / 4!³.
pub(super) const SLICES: usize = 34_650;
/// The number of bits for the flips; the twelfth flip is determined by the others.
pub(super) const FLIP_BITS: u32 = 11;
pub(super) const FLIPS: usize = 1 << FLIP_BITS;

/// The rank of each set of four places among eight; 0 for other sets.
static SET_RANKS: [u8; 256] = {
    let mut ranks = [0; 256];
    let (mut set, mut rank) = (0usize, 0);
    while set < 256 {
        if set.count_ones() == 4 {
            ranks[set] = rank;
            rank += 1;
        }
        set += 1;
    }
    ranks
};

/// Returns the summand of the corner coordinate for the set of places of the second tetrad.
pub(super) fn tetrad_summand(places: usize) -> u32 {
    u32::from(SET_RANKS[places]) * TWISTS as u32
}

/// Returns whether a corner belongs to the second tetrad; URF is in the first one.
pub(super) fn is_of_second_tetrad(corner: Corner) -> bool {
    corner.faces().iter().filter(|face| face.index() >= 3).count() % 2 == 1
}

/// Returns the slice of an edge: the index of the axis that it has no sticker on.
pub(super) fn slice(edge: Edge) -> u8 {
    let [a, b] = edge.faces().map(|face| face.index() % 3);
    (3 - a - b) as u8
}

/// Returns the coordinate of the corners of a cube, below [`CORNERS`].
pub(super) fn corner_coordinate(corners: &Corners) -> usize {
    let mut set = 0;
    for (place, corner) in Corner::ALL.into_iter().enumerate() {
        set |= usize::from(is_of_second_tetrad(corners.piece(corner))) << place;
    }
    let twists = Corner::ALL[..7].iter().rev().fold(0, |all, &place| 3 * all + corners.twist(place) as usize);
    SET_RANKS[set] as usize * TWISTS + twists
}

/// Returns corners with this coordinate.
fn corners_of_coordinate(coordinate: usize) -> Corners {
    let rank = coordinate / TWISTS;
    let set = (0..256usize).find(|set| set.count_ones() == 4 && SET_RANKS[*set] as usize == rank);
    let set = set.expect("every rank has a set");
    let (mut second, mut first): (Vec<Corner>, Vec<Corner>) =
        Corner::ALL.into_iter().partition(|&corner| is_of_second_tetrad(corner));
    let pieces = std::array::from_fn(|place| {
        let tetrad = if set >> place & 1 == 1 { &mut second } else { &mut first };
        tetrad.pop().expect("four places for four corners")
    });
    let mut twists = [0u8; 8];
    let mut rest = coordinate % TWISTS;
    for twist in &mut twists[..7] {
        *twist = (rest % 3) as u8;
        rest /= 3;
    }
    twists[7] = (21 - twists.iter().sum::<u8>()) % 3;
    Corners::new(pieces, twists).expect("eight corners, twists below three")
}

/// The classes of corner coordinates up to symmetry.
pub(super) struct CornerClasses {
    /// By corner coordinate: the class, and in the lowest six bits the symmetry that maps the corners to the representative.
    packed: Vec<u32>,
    representatives: Vec<Corners>,
}

/// The number of bits for the index of a symmetry.
pub(super) const SYMMETRY_BITS: u32 = 6;

impl CornerClasses {
    fn new() -> CornerClasses {
        let conjugations = Symmetry::ALL.map(Conjugation::new);
        let inverses = Symmetry::ALL.map(|symmetry| {
            let is_inverse = |&other: &Symmetry| symmetry.compose(other) == Symmetry::IDENTITY;
            Symmetry::ALL.iter().position(is_inverse).expect("every symmetry has an inverse") as u32
        });
        let mut classes = CornerClasses { packed: vec![u32::MAX; CORNERS], representatives: Vec::new() };
        for coordinate in 0..CORNERS {
            if classes.packed[coordinate] != u32::MAX {
                continue;
            }
            let class = classes.representatives.len() as u32;
            let corners = corners_of_coordinate(coordinate);
            for (conjugation, inverse) in conjugations.iter().zip(inverses) {
                let image = corner_coordinate(&corners.conjugated_with(conjugation.corners()));
                if classes.packed[image] == u32::MAX {
                    classes.packed[image] = class << SYMMETRY_BITS | inverse;
                }
            }
            classes.representatives.push(corners);
        }
        classes
    }

    pub(super) fn get() -> &'static CornerClasses {
        static CLASSES: LazyLock<CornerClasses> = LazyLock::new(CornerClasses::new);
        &CLASSES
    }

    /// Returns, by corner coordinate, `class << SYMMETRY_BITS | symmetry`.
    pub(super) fn packed(&self) -> &[u32] {
        &self.packed
    }

    /// Returns the class of a corner coordinate, and the index of the symmetry that maps it to the representative.
    pub(super) fn of(&self, coordinate: usize) -> (usize, usize) {
        let packed = self.packed[coordinate] as usize;
        (packed >> SYMMETRY_BITS, packed & ((1 << SYMMETRY_BITS) - 1))
    }

    /// Returns the class and the symmetry after a turn of the representative of a class.
    pub(super) fn apply_turn(&self, class: usize, turn: FaceTurn) -> (usize, usize) {
        self.of(corner_coordinate(&self.representatives[class].apply_turn(turn)))
    }
}

/// Ranks of slice arrangements, as the sum of a rank for the first six places and one for the last six.
///
/// Six places give an index of twelve bits, two per place, the first place lowest: whether it has an edge of slice 0, and above that
/// whether it has one of slice 1. The entries in use are in fewer cache lines than with all bits of slice 0 first.
pub(super) struct SliceRanks {
    pub(super) first: [u16; 4096],
    pub(super) last: [u16; 4096],
}

/// Returns the index of the slices at six places.
fn index_of_six(slices: &[u8]) -> usize {
    slices.iter().rev().fold(0, |index, &slice| index << 2 | [1, 2, 0][usize::from(slice)])
}

/// Returns all slices that six places can have, in the order of their ranks: by the places of slice 1, then by those of slice 0.
fn all_six_slices() -> impl Iterator<Item = [u8; 6]> {
    (0..4096).filter_map(|sets| {
        let (zeros, ones) = (sets & 63, sets >> 6);
        let slice = |place: usize| match (zeros >> place & 1, ones >> place & 1) {
            (1, _) => 0,
            (_, 1) => 1,
            _ => 2,
        };
        (zeros & ones == 0).then(|| std::array::from_fn(slice))
    })
}

fn counts(slices: [u8; 6]) -> [usize; 3] {
    std::array::from_fn(|slice| slices.iter().filter(|&&other| usize::from(other) == slice).count())
}

impl SliceRanks {
    fn new() -> SliceRanks {
        let mut ranks = SliceRanks { first: [0; 4096], last: [0; 4096] };
        // The number of arrangements by their counts of slices 0 and 1.
        let mut found = [[0u16; 7]; 7];
        for slices in all_six_slices() {
            let [zeros, ones, _] = counts(slices);
            ranks.last[index_of_six(&slices)] = found[zeros][ones];
            found[zeros][ones] += 1;
        }
        let mut next = 0;
        for slices in all_six_slices() {
            let [zeros, ones, twos] = counts(slices);
            if zeros.max(ones).max(twos) <= 4 {
                ranks.first[index_of_six(&slices)] = next;
                next += found[4 - zeros][4 - ones];
            }
        }
        ranks
    }

    pub(super) fn get() -> &'static SliceRanks {
        static RANKS: LazyLock<SliceRanks> = LazyLock::new(SliceRanks::new);
        &RANKS
    }

    /// Returns the rank of the slices at the twelve places.
    pub(super) fn rank(&self, slices: [u8; 12]) -> usize {
        (self.first[index_of_six(&slices[..6])] + self.last[index_of_six(&slices[6..])]) as usize
    }
}

/// Returns the slices at the twelve places, by rank.
pub(super) fn all_slices() -> Vec<[u8; 12]> {
    let ranks = SliceRanks::get();
    let mut all = vec![[0; 12]; SLICES];
    let halves: Vec<[u8; 6]> = all_six_slices().collect();
    for first in &halves {
        for last in &halves {
            let (a, b) = (counts(*first), counts(*last));
            if (0..3).all(|slice| a[slice] + b[slice] == 4) {
                let slices =
                    std::array::from_fn(|place| if place < 6 { first[place] } else { last[place - 6] });
                all[ranks.rank(slices)] = slices;
            }
        }
    }
    all
}

/// The effect of a turn or a symmetry on the slices and flips of the edges.
#[derive(Copy, Clone, Debug)]
pub(super) struct EdgeTransform {
    /// The place that each place gets its edge from.
    source: [u8; 12],
    /// The places where flips are inverted.
    place_flips: u16,
    /// The slice that each slice is mapped to.
    slice: [u8; 3],
    /// The slices whose edges have their flips inverted.
    slice_flips: [bool; 3],
}

impl EdgeTransform {
    /// Returns the transform of a turn.
    pub(super) fn of_turn(turn: FaceTurn) -> EdgeTransform {
        let codes = crate::cube::Edges::SOLVED.apply_turn(turn).codes();
        EdgeTransform {
            source: codes.map(|code| code & 15),
            place_flips: (0..12).fold(0, |all, place| all | u16::from(codes[place] >> 4) << place),
            slice: [0, 1, 2],
            slice_flips: [false; 3],
        }
    }

    /// Returns the transform of the conjugation by a symmetry.
    pub(super) fn of_symmetry(symmetry: Symmetry) -> EdgeTransform {
        let conjugation = Conjugation::new(symmetry);
        let mut transform =
            EdgeTransform { source: [0; 12], place_flips: 0, slice: [0; 3], slice_flips: [false; 3] };
        for (place, edge) in Edge::ALL.into_iter().enumerate() {
            let (image, sticker) = conjugation.edges().image(place);
            transform.source[image] = place as u8;
            transform.place_flips |= (sticker as u16) << image;
            transform.slice[slice(edge) as usize] = slice(Edge::ALL[image]);
            transform.slice_flips[slice(edge) as usize] = sticker == 1;
        }
        transform
    }

    /// Returns the place that a place gets its edge from.
    pub(super) fn source(&self, place: usize) -> u8 {
        self.source[place]
    }

    /// Returns whether flips are inverted at a place.
    pub(super) fn flips_place(&self, place: usize) -> bool {
        self.place_flips >> place & 1 == 1
    }

    /// Returns the slice that a slice is mapped to, and whether its edges have their flips inverted.
    pub(super) fn piece(&self, slice: u8) -> (u8, bool) {
        (self.slice[usize::from(slice)], self.slice_flips[usize::from(slice)])
    }

    /// Returns the transform that does this one first, then the next one.
    pub(super) fn compose(&self, next: &EdgeTransform) -> EdgeTransform {
        let source = next.source.map(|from| self.source[from as usize]);
        let mut place_flips = next.place_flips;
        for (place, &from) in next.source.iter().enumerate() {
            place_flips ^= (self.place_flips >> from & 1) << place;
        }
        let slice = self.slice.map(|middle| next.slice[middle as usize]);
        let slice_flips = std::array::from_fn(|slice| {
            self.slice_flips[slice] ^ next.slice_flips[self.slice[slice] as usize]
        });
        EdgeTransform { source, place_flips, slice, slice_flips }
    }

    /// Returns the slices afterwards, and the flips of a cube that had none.
    fn of_slices(&self, slices: &[u8; 12]) -> ([u8; 12], u16) {
        let mut flips = self.place_flips;
        let after = std::array::from_fn(|place| {
            let before = slices[self.source[place] as usize] as usize;
            flips ^= u16::from(self.slice_flips[before]) << place;
            self.slice[before]
        });
        (after, flips)
    }

    /// Returns the part of the flips of twelve places afterwards that depends on those before.
    fn of_flips(&self, flips: u16) -> u16 {
        (0..12).fold(0, |all, place| all | (flips >> self.source[place] & 1) << place)
    }

    /// Tabulates the transform for all slices and flips.
    pub(super) fn tables(&self, slices: &[[u8; 12]]) -> EdgeTransformTables {
        let ranks = SliceRanks::get();
        let mask = (FLIPS - 1) as u16;
        let of_slices = slices.iter().map(|before| {
            let (after, flips) = self.of_slices(before);
            (ranks.rank(after) as u16, flips & mask)
        });
        let of_flips = (0..FLIPS as u16).map(|flips| self.of_flips(with_twelfth(flips)) & mask);
        EdgeTransformTables { slices: of_slices.collect(), flips: of_flips.collect() }
    }
}

/// Adds the twelfth flip, which the eleven others determine.
fn with_twelfth(flips: u16) -> u16 {
    flips | ((flips.count_ones() % 2) as u16) << FLIP_BITS
}

/// An [`EdgeTransform`] as tables.
pub(super) struct EdgeTransformTables {
    /// By the rank of the slices: the rank afterwards, and the flips that are inverted.
    pub(super) slices: Vec<(u16, u16)>,
    pub(super) flips: Vec<u16>,
}

/// Returns the rank of the slices at the twelve places, and the first eleven flips.
pub(super) fn edge_coordinates(edges: &crate::cube::Edges) -> (usize, usize) {
    let slices = Edge::ALL.map(|place| slice(edges.piece(place)));
    let flips =
        (0..FLIP_BITS as usize).fold(0, |all, place| all | (edges.flip(Edge::ALL[place]) as usize) << place);
    (SliceRanks::get().rank(slices), flips)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cube::Cube3;
    use crate::scramble::generator;

    #[test]
    fn the_number_of_corner_classes_is_the_published_one() {
        let classes = CornerClasses::get();
        assert_eq!(classes.representatives.len(), CLASSES);
        assert!(classes.packed.iter().all(|&packed| packed != u32::MAX));
        for coordinate in [0, 1, 2187, 99_999, CORNERS - 1] {
            assert_eq!(corner_coordinate(&corners_of_coordinate(coordinate)), coordinate);
        }
    }

    #[test]
    fn half_turns_are_in_the_target_subgroup() {
        let mut cube = Cube3::SOLVED;
        let mut random = generator(3);
        for _ in 0..100 {
            let turn = FaceTurn::ALL[rand::RngExt::random_range(&mut random, 0..6) * 3 + 1];
            cube = cube.apply_turn(turn);
            let solved = edge_coordinates(Cube3::SOLVED.edges());
            assert_eq!(
                (corner_coordinate(cube.corners()), edge_coordinates(cube.edges())),
                (corner_coordinate(Cube3::SOLVED.corners()), solved),
                "{turn}"
            );
        }
    }

    #[test]
    fn the_stored_symmetry_maps_corners_to_the_representative() {
        let classes = CornerClasses::get();
        let mut random = generator(1);
        for _ in 0..1000 {
            let cube = Cube3::random(&mut random);
            let (class, symmetry) = classes.of(corner_coordinate(cube.corners()));
            let image = cube.conjugated_by(Symmetry::ALL[symmetry]);
            assert_eq!(
                corner_coordinate(image.corners()),
                corner_coordinate(&classes.representatives[class])
            );
        }
    }

    #[test]
    fn ranks_of_slices_are_unique_and_stable() {
        let all = all_slices();
        for (rank, slices) in all.iter().enumerate() {
            assert_eq!(SliceRanks::get().rank(*slices), rank);
        }
        let distinct: std::collections::HashSet<_> = all.iter().collect();
        assert_eq!(distinct.len(), SLICES);
        // Table files depend on this order.
        for (rank, slices) in [
            (0, [0, 0, 2, 2, 2, 2, 1, 1, 1, 1, 0, 0]),
            (1, [0, 0, 2, 2, 2, 2, 1, 1, 1, 0, 1, 0]),
            (12_345, [1, 1, 2, 1, 2, 2, 0, 0, 0, 0, 2, 1]),
            (SLICES - 1, [0, 0, 1, 1, 1, 1, 2, 2, 2, 2, 0, 0]),
        ] {
            assert_eq!(all[rank], slices, "{rank}");
        }
    }

    #[test]
    fn edge_transforms_agree_with_cubes() {
        let all = all_slices();
        let mut random = generator(2);
        for symmetry in Symmetry::ALL {
            for turn in FaceTurn::ALL {
                let transform = EdgeTransform::of_symmetry(symmetry).compose(&EdgeTransform::of_turn(turn));
                let tables = transform.tables(&all);
                let cube = Cube3::random(&mut random);
                let (slices, flips) = edge_coordinates(cube.edges());
                let (rank, mask) = tables.slices[slices];
                let after = cube.conjugated_by(symmetry).apply_turn(turn);
                assert_eq!(
                    (rank as usize, (tables.flips[flips] ^ mask) as usize),
                    edge_coordinates(after.edges())
                );
            }
        }
    }
}
