//! The arguments of `show`.

use super::values::{palettes, picture_width};
use super::{CubesArguments, DataArguments, OutputArguments, ReadArguments};
use clap::{Args, ValueEnum};
use cubegod::render::Palette;
use std::path::PathBuf;

#[derive(Args)]
pub(crate) struct ShowArguments {
    #[command(flatten)]
    pub(crate) cubes: CubesArguments,

    /// Write an SVG drawing of the one cube given (`-` for standard output)
    #[arg(long, value_name = "FILE", conflicts_with = "png")]
    pub(crate) svg: Option<PathBuf>,

    /// Write a PNG picture of the one cube given (`-` for standard output)
    #[arg(long, value_name = "FILE")]
    pub(crate) png: Option<PathBuf>,

    /// The projection of the picture
    #[arg(long, value_enum, ignore_case = true, default_value_t)]
    pub(crate) view: ViewChoice,

    /// Draw the back of the cube besides its front (with --view iso)
    #[arg(long)]
    pub(crate) back: bool,

    /// The width of the picture, in pixels
    #[arg(long, value_name = "PX", default_value_t = 480, value_parser = picture_width, allow_negative_numbers = true)]
    pub(crate) width: u32,

    /// Draw the letters of the colours
    #[arg(long, conflicts_with = "data")]
    pub(crate) letters: bool,

    /// The colour palette
    #[arg(long, value_parser = palettes(), ignore_case = true, default_value = "standard")]
    pub(crate) palette: Palette,

    #[command(flatten)]
    pub(crate) data: DataArguments,
    #[command(flatten)]
    pub(crate) read: ReadArguments,
    #[command(flatten)]
    pub(crate) output: OutputArguments,
}

#[derive(Copy, Clone, Debug, Default, PartialEq, ValueEnum)]
pub(crate) enum ViewChoice {
    /// Unfolded, with all faces
    #[default]
    Net,
    /// Isometric, three faces (pictures only)
    Iso,
}
