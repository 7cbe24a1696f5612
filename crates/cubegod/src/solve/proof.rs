//! No shorter solution of a 3x3: a proof that owes nothing to [`optimal`](super::optimal), slower, and plain enough to be
//! checked by reading.
//!
//! Every sequence of turns of some length is tried, but for those that cannot end solved:
//!
//! - **Twice the same face in a row** is one turn or none: a shorter sequence. **Opposite faces** may be turned in either
//!   order; one of the two is tried.
//! - **Too far from phase 2.** A solved cube is in the subgroup of the second phase of [`two_phase`](super::two_phase),
//!   along each of the three axes. Who is farther from it than there are turns left does not come home.
//! - **Too far by one.** The last turn, of whichever face, is a turn of that subgroup along its own axis. So before it the cube was
//!   there already: along some axis phase 2 is nearer than home. If all three are as far as there are turns left, and
//!   that is not 0, one turn is missing.
//! - **Too far for the corners.** They are a pocket cube, and whatever solves the cube solves them. All 3,674,160 are known
//!   ([`pocket`](super::pocket)), counted in half turns or in quarter turns.
//! - **The inverse** of a cube is solved by the same turns backwards, so what is said of phase 2 holds for it as well.
//!
//! Distances to phase 2 count half turns as one. Counted in quarter turns no sequence is shorter than that, so that all of
//! this is true of quarter turns too, only weaker. But every quarter turn changes the parity of the corners, so that every
//! other length is out of the question.

mod bound;
mod positions;
mod search;
mod share;
#[cfg(test)]
mod tests;

pub use search::{GoOn, Proof, Standing, Verdict};
