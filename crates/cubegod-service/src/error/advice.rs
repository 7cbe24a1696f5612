//! Advice about errors.

use crate::option::{OptionId, Setting};

/// What to do about an error.
#[derive(Clone, Debug, Eq, PartialEq)]
#[non_exhaustive]
pub enum Advice {
    /// The text can be read as moves.
    ReadAsMoves,
    /// A file has the name that was given as a cube; `reference` reads it.
    ReadFile {
        /// The edge's reference to the file.
        reference: String,
    },
    /// A setting that was probably intended.
    Use(Setting),
    /// The option that limited the search: a larger value may help.
    More(OptionId),
    /// Moves that were probably intended, in the usual notation.
    Moves(String),
    /// The text is too short for stickers and nothing else either; the advice lists what can be read.
    Readable,
}
