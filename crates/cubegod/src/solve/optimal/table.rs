//! Lower bounds of the distance, in cells of 32 bytes that neighbouring positions share.
//!
//! Half of the bits would be wasted on a number for each position: few are near, and those matter. So a cell rather knows sets, and
//! may take a position for one of a set to which it does not belong, but never the other way round:
//!
//! | bits | what |
//! |---|---|
//! | 187 | *marks*: each position up to the farther one of two distances sets one bit, which it shares with others |
//! | 1 | whether the two distances are one less in this cell |
//! | 4 | the *least* distance of all that share the cell; 0 if none is within the nearer one of the two |
//! | 64 | *sprinkles*: each position up to the nearer one of the two distances sets three bits |
//!
//! A position without its mark is farther than both distances, and one that lacks a bit of its sprinkles is farther than the nearer one.
//! Of others the least of all is the bound. Where so many positions are near that the marks rule out next to nothing, the distances
//! are one less.

use super::coordinate::{CLASSES, FLIP_BITS, FLIPS, SLICES};
use crate::moves::{FaceTurn, Turns};
use std::fmt;

/// What counts as one move.
#[derive(Copy, Clone, Debug, Eq, PartialEq, Hash)]
pub enum Count {
    /// Any turn of a face.
    HalfTurns,
    /// Quarter turns; a half turn is two of them.
    QuarterTurns,
}

impl Count {
    /// The turns that are one move.
    pub(super) fn turns(self) -> impl Iterator<Item = FaceTurn> {
        FaceTurn::ALL.into_iter().filter(move |turn| self == Count::HalfTurns || turn.turns() != Turns::Half)
    }
}

/// Which table: how moves are counted, and how large it is.
#[derive(Copy, Clone, Debug, Eq, PartialEq, Hash)]
pub struct Card {
    /// How moves are counted.
    pub count: Count,
    doublings: u32,
}

/// Bytes of a cell: half a line of memory.
pub(super) const CELL: usize = 32;
pub(super) const WORDS: usize = CELL / 8;

/// Words of a cell with marks, and the number of these.
pub(super) const MARK_WORDS: usize = 3;
pub(super) const MARKS: u64 = 187;

/// What stands above the marks: whether the cell is one of near positions, and the least distance.
pub(super) const NEAR_AT: u32 = 59;
pub(super) const LEAST_AT: u32 = 60;

/// Each doubling of a table halves the number of positions that share a cell: 2¹⁸ in the smallest one.
const MOST_SHARING: u32 = FLIP_BITS + 7;
const MOST_DOUBLINGS: u32 = 11;

impl Card {
    /// Parts that a table is made in.
    pub const BLOCKS: usize = CLASSES;

    /// The smallest one doubled so many times; nothing if those are more than eleven, which hardly know more.
    pub const fn new(count: Count, doublings: u32) -> Option<Card> {
        if doublings <= MOST_DOUBLINGS { Some(Card { count, doublings }) } else { None }
    }

    /// The one that has so many bytes, if there is any.
    pub fn of_size(count: Count, bytes: u64) -> Option<Card> {
        let mut cards = (0..=MOST_DOUBLINGS).map(|doublings| Card { count, doublings });
        cards.find(|card| card.bytes() as u64 == bytes)
    }

    /// The smallest one: 29 MB.
    pub const fn smallest(count: Count) -> Card {
        Card { count, doublings: 0 }
    }

    /// So many positions share a cell, as a power of two.
    pub(super) const fn sharing(self) -> u32 {
        MOST_SHARING - self.doublings
    }

    /// Cells for the edges of one class of corners.
    pub(super) const fn cells(self) -> usize {
        (SLICES << FLIP_BITS).div_ceil(1 << self.sharing())
    }

    /// Bytes for one class of corners.
    pub const fn block(self) -> usize {
        self.cells() * CELL
    }

    /// Bytes in all.
    pub const fn bytes(self) -> usize {
        self.block() * CLASSES
    }

