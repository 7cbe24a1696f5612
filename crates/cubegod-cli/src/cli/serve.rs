//! The arguments of `serve`, and the limits that it shares with `engine`.

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

    /// Answer requests for this host, besides localhost and the address itself; `*` for all; may be repeated
    #[arg(long, value_name = "NAME")]
    pub(crate) allow_host: Vec<String>,

    /// The most time per request; a search that is not finished by then returns the best solution so far
    #[arg(long, value_name = "TIME", default_value = "30s", value_parser = duration, allow_hyphen_values = true)]
    pub(crate) time_limit: Duration,

    #[command(flatten)]
    pub(crate) limits: LimitArguments,

    #[command(flatten)]
    pub(crate) tables: TablesChoiceArguments,

    /// No notes on standard error
    #[arg(short, long)]
    pub(crate) quiet: bool,
}

/// The limits of a server.
#[derive(Args)]
#[group(id = "limits", multiple = true)]
pub(crate) struct LimitArguments {
    /// The number of threads for each of quick requests, short searches and long searches [default: one per core]
    #[arg(long, value_name = "N", value_parser = thread_count, allow_negative_numbers = true)]
    pub(crate) threads: Option<usize>,

    /// The number of searches that may wait, a quarter of them from one address [default: 256]
    #[arg(long, value_name = "N", value_parser = whole_number::<usize>, allow_negative_numbers = true)]
    pub(crate) queue: Option<usize>,

    /// The number of long searches per address that run at once [default: half of the threads]
    #[arg(long, value_name = "N", value_parser = thread_count, allow_negative_numbers = true)]
    pub(crate) searches_per_address: Option<usize>,

    /// The number of connections [default: 4096 for serve, 1024 for engine]
    #[arg(long, value_name = "N", value_parser = whole_number::<usize>, allow_negative_numbers = true)]
    pub(crate) connections: Option<usize>,

    /// The number of connections per address [default: a quarter of all]
    #[arg(long, value_name = "N", value_parser = whole_number::<usize>, allow_negative_numbers = true)]
    pub(crate) connections_per_address: Option<usize>,

    /// Trust this proxy (an address or a network) to name its clients; may be repeated
    #[arg(long, value_name = "ADDR")]
    pub(crate) trusted_proxy: Vec<String>,
}
