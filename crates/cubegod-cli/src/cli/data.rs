//! The arguments about characters on the stickers.

use super::values::{expression, formats};
use clap::Args;
use cubegod::data::Expression;
use cubegod::formats::Format;

/// Characters on the stickers.
#[derive(Args)]
pub(crate) struct DataArguments {
    /// Characters on the stickers: text, `@FILE` for a file, `-` for standard input
    ///
    /// One per sticker, in the layout of the cube. A text with exactly one character per sticker is taken literally,
    /// including blanks; a net or boxes over several lines are read as such.
    #[arg(long, value_name = "TEXT", allow_hyphen_values = true)]
    pub(crate) data: Option<String>,

    /// The layout of the data [default: that of the cube; facelets for moves]
    #[arg(
        long,
        value_name = "FORMAT",
        value_parser = formats(),
        hide_possible_values = true,
        ignore_case = true,
        requires = "data"
    )]
    pub(crate) data_from: Option<Format>,
}

/// The orientation in which the data is read.
#[derive(Args)]
pub(crate) struct OrientationArguments {
    /// Read the data with the face of this colour up
    #[arg(long, value_name = "COLOUR", requires = "data")]
    pub(crate) up: Option<char>,

    /// Read the data with the face of this colour in front
    #[arg(long, value_name = "COLOUR", requires = "data")]
    pub(crate) front: Option<char>,
}

/// How the data of a solved cube is read.
#[derive(Args)]
pub(crate) struct ReadOutArguments {
    #[command(flatten)]
    pub(crate) data: DataArguments,

    #[command(flatten)]
    pub(crate) orientation: OrientationArguments,

    /// Read the data in all 24 orientations
    #[arg(long, requires = "data", conflicts_with_all = ["up", "front"])]
    pub(crate) all_orientations: bool,

    /// Print only readings that match, in all orientations unless --up or --front is given
    #[arg(long, value_name = "REGEX", value_parser = expression, requires = "data")]
    pub(crate) grep: Option<Expression>,
}
