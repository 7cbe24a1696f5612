//! The command line: every command, and the arguments that commands share.

mod alg;
mod batch;
mod challenge;
mod data;
mod enter;
mod patterns;
mod rotate;
mod scramble;
mod search;
mod serve;
mod show;
mod solve;
mod tables;
mod teach;
mod values;
mod verify;

pub(crate) use alg::AlgArguments;
pub(crate) use batch::BatchArguments;
pub(crate) use challenge::{
    ChallengeArguments, ChallengeCommand, JudgeArguments, PlayArguments, ServeArguments,
};
pub(crate) use data::{DataArguments, OrientationArguments, ReadOutArguments};
pub(crate) use enter::EnterArguments;
pub(crate) use patterns::PatternsArguments;
pub(crate) use rotate::RotateArguments;
pub(crate) use scramble::ScrambleArguments;
pub(crate) use search::SearchArguments;
pub(crate) use serve::{LimitArguments, WebArguments};
pub(crate) use show::{ShowArguments, ViewChoice};
pub(crate) use solve::SolveArguments;
pub(crate) use tables::{TablesArguments, TablesCommand, TablesNamesArguments};
pub(crate) use teach::{FormatChoice, TeachArguments};
pub(crate) use verify::VerifyArguments;

use crate::help;
use clap::{ArgAction, Args, Parser, Subcommand, ValueEnum};
use cubegod::formats::Format;
use cubegod::moves::FaceSet;
use cubegod::{ReadOptions, Size};
use cubegod_service::TablesChoice;
use cubegod_service::convert::LetterChoice;
use cubegod_service::solve::Method;
use cubegod_teach::Language;
use std::path::PathBuf;
use std::time::Duration;
use values::{LanguageCodes, duration, formats, length_limit, letters, methods, tables_choice, whole_number};

/// Show, check, convert, turn, scramble, complete and solve 2x2 and 3x3 Rubik's cubes.
#[derive(Parser)]
#[command(name = "cubegod", version, after_help = help::OVERVIEW, max_term_width = 100)]
#[command(disable_help_subcommand = false, propagate_version = false)]
pub(crate) struct Cli {
    /// The language of messages [default: that of the locale]
    #[arg(long, global = true, value_name = "LANG", value_parser = LanguageCodes, ignore_case = true)]
    pub(crate) lang: Option<Language>,

    #[command(subcommand)]
    pub(crate) command: Command,
}

#[derive(Subcommand)]
pub(crate) enum Command {
    /// Show cubes as coloured nets, or draw one as a picture
    #[command(after_long_help = help::show())]
    Show(ShowArguments),
    /// Check whether cubes are legal; if not, list the flaws and a repair
    #[command(after_long_help = help::check())]
    Check(CheckArguments),
    /// Write cubes in another layout
    #[command(after_long_help = help::convert())]
    Convert(ConvertArguments),
    /// Apply moves to cubes
    #[command(after_long_help = help::apply())]
    Apply(ApplyArguments),
    /// Turn layers of the array `cube[6][4]` (2x2) as `Rotate(direction, step)` does
    #[command(after_long_help = help::rotate())]
    Rotate(RotateArguments),
    /// Rewrite, undo, mirror, shorten and count sequences of moves
    #[command(after_long_help = help::alg())]
    Alg(AlgArguments),
    /// Generate random-state scrambles
    #[command(after_long_help = help::scramble())]
    Scramble(ScrambleArguments),
    /// Type in a cube face by face, with checks and corrections
    #[command(after_long_help = help::enter())]
    Enter(EnterArguments),
    /// Fill in unknown stickers: count and list the legal cubes that fit
    #[command(after_long_help = help::complete())]
    Complete(CompleteArguments),
    /// Solve cubes: the 2x2 in the fewest moves, the 3x3 in few or the fewest
    #[command(after_long_help = help::solve())]
    Solve(Box<SolveArguments>),
    /// Solve a file of cubes into another one; an interrupted run continues
    #[command(after_long_help = help::batch())]
    Batch(Box<BatchArguments>),
    /// Independently verify that certified solutions are optimal
    #[command(after_long_help = help::verify())]
    Verify(VerifyArguments),
    /// Explain a human solution of a cube, step by step
    #[command(after_long_help = help::teach())]
    Teach(TeachArguments),
    /// List well-known patterns, or show them with their moves
    #[command(after_long_help = help::patterns())]
    Patterns(PatternsArguments),
    /// Search for moves after which the characters on the stickers match
    #[command(after_long_help = help::search())]
    Search(SearchArguments),
    /// Judge a contest's data sets: is each cube solved after its operations?
    #[command(after_long_help = help::judge())]
    Judge(ContestArguments),
    /// Solve cubes line by line, on standard input and output or a socket
    #[command(after_long_help = help::engine())]
    Engine(EngineArguments),
    /// Serve the web page and the HTTP API
    #[command(after_long_help = help::serve())]
    Serve(WebArguments),
    /// The five-faces challenge: serve it, play it, judge a saved game
    #[command(after_long_help = help::challenge())]
    Challenge(ChallengeArguments),
    /// List, build, verify and remove the solvers' tables
    #[command(after_long_help = help::tables())]
    Tables(TablesArguments),
    /// Write a completion script for a shell
    #[command(after_long_help = help::completions())]
    Completions(CompletionsArguments),
    /// Write the manual pages
    #[command(after_long_help = help::man())]
    Man(ManArguments),
}

