//! The arguments of `serve`.

use super::TablesChoiceArguments;
use super::values::{duration, thread_count, whole_number};
use clap::Args;
use std::time::Duration;

#[derive(Args)]
pub(crate) struct WebArguments {
    /// Where to listen; port 0 is any free one
    #[arg(long, value_name = "ADDR", default_value = "127.0.0.1:8080")]
    pub(crate) listen: String,

    /// Let pages of this origin (such as https://example.org) read answers; `*` for all; may be repeated
    #[arg(long, value_name = "ORIGIN")]
    pub(crate) allow_origin: Vec<String>,

    /// How many requests are worked on at once [default: one for each core]
    #[arg(long, value_name = "N", value_parser = thread_count, allow_negative_numbers = true)]
    pub(crate) threads: Option<usize>,

    /// The most time for a request; a search that is not at its end by then answers with what it found
    #[arg(long, value_name = "TIME", default_value = "30s", value_parser = duration, allow_hyphen_values = true)]
    pub(crate) time_limit: Duration,

    /// How many requests may wait for others to be done
    #[arg(long, value_name = "N", default_value_t = 256, value_parser = whole_number::<usize>, allow_negative_numbers = true)]
    pub(crate) queue: usize,

    #[command(flatten)]
    pub(crate) tables: TablesChoiceArguments,

    /// No notes on standard error
    #[arg(short, long)]
    pub(crate) quiet: bool,
}
