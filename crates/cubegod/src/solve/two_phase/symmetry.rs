//! The sixteen symmetries that keep the U-D axis, and their action on coordinates.
//!
//! Flip and slice together have 1,013,760 values in 64,430 symmetry classes; the 40,320 corner permutations have 2,768. Tables
//! have entries for one representative of each class.

use super::coordinates::{CORNERS, FLIPS, ORDERS, PLACES, TWISTS, UD_EDGES, permutation_rank, places_rank};
use super::pieces::{SET_RANKS, SETS, rank};
use crate::cube::{Corner, Edge};
use crate::geometry::{Face, Symmetry};
use crate::moves::{FaceTurn, Move};
use crate::solve::prefetch::prefetch;

/// The number of symmetries.
pub(super) const SYMMETRIES: usize = 16;

/// The number of classes of flip and slice.
pub(super) const FLIP_SLICE_CLASSES: usize = 64_430;

/// The number of classes of corner permutations.
pub(super) const CORNER_CLASSES: usize = 2768;

/// The positions of the slice, as bits.
const SLICE_PLACES: u16 = 0b1111 << 8;

/// The action of one symmetry on corners and edges.
#[derive(Clone, Debug)]
struct SymmetryAction {
    corners: [u8; 8],
    edges: [u8; 12],
    /// Whether the symmetry is a reflection, which inverts twists.
    mirrored: bool,
    /// Whether front and back become left and right, which flips slice edges.
    swaps_sides: bool,
}

fn same_faces<const N: usize>(mut a: [Face; N], mut b: [Face; N]) -> bool {
    a.sort_unstable();
    b.sort_unstable();
    a == b
}

impl SymmetryAction {
    /// Returns the actions of all symmetries, the identity first.
    fn all() -> [SymmetryAction; SYMMETRIES] {
        Group::symmetries().map(SymmetryAction::of)
    }

    fn of(symmetry: Symmetry) -> SymmetryAction {
        let corner = |from: Corner| {
            let image = from.faces().map(|face| symmetry.face(face));
            Corner::ALL.into_iter().find(|to| same_faces(to.faces(), image)).expect("corners go to corners")
                as u8
        };
        let edge = |from: Edge| {
            let image = from.faces().map(|face| symmetry.face(face));
            Edge::ALL.into_iter().find(|to| same_faces(to.faces(), image)).expect("edges go to edges") as u8
        };
        SymmetryAction {
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
        let mut conjugated = [0; 8];
        for (place, &twist) in twists.iter().enumerate() {
            conjugated[self.corners[place] as usize] = if self.mirrored { (3 - twist) % 3 } else { twist };
        }
        conjugated[..7].iter().fold(0, |twist, &one| twist * 3 + one)
    }

    /// Maps a set of the twelve edge positions, as bits.
    fn places(&self, bits: u16) -> u16 {
        (0..12).fold(0, |all, place| all | (bits >> place & 1) << self.edges[place])
    }

    /// Maps flips, as bits by position, and the set of positions of the slice edges.
    fn flip_slice(&self, flips: u16, set: u16) -> (u16, u16) {
        // If the sides are swapped, a slice edge outside its slice, or another edge inside it, changes its flip.
        let flips = if self.swaps_sides { flips ^ SLICE_PLACES ^ set } else { flips };
        (self.places(flips), self.places(set))
    }

    fn corner_permutation(&self, pieces: [u8; 8]) -> [u8; 8] {
        let mut conjugated = [0; 8];
        for (place, &piece) in pieces.iter().enumerate() {
            conjugated[self.corners[place] as usize] = self.corners[piece as usize];
        }
        conjugated
    }

    /// Conjugates a permutation of the U/D edges.
    fn edge_permutation(&self, pieces: [u8; 8]) -> [u8; 8] {
        let mut conjugated = [0; 8];
        for (place, &piece) in pieces.iter().enumerate() {
            conjugated[self.edges[place] as usize] = self.edges[piece as usize];
        }
        conjugated
    }
}

/// The class of each value of a coordinate, and the symmetry that maps it to the representative.
#[derive(Clone, Debug)]
pub(super) struct Classes {
    /// `class << 4 | symmetry`.
    pub(super) of: Vec<u32>,
    pub(super) representatives: Vec<u32>,
    /// The stabilizer of each representative, as bits.
    stabilizer: Vec<u16>,
}

impl Classes {
    /// Computes the classes. `conjugate(value, symmetry)` must be a group action; `inverse[s]` is the inverse of symmetry `s`.
    fn new(size: usize, inverse: &[u8; SYMMETRIES], conjugate: impl Fn(u32, usize) -> u32) -> Classes {
        let mut classes =
            Classes { of: vec![u32::MAX; size], representatives: Vec::new(), stabilizer: Vec::new() };
        for value in 0..size as u32 {
            if classes.of[value as usize] != u32::MAX {
                continue;
            }
            let class = classes.representatives.len() as u32;
            let mut stabilizer = 0;
            for (symmetry, &inverse) in inverse.iter().enumerate() {
                let image = conjugate(value, symmetry);
                if image == value {
                    stabilizer |= 1 << symmetry;
                }
                let entry = &mut classes.of[image as usize];
                if *entry == u32::MAX {
                    *entry = class << 4 | u32::from(inverse);
                }
            }
            classes.representatives.push(value);
            classes.stabilizer.push(stabilizer);
        }
        classes
    }

