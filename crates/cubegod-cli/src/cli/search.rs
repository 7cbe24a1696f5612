//! The arguments of `search`.

use super::values::{MAX_MATCHES, expression, formats, match_count, thread_count, whole_number};
use super::{OrientationArguments, OutputArguments, ReadArguments};
use clap::Args;
use cubegod::data::Expression;
use cubegod::formats::Format;
use cubegod::moves::FaceSet;

#[derive(Args)]
pub(crate) struct SearchArguments {
    /// A cube for the layout of the data and the colours of --up and --front
    ///
    /// Without it, the data is read as facelets unless --data-from is given, and faces are named U R F D L B.
    #[arg(value_name = "CUBE")]
    pub(crate) cube: Option<String>,

    /// The characters on the stickers: text, `@FILE` for a file, `-` for standard input
    #[arg(long, value_name = "TEXT", allow_hyphen_values = true, required = true)]
    pub(crate) data: Option<String>,

    /// The layout of the data [default: that of the cube, else facelets]
    #[arg(long, value_name = "FORMAT", value_parser = formats(), hide_possible_values = true, ignore_case = true)]
    pub(crate) data_from: Option<Format>,

    /// The text to find after some moves
    #[arg(long, value_name = "REGEX", value_parser = expression)]
    pub(crate) grep: Expression,

    /// The most moves; each further move takes thirteen times as long (3x3)
    #[arg(long, value_name = "N", default_value_t = 5, value_parser = whole_number::<usize>, allow_negative_numbers = true)]
    pub(crate) depth: usize,

    /// Turn only these faces, such as URF
    #[arg(long, value_name = "FACES", default_value_t = FaceSet::ALL)]
    pub(crate) faces: FaceSet,

    #[command(flatten)]
    pub(crate) orientation: OrientationArguments,

    /// Stop after N different texts [default: a million]
    #[arg(long, value_name = "N", default_value_t = MAX_MATCHES, hide_default_value = true, value_parser = match_count, allow_negative_numbers = true)]
    pub(crate) limit: usize,

    /// The number of threads [default: one per core]
    #[arg(long, value_name = "N", value_parser = thread_count, allow_negative_numbers = true)]
    pub(crate) threads: Option<usize>,

    #[command(flatten)]
    pub(crate) read: ReadArguments,
    #[command(flatten)]
    pub(crate) output: OutputArguments,
}
