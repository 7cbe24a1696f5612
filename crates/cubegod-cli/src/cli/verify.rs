//! The arguments of `verify`.

use super::values::{thread_count, whole_number};
use super::{OutputArguments, TablesChoiceArguments};
use clap::Args;
use std::path::PathBuf;

#[derive(Args)]
pub(crate) struct VerifyArguments {
    /// Certificates as written by `solve --method optimal --certificate`, one per file; `-` for standard input
    #[arg(value_name = "FILE", required = true)]
    pub(crate) files: Vec<PathBuf>,

    /// Prove only that N moves are too few [default: one less than in the certificate]
    #[arg(long, value_name = "N", value_parser = whole_number::<usize>, allow_negative_numbers = true)]
    pub(crate) to: Option<usize>,

    /// The number of threads [default: one per core]
    #[arg(long, value_name = "N", value_parser = thread_count, allow_negative_numbers = true)]
    pub(crate) threads: Option<usize>,

    #[command(flatten)]
    pub(crate) tables: TablesChoiceArguments,
    #[command(flatten)]
    pub(crate) output: OutputArguments,
}
