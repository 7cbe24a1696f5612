//! The command line: every command, and the arguments that commands share or that are few.

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
pub(crate) use serve::WebArguments;
pub(crate) use show::{PaletteChoice, ShowArguments, ViewChoice};
pub(crate) use solve::{Method, SolveArguments};
pub(crate) use tables::{TablesArguments, TablesCommand, TablesNamesArguments};
pub(crate) use teach::{FormatChoice, TeachArguments};
pub(crate) use verify::VerifyArguments;

use crate::help;
use clap::{ArgAction, Args, Parser, Subcommand, ValueEnum};
use cubegod::formats::Format;
use cubegod::moves::FaceSet;
use cubegod::{ReadOptions, Size};
use cubegod_teach::Language;
use std::path::PathBuf;
use std::time::Duration;
use values::{LanguageCodes, duration, formats, most_moves, tables_choice, whole_number};

/// The 2x2 and 3x3 Rubik's cube: show, check, convert, turn, scramble, complete and solve cubes.
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
    /// Say whether cubes are real, and if not, what is wrong and how to repair it
    #[command(after_long_help = help::check())]
    Check(CheckArguments),
    /// Write cubes in another layout
    #[command(after_long_help = help::convert())]
    Convert(ConvertArguments),
    /// Make moves on cubes
    #[command(after_long_help = help::apply())]
    Apply(ApplyArguments),
    /// Turn layers of the array `cube[6][4]` (2x2) as `Rotate(direction, step)` does
    #[command(after_long_help = help::rotate())]
    Rotate(RotateArguments),
    /// Rewrite, undo, mirror, shorten and count sequences of moves
    #[command(after_long_help = help::alg())]
    Alg(AlgArguments),
    /// Draw random cubes, every real one equally likely
    #[command(after_long_help = help::scramble())]
    Scramble(ScrambleArguments),
    /// Ask for the stickers of a cube, face by face, and check them as they are typed
    #[command(after_long_help = help::enter())]
    Enter(EnterArguments),
    /// Fill in unknown stickers: how many real cubes fit, which, and what is certain
    #[command(after_long_help = help::complete())]
    Complete(CompleteArguments),
    /// Solve cubes: the pocket cube in the fewest moves, the 3x3 in few
    #[command(after_long_help = help::solve(), override_usage = help::SOLVE_USAGE)]
    Solve(Box<SolveArguments>),
    /// Prove again, in another way, that the solutions of certificates are shortest ones
    #[command(after_long_help = help::verify())]
    Verify(VerifyArguments),
    /// Explain how a person solves a cube, step by step
    #[command(after_long_help = help::teach())]
    Teach(TeachArguments),
    /// List well-known patterns, or show what they look like and how they are made
    #[command(after_long_help = help::patterns())]
    Patterns(PatternsArguments),
    /// Turn a cube until the characters on its stickers say something
    #[command(after_long_help = help::search())]
    Search(SearchArguments),
    /// Judge a contest's data sets: is each cube solved after its operations?
    #[command(after_long_help = help::judge())]
    Judge(ContestArguments),
    /// Answer cubes as they come, over standard input and output or a socket
    #[command(after_long_help = help::engine())]
    Engine(EngineArguments),
    /// Serve a page for browsers and an HTTP API for programs
    #[command(after_long_help = help::serve())]
    Serve(WebArguments),
    /// The five-faces challenge: serve it, play it, judge a saved game
    #[command(after_long_help = help::challenge())]
    Challenge(ChallengeArguments),
    /// The tables of the solvers: which are kept, build them, check them, remove them
    #[command(after_long_help = help::tables())]
    Tables(TablesArguments),
    /// Write a completion script for a shell
    #[command(after_long_help = help::completions())]
    Completions(CompletionsArguments),
    /// Write the manual pages
    #[command(after_long_help = help::man())]
    Man(ManArguments),
}

/// Which cubes.
#[derive(Args)]
pub(crate) struct CubesArguments {
    /// Cubes: text, `@FILE` for a file, `-` for standard input
    ///
    /// Each may hold many cubes: one a line, or blocks with blank lines between them. The layout is found out unless
    /// --from tells it. Unknown stickers are `?`, `*` or `.`. Moves and names of patterns (`superflip`) are cubes too.
    #[arg(value_name = "CUBE", required = true)]
    pub(crate) cubes: Vec<String>,
}

