//! What can go wrong, how it is said, and the exit code it leads to.

use crate::diagnosis::Diagnosis;
use crate::input::{Fault, MAX_BLOCK_LINES, MAX_LINE, Origin};
use cubegod::data::DataError;
use cubegod::formats::LayoutError;
use cubegod::judge::Flaw;
use cubegod::moves::FaceSet;
use cubegod::moves::NoSuchLayer;
use cubegod::moves::rotate::RotateError;
use cubegod::solve::Refusal;
use cubegod::view::UnsupportedSize;
use cubegod::{AlgError, IllegalCube, ReadError, Size};
pub(crate) use cubegod_cache::reason;
use cubegod_net::Signal;
use serde::Serialize;
use std::collections::BTreeMap;
use std::io;
use std::process::ExitCode;

/// All cubes were answered.
pub(crate) const ANSWERED: u8 = 0;
/// Some cube was bad, or there was nothing to read.
pub(crate) const SOME_BAD: u8 = 1;
/// The command was not understood.
pub(crate) const USAGE: u8 = 2;
/// Ended by an interrupt, as shells tell it: 128 and the signal's number.
pub(crate) const INTERRUPTED: u8 = 128 + 2;

/// What kind of problem it is, for machines.
#[derive(Copy, Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Kind {
    /// No cube in any layout, or none in the one asked for.
    Unreadable,
    /// A cube that the layout asked for can't express.
    Unwritable,
    /// Stickers that are no real cube.
    IllegalCube,
    /// A cube of another size than the command or the user wants.
    WrongSize,
    /// Data that does not fit on the cube.
    BadData,
    /// Faces that can't be up and in front.
    BadOrientation,
    /// Moves that are not understood, or that the cube does not have.
    BadMoves,
    /// Several real cubes fit what is known.
    Ambiguous,
    /// The faces that may be turned do not solve it.
    Unsolvable,
    /// Nothing here solves such a cube.
    Unsupported,
    /// A mistake of this program.
    Internal,
    /// A file that can't be read or written.
    Io,
}

/// What keeps one record from being answered; the others go on.
#[derive(Debug)]
pub(crate) struct Problem {
    pub(crate) kind: Kind,
    pub(crate) message: String,
    /// The line it is in, from 1 at the record's first line.
    line: Option<usize>,
    column: Option<usize>,
    /// What people see below the message: the text with a caret under the spot, or a list.
    pub(crate) detail: Option<String>,
    /// What is wrong with the cube.
    pub(crate) diagnosis: Option<Box<Diagnosis>>,
    /// Which cubes it could be.
    ambiguity: Option<Box<Ambiguity>>,
}

/// Several real cubes fit, for machines.
#[derive(Debug, Serialize)]
pub(crate) struct Ambiguity {
    pub(crate) count: u128,
    /// The first few of them, in face letters.
    pub(crate) completions: Vec<String>,
    /// The sticker whose colour would tell most of them apart.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) question: Option<QuestionFields>,
}

#[derive(Debug, Serialize)]
pub(crate) struct QuestionFields {
    pub(crate) sticker: String,
    /// For each colour it may have (a face letter), how many cubes would remain.
    pub(crate) answers: BTreeMap<char, u128>,
}

/// What a machine gets instead of an answer.
#[derive(Serialize)]
pub(crate) struct ErrorObject<'a> {
    error: ErrorFields<'a>,
}

#[derive(Serialize)]
struct ErrorFields<'a> {
    kind: Kind,
    message: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    file: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    line: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    column: Option<usize>,
    #[serde(flatten, skip_serializing_if = "Option::is_none")]
    diagnosis: Option<&'a Diagnosis>,
    #[serde(flatten, skip_serializing_if = "Option::is_none")]
    ambiguity: Option<&'a Ambiguity>,
}

impl Problem {
    fn new(kind: Kind, message: String) -> Problem {
        Problem { kind, message, line: None, column: None, detail: None, diagnosis: None, ambiguity: None }
    }

