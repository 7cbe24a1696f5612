//! Errors as exceptions, and the language of messages.
//!
//! The classes are written in Python (`cubegod/_errors.py`), where they have attributes and can be pickled. They are made from
//! the JSON fields of the error.

use cubegod_service::{ErrorKind, MessageStyle, RequestError, Spelling};
use cubegod_teach::Language;
use pyo3::exceptions::{PyOSError, PyRuntimeError, PyValueError};
use pyo3::prelude::*;
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
    let fields = match serde_json::to_string(&error.to_fields(style(), None, None)) {
        Ok(fields) => fields,
        Err(error) => return PyRuntimeError::new_err(error.to_string()),
    };
    let prefix = match (index, language()) {
        (None, _) => String::new(),
        (Some(index), Language::English) => format!("cube {index}: "),
        (Some(index), Language::Chinese) => format!("魔方 {index}："),
    };
    Python::attach(|py| {
        let made = || {
            py.import("cubegod._errors")?.getattr("_exception")?.call1((fields, error.line(), index, prefix))
        };
        made().map_or_else(|error| error, PyErr::from_value)
    })
}

/// Returns the exception for an argument with an impossible value; the message says what is expected.
pub(crate) fn usage(message: impl ToString) -> PyErr {
    PyValueError::new_err(message.to_string())
}
