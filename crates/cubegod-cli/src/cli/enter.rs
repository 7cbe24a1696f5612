//! The arguments of `enter`.

use super::ColorChoice;
use super::values::{formats, small_sizes};
use clap::Args;
use cubegod::Size;
use cubegod::formats::Format;

#[derive(Args)]
pub(crate) struct EnterArguments {
    /// The size: 2x2 or 3x3
    #[arg(long, value_name = "SIZE", value_parser = small_sizes, default_value = "2x2")]
    pub(crate) puzzle: Size,

    /// The layout to write [default: digits for the 2x2, facelets for the 3x3]
    #[arg(long, value_name = "FORMAT", value_parser = formats(), hide_possible_values = true, ignore_case = true)]
    pub(crate) to: Option<Format>,

    /// Begin with these stickers, in the order of the questions
    ///
    /// `?` is an unknown sticker, `.` one not asked for yet. An entry that ends early prints the value to use.
    #[arg(long, value_name = "STICKERS")]
    pub(crate) begin_with: Option<String>,

    /// Print only errors, no questions, nets and hints
    #[arg(short, long)]
    pub(crate) quiet: bool,

    /// When to use colours
    #[arg(long, value_enum, ignore_case = true, value_name = "WHEN", default_value_t)]
    pub(crate) color: ColorChoice,
}
