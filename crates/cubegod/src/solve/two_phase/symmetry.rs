//! The sixteen symmetries that keep the U-D axis, and what they do to coordinates.
//!
//! Flip and slice together have 1,013,760 values; only 64,430 differ by more than such a symmetry. Corner permutations
//! come down from 40,320 to 2,768 in the same way. Tables are kept for one representative of each class.

use super::coordinates::{CORNERS, FLIPS, ORDERS, PLACES, TWISTS, UD_EDGES, permutation_rank, places_rank};
use super::pieces::{SET_RANKS, SETS, rank};
use crate::cube::{Corner, Edge};
use crate::geometry::{Face, Symmetry};
use crate::moves::{FaceTurn, Move};
use crate::solve::prefetch::prefetch;

/// How many symmetries there are.
pub(super) const SYMMETRIES: usize = 16;

/// Classes of flip and slice.
pub(super) const FLIP_SLICE_CLASSES: usize = 64_430;

/// Classes of corner permutations.
pub(super) const CORNER_CLASSES: usize = 2768;

/// Where the slice edges belong, as bits by place.
const SLICE_PLACES: u16 = 0b1111 << 8;

/// One symmetry, by where it brings corners and edges.
#[derive(Clone, Debug)]
struct Renaming {
    corners: [u8; 8],
    edges: [u8; 12],
    /// Whether corners are mirrored, so that twists turn round.
    mirrored: bool,
    /// Whether front and back change places with left and right, so that slice edges are seen flipped.
    swaps_sides: bool,
}

fn same_faces<const N: usize>(mut a: [Face; N], mut b: [Face; N]) -> bool {
    a.sort_unstable();
    b.sort_unstable();
    a == b
}

impl Renaming {
    /// All of them, the identity first.
    fn all() -> [Renaming; SYMMETRIES] {
        Group::symmetries().map(Renaming::of)
    }

    fn of(symmetry: Symmetry) -> Renaming {
        let corner = |from: Corner| {
            let image = from.faces().map(|face| symmetry.face(face));
            Corner::ALL.into_iter().find(|to| same_faces(to.faces(), image)).expect("corners go to corners")
                as u8
        };
        let edge = |from: Edge| {
            let image = from.faces().map(|face| symmetry.face(face));
            Edge::ALL.into_iter().find(|to| same_faces(to.faces(), image)).expect("edges go to edges") as u8
        };
        Renaming {
            corners: Corner::ALL.map(corner),
            edges: Edge::ALL.map(edge),
            mirrored: symmetry.is_reflection(),
            swaps_sides: !matches!(symmetry.face(Face::F), Face::F | Face::B),
        }
    }

    fn twist(&self, twist: usize) -> usize {
        let mut twists = [0; 8];
        let mut rest = twist;
        let mut sum = 0;
        for place in (0..7).rev() {
            twists[place] = rest % 3;
            sum += rest % 3;
            rest /= 3;
        }
        twists[7] = (21 - sum) % 3;
        let mut renamed = [0; 8];
        for (place, &twist) in twists.iter().enumerate() {
            renamed[self.corners[place] as usize] = if self.mirrored { (3 - twist) % 3 } else { twist };
        }
        renamed[..7].iter().fold(0, |twist, &one| twist * 3 + one)
    }

    /// Some of the twelve places, as bits.
    fn places(&self, bits: u16) -> u16 {
        (0..12).fold(0, |all, place| all | (bits >> place & 1) << self.edges[place])
    }

    /// Flips as bits by place, and the set of places of the slice edges.
    fn flip_slice(&self, flips: u16, set: u16) -> (u16, u16) {
        // A slice edge away from its slice, or another edge in it, is seen flipped when the sides change places.
        let flips = if self.swaps_sides { flips ^ SLICE_PLACES ^ set } else { flips };
        (self.places(flips), self.places(set))
    }

    fn corner_permutation(&self, pieces: [u8; 8]) -> [u8; 8] {
        let mut renamed = [0; 8];
        for (place, &piece) in pieces.iter().enumerate() {
            renamed[self.corners[place] as usize] = self.corners[piece as usize];
        }
        renamed
    }

    /// Of the eight edges of U and D among themselves.
    fn edge_permutation(&self, pieces: [u8; 8]) -> [u8; 8] {
        let mut renamed = [0; 8];
        for (place, &piece) in pieces.iter().enumerate() {
            renamed[self.edges[place] as usize] = self.edges[piece as usize];
        }
        renamed
    }
}

/// For each value of a coordinate its class and the symmetry that brings it to the representative.
#[derive(Clone, Debug)]
pub(super) struct Classes {
    /// `class << 4 | symmetry`.
    pub(super) of: Vec<u32>,
    pub(super) representatives: Vec<u32>,
    /// For each class the symmetries that keep its representative, as bits.
    keepers: Vec<u16>,
}