    /// A file that can't be read.
    pub(crate) fn io(message: String) -> Problem {
        Problem::new(Kind::Io, message)
    }

    /// A text that is no cube.
    pub(crate) fn unreadable(message: String) -> Problem {
        Problem::new(Kind::Unreadable, message)
    }

    /// A cube that can't be written in a layout.
    pub(crate) fn unwritable(error: LayoutError) -> Problem {
        let kind = match error {
            LayoutError::DigitSize { .. } | LayoutError::PieceSize { .. } => Kind::WrongSize,
            _ => Kind::Unwritable,
        };
        Problem::new(kind, error.to_string())
    }

    /// Several cubes fit, and which one is meant was not said; `advice` says what to do, `look` tells a sticker to look at,
    /// `list` the first few.
    pub(crate) fn ambiguous(ambiguity: Ambiguity, advice: &str, look: Option<&str>, list: String) -> Problem {
        let look = look.map(|question| format!("; look at sticker {question}")).unwrap_or_default();
        let message = format!("{} real cubes fit: {advice}{look}", ambiguity.count);
        Problem {
            detail: Some(list),
            ambiguity: Some(Box::new(ambiguity)),
            ..Problem::new(Kind::Ambiguous, message)
        }
    }

    /// An exact orientation of a cube whose letters do not tell which way is up.
    pub(crate) fn no_orientation() -> Problem {
        Problem::new(Kind::Unreadable, format!("{} for --exact", Refusal::NoOrientation))
    }

    /// A way to hold a cube that it can't be held in.
    pub(crate) fn orientation(message: String) -> Problem {
        Problem::new(Kind::BadOrientation, message)
    }

    /// The faces do not do it.
    pub(crate) fn unsolvable(faces: FaceSet, exact: bool) -> Problem {
        Problem::new(Kind::Unsolvable, Refusal::Unsolvable { faces, exact }.to_string())
    }

    /// Something that only the pocket solver does so far.
    pub(crate) fn only_for_pocket_cubes(flag: &str) -> Problem {
        Problem::new(
            Kind::Unsupported,
            format!("{flag} works for 2x2x2 cubes only so far; leave it out for a 3x3x3"),
        )
    }

    /// Something that the pocket solver does in another way.
    pub(crate) fn only_for_large_cubes(flag: &str, instead: &str) -> Problem {
        Problem::new(
            Kind::Unsupported,
            format!("{flag} works for 3x3x3 cubes only; {instead} lists the shortest solutions of a 2x2x2"),
        )
    }

    /// A cube of another size than the method is for.
    pub(crate) fn only_for_size(method: &str, wanted: Size, size: Size) -> Problem {
        Problem::new(
            Kind::Unsupported,
            format!("{method} works for {wanted} cubes only; leave it out for a {size}"),
        )
    }

    /// Something that there is not.
    pub(crate) fn unsupported(message: String) -> Problem {
        Problem::new(Kind::Unsupported, message)
    }

    /// A cube of a size that the command is not for.
    pub(crate) fn wrong_size(message: String) -> Problem {
        Problem::new(Kind::WrongSize, message)
    }

    /// A target of another size.
    pub(crate) fn other_size(cube: Size, target: Size) -> Problem {
        Problem::new(Kind::WrongSize, Refusal::OtherSize { cube, target }.to_string())
    }

    /// A cube that no moves make.
    pub(crate) fn no_moves() -> Problem {
        Problem::new(Kind::Unwritable, Refusal::NoMoves.to_string())
    }

    /// A search that ended with nothing.
    pub(crate) fn nothing_found(faces: FaceSet) -> Problem {
        if faces == FaceSet::ALL {
            return Problem::new(Kind::Internal, Refusal::Mistake.to_string());
        }
        let refusal = Refusal::NothingFound { faces };
        Problem::new(Kind::Unsolvable, format!("{refusal} (--budget gives more time)"))
    }

