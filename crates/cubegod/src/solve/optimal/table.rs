//! Lower bounds of the distance to the target subgroup, in buckets of 32 bytes, each for a range of positions.
//!
//! Few positions are near the subgroup, so a number for each position would waste most of its bits. A bucket stores approximate
//! sets instead, with false positives but no false negatives:
//!
//! | bits | content |
//! |---|---|
//! | 187 | *bitmap*: each position within the far distance sets one bit, which it shares with others |
//! | 1 | *lowered*: whether both distances are one less in this bucket |
//! | 4 | *minimum*: the smallest distance of all positions in the bucket; 0 if none is within the near distance |
//! | 64 | *Bloom filter*: each position within the near distance sets three bits |
//!
//! The near distance is one less than the far distance. A position without its bitmap bit is beyond the far distance, and one that lacks
//! a Bloom bit is beyond the near distance. The bound of any other position is the smallest distance of the bucket. In buckets with
//! many near positions, whose bitmap would be nearly full, both distances are one less.

use super::coordinate::{CLASSES, FLIP_BITS, FLIPS, SLICES};
use crate::moves::{FaceTurn, Metric, Turns};
use std::fmt;

/// Returns the face turns that count as one move.
pub(super) fn single_moves(metric: Metric) -> impl Iterator<Item = FaceTurn> {
    FaceTurn::ALL.into_iter().filter(move |turn| metric != Metric::Qtm || turn.turns() != Turns::Half)
}

/// The metric and size of a table.
#[derive(Copy, Clone, Debug, Eq, PartialEq, Hash)]
pub struct TableSpec {
    metric: Metric,
    doublings: u32,
}

/// The number of bytes of a bucket: half a cache line.
pub(super) const BUCKET_BYTES: usize = 32;
pub(super) const BUCKET_WORDS: usize = BUCKET_BYTES / 8;

/// The number of words of a bucket that hold the bitmap, and its number of bits.
pub(super) const BITMAP_WORDS: usize = 3;
pub(super) const BITMAP_BITS: u64 = 187;

/// The positions of the other fields in the last word of the bitmap.
pub(super) const LOWERED_SHIFT: u32 = 59;
pub(super) const MIN_SHIFT: u32 = 60;

/// The binary logarithm of the number of positions per bucket in the smallest table; each doubling of a table halves it.
const MAX_BUCKET_BITS: u32 = FLIP_BITS + 7;
const MAX_DOUBLINGS: u32 = 11;

impl TableSpec {
    /// The number of blocks of a table, one for each class of corners.
    pub const BLOCKS: usize = CLASSES;

    /// Returns the smallest table doubled this many times; `None` for metrics other than HTM and QTM, and for more than eleven
    /// doublings, which would hardly improve the bounds.
    pub const fn new(metric: Metric, doublings: u32) -> Option<TableSpec> {
        let is_supported = matches!(metric, Metric::Htm | Metric::Qtm) && doublings <= MAX_DOUBLINGS;
        if is_supported { Some(TableSpec { metric, doublings }) } else { None }
    }

    /// Returns the table of this metric that has this many bytes, if there is one.
    pub fn of_size(metric: Metric, bytes: u64) -> Option<TableSpec> {
        let mut specs = (0..=MAX_DOUBLINGS).filter_map(|doublings| TableSpec::new(metric, doublings));
        specs.find(|spec| spec.bytes() as u64 == bytes)
    }

    /// Returns the smallest table, of 29 MB; `None` for metrics other than HTM and QTM.
    pub const fn smallest(metric: Metric) -> Option<TableSpec> {
        TableSpec::new(metric, 0)
    }

    /// Returns the metric: HTM or QTM.
    pub const fn metric(self) -> Metric {
        self.metric
    }

    /// Returns the binary logarithm of the number of positions per bucket.
    pub(super) const fn bucket_bits(self) -> u32 {
        MAX_BUCKET_BITS - self.doublings
    }

    /// Returns the number of buckets for one class of corners.
    pub(super) const fn buckets(self) -> usize {
        (SLICES << FLIP_BITS).div_ceil(1 << self.bucket_bits())
    }

    /// Returns the number of bytes for one class of corners.
    pub const fn block_bytes(self) -> usize {
        self.buckets() * BUCKET_BYTES
    }

    /// Returns the total number of bytes.
    pub const fn bytes(self) -> usize {
        self.block_bytes() * CLASSES
    }

