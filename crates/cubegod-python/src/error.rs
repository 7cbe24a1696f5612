//! Errors as exceptions, and the language of messages.
//!
//! The classes are written in Python (`cubegod/_errors.py`), where they have attributes and can be pickled. They are made from
//! the JSON fields of the error.

use crate::arguments::named;
use crate::edge_error::EdgeError;
use cubegod_columns::BatchError;
use cubegod_service::{
    Ambiguity, Diagnosis, ErrorKind, FlawFields, Localized, MessageStyle, RequestError, Spelling,
};
use cubegod_teach::Language;
use pyo3::exceptions::{PyIndexError, PyMemoryError, PyOSError, PyRuntimeError, PyTypeError, PyValueError};
use pyo3::prelude::*;
use serde::Serialize;
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
    let language: Language = named(language)?;
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
        BatchError::Stopped { .. } => PyRuntimeError::new_err(error.message(style())),
        error => usage(error.message(style())),
    }
}

/// Returns the exception for an argument with an impossible value; the message says what is expected.
fn usage(message: String) -> PyErr {
    PyValueError::new_err(message)
}

/// Writes fields that Python reads.
pub(crate) fn to_json(fields: &impl Serialize) -> PyResult<String> {
    serde_json::to_string(fields).map_err(|error| PyRuntimeError::new_err(error.to_string()))
}

impl From<EdgeError> for PyErr {
    fn from(error: EdgeError) -> PyErr {
        let message = error.text(language());
        match error {
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