    /// Returns the symmetries that fix the representative of a class.
    #[inline]
    pub(super) fn stabilizer(&self, class: usize) -> impl Iterator<Item = usize> {
        let mut stabilizer = self.stabilizer[class];
        std::iter::from_fn(move || {
            let symmetry = (stabilizer != 0).then(|| stabilizer.trailing_zeros() as usize)?;
            stabilizer &= stabilizer - 1;
            Some(symmetry)
        })
    }

    /// Returns `class << 4 | symmetry` of each value in 16 bits, for fewer than 4096 classes.
    pub(super) fn packed(&self) -> Vec<u16> {
        debug_assert!(self.representatives.len() < 1 << 12);
        self.of.iter().map(|&entry| entry as u16).collect()
    }

    /// Returns the class of a value, and the symmetry that maps it to the representative.
    #[inline]
    pub(super) fn of(&self, value: usize) -> (usize, usize) {
        unpack_class(self.of[value])
    }
}

/// Unpacks a class and a symmetry.
#[inline]
pub(super) fn unpack_class(entry: impl Into<u32>) -> (usize, usize) {
    let entry: u32 = entry.into();
    ((entry >> 4) as usize, (entry & 15) as usize)
}

/// The group of the symmetries, and its action on turns.
#[derive(Clone, Debug)]
pub(super) struct Group {
    inverse: [u8; SYMMETRIES],
    /// `product[s][t]` is first `s`, then `t`.
    pub(super) product: [[u8; SYMMETRIES]; SYMMETRIES],
    /// Each turn conjugated by each symmetry.
    pub(super) turn: [[u8; FaceTurn::COUNT]; SYMMETRIES],
    /// The turn that each symmetry conjugates to this one.
    pub(super) original_turn: [[u8; FaceTurn::COUNT]; SYMMETRIES],
}

impl Group {
    pub(super) fn new() -> Group {
        let all = Group::symmetries();
        let index = |image: Symmetry| {
            all.iter().position(|&symmetry| symmetry == image).expect("the symmetries form a group") as u8
        };
        let turn = |symmetry: Symmetry| FaceTurn::ALL.map(|turn| conjugated_turn(turn, symmetry));
        Group {
            inverse: all.map(|s| index(s.inverse())),
            product: all.map(|s| all.map(|t| index(s.compose(t)))),
            turn: all.map(turn),
            original_turn: all.map(|s| turn(s.inverse())),
        }
    }

