//! Building of pruning tables from all positions at each distance.

use super::coordinate::FLIP_BITS;
use super::levels::{Level, Neighbours};
use super::table::{
    BITMAP_BITS, BITMAP_WORDS, BUCKET_BYTES, BUCKET_WORDS, BucketLayout, LOWERED_SHIFT, MIN_SHIFT, TableSpec,
    bloom_bits, single_moves,
};
use crate::cancellation::{Cancelled, uncancelled};
use crate::solve::BuildOptions;
use std::fmt;
use std::ops::Range;

/// Builds a table one class of corners at a time.
pub struct TableBuilder {
    spec: TableSpec,
    neighbours: Neighbours,
    /// The positions at each distance up to the near distance.
    levels: Vec<Level>,
}

impl fmt::Debug for TableBuilder {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("TableBuilder").field("spec", &self.spec).finish_non_exhaustive()
    }
}

impl TableBuilder {
    /// Lists all positions up to the near distance, which takes about half of the time of a build. `progress` is called with the
    /// completed fraction.
    pub fn new(spec: TableSpec, threads: usize, progress: &(dyn Fn(f64) + Sync)) -> TableBuilder {
        let options = BuildOptions::new().threads(threads).progress(progress);
        uncancelled(|token| TableBuilder::new_with(spec, &options.cancellation(token)))
    }

    /// Lists the positions as [`TableBuilder::new`] does, unless the work is cancelled.
    ///
    /// # Errors
    ///
    /// Fails if the token of the options is cancelled first.
    pub fn new_with(spec: TableSpec, options: &BuildOptions<'_>) -> Result<TableBuilder, Cancelled> {
        let neighbours = Neighbours::new(single_moves(spec.metric()));
        let mut levels = vec![Level::first()];
        let near_distance = usize::from(spec.far_distance()) - 1;
        let empty = Level::empty();
        for distance in 1..=near_distance {
            // Each level takes about ten times as long as the one before.
            let before = 10f64.powi(distance as i32 - near_distance as i32) / 10.0;
            let known = if distance >= 2 { &levels[distance - 2] } else { &empty };
            let last = &levels[distance - 1];
            let next = options.part(before, 10.0 * before, |part| last.next(known, &neighbours, part))?;
            levels.push(next);
        }
        Ok(TableBuilder { spec, neighbours, levels })
    }

    /// Returns the number of positions at each distance up to the near distance, up to symmetry.
    pub fn histogram(&self) -> Vec<usize> {
        self.levels.iter().map(Level::len).collect()
    }

    /// Returns the blocks of some classes of corners, one after the other. `progress` is called with the completed fraction.
    pub fn blocks(&self, classes: Range<usize>, threads: usize, progress: &(dyn Fn(f64) + Sync)) -> Vec<u8> {
        let options = BuildOptions::new().threads(threads).progress(progress);
        uncancelled(|token| self.blocks_with(classes, &options.cancellation(token)))
    }

    /// Returns the blocks of some classes of corners, one after the other, unless the work is cancelled.
    ///
    /// # Errors
    ///
    /// Fails if the token of the options is cancelled first.
    ///
    /// # Panics
    ///
    /// Panics if there are no such classes: there are [`TableSpec::BLOCKS`].
    pub fn blocks_with(
        &self,
        classes: Range<usize>,
        options: &BuildOptions<'_>,
    ) -> Result<Vec<u8>, Cancelled> {
        let start = classes.start;
        let block = |block: &mut Block, index| self.block(block, start + index);
        let blocks = options.in_parallel(classes.len(), || Block::new(self.spec), block)?;
        Ok(blocks.concat())
    }

    fn block(&self, block: &mut Block, class: usize) -> Vec<u8> {
        block.clear();
        let (last, nearer) = self.levels.split_last().expect("level 0 exists");
        self.neighbours.for_each(class, last, |slices, flips| {
            block.add_far(u64::from(slices) << FLIP_BITS | u64::from(flips));
        });
        last.edges(class).for_each(|edges| block.add_near(edges.into(), nearer.len() as u8));
        for (distance, level) in nearer.iter().enumerate().rev() {
            level.edges(class).for_each(|edges| block.add_nearest(edges.into(), distance as u8));
        }
        block.bytes()
    }
}

