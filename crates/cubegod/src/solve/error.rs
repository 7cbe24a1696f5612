//! Cubes that can't be solved as asked, in the sentences of every edge.

use crate::geometry::Size;
use crate::moves::{Alg, FaceSet, Metric};
use crate::view::UnsupportedSize;

/// Why a real cube is not solved.
#[derive(Clone, Debug, Eq, PartialEq, thiserror::Error)]
pub enum SolveError {
    /// A target of another size.
    #[error("a {cube} cube can't be turned into a {target} target")]
    OtherSize {
        /// What the cube is.
        cube: Size,
        /// What it was to become.
        target: Size,
    },
    /// The faces that may be turned do not solve it.
    #[error("turning {faces} alone does not solve this cube{}", if *exact { " in this orientation" } else { "" })]
    Unsolvable {
        /// The faces.
        faces: FaceSet,
        /// Whether one orientation was asked for.
        exact: bool,
    },
    /// The search with some faces ended with nothing.
    #[error("no solution that turns only {faces} was found; there may be none")]
    NothingFound {
        /// The faces.
        faces: FaceSet,
    },
    /// A search with all faces ended with nothing, which can't be.
    #[error("please report this: no solution was found")]
    Mistake,
    /// A pocket cube in characters of the writer's own, which its corners tell apart however it is held.
    #[error("which way is up can't be told from these characters; write U R F D L B or W R G Y O B")]
    NoOrientation,
    /// No moves make these stickers.
    #[error("no moves make this from a solved cube; expected one real cube in the usual colours")]
    NoMoves,
    /// A size that is not solved.
    #[error(transparent)]
    UnsupportedSize(#[from] UnsupportedSize),
    /// The search was cancelled before it found a solution.
    #[error("cancelled before a solution was found")]
    Cancelled,
    /// No solution is as short as it should be, or none was found within the limits.
    #[error("no solution within {max_length} moves{}", if *is_proven { " (proven)" } else { " was found" })]
    TooLong {
        /// The limit.
        max_length: usize,
        /// Whether there is none; otherwise that is not known.
        is_proven: bool,
        /// The shortest solution that was found.
        best: Option<Alg>,
    },
    /// A metric that optimal solutions of a 3x3 are not found in.
    #[error("optimal solutions of a 3x3 are counted in htm or qtm, not {metric}")]
    OptimalMetric {
        /// The metric.
        metric: Metric,
    },
    /// Some faces, where optimal solutions of a 3x3 turn all of them.
    #[error("optimal solutions of a 3x3 turn all faces, not just {faces}")]
    OptimalFaces {
        /// The faces.
        faces: FaceSet,
    },
}
