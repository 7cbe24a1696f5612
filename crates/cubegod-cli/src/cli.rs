//! The command line: every command with its arguments, and the values they take.

use crate::help;
use crate::tables::TABLES;
use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use clap::{ArgAction, Args, Parser, Subcommand, ValueEnum};
use cubegod::formats::Format;
use cubegod::moves::{Ends, FaceSet};
use cubegod::render::Palette;
use cubegod::{Axis, Face, Metric, ReadOptions, Size};
use std::fmt::Display;
use std::num::{IntErrorKind, ParseIntError};
use std::ops::RangeInclusive;
use std::path::PathBuf;
use std::str::FromStr;
use std::time::Duration;

/// How wide a picture may be, in pixels.
const WIDTHS: RangeInclusive<u32> = 1..=4096;

/// How many solutions of one cube may be asked for.
const SOLUTIONS: RangeInclusive<usize> = 1..=10_000;

/// On how many threads cubes may be solved.
const THREADS: RangeInclusive<usize> = 1..=1024;

/// The 2x2 and 3x3 Rubik's cube: show, check, convert, turn, scramble, complete and solve cubes.
#[derive(Parser)]
#[command(name = "cubegod", version, after_help = help::OVERVIEW, max_term_width = 100)]
#[command(disable_help_subcommand = false, propagate_version = false)]
pub(crate) struct Cli {
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
    /// Rewrite, undo, mirror, shorten and count sequences of moves
    #[command(after_long_help = help::alg())]
    Alg(AlgArguments),
    /// Draw random cubes, every real one equally likely
    #[command(after_long_help = help::scramble())]
    Scramble(ScrambleArguments),
    /// Fill in unknown stickers: how many real cubes fit, which, and what is certain
    #[command(after_long_help = help::complete())]
    Complete(CompleteArguments),
    /// Solve cubes: the pocket cube in the fewest moves, the 3x3 in few
    #[command(after_long_help = help::solve())]
    Solve(SolveArguments),
    /// Judge a contest's data sets: is each cube solved after its operations?
    #[command(after_long_help = help::judge())]
    Judge(ContestArguments),
    /// Answer cubes as they come, over standard input and output or a socket
    #[command(after_long_help = help::engine())]
    Engine(EngineArguments),
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
    /// --from tells it. Unknown stickers are `?`, `*` or `.`.
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
    #[arg(long, value_enum, value_name = "WHEN", default_value_t)]
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
        value_enum,
        value_name = "WHICH",
        env = "CUBEGOD_TABLES",
        hide_env_values = true,
        default_value_t
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
pub(crate) struct ShowArguments {
    #[command(flatten)]
    pub(crate) cubes: CubesArguments,

    /// Write an SVG drawing of the one cube given (`-` for standard output)
    #[arg(long, value_name = "FILE", conflicts_with = "png")]
    pub(crate) svg: Option<PathBuf>,

    /// Write a PNG picture of the one cube given (`-` for standard output)
    #[arg(long, value_name = "FILE")]
    pub(crate) png: Option<PathBuf>,

    /// How the picture shows the cube
    #[arg(long, value_enum, default_value_t)]
    pub(crate) view: ViewChoice,

    /// Draw the back of the cube besides its front (with --view iso)
    #[arg(long)]
    pub(crate) back: bool,

    /// How wide the picture is, in pixels
    #[arg(long, value_name = "PX", default_value_t = 480, value_parser = picture_width)]
    pub(crate) width: u32,

    /// Put the letters of the colours on the picture
    #[arg(long)]
    pub(crate) letters: bool,

    /// What the colours look like
    #[arg(long, value_enum, default_value_t)]
    pub(crate) palette: PaletteChoice,

