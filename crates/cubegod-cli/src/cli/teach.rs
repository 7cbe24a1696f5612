//! The arguments of `teach`.

use super::show::PaletteChoice;
use super::values::metrics;
use super::{OutputArguments, ReadArguments};
use clap::{Args, ValueEnum};
use cubegod::Metric;
use cubegod_teach::Method;
use std::path::PathBuf;

#[derive(Args)]
pub(crate) struct TeachArguments {
    /// Cubes: text, `@FILE` for a file, `-` for standard input; without one, --interactive asks for it
    #[arg(value_name = "CUBE", required_unless_present = "interactive")]
    pub(crate) cubes: Vec<String>,

    /// The method to teach [default: three-step for a 2x2, layers for a 3x3]
    #[arg(long, value_enum, ignore_case = true, value_name = "METHOD")]
    pub(crate) method: Option<MethodChoice>,

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
    #[arg(long, value_enum, ignore_case = true, default_value_t)]
    pub(crate) palette: PaletteChoice,

    #[command(flatten)]
    pub(crate) read: ReadArguments,
    #[command(flatten)]
    pub(crate) output: OutputArguments,
}

#[derive(Copy, Clone, Debug, PartialEq, ValueEnum)]
pub(crate) enum MethodChoice {
    /// White layer, yellow stickers up, last layer (2x2)
    ThreeStep,
    /// Layer by layer, with four algorithms (3x3)
    Layers,
    /// Cross, pairs, and two of 78 algorithms for the last layer (3x3)
    Cfop,
}

impl From<MethodChoice> for Method {
    fn from(choice: MethodChoice) -> Method {
        match choice {
            MethodChoice::ThreeStep => Method::ThreeStep,
            MethodChoice::Layers => Method::Layers,
            MethodChoice::Cfop => Method::Cfop,
        }
    }
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
