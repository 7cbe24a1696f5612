//! Independent proof that a 3x3 has no shorter solution. The search shares neither tables nor pruning rules with
//! [`optimal`](super::optimal); it is slower, but simple enough to be verified by reading.
//!
//! It tries every sequence of face turns of a length, except those that cannot solve the cube:
//!
//! - **The same face twice in a row** is one turn or none, so a shorter sequence has the same effect. **Opposite faces** commute; only
//!   one order is tried.
//! - **Distance to phase 2.** A solved cube is in the subgroup of the second phase of [`two_phase`](super::two_phase) along each of the
//!   three axes. A cube that is farther from it along some axis than there are turns left cannot be solved with them.
//! - **One more than that distance.** The last turn is in that subgroup along the axis of its own face. So the cube reaches the subgroup
//!   along that axis one turn before the end. If all three distances equal the number of turns left, and it is not 0, one turn is
//!   missing.
//! - **Corners.** They form a pocket cube, which every solution solves. The distances of all 3,674,160 pocket cubes are known
//!   ([`pocket`](super::pocket)), in half turns and in quarter turns.
//! - **The inverse** of a cube is solved by the inverse of the sequence, so its distances to phase 2 are lower bounds as well.
//!
//! Distances to phase 2 are in half-turn metric. No sequence is shorter in quarter turns than in half turns, so they are valid bounds in
//! quarter turns too, only weaker. There, every turn changes the parity of the corners, which excludes every other length.

mod bound;
mod depth_first;
mod search;
mod tasks;
#[cfg(test)]
mod tests;

pub use search::{Progress, ProgressFn, Proof, Verdict};
