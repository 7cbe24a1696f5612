//! The arguments of `rotate`.

use super::OutputArguments;
use clap::Args;

#[derive(Args)]
pub(crate) struct RotateArguments {
    /// Arrays `cube[6][4]` of digits: text, `@FILE` for a file, `-` for standard input
    ///
    /// 24 digits: the faces front, right, back, left, up and down, each from left to right and from top to bottom. 0 is
    /// orange, 1 blue, 2 red, 3 green, 4 yellow, 5 white. Brackets, commas, blanks and line ends between them are optional.
    #[arg(value_name = "DIGITS")]
    pub(crate) digits: String,

    /// The moves: pairs `direction,step`, `Rotate(direction,step)` or `左顺1`; `@FILE` or `-` [default: none]
    ///
    /// The direction is 0 up, 1 down, 2 left or 3 right; the step is 1 to 3 quarter turns clockwise as seen from that side.
    #[arg(value_name = "PAIRS", default_value = "", hide_default_value = true)]
    pub(crate) pairs: String,

    /// Print each array as six lines of four digits
    #[arg(long)]
    pub(crate) print: bool,

    #[command(flatten)]
    pub(crate) output: OutputArguments,
}
