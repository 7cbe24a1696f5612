//! The error type of all requests: what is wrong, as fields. Sentences are made in [`messages`](crate::messages).

use crate::certificate::CertificateError;
use crate::diagnosis::{Diagnosis, DiagnosisFields};
use crate::option::{MessageStyle, OptionId, Setting};
use crate::solve::Shortfall;
use cubegod::alphabet::Alphabet;
use cubegod::data::{DataError, ExpressionError, OrientationError};
use cubegod::formats::{Format, LayoutError};
use cubegod::moves::rotate::RotateError;
use cubegod::moves::{FaceSet, NoSuchLayer};
use cubegod::solve::SolveError;
use cubegod::view::{Question, UnsupportedSize};
use cubegod::{AlgError, Cancelled, IllegalCube, ReadError, Reading, Size};
use cubegod_contest::judge::{DataSetError, DataSetErrorKind};
use serde::Serialize;
use std::collections::BTreeMap;
use std::fmt;

/// The kind of an error, for programs.
#[derive(Copy, Clone, Debug, Eq, PartialEq, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "kebab-case")]
pub enum ErrorKind {
    /// The options of the request contradict each other or have impossible values.
    Usage,
    /// The text is not a cube in any layout, or not in the given one.
    Unreadable,
    /// The requested layout cannot express the cube.
    Unwritable,
    /// The stickers are not a reachable cube.
    IllegalCube,
    /// The cube has another size than requested or supported.
    WrongSize,
    /// The data does not fit on the cube.
    BadData,
    /// The faces cannot be up and in front at once.
    BadOrientation,
    /// The moves cannot be parsed, or the cube does not have them.
    BadMoves,
    /// Several cubes fit the known stickers.
    Ambiguous,
    /// The allowed faces do not solve the cube, or not in the requested number of moves.
    Unsolvable,
    /// No solver supports this request.
    Unsupported,
    /// The request was cancelled before there was a response.
    Cancelled,
    /// A bug in this program.
    Internal,
    /// A file cannot be read or written.
    Io,
}

impl ErrorKind {
    /// Returns the name that programs see, in kebab case.
    pub const fn name(self) -> &'static str {
        match self {
            ErrorKind::Usage => "usage",
            ErrorKind::Unreadable => "unreadable",
            ErrorKind::Unwritable => "unwritable",
            ErrorKind::IllegalCube => "illegal-cube",
            ErrorKind::WrongSize => "wrong-size",
            ErrorKind::BadData => "bad-data",
            ErrorKind::BadOrientation => "bad-orientation",
            ErrorKind::BadMoves => "bad-moves",
            ErrorKind::Ambiguous => "ambiguous",
            ErrorKind::Unsolvable => "unsolvable",
            ErrorKind::Unsupported => "unsupported",
            ErrorKind::Cancelled => "cancelled",
            ErrorKind::Internal => "internal",
            ErrorKind::Io => "io",
        }
    }
}

/// Why a request has no response.
///
/// [`Display`](fmt::Display) is English with canonical names of options; [`RequestError::message`] uses the spelling and the
/// language of an edge.
#[derive(Debug)]
#[non_exhaustive]
pub enum RequestError {
    /// Two options exclude each other.
    Conflict {
        /// One of them.
        first: Setting,
        /// The other one.
        second: Setting,
    },
    /// An option has no meaning without another one.
    Needs {
        /// The option.
        option: OptionId,
        /// What it needs: one of these.
        any_of: Vec<Setting>,
    },
    /// The value of an option is too small or too large.
    OutOfRange {
        /// The option.
        option: OptionId,
        /// Its value.
        found: u64,
        /// The smallest value.
        least: u64,
        /// The largest value.
        most: Option<u64>,
    },
    /// The target is not one reachable cube.
    BadTarget(Box<RequestError>),
    /// Several cubes fit the target.
    AmbiguousTarget {
        /// How many.
        count: u128,
    },
    /// The layout does not let the letters be chosen.
    FixedLetters {
        /// The layout.
        format: Format,
    },
    /// There are no random cubes of this size.
    NoScramble {
        /// The size.
        size: Size,
    },
    /// Turns of these faces do not reach every 2x2x2.
    ScrambleFaces {
        /// The faces.
        faces: FaceSet,
    },
    /// The regular expression is invalid.
    Expression(ExpressionError),

