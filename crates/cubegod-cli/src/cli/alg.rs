//! The arguments of `alg`.

use super::OutputArguments;
use super::values::{metrics, mirror_axes};
use clap::Args;
use cubegod::{Axis, Metric, Size};

#[derive(Args)]
pub(crate) struct AlgArguments {
    /// Sequences of moves: text, or one per line in `@FILE` or standard input (`-`)
    #[arg(value_name = "ALG", required = true)]
    pub(crate) algs: Vec<String>,

    /// Mirror the sequence, swapping the two faces of an axis
    #[arg(long, value_parser = mirror_axes(), ignore_case = true, value_name = "AXIS")]
    pub(crate) mirror: Option<Axis>,

    /// Invert the sequence
    #[arg(long)]
    pub(crate) invert: bool,

    /// Merge and cancel moves
    #[arg(long)]
    pub(crate) simplify: bool,

    /// Print the length in this metric
    #[arg(long, value_parser = metrics(), ignore_case = true)]
    pub(crate) metric: Option<Metric>,

    /// Print the order: the number of repetitions that restore the cube
    #[arg(long)]
    pub(crate) order: bool,

    /// The size of the cube for --simplify and --order
    #[arg(long, value_name = "SIZE", default_value = "3x3")]
    pub(crate) puzzle: Size,

    #[command(flatten)]
    pub(crate) output: OutputArguments,
}
