//! Notes about how a text was interpreted.

/// How an ambiguous text was interpreted.
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
    /// No reading of the data matches the expression.
    NoMatch,
}
