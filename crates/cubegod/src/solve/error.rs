//! The error of all solvers.

use crate::cancellation::Cancelled;
use crate::geometry::Size;
use crate::moves::{Alg, FaceSet, Metric};
use crate::view::UnsupportedSize;

/// The error for a legal cube that was not solved.
#[derive(Clone, Debug, Eq, PartialEq, thiserror::Error)]
pub enum SolveError {
    /// The target has another size.
    #[error("a {cube} cube can't be turned into a {target} target")]
    OtherSize {
        /// The size of the cube.
        cube: Size,
        /// The size of the target.
        target: Size,
    },
    /// The allowed faces do not solve the cube.
    #[error("turning {faces} alone does not solve this cube{}", if *exact { " in this orientation" } else { "" })]
    Unsolvable {
        /// The allowed faces.
        faces: FaceSet,
        /// Whether an exact orientation was required.
        exact: bool,
    },
    /// A search with restricted faces found nothing.
    #[error("no solution that turns only {faces} was found; there may be none")]
    NothingFound {
        /// The allowed faces.
        faces: FaceSet,
    },
    /// A search with all faces found nothing, which is a bug.
    #[error("please report this: no solution was found")]
    Mistake,
    /// A 2x2 in arbitrary characters, which do not define an orientation.
    #[error("these characters do not show which way is up; write U R F D L B or W R G Y O B")]
    NoOrientation,
    /// No moves produce these stickers.
    #[error("no moves make this from a solved cube; expected a legal cube in the standard colours")]
    NoMoves,
    /// A size without a solver.
    #[error(transparent)]
    UnsupportedSize(#[from] UnsupportedSize),
    /// The search was cancelled before it found a solution.
    #[error("cancelled before a solution was found")]
    Cancelled,
    /// No solution within the maximum length was found.
    #[error("no solution within {max_length} moves{}", if *is_proven { " (proven)" } else { " was found" })]
    TooLong {
        /// The limit.
        max_length: usize,
        /// Whether it is proven that there is none.
        is_proven: bool,
        /// The shortest solution that was found.
        best: Option<Alg>,
    },
    /// A metric without an optimal solver for the 3x3.
    #[error("optimal solutions of a 3x3 are counted in htm or qtm, not {metric}")]
    OptimalMetric {
        /// The metric.
        metric: Metric,
    },
    /// Restricted faces, which the optimal solver of the 3x3 does not support.
    #[error("optimal solutions of a 3x3 turn all faces, not just {faces}")]
    OptimalFaces {
        /// The allowed faces.
        faces: FaceSet,
    },
}

impl From<Cancelled> for SolveError {
    fn from(Cancelled: Cancelled) -> SolveError {
        SolveError::Cancelled
    }
}