    /// The text is not a cube.
    Read {
        /// Why not.
        error: ReadError,
        /// For moves, the text with a caret below the place.
        caret: Option<String>,
    },
    /// The moves cannot be parsed.
    Moves {
        /// Why not.
        error: AlgError,
        /// The text with a caret below the place.
        caret: String,
    },
    /// The calls of `Rotate` cannot be parsed.
    Rotations {
        /// Why not.
        error: RotateError,
        /// The text with a caret below the place.
        caret: String,
    },
    /// The cube does not have a layer that the moves turn.
    NoLayer(NoSuchLayer),
    /// The layout cannot express the cube.
    Unwritable(LayoutError),
    /// The stickers are not a reachable cube; with all flaws and the smallest repair.
    Illegal(Box<Diagnosis>),
    /// The stickers are not a reachable cube; without a diagnosis, because they were checked before.
    IllegalCube(IllegalCube),
    /// Several cubes fit the known stickers.
    Ambiguous(Box<Ambiguous>),
    /// More cubes fit the known stickers than are solved one by one.
    TooManyCompletions {
        /// How many fit.
        count: u128,
        /// How many are solved.
        most: u128,
    },
    /// Cubes of this size are only turned and drawn.
    UnsupportedSize(UnsupportedSize),
    /// The data does not fit on the cube.
    Data(DataError),
    /// No face of the cube has this name.
    NoSuchFace {
        /// The name.
        name: char,
        /// The names of all faces.
        names: [char; 6],
    },
    /// Two faces cannot be up and in front at once.
    NotNeighbours {
        /// The face to be up.
        up: char,
        /// The face to be in front.
        front: char,
        /// Why not.
        error: OrientationError,
        /// The faces that can be in front.
        neighbours: Vec<char>,
    },
    /// A data set of a contest is invalid.
    Contest(DataSetError),
    /// The solver has no solution.
    Solve(SolveError),
    /// A setting is for cubes of another size.
    OnlyForSize {
        /// The setting.
        setting: Setting,
        /// The size that it is for.
        size: Size,
        /// The size of the cube.
        found: Size,
        /// The option that does something similar for this size.
        instead: Option<OptionId>,
    },
    /// A setting needs a proof, for a 3x3x3.
    NeedsOptimal {
        /// The setting.
        setting: Setting,
    },
    /// A setting cannot be used with a proof, for a 3x3x3.
    NotWithOptimal {
        /// The setting.
        setting: Setting,
    },
    /// It is proven that there is no solution of so few moves.
    NoneWithin {
        /// The most moves that were allowed.
        moves: usize,
    },
    /// The only solution known is not the one that was requested.
    NotReached {
        /// What is missing.
        shortfall: Shortfall,
        /// The best solution known.
        solution: String,
    },
    /// There is no lesson for cubes of this size.
    NoLesson {
        /// The size.
        size: Size,
    },
    /// A solution that does not solve the cube: a bug.
    WrongSolution {
        /// The solution.
        solution: String,
    },
    /// The request was cancelled before there was a response.
    Cancelled,

    /// A text that is not a valid certificate.
    Certificate(CertificateError),

    /// An error of one edge, in its own words.
    Edge {
        /// Its kind.
        kind: ErrorKind,
        /// What is wrong, where, and what to do.
        message: String,
        /// The line of the input, from 1.
        line: Option<usize>,
        /// The column of the line, from 1.
        column: Option<usize>,
    },
    /// An error about a part of the request.
    About {
        /// Which part.
        subject: String,
        /// The error.
        error: Box<RequestError>,
    },
    /// An error with advice.
    Advised {
        /// The error.
        error: Box<RequestError>,
        /// What to do.
        advice: Advice,
    },
}

/// What to do about an error.
#[derive(Clone, Debug, Eq, PartialEq)]
#[non_exhaustive]
pub enum Advice {
    /// The text can be read as moves.
    ReadAsMoves,
    /// A file has the name that was given as a cube; `reference` reads it.
    ReadFile {
        /// How the edge refers to the file.
        reference: String,
    },
    /// A setting that was probably intended.
    Use(Setting),
    /// Moves that were probably intended, in the usual notation.
    Moves(String),
    /// The text is too short for stickers and nothing else either: says what can be read.
    Readable,
}

