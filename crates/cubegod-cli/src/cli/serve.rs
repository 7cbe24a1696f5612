//! The arguments of `serve`.

use super::TablesChoiceArguments;
use super::values::{duration, thread_count, whole_number};
use clap::Args;
use std::time::Duration;

#[derive(Args)]
pub(crate) struct WebArguments {
    /// The address to listen at; port 0 chooses a free port
    #[arg(long, value_name = "ADDR", default_value = "127.0.0.1:8080")]
    pub(crate) listen: String,

    /// Allow pages of this origin (such as https://example.org) to call the API; `*` for all; may be repeated
    #[arg(long, value_name = "ORIGIN")]
    pub(crate) allow_origin: Vec<String>,

    /// The number of requests processed at once [default: one per core]
    #[arg(long, value_name = "N", value_parser = thread_count, allow_negative_numbers = true)]
    pub(crate) threads: Option<usize>,

    /// The most time per request; a search that is not finished by then returns the best solution so far
    #[arg(long, value_name = "TIME", default_value = "30s", value_parser = duration, allow_hyphen_values = true)]
    pub(crate) time_limit: Duration,

    /// The number of requests that may wait
    #[arg(long, value_name = "N", default_value_t = 256, value_parser = whole_number::<usize>, allow_negative_numbers = true)]
    pub(crate) queue: usize,

    #[command(flatten)]
    pub(crate) tables: TablesChoiceArguments,

    /// No notes on standard error
    #[arg(short, long)]
    pub(crate) quiet: bool,
}
