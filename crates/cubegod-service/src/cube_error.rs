//! What can be wrong with a question, and how it is said.

use crate::diagnosis::Diagnosis;
use cubegod::data::DataError;
use cubegod::formats::LayoutError;
use cubegod::moves::FaceSet;
use cubegod::moves::NoSuchLayer;
use cubegod::moves::rotate::RotateError;
use cubegod::solve::SolveError;
use cubegod::view::UnsupportedSize;
use cubegod::{AlgError, IllegalCube, ReadError, Size};
use cubegod_contest::judge::Flaw;
use serde::Serialize;
use std::collections::BTreeMap;

/// What kind of problem it is, for machines.
#[derive(Copy, Clone, Debug, Eq, PartialEq, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "kebab-case")]
pub enum ErrorKind {
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
    /// The faces that may be turned do not solve it, or not in as few moves as were asked for.
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
pub struct CubeError {
    /// What kind of problem it is, for machines.
    pub kind: ErrorKind,
    /// What is wrong, where, and what to do.
    pub message: String,
    /// The line it is in, from 1 at the record's first line.
    pub line: Option<usize>,
    /// The column it is in, from 1.
    pub column: Option<usize>,
    /// What people see below the message: the text with a caret under it, or a list.
    pub detail: Option<String>,
    /// What is wrong with the cube.
    pub diagnosis: Option<Box<Diagnosis>>,
    /// Which cubes it could be.
    pub ambiguity: Option<Box<Ambiguity>>,
}

/// Several real cubes fit, for machines.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Ambiguity {
    /// How many.
    pub count: u128,
    /// The first few of them, in face letters.
    pub completions: Vec<String>,
    /// The sticker whose colour would tell most of them apart.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub question: Option<QuestionFields>,
}

/// A sticker to look at.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct QuestionFields {
    /// Its name, such as `U3`.
    pub sticker: String,
    /// For each colour it may have (a face letter), how many cubes would remain.
    pub answers: BTreeMap<char, u128>,
}

/// What a machine gets to know about a problem.
#[derive(Debug, Serialize)]
pub struct CubeErrorFields<'a> {
    kind: ErrorKind,
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

impl CubeError {
    /// A problem without a place.
    pub fn new(kind: ErrorKind, message: String) -> CubeError {
        CubeError { kind, message, line: None, column: None, detail: None, diagnosis: None, ambiguity: None }
    }

    /// A file that can't be read.
    pub fn io(message: String) -> CubeError {
        CubeError::new(ErrorKind::Io, message)
    }

    /// A text that is no cube.
    pub fn unreadable(message: String) -> CubeError {
        CubeError::new(ErrorKind::Unreadable, message)
    }

    /// A cube that can't be written in a layout.
    pub fn unwritable(error: LayoutError) -> CubeError {
        let kind = match error {
            LayoutError::DigitSize { .. } | LayoutError::PieceSize { .. } => ErrorKind::WrongSize,
            _ => ErrorKind::Unwritable,
        };
        CubeError::new(kind, error.to_string())
    }

    /// Several cubes fit, and which one is meant was not said; `advice` says what to do, `look` tells a sticker to look at,
    /// `list` the first few.
    pub fn ambiguous(ambiguity: Ambiguity, advice: &str, look: Option<&str>, list: String) -> CubeError {
        let look = look.map(|question| format!("; look at sticker {question}")).unwrap_or_default();
        let message = format!("{} real cubes fit: {advice}{look}", ambiguity.count);
        CubeError {
            detail: Some(list),
            ambiguity: Some(Box::new(ambiguity)),
            ..CubeError::new(ErrorKind::Ambiguous, message)
        }
    }

    /// An exact orientation of a cube whose letters do not tell which way is up.
    pub fn no_orientation() -> CubeError {
        CubeError::new(ErrorKind::Unreadable, format!("{} for --exact", SolveError::NoOrientation))
    }

    /// A way to hold a cube that it can't be held in.
    pub fn orientation(message: String) -> CubeError {
        CubeError::new(ErrorKind::BadOrientation, message)
    }