/// Several cubes that fit the known stickers.
#[derive(Debug)]
pub struct Ambiguous {
    /// What programs get.
    pub fields: Ambiguity,
    /// The first completions in the characters of the input.
    pub completions: Vec<String>,
    /// The sticker to look at.
    pub question: Option<Question>,
    /// The size of the cube.
    pub size: Size,
    /// The characters of the input.
    pub alphabet: Alphabet,
    /// Options of the request that accept an ambiguous cube.
    pub options: &'static [OptionId],
}

/// Several cubes that fit the known stickers, for programs.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Ambiguity {
    /// The number of cubes.
    pub count: u128,
    /// The first few of them, in face letters.
    pub completions: Vec<String>,
    /// The sticker whose colour distinguishes the cubes best.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub question: Option<QuestionFields>,
}

/// A sticker to look at.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct QuestionFields {
    /// Its name, such as `U3`.
    pub sticker: String,
    /// The number of cubes that remain for each colour (a face letter) it may have.
    pub answers: BTreeMap<char, u128>,
}

/// An error as programs get it.
#[derive(Debug, Serialize)]
pub struct ErrorFields<'a> {
    kind: ErrorKind,
    message: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    file: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    line: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    column: Option<usize>,
    #[serde(flatten, skip_serializing_if = "Option::is_none")]
    diagnosis: Option<DiagnosisFields>,
    #[serde(flatten, skip_serializing_if = "Option::is_none")]
    ambiguity: Option<Ambiguity>,
}

impl RequestError {
    /// Returns an error of an edge that is not about the options.
    pub fn new(kind: ErrorKind, message: impl Into<String>) -> RequestError {
        RequestError::Edge { kind, message: message.into(), line: None, column: None }
    }

    /// Returns the error of an edge about its options.
    pub fn usage(message: impl Into<String>) -> RequestError {
        RequestError::new(ErrorKind::Usage, message)
    }

    /// Returns the error of an edge about a file.
    pub fn io(message: impl Into<String>) -> RequestError {
        RequestError::new(ErrorKind::Io, message)
    }

    /// Returns the error of an edge about a text that is not a cube.
    pub fn unreadable(message: impl Into<String>) -> RequestError {
        RequestError::new(ErrorKind::Unreadable, message)
    }

    /// Returns why a text is not a cube; its line numbers are those of an input with so many lines above the text.
    pub fn reading(error: ReadError, text: &str, lines_above: usize) -> RequestError {
        let caret = match &error {
            ReadError::Layout(LayoutError::Moves(error)) => Some(error.caret(text)),
            _ => None,
        };
        RequestError::Read { error: error.below(lines_above), caret }
    }

    /// Returns why a text is not a sequence of moves; its line numbers are those of an input with so many lines above the text.
    pub fn moves(error: AlgError, text: &str, lines_above: usize) -> RequestError {
        RequestError::Moves { caret: error.caret(text), error: error.below(lines_above) }
    }

    /// Returns why a text is not a sequence of calls of `Rotate`.
    pub fn rotations(error: RotateError, text: &str) -> RequestError {
        RequestError::Rotations { caret: error.caret(text), error }
    }

    /// Returns the error about a setting for cubes of another size.
    pub fn only_for_size(setting: impl Into<Setting>, size: Size, found: Size) -> RequestError {
        RequestError::OnlyForSize { setting: setting.into(), size, found, instead: None }
    }

    /// Returns the same error about a part of the request.
    pub fn about(self, subject: impl Into<String>) -> RequestError {
        RequestError::About { subject: subject.into(), error: Box::new(self) }
    }

    /// Returns the same error with advice.
    /// Returns an error about a method for one size with the advice to read moves on a cube of that size.
    pub fn with_size_advice(self, reading: &Reading, size: Option<Size>) -> RequestError {
        match size {
            // Moves do not have a size of their own.
            Some(size) if reading.format == Format::Moves => {
                let layers = size.layers();
                self.with_advice(Advice::Use(OptionId::Puzzle.with(format!("{layers}x{layers}"))))
            }
            _ => self,
        }
    }

    /// Returns the error with advice.
    pub fn with_advice(self, advice: Advice) -> RequestError {
        RequestError::Advised { error: Box::new(self), advice }
    }

    /// Returns the same error with the line that it is in, where it is the error of an edge.
    pub fn in_line(self, line: Option<usize>) -> RequestError {
        match self {
            RequestError::Edge { kind, message, column, .. } => {
                RequestError::Edge { kind, message, line, column }
            }
            other => other,
        }
    }

