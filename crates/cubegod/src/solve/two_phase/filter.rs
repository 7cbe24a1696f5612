//! Sieves: a megabyte or less that keeps out nearly everything that is too far away.

use super::coordinates::{ORDERS, UD_EDGES};
use super::cosets::{Coset, Cosets};
use super::endings::Endings;
use super::moves::PHASE2;
use super::pieces::{Pieces, Turner};
use super::symmetry::{Classes, CornersWithEdges, SYMMETRIES, renamed_slice_orders};
use crate::solve::prefetch::prefetch;

/// A Bloom filter whose bits for one key are all in one word.
#[derive(Clone, Debug)]
struct Bloom {
    words: Vec<u64>,
    shift: u32,
}

impl Bloom {
    fn new(word_bits: u32) -> Bloom {
        Bloom { words: vec![0; 1 << word_bits], shift: u64::BITS - word_bits }
    }

    /// The word of a key, and its bits there.
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
    fn prefetch(&self, key: u32) {
        prefetch(&self.words, self.place(key).0);
    }

    #[inline]
    fn may_hold(&self, key: u32) -> bool {
        let (word, bits) = self.place(key);
        self.words[word] & bits == bits
    }
}

/// The cosets within seven turns of phase 2.
#[derive(Clone, Debug)]
pub(super) struct NearPhase2(Bloom);

impl NearPhase2 {
    /// All cosets a turn away from those that have an ending.
    pub(super) fn build(cosets: &Cosets, classes: &Classes, endings: &Endings) -> NearPhase2 {
        let mut near = Bloom::new(17);
        let mut last = None;
        for key in endings.keys() {
            if last.replace(key) == Some(key) {
                continue;
            }
            for turn in 0..18 {
                let there = cosets.turned(Coset::of_key(key), turn);
                // A symmetric representative sees the same coset with several twists.
                for keeper in classes.keepers(there.class as usize) {
                    let twist = cosets.renamed_twists[there.twist as usize][keeper];
                    near.insert(Coset { twist, ..there }.key());
                }
            }
        }
        NearPhase2(near)
    }

    #[inline]
    pub(super) fn prefetch(&self, key: u32) {
        self.0.prefetch(key);
    }

    /// Whether a coset may be that near; if not, it is certainly farther.
    #[inline]
    pub(super) fn may_hold(&self, key: u32) -> bool {
        self.0.may_hold(key)
    }
}

/// The cosets that have an ending.
#[derive(Clone, Debug)]
pub(super) struct WithEnding(Bloom);

impl WithEnding {
    pub(super) fn build(endings: &Endings) -> WithEnding {
        let mut with_ending = Bloom::new(15);
        endings.keys().for_each(|key| with_ending.insert(key));
        WithEnding(with_ending)
    }

    #[inline]
    pub(super) fn prefetch(&self, key: u32) {
        self.0.prefetch(key);
    }

    /// Whether a coset may have one; if not, it certainly has none.
    #[inline]
    pub(super) fn may_hold(&self, key: u32) -> bool {
        self.0.may_hold(key)
    }
}

/// The cubes of phase 2 within eight turns of solved.
#[derive(Clone, Debug)]
pub(super) struct NearSolved {
    bloom: Bloom,
    corners_with_edges: CornersWithEdges,
    renamed_slices: Vec<[u16; SYMMETRIES]>,
}

impl NearSolved {
    /// How many turns away everything is that is not held.
    pub(super) const BEYOND: u8 = 9;

