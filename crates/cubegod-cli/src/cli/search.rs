//! The arguments of `search`.

use super::values::{MOST_FINDS, expression, finds_count, formats, thread_count, whole_number};
use super::{OrientationArguments, OutputArguments, ReadArguments};
use clap::Args;
use cubegod::data::Expression;
use cubegod::formats::Format;
use cubegod::moves::FaceSet;

#[derive(Args)]
pub(crate) struct SearchArguments {
    /// The cube that carries the data: its layout is that of the data, its colours are those of --up and --front
    ///
    /// Without it, the data is facelets unless --data-from says otherwise, and faces are called U R F D L B.
    #[arg(value_name = "CUBE")]
    pub(crate) cube: Option<String>,

    /// The characters on the stickers: text, `@FILE` for a file, `-` for standard input
    #[arg(long, value_name = "TEXT", allow_hyphen_values = true, required = true)]
    pub(crate) data: Option<String>,

    /// The layout of the data [default: that of the cube, else facelets]
    #[arg(long, value_name = "FORMAT", value_parser = formats(), hide_possible_values = true, ignore_case = true)]
    pub(crate) data_from: Option<Format>,

    /// What the data should say after some turns
    #[arg(long, value_name = "REGEX", value_parser = expression)]
    pub(crate) grep: Expression,

    /// The most turns: each one more takes thirteen times as long (3x3)
    #[arg(long, value_name = "N", default_value_t = 5, value_parser = whole_number::<usize>, allow_negative_numbers = true)]
    pub(crate) depth: usize,

    /// Turn only these faces, such as URF
    #[arg(long, value_name = "FACES", default_value_t = FaceSet::ALL)]
    pub(crate) faces: FaceSet,

    #[command(flatten)]
    pub(crate) orientation: OrientationArguments,

    /// Stop after so many different texts [default: a million]
    #[arg(long, value_name = "N", default_value_t = MOST_FINDS, hide_default_value = true, value_parser = finds_count, allow_negative_numbers = true)]
    pub(crate) limit: usize,

    /// On how many threads positions are read [default: one for each core]
    #[arg(long, value_name = "N", value_parser = thread_count, allow_negative_numbers = true)]
    pub(crate) threads: Option<usize>,

    #[command(flatten)]
    pub(crate) read: ReadArguments,
    #[command(flatten)]
    pub(crate) output: OutputArguments,
}
