//! Phase 1 as the search sees it: which coset of phase 2's subgroup a cube is in, and where the turns lead.

use super::bytes::{Reader, Writer};
use super::coordinates::{self, FLIPS, PLACES, TWISTS};
use super::moves::Phase1Moves;
use super::rules::Rules;
use super::symmetry::{Classes, FLIP_SLICE_CLASSES, Group, SYMMETRIES, renamed_twists, unpacked};
use crate::cube::Cube3;
use crate::moves::{FaceSet, FaceTurn};
use crate::solve::prefetch::prefetch;

/// Twist, flip and slice of a cube, seen so that flip and slice are the representative of their class.
#[derive(Copy, Clone, Debug)]
pub(super) struct Coset {
    pub(super) class: u16,
    pub(super) twist: u16,
    /// What brings the cube to where it is seen like this.
    pub(super) symmetry: u8,
}

impl Coset {
    /// Its place in a table of classes times twists.
    #[inline]
    pub(super) fn key(self) -> u32 {
        u32::from(self.class) * TWISTS as u32 + u32::from(self.twist)
    }

    /// The coset with this key, as its representative sees it.
    pub(super) fn of_key(key: u32) -> Coset {
        Coset { class: (key / TWISTS as u32) as u16, twist: (key % TWISTS as u32) as u16, symmetry: 0 }
    }

    /// What brings the cube to where it is seen like this, as an index that needs no check.
    #[inline]
    pub(super) fn symmetry(self) -> usize {
        self.symmetry as usize % SYMMETRIES
    }

    /// Whether this is phase 2.
    #[inline]
    pub(super) fn is_solved(self) -> bool {
        (self.class | self.twist) == 0
    }
}

/// What turns do to cosets.
#[derive(Clone, Debug)]
pub(super) struct Cosets {
    pub(super) group: Group,
    /// For each flip and slice `class << 4 | symmetry`.
    classes: Vec<u32>,
    /// The same for each turn of the representative of each class.
    class_moves: Vec<[u32; FaceTurn::COUNT]>,
    twist_moves: Vec<[u16; FaceTurn::COUNT]>,
    pub(super) renamed_twists: Vec<[u16; SYMMETRIES]>,
    /// For every axis, when all faces may be turned.
    pub(super) free_rules: [Rules; 3],
}

impl Cosets {
    pub(super) fn new(moves: &Phase1Moves, classes: &Classes) -> Cosets {
        Cosets::taking(moves, &mut classes.clone())
    }

    /// Takes the largest part of the classes, four megabytes, and leaves what else is to be known of them.
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
            renamed_twists(),
        )
    }

    fn from_parts(
        classes: Vec<u32>,
        class_moves: Vec<[u32; FaceTurn::COUNT]>,
        twist_moves: Vec<[u16; FaceTurn::COUNT]>,
        renamed_twists: Vec<[u16; SYMMETRIES]>,
    ) -> Cosets {
        let group = Group::new();
        let free_rules = [FaceSet::ALL; 3].map(|faces| Rules::new(&group, faces));
        Cosets { group, classes, class_moves, twist_moves, renamed_twists, free_rules }
    }

    pub(super) fn put(&self, writer: &mut Writer) {
        writer.put(self.classes.iter().map(|entry| entry.to_le_bytes()));
        writer.put(self.class_moves.as_flattened().iter().map(|entry| entry.to_le_bytes()));
        writer.put(self.twist_moves.as_flattened().iter().map(|entry| entry.to_le_bytes()));
        writer.put(self.renamed_twists.as_flattened().iter().map(|entry| entry.to_le_bytes()));
    }

    pub(super) fn take(reader: &mut Reader<'_>) -> Option<Cosets> {
        let classes = reader.take(PLACES * FLIPS, u32::from_le_bytes)?;
        let class_moves = reader.take_rows(FLIP_SLICE_CLASSES, u32::from_le_bytes)?;
        let twist_moves = reader.take_rows(TWISTS, u16::from_le_bytes)?;
        let renamed_twists = reader.take_rows(TWISTS, u16::from_le_bytes)?;
        Some(Cosets::from_parts(classes, class_moves, twist_moves, renamed_twists))
    }

    pub(super) fn of(&self, cube: &Cube3) -> Coset {
        let flip_slice = coordinates::slice(cube) * FLIPS + coordinates::flip(cube);
        let (class, symmetry) = unpacked(self.classes[flip_slice]);
        let twist = self.renamed_twists[coordinates::twist(cube)][symmetry];
        Coset { class: class as u16, twist, symmetry: symmetry as u8 }
    }

    /// Asks for the memory that tells where turns lead from a coset.
    #[inline]
    pub(super) fn prefetch(&self, here: Coset) {
        prefetch(&self.class_moves, here.class as usize);
        // A row is longer than what is brought at once.
        prefetch(
            self.class_moves.as_flattened(),
            here.class as usize * FaceTurn::COUNT + FaceTurn::COUNT - 1,
        );
    }

    /// The twists alone after a turn, whoever sees them.
    pub(super) fn twist_turned(&self, twist: u16, turn: usize) -> u16 {
        self.twist_moves[twist as usize][turn]
    }

    /// After a turn, which is named as the representative sees it.
    #[inline]
    pub(super) fn turned(&self, here: Coset, turn: usize) -> Coset {
        let (class, renaming) = unpacked(self.class_moves[here.class as usize][turn]);
        let twist = self.twist_moves[here.twist as usize][turn] as usize;
        Coset {
            class: class as u16,
            twist: self.renamed_twists[twist][renaming],
            symmetry: self.group.product[here.symmetry()][renaming],
        }
    }
}
