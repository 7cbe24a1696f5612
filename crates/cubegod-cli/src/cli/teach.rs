//! The arguments of `teach`.

use super::values::{lesson_methods, metrics, palettes};
use super::{OutputArguments, ReadArguments};
use clap::{Args, ValueEnum};
use cubegod::Metric;
use cubegod::render::Palette;
use cubegod_teach::Method;
use std::path::PathBuf;

#[derive(Args)]
pub(crate) struct TeachArguments {
    /// Cubes: text, `@FILE` for a file, `-` for standard input; without one, --interactive asks for it
    #[arg(value_name = "CUBE", required_unless_present = "interactive")]
    pub(crate) cubes: Vec<String>,

    /// The method to teach [default: three-step for a 2x2, layers for a 3x3]
    #[arg(long, value_parser = lesson_methods(), ignore_case = true, value_name = "METHOD")]
    pub(crate) method: Option<Method>,

    /// The format of the lesson [default: from the ending of --out, else text]
    #[arg(long, value_enum, ignore_case = true, value_name = "FORMAT", conflicts_with = "json")]
    pub(crate) format: Option<FormatChoice>,

    /// Write the lesson to this file instead of standard output
    #[arg(short, long, value_name = "FILE")]
    pub(crate) out: Option<PathBuf>,

    /// Go through the lesson on the terminal: step by step, with reasons and practice
    #[arg(short, long, conflicts_with_all = ["out", "format", "json"])]
    pub(crate) interactive: bool,

    /// The metric for counting moves
    #[arg(long, value_parser = metrics(), ignore_case = true, default_value = "htm")]
    pub(crate) metric: Metric,

    /// The colour palette
    #[arg(long, value_parser = palettes(), ignore_case = true, default_value = "standard")]
    pub(crate) palette: Palette,

    #[command(flatten)]
    pub(crate) read: ReadArguments,
    #[command(flatten)]
    pub(crate) output: OutputArguments,
}

#[derive(Copy, Clone, Debug, PartialEq, ValueEnum)]
pub(crate) enum FormatChoice {
    /// Plain text with nets
    Text,
    /// JSON, one object per line
    Json,
    /// A self-contained page with pictures
    Html,
}