    #[command(flatten)]
    pub(crate) read: ReadArguments,
    #[command(flatten)]
    pub(crate) output: OutputArguments,
}

#[derive(Copy, Clone, Debug, Default, PartialEq, ValueEnum)]
pub(crate) enum ViewChoice {
    /// Unfolded, all faces
    #[default]
    Net,
    /// As it looks in the hand (pictures only)
    Iso,
}

#[derive(Copy, Clone, Debug, Default, PartialEq, ValueEnum)]
pub(crate) enum PaletteChoice {
    /// The usual colours
    #[default]
    Standard,
    /// Colours that are told apart with any kind of eyes
    Colorblind,
}

impl From<PaletteChoice> for Palette {
    fn from(choice: PaletteChoice) -> Palette {
        match choice {
            PaletteChoice::Standard => Palette::STANDARD,
            PaletteChoice::Colorblind => Palette::COLORBLIND,
        }
    }
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
    #[arg(long, value_enum)]
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

    /// The layout to write [default: the one that was read; facelets after moves]
    #[arg(long, value_name = "FORMAT", value_parser = formats(), hide_possible_values = true, ignore_case = true)]
    pub(crate) to: Option<Format>,

    #[command(flatten)]
    pub(crate) read: ReadArguments,
    #[command(flatten)]
    pub(crate) output: OutputArguments,
}

#[derive(Args)]
pub(crate) struct AlgArguments {
    /// Sequences of moves: text, or one a line in `@FILE` or standard input (`-`)
    #[arg(value_name = "ALG", required = true)]
    pub(crate) algs: Vec<String>,

    /// The mirror image that swaps the two faces of an axis
    #[arg(long, value_enum, value_name = "AXIS")]
    pub(crate) mirror: Option<AxisChoice>,

    /// The sequence that undoes it
    #[arg(long)]
    pub(crate) invert: bool,

    /// Without moves that cancel out or add up
    #[arg(long)]
    pub(crate) simplify: bool,

    /// Say how long it is in this metric
    #[arg(long, value_parser = metrics(), ignore_case = true)]
    pub(crate) metric: Option<Metric>,

    /// Say how often it has to be repeated to get back to where it began
    #[arg(long)]
    pub(crate) order: bool,

    /// The size of the cube for --simplify and --order
    #[arg(long, value_name = "SIZE", default_value = "3x3")]
    pub(crate) puzzle: Size,

    #[command(flatten)]
    pub(crate) output: OutputArguments,
}

#[derive(Copy, Clone, Debug, PartialEq, ValueEnum)]
pub(crate) enum AxisChoice {
    /// Left and right
    X,
    /// Up and down
    Y,
    /// Front and back
    Z,
}

impl From<AxisChoice> for Axis {
    fn from(choice: AxisChoice) -> Axis {
        match choice {
            AxisChoice::X => Axis::X,
            AxisChoice::Y => Axis::Y,
            AxisChoice::Z => Axis::Z,
        }
    }
}

#[derive(Args)]
pub(crate) struct ScrambleArguments {
    /// Which cubes: 2x2 or 3x3
    #[arg(long, value_name = "SIZE", default_value = "3x3")]
    pub(crate) puzzle: Size,

    /// How many
    #[arg(short, long, value_name = "N", default_value_t = 1, value_parser = whole_number::<u64>)]
    pub(crate) number: u64,

    /// Draw the same cubes each time; --json tells the seed that was taken
    #[arg(long, value_name = "S", value_parser = whole_number::<u64>)]
    pub(crate) seed: Option<u64>,

    /// The layout to write: moves, or how the cube looks after them
    #[arg(long, value_name = "FORMAT", value_parser = formats(), hide_possible_values = true, ignore_case = true, default_value = "moves")]
    pub(crate) to: Format,

    /// Do not begin with a turn of this face or the opposite one: U, D, R, L, F or B
    #[arg(long, value_name = "AXIS", value_parser = axes(), hide_possible_values = true, ignore_case = true)]
    pub(crate) not_first: Option<Axis>,

    /// Do not end with a turn of this face or the opposite one
    #[arg(long, value_name = "AXIS", value_parser = axes(), hide_possible_values = true, ignore_case = true)]
    pub(crate) not_last: Option<Axis>,