impl Classes {
    /// `rename(value, symmetry)` must be a group action; `inverse[s]` undoes symmetry `s`.
    fn new(size: usize, inverse: &[u8; SYMMETRIES], rename: impl Fn(u32, usize) -> u32) -> Classes {
        let mut classes =
            Classes { of: vec![u32::MAX; size], representatives: Vec::new(), keepers: Vec::new() };
        for value in 0..size as u32 {
            if classes.of[value as usize] != u32::MAX {
                continue;
            }
            let class = classes.representatives.len() as u32;
            let mut keepers = 0;
            for (symmetry, &undone_by) in inverse.iter().enumerate() {
                let image = rename(value, symmetry);
                if image == value {
                    keepers |= 1 << symmetry;
                }
                let entry = &mut classes.of[image as usize];
                if *entry == u32::MAX {
                    *entry = class << 4 | u32::from(undone_by);
                }
            }
            classes.representatives.push(value);
            classes.keepers.push(keepers);
        }
        classes
    }

    /// The symmetries that keep the representative of a class.
    #[inline]
    pub(super) fn keepers(&self, class: usize) -> impl Iterator<Item = usize> {
        let mut keepers = self.keepers[class];
        std::iter::from_fn(move || {
            let keeper = (keepers != 0).then(|| keepers.trailing_zeros() as usize)?;
            keepers &= keepers - 1;
            Some(keeper)
        })
    }

    /// The same in half the space, where there are few classes.
    pub(super) fn packed(&self) -> Vec<u16> {
        debug_assert!(self.representatives.len() < 1 << 12);
        self.of.iter().map(|&entry| entry as u16).collect()
    }

    /// The class of a value, and the symmetry that brings it to the representative.
    #[inline]
    pub(super) fn of(&self, value: usize) -> (usize, usize) {
        unpacked(self.of[value])
    }
}

/// A class and a symmetry.
#[inline]
pub(super) fn unpacked(entry: impl Into<u32>) -> (usize, usize) {
    let entry: u32 = entry.into();
    ((entry >> 4) as usize, (entry & 15) as usize)
}

/// The symmetries among themselves, and what they call the turns.
#[derive(Clone, Debug)]
pub(super) struct Group {
    inverse: [u8; SYMMETRIES],
    /// `product[s][t]` is first `s`, then `t`.
    pub(super) product: [[u8; SYMMETRIES]; SYMMETRIES],
    /// What each symmetry makes of each turn.
    pub(super) turn: [[u8; FaceTurn::COUNT]; SYMMETRIES],
    /// Which turn becomes this one.
    pub(super) turn_before: [[u8; FaceTurn::COUNT]; SYMMETRIES],
}

impl Group {
    pub(super) fn new() -> Group {
        let all = Group::symmetries();
        let number = |wanted: Symmetry| {
            all.iter().position(|&symmetry| symmetry == wanted).expect("the symmetries form a group") as u8
        };
        let turn = |symmetry: Symmetry| FaceTurn::ALL.map(|turn| renamed_turn(turn, symmetry));
        Group {
            inverse: all.map(|s| number(s.inverse())),
            product: all.map(|s| all.map(|t| number(s.compose(t)))),
            turn: all.map(turn),
            turn_before: all.map(|s| turn(s.inverse())),
        }
    }

    /// The identity first.
    fn symmetries() -> [Symmetry; SYMMETRIES] {
        let mut all = [Symmetry::IDENTITY; SYMMETRIES];
        let keeps_axis = |symmetry: &&Symmetry| matches!(symmetry.face(Face::U), Face::U | Face::D);
        all.iter_mut().zip(Symmetry::ALL.iter().filter(keeps_axis)).for_each(|(to, &from)| *to = from);
        all
    }
}

/// The number of a turn under a symmetry.
pub(super) fn renamed_turn(turn: FaceTurn, symmetry: Symmetry) -> u8 {
    match FaceTurn::try_from(Move::from(turn).conjugated_by(symmetry)) {
        Ok(turn) => turn.index() as u8,
        Err(_) => unreachable!("a symmetry renames a face turn into a face turn"),
    }
}

