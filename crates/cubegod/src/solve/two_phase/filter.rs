//! A sieve of the cosets within seven turns of phase 2: a megabyte that keeps nearly all others out.

use super::cosets::{Coset, Cosets};
use super::endings::Endings;
use super::prefetch::prefetch;
use super::symmetry::Classes;

/// A Bloom filter whose bits for one key are all in one word.
#[derive(Clone, Debug)]
pub(super) struct Filter {
    words: Vec<u64>,
}

const WORD_BITS: u32 = 17;

/// The word of a key, and its bits there.
#[inline]
fn place(key: u32) -> (usize, u64) {
    let hash = u64::from(key).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    let bit = |shift: u32| 1u64 << (hash >> shift & 63);
    ((hash >> (64 - WORD_BITS)) as usize, bit(17) | bit(23) | bit(29) | bit(35))
}

impl Filter {
    /// All cosets a turn away from those that have an ending.
    pub(super) fn build(cosets: &Cosets, classes: &Classes, endings: &Endings) -> Filter {
        let mut filter = Filter { words: vec![0; 1 << WORD_BITS] };
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
                    let (word, bits) = place(Coset { twist, ..there }.key());
                    filter.words[word] |= bits;
                }
            }
        }
        filter
    }

    #[inline]
    pub(super) fn prefetch(&self, key: u32) {
        prefetch(&self.words, place(key).0);
    }

    /// Whether a coset may be that near; if not, it is certainly farther.
    #[inline]
    pub(super) fn may_hold(&self, key: u32) -> bool {
        let (word, bits) = place(key);
        self.words[word] & bits == bits
    }
}
