//! Options of requests, and how each edge writes them.

use cubegod_teach::Language;
use std::fmt;

/// Defines the options in one list: each with its canonical name in snake case, and `flag` if it is given without a value.
macro_rules! options {
    (@is_flag) => { false };
    (@is_flag flag) => { true };
    ($($(#[$doc:meta])* $option:ident = $name:literal $($flag:ident)?,)*) => {
        /// An option of a request. Errors name options by this identity; an edge writes them with its [`Spelling`].
        #[derive(Copy, Clone, Debug, Eq, PartialEq, Hash)]
        pub enum OptionId {
            $($(#[$doc])* $option,)*
        }

        impl OptionId {
            /// Every option.
            pub const ALL: [OptionId; [$($name),*].len()] = [$(OptionId::$option),*];

            /// Returns the canonical name, in snake case.
            pub const fn name(self) -> &'static str {
                match self {
                    $(OptionId::$option => $name,)*
                }
            }

            /// Returns whether the option is given without a value.
            const fn is_flag(self) -> bool {
                match self {
                    $(OptionId::$option => options!(@is_flag $($flag)?),)*
                }
            }
        }
    };
}

options! {
    /// The solving method.
    Method = "method",
    /// What counts as a move.
    Metric = "metric",
    /// The time to search for shorter solutions.
    Budget = "budget",
    /// The number of nodes to search for shorter solutions.
    Nodes = "nodes",
    /// The length at which the search stops.
    MaxLength = "max_length",
    /// The most moves a solution may have, proven.
    AtMost = "at_most",
    /// The number of different solutions.
    Solutions = "solutions",
    /// All shortest solutions.
    All = "all" flag,
    /// One solution per symmetry class.
    Essential = "essential" flag,
    /// Only the shortest solutions with the fewest quarter turns.
    FewestQuarterTurns = "fewest_quarter_turns" flag,
    /// The number of solutions, or of cubes that fit.
    Count = "count" flag,
    /// Just the number of moves.
    Distance = "distance" flag,
    /// Solve every cube that fits the known stickers.
    Each = "each" flag,
    /// Solve any one cube that fits the known stickers.
    Any = "any" flag,
    /// End in the standard orientation.
    Exact = "exact" flag,
    /// The faces that may be turned.
    Faces = "faces",
    /// The state to reach instead of the solved one.
    Target = "target",
    /// The stages of a human method.
    Stages = "stages" flag,
    /// Characters on the stickers.
    Data = "data",
    /// The layout of the data.
    DataFrom = "data_from",
    /// The face that is up when data is read.
    Up = "up",
    /// The face that is in front when data is read.
    Front = "front",
    /// Read the data in all orientations.
    AllOrientations = "all_orientations" flag,
    /// A regular expression that readings must match.
    Grep = "grep",
    /// The layout of the cube.
    From = "from",
    /// The size of the cube.
    Puzzle = "puzzle",
    /// The layout to write.
    To = "to",
    /// The characters to write colours with.
    Letters = "letters",
    /// List completions.
    List = "list",
    /// Moves.
    Alg = "alg",
    /// The language of lessons and messages.
    Lang = "lang",
    /// The seed of random cubes.
    Seed = "seed",
    /// Faces that a scramble does not begin with.
    NotFirst = "not_first",
    /// Faces that a scramble does not end with.
    NotLast = "not_last",
    /// The number of threads.
    Threads = "threads",
    /// The file to write a certificate to.
    Certificate = "certificate",
    /// Which tables are used.
    Tables = "tables",
    /// JSON output, which has everything that text leaves out.
    Json = "json" flag,
    /// A lesson on the terminal, step by step.
    Interactive = "interactive" flag,
    /// The kind of the files of a batch.
    Kind = "kind",
    /// Replace an existing output of a batch.
    Overwrite = "overwrite" flag,
    /// Delete what an earlier run of a batch kept.
    Restart = "restart" flag,
}

impl OptionId {
    /// Returns the option with a value.
    pub fn with(self, value: impl fmt::Display) -> Setting {
        Setting { option: self, value: Some(value.to_string()) }
    }
}

/// An option, with or without a value.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Setting {
    /// The option.
    pub option: OptionId,
    /// Its value, where the value matters.
    pub value: Option<String>,
}

impl From<OptionId> for Setting {
    fn from(option: OptionId) -> Setting {
        Setting { option, value: None }
    }
}

/// How an edge writes options, and which ones it has.
///
/// # Examples
///
/// ```
/// use cubegod_service::{OptionId, Spelling};
///
/// let method = OptionId::Method.with("optimal");
/// assert_eq!(Spelling::COMMAND_LINE.setting(&method).as_deref(), Some("--method optimal"));
/// assert_eq!(Spelling::JSON.setting(&method).as_deref(), Some("`method` \"optimal\""));
/// assert_eq!(Spelling::PYTHON.setting(&method).as_deref(), Some("method=\"optimal\""));
/// assert_eq!(Spelling::JSON.option(OptionId::Certificate), None);
/// ```
#[derive(Copy, Clone, Debug)]
pub struct Spelling {
    style: Style,
    /// Options that the edge does not have.
    missing: &'static [OptionId],
}

#[derive(Copy, Clone, Debug)]
enum Style {
    CommandLine,
    Json,
    Python,
}

impl Spelling {
    /// Canonical names, as in JSON. Every option exists.
    pub const NEUTRAL: Spelling = Spelling { style: Style::Json, missing: &[] };

    /// Flags of the command line: `--max-length`.
    pub const COMMAND_LINE: Spelling = Spelling { style: Style::CommandLine, missing: &[OptionId::Alg] };

    /// Fields of a JSON request: `max_length`.
    pub const JSON: Spelling = Spelling {
        style: Style::Json,
        missing: &[
            OptionId::NotFirst,
            OptionId::NotLast,
            OptionId::Threads,
            OptionId::Certificate,
            OptionId::Tables,
            OptionId::Json,
            OptionId::Interactive,
            OptionId::Kind,
            OptionId::Overwrite,
            OptionId::Restart,
        ],
    };

    /// Keyword arguments of Python: `max_length=`.
    pub const PYTHON: Spelling = Spelling {
        style: Style::Python,
        missing: &[
            OptionId::AtMost,
            OptionId::All,
            OptionId::Essential,
            OptionId::FewestQuarterTurns,
            OptionId::Count,
            OptionId::Distance,
            OptionId::Stages,
            OptionId::Data,
            OptionId::DataFrom,
            OptionId::Up,
            OptionId::Front,
            OptionId::AllOrientations,
            OptionId::Grep,
            OptionId::List,
            OptionId::Alg,
            OptionId::Lang,
            OptionId::Certificate,
            OptionId::Json,
            OptionId::Interactive,
            OptionId::Kind,
            OptionId::Overwrite,
            OptionId::Restart,
        ],
    };

    /// Returns the spelling of an edge, or of one of its commands, that has all options but these.
    pub const fn without(self, missing: &'static [OptionId]) -> Spelling {
        Spelling { style: self.style, missing }
    }

    /// Returns an option as the edge writes it; nothing if it does not have it.
    pub fn option(self, option: OptionId) -> Option<String> {
        (!self.missing.contains(&option)).then(|| self.write(option))
    }

    /// Returns an option with its value as the edge writes it; nothing if it does not have the option.
    pub fn setting(self, setting: &Setting) -> Option<String> {
        (!self.missing.contains(&setting.option)).then(|| self.write_setting(setting))
    }

    /// Whether the edge reads several cubes, one per line.
    pub(crate) const fn reads_lines(self) -> bool {
        matches!(self.style, Style::CommandLine)
    }

    /// Writes an option that the edge is known to have.
    fn write(self, option: OptionId) -> String {
        match self.style {
            // Without marks, a name such as `each` reads as a word of the sentence.
            Style::Json => format!("`{}`", option.name()),
            Style::CommandLine => format!("--{}", option.name().replace('_', "-")),
            Style::Python if option.is_flag() => format!("{}=True", python_name(option)),
            Style::Python => format!("{}=", python_name(option)),
        }
    }

    /// Writes a setting that the edge is known to have.
    pub(crate) fn write_setting(self, setting: &Setting) -> String {
        let option = self.write(setting.option);
        match (&setting.value, self.style) {
            (None, _) => option,
            (Some(value), Style::CommandLine) => format!("{option} {value}"),
            (Some(value), Style::Json) => format!("{option} \"{value}\""),
            (Some(value), Style::Python) => format!("{option}\"{value}\""),
        }
    }
}

/// `from` is a keyword of Python.
fn python_name(option: OptionId) -> &'static str {
    if option == OptionId::From { "format" } else { option.name() }
}

/// How an edge writes messages: the spelling of options, and the language.
#[derive(Copy, Clone, Debug)]
pub struct MessageStyle {
    /// How options are written.
    pub spelling: Spelling,
    /// The language of sentences.
    pub language: Language,
}

impl MessageStyle {
    /// English with canonical names of options: the style of `Display`.
    pub const NEUTRAL: MessageStyle = MessageStyle::english(Spelling::NEUTRAL);

    /// English with the spelling of an edge.
    pub const fn english(spelling: Spelling) -> MessageStyle {
        MessageStyle { spelling, language: Language::English }
    }

    /// Any language with the spelling of an edge.
    pub const fn new(spelling: Spelling, language: Language) -> MessageStyle {
        MessageStyle { spelling, language }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_option_has_a_name_of_its_own() {
        let mut names: Vec<&str> = OptionId::ALL.map(OptionId::name).to_vec();
        names.sort_unstable();
        names.dedup();
        assert_eq!(names.len(), OptionId::ALL.len());
    }

    #[test]
    fn each_edge_writes_options_in_its_own_way() {
        let written = |spelling: Spelling| {
            [OptionId::MaxLength, OptionId::Each, OptionId::From]
                .map(|option| spelling.option(option).unwrap())
        };
        assert_eq!(written(Spelling::COMMAND_LINE), ["--max-length", "--each", "--from"]);
        assert_eq!(written(Spelling::JSON), ["`max_length`", "`each`", "`from`"]);
        assert_eq!(written(Spelling::PYTHON), ["max_length=", "each=True", "format="]);
    }

    #[test]
    fn an_option_that_an_edge_lacks_is_not_written() {
        let teach = Spelling::JSON.without(&[OptionId::Each]);
        assert_eq!(teach.option(OptionId::Each), None);
        assert_eq!(teach.setting(&OptionId::Each.into()), None);
        assert_eq!(teach.option(OptionId::Lang).as_deref(), Some("`lang`"));
    }
}
