//! Errors as exceptions, the language of messages, and the texts of errors that only this edge has.
//!
//! The classes are written in Python (`cubegod/_errors.py`), where they have attributes and can be pickled. They are made from
//! the JSON fields of the error.

use cubegod::moves::MAX_MOVES;
use cubegod::render::png;
use cubegod_columns::BatchError;
use cubegod_service::{Ambiguity, Diagnosis, ErrorKind, FlawFields, MessageStyle, RequestError, Spelling};
use cubegod_teach::Language;
use pyo3::exceptions::{PyIndexError, PyMemoryError, PyOSError, PyRuntimeError, PyTypeError, PyValueError};
use pyo3::prelude::*;
use serde::Serialize;
use std::fmt;
use std::sync::atomic::{AtomicUsize, Ordering};

/// The language of messages, by its place in [`Language::ALL`].
static LANGUAGE: AtomicUsize = AtomicUsize::new(0);

/// Returns the language of messages.
pub(crate) fn language() -> Language {
    Language::ALL.get(LANGUAGE.load(Ordering::Relaxed)).copied().unwrap_or_default()
}

/// Sets the language of exceptions about cubes and options: `"en"`, which is the default, or `"zh"`.
///
/// >>> import cubegod
/// >>> cubegod.set_language("zh")
/// >>> cubegod.get_language()
/// 'zh'
/// >>> cubegod.set_language("en")
#[pyfunction]
pub(crate) fn set_language(language: &str) -> PyResult<()> {
    let language: Language = language.parse().map_err(usage)?;
    let place = Language::ALL.iter().position(|&other| other == language);
    LANGUAGE.store(place.unwrap_or_default(), Ordering::Relaxed);
    Ok(())
}

/// Returns the language of exceptions.
#[pyfunction]
pub(crate) fn get_language() -> &'static str {
    language().code()
}

/// Returns how messages are written.
pub(crate) fn style() -> MessageStyle {
    MessageStyle::new(Spelling::PYTHON, language())
}

/// Returns the exception for an error.
pub(crate) fn exception(error: impl Into<RequestError>) -> PyErr {
    numbered_exception(error.into(), None)
}

/// Returns the exception for an error about the cube with this number, from 0.
pub(crate) fn exception_at(error: RequestError, index: usize) -> PyErr {
    numbered_exception(error, Some(index))
}

fn numbered_exception(error: RequestError, index: Option<usize>) -> PyErr {
    match error.kind() {
        ErrorKind::Usage => return usage(error.message(style())),
        ErrorKind::Cancelled => return PyRuntimeError::new_err(error.message(style())),
        ErrorKind::Io => return PyOSError::new_err(error.message(style())),
        _ => {}
    }
    let prefix = match (index, language()) {
        (None, _) => String::new(),
        (Some(index), Language::English) => format!("cube {index}: "),
        (Some(index), Language::Chinese) => format!("魔方 {index}："),
    };
    Python::attach(|py| {
        exception_object(py, error, index, prefix).map_or_else(|error| error, PyErr::from_value)
    })
}

fn exception_object(
    py: Python<'_>,
    error: RequestError,
    index: Option<usize>,
    prefix: String,
) -> PyResult<Bound<'_, PyAny>> {
    let (fields, line) = (to_json(&Fields::new(&error))?, error.line());
    let repair = error.diagnosis().is_some().then(|| Py::new(py, LazyRepair { error })).transpose()?;
    let make = py.import("cubegod._errors")?.getattr("_exception")?;
    make.call1((fields, line, index, prefix, repair))
}

/// The fields of an exception.
#[derive(Serialize)]
struct Fields<'a> {
    kind: ErrorKind,
    message: String,
    column: Option<usize>,
    flaws: Option<Vec<FlawFields>>,
    #[serde(flatten)]
    ambiguity: Option<&'a Ambiguity>,
}

impl Fields<'_> {
    fn new(error: &RequestError) -> Fields<'_> {
        Fields {
            kind: error.kind(),
            message: error.message(style()),
            column: error.column(),
            flaws: error.diagnosis().map(|diagnosis| diagnosis.flaw_fields(language())),
            ambiguity: error.ambiguity(),
        }
    }
}