    /// A solution that does not solve: every one is checked before it is told.
    pub(crate) fn wrong_solution(solution: &str) -> Problem {
        Problem::new(
            Kind::Internal,
            format!("please report this: `{solution}` was found but does not solve the cube"),
        )
    }

    /// Why a record could not be read; its lines are told as those of the whole input.
    pub(crate) fn reading(error: ReadError, text: &str, origin: &Origin) -> Problem {
        match error {
            ReadError::Layout(LayoutError::Moves(error)) => Problem::moves(error, text, origin),
            ReadError::Layout(error) => error.below(origin.lines_above()).into(),
            ReadError::Alphabet(error) => Problem::new(Kind::Unreadable, error.to_string()),
            ReadError::Size { .. } => Problem::new(Kind::WrongSize, error.to_string()),
        }
    }

    /// Why moves could not be read.
    pub(crate) fn moves(error: AlgError, text: &str, origin: &Origin) -> Problem {
        let caret = error.caret(text);
        let error = error.below(origin.lines_above());
        Problem {
            line: Some(error.line()),
            column: Some(error.column()),
            detail: Some(caret),
            ..Problem::new(Kind::BadMoves, error.to_string())
        }
    }

    /// Why calls of `Rotate` could not be read.
    pub(crate) fn rotations(error: &RotateError, text: &str) -> Problem {
        let spot = error.spot();
        Problem {
            line: Some(spot.line()),
            column: Some(spot.column()),
            detail: Some(error.caret(text)),
            ..Problem::new(Kind::BadMoves, error.to_string())
        }
    }

    /// With what it is about before it.
    pub(crate) fn about(mut self, what: &str) -> Problem {
        self.message = format!("{what}: {}", self.message);
        self
    }

    /// With a word of advice.
    pub(crate) fn with_hint(mut self, hint: &str) -> Problem {
        self.message.push_str("; ");
        self.message.push_str(hint);
        self
    }

    /// For machines.
    pub(crate) fn object<'a>(&'a self, origin: &'a Origin) -> ErrorObject<'a> {
        let line = origin.line().map(|first| self.line.unwrap_or(first));
        ErrorObject {
            error: ErrorFields {
                kind: self.kind,
                message: &self.message,
                file: origin.file(),
                line,
                column: self.column,
                diagnosis: self.diagnosis.as_deref(),
                ambiguity: self.ambiguity.as_deref(),
            },
        }
    }
}

/// A cube that is no real one.
impl From<Diagnosis> for Problem {
    fn from(diagnosis: Diagnosis) -> Problem {
        let message = diagnosis.message();
        Problem { diagnosis: Some(Box::new(diagnosis)), ..Problem::new(Kind::IllegalCube, message) }
    }
}

impl From<LayoutError> for Problem {
    fn from(error: LayoutError) -> Problem {
        let kind = match error {
            LayoutError::Moves(_) | LayoutError::NoLayer(_) => Kind::BadMoves,
            _ => Kind::Unreadable,
        };
        Problem { line: error.line(), column: error.column(), ..Problem::new(kind, error.to_string()) }
    }
}

impl From<DataError> for Problem {
    fn from(error: DataError) -> Problem {
        Problem::new(Kind::BadData, error.to_string())
    }
}

/// Stickers that some solver does not take: they were checked before.
impl From<IllegalCube> for Problem {
    fn from(illegal: IllegalCube) -> Problem {
        Problem::unreadable(illegal.to_string())
    }
}

impl From<NoSuchLayer> for Problem {
    fn from(error: NoSuchLayer) -> Problem {
        Problem::new(Kind::BadMoves, error.to_string())
    }
}

impl From<UnsupportedSize> for Problem {
    fn from(error: UnsupportedSize) -> Problem {
        Problem::new(Kind::WrongSize, error.to_string())
    }
}