/// The cubes to read.
#[derive(Args)]
pub(crate) struct CubesArguments {
    /// Cubes: text, `@FILE` for a file, `-` for standard input
    ///
    /// Each may hold many cubes: one per line, or blocks with blank lines between them. The layout is detected
    /// automatically; --from overrides it. Unknown stickers are `?`, `*` or `.`. Moves and names of patterns (`superflip`)
    /// are cubes too.
    #[arg(value_name = "CUBE", required = true)]
    pub(crate) cubes: Vec<String>,
}

/// How to read cubes.
#[derive(Args)]
pub(crate) struct ReadArguments {
    /// The layout of the cubes [default: detected]
    #[arg(long, value_name = "FORMAT", value_parser = formats(), hide_possible_values = true, ignore_case = true)]
    pub(crate) from: Option<Format>,

    /// The size of the cubes, such as 2x2 [default: detected; 3x3 for moves]
    #[arg(long, value_name = "SIZE")]
    pub(crate) puzzle: Option<Size>,
}

impl ReadArguments {
    /// Returns the options of the library.
    pub(crate) fn options(&self) -> ReadOptions {
        ReadOptions::new().format(self.from).size(self.puzzle)
    }
}

/// How to print answers.
#[derive(Args)]
pub(crate) struct OutputArguments {
    /// Print JSON, one object per line, including errors
    #[arg(long)]
    pub(crate) json: bool,

    /// No notes on standard error
    #[arg(short, long)]
    pub(crate) quiet: bool,

    /// When to use colours
    #[arg(long, value_enum, ignore_case = true, value_name = "WHEN", default_value_t)]
    pub(crate) color: ColorChoice,
}

#[derive(Copy, Clone, Debug, Default, PartialEq, ValueEnum)]
pub(crate) enum ColorChoice {
    /// On terminals, unless NO_COLOR is set
    #[default]
    Auto,
    /// Always
    Always,
    /// Never
    Never,
}

/// The tables for the 3x3.
#[derive(Args)]
pub(crate) struct TablesChoiceArguments {
    /// The tables for the 3x3
    #[arg(
        long,
        value_name = "WHICH",
        value_parser = tables_choice(),
        ignore_case = true,
        env = "CUBEGOD_TABLES",
        hide_env_values = true,
        default_value = "auto"
    )]
    pub(crate) tables: TablesChoice,
}

#[derive(Args)]
pub(crate) struct CheckArguments {
    #[command(flatten)]
    pub(crate) cubes: CubesArguments,
    #[command(flatten)]
    pub(crate) read: ReadArguments,
    #[command(flatten)]
    pub(crate) output: OutputArguments,
}

#[derive(Args)]
pub(crate) struct ConvertArguments {
    #[command(flatten)]
    pub(crate) cubes: CubesArguments,

    /// The layout to write
    #[arg(long, value_name = "FORMAT", value_parser = formats(), hide_possible_values = true, ignore_case = true)]
    pub(crate) to: Format,

    /// How to write colours [default: as usual in the layout]
    #[arg(long, value_parser = letters(), ignore_case = true)]
    pub(crate) letters: Option<LetterChoice>,

    #[command(flatten)]
    pub(crate) read: ReadArguments,
    #[command(flatten)]
    pub(crate) output: OutputArguments,
}

#[derive(Args)]
pub(crate) struct ApplyArguments {
    /// Cubes: text, `@FILE` for a file, `-` for standard input
    #[arg(value_name = "CUBE")]
    pub(crate) cube: String,

