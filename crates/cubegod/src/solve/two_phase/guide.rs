//! What the search asks its tables, small or large.

use super::bytes::Nibbles;
use super::cosets::{Coset, Cosets};
use super::endings::Endings;
use super::pieces::Pieces;

/// What the search asks its tables.
pub(super) trait Guide: Sync {
    /// Phase 2 is not searched deeper than this: longer ones are rarely worth it and cost much.
    const LONGEST_PHASE2: usize;

    /// Nor so much deeper than it needs to be at least.
    const MOST_ABOVE_BOUND: usize;

    fn cosets(&self) -> &Cosets;

    fn endings(&self) -> &Endings;

    /// The distance to phase 2, or a lower bound.
    fn distance(&self, here: Coset) -> u8;

    /// Asks for the memory that tells the distance from a coset.
    fn prefetch(&self, coset: Coset);

    /// The distance of a coset, or a lower bound, when that of a neighbour is known.
    fn distance_beside(&self, distance: u8, coset: Coset) -> u8;

    /// Asks for the memory that tells the next.
    fn prefetch_end(&self, coset: Coset);

    /// Whether there may be an ending for a coset, when the distance of a neighbour is known.
    fn may_end(&self, distance: u8, coset: Coset) -> bool;

    /// Lower bounds for phase 2 that are quick to have, by `corners * ORDERS + slice`.
    fn corners_slice(&self) -> &Nibbles<'_>;

    /// Asks for the memory that the next needs.
    fn prefetch_number(&self, ud_edges: usize);

    /// The number of a cube of phase 2 in the tables, where the next is found, and asks for that memory. Corners and edges
    /// are those of the pieces.
    fn number(&self, pieces: Pieces, corners: usize, ud_edges: usize) -> u32;

    /// Another lower bound for phase 2, which takes the U/D edges into account. Beyond `most` any number above that will
    /// do.
    fn edges(&self, here: &Inside, most: u8) -> u8;
}

/// A cube of phase 2.
#[derive(Copy, Clone, Debug, Default)]
pub(super) struct Inside {
    pub(super) pieces: Pieces,
    /// The permutation of the corners.
    pub(super) corners: u32,
    /// The permutation of the U/D edges.
    pub(super) ud_edges: u32,
    /// Its number in the tables.
    pub(super) number: u32,
}

impl Inside {
    /// Without its number, whose memory is asked for.
    #[inline]
    pub(super) fn new(tables: &impl Guide, pieces: Pieces, corners: usize) -> Inside {
        let ud_edges = pieces.ud_edges();
        tables.prefetch_number(ud_edges);
        Inside { pieces, corners: corners as u32, ud_edges: ud_edges as u32, number: 0 }
    }

    /// Finds its number, and asks for what is known of it.
    #[inline]
    pub(super) fn find(&mut self, tables: &impl Guide) {
        self.number = tables.number(self.pieces, self.corners as usize, self.ud_edges as usize);
    }
}