    #[command(flatten)]
    pub(crate) output: OutputArguments,
}

impl ScrambleArguments {
    pub(crate) fn ends(&self) -> Ends {
        Ends { not_first: self.not_first, not_last: self.not_last }
    }
}

#[derive(Args)]
pub(crate) struct CompleteArguments {
    #[command(flatten)]
    pub(crate) cubes: CubesArguments,

    /// Just say how many real cubes fit, one number a line
    #[arg(long, conflicts_with = "list")]
    pub(crate) count: bool,

    /// Write the first N real cubes that fit, one a line
    #[arg(long, value_name = "N", action = ArgAction::Set, value_parser = whole_number::<u64>)]
    pub(crate) list: Option<u64>,

    #[command(flatten)]
    pub(crate) read: ReadArguments,
    #[command(flatten)]
    pub(crate) output: OutputArguments,
}

#[derive(Args)]
pub(crate) struct SolveArguments {
    #[command(flatten)]
    pub(crate) cubes: CubesArguments,

    /// How the 3x3 is solved
    #[arg(long, value_enum, value_name = "METHOD", default_value_t)]
    pub(crate) method: Method,

    /// After the solution, one line for each stage of `--method layers`, and how many moves there are
    #[arg(long)]
    pub(crate) stages: bool,

    /// End white up and green in front, not just with every face of one colour (2x2)
    #[arg(long)]
    pub(crate) exact: bool,

    /// End as this cube instead of a solved one
    #[arg(long, value_name = "CUBE")]
    pub(crate) target: Option<String>,

    /// Turn only these faces, such as URF (2x2) or URFDL (3x3)
    #[arg(long, value_name = "FACES", default_value_t = FaceSet::ALL)]
    pub(crate) faces: FaceSet,

    /// What counts as a move (the 3x3 is searched in half turns all the same)
    #[arg(long, value_parser = metrics(), ignore_case = true)]
    pub(crate) metric: Option<Metric>,

    /// Stop looking at the first solution this short (3x3) [default: 19; none with --budget]
    #[arg(long, value_name = "N", value_parser = whole_number::<usize>)]
    pub(crate) max_length: Option<usize>,

    /// So many different solutions, the shortest first (3x3)
    #[arg(long, value_name = "N", value_parser = solution_count, conflicts_with_all = ["all", "count", "distance"])]
    pub(crate) solutions: Option<usize>,

    /// Look for shorter solutions for this long at most (3x3) [default: 100ms; 1min with --max-length]
    #[arg(long, value_name = "TIME", value_parser = duration)]
    pub(crate) budget: Option<Duration>,

    /// Every shortest solution, one a line (2x2)
    #[arg(long)]
    pub(crate) all: bool,

    /// Just how many shortest solutions there are (2x2)
    #[arg(long, conflicts_with = "all")]
    pub(crate) count: bool,

    /// Just how many moves are needed (2x2)
    #[arg(long, conflicts_with_all = ["all", "count"])]
    pub(crate) distance: bool,

    /// Solve every real cube that fits the known stickers
    #[arg(long)]
    pub(crate) each: bool,

    /// Solve one of the real cubes that fit the known stickers
    #[arg(long, conflicts_with = "each")]
    pub(crate) any: bool,

    /// On how many threads many cubes are solved [default: one for each core], or a single 3x3 argument [default: 1]
    #[arg(long, value_name = "N", value_parser = thread_count)]
    pub(crate) threads: Option<usize>,

    /// Append the answers to this file, in JSON, and go on where it ends
    ///
    /// Each of its lines stands for one cube of the input. Those are not solved again, so that a run that was stopped
    /// is taken up by the same command.
    #[arg(long, value_name = "OUT", conflicts_with = "each")]
    pub(crate) resume: Option<PathBuf>,

