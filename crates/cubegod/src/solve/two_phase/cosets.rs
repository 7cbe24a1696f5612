//! Phase 1 as a graph: the cosets of the subgroup of phase 2, and the turns between them.

use super::bytes::{Reader, Writer};
use super::coordinates::{self, FLIPS, PLACES, TWISTS};
use super::moves::Phase1Moves;
use super::rules::Rules;
use super::symmetry::{Classes, FLIP_SLICE_CLASSES, Group, SYMMETRIES, conjugated_twists, unpack_class};
use crate::cube::Cube3;
use crate::moves::{FaceSet, FaceTurn};
use crate::solve::prefetch::prefetch;

/// Twist, flip and slice of a cube, conjugated so that flip and slice are the representative of their class.
#[derive(Copy, Clone, Debug)]
pub(super) struct Coset {
    pub(super) class: u16,
    pub(super) twist: u16,
    /// The symmetry that conjugates the cube to this form.
    pub(super) symmetry: u8,
}

impl Coset {
    /// Returns the index in a table of classes times twists.
    #[inline]
    pub(super) fn key(self) -> u32 {
        u32::from(self.class) * TWISTS as u32 + u32::from(self.twist)
    }

    /// Returns the coset with this key, in the form of its representative.
    pub(super) fn of_key(key: u32) -> Coset {
        Coset { class: (key / TWISTS as u32) as u16, twist: (key % TWISTS as u32) as u16, symmetry: 0 }
    }

    /// Returns the symmetry as an index that needs no bounds check.
    #[inline]
    pub(super) fn symmetry(self) -> usize {
        self.symmetry as usize % SYMMETRIES
    }

    /// Whether the coset is the subgroup of phase 2.
    #[inline]
    pub(super) fn is_solved(self) -> bool {
        (self.class | self.twist) == 0
    }
}

/// The move tables of phase 1.
#[derive(Clone, Debug)]
pub(super) struct Cosets {
    pub(super) group: Group,
    /// `class << 4 | symmetry` of each flip and slice.
    classes: Vec<u32>,
    /// `class << 4 | symmetry` after each turn of the representative of each class.
    class_moves: Vec<[u32; FaceTurn::COUNT]>,
    twist_moves: Vec<[u16; FaceTurn::COUNT]>,
    pub(super) conjugated_twists: Vec<[u16; SYMMETRIES]>,
    /// The rules for each axis when all faces may be turned.
    pub(super) unrestricted_rules: [Rules; 3],
}

impl Cosets {
    pub(super) fn new(moves: &Phase1Moves, classes: &Classes) -> Cosets {
        Cosets::taking(moves, &mut classes.clone())
    }

    /// Creates the move tables and moves the largest part of the classes, four megabytes, into them.
    pub(super) fn taking(moves: &Phase1Moves, classes: &mut Classes) -> Cosets {
        let turned = |&value: &u32| {
            let (slice, flip) = (value as usize / FLIPS, value as usize % FLIPS);
            std::array::from_fn(|turn| {
                classes.of[moves.slice[slice][turn] as usize * FLIPS + moves.flip[flip][turn] as usize]
            })
        };
        let class_moves = classes.representatives.iter().map(turned).collect();
        Cosets::from_parts(
            std::mem::take(&mut classes.of),
            class_moves,
            moves.twist.clone(),
            conjugated_twists(),
        )
    }

    fn from_parts(
        classes: Vec<u32>,
        class_moves: Vec<[u32; FaceTurn::COUNT]>,
        twist_moves: Vec<[u16; FaceTurn::COUNT]>,
        conjugated_twists: Vec<[u16; SYMMETRIES]>,
    ) -> Cosets {
        let group = Group::new();
        let unrestricted_rules = [FaceSet::ALL; 3].map(|faces| Rules::new(&group, faces));
        Cosets { group, classes, class_moves, twist_moves, conjugated_twists, unrestricted_rules }
    }

    pub(super) fn put(&self, writer: &mut Writer) {
        writer.put(self.classes.iter().map(|entry| entry.to_le_bytes()));
        writer.put(self.class_moves.as_flattened().iter().map(|entry| entry.to_le_bytes()));
        writer.put(self.twist_moves.as_flattened().iter().map(|entry| entry.to_le_bytes()));
        writer.put(self.conjugated_twists.as_flattened().iter().map(|entry| entry.to_le_bytes()));
    }

    pub(super) fn take(reader: &mut Reader<'_>) -> Option<Cosets> {
        let classes = reader.take(PLACES * FLIPS, u32::from_le_bytes)?;
        let class_moves = reader.take_rows(FLIP_SLICE_CLASSES, u32::from_le_bytes)?;
        let twist_moves = reader.take_rows(TWISTS, u16::from_le_bytes)?;
        let conjugated_twists = reader.take_rows(TWISTS, u16::from_le_bytes)?;
        Some(Cosets::from_parts(classes, class_moves, twist_moves, conjugated_twists))
    }

    pub(super) fn of(&self, cube: &Cube3) -> Coset {
        let flip_slice = coordinates::slice(cube) * FLIPS + coordinates::flip(cube);
        let (class, symmetry) = unpack_class(self.classes[flip_slice]);
        let twist = self.conjugated_twists[coordinates::twist(cube)][symmetry];
        Coset { class: class as u16, twist, symmetry: symmetry as u8 }
    }

    /// Prefetches the row of turns of a coset.
    #[inline]
    pub(super) fn prefetch(&self, here: Coset) {
        prefetch(&self.class_moves, here.class as usize);
        // A row is longer than a cache line.
        prefetch(
            self.class_moves.as_flattened(),
            here.class as usize * FaceTurn::COUNT + FaceTurn::COUNT - 1,
        );
    }

    /// Applies a turn to a twist.
    pub(super) fn apply_to_twist(&self, twist: u16, turn: usize) -> u16 {
        self.twist_moves[twist as usize][turn]
    }

    /// Applies a turn, given in the frame of the representative.
    #[inline]
    pub(super) fn apply(&self, here: Coset, turn: usize) -> Coset {
        let (class, action) = unpack_class(self.class_moves[here.class as usize][turn]);
        let twist = self.twist_moves[here.twist as usize][turn] as usize;
        Coset {
            class: class as u16,
            twist: self.conjugated_twists[twist][action],
            symmetry: self.group.product[here.symmetry()][action],
        }
    }
}