/// Why a data set of a contest can't be judged.
impl From<Flaw> for Problem {
    fn from(flaw: Flaw) -> Problem {
        let kind = match flaw {
            Flaw::Operation { .. } => Kind::BadMoves,
            _ => Kind::Unreadable,
        };
        Problem { column: flaw.column(), ..Problem::new(kind, flaw.to_string()) }
    }
}

impl From<Fault> for Problem {
    fn from(fault: Fault) -> Problem {
        let mebibytes = MAX_LINE >> 20;
        let (line, message) = match fault {
            Fault::LongLine { line } => (
                Some(line),
                format!("the line is longer than {mebibytes} MiB; expected a cube, which is much shorter"),
            ),
            Fault::NotText { line, place, byte } => (
                Some(line),
                format!("byte {place} of line {line}, 0x{byte:02x}, is not UTF-8; expected text in UTF-8"),
            ),
            Fault::LongBlock => (
                None,
                format!(
                    "the block is longer than {MAX_BLOCK_LINES} lines or {mebibytes} MiB; expected a blank line after each cube"
                ),
            ),
        };
        Problem { line, ..Problem::new(Kind::Unreadable, message) }
    }
}

/// What ends the program before everything is answered.
#[derive(Debug)]
pub(crate) enum Stop {
    /// The command makes no sense; says what would.
    Usage(String),
    /// An argument can't be used; already said, with this exit code.
    Said(u8),
    /// A file or standard output can't be written.
    Io(String),
    /// Nobody reads the answers any more.
    ClosedPipe,
    /// Somebody asked to stop; already said.
    Interrupted(Signal),
    /// Nobody wants this answer any more; others may be wanted.
    Unwanted,
}

impl std::fmt::Display for Stop {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Stop::Usage(message) | Stop::Io(message) => f.write_str(message),
            Stop::Said(_) | Stop::Interrupted(_) => Ok(()),
            Stop::Unwanted => f.write_str("the answer is not wanted any more"),
            Stop::ClosedPipe => f.write_str("nobody reads the answers any more"),
        }
    }
}

impl Stop {
    pub(crate) fn usage(message: impl Into<String>) -> Stop {
        Stop::Usage(message.into())
    }

    /// Says what there is to say on standard error.
    pub(crate) fn report(&self) -> ExitCode {
        use std::io::Write;
        let mut error = io::stderr();
        // Nothing can be done about a standard error that can't be written.
        let _ = match self {
            Stop::Usage(message) => {
                writeln!(error, "cubegod: {message}\n\nFor more information, try `cubegod help`.")
            }
            Stop::Io(message) => writeln!(error, "cubegod: {message}"),
            Stop::Said(_) | Stop::ClosedPipe | Stop::Interrupted(_) | Stop::Unwanted => Ok(()),
        };
        ExitCode::from(match self {
            Stop::Usage(_) => USAGE,
            Stop::Said(code) => *code,
            Stop::Io(_) => SOME_BAD,
            Stop::Interrupted(signal) => signal.exit_code(),
            Stop::ClosedPipe | Stop::Unwanted => ANSWERED,
        })
    }
}

/// For errors of standard output, the only ones that are not looked at where they happen.
impl From<io::Error> for Stop {
    fn from(error: io::Error) -> Stop {
        match error.kind() {
            io::ErrorKind::BrokenPipe => Stop::ClosedPipe,
            _ => Stop::Io(format!("cannot write to standard output: {}", reason(&error))),
        }
    }
}

/// Either of the two.
#[derive(Debug)]
pub(crate) enum Failure {
    Problem(Problem),
    Stop(Stop),
}

impl<P: Into<Problem>> From<P> for Failure {
    fn from(problem: P) -> Failure {
        Failure::Problem(problem.into())
    }
}

impl From<Stop> for Failure {
    fn from(stop: Stop) -> Failure {
        Failure::Stop(stop)
    }
}