    /// Returns the kind, for programs.
    pub fn kind(&self) -> ErrorKind {
        match self {
            RequestError::Conflict { .. }
            | RequestError::Needs { .. }
            | RequestError::OutOfRange { .. }
            | RequestError::BadTarget(_)
            | RequestError::AmbiguousTarget { .. }
            | RequestError::FixedLetters { .. }
            | RequestError::NoScramble { .. }
            | RequestError::ScrambleFaces { .. }
            | RequestError::Expression(_) => ErrorKind::Usage,
            RequestError::Read { error, .. } => match error {
                ReadError::Layout(LayoutError::Moves(_) | LayoutError::NoLayer(_)) => ErrorKind::BadMoves,
                ReadError::Layout(_) | ReadError::Alphabet(_) => ErrorKind::Unreadable,
                ReadError::Size { .. } => ErrorKind::WrongSize,
            },
            RequestError::Moves { .. } | RequestError::Rotations { .. } | RequestError::NoLayer(_) => {
                ErrorKind::BadMoves
            }
            RequestError::Unwritable(LayoutError::DigitSize { .. } | LayoutError::PieceSize { .. })
            | RequestError::UnsupportedSize(_) => ErrorKind::WrongSize,
            RequestError::Unwritable(_) => ErrorKind::Unwritable,
            RequestError::Illegal(_) | RequestError::IllegalCube(_) => ErrorKind::IllegalCube,
            RequestError::Ambiguous(_) => ErrorKind::Ambiguous,
            RequestError::Data(_) => ErrorKind::BadData,
            RequestError::NoSuchFace { .. } | RequestError::NotNeighbours { .. } => ErrorKind::BadOrientation,
            RequestError::Contest(DataSetError {
                kind: DataSetErrorKind::Operation { .. } | DataSetErrorKind::NoOperations,
                ..
            }) => ErrorKind::BadMoves,
            RequestError::Contest(_) => ErrorKind::Unreadable,
            RequestError::Solve(error) => match error {
                SolveError::OtherSize { .. } | SolveError::UnsupportedSize(_) => ErrorKind::WrongSize,
                SolveError::Unsolvable { .. }
                | SolveError::NothingFound { .. }
                | SolveError::TooLong { .. } => ErrorKind::Unsolvable,
                SolveError::OptimalMetric { .. } | SolveError::OptimalFaces { .. } => ErrorKind::Unsupported,
                SolveError::Cancelled => ErrorKind::Cancelled,
                SolveError::Mistake => ErrorKind::Internal,
                SolveError::NoOrientation => ErrorKind::Unreadable,
                SolveError::NoMoves => ErrorKind::Unwritable,
            },
            RequestError::NoneWithin { .. } | RequestError::NotReached { .. } => ErrorKind::Unsolvable,
            RequestError::OnlyForSize { .. }
            | RequestError::NeedsOptimal { .. }
            | RequestError::NotWithOptimal { .. }
            | RequestError::TooManyCompletions { .. }
            | RequestError::NoLesson { .. } => ErrorKind::Unsupported,
            RequestError::WrongSolution { .. } => ErrorKind::Internal,
            RequestError::Certificate(error) if error.is_about_moves() => ErrorKind::BadMoves,
            RequestError::Certificate(_) => ErrorKind::Unreadable,
            RequestError::Cancelled => ErrorKind::Cancelled,
            RequestError::Edge { kind, .. } => *kind,
            RequestError::About { error, .. } | RequestError::Advised { error, .. } => error.kind(),
        }
    }

    /// Returns the line of the input that the error is about, from 1.
    pub fn line(&self) -> Option<usize> {
        match self {
            RequestError::Read { error: ReadError::Layout(error), .. } => error.line(),
            RequestError::Moves { error, .. } => Some(error.line()),
            RequestError::Rotations { error, .. } => Some(error.position().line()),
            RequestError::Certificate(error) => error.position().0,
            RequestError::Edge { line, .. } => *line,
            RequestError::Advised { error, .. } => error.line(),
            _ => None,
        }
    }