/// The buckets of one class while it is built. The fields are separate arrays, so that the one written most often stays in the cache.
struct Block {
    layout: BucketLayout,
    /// Bitmaps of positions within the far distance; those within the near distance may be missing.
    far_bitmaps: Vec<[u64; BITMAP_WORDS]>,
    /// Bitmaps and Bloom filters of positions within the near distance.
    near_bitmaps: Vec<[u64; BITMAP_WORDS]>,
    near_blooms: Vec<u64>,
    /// Bloom filters of positions below the near distance.
    nearest_blooms: Vec<u64>,
    min_distances: Vec<u8>,
}

impl Block {
    fn new(spec: TableSpec) -> Block {
        let buckets = spec.buckets();
        Block {
            layout: BucketLayout::new(spec),
            far_bitmaps: vec![[0; BITMAP_WORDS]; buckets],
            near_bitmaps: vec![[0; BITMAP_WORDS]; buckets],
            near_blooms: vec![0; buckets],
            nearest_blooms: vec![0; buckets],
            min_distances: vec![0; buckets],
        }
    }

    fn clear(&mut self) {
        for bitmaps in [&mut self.far_bitmaps, &mut self.near_bitmaps] {
            bitmaps.fill([0; BITMAP_WORDS]);
        }
        for blooms in [&mut self.near_blooms, &mut self.nearest_blooms] {
            blooms.fill(0);
        }
        self.min_distances.fill(0);
    }

    /// Adds a position within the far distance.
    #[inline]
    fn add_far(&mut self, index: u64) {
        let bit = self.layout.bitmap_bit(self.layout.offset(index));
        self.far_bitmaps[self.layout.bucket(index)][bit as usize / 64] |= 1 << (bit % 64);
    }

    /// Adds a position at the near distance. All of these come before any below it.
    fn add_near(&mut self, index: u64, distance: u8) {
        let (bucket, offset) = (self.layout.bucket(index), self.layout.offset(index));
        let bit = self.layout.bitmap_bit(offset);
        self.near_bitmaps[bucket][bit as usize / 64] |= 1 << (bit % 64);
        self.near_blooms[bucket] |= bloom_bits(offset);
        self.min_distances[bucket] = distance; // the last one added is the nearest
    }

    /// Adds a position below the near distance, the farthest first.
    fn add_nearest(&mut self, index: u64, distance: u8) {
        self.add_near(index, distance);
        self.nearest_blooms[self.layout.bucket(index)] |= bloom_bits(self.layout.offset(index));
    }

    fn bytes(&self) -> Vec<u8> {
        let mut bytes = Vec::with_capacity(self.min_distances.len() * BUCKET_BYTES);
        for bucket in 0..self.min_distances.len() {
            self.bucket(bucket).iter().for_each(|word| bytes.extend(word.to_le_bytes()));
        }
        bytes
    }

    /// Returns a bucket as it is stored.
    fn bucket(&self, bucket: usize) -> [u64; BUCKET_WORDS] {
        let near = self.near_bitmaps[bucket];
        let all: [u64; BITMAP_WORDS] =
            std::array::from_fn(|word| self.far_bitmaps[bucket][word] | near[word]);
        let is_lowered = is_lowered_better(&near, &all, self.near_blooms[bucket]);
        let (mut bitmap, bloom) =
            if is_lowered { (near, self.nearest_blooms[bucket]) } else { (all, self.near_blooms[bucket]) };
        bitmap[BITMAP_WORDS - 1] |=
            u64::from(is_lowered) << LOWERED_SHIFT | u64::from(self.min_distances[bucket]) << MIN_SHIFT;
        let [a, b, c] = bitmap;
        [a, b, c, bloom]
    }
}

/// Returns whether a bucket excludes more positions with lowered distances: with the bitmap `near` instead of `all` and `bloom`.
///
/// The weight is 1 for positions with as many moves left as the far distance, and 2 for those with one less, which are deeper in
/// the tree. The estimate assumes random bitmap and Bloom bits.
fn is_lowered_better(near: &[u64; BITMAP_WORDS], all: &[u64; BITMAP_WORDS], bloom: u64) -> bool {
    const ALL_BLOOM: u64 = 64u64.pow(3);
    let ones =
        |bitmap: &[u64; BITMAP_WORDS]| bitmap.iter().map(|word| u64::from(word.count_ones())).sum::<u64>();
    let in_bloom = u64::from(bloom.count_ones()).pow(3);
    (BITMAP_BITS + 2 * ones(near)) * ALL_BLOOM < ones(all) * (ALL_BLOOM + 2 * in_bloom)
}

#[cfg(test)]
mod tests;
