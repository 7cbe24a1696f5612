//! What the writer of a cube should know about how it was read.

/// How a text was interpreted, where it could be understood in another way.
#[derive(Clone, Debug, Eq, PartialEq)]
#[non_exhaustive]
pub enum Note {
    /// A choice that the reader made.
    Reading(cubegod::reading::Note),
    /// Several lines were read as one sequence of moves.
    LinesOfMoves {
        /// The number of lines.
        lines: usize,
    },
}