/// How cubes are read.
#[derive(Args)]
pub(crate) struct ReadArguments {
    /// The layout of the cubes, when it is not to be found out
    #[arg(long, value_name = "FORMAT", value_parser = formats(), hide_possible_values = true, ignore_case = true)]
    pub(crate) from: Option<Format>,

    /// The size of the cubes (2x2, 3x3, …), when it is not to be found out; moves are made on a 3x3 otherwise
    #[arg(long, value_name = "SIZE")]
    pub(crate) puzzle: Option<Size>,
}

impl ReadArguments {
    /// For the library.
    pub(crate) fn options(&self) -> ReadOptions {
        ReadOptions { format: self.from, size: self.puzzle }
    }
}

/// How answers are written.
#[derive(Args)]
pub(crate) struct OutputArguments {
    /// Answer in JSON, one object a line, errors too
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

/// Which tables solve the 3x3.
#[derive(Args)]
pub(crate) struct TablesChoiceArguments {
    /// Which tables solve the 3x3
    #[arg(
        long,
        value_name = "WHICH",
        value_parser = tables_choice(),
        env = "CUBEGOD_TABLES",
        hide_env_values = true,
        default_value = "auto"
    )]
    pub(crate) tables: TablesChoice,
}

#[derive(Copy, Clone, Debug, Default, PartialEq, ValueEnum)]
pub(crate) enum TablesChoice {
    /// The large ones if they are kept; else small ones, while the large ones are built to be kept
    #[default]
    Auto,
    /// Small ones, made in each run; nothing is kept
    Small,
    /// The large ones; if they are not kept, they are built first
    Large,
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

    /// How colours are written [default: what is usual in the layout]
    #[arg(long, value_enum, ignore_case = true)]
    pub(crate) letters: Option<LettersChoice>,

    #[command(flatten)]
    pub(crate) read: ReadArguments,
    #[command(flatten)]
    pub(crate) output: OutputArguments,
}

#[derive(Copy, Clone, Debug, PartialEq, ValueEnum)]
pub(crate) enum LettersChoice {
    /// By their faces: U R F D L B
    Faces,
    /// By their names: W R G Y O B
    Colors,
    /// With the characters of the cube that was read
    Own,
}

#[derive(Args)]
pub(crate) struct ApplyArguments {
    /// Cubes: text, `@FILE` for a file, `-` for standard input
    #[arg(value_name = "CUBE")]
    pub(crate) cube: String,

    /// The moves to make: text, `@FILE` for a file, `-` for standard input
    #[arg(value_name = "ALG")]
    pub(crate) alg: String,

    /// The layout to write [default: the one that was read; facelets after moves and names]
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

    /// Just say how many real cubes fit, one number a line
    #[arg(long, conflicts_with = "list")]
    pub(crate) count: bool,

    /// Write the first N real cubes that fit, one a line
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

    /// Show each cube as it is in the end, and which stickers keep it from being solved
    #[arg(long)]
    pub(crate) explain: bool,

    #[command(flatten)]
    pub(crate) output: OutputArguments,
}

#[derive(Args)]
pub(crate) struct EngineArguments {
    /// Listen at this address (such as 127.0.0.1:7777) instead of standard input
    #[arg(long, value_name = "ADDR")]
    pub(crate) listen: Option<String>,

    /// Listen at this Unix socket instead of standard input
    #[arg(long, value_name = "PATH", conflicts_with = "listen")]
    pub(crate) unix: Option<PathBuf>,

    /// The shortest solution however the cube is held at the end, not just white up, green front (2x2)
    #[arg(long)]
    pub(crate) any_orientation: bool,

    /// How cubes are solved
    #[arg(long, value_enum, value_name = "METHOD", ignore_case = true, default_value_t)]
    pub(crate) method: Method,

    /// Turn only these faces, such as URF (2x2) or URFDL (3x3)
    #[arg(long, value_name = "FACES", default_value_t = FaceSet::ALL)]
    pub(crate) faces: FaceSet,

    /// Stop at the first solution this short; a longer one is an error (3x3) [default: 21, and longer ones are answers]
    #[arg(long, value_name = "N", value_parser = most_moves, allow_negative_numbers = true)]
    pub(crate) max_length: Option<usize>,

    /// The most time for each cube (3x3) [default: 200ms; 1min with --max-length; no limit with --method optimal]
    #[arg(long, value_name = "TIME", value_parser = duration, allow_hyphen_values = true)]
    pub(crate) budget: Option<Duration>,

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
