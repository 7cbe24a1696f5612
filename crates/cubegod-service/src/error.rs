//! The error type of all requests: what is wrong, as fields. Sentences are made in [`messages`](crate::messages).

mod advice;
mod ambiguity;
mod conversions;
mod fields;
mod input;
mod kind;

pub use advice::Advice;
pub use ambiguity::{Ambiguity, Ambiguous, QuestionFields};
pub use fields::ErrorFields;
pub use input::{InputError, InputSource};
pub use kind::ErrorKind;

use crate::certificate::CertificateError;
use crate::cube::separated_moves;
use crate::diagnosis::Diagnosis;
use crate::localized::Localized;
use crate::option::{MessageStyle, OptionId, Setting};
use crate::solve::Shortfall;
use cubegod::data::{DataError, ExpressionError, OrientationError};
use cubegod::formats::{Format, LayoutError};
use cubegod::moves::rotate::RotateError;
use cubegod::moves::{FaceSet, NoSuchLayer};
use cubegod::solve::SolveError;
use cubegod::view::UnsupportedSize;
use cubegod::{AlgError, Cancellation, IllegalCube, ReadError, Reading, Size};
use cubegod_contest::judge::DataSetError;
use std::fmt;

/// The reason that a request has no response.
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
        min: u64,
        /// The largest value.
        max: Option<u64>,
    },
    /// The target is not one reachable cube.
    BadTarget(Box<RequestError>),
    /// Several cubes fit the target.
    AmbiguousTarget {
        /// The number of cubes.
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
    /// A random cube without a seed, where there is no source of randomness.
    NoSeed,
    /// Turns of these faces do not reach every 2x2x2.
    ScrambleFaces {
        /// The faces.
        faces: FaceSet,
    },
    /// The regular expression is invalid.
    Expression(ExpressionError),

    /// The text is not a cube.
    Read {
        /// The cause.
        error: ReadError,
        /// For moves, the text with a caret below the place.
        caret: Option<String>,
    },
    /// The moves cannot be parsed.
    Moves {
        /// The cause.
        error: AlgError,
        /// The text with a caret below the place.
        caret: String,
    },
    /// The calls of `Rotate` cannot be parsed.
    Rotations {
        /// The cause.
        error: RotateError,
        /// The text with a caret below the place.
        caret: String,
    },
    /// The cube does not have a layer that the moves turn.
    NoLayer(NoSuchLayer),
    /// The layout cannot express the cube.
    Unwritable(LayoutError),
    /// A byte is no sticker.
    NotAColor {
        /// The byte.
        value: u8,
        /// Its index, from 0.
        index: usize,
    },
    /// The stickers are not a reachable cube; with all flaws and the smallest repair.
    Illegal(Box<Diagnosis>),
    /// The stickers are not a reachable cube; without a diagnosis, because they were checked before.
    IllegalCube(IllegalCube),
    /// Several cubes fit the known stickers.
    Ambiguous(Box<Ambiguous>),
    /// More cubes fit the known stickers than are solved one by one.
    TooManyCompletions {
        /// The number of cubes that fit.
        count: u128,
        /// The number of cubes that are solved at most.
        max: u128,
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
        /// The cause.
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
    /// A table that the request needs is still being opened or built.
    TableNotReady,

    /// A text that is not a valid certificate.
    Certificate(CertificateError),
    /// A file, standard input or the terminal cannot be used.
    Input(InputError),

    /// An error of one edge, in its own words.
    Edge {
        /// Its kind.
        kind: ErrorKind,
        /// What is wrong, where, and what to do.
        message: Box<dyn Localized>,
        /// The line of the input, from 1.
        line: Option<usize>,
        /// The column of the line, from 1.
        column: Option<usize>,
    },
    /// An error about a part of the request.
    About {
        /// The part.
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

impl RequestError {
    /// Returns an error of an edge that is not about the options.
    pub fn new(kind: ErrorKind, message: impl Into<Box<dyn Localized>>) -> RequestError {
        RequestError::Edge { kind, message: message.into(), line: None, column: None }
    }

    /// Returns the error of an edge about its options.
    pub fn usage(message: impl Into<Box<dyn Localized>>) -> RequestError {
        RequestError::new(ErrorKind::Usage, message)
    }

    /// Returns the error of an edge about a file.
    pub fn io(message: impl Into<Box<dyn Localized>>) -> RequestError {
        RequestError::new(ErrorKind::Io, message)
    }

    /// Returns the error of an edge about a text that is not a cube.
    pub fn unreadable(message: impl Into<Box<dyn Localized>>) -> RequestError {
        RequestError::new(ErrorKind::Unreadable, message)
    }

    /// Returns the error for a text that is not a cube; its line numbers are those of an input with so many lines above the text.
    pub fn reading(error: ReadError, text: &str, lines_above: usize) -> RequestError {
        let caret = match &error {
            ReadError::Layout(LayoutError::Moves(error)) => Some(error.caret(text)),
            _ => None,
        };
        RequestError::Read { error: error.below(lines_above), caret }
    }

    /// Returns the error for a text that is not a sequence of moves, with the moves that were probably intended; its line numbers are those of an input with so many lines above the text.
    pub fn moves(error: AlgError, text: &str, lines_above: usize) -> RequestError {
        let error = RequestError::Moves { caret: error.caret(text), error: error.below(lines_above) };
        match separated_moves(text, Cancellation::never()) {
            Some(advice) => error.with_advice(advice),
            None => error,
        }
    }

    /// Returns the error for a text that is not a sequence of calls of `Rotate`.
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

    /// Returns the error about a method for one size, with the advice to read moves on a cube of that size.
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

    /// Returns the same error with advice.
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

    /// Returns the line of the input that the error is about, from 1.
    pub fn line(&self) -> Option<usize> {
        match self {
            RequestError::Read { error: ReadError::Layout(error), .. } => error.line(),
            RequestError::Moves { error, .. } => Some(error.line()),
            RequestError::Rotations { error, .. } => Some(error.position().line()),
            RequestError::Certificate(error) => error.position().0,
            RequestError::Input(error) => error.line(),
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