/// Computes the smallest repair of an illegal cube when it is first used: it takes much longer than everything else.
#[pyclass(frozen, module = "cubegod._cubegod")]
#[derive(Debug)]
struct LazyRepair {
    /// Has a diagnosis.
    error: RequestError,
}

#[pymethods]
impl LazyRepair {
    /// Returns the repair in JSON.
    fn __call__(&self, py: Python<'_>) -> PyResult<String> {
        py.detach(|| to_json(&self.error.diagnosis().map(Diagnosis::repair_fields)))
    }
}

/// Returns the exception for an error of a whole batch.
pub(crate) fn batch_exception(error: BatchError) -> PyErr {
    match error {
        BatchError::Options(error) => exception(*error),
        BatchError::Stopped { .. } => PyRuntimeError::new_err(error.to_string()),
        error => usage(error),
    }
}

/// Returns the exception for an argument with an impossible value; the message says what is expected.
pub(crate) fn usage(message: impl ToString) -> PyErr {
    PyValueError::new_err(message.to_string())
}

/// Writes fields that Python reads.
pub(crate) fn to_json(fields: &impl Serialize) -> PyResult<String> {
    serde_json::to_string(fields).map_err(|error| PyRuntimeError::new_err(error.to_string()))
}

/// An error that only this edge has.
#[derive(Debug)]
pub(crate) enum EdgeError<'a> {
    /// The value of an argument, of a wrong type or out of range.
    Argument { name: &'a str, found: &'a str, expected: &'a str, is_out_of_range: bool },
    /// An argument without a name is of a wrong type.
    WrongType { expected: &'a str, found: &'a str },
    /// A name that is none of those expected.
    UnknownName { noun: &'a str, name: &'a str, expected: &'a str },
    /// More moves than can be parsed again.
    TooManyMoves { count: usize },
    /// A time budget below 0, or not a number.
    Budget { seconds: f64 },
    /// An index that is not a whole number.
    IndexType { found: &'a str },
    /// A slice of the cubes that fit a view.
    SliceOfView,
    /// An index of a sequence with this number of items.
    OutOfRange { index: &'a str, count: u128, noun: &'a str },
    /// A string instead of a list of cubes.
    OneString,
    /// Rows of an array that are not as long as a cube.
    RowWidth { width: usize },
    /// A row of an array that is not as long as a cube.
    StickerCount { count: usize },
    /// Not an array of rows; its type and shape.
    NotRows { data_type: &'a str, shape: &'a str },
    /// Not an array of one row; its type and shape.
    NotOneRow { data_type: &'a str, shape: &'a str },
    /// Not an array; its type.
    NotAnArray { found: &'a str },
    /// An array that another thread changes.
    ChangedArray,
    /// No memory for so many cubes.
    TooManyCubes { count: usize },
    /// No memory for a copy of so many bytes.
    NoMemory { bytes: usize },
    /// A column that Arrow cannot read.
    Arrow { reason: &'a str },
    /// A column whose array was moved out of its capsule.
    ImportedColumn,
    /// The width of a picture in pixels.
    PictureWidth { width: u32 },
    /// The hidden faces of an unfolded cube.
    BackOfNet,
    /// A pickle that is not one of these.
    Unpickled { noun: &'a str, reason: &'a str },
    /// The stickers of a net string for `cubegod.rubik`.
    NetString { count: usize },
    /// A word that is not a move of `cubegod.rubik`; its number from 1, and all moves.
    UnknownTurn { name: &'a str, number: usize, expected: &'a str },
    /// The system starts no thread.
    NoThread { reason: &'a str },
    /// A bug in this package.
    Panic,
}

impl fmt::Display for EdgeError<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            EdgeError::Argument { name, found, expected, .. } => write!(f, "{name}={found}; expected {expected}"),
            EdgeError::WrongType { expected, found } => write!(f, "expected {expected} or a string, not {found}"),
            EdgeError::UnknownName { noun, name, expected } => {
                write!(f, "unknown {noun} `{name}`; expected {expected}")
            }
            EdgeError::TooManyMoves { count } => write!(f, "{count} moves; expected {MAX_MOVES} at most"),
            EdgeError::Budget { seconds } => {
                write!(f, "a budget of {seconds} seconds; expected a number from 0 on")
            }
            EdgeError::IndexType { found } => write!(f, "an index is a whole number, not {found}"),
            EdgeError::SliceOfView => f.write_str(
                "an index is a whole number, not a slice; itertools.islice(view, start, stop) gives several cubes",
            ),
            EdgeError::OutOfRange { index, count: 0, noun } => {
                write!(f, "index {index} is out of range: there are no {noun}")
            }
            EdgeError::OutOfRange { index, count, noun } => write!(
                f,
                "index {index} is out of range: there are {count} {noun}, numbered 0 to {}, or -1 to -{count} from the end",
                count - 1
            ),
            EdgeError::OneString => {
                f.write_str("one string is one cube; expected a list of cubes (`solve` takes one)")
            }
            EdgeError::RowWidth { width } => {
                write!(f, "an array with rows of {width}; expected 54 stickers or 24")
            }
            EdgeError::StickerCount { count } => write!(f, "an array of {count} stickers; expected 54 or 24"),
            EdgeError::NotRows { data_type, shape } => write!(
                f,
                "an array of the type {data_type} and the shape {shape}; expected uint8 and a row for each cube, N×54 or N×24 \
                 (`.astype(numpy.uint8)` makes the type, `[None, :]` an array of one row)"
            ),
            EdgeError::NotOneRow { data_type, shape } => write!(
                f,
                "an array of the type {data_type} and the shape {shape}; expected uint8 and one row of 54 or 24 stickers \
                 (`.astype(numpy.uint8)` makes the type, `array[0]` is the first row of several)"
            ),
            EdgeError::NotAnArray { found } => {
                write!(f, "expected a NumPy array of one row of uint8, not {found}")
            }
            EdgeError::ChangedArray => {
                f.write_str("another thread changed the shape of the array while it was read; pass a copy")
            }
            EdgeError::TooManyCubes { count } => {
                write!(f, "there is no room for {count} cubes; use fewer at a time")
            }
            EdgeError::NoMemory { bytes } => write!(f, "no memory for a copy of the column ({bytes} bytes)"),
            EdgeError::Arrow { reason } => write!(f, "Arrow cannot read the column: {reason}"),
            EdgeError::ImportedColumn => f.write_str("this column was imported before; export it again"),
            EdgeError::PictureWidth { width } => {
                write!(f, "a picture {width} pixels wide; expected 1 to {}", png::MAX_SIDE)
            }
            EdgeError::BackOfNet => f.write_str("a net shows all faces; `back` is for the view `iso`"),
            EdgeError::Unpickled { noun, reason: "" } => write!(f, "this is not a pickled {noun}"),
            EdgeError::Unpickled { noun, reason } => write!(f, "this is not a pickled {noun}: {reason}"),
            EdgeError::NetString { count } => {
                write!(f, "{count} stickers; expected 54: nine of U, three rows of L F R B, nine of D")
            }
            EdgeError::UnknownTurn { name, number, expected } => {
                write!(f, "unknown move `{name}`, number {number} in the sequence; expected one of {expected}")
            }
            EdgeError::NoThread { reason } => write!(f, "cannot start a thread: {reason}"),
            EdgeError::Panic => f.write_str("please report this: the work panicked"),
        }
    }
}

impl EdgeError<'_> {
    pub(crate) fn into_exception(self) -> PyErr {
        let message = self.to_string();
        match self {
            EdgeError::Argument { is_out_of_range: false, .. }
            | EdgeError::WrongType { .. }
            | EdgeError::IndexType { .. }
            | EdgeError::SliceOfView
            | EdgeError::NotAnArray { .. } => PyTypeError::new_err(message),
            EdgeError::OutOfRange { .. } => PyIndexError::new_err(message),
            EdgeError::TooManyCubes { .. } | EdgeError::NoMemory { .. } => PyMemoryError::new_err(message),
            EdgeError::NoThread { .. } | EdgeError::Panic => PyRuntimeError::new_err(message),
            _ => PyValueError::new_err(message),
        }
    }
}

impl From<EdgeError<'_>> for PyErr {
    fn from(error: EdgeError<'_>) -> PyErr {
        error.into_exception()
    }
}
