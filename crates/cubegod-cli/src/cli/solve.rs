//! The arguments of `solve`.

use super::values::{duration, length_limit, methods, metrics, solution_count, thread_count, whole_number};
use super::{CubesArguments, OutputArguments, ReadArguments, ReadOutArguments, TablesChoiceArguments};
use clap::Args;
use cubegod::Metric;
use cubegod::moves::FaceSet;
use cubegod_service::solve::Method;
use std::path::PathBuf;
use std::time::Duration;

#[derive(Args)]
pub(crate) struct SolveArguments {
    #[command(flatten)]
    pub(crate) cubes: CubesArguments,

    /// The solving method
    #[arg(long, value_name = "METHOD", value_parser = methods(), ignore_case = true, default_value = "fast")]
    pub(crate) method: Method,

    /// After the solution, print each stage of `--method layers`, `cfop` or `three-step` and the number of moves
    #[arg(long)]
    pub(crate) stages: bool,

    /// End white up, green front, instead of in any orientation (2x2)
    #[arg(long)]
    pub(crate) exact: bool,

    /// Solve towards this cube instead of the solved one
    #[arg(long, value_name = "CUBE")]
    pub(crate) target: Option<String>,

    /// Turn only these faces, such as URF (2x2) or URFDL (3x3)
    #[arg(long, value_name = "FACES", default_value_t = FaceSet::ALL)]
    pub(crate) faces: FaceSet,

    /// The metric (without --method optimal, the search of the 3x3 uses htm and only the length is counted)
    #[arg(long, value_parser = metrics(), ignore_case = true)]
    pub(crate) metric: Option<Metric>,

    /// Stop at the first solution this short; exit with 1 if there is none [default: 19; none with --budget, --nodes or a 2x2]
    #[arg(long, value_name = "N", value_parser = length_limit, allow_negative_numbers = true)]
    pub(crate) max_length: Option<usize>,

    /// Print N different solutions, the shortest first (3x3)
    #[arg(long, value_name = "N", value_parser = solution_count, allow_negative_numbers = true, conflicts_with_all = ["all", "count", "distance"])]
    pub(crate) solutions: Option<usize>,

    /// The most time to search or prove, per cube (3x3) [default: 100ms; 1min with --max-length; no limit with
    /// --method optimal]
    #[arg(long, value_name = "TIME", value_parser = duration, allow_hyphen_values = true)]
    pub(crate) budget: Option<Duration>,

    /// The number of nodes to search, per cube: the same answer on every machine (3x3)
    #[arg(long, value_name = "N", value_parser = whole_number::<u64>, allow_negative_numbers = true, conflicts_with = "budget")]
    pub(crate) nodes: Option<u64>,

    /// Is there a solution of this many moves at most? (--method optimal)
    #[arg(long, value_name = "N", value_parser = whole_number::<usize>, allow_negative_numbers = true)]
    pub(crate) at_most: Option<usize>,

    /// Every shortest solution, one per line (2x2; 3x3 with --method optimal)
    #[arg(long)]
    pub(crate) all: bool,

    /// With --all or --count, one solution per symmetry class (3x3 with --method optimal)
    #[arg(long)]
    pub(crate) essential: bool,

    /// Among the shortest solutions, those with the fewest quarter turns (--method optimal)
    #[arg(long)]
    pub(crate) fewest_quarter_turns: bool,

    /// Print only the number of shortest solutions (2x2; 3x3 with --method optimal)
    #[arg(long, conflicts_with_all = ["all", "data"])]
    pub(crate) count: bool,

    /// Print only the number of moves needed (2x2; 3x3 with --method optimal)
    #[arg(long, conflicts_with_all = ["all", "count", "data"])]
    pub(crate) distance: bool,

    /// Solve every legal cube that fits the known stickers
    #[arg(long)]
    pub(crate) each: bool,

    /// Solve one of the legal cubes that fit the known stickers
    #[arg(long, conflicts_with = "each")]
    pub(crate) any: bool,

    /// The number of threads [default: one per core; 1 for a single 3x3 with --nodes or without --method optimal]
    #[arg(long, value_name = "N", value_parser = thread_count, allow_negative_numbers = true)]
    pub(crate) threads: Option<usize>,

    /// Write a certificate of the proof to this file, in JSON, for `cubegod verify` (one 3x3 with --method optimal)
    #[arg(
        long,
        value_name = "FILE",
        conflicts_with_all = ["at_most", "all", "fewest_quarter_turns", "count", "distance", "each"]
    )]
    pub(crate) certificate: Option<PathBuf>,

    #[command(flatten)]
    pub(crate) read_out: ReadOutArguments,
    #[command(flatten)]
    pub(crate) tables: TablesChoiceArguments,
    #[command(flatten)]
    pub(crate) read: ReadArguments,
    #[command(flatten)]
    pub(crate) output: OutputArguments,
}