/// Flip and slice in classes, by `slice * FLIPS + flip`.
pub(super) fn flip_slice_classes(group: &Group) -> Classes {
    let renamings = Renaming::all();
    let sets = place_sets();
    // Six places at a time are renamed by a table: a million values are to be seen.
    let halves: Vec<[[u16; 64]; 2]> = renamings
        .iter()
        .map(|renaming| {
            [0, 6].map(|first| std::array::from_fn(|bits| renaming.places((bits as u16) << first)))
        })
        .collect();
    let set_ranks: Vec<[u16; SYMMETRIES]> = sets
        .iter()
        .map(|&set| std::array::from_fn(|s| places_rank(renamings[s].flip_slice(0, set).1) as u16))
        .collect();
    let seen_flipped = |set: u16, symmetry: usize| {
        if renamings[symmetry].swaps_sides { SLICE_PLACES ^ set } else { 0 }
    };
    let classes = Classes::new(PLACES * FLIPS, &group.inverse, |value, symmetry| {
        let (slice, flip) = (value as usize / FLIPS, value as usize % FLIPS);
        let flips = flip_bits(flip) ^ seen_flipped(sets[slice], symmetry);
        let [low, high] = &halves[symmetry];
        let renamed = low[flips as usize & 63] | high[flips as usize >> 6];
        (set_ranks[slice][symmetry] as usize * FLIPS + flip_rank(renamed)) as u32
    });
    debug_assert_eq!(classes.representatives.len(), FLIP_SLICE_CLASSES);
    classes
}

/// What each symmetry makes of each twist.
pub(super) fn renamed_twists() -> Vec<[u16; SYMMETRIES]> {
    let renamings = Renaming::all();
    (0..TWISTS).map(|twist| std::array::from_fn(|s| renamings[s].twist(twist) as u16)).collect()
}

/// Permutations of the corners in classes.
pub(super) fn corner_classes(group: &Group) -> Classes {
    let renamings = Renaming::all();
    let classes = Classes::new(CORNERS, &group.inverse, |value, symmetry| {
        packed_rank(renamings[symmetry].corner_permutation(permutation_of_rank(value as usize))) as u32
    });
    debug_assert_eq!(classes.representatives.len(), CORNER_CLASSES);
    classes
}

/// Permutations of the U/D edges in classes.
pub(super) fn ud_edge_classes(group: &Group) -> Classes {
    let renamings = Renaming::all();
    Classes::new(UD_EDGES, &group.inverse, |value, symmetry| {
        packed_rank(renamings[symmetry].edge_permutation(permutation_of_rank(value as usize))) as u32
    })
}

/// What each symmetry makes of each permutation of the U/D edges.
pub(super) fn renamed_ud_edges() -> Vec<[u16; SYMMETRIES]> {
    let renamings = Renaming::all();
    let renamed = |rank| {
        let pieces = permutation_of_rank(rank);
        std::array::from_fn(|s| packed_rank(renamings[s].edge_permutation(pieces)) as u16)
    };
    (0..UD_EDGES).map(renamed).collect()
}

/// Numbers corners and U/D edges together, so that symmetric cubes have the same number.
#[derive(Clone, Debug)]
pub(super) struct CornersWithEdges {
    /// For each permutation of the corners `class << 4 | symmetry`.
    pub(super) corner_classes: Vec<u16>,
    pub(super) renamed_ud_edges: Vec<[u16; SYMMETRIES]>,
}

impl CornersWithEdges {
    pub(super) fn new(classes: &Classes) -> CornersWithEdges {
        CornersWithEdges { corner_classes: classes.packed(), renamed_ud_edges: renamed_ud_edges() }
    }

    /// Asks for the memory that the number is made of.
    #[inline]
    pub(super) fn prefetch(&self, ud_edges: usize) {
        prefetch(&self.renamed_ud_edges, ud_edges);
    }

    /// The number, and the symmetry under which the corners are seen.
    #[inline]
    pub(super) fn number(&self, corners: usize, ud_edges: usize) -> (usize, usize) {
        let (class, symmetry) = unpacked(self.corner_classes[corners]);
        (class * UD_EDGES + self.renamed_ud_edges[ud_edges][symmetry] as usize, symmetry)
    }
}

/// The same as [`permutation_rank`], by table.
fn packed_rank(pieces: [u8; 8]) -> usize {
    rank(pieces.iter().rev().fold(0, |all, &piece| all << 3 | u32::from(piece)))
}

/// What each symmetry makes of each order of the slice edges.
pub(super) fn renamed_slice_orders() -> Vec<[u16; SYMMETRIES]> {
    let renamings = Renaming::all();
    let mut renamed = vec![[0; SYMMETRIES]; ORDERS];
    // The last four of eight run through all their orders.
    for row in (0..ORDERS).map(permutation_of_rank) {
        let order: [u8; 4] = std::array::from_fn(|place| row[4 + place] - 4);
        renamed[permutation_rank(order)] = std::array::from_fn(|s| {
            let image = |place: u8| renamings[s].edges[8 + place as usize] - 8;
            let mut new = [0; 4];
            for (place, &piece) in (0..).zip(&order) {
                new[image(place) as usize] = image(piece);
            }
            permutation_rank(new) as u16
        });
    }
    renamed
}