    /// Returns the symmetries, the identity first.
    fn symmetries() -> [Symmetry; SYMMETRIES] {
        let mut all = [Symmetry::IDENTITY; SYMMETRIES];
        let keeps_axis = |symmetry: &&Symmetry| matches!(symmetry.face(Face::U), Face::U | Face::D);
        all.iter_mut().zip(Symmetry::ALL.iter().filter(keeps_axis)).for_each(|(to, &from)| *to = from);
        all
    }
}

/// Returns the index of a turn conjugated by a symmetry.
pub(super) fn conjugated_turn(turn: FaceTurn, symmetry: Symmetry) -> u8 {
    match FaceTurn::try_from(Move::from(turn).conjugated_by(symmetry)) {
        Ok(turn) => turn.index() as u8,
        Err(_) => unreachable!("a symmetry maps face turns to face turns"),
    }
}

/// Returns the classes of flip and slice, by `slice * FLIPS + flip`.
pub(super) fn flip_slice_classes(group: &Group) -> Classes {
    let actions = SymmetryAction::all();
    let sets = place_sets();
    // A table maps six positions at a time, because there are a million values.
    let halves: Vec<[[u16; 64]; 2]> = actions
        .iter()
        .map(|action| [0, 6].map(|first| std::array::from_fn(|bits| action.places((bits as u16) << first))))
        .collect();
    let set_ranks: Vec<[u16; SYMMETRIES]> = sets
        .iter()
        .map(|&set| std::array::from_fn(|s| places_rank(actions[s].flip_slice(0, set).1) as u16))
        .collect();
    let changed_flips = |set: u16, symmetry: usize| {
        if actions[symmetry].swaps_sides { SLICE_PLACES ^ set } else { 0 }
    };
    let classes = Classes::new(PLACES * FLIPS, &group.inverse, |value, symmetry| {
        let (slice, flip) = (value as usize / FLIPS, value as usize % FLIPS);
        let flips = flip_bits(flip) ^ changed_flips(sets[slice], symmetry);
        let [low, high] = &halves[symmetry];
        let conjugated = low[flips as usize & 63] | high[flips as usize >> 6];
        (set_ranks[slice][symmetry] as usize * FLIPS + flip_rank(conjugated)) as u32
    });
    debug_assert_eq!(classes.representatives.len(), FLIP_SLICE_CLASSES);
    classes
}

/// Returns each twist conjugated by each symmetry.
pub(super) fn conjugated_twists() -> Vec<[u16; SYMMETRIES]> {
    let actions = SymmetryAction::all();
    (0..TWISTS).map(|twist| std::array::from_fn(|s| actions[s].twist(twist) as u16)).collect()
}

/// Returns the classes of corner permutations.
pub(super) fn corner_classes(group: &Group) -> Classes {
    let actions = SymmetryAction::all();
    let classes = Classes::new(CORNERS, &group.inverse, |value, symmetry| {
        packed_rank(actions[symmetry].corner_permutation(permutation_of_rank(value as usize))) as u32
    });
    debug_assert_eq!(classes.representatives.len(), CORNER_CLASSES);
    classes
}

/// Returns the classes of permutations of the U/D edges.
pub(super) fn ud_edge_classes(group: &Group) -> Classes {
    let actions = SymmetryAction::all();
    Classes::new(UD_EDGES, &group.inverse, |value, symmetry| {
        packed_rank(actions[symmetry].edge_permutation(permutation_of_rank(value as usize))) as u32
    })
}

/// Returns each permutation of the U/D edges conjugated by each symmetry.
pub(super) fn conjugated_ud_edges() -> Vec<[u16; SYMMETRIES]> {
    let actions = SymmetryAction::all();
    let conjugated = |rank| {
        let pieces = permutation_of_rank(rank);
        std::array::from_fn(|s| packed_rank(actions[s].edge_permutation(pieces)) as u16)
    };
    (0..UD_EDGES).map(conjugated).collect()
}

/// An index of corners and U/D edges together that symmetric cubes share.
#[derive(Clone, Debug)]
pub(super) struct CornersWithEdges {
    /// `class << 4 | symmetry` of each permutation of the corners.
    pub(super) corner_classes: Vec<u16>,
    pub(super) conjugated_ud_edges: Vec<[u16; SYMMETRIES]>,
}

impl CornersWithEdges {
    pub(super) fn new(classes: &Classes) -> CornersWithEdges {
        CornersWithEdges { corner_classes: classes.packed(), conjugated_ud_edges: conjugated_ud_edges() }
    }

    /// Prefetches the entries that the index is computed from.
    #[inline]
    pub(super) fn prefetch(&self, ud_edges: usize) {
        prefetch(&self.conjugated_ud_edges, ud_edges);
    }

