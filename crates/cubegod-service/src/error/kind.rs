//! The kinds of errors.

use super::{InputError, RequestError};
use cubegod::ReadError;
use cubegod::formats::LayoutError;
use cubegod::solve::SolveError;
use cubegod_contest::judge::{DataSetError, DataSetErrorKind};
use serde::Serialize;

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
    /// A table that the request needs is still being opened or built.
    NotReady,
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
            ErrorKind::NotReady => "not-ready",
            ErrorKind::Internal => "internal",
            ErrorKind::Io => "io",
        }
    }
}

impl RequestError {
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
            | RequestError::NoSeed
            | RequestError::ScrambleFaces { .. }
            | RequestError::Expression(_) => ErrorKind::Usage,
            RequestError::Read { error, .. } => match error {
                ReadError::Layout(LayoutError::Moves(_) | LayoutError::NoLayer(_)) => ErrorKind::BadMoves,
                ReadError::Layout(_) | ReadError::Alphabet(_) => ErrorKind::Unreadable,
                ReadError::Size { .. } => ErrorKind::WrongSize,
            },
            RequestError::NotAColor { .. } => ErrorKind::Unreadable,
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
            RequestError::Input(error) => match error {
                InputError::StandardInputTwice | InputError::NoTerminal { .. } => ErrorKind::Usage,
                InputError::Unreadable { .. } => ErrorKind::Io,
                InputError::Utf16
                | InputError::Gbk
                | InputError::Binary
                | InputError::NotUtf8 { .. }
                | InputError::TooLong { .. }
                | InputError::Record(_)
                | InputError::NotTextLines { .. }
                | InputError::NoMoves => ErrorKind::Unreadable,
            },
            RequestError::Cancelled => ErrorKind::Cancelled,
            RequestError::TableNotReady => ErrorKind::NotReady,
            RequestError::Edge { kind, .. } => *kind,
            RequestError::About { error, .. } | RequestError::Advised { error, .. } => error.kind(),
        }
    }
}
