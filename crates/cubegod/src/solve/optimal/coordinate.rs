//! What the tables of the optimal solver know of a cube.
//!
//! Corners fall into two tetrads (no half turn brings a corner from one to the other), edges into three slices. A cube whose
//! corners are all in their tetrads and untwisted, and whose edges are all in their slices and unflipped, is *tame*. Half
//! turns keep a cube tame, and so does every one of the 48 symmetries: which is why a single table serves all three axes. The
//! coordinate says how a cube differs from the tame ones: the tetrads and twists of its corners (153,090 numbers, in 3,393
//! classes up to symmetry), the slice of the edge at each place (34,650) and the flips (2,048).

use crate::cube::{Conjugation, Corner, Corners, Edge};
use crate::geometry::Symmetry;
use crate::moves::FaceTurn;
use std::sync::LazyLock;

/// Ways to choose the four places of a tetrad.
const TETRADS: usize = 70;
/// The eighth twist is forced.
const TWISTS: usize = 3usize.pow(7);
/// Tetrads and twists together.
pub(super) const CORNERS: usize = TETRADS * TWISTS;
/// Those that no symmetry makes of one another.
pub(super) const CLASSES: usize = 3393;
/// Ways to spread three slices of four edges over twelve places: 12! / 4!³.
pub(super) const SLICES: usize = 34_650;
/// The twelfth flip is forced.
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

/// What the places of the second tetrad, a set of four, add to the corner number.
pub(super) fn tetrad_number(places: usize) -> u32 {
    u32::from(SET_RANKS[places]) * TWISTS as u32
}

/// Whether a corner belongs to the tetrad of URF or to the other one.
pub(super) fn is_of_second_tetrad(corner: Corner) -> bool {
    corner.faces().iter().filter(|face| face.index() >= 3).count() % 2 == 1
}

/// The slice that an edge belongs to: the number of the axis that it has no sticker on.
pub(super) fn slice(edge: Edge) -> u8 {
    let [a, b] = edge.faces().map(|face| face.index() % 3);
    (3 - a - b) as u8
}

/// The number of the corners of a cube, below [`CORNERS`].
pub(super) fn corner_number(corners: &Corners) -> usize {
    let mut set = 0;
    for (place, corner) in Corner::ALL.into_iter().enumerate() {
        set |= usize::from(is_of_second_tetrad(corners.piece(corner))) << place;
    }
    let twists = Corner::ALL[..7].iter().rev().fold(0, |all, &place| 3 * all + corners.twist(place) as usize);
    SET_RANKS[set] as usize * TWISTS + twists
}

/// Corners that have a number.
fn corners_of_number(number: usize) -> Corners {
    let rank = number / TWISTS;
    let set = (0..256usize).find(|set| set.count_ones() == 4 && SET_RANKS[*set] as usize == rank);
    let set = set.expect("every rank has a set");
    let (mut second, mut first): (Vec<Corner>, Vec<Corner>) =
        Corner::ALL.into_iter().partition(|&corner| is_of_second_tetrad(corner));
    let pieces = std::array::from_fn(|place| {
        let tetrad = if set >> place & 1 == 1 { &mut second } else { &mut first };
        tetrad.pop().expect("four places for four corners")
    });
    let mut twists = [0u8; 8];
    let mut rest = number % TWISTS;
    for twist in &mut twists[..7] {
        *twist = (rest % 3) as u8;
        rest /= 3;
    }
    twists[7] = (21 - twists.iter().sum::<u8>()) % 3;
    Corners::new(pieces, twists).expect("eight corners, twists below three")
}

/// The corners up to symmetry.
pub(super) struct CornerClasses {
    /// By corner number: the class, and the symmetry that makes the cube one of the representative's, in the lowest six bits.
    packed: Vec<u32>,
    representatives: Vec<Corners>,
}

/// Bits for the number of a symmetry.
pub(super) const SYMMETRY_BITS: u32 = 6;

