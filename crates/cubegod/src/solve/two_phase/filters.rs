//! Bloom filters of at most a megabyte each, which exclude nearly all positions that are too far away.

use super::coordinates::{ORDERS, UD_EDGES};
use super::cosets::{Coset, Cosets};
use super::moves::PHASE2;
use super::phase1_tails::Phase1Tails;
use super::pieces::{PieceMoves, Pieces};
use super::symmetry::{Classes, CornersWithEdges, SYMMETRIES, conjugated_slice_orders};
use crate::solve::prefetch::prefetch;

/// A Bloom filter whose bits for one key are all in one word.
#[derive(Clone, Debug)]
pub(super) struct Bloom {
    words: Vec<u64>,
    shift: u32,
}

impl Bloom {
    fn new(word_bits: u32) -> Bloom {
        Bloom { words: vec![0; 1 << word_bits], shift: u64::BITS - word_bits }
    }

    /// Returns the word of a key, and its bits in it.
    #[inline]
    fn place(&self, key: u32) -> (usize, u64) {
        let hash = u64::from(key).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        let bit = |shift: u32| 1u64 << (hash >> shift & 63);
        ((hash >> self.shift) as usize, bit(17) | bit(23) | bit(29) | bit(35))
    }

    #[inline]
    fn insert(&mut self, key: u32) {
        let (word, bits) = self.place(key);
        self.words[word] |= bits;
    }

    #[inline]
    pub(super) fn prefetch(&self, key: u32) {
        prefetch(&self.words, self.place(key).0);
    }

    /// Whether the filter may contain a key; `false` is certain.
    #[inline]
    pub(super) fn may_contain(&self, key: u32) -> bool {
        let (word, bits) = self.place(key);
        self.words[word] & bits == bits
    }
}

/// Builds the filter of the cosets within seven turns of phase 2: all neighbours of cosets with a tail.
pub(super) fn near_phase2(cosets: &Cosets, classes: &Classes, phase1_tails: &Phase1Tails) -> Bloom {
    let mut near = Bloom::new(17);
    let mut last = None;
    for key in phase1_tails.keys() {
        if last.replace(key) == Some(key) {
            continue;
        }
        for turn in 0..18 {
            let there = cosets.apply(Coset::of_key(key), turn);
            // With a symmetric representative, one coset has several twists.
            for symmetry in classes.stabilizer(there.class as usize) {
                let twist = cosets.conjugated_twists[there.twist as usize][symmetry];
                near.insert(Coset { twist, ..there }.key());
            }
        }
    }
    near
}

/// Builds the filter of the cosets that have a tail.
pub(super) fn with_tail(phase1_tails: &Phase1Tails) -> Bloom {
    let mut filter = Bloom::new(15);
    phase1_tails.keys().for_each(|key| filter.insert(key));
    filter
}

/// The cubes of phase 2 within eight turns of solved.
#[derive(Clone, Debug)]
pub(super) struct NearSolved {
    bloom: Bloom,
    corners_with_edges: CornersWithEdges,
    conjugated_slices: Vec<[u16; SYMMETRIES]>,
}

impl NearSolved {
    /// The minimum distance of cubes that the filter does not contain.
    pub(super) const BEYOND: u8 = 9;

    pub(super) fn build(classes: &Classes) -> NearSolved {
        let mut near = NearSolved {
            bloom: Bloom::new(16),
            corners_with_edges: CornersWithEdges::new(classes),
            conjugated_slices: conjugated_slice_orders(),
        };
        let piece_moves = PieceMoves::new();
        let mut seen = KeySet::new(18);
        let mut layer = vec![Pieces::SOLVED];
        near.each_key(classes, Pieces::SOLVED, |near, key| near.bloom.insert(key));
        for distance in 1..NearSolved::BEYOND {
            let is_last = distance == NearSolved::BEYOND - 1;
            let mut next = Vec::new();
            for pieces in layer {
                for turn in PHASE2 {
                    let turned = piece_moves.apply(pieces, turn);
                    // The last layer is not expanded, so it need not be checked for duplicates.
                    let is_new =
                        is_last || seen.insert(near.key(turned, turned.corners(), turned.ud_edges()));
                    if is_new {
                        near.each_key(classes, turned, |near, key| {
                            near.bloom.insert(key);
                            if !is_last {
                                seen.insert(key);
                            }
                        });
                    }
                    if is_new && !is_last {
                        next.push(turned);
                    }
                }
            }
            layer = next;
        }
        near
    }

    /// Prefetches the entry for [`NearSolved::key`].
    #[inline]
    pub(super) fn prefetch_key(&self, ud_edges: usize) {
        self.corners_with_edges.prefetch(ud_edges);
    }

