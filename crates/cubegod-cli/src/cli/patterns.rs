//! The arguments of `patterns`.

use super::OutputArguments;
use super::values::PatternNames;
use clap::Args;
use cubegod::patterns::Pattern;

#[derive(Args)]
pub(crate) struct PatternsArguments {
    /// Patterns to show, by any of their names [default: a list of all]
    #[arg(value_name = "NAME", value_parser = PatternNames, hide_possible_values = true)]
    pub(crate) patterns: Vec<&'static Pattern>,

    #[command(flatten)]
    pub(crate) output: OutputArguments,
}