    /// The faces do not do it.
    pub fn unsolvable(faces: FaceSet, exact: bool) -> CubeError {
        CubeError::new(ErrorKind::Unsolvable, SolveError::Unsolvable { faces, exact }.to_string())
    }

    /// Something that only the pocket solver does so far.
    pub fn only_for_pocket_cubes(flag: &str) -> CubeError {
        CubeError::new(
            ErrorKind::Unsupported,
            format!("{flag} works for 2x2x2 cubes only so far; leave it out for a 3x3x3"),
        )
    }

    /// Something about shortest solutions of a 3x3 that the quick solver does not know.
    pub fn only_when_proven(flag: &str) -> CubeError {
        let message = format!("{flag} of a 3x3x3 needs --method optimal; add it, or leave out {flag}");
        CubeError::new(ErrorKind::Unsupported, message)
    }

    /// Something that proofs of the 3x3 do not know.
    pub fn not_proven(what: &str) -> CubeError {
        let message = format!("{what} does not go with --method optimal for a 3x3x3; leave one of them out");
        CubeError::new(ErrorKind::Unsupported, message)
    }

    /// A cube that is farther from its goal than was hoped.
    pub fn none_within(moves: usize) -> CubeError {
        let moves = if moves == 1 { "1 move".to_owned() } else { format!("{moves} moves") };
        CubeError::new(ErrorKind::Unsolvable, format!("no solution within {moves} (proven)"))
    }

    /// A solution was found, but not the one that was asked for.
    pub fn only_this_one(why: &str, solution: &str) -> CubeError {
        CubeError::new(ErrorKind::Unsolvable, format!("{why}; the best is {solution}"))
    }

    /// Something that the pocket solver does in another way.
    pub fn only_for_large_cubes(flag: &str, instead: &str) -> CubeError {
        CubeError::new(
            ErrorKind::Unsupported,
            format!("{flag} works for 3x3x3 cubes only; {instead} lists the shortest solutions of a 2x2x2"),
        )
    }

    /// A cube of another size than the method is for.
    pub fn only_for_size(method: &str, wanted: Size, size: Size) -> CubeError {
        CubeError::new(
            ErrorKind::Unsupported,
            format!("{method} works for {wanted} cubes only; leave it out for a {size}"),
        )
    }

    /// Something that there is not.
    pub fn unsupported(message: String) -> CubeError {
        CubeError::new(ErrorKind::Unsupported, message)
    }

    /// A cube of a size that the command is not for.
    pub fn wrong_size(message: String) -> CubeError {
        CubeError::new(ErrorKind::WrongSize, message)
    }

    /// A target of another size.
    pub fn other_size(cube: Size, target: Size) -> CubeError {
        CubeError::new(ErrorKind::WrongSize, SolveError::OtherSize { cube, target }.to_string())
    }

    /// A cube that no moves make.
    pub fn no_moves() -> CubeError {
        CubeError::new(ErrorKind::Unwritable, SolveError::NoMoves.to_string())
    }

    /// A search that ended with nothing.
    pub fn nothing_found(faces: FaceSet) -> CubeError {
        if faces == FaceSet::ALL {
            return CubeError::new(ErrorKind::Internal, SolveError::Mistake.to_string());
        }
        let refusal = SolveError::NothingFound { faces };
        CubeError::new(ErrorKind::Unsolvable, format!("{refusal} (--budget gives more time)"))
    }

    /// Something that the pocket solver does not do.
    pub fn not_for_pocket_cubes(flag: &str) -> CubeError {
        let message = format!("{flag} works for 3x3x3 cubes only; leave it out for a 2x2x2");
        CubeError::new(ErrorKind::Unsupported, message)
    }

    /// A solution that does not solve: every one is checked before it is told.
    pub fn wrong_solution(solution: &str) -> CubeError {
        CubeError::new(
            ErrorKind::Internal,
            format!("please report this: `{solution}` was found but does not solve the cube"),
        )
    }