    /// The moves to apply: text, `@FILE` for a file, `-` for standard input
    #[arg(value_name = "ALG")]
    pub(crate) alg: String,

    /// The layout to write [default: that of the input; facelets for moves and names]
    #[arg(long, value_name = "FORMAT", value_parser = formats(), hide_possible_values = true, ignore_case = true)]
    pub(crate) to: Option<Format>,

    #[command(flatten)]
    pub(crate) data: DataArguments,
    #[command(flatten)]
    pub(crate) read: ReadArguments,
    #[command(flatten)]
    pub(crate) output: OutputArguments,
}

#[derive(Args)]
pub(crate) struct CompleteArguments {
    #[command(flatten)]
    pub(crate) cubes: CubesArguments,

    /// Print only the number of legal cubes that fit, one per line
    #[arg(long, conflicts_with = "list")]
    pub(crate) count: bool,

    /// Print the first N legal cubes that fit, one per line
    #[arg(long, value_name = "N", action = ArgAction::Set, value_parser = whole_number::<u64>, allow_negative_numbers = true)]
    pub(crate) list: Option<u64>,

    #[command(flatten)]
    pub(crate) read: ReadArguments,
    #[command(flatten)]
    pub(crate) output: OutputArguments,
}

#[derive(Args)]
pub(crate) struct ContestArguments {
    /// The file with the data sets; `-` for standard input
    #[arg(value_name = "FILE", default_value = "-", hide_default_value = true)]
    pub(crate) file: PathBuf,

    /// Show each final cube and the stickers that are wrong
    #[arg(long)]
    pub(crate) explain: bool,

    #[command(flatten)]
    pub(crate) output: OutputArguments,
}

#[derive(Args)]
pub(crate) struct EngineArguments {
    /// Listen at this address (such as 127.0.0.1:7777) instead of reading standard input
    #[arg(long, value_name = "ADDR", group = "listener")]
    pub(crate) listen: Option<String>,

    /// Listen at this Unix socket instead of reading standard input
    #[arg(long, value_name = "PATH", group = "listener")]
    pub(crate) unix: Option<PathBuf>,

    /// The most time per request of a socket, including waiting [default: 5s, or 1s more than --budget]
    #[arg(long, value_name = "TIME", value_parser = duration, allow_hyphen_values = true, requires = "listener")]
    pub(crate) time_limit: Option<Duration>,

    #[command(flatten)]
    pub(crate) limits: LimitArguments,

    /// Accept any final orientation, not only white up, green front (2x2)
    #[arg(long)]
    pub(crate) any_orientation: bool,

    /// The solving method
    #[arg(long, value_name = "METHOD", value_parser = methods(), ignore_case = true, default_value = "fast")]
    pub(crate) method: Method,

    /// Turn only these faces, such as URF (2x2) or URFDL (3x3)
    #[arg(long, value_name = "FACES", default_value_t = FaceSet::ALL)]
    pub(crate) faces: FaceSet,

    /// Stop at the first solution this short; a longer one is an error (3x3) [default: 21, and longer ones are answers]
    #[arg(long, value_name = "N", value_parser = length_limit, allow_negative_numbers = true)]
    pub(crate) max_length: Option<usize>,

    /// The most time for each cube (3x3) [default: 200ms; 1min with --max-length; no limit with --method optimal]
    #[arg(long, value_name = "TIME", value_parser = duration, allow_hyphen_values = true)]
    pub(crate) budget: Option<Duration>,

    /// The number of nodes to search, per cube: the same answer on every machine (3x3)
    #[arg(long, value_name = "N", value_parser = whole_number::<u64>, allow_negative_numbers = true, conflicts_with = "budget")]
    pub(crate) nodes: Option<u64>,

    #[command(flatten)]
    pub(crate) tables: TablesChoiceArguments,

    #[command(flatten)]
    pub(crate) read: ReadArguments,

    /// No notes on standard error
    #[arg(short, long)]
    pub(crate) quiet: bool,
}

#[derive(Args)]
pub(crate) struct CompletionsArguments {
    /// The shell
    #[arg(value_enum, ignore_case = true)]
    pub(crate) shell: clap_complete::Shell,
}

#[derive(Args)]
pub(crate) struct ManArguments {
    /// Write one page for each command into this folder, instead of the main page to standard output
    #[arg(long)]
    pub(crate) dir: Option<PathBuf>,
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::CommandFactory;

    #[test]
    fn the_command_line_is_well_formed() {
        Cli::command().debug_assert();
    }
}