    #[command(flatten)]
    pub(crate) tables: TablesChoiceArguments,
    #[command(flatten)]
    pub(crate) read: ReadArguments,
    #[command(flatten)]
    pub(crate) output: OutputArguments,
}

#[derive(Copy, Clone, Debug, Default, PartialEq, ValueEnum)]
pub(crate) enum Method {
    /// In few moves, found by a program
    #[default]
    Fast,
    /// As people do it: white layer, middle layer, yellow layer, in some 75 moves
    Layers,
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

    /// The shortest solution however the cube is held at the end, not just white up, green front
    #[arg(long)]
    pub(crate) any_orientation: bool,

    #[command(flatten)]
    pub(crate) tables: TablesChoiceArguments,

    #[command(flatten)]
    pub(crate) read: ReadArguments,

    /// No notes on standard error
    #[arg(short, long)]
    pub(crate) quiet: bool,
}

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
    /// Tell whether each answer of a saved game was right
    #[command(after_long_help = help::challenge_judge())]
    Judge(JudgeArguments),
}

#[derive(Args)]
pub(crate) struct ServeArguments {
    /// Where to listen
    #[arg(long, value_name = "ADDR", default_value = "127.0.0.1:9999")]
    pub(crate) listen: String,

    /// Serve one player on standard input and output, for socat or xinetd
    #[arg(long, conflicts_with = "listen")]
    pub(crate) stdio: bool,

    /// How many cubes a player has to solve
    #[arg(long, value_name = "N", default_value_t = 100, value_parser = whole_number::<usize>)]
    pub(crate) rounds: usize,

    /// The time for each answer
    #[arg(long, value_name = "TIME", default_value = "1s", value_parser = duration)]
    pub(crate) time_limit: Duration,

    /// The most moves of an answer [default: 11 for the 2x2, 30 for the 3x3]
    #[arg(long, value_name = "N", value_parser = whole_number::<usize>)]
    pub(crate) move_limit: Option<usize>,

    /// How many faces are hidden, 0 to 3
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = whole_number::<usize>)]
    pub(crate) hidden: usize,

    /// How many random moves scramble a cube: N, or from N to M
    #[arg(long, value_name = "N..M", default_value = "114..514", value_parser = move_range)]
    pub(crate) scramble: RangeInclusive<usize>,

    /// Which cubes: 2x2 or 3x3
    #[arg(long, value_name = "SIZE", default_value = "2x2")]
    pub(crate) puzzle: Size,

    /// What a player gets who solves them all [default: CUBEGOD_FLAG, if that is set]
    #[arg(long, value_name = "TEXT")]
    pub(crate) flag: Option<String>,

    /// A file with the flag
    #[arg(long, value_name = "FILE", conflicts_with = "flag")]
    pub(crate) flag_file: Option<PathBuf>,

    /// Give the first, second, … player the same cubes in every run
    #[arg(long, value_name = "S", value_parser = whole_number::<u64>)]
    pub(crate) seed: Option<u64>,

    /// The most players at once
    #[arg(long, value_name = "N", default_value_t = 1000, value_parser = whole_number::<usize>)]
    pub(crate) players: usize,

    /// No log on standard error
    #[arg(short, long)]
    pub(crate) quiet: bool,
}

#[derive(Args)]
pub(crate) struct PlayArguments {
    /// The server, as HOST:PORT
    #[arg(value_name = "HOST:PORT", required_unless_present = "exec")]
    pub(crate) address: Option<String>,

    /// Play this program on its standard input and output instead
    #[arg(long, value_name = "COMMAND", conflicts_with = "address")]
    pub(crate) exec: Option<String>,

    /// Save all that was said to this file
    #[arg(long, value_name = "FILE")]
    pub(crate) transcript: Option<PathBuf>,

    /// How long the server may be silent
    #[arg(long, value_name = "TIME", default_value = "30s", value_parser = duration)]
    pub(crate) patience: Duration,

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
    #[arg(long, value_name = "N", value_parser = whole_number::<usize>)]
    pub(crate) move_limit: Option<usize>,

