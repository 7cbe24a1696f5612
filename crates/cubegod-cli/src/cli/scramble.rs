//! The arguments of `scramble`.

use super::OutputArguments;
use super::values::{axes, formats, whole_number};
use clap::Args;
use cubegod::formats::Format;
use cubegod::moves::{EndConstraints, FaceSet};
use cubegod::{Axis, Size};

#[derive(Args)]
pub(crate) struct ScrambleArguments {
    /// The size: 2x2 or 3x3
    #[arg(long, value_name = "SIZE", default_value = "3x3")]
    pub(crate) puzzle: Size,

    /// The number of scrambles
    #[arg(short, long, value_name = "N", default_value_t = 1, value_parser = whole_number::<u64>, allow_negative_numbers = true)]
    pub(crate) number: u64,

    /// The seed, for the same cubes each time; --json prints the seed that was used
    #[arg(long, value_name = "S", value_parser = whole_number::<u64>, allow_negative_numbers = true)]
    pub(crate) seed: Option<u64>,

    /// The layout to write: moves, or the cube after them
    #[arg(long, value_name = "FORMAT", value_parser = formats(), hide_possible_values = true, ignore_case = true, default_value = "moves")]
    pub(crate) to: Format,

    /// Do not begin with a move of this face or the opposite one: U, D, R, L, F or B
    #[arg(long, value_name = "AXIS", value_parser = axes(), hide_possible_values = true, ignore_case = true)]
    pub(crate) not_first: Option<Axis>,

    /// Do not end with a move of this face or the opposite one
    #[arg(long, value_name = "AXIS", value_parser = axes(), hide_possible_values = true, ignore_case = true)]
    pub(crate) not_last: Option<Axis>,

    /// The faces that the moves of a 2x2 turn [default: URF]
    #[arg(long, value_name = "FACES")]
    pub(crate) faces: Option<FaceSet>,

    #[command(flatten)]
    pub(crate) output: OutputArguments,
}

impl ScrambleArguments {
    pub(crate) fn ends(&self) -> EndConstraints {
        EndConstraints::new().not_first(self.not_first).not_last(self.not_last)
    }
}