    /// Returns the far distance of buckets that are not lowered.
    pub(super) const fn far_distance(self) -> u8 {
        // Chosen so that about half of all bitmap bits are set.
        match (self.metric, self.doublings) {
            (Metric::Qtm, 0..=1) => 10,
            (Metric::Qtm, 2..=3) => 11,
            (Metric::Qtm, _) => 12,
            (_, 0..=1) => 9,
            (_, 2..=5) => 10,
            (_, _) => 11,
        }
    }
}

impl fmt::Display for TableSpec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} MB", self.bytes() / 1_000_000)
    }
}

/// A table of lower bounds.
#[derive(Copy, Clone)]
pub(super) struct PruningTable<'a> {
    pub(super) buckets: &'a [[u8; BUCKET_BYTES]],
    pub(super) layout: BucketLayout,
    /// The largest bound.
    pub(super) largest: u8,
}

/// The mapping from positions to buckets.
#[derive(Copy, Clone, Debug)]
pub(super) struct BucketLayout {
    /// The binary logarithm of the number of positions per bucket.
    pub(super) bucket_bits: u32,
    /// The number of indexes of one class of corners.
    positions: u64,
}

impl BucketLayout {
    pub(super) fn new(spec: TableSpec) -> BucketLayout {
        BucketLayout {
            bucket_bits: spec.bucket_bits(),
            positions: (spec.buckets() as u64) << spec.bucket_bits(),
        }
    }

    /// Returns the index of a position.
    #[inline(always)]
    pub(super) fn index(self, class: u64, slices: u64, flips: u64) -> u64 {
        class * self.positions + (slices << FLIP_BITS | flips & (FLIPS as u64 - 1))
    }

    /// Returns the bucket of a position.
    #[inline(always)]
    pub(super) fn bucket(self, index: u64) -> usize {
        (index >> self.bucket_bits) as usize
    }

    /// Returns the offset of a position in its bucket.
    #[inline(always)]
    pub(super) fn offset(self, index: u64) -> u64 {
        index & ((1 << self.bucket_bits) - 1)
    }

    /// Returns the bit in the bitmap for an offset.
    #[inline(always)]
    pub(super) fn bitmap_bit(self, offset: u64) -> u64 {
        (offset * BITMAP_BITS) >> self.bucket_bits
    }
}

/// Returns the bits in the Bloom filter for an offset.
#[inline(always)]
pub(super) const fn bloom_bits(offset: u64) -> u64 {
    // Multiplication by the golden ratio spreads the offset over all bits of a word; six of them select a bit of the filter.
    let mixed = (offset + 1).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    1 << (mixed >> 58) | 1 << (mixed >> 52 & 63) | 1 << (mixed >> 46 & 63)
}

impl<'a> PruningTable<'a> {
    /// Wraps the contents of a table; `None` if their length is wrong.
    pub(super) fn new(spec: TableSpec, contents: &'a [u8]) -> Option<PruningTable<'a>> {
        let (buckets, rest) = contents.as_chunks();
        let whole = rest.is_empty() && contents.len() == spec.bytes();
        whole.then_some(PruningTable {
            buckets,
            layout: BucketLayout::new(spec),
            largest: spec.far_distance() + 1,
        })
    }

    /// Prefetches the bucket of a position.
    #[inline(always)]
    pub(super) fn prefetch(&self, index: u64) {
        crate::solve::prefetch::prefetch(self.buckets, self.layout.bucket(index));
    }

    /// Returns a lower bound of the distance of a position to the target subgroup.
    #[inline(always)]
    pub(super) fn get(&self, index: u64) -> u8 {
        let bucket = &self.buckets[self.layout.bucket(index)];
        let (words, _) = bucket.as_chunks();
        let word = |index: usize| u64::from_le_bytes(words[index]);
        let offset = self.layout.offset(index);
        let (bit, bloom) = (self.layout.bitmap_bit(offset), bloom_bits(offset));
        let in_bitmap = bucket[bit as usize / 8] >> (bit % 8) & 1;
        let in_bloom = u8::from(word(BITMAP_WORDS) & bloom == bloom);
        let fields = (word(BITMAP_WORDS - 1) >> LOWERED_SHIFT) as u8;
        let (is_lowered, min_distance) = (fields & 1, fields >> (MIN_SHIFT - LOWERED_SHIFT));
        // Without branches, half of which would be mispredicted.
        let bound = self.largest - is_lowered - in_bitmap;
        bound ^ (bound ^ min_distance) & (in_bitmap & in_bloom).wrapping_neg()
    }
}
