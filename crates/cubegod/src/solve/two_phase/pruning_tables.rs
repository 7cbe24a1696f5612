//! The lookups that the search needs, in small or large tables.

use super::bytes::Nibbles;
use super::cosets::{Coset, Cosets};
use super::phase1_tails::Phase1Tails;
use super::pieces::Pieces;

/// The lookups that the search needs.
pub(super) trait PruningTables: Sync {
    /// The maximum length of phase 2; longer ones are rarely part of a short solution.
    const MAX_PHASE2_LENGTH: usize;

    /// The maximum length of phase 2 above its lower bound.
    const MAX_ABOVE_BOUND: usize;

    fn cosets(&self) -> &Cosets;

    fn phase1_tails(&self) -> &Phase1Tails;

    /// Returns the distance to phase 2, or a lower bound of it.
    fn distance(&self, here: Coset) -> u8;

    /// Prefetches the distance of a coset.
    fn prefetch(&self, coset: Coset);

    /// Returns the distance of a coset, or a lower bound of it, from that of a neighbour.
    fn distance_from_neighbour(&self, distance: u8, coset: Coset) -> u8;

    /// Prefetches the entry for [`PruningTables::may_have_tail`].
    fn prefetch_tail(&self, coset: Coset);

    /// Whether a coset may have a tail, given the distance of a neighbour.
    fn may_have_tail(&self, distance: u8, coset: Coset) -> bool;

    /// Returns fast lower bounds for phase 2, by `corners * ORDERS + slice`.
    fn corners_slice(&self) -> &Nibbles<'_>;

    /// Prefetches the entry for [`PruningTables::index`].
    fn prefetch_index(&self, ud_edges: usize);

    /// Returns the table index of a cube in phase 2 and prefetches the entry for [`PruningTables::edge_bound`]. `corners` and
    /// `ud_edges` are those of the pieces.
    fn index(&self, pieces: Pieces, corners: usize, ud_edges: usize) -> u32;

    /// Returns a lower bound for phase 2 that takes the U/D edges into account. Above `max`, any larger number may be
    /// returned.
    fn edge_bound(&self, here: &Phase2State, max: u8) -> u8;
}

/// A cube in phase 2.
#[derive(Copy, Clone, Debug, Default)]
pub(super) struct Phase2State {
    pub(super) pieces: Pieces,
    /// The permutation of the corners.
    pub(super) corners: u32,
    /// The permutation of the U/D edges.
    pub(super) ud_edges: u32,
    /// The index in the tables.
    pub(super) index: u32,
}

impl Phase2State {
    /// Creates a state without its index, and prefetches the entry for [`Phase2State::look_up_index`].
    #[inline]
    pub(super) fn new(tables: &impl PruningTables, pieces: Pieces, corners: usize) -> Phase2State {
        let ud_edges = pieces.ud_edges();
        tables.prefetch_index(ud_edges);
        Phase2State { pieces, corners: corners as u32, ud_edges: ud_edges as u32, index: 0 }
    }

    /// Looks the index up and prefetches the entry at it.
    #[inline]
    pub(super) fn look_up_index(&mut self, tables: &impl PruningTables) {
        self.index = tables.index(self.pieces, self.corners as usize, self.ud_edges as usize);
    }
}
