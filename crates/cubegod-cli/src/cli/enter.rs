//! The arguments of `enter`.

use super::ColorChoice;
use super::values::{formats, small_sizes};
use clap::Args;
use cubegod::Size;
use cubegod::formats::Format;

#[derive(Args)]
pub(crate) struct EnterArguments {
    /// Which cube: 2x2 or 3x3
    #[arg(long, value_name = "SIZE", value_parser = small_sizes, default_value = "2x2")]
    pub(crate) puzzle: Size,

    /// The layout to write [default: digits for the 2x2, facelets for the 3x3]
    #[arg(long, value_name = "FORMAT", value_parser = formats(), hide_possible_values = true, ignore_case = true)]
    pub(crate) to: Option<Format>,

    /// Begin with these stickers, in the order in which they are asked for
    ///
    /// `?` is one that nobody knows, `.` one that was not asked for yet. An entry that was ended tells what to begin with.
    #[arg(long, value_name = "STICKERS")]
    pub(crate) begin_with: Option<String>,

    /// No questions, nets and remarks, but for what is wrong
    #[arg(short, long)]
    pub(crate) quiet: bool,

    /// When to use colours
    #[arg(long, value_enum, ignore_case = true, value_name = "WHEN", default_value_t)]
    pub(crate) color: ColorChoice,
}