    /// The farther one of the two distances up to which positions are told from others.
    pub(super) const fn farther(self) -> u8 {
        // Chosen so that about half of all marks are set.
        match (self.count, self.doublings) {
            (Count::HalfTurns, 0..=1) => 9,
            (Count::HalfTurns, 2..=5) => 10,
            (Count::HalfTurns, _) => 11,
            (Count::QuarterTurns, 0..=1) => 10,
            (Count::QuarterTurns, 2..=3) => 11,
            (Count::QuarterTurns, _) => 12,
        }
    }
}

impl fmt::Display for Card {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} MB", self.bytes() / 1_000_000)
    }
}

/// The bounds of one table.
#[derive(Copy, Clone)]
pub(super) struct Bounds<'a> {
    pub(super) cells: &'a [[u8; CELL]],
    pub(super) places: Places,
    /// No bound is larger.
    pub(super) largest: u8,
}

/// Where a table keeps a position.
#[derive(Copy, Clone, Debug)]
pub(super) struct Places {
    /// So many positions share a cell, as a power of two.
    pub(super) sharing: u32,
    /// Of one class of corners.
    positions: u64,
}

impl Places {
    pub(super) fn new(card: Card) -> Places {
        Places { sharing: card.sharing(), positions: (card.cells() as u64) << card.sharing() }
    }

    /// The number of a position.
    #[inline(always)]
    pub(super) fn number(self, class: u64, slices: u64, flips: u64) -> u64 {
        class * self.positions + (slices << FLIP_BITS | flips & (FLIPS as u64 - 1))
    }

    /// The cell of a position.
    #[inline(always)]
    pub(super) fn cell(self, number: u64) -> usize {
        (number >> self.sharing) as usize
    }

    /// Which one it is of those that share the cell.
    #[inline(always)]
    pub(super) fn within(self, number: u64) -> u64 {
        number & ((1 << self.sharing) - 1)
    }

    /// Its bit among the marks.
    #[inline(always)]
    pub(super) fn mark(self, within: u64) -> u64 {
        (within * MARKS) >> self.sharing
    }
}

/// The bits of a position among the sprinkles.
#[inline(always)]
pub(super) const fn sprinkles(within: u64) -> u64 {
    // The golden ratio spreads numbers over all bits of a word; six of them are a place in another.
    let mixed = (within + 1).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    1 << (mixed >> 58) | 1 << (mixed >> 52 & 63) | 1 << (mixed >> 46 & 63)
}

impl<'a> Bounds<'a> {
    /// Of the contents of a table; nothing if they are not as many as they should be.
    pub(super) fn new(card: Card, contents: &'a [u8]) -> Option<Bounds<'a>> {
        let (cells, rest) = contents.as_chunks();
        let whole = rest.is_empty() && contents.len() == card.bytes();
        whole.then_some(Bounds { cells, places: Places::new(card), largest: card.farther() + 1 })
    }

    /// Asks for the memory of a position.
    #[inline(always)]
    pub(super) fn prefetch(&self, number: u64) {
        crate::solve::prefetch::prefetch(self.cells, self.places.cell(number));
    }

    /// At most as far as the position is from the tame ones.
    #[inline(always)]
    pub(super) fn get(&self, number: u64) -> u8 {
        let cell = &self.cells[self.places.cell(number)];
        let (words, _) = cell.as_chunks();
        let word = |index: usize| u64::from_le_bytes(words[index]);
        let within = self.places.within(number);
        let (mark, bits) = (self.places.mark(within), sprinkles(within));
        let is_marked = cell[mark as usize / 8] >> (mark % 8) & 1;
        let is_sprinkled = u8::from(word(MARK_WORDS) & bits == bits);
        let about = (word(MARK_WORDS - 1) >> NEAR_AT) as u8;
        let (is_near, least) = (about & 1, about >> (LEAST_AT - NEAR_AT));
        // Without branches, which would be guessed wrong every other time.
        let bound = self.largest - is_near - is_marked;
        bound ^ (bound ^ least) & (is_marked & is_sprinkled).wrapping_neg()
    }
}
