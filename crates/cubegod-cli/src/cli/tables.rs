//! The arguments of `tables`.

use super::OutputArguments;
use super::values::table_names;
use crate::help;
use clap::{Args, Subcommand};

#[derive(Args)]
pub(crate) struct TablesArguments {
    #[command(subcommand)]
    pub(crate) command: TablesCommand,
}

#[derive(Subcommand)]
pub(crate) enum TablesCommand {
    /// Say which tables there are, what they are for and whether they are ready
    #[command(after_long_help = help::tables_list())]
    List(TablesListArguments),
    /// Build tables that are not ready, and keep them
    #[command(after_long_help = help::tables_build())]
    Build(TablesNamesArguments),
    /// Read every table that is kept and check it
    #[command(after_long_help = help::tables_verify())]
    Verify(TablesNamesArguments),
    /// Remove tables that are kept, and what an interrupted build left behind
    #[command(after_long_help = help::tables_clear())]
    Clear(TablesNamesArguments),
}

#[derive(Args)]
pub(crate) struct TablesListArguments {
    #[command(flatten)]
    pub(crate) output: OutputArguments,
}

#[derive(Args)]
pub(crate) struct TablesNamesArguments {
    /// Which tables [default: all; with `build`, those that everybody needs]
    #[arg(value_name = "NAME", value_parser = table_names())]
    pub(crate) names: Vec<String>,

    #[command(flatten)]
    pub(crate) output: OutputArguments,
}
