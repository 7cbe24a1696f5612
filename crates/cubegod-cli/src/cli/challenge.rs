//! The arguments of `challenge`.

use super::values::{duration, move_range, regex, whole_number};
use super::{OutputArguments, TablesChoiceArguments};
use crate::help;
use clap::{Args, Subcommand};
use cubegod::Size;
use regex::Regex;
use std::ops::RangeInclusive;
use std::path::PathBuf;
use std::time::Duration;

#[derive(Args)]
pub(crate) struct ChallengeArguments {
    #[command(subcommand)]
    pub(crate) command: ChallengeCommand,
}

#[derive(Subcommand)]
pub(crate) enum ChallengeCommand {
    /// Serve the challenge to any number of players
    #[command(after_long_help = help::challenge_serve())]
    Serve(ServeArguments),
    /// Play a server to the end and print its flag
    #[command(after_long_help = help::challenge_play())]
    Play(PlayArguments),
    /// Check each answer of a saved game
    #[command(after_long_help = help::challenge_judge())]
    Judge(JudgeArguments),
}

#[derive(Args)]
pub(crate) struct ServeArguments {
    /// The address to listen at
    #[arg(long, value_name = "ADDR", default_value = "127.0.0.1:9999")]
    pub(crate) listen: String,

    /// Serve one player on standard input and output, for socat or xinetd
    #[arg(long, conflicts_with = "listen")]
    pub(crate) stdio: bool,

    /// The number of cubes to solve
    #[arg(long, value_name = "N", default_value_t = 100, value_parser = whole_number::<usize>, allow_negative_numbers = true)]
    pub(crate) rounds: usize,

    /// The time limit per answer
    #[arg(long, value_name = "TIME", default_value = "1s", value_parser = duration)]
    pub(crate) time_limit: Duration,

    /// The most moves of an answer [default: 11 for the 2x2, 30 for the 3x3]
    #[arg(long, value_name = "N", value_parser = whole_number::<usize>, allow_negative_numbers = true)]
    pub(crate) move_limit: Option<usize>,

    /// The number of hidden faces, 0 to 3
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = whole_number::<usize>, allow_negative_numbers = true)]
    pub(crate) hidden: usize,

    /// The number of random moves of a scramble: N, or a range
    #[arg(long, value_name = "N..M", default_value = "114..514", value_parser = move_range)]
    pub(crate) scramble: RangeInclusive<usize>,

    /// The size: 2x2 or 3x3
    #[arg(long, value_name = "SIZE", default_value = "2x2")]
    pub(crate) puzzle: Size,

    /// The flag for solving all cubes [default: the variable CUBEGOD_FLAG]
    #[arg(long, value_name = "TEXT")]
    pub(crate) flag: Option<String>,

    /// Read the flag from this file
    #[arg(long, value_name = "FILE", conflicts_with = "flag")]
    pub(crate) flag_file: Option<PathBuf>,

    /// Give the first, second, … player the same cubes in every run
    #[arg(long, value_name = "S", value_parser = whole_number::<u64>, allow_negative_numbers = true)]
    pub(crate) seed: Option<u64>,

    /// With --stdio and --seed: serve the cubes of this player, from 1
    #[arg(long, value_name = "N", requires_all = ["stdio", "seed"], value_parser = whole_number::<u64>, allow_negative_numbers = true)]
    pub(crate) player: Option<u64>,

    /// The most players at once
    #[arg(long, value_name = "N", default_value_t = 1000, value_parser = whole_number::<usize>, allow_negative_numbers = true)]
    pub(crate) players: usize,

    /// The most players at once from one address [default: a tenth of --players]
    #[arg(long, value_name = "N", value_parser = whole_number::<usize>, allow_negative_numbers = true)]
    pub(crate) players_per_address: Option<usize>,

    /// Trust this proxy (an address or a network) to name its players; may be repeated
    #[arg(long, value_name = "ADDR", conflicts_with = "stdio")]
    pub(crate) trusted_proxy: Vec<String>,

    /// No log
    #[arg(short, long)]
    pub(crate) quiet: bool,
}

#[derive(Args)]
pub(crate) struct PlayArguments {
    /// The server, as HOST:PORT
    #[arg(value_name = "HOST:PORT", required_unless_present = "exec")]
    pub(crate) address: Option<String>,

    /// Play against this program on its standard input and output
    #[arg(long, value_name = "COMMAND", conflicts_with = "address")]
    pub(crate) exec: Option<String>,

    /// Save the transcript to this file
    #[arg(long, value_name = "FILE")]
    pub(crate) transcript: Option<PathBuf>,

    /// A regular expression for the server's prompt [default: Enter your solution]
    #[arg(long, value_name = "REGEX", value_parser = regex)]
    pub(crate) prompt: Option<Regex>,

    /// The most time to wait for the server
    #[arg(long, value_name = "TIME", default_value = "30s", value_parser = duration)]
    pub(crate) timeout: Duration,

    /// The most time for a round, from one prompt to the next
    #[arg(long, value_name = "TIME", default_value = "5min", value_parser = duration)]
    pub(crate) round_timeout: Duration,

    /// The most rounds to play
    #[arg(long, value_name = "N", default_value_t = 10_000, value_parser = whole_number::<usize>, allow_negative_numbers = true)]
    pub(crate) max_rounds: usize,

    #[command(flatten)]
    pub(crate) tables: TablesChoiceArguments,
    #[command(flatten)]
    pub(crate) output: OutputArguments,
}

#[derive(Args)]
pub(crate) struct JudgeArguments {
    /// The saved game; `-` for standard input
    #[arg(value_name = "FILE")]
    pub(crate) file: PathBuf,

    /// The most moves of an answer [default: 11 for the 2x2, 30 for the 3x3]
    #[arg(long, value_name = "N", value_parser = whole_number::<usize>, allow_negative_numbers = true)]
    pub(crate) move_limit: Option<usize>,

    #[command(flatten)]
    pub(crate) output: OutputArguments,
}