/// What each symmetry makes of the set of places of the corners of U.
pub(super) fn renamed_corner_sets() -> Vec<[u16; SYMMETRIES]> {
    renamed_sets(|renaming, place| renaming.corners[place])
}

/// What each symmetry makes of the set of places of the edges of U.
pub(super) fn renamed_edge_sets() -> Vec<[u16; SYMMETRIES]> {
    renamed_sets(|renaming, place| renaming.edges[place])
}

fn renamed_sets(image: impl Fn(&Renaming, usize) -> u8) -> Vec<[u16; SYMMETRIES]> {
    let renamings = Renaming::all();
    let mut renamed = vec![[0; SYMMETRIES]; SETS];
    for set in (0..=u8::MAX).filter(|set| set.count_ones() == 4) {
        renamed[SET_RANKS[!set as usize] as usize] = std::array::from_fn(|s| {
            // Turned upside down, what was of D is of U.
            let is_upside_down = image(&renamings[s], 0) >= 4;
            let upper = if is_upside_down { !set } else { set };
            let places = (0..8).filter(|place| upper >> place & 1 == 1);
            let new = places.fold(0u8, |new, place| new | 1 << image(&renamings[s], place));
            u16::from(SET_RANKS[!new as usize])
        });
    }
    renamed
}

/// For each rank the set of four places.
fn place_sets() -> Vec<u16> {
    let mut sets = vec![0; PLACES];
    (0u16..1 << 12).filter(|set| set.count_ones() == 4).for_each(|set| sets[places_rank(set)] = set);
    sets
}

/// Flips as bits by place; the twelfth makes their number even.
fn flip_bits(flip: usize) -> u16 {
    // The first place is the highest of eleven bits.
    let bits = (flip as u16).reverse_bits() >> 5;
    bits | (bits.count_ones() as u16 & 1) << 11
}

fn flip_rank(bits: u16) -> usize {
    ((bits << 5).reverse_bits() & (FLIPS as u16 - 1)) as usize
}

fn permutation_of_rank(mut rank: usize) -> [u8; 8] {
    let mut digits = [0; 8];
    for i in (0..8).rev() {
        digits[i] = rank % (8 - i);
        rank /= 8 - i;
    }
    // Three bits for each of those that are left.
    let mut left = 0o76_543_210_u32;
    digits.map(|digit| {
        let below = (1 << (3 * digit)) - 1;
        let piece = left >> (3 * digit) & 7;
        left = left & below | left >> 3 & !below;
        piece as u8
    })
}

#[cfg(test)]
mod tests {
    use super::super::coordinates::{corners, flip, slice, twist};
    use super::*;
    use crate::cube::Cube3;
    use crate::scramble::generator;

    #[test]
    fn renamed_coordinates_are_those_of_renamed_cubes() {
        let renamings = Renaming::all();
        let sets = place_sets();
        let mut random = generator(1);
        for _ in 0..300 {
            let cube = Cube3::random(&mut random);
            for (renaming, symmetry) in renamings.iter().zip(Group::symmetries()) {
                let renamed = cube.conjugated_by(symmetry);
                assert_eq!(renaming.twist(twist(&cube)), twist(&renamed));
                let (flips, set) = renaming.flip_slice(flip_bits(flip(&cube)), sets[slice(&cube)]);
                assert_eq!((flip_rank(flips), places_rank(set)), (flip(&renamed), slice(&renamed)));
                let pieces = cube.corners().codes().map(|code| code & 7);
                assert_eq!(permutation_rank(renaming.corner_permutation(pieces)), corners(&renamed));
            }
        }
    }

    #[test]
    fn the_classes_are_as_many_as_published_and_lead_to_their_representatives() {
        let group = Group::new();
        let flip_slices = flip_slice_classes(&group);
        let corners = corner_classes(&group);
        let twists = renamed_twists();
        assert_eq!(flip_slices.representatives.len(), FLIP_SLICE_CLASSES);
        assert_eq!(corners.representatives.len(), CORNER_CLASSES);
        let mut random = generator(2);
        for _ in 0..300 {
            let cube = Cube3::random(&mut random);
            let (class, symmetry) = flip_slices.of(slice(&cube) * FLIPS + flip(&cube));
            let renamed = cube.conjugated_by(Group::symmetries()[symmetry]);
            assert_eq!(flip_slices.representatives[class] as usize, slice(&renamed) * FLIPS + flip(&renamed));
            assert_eq!(twists[twist(&cube)][symmetry] as usize, twist(&renamed));
        }
        for (rank, row) in renamed_ud_edges().iter().enumerate() {
            assert_eq!(row[0] as usize, rank);
        }
    }
}
