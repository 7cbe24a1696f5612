//! Tables of bounds, made from all positions at each distance.

use super::coordinate::FLIP_BITS;
use super::levels::{Level, Neighbours, Progress, in_parallel};
use super::table::{CELL, Card, LEAST_AT, MARK_WORDS, MARKS, NEAR_AT, Places, WORDS, sprinkles};
use std::fmt;
use std::ops::Range;

/// All that is needed to make a table, a class of corners at a time.
pub struct Making {
    card: Card,
    neighbours: Neighbours,
    /// Up to the nearer one of the two distances.
    levels: Vec<Level>,
}

impl fmt::Debug for Making {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Making").field("card", &self.card).finish_non_exhaustive()
    }
}

impl Making {
    /// Looks at all positions as far as they have to be known.
    pub fn new(card: Card, threads: usize, progress: Progress<'_>) -> Making {
        let neighbours = Neighbours::new(card.count.turns());
        let mut levels = vec![Level::first()];
        let nearer = usize::from(card.farther()) - 1;
        let nothing = Level::nothing();
        for distance in 1..=nearer {
            // Each level takes about ten times as long as the one before.
            let before = 10f64.powi(distance as i32 - nearer as i32) / 10.0;
            let tell = |part: f64| progress(before + 9.0 * before * part);
            let known = if distance >= 2 { &levels[distance - 2] } else { &nothing };
            levels.push(levels[distance - 1].next(known, &neighbours, threads, &tell));
        }
        Making { card, neighbours, levels }
    }

    /// How many positions there are at each distance that is known exactly, symmetric ones together.
    pub fn histogram(&self) -> Vec<usize> {
        self.levels.iter().map(Level::len).collect()
    }

    /// The part of the table for some classes of corners, one after the other.
    pub fn blocks(&self, classes: Range<usize>, threads: usize, progress: Progress<'_>) -> Vec<u8> {
        let start = classes.start;
        let blocks = in_parallel(
            classes.len(),
            threads,
            progress,
            || Block::new(self.card),
            |block, index| self.block(block, start + index),
        );
        blocks.concat()
    }

    fn block(&self, block: &mut Block, class: usize) -> Vec<u8> {
        block.clear();
        let (last, nearer) = self.levels.split_last().expect("there is a first level");
        self.neighbours.for_each(class, last, |slices, flips| {
            block.add_farther(u64::from(slices) << FLIP_BITS | u64::from(flips));
        });
        last.edges(class).for_each(|edges| block.add_last(edges.into(), nearer.len() as u8));
        for (distance, level) in nearer.iter().enumerate().rev() {
            level.edges(class).for_each(|edges| block.add_nearer(edges.into(), distance as u8));
        }
        block.bytes()
    }
}

/// What is known of the positions of one class, by cell: kept apart, because what is marked most often has to stay in the cache.
struct Block {
    places: Places,
    /// Of those up to the farther distance, as far as they were told as such.
    farther: Vec<[u64; MARK_WORDS]>,
    /// Of those up to the nearer distance, and what they sprinkle.
    nearer: Vec<[u64; MARK_WORDS]>,
    nearer_sprinkles: Vec<u64>,
    /// What those below the nearer distance sprinkle.
    near_sprinkles: Vec<u64>,
    least: Vec<u8>,
}

impl Block {
    fn new(card: Card) -> Block {
        let cells = card.cells();
        Block {
            places: Places::new(card),
            farther: vec![[0; MARK_WORDS]; cells],
            nearer: vec![[0; MARK_WORDS]; cells],
            nearer_sprinkles: vec![0; cells],
            near_sprinkles: vec![0; cells],
            least: vec![0; cells],
        }
    }

    fn clear(&mut self) {
        for marks in [&mut self.farther, &mut self.nearer] {
            marks.fill([0; MARK_WORDS]);
        }
        for sprinkles in [&mut self.nearer_sprinkles, &mut self.near_sprinkles] {
            sprinkles.fill(0);
        }
        self.least.fill(0);
    }

    /// Adds a position at most as far as the farther distance.
    #[inline]
    fn add_farther(&mut self, number: u64) {
        let mark = self.places.mark(self.places.within(number));
        self.farther[self.places.cell(number)][mark as usize / 64] |= 1 << (mark % 64);
    }

    /// Adds a position at the nearer distance; all of these before any below it.
    fn add_last(&mut self, number: u64, distance: u8) {
        let (cell, within) = (self.places.cell(number), self.places.within(number));
        let mark = self.places.mark(within);
        self.nearer[cell][mark as usize / 64] |= 1 << (mark % 64);
        self.nearer_sprinkles[cell] |= sprinkles(within);
        self.least[cell] = distance; // the last one told is the least
    }

    /// Adds a position below the nearer distance; the farthest first.
    fn add_nearer(&mut self, number: u64, distance: u8) {
        self.add_last(number, distance);
        self.near_sprinkles[self.places.cell(number)] |= sprinkles(self.places.within(number));
    }

    fn bytes(&self) -> Vec<u8> {
        let mut bytes = Vec::with_capacity(self.least.len() * CELL);
        for cell in 0..self.least.len() {
            self.cell(cell).iter().for_each(|word| bytes.extend(word.to_le_bytes()));
        }
        bytes
    }

    /// A cell as it is kept.
    fn cell(&self, cell: usize) -> [u64; WORDS] {
        let nearer = self.nearer[cell];
        let all: [u64; MARK_WORDS] = std::array::from_fn(|word| self.farther[cell][word] | nearer[word]);
        let is_near = is_less_let_through(&nearer, &all, self.nearer_sprinkles[cell]);
        let (mut marks, sprinkles) =
            if is_near { (nearer, self.near_sprinkles[cell]) } else { (all, self.nearer_sprinkles[cell]) };
        marks[MARK_WORDS - 1] |= u64::from(is_near) << NEAR_AT | u64::from(self.least[cell]) << LEAST_AT;
        let [a, b, c] = marks;
        [a, b, c, sprinkles]
    }
}

/// Whether a cell lets less through with marks of the nearer distance than with those of both, and these sprinkles.
///
/// What counts are positions with as many moves left as the farther distance, and twice those with one less: they are looked at
/// where the first were let through. Each of them has its mark, and its three bits, by chance.
fn is_less_let_through(nearer: &[u64; MARK_WORDS], all: &[u64; MARK_WORDS], sprinkles: u64) -> bool {
    const ALL_SPRINKLES: u64 = 64u64.pow(3);
    let marks =
        |marks: &[u64; MARK_WORDS]| marks.iter().map(|word| u64::from(word.count_ones())).sum::<u64>();
    let sprinkled = u64::from(sprinkles.count_ones()).pow(3);
    (MARKS + 2 * marks(nearer)) * ALL_SPRINKLES < marks(all) * (ALL_SPRINKLES + 2 * sprinkled)
}

#[cfg(test)]
mod tests;