    /// Returns the column of the line that the error is about, from 1.
    pub fn column(&self) -> Option<usize> {
        match self {
            RequestError::Read { error: ReadError::Layout(error), .. } => error.column(),
            RequestError::Moves { error, .. } => Some(error.column()),
            RequestError::Rotations { error, .. } => Some(error.position().column()),
            RequestError::Contest(flaw) => flaw.column(),
            RequestError::Certificate(error) => error.position().1,
            RequestError::Edge { column, .. } => *column,
            RequestError::Advised { error, .. } => error.column(),
            _ => None,
        }
    }

    /// Returns all flaws of the cube, and the smallest repair.
    pub fn diagnosis(&self) -> Option<&Diagnosis> {
        match self {
            RequestError::Illegal(diagnosis) => Some(diagnosis),
            RequestError::About { error, .. } | RequestError::Advised { error, .. } => error.diagnosis(),
            _ => None,
        }
    }

    /// Returns which cubes fit.
    pub fn ambiguity(&self) -> Option<&Ambiguity> {
        match self {
            RequestError::Ambiguous(ambiguous) => Some(&ambiguous.fields),
            RequestError::About { error, .. } | RequestError::Advised { error, .. } => error.ambiguity(),
            _ => None,
        }
    }

    /// Returns the error as programs get it: in this file, and in this line unless the error knows a better one. Without a line
    /// no line is named.
    pub fn to_fields<'a>(
        &self,
        style: MessageStyle,
        file: Option<&'a str>,
        line: Option<usize>,
    ) -> ErrorFields<'a> {
        ErrorFields {
            kind: self.kind(),
            message: self.message(style),
            file,
            line: line.map(|first| self.line().unwrap_or(first)),
            column: self.column(),
            diagnosis: self.diagnosis().map(|diagnosis| diagnosis.to_fields(style.language)),
            ambiguity: self.ambiguity().cloned(),
        }
    }

    /// Checks that at most one of these options is given.
    pub(crate) fn check_exclusive(given: &[(bool, OptionId)]) -> Result<(), RequestError> {
        let mut given = given.iter().filter(|(is_given, _)| *is_given).map(|&(_, option)| option);
        match (given.next(), given.next()) {
            (Some(first), Some(second)) => {
                Err(RequestError::Conflict { first: first.into(), second: second.into() })
            }
            _ => Ok(()),
        }
    }

    /// Checks that an option is given only with another one.
    pub(crate) fn check_needed(
        (is_given, option): (bool, OptionId),
        (is_there, needed): (bool, OptionId),
    ) -> Result<(), RequestError> {
        match is_given && !is_there {
            true => Err(RequestError::Needs { option, any_of: vec![needed.into()] }),
            false => Ok(()),
        }
    }
}

/// English with canonical names of options.
impl fmt::Display for RequestError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message(MessageStyle::NEUTRAL))
    }
}

impl std::error::Error for RequestError {}

impl From<Diagnosis> for RequestError {
    fn from(diagnosis: Diagnosis) -> RequestError {
        RequestError::Illegal(Box::new(diagnosis))
    }
}

impl From<LayoutError> for RequestError {
    fn from(error: LayoutError) -> RequestError {
        RequestError::Read { error: error.into(), caret: None }
    }
}

impl From<CertificateError> for RequestError {
    fn from(error: CertificateError) -> RequestError {
        RequestError::Certificate(error)
    }
}

impl From<Cancelled> for RequestError {
    fn from(_: Cancelled) -> RequestError {
        RequestError::Cancelled
    }
}

impl From<DataError> for RequestError {
    fn from(error: DataError) -> RequestError {
        RequestError::Data(error)
    }
}

impl From<ExpressionError> for RequestError {
    fn from(error: ExpressionError) -> RequestError {
        RequestError::Expression(error)
    }
}

impl From<IllegalCube> for RequestError {
    fn from(illegal: IllegalCube) -> RequestError {
        RequestError::IllegalCube(illegal)
    }
}

impl From<NoSuchLayer> for RequestError {
    fn from(error: NoSuchLayer) -> RequestError {
        RequestError::NoLayer(error)
    }
}

impl From<UnsupportedSize> for RequestError {
    fn from(error: UnsupportedSize) -> RequestError {
        RequestError::UnsupportedSize(error)
    }
}

impl From<SolveError> for RequestError {
    fn from(error: SolveError) -> RequestError {
        RequestError::Solve(error)
    }
}

impl From<DataSetError> for RequestError {
    fn from(error: DataSetError) -> RequestError {
        RequestError::Contest(error)
    }
}
