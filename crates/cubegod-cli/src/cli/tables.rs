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
    /// List all tables: what they are for, and whether they are ready
    #[command(after_long_help = help::tables_list())]
    List(TablesListArguments),
    /// Build and cache tables that are not ready
    #[command(after_long_help = help::tables_build())]
    Build(TablesNamesArguments),
    /// Read and check every cached table
    #[command(after_long_help = help::tables_verify())]
    Verify(TablesNamesArguments),
    /// Remove cached tables and leftovers of interrupted builds
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
    /// The tables [default: all; with `build`, the usual ones]
    #[arg(value_name = "NAME", value_parser = table_names())]
    pub(crate) names: Vec<String>,

    #[command(flatten)]
    pub(crate) output: OutputArguments,
}