    pub(super) fn build(classes: &Classes) -> NearSolved {
        let mut near = NearSolved {
            bloom: Bloom::new(16),
            corners_with_edges: CornersWithEdges::new(classes),
            renamed_slices: renamed_slice_orders(),
        };
        let turner = Turner::new();
        let mut seen = Seen::new(18);
        let mut layer = vec![Pieces::SOLVED];
        near.each_key(classes, Pieces::SOLVED, |near, key| near.bloom.insert(key));
        for distance in 1..NearSolved::BEYOND {
            let is_last = distance == NearSolved::BEYOND - 1;
            let mut next = Vec::new();
            for pieces in layer {
                for turn in PHASE2 {
                    let turned = turner.turned(pieces, turn);
                    // Nobody goes on from the last layer: it does not matter whether it was seen.
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

    /// Asks for the memory that the next needs.
    #[inline]
    pub(super) fn prefetch_key(&self, ud_edges: usize) {
        self.corners_with_edges.prefetch(ud_edges);
    }

    /// A number that symmetric cubes share; corners and edges are those of the pieces.
    #[inline]
    pub(super) fn key(&self, pieces: Pieces, corners: usize, ud_edges: usize) -> u32 {
        let (number, symmetry) = self.corners_with_edges.number(corners, ud_edges);
        (number * ORDERS + self.renamed_slices[pieces.slice()][symmetry] as usize) as u32
    }

    /// Calls `visit` with all numbers that a cube may be given: symmetric corners have several.
    fn each_key(&mut self, classes: &Classes, pieces: Pieces, mut visit: impl FnMut(&mut NearSolved, u32)) {
        let (number, symmetry) = self.corners_with_edges.number(pieces.corners(), pieces.ud_edges());
        let (class, ud_edges) = (number / UD_EDGES, number % UD_EDGES);
        let slice = self.renamed_slices[pieces.slice()][symmetry] as usize;
        for keeper in classes.keepers(class) {
            let ud_edges = self.corners_with_edges.renamed_ud_edges[ud_edges][keeper] as usize;
            let slice = self.renamed_slices[slice][keeper] as usize;
            visit(self, ((class * UD_EDGES + ud_edges) * ORDERS + slice) as u32);
        }
    }

    #[inline]
    pub(super) fn prefetch(&self, key: u32) {
        self.bloom.prefetch(key);
    }

    /// Whether a cube may be that near; if not, it is certainly farther.
    #[inline]
    pub(super) fn may_hold(&self, key: u32) -> bool {
        self.bloom.may_hold(key)
    }
}

/// A set of numbers that takes no more than it has room for.
struct Seen {
    slots: Vec<u32>,
    shift: u32,
}

impl Seen {
    fn new(bits: u32) -> Seen {
        Seen { slots: vec![u32::MAX; 1 << bits], shift: u32::BITS - bits }
    }

    /// Whether it is new.
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
    fn nothing_near_phase_2_is_kept_out_and_most_else_is() {
        let classes = flip_slice_classes(&Group::new());
        let cosets = Cosets::new(&Phase1Moves::new(), &classes);
        let near = NearPhase2::build(&cosets, &classes, &Endings::build(&cosets, &classes, 6));
        let mut random = generator(1);
        for _ in 0..5000 {
            let mut cube = Cube3::SOLVED;
            for _ in 0..random.random_range(0..=7) {
                cube = cube.apply_turn(FaceTurn::ALL[random.random_range(0..18)]);
            }
            assert!(near.may_hold(cosets.of(&cube).key()));
        }
        // Six in a thousand cosets are that near; the filter takes some more for it.
        let held = (0..5000).filter(|_| near.may_hold(cosets.of(&Cube3::random(&mut random)).key())).count();
        assert!(held < 500, "{held}");
    }

    #[test]
    fn nothing_with_an_ending_is_kept_out_and_most_else_is() {
        let classes = flip_slice_classes(&Group::new());
        let cosets = Cosets::new(&Phase1Moves::new(), &classes);
        let endings = Endings::build(&cosets, &classes, 6);
        let with_ending = WithEnding::build(&endings);
        assert!(endings.keys().all(|key| with_ending.may_hold(key)));
        let mut random = generator(3);
        let held = (0..5000).filter(|_| with_ending.may_hold(cosets.of(&Cube3::random(&mut random)).key()));
        let held = held.count();
        assert!(held < 250, "{held}");
    }

    #[test]
    fn nothing_near_solved_is_kept_out_and_most_else_is() {
        let near = NearSolved::build(&corner_classes(&Group::new()));
        let mut random = generator(2);
        let mut walk = |turns: usize| {
            (0..turns).fold(Pieces::SOLVED, |pieces, _| pieces.turned(PHASE2[random.random_range(0..10)]))
        };
        for turns in (0..=8).cycle().take(9000) {
            let pieces = walk(turns);
            assert!(near.may_hold(near.key(pieces, pieces.corners(), pieces.ud_edges())));
        }
        let held = (0..5000).filter(|_| {
            let pieces = walk(50);
            near.may_hold(near.key(pieces, pieces.corners(), pieces.ud_edges()))
        });
        let held = held.count();
        assert!(held < 250, "{held}");
    }
}
