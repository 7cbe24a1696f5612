//! Cubie-level cubes: the position and orientation of each corner and edge.

mod corners;
mod cube2;
mod cube3;
mod edges;
mod frame;
mod legality;
mod pieces;
mod recognize;
#[cfg(test)]
mod tests;

pub use corners::{CornerConjugation, Corners};
pub use cube2::Cube2;
pub use cube3::{Conjugation, Cube3};
pub use edges::{EdgeConjugation, Edges};
pub use legality::{Flaw, IllegalCube, flaws};
pub use pieces::{Corner, Edge};

pub(crate) use frame::{Frame, centre};
pub(crate) use legality::cube3_of;
pub(crate) use recognize::{CodeSet, UNKNOWN, corner_fits, edge_fits, recognize2};

/// Whether a permutation of fewer than 32 elements is odd.
pub(crate) fn is_odd_permutation(permutation: impl IntoIterator<Item = usize>) -> bool {
    let mut seen = 0u32;
    permutation.into_iter().fold(false, |odd, value| {
        let larger_before = (seen >> value).count_ones();
        seen |= 1 << value;
        odd ^ (larger_before % 2 == 1)
    })
}
