//! The arguments of `batch`.

use super::values::{duration, kinds, length_limit, methods, metrics, thread_count, whole_number};
use super::{OutputArguments, ReadArguments, TablesChoiceArguments};
use clap::Args;
use cubegod::Metric;
use cubegod::moves::FaceSet;
use cubegod_columns::files::Kind;
use cubegod_service::solve::Method;
use std::path::PathBuf;
use std::time::Duration;

/// The shortest time of --keep-every: a shorter one would write a file for each row.
const MIN_KEEP_EVERY: Duration = Duration::from_millis(100);

fn keep_every(text: &str) -> Result<Duration, String> {
    match duration(text)? {
        time if time < MIN_KEEP_EVERY => Err("expected 100ms or more; each time a file is written".into()),
        time => Ok(time),
    }
}

/// Cubes from file to file.
#[derive(Args)]
pub(crate) struct BatchArguments {
    /// The file with the cubes: .txt, .csv (with a line of column names), .jsonl, .ndjson or .parquet
    ///
    /// A text file has cubes as `solve @FILE` reads them. In other files each row has a 2x2 or a 3x3 in any layout in one
    /// column; in columns of bytes, 24 or 54 letters or numbers of colours (0 to 5 for U R F D L B, 255 for unknown).
    #[arg(value_name = "IN")]
    pub(crate) input: PathBuf,

    /// The file to write, of the same kind as the input or another
    ///
    /// It has the columns of the input, then `solution`, `length` and `error`; a text file has one line per cube, its
    /// solution or `error: ` and a message. It appears when all cubes are solved. Until then, solved rows are kept in the folder
    /// OUT.parts, and the same command continues from there.
    #[arg(value_name = "OUT")]
    pub(crate) target_file: PathBuf,

    /// The kind of IN, and of OUT if its name does not say [default: by the names of the files]
    #[arg(long, value_name = "KIND", value_parser = kinds())]
    pub(crate) kind: Option<Kind>,

    /// The column with the cubes
    #[arg(long, value_name = "NAME", default_value = "cube")]
    pub(crate) column: String,

    /// Replace an existing output
    #[arg(long)]
    pub(crate) overwrite: bool,

    /// Delete what an earlier run left in OUT.parts, and start over
    #[arg(long)]
    pub(crate) restart: bool,

    /// Keep solved rows in OUT.parts after this long at the latest: more is lost only if it is solved faster
    #[arg(long, value_name = "TIME", value_parser = keep_every, allow_hyphen_values = true, default_value = "20s")]
    pub(crate) keep_every: Duration,

    /// How cubes are solved
    #[arg(long, value_name = "METHOD", value_parser = methods(), ignore_case = true, default_value = "fast")]
    pub(crate) method: Method,

    /// End white up and green in front, not just with every face of one colour (2x2)
    #[arg(long)]
    pub(crate) exact: bool,

    /// End as this cube instead of a solved one
    #[arg(long, value_name = "CUBE")]
    pub(crate) target: Option<String>,

    /// Turn only these faces, such as URF (2x2) or URFDL (3x3)
    #[arg(long, value_name = "FACES", default_value_t = FaceSet::ALL)]
    pub(crate) faces: FaceSet,

    /// What counts as a move (without --method optimal, the 3x3 is searched in half turns)
    #[arg(long, value_parser = metrics(), ignore_case = true)]
    pub(crate) metric: Option<Metric>,

    /// Accept the first solution this short; a row without one has an error [default: 21 for a 3x3; none with --budget]
    #[arg(long, value_name = "N", value_parser = length_limit, allow_negative_numbers = true)]
    pub(crate) max_length: Option<usize>,

    /// Look for shorter solutions of each cube, or prove that there are none, for this long at most (3x3)
    #[arg(long, value_name = "TIME", value_parser = duration, allow_hyphen_values = true)]
    pub(crate) budget: Option<Duration>,

    /// The number of nodes to search, per cube: the same answer on every machine (3x3)
    #[arg(long, value_name = "N", value_parser = whole_number::<u64>, allow_negative_numbers = true, conflicts_with = "budget")]
    pub(crate) nodes: Option<u64>,

    /// Where several cubes fit the known stickers, solve the first of them; without it, such a row has an error
    #[arg(long)]
    pub(crate) any: bool,

    /// The number of threads [default: one per core]
    #[arg(long, value_name = "N", value_parser = thread_count, allow_negative_numbers = true)]
    pub(crate) threads: Option<usize>,

    #[command(flatten)]
    pub(crate) tables: TablesChoiceArguments,
    #[command(flatten)]
    pub(crate) read: ReadArguments,
    #[command(flatten)]
    pub(crate) output: OutputArguments,
}
