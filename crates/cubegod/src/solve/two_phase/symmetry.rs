//! The sixteen symmetries that keep the U-D axis, and what they do to coordinates.
//!
//! Flip and slice together have 1,013,760 values; only 64,430 differ by more than such a symmetry. Corner permutations
//! come down from 40,320 to 2,768 in the same way. Tables are kept for one representative of each class.

use super::coordinates::{
    CORNERS, FLIPS, ORDERS, PLACES, TWISTS, UD_EDGES, UpperPlaces, corner_rank, order_rank, places_rank,
};
use crate::cube::{Corner, Edge};
use crate::geometry::{Face, Symmetry};

/// How many symmetries there are.
pub(super) const SYMMETRIES: usize = 16;

/// Classes of flip and slice.
pub(super) const FLIP_SLICE_CLASSES: usize = 64_430;

/// Classes of corner permutations.
pub(super) const CORNER_CLASSES: usize = 2768;

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
    fn all() -> Vec<Renaming> {
        let keeps_axis = |symmetry: &&Symmetry| matches!(symmetry.face(Face::U), Face::U | Face::D);
        Symmetry::ALL.iter().filter(keeps_axis).map(|&symmetry| Renaming::of(symmetry)).collect()
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

    /// Flips as bits by place, and the set of places of the slice edges.
    fn flip_slice(&self, flips: u16, set: u16) -> (u16, u16) {
        const SLICE_PLACES: u16 = 0b1111 << 8;
        // A slice edge away from its slice, or another edge in it, is seen flipped when the sides change places.
        let flips = if self.swaps_sides { flips ^ SLICE_PLACES ^ set } else { flips };
        let rename = |bits: u16| (0..12).fold(0, |all, place| all | (bits >> place & 1) << self.edges[place]);
        (rename(flips), rename(set))
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
    of: Vec<u32>,
    pub(super) representatives: Vec<u32>,
    /// For each class the symmetries that keep its representative, as bits.
    pub(super) keepers: Vec<u16>,
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

    /// The class of a value, and the symmetry that brings it to the representative.
    #[inline]
    pub(super) fn of(&self, value: usize) -> (usize, usize) {
        let entry = self.of[value];
        ((entry >> 4) as usize, (entry & 15) as usize)
    }
}

/// Classes and renamed coordinates for both phases.
#[derive(Clone, Debug)]
pub(super) struct SymmetryTables {
    /// Of `slice * FLIPS + flip`.
    pub(super) flip_slice: Classes,
    pub(super) twist: Vec<[u16; SYMMETRIES]>,
    pub(super) corners: Classes,
    pub(super) ud_edges: Vec<[u16; SYMMETRIES]>,
}

impl SymmetryTables {
    pub(super) fn new() -> SymmetryTables {
        let renamings = Renaming::all();
        let inverse: [u8; SYMMETRIES] = std::array::from_fn(|s| {
            let undoes = |other: &Renaming| {
                (0..12).all(|edge| other.edges[renamings[s].edges[edge] as usize] as usize == edge)
            };
            renamings.iter().position(undoes).expect("the symmetries form a group") as u8
        });
        let sets = place_sets();
        let flip_slice = Classes::new(PLACES * FLIPS, &inverse, |value, symmetry| {
            let flip = value as usize % FLIPS;
            let (flips, set) = renamings[symmetry].flip_slice(flip_bits(flip), sets[value as usize / FLIPS]);
            (places_rank(set) * FLIPS + flip_rank(flips)) as u32
        });
        let corners = Classes::new(CORNERS, &inverse, |value, symmetry| {
            corner_rank(renamings[symmetry].corner_permutation(permutation_of_rank(value as usize))) as u32
        });
        let twist = (0..TWISTS).map(|t| std::array::from_fn(|s| renamings[s].twist(t) as u16)).collect();
        let upper = UpperPlaces::new();
        let ud_edges = ud_permutations(&sets, &upper)
            .into_iter()
            .map(|pieces| {
                std::array::from_fn(|s| ud_rank(renamings[s].edge_permutation(pieces), &upper) as u16)
            })
            .collect();
        debug_assert_eq!(flip_slice.representatives.len(), FLIP_SLICE_CLASSES);
        debug_assert_eq!(corners.representatives.len(), CORNER_CLASSES);
        SymmetryTables { flip_slice, twist, corners, ud_edges }
    }
}

/// For each rank the set of four places.
fn place_sets() -> Vec<u16> {
    let mut sets = vec![0; PLACES];
    (0u16..1 << 12).filter(|set| set.count_ones() == 4).for_each(|set| sets[places_rank(set)] = set);
    sets
}

/// Flips as bits by place; the twelfth makes their number even.
fn flip_bits(flip: usize) -> u16 {
    let bits = (0..11).fold(0, |bits, place| bits | (flip as u16 >> (10 - place) & 1) << place);
    bits | (bits.count_ones() as u16 & 1) << 11
}

fn flip_rank(bits: u16) -> usize {
    (0..11).fold(0, |flip, place| flip * 2 + (bits >> place & 1) as usize)
}

fn permutation_of_rank(mut rank: usize) -> [u8; 8] {
    let mut digits = [0; 8];
    for i in (0..8).rev() {
        digits[i] = rank % (8 - i);
        rank /= 8 - i;
    }
    let mut left: Vec<u8> = (0..8).collect();
    digits.map(|digit| left.remove(digit))
}

fn ud_rank(pieces: [u8; 8], upper: &UpperPlaces) -> usize {
    let mut set = 0;
    let (mut up, mut down) = (Vec::with_capacity(4), Vec::with_capacity(4));
    for (place, &piece) in pieces.iter().enumerate() {
        if piece < 4 {
            set |= 1 << place;
            up.push(piece);
        } else {
            down.push(piece - 4);
        }
    }
    let order = |pieces: &[u8]| order_rank([pieces[0], pieces[1], pieces[2], pieces[3]]);
    upper.ud_edges(places_rank(set) * ORDERS + order(&up), order(&down))
}

/// For each rank the permutation of the U/D edges.
fn ud_permutations(sets: &[u16], upper: &UpperPlaces) -> Vec<[u8; 8]> {
    debug_assert_eq!(sets.len(), PLACES);
    let mut permutations = vec![[0; 8]; UD_EDGES];
    for rank in 0..CORNERS {
        let pieces = permutation_of_rank(rank);
        permutations[ud_rank(pieces, upper)] = pieces;
    }
    permutations
}

#[cfg(test)]
mod tests {
    use super::super::coordinates::{corners, flip, slice, twist};
    use super::*;
    use crate::cube::Cube3;
    use crate::scramble::generator;

    fn axis_symmetries() -> Vec<Symmetry> {
        let keeps = |s: &Symmetry| matches!(s.face(Face::U), Face::U | Face::D);
        Symmetry::ALL.into_iter().filter(keeps).collect()
    }

    #[test]
    fn renamed_coordinates_are_those_of_renamed_cubes() {
        let renamings = Renaming::all();
        let sets = place_sets();
        let mut random = generator(1);
        for _ in 0..300 {
            let cube = Cube3::random(&mut random);
            for (renaming, symmetry) in renamings.iter().zip(axis_symmetries()) {
                let renamed = cube.under(symmetry);
                assert_eq!(renaming.twist(twist(&cube)), twist(&renamed));
                let (flips, set) = renaming.flip_slice(flip_bits(flip(&cube)), sets[slice(&cube)]);
                assert_eq!((flip_rank(flips), places_rank(set)), (flip(&renamed), slice(&renamed)));
                let pieces = cube.corners().codes().map(|code| code & 7);
                assert_eq!(corner_rank(renaming.corner_permutation(pieces)), corners(&renamed));
            }
        }
    }

    #[test]
    fn the_classes_are_as_many_as_published_and_lead_to_their_representatives() {
        let tables = SymmetryTables::new();
        assert_eq!(tables.flip_slice.representatives.len(), FLIP_SLICE_CLASSES);
        assert_eq!(tables.corners.representatives.len(), CORNER_CLASSES);
        let mut random = generator(2);
        for _ in 0..300 {
            let cube = Cube3::random(&mut random);
            let (class, symmetry) = tables.flip_slice.of(slice(&cube) * FLIPS + flip(&cube));
            let renamed = cube.under(axis_symmetries()[symmetry]);
            assert_eq!(
                tables.flip_slice.representatives[class] as usize,
                slice(&renamed) * FLIPS + flip(&renamed)
            );
            assert_eq!(tables.twist[twist(&cube)][symmetry] as usize, twist(&renamed));
        }
        for (rank, row) in tables.ud_edges.iter().enumerate() {
            assert_eq!(row[0] as usize, rank);
        }
    }
}