impl CornerClasses {
    fn new() -> CornerClasses {
        let names = Symmetry::ALL.map(Conjugation::new);
        let inverses = Symmetry::ALL.map(|symmetry| {
            let undoes = |&other: &Symmetry| symmetry.compose(other) == Symmetry::IDENTITY;
            Symmetry::ALL.iter().position(undoes).expect("every symmetry can be undone") as u32
        });
        let mut classes = CornerClasses { packed: vec![u32::MAX; CORNERS], representatives: Vec::new() };
        for number in 0..CORNERS {
            if classes.packed[number] != u32::MAX {
                continue;
            }
            let class = classes.representatives.len() as u32;
            let corners = corners_of_number(number);
            for (names, inverse) in names.iter().zip(inverses) {
                let image = corner_number(&corners.conjugated_with(names.corners()));
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

    /// By corner number: `class << SYMMETRY_BITS | symmetry`.
    pub(super) fn packed(&self) -> &[u32] {
        &self.packed
    }

    /// The class of corners, and the number of the symmetry that leads to its representative.
    pub(super) fn of(&self, number: usize) -> (usize, usize) {
        let packed = self.packed[number] as usize;
        (packed >> SYMMETRY_BITS, packed & ((1 << SYMMETRY_BITS) - 1))
    }

    /// The class and the symmetry after a turn of the representative of a class.
    pub(super) fn turned(&self, class: usize, turn: FaceTurn) -> (usize, usize) {
        self.of(corner_number(&self.representatives[class].apply_turn(turn)))
    }
}

/// Ranks of slices over the twelve places, as the sum of a number for the first six places and one for the last six.
///
/// Six places are an index of twelve bits, two a place, the first place lowest: whether it has an edge of slice 0, and above that whether
/// it has one of slice 1. What is ever read lies in fewer lines of memory than with all bits of slice 0 first.
pub(super) struct SliceRanks {
    pub(super) first: [u16; 4096],
    pub(super) last: [u16; 4096],
}

/// The index of slices at six places.
fn index_of_six(slices: &[u8]) -> usize {
    slices.iter().rev().fold(0, |index, &slice| index << 2 | [1, 2, 0][usize::from(slice)])
}

/// All slices that six places can have, in the order of their ranks: by the places of slice 1, then by those of slice 0.
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
        // How many there are of each kind, by their counts of slices 0 and 1.
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

    /// The rank of the slices at the twelve places.
    pub(super) fn rank(&self, slices: [u8; 12]) -> usize {
        (self.first[index_of_six(&slices[..6])] + self.last[index_of_six(&slices[6..])]) as usize
    }
}

/// The slices at the twelve places, by rank.
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

/// What a turn or a symmetry does to the slices and flips of the edges.
#[derive(Copy, Clone, Debug)]
pub(super) struct EdgeChange {
    /// From which place each place gets what it has.
    source: [u8; 12],
    /// Places where flips are counted the other way afterwards.
    place_flips: u16,
    /// What becomes of each slice.
    slice: [u8; 3],
    /// Slices whose edges count their flips the other way afterwards.
    slice_flips: [bool; 3],
}

impl EdgeChange {
    /// A turn.
    pub(super) fn of_turn(turn: FaceTurn) -> EdgeChange {
        let codes = crate::cube::Edges::SOLVED.apply_turn(turn).codes();
        EdgeChange {
            source: codes.map(|code| code & 15),
            place_flips: (0..12).fold(0, |all, place| all | u16::from(codes[place] >> 4) << place),
            slice: [0, 1, 2],
            slice_flips: [false; 3],
        }
    }

    /// A renaming of places and pieces by a symmetry.
    pub(super) fn of_symmetry(symmetry: Symmetry) -> EdgeChange {
        let names = Conjugation::new(symmetry);
        let mut change =
            EdgeChange { source: [0; 12], place_flips: 0, slice: [0; 3], slice_flips: [false; 3] };
        for (place, edge) in Edge::ALL.into_iter().enumerate() {
            let (image, sticker) = names.edges().image(place);
            change.source[image] = place as u8;
            change.place_flips |= (sticker as u16) << image;
            change.slice[slice(edge) as usize] = slice(Edge::ALL[image]);
            change.slice_flips[slice(edge) as usize] = sticker == 1;
        }
        change
    }

    /// From which place a place gets what it has.
    pub(super) fn source(&self, place: usize) -> u8 {
        self.source[place]
    }

    /// Whether flips of a place are counted the other way afterwards.
    pub(super) fn flips_place(&self, place: usize) -> bool {
        self.place_flips >> place & 1 == 1
    }

    /// The slice that becomes of a slice, and whether its edges count their flips the other way.
    pub(super) fn piece(&self, slice: u8) -> (u8, bool) {
        (self.slice[usize::from(slice)], self.slice_flips[usize::from(slice)])
    }

    /// This one, then another.
    pub(super) fn then(&self, next: &EdgeChange) -> EdgeChange {
        let source = next.source.map(|from| self.source[from as usize]);
        let mut place_flips = next.place_flips;
        for (place, &from) in next.source.iter().enumerate() {
            place_flips ^= (self.place_flips >> from & 1) << place;
        }
        let slice = self.slice.map(|middle| next.slice[middle as usize]);
        let slice_flips = std::array::from_fn(|slice| {
            self.slice_flips[slice] ^ next.slice_flips[self.slice[slice] as usize]
        });
        EdgeChange { source, place_flips, slice, slice_flips }
    }

    /// The slices afterwards, and the flips of a cube that had none.
    fn of_slices(&self, slices: &[u8; 12]) -> ([u8; 12], u16) {
        let mut flips = self.place_flips;
        let after = std::array::from_fn(|place| {
            let before = slices[self.source[place] as usize] as usize;
            flips ^= u16::from(self.slice_flips[before]) << place;
            self.slice[before]
        });
        (after, flips)
    }

    /// The flips of twelve places afterwards, as far as they come from those before.
    fn of_flips(&self, flips: u16) -> u16 {
        (0..12).fold(0, |all, place| all | (flips >> self.source[place] & 1) << place)
    }

    /// Tables for all slices and flips.
    pub(super) fn tables(&self, slices: &[[u8; 12]]) -> EdgeTables {
        let ranks = SliceRanks::get();
        let mask = (FLIPS - 1) as u16;
        let of_slices = slices.iter().map(|before| {
            let (after, flips) = self.of_slices(before);
            (ranks.rank(after) as u16, flips & mask)
        });
        let of_flips = (0..FLIPS as u16).map(|flips| self.of_flips(with_twelfth(flips)) & mask);
        EdgeTables { slices: of_slices.collect(), flips: of_flips.collect() }
    }
}

/// Eleven flips with the one that they force.
fn with_twelfth(flips: u16) -> u16 {
    flips | ((flips.count_ones() % 2) as u16) << FLIP_BITS
}

/// An [`EdgeChange`] by ranks of slices and by flips.
pub(super) struct EdgeTables {
    /// By the rank of the slices: the rank afterwards, and flips that change.
    pub(super) slices: Vec<(u16, u16)>,
    pub(super) flips: Vec<u16>,
}

/// The slices at the twelve places, and the first eleven flips.
pub(super) fn edge_numbers(edges: &crate::cube::Edges) -> (usize, usize) {
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
    fn corners_fall_into_as_many_classes_as_published() {
        let classes = CornerClasses::get();
        assert_eq!(classes.representatives.len(), CLASSES);
        assert!(classes.packed.iter().all(|&packed| packed != u32::MAX));
        for number in [0, 1, 2187, 99_999, CORNERS - 1] {
            assert_eq!(corner_number(&corners_of_number(number)), number);
        }
    }

    #[test]
    fn half_turns_keep_a_solved_cube_tame() {
        let mut cube = Cube3::SOLVED;
        let mut random = generator(3);
        for _ in 0..100 {
            let turn = FaceTurn::ALL[rand::RngExt::random_range(&mut random, 0..6) * 3 + 1];
            cube = cube.apply_turn(turn);
            let solved = edge_numbers(Cube3::SOLVED.edges());
            assert_eq!(
                (corner_number(cube.corners()), edge_numbers(cube.edges())),
                (corner_number(Cube3::SOLVED.corners()), solved),
                "{turn}"
            );
        }
    }

    #[test]
    fn symmetries_lead_to_the_representative() {
        let classes = CornerClasses::get();
        let mut random = generator(1);
        for _ in 0..1000 {
            let cube = Cube3::random(&mut random);
            let (class, symmetry) = classes.of(corner_number(cube.corners()));
            let renamed = cube.conjugated_by(Symmetry::ALL[symmetry]);
            assert_eq!(corner_number(renamed.corners()), corner_number(&classes.representatives[class]));
        }
    }

    #[test]
    fn slices_have_ranks() {
        let all = all_slices();
        for (rank, slices) in all.iter().enumerate() {
            assert_eq!(SliceRanks::get().rank(*slices), rank);
        }
        let distinct: std::collections::HashSet<_> = all.iter().collect();
        assert_eq!(distinct.len(), SLICES);
        // Tables that are kept have them in this order.
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
    fn changes_of_edges_are_those_of_cubes() {
        let all = all_slices();
        let mut random = generator(2);
        for symmetry in Symmetry::ALL {
            for turn in FaceTurn::ALL {
                let change = EdgeChange::of_symmetry(symmetry).then(&EdgeChange::of_turn(turn));
                let tables = change.tables(&all);
                let cube = Cube3::random(&mut random);
                let (slices, flips) = edge_numbers(cube.edges());
                let (rank, mask) = tables.slices[slices];
                let after = cube.conjugated_by(symmetry).apply_turn(turn);
                assert_eq!(
                    (rank as usize, (tables.flips[flips] ^ mask) as usize),
                    edge_numbers(after.edges())
                );
            }
        }
    }
}