    #[command(flatten)]
    pub(crate) output: OutputArguments,
}

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
    Verify(TablesListArguments),
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
    /// Which tables [default: all]
    #[arg(value_name = "NAME", value_parser = table_names())]
    pub(crate) names: Vec<String>,

    #[command(flatten)]
    pub(crate) output: OutputArguments,
}

fn whole_number<T: FromStr<Err = ParseIntError>>(text: &str) -> Result<T, String> {
    text.parse::<T>().map_err(|error| match error.kind() {
        IntErrorKind::PosOverflow => "expected a smaller whole number".into(),
        _ => "expected a whole number".into(),
    })
}

fn picture_width(text: &str) -> Result<u32, String> {
    within(text, &WIDTHS)
}

fn solution_count(text: &str) -> Result<usize, String> {
    within(text, &SOLUTIONS)
}

fn thread_count(text: &str) -> Result<usize, String> {
    within(text, &THREADS)
}

fn within<T>(text: &str, range: &RangeInclusive<T>) -> Result<T, String>
where
    T: FromStr<Err = ParseIntError> + PartialOrd + Display,
{
    match whole_number(text) {
        Ok(number) if range.contains(&number) => Ok(number),
        _ => Err(format!("expected a whole number from {} to {}", range.start(), range.end())),
    }
}

/// `2s`, `100ms`, `1min 30s`; a bare number is seconds.
fn duration(text: &str) -> Result<Duration, String> {
    let time = match text.parse::<f64>() {
        Ok(seconds) => Duration::try_from_secs_f64(seconds).ok(),
        Err(_) => humantime::parse_duration(text).ok(),
    };
    time.ok_or_else(|| "expected a time such as `2s` or `100ms`, or a number of seconds such as 0.5".into())
}

/// `300`, or `114..514` with both ends.
fn move_range(text: &str) -> Result<RangeInclusive<usize>, String> {
    let number = |text: &str| text.trim_start_matches('=').parse::<usize>();
    let (least, most) = text.split_once("..").unwrap_or((text, text));
    match (number(least), number(most)) {
        (Ok(least), Ok(most)) => Ok(least..=most),
        _ => Err("expected a number of moves such as 300, or a range such as 114..514".into()),
    }
}

#[derive(Args)]
pub(crate) struct CompletionsArguments {
    /// The shell
    #[arg(value_enum)]
    pub(crate) shell: clap_complete::Shell,
}

#[derive(Args)]
pub(crate) struct ManArguments {
    /// Write one page for each command into this folder, instead of the main page to standard output
    #[arg(long)]
    pub(crate) dir: Option<PathBuf>,
}

/// The names of all layouts, each with its description.
fn formats() -> impl TypedValueParser<Value = Format> {
    PossibleValuesParser::new(
        Format::ALL.map(|format| PossibleValue::new(format.name()).help(format.description())),
    )
    .try_map(|name| name.parse::<Format>())
}

/// The names of all tables, each with what it is for.
fn table_names() -> PossibleValuesParser {
    TABLES.iter().map(|table| PossibleValue::new(table.name()).help(table.purpose)).collect::<Vec<_>>().into()
}

/// An axis, named by the face at either end.
fn axes() -> impl TypedValueParser<Value = Axis> {
    PossibleValuesParser::new(["U", "D", "R", "L", "F", "B"]).try_map(|name| {
        let face = name.chars().next().and_then(|letter| Face::from_letter(letter.to_ascii_uppercase()));
        face.map(Face::axis).ok_or("expected a face")
    })
}

/// The names of all metrics.
fn metrics() -> impl TypedValueParser<Value = Metric> {
    PossibleValuesParser::new(Metric::ALL.map(|metric| {
        let other_names: &[&str] = if metric == Metric::Htm { &["obtm", "ftm"] } else { &[] };
        PossibleValue::new(metric.name()).aliases(other_names)
    }))
    .try_map(|name| name.parse::<Metric>())
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