    /// Returns the key of a cube, which symmetric cubes share; `corners` and `ud_edges` are those of the pieces.
    #[inline]
    pub(super) fn key(&self, pieces: Pieces, corners: usize, ud_edges: usize) -> u32 {
        let (number, symmetry) = self.corners_with_edges.index(corners, ud_edges);
        (number * ORDERS + self.conjugated_slices[pieces.slice()][symmetry] as usize) as u32
    }

    /// Calls `visit` with all keys of a cube: symmetric corners have several.
    fn each_key(&mut self, classes: &Classes, pieces: Pieces, mut visit: impl FnMut(&mut NearSolved, u32)) {
        let (number, symmetry) = self.corners_with_edges.index(pieces.corners(), pieces.ud_edges());
        let (class, ud_edges) = (number / UD_EDGES, number % UD_EDGES);
        let slice = self.conjugated_slices[pieces.slice()][symmetry] as usize;
        for symmetry in classes.stabilizer(class) {
            let ud_edges = self.corners_with_edges.conjugated_ud_edges[ud_edges][symmetry] as usize;
            let slice = self.conjugated_slices[slice][symmetry] as usize;
            visit(self, ((class * UD_EDGES + ud_edges) * ORDERS + slice) as u32);
        }
    }

    #[inline]
    pub(super) fn prefetch(&self, key: u32) {
        self.bloom.prefetch(key);
    }

    /// Whether a cube may be within eight turns; `false` is certain.
    #[inline]
    pub(super) fn may_contain(&self, key: u32) -> bool {
        self.bloom.may_contain(key)
    }
}

/// A hash set of fixed capacity.
struct KeySet {
    slots: Vec<u32>,
    shift: u32,
}

impl KeySet {
    fn new(bits: u32) -> KeySet {
        KeySet { slots: vec![u32::MAX; 1 << bits], shift: u32::BITS - bits }
    }

    /// Inserts a number; returns whether it is new.
    fn insert(&mut self, number: u32) -> bool {
        let mask = self.slots.len() - 1;
        let mut place = (number.wrapping_mul(0x9E37_79B1) >> self.shift) as usize;
        loop {
            match self.slots[place & mask] {
                u32::MAX => {
                    self.slots[place & mask] = number;
                    return true;
                }
                found if found == number => return false,
                _ => place += 1,
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::moves::Phase1Moves;
    use super::super::symmetry::{Group, corner_classes, flip_slice_classes};
    use super::*;
    use crate::cube::Cube3;
    use crate::moves::FaceTurn;
    use crate::scramble::generator;
    use rand::RngExt;

    #[test]
    fn all_cosets_near_phase_2_and_few_others_pass() {
        let classes = flip_slice_classes(&Group::new());
        let cosets = Cosets::new(&Phase1Moves::new(), &classes);
        let near = near_phase2(&cosets, &classes, &Phase1Tails::build(&cosets, &classes, 6));
        let mut random = generator(1);
        for _ in 0..5000 {
            let mut cube = Cube3::SOLVED;
            for _ in 0..random.random_range(0..=7) {
                cube = cube.apply_turn(FaceTurn::ALL[random.random_range(0..18)]);
            }
            assert!(near.may_contain(cosets.of(&cube).key()));
        }
        // Six in a thousand cosets are that near; the filter has a few false positives.
        let passed =
            (0..5000).filter(|_| near.may_contain(cosets.of(&Cube3::random(&mut random)).key())).count();
        assert!(passed < 500, "{passed}");
    }

    #[test]
    fn all_cosets_with_a_tail_and_few_others_pass() {
        let classes = flip_slice_classes(&Group::new());
        let cosets = Cosets::new(&Phase1Moves::new(), &classes);
        let phase1_tails = Phase1Tails::build(&cosets, &classes, 6);
        let with_tail = with_tail(&phase1_tails);
        assert!(phase1_tails.keys().all(|key| with_tail.may_contain(key)));
        let mut random = generator(3);
        let passed =
            (0..5000).filter(|_| with_tail.may_contain(cosets.of(&Cube3::random(&mut random)).key()));
        let passed = passed.count();
        assert!(passed < 250, "{passed}");
    }

    #[test]
    fn all_cubes_near_solved_and_few_others_pass() {
        let near = NearSolved::build(&corner_classes(&Group::new()));
        let mut random = generator(2);
        let mut walk = |turns: usize| {
            (0..turns).fold(Pieces::SOLVED, |pieces, _| pieces.apply(PHASE2[random.random_range(0..10)]))
        };
        for turns in (0..=8).cycle().take(9000) {
            let pieces = walk(turns);
            assert!(near.may_contain(near.key(pieces, pieces.corners(), pieces.ud_edges())));
        }
        let passed = (0..5000).filter(|_| {
            let pieces = walk(50);
            near.may_contain(near.key(pieces, pieces.corners(), pieces.ud_edges()))
        });
        let passed = passed.count();
        assert!(passed < 250, "{passed}");
    }
}
