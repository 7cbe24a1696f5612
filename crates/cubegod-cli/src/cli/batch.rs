//! The arguments of `solve` for cubes in the columns of files.

use clap::Args;
use std::path::PathBuf;

/// What does not go with `--batch`: it gives one solution for each row.
const CONFLICTS: [&str; 15] = [
    "cubes",
    "stages",
    "target",
    "faces",
    "solutions",
    "all",
    "count",
    "distance",
    "each",
    "any",
    "resume",
    "data",
    "at_most",
    "fewest_quarter_turns",
    "certificate",
];

/// Cubes in a column of a file.
#[derive(Args)]
pub(crate) struct BatchArguments {
    /// Solve the cubes in a column of this file: .parquet, .csv (with a line of names), .jsonl or .ndjson
    ///
    /// Each row is a 2x2 or a 3x3 in any layout; in columns of bytes, 24 or 54 letters or numbers of colours (0 to 5 for U R F D
    /// L B, 255 for unknown). Unless --max-length or --budget say otherwise, a 3x3 gets at most 21 moves.
    #[arg(long, value_name = "IN", requires = "out", conflicts_with_all = CONFLICTS)]
    pub(crate) batch: Option<PathBuf>,

    /// Write the rows of --batch with their solutions to this file, of the same kind as the input or another
    ///
    /// It has the columns of the input, then `solution`, `length` and `error`. It appears when all is done; until then,
    /// what is solved is kept in the folder OUT.parts, and the same command goes on from there.
    #[arg(long, value_name = "OUT", requires = "batch")]
    pub(crate) out: Option<PathBuf>,

    /// The column with the cubes [default: cube]
    #[arg(long, value_name = "NAME", requires = "batch")]
    pub(crate) column: Option<String>,

    /// Replace the output if it is there already
    #[arg(long, requires = "batch")]
    pub(crate) overwrite: bool,

    /// Throw away what an earlier run of --batch left in OUT.parts, and begin anew
    #[arg(long, requires = "batch")]
    pub(crate) restart: bool,
}