    /// Returns the index, and the symmetry that maps the corners to their representative.
    #[inline]
    pub(super) fn index(&self, corners: usize, ud_edges: usize) -> (usize, usize) {
        let (class, symmetry) = unpack_class(self.corner_classes[corners]);
        (class * UD_EDGES + self.conjugated_ud_edges[ud_edges][symmetry] as usize, symmetry)
    }
}

/// Computes [`permutation_rank`] by table lookup.
fn packed_rank(pieces: [u8; 8]) -> usize {
    rank(pieces.iter().rev().fold(0, |all, &piece| all << 3 | u32::from(piece)))
}

/// Returns each order of the slice edges conjugated by each symmetry.
pub(super) fn conjugated_slice_orders() -> Vec<[u16; SYMMETRIES]> {
    let actions = SymmetryAction::all();
    let mut conjugated = vec![[0; SYMMETRIES]; ORDERS];
    // The first 24 permutations of eight pieces permute only the last four.
    for row in (0..ORDERS).map(permutation_of_rank) {
        let order: [u8; 4] = std::array::from_fn(|place| row[4 + place] - 4);
        conjugated[permutation_rank(order)] = std::array::from_fn(|s| {
            let image = |place: u8| actions[s].edges[8 + place as usize] - 8;
            let mut new = [0; 4];
            for (place, &piece) in (0..).zip(&order) {
                new[image(place) as usize] = image(piece);
            }
            permutation_rank(new) as u16
        });
    }
    conjugated
}

/// Returns each set of positions of the U corners conjugated by each symmetry.
pub(super) fn conjugated_corner_sets() -> Vec<[u16; SYMMETRIES]> {
    conjugated_sets(|action, place| action.corners[place])
}

/// Returns each set of positions of the U edges conjugated by each symmetry.
pub(super) fn conjugated_edge_sets() -> Vec<[u16; SYMMETRIES]> {
    conjugated_sets(|action, place| action.edges[place])
}

fn conjugated_sets(image: impl Fn(&SymmetryAction, usize) -> u8) -> Vec<[u16; SYMMETRIES]> {
    let actions = SymmetryAction::all();
    let mut conjugated = vec![[0; SYMMETRIES]; SETS];
    for set in (0..=u8::MAX).filter(|set| set.count_ones() == 4) {
        conjugated[SET_RANKS[!set as usize] as usize] = std::array::from_fn(|s| {
            // A symmetry that swaps U and D maps the pieces of D to those of U.
            let is_upside_down = image(&actions[s], 0) >= 4;
            let upper = if is_upside_down { !set } else { set };
            let places = (0..8).filter(|place| upper >> place & 1 == 1);
            let new = places.fold(0u8, |new, place| new | 1 << image(&actions[s], place));
            u16::from(SET_RANKS[!new as usize])
        });
    }
    conjugated
}

/// Returns the set of four positions of each rank.
fn place_sets() -> Vec<u16> {
    let mut sets = vec![0; PLACES];
    (0u16..1 << 12).filter(|set| set.count_ones() == 4).for_each(|set| sets[places_rank(set)] = set);
    sets
}

/// Returns flips as bits by position; the twelfth makes the parity even.
fn flip_bits(flip: usize) -> u16 {
    // The first position is the highest of eleven bits.
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
    // The remaining pieces, three bits each.
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
    fn conjugated_coordinates_match_conjugated_cubes() {
        let actions = SymmetryAction::all();
        let sets = place_sets();
        let mut random = generator(1);
        for _ in 0..300 {
            let cube = Cube3::random(&mut random);
            for (action, symmetry) in actions.iter().zip(Group::symmetries()) {
                let conjugated = cube.conjugated_by(symmetry);
                assert_eq!(action.twist(twist(&cube)), twist(&conjugated));
                let (flips, set) = action.flip_slice(flip_bits(flip(&cube)), sets[slice(&cube)]);
                assert_eq!((flip_rank(flips), places_rank(set)), (flip(&conjugated), slice(&conjugated)));
                let pieces = cube.corners().codes().map(|code| code & 7);
                assert_eq!(permutation_rank(action.corner_permutation(pieces)), corners(&conjugated));
            }
        }
    }

    #[test]
    fn class_counts_are_as_published_and_symmetries_lead_to_representatives() {
        let group = Group::new();
        let flip_slices = flip_slice_classes(&group);
        let corners = corner_classes(&group);
        let twists = conjugated_twists();
        assert_eq!(flip_slices.representatives.len(), FLIP_SLICE_CLASSES);
        assert_eq!(corners.representatives.len(), CORNER_CLASSES);
        let mut random = generator(2);
        for _ in 0..300 {
            let cube = Cube3::random(&mut random);
            let (class, symmetry) = flip_slices.of(slice(&cube) * FLIPS + flip(&cube));
            let conjugated = cube.conjugated_by(Group::symmetries()[symmetry]);
            assert_eq!(
                flip_slices.representatives[class] as usize,
                slice(&conjugated) * FLIPS + flip(&conjugated)
            );
            assert_eq!(twists[twist(&cube)][symmetry] as usize, twist(&conjugated));
        }
        for (rank, row) in conjugated_ud_edges().iter().enumerate() {
            assert_eq!(row[0] as usize, rank);
        }
    }
}