    /// Why a record could not be read; its lines are told as those of the whole input.
    pub fn reading(error: ReadError, text: &str, lines_above: usize) -> CubeError {
        match error {
            ReadError::Layout(LayoutError::Moves(error)) => CubeError::moves(error, text, lines_above),
            ReadError::Layout(error) => error.below(lines_above).into(),
            ReadError::Alphabet(error) => CubeError::new(ErrorKind::Unreadable, error.to_string()),
            ReadError::Size { .. } => CubeError::new(ErrorKind::WrongSize, error.to_string()),
        }
    }

    /// Why moves could not be read.
    pub fn moves(error: AlgError, text: &str, lines_above: usize) -> CubeError {
        let caret = error.caret(text);
        let error = error.below(lines_above);
        CubeError {
            line: Some(error.line()),
            column: Some(error.column()),
            detail: Some(caret),
            ..CubeError::new(ErrorKind::BadMoves, error.to_string())
        }
    }

    /// Why calls of `Rotate` could not be read.
    pub fn rotations(error: &RotateError, text: &str) -> CubeError {
        let at = error.position();
        CubeError {
            line: Some(at.line()),
            column: Some(at.column()),
            detail: Some(error.caret(text)),
            ..CubeError::new(ErrorKind::BadMoves, error.to_string())
        }
    }

    /// With what it is about before it.
    pub fn about(mut self, what: &str) -> CubeError {
        self.message = format!("{what}: {}", self.message);
        self
    }

    /// With a word of advice.
    pub fn with_hint(mut self, hint: &str) -> CubeError {
        self.message.push_str("; ");
        self.message.push_str(hint);
        self
    }

    /// With the advice to say that a text is moves.
    pub fn with_moves_hint(self) -> CubeError {
        self.with_hint("if these are moves, say so with --from moves")
    }

    /// With the line it is in.
    pub fn in_line(mut self, line: Option<usize>) -> CubeError {
        self.line = line;
        self
    }

    /// For machines: in this file, and in this line where the problem does not know better. Without a line nothing is said
    /// of one.
    pub fn fields<'a>(&'a self, file: Option<&'a str>, line: Option<usize>) -> CubeErrorFields<'a> {
        CubeErrorFields {
            kind: self.kind,
            message: &self.message,
            file,
            line: line.map(|first| self.line.unwrap_or(first)),
            column: self.column,
            diagnosis: self.diagnosis.as_deref(),
            ambiguity: self.ambiguity.as_deref(),
        }
    }
}

/// A cube that is no real one.
impl From<Diagnosis> for CubeError {
    fn from(diagnosis: Diagnosis) -> CubeError {
        let message = diagnosis.message();
        CubeError { diagnosis: Some(Box::new(diagnosis)), ..CubeError::new(ErrorKind::IllegalCube, message) }
    }
}

impl From<LayoutError> for CubeError {
    fn from(error: LayoutError) -> CubeError {
        let kind = match error {
            LayoutError::Moves(_) | LayoutError::NoLayer(_) => ErrorKind::BadMoves,
            _ => ErrorKind::Unreadable,
        };
        CubeError { line: error.line(), column: error.column(), ..CubeError::new(kind, error.to_string()) }
    }
}

impl From<DataError> for CubeError {
    fn from(error: DataError) -> CubeError {
        CubeError::new(ErrorKind::BadData, error.to_string())
    }
}

/// Stickers that some solver does not take: they were checked before.
impl From<IllegalCube> for CubeError {
    fn from(illegal: IllegalCube) -> CubeError {
        CubeError::unreadable(illegal.to_string())
    }
}

impl From<NoSuchLayer> for CubeError {
    fn from(error: NoSuchLayer) -> CubeError {
        CubeError::new(ErrorKind::BadMoves, error.to_string())
    }
}

impl From<UnsupportedSize> for CubeError {
    fn from(error: UnsupportedSize) -> CubeError {
        CubeError::new(ErrorKind::WrongSize, error.to_string())
    }
}

/// Why a data set of a contest can't be judged.
impl From<Flaw> for CubeError {
    fn from(flaw: Flaw) -> CubeError {
        let kind = match flaw {
            Flaw::Operation { .. } => ErrorKind::BadMoves,
            _ => ErrorKind::Unreadable,
        };
        CubeError { column: flaw.column(), ..CubeError::new(kind, flaw.to_string()) }
    }
}
