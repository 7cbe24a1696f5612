//! Errors as exceptions, and the language of messages.
//!
//! The classes are written in Python (`cubegod/_errors.py`), where they can carry attributes and be pickled. They are made from
//! the fields that programs get from every edge.

use cubegod_service::{ErrorKind, MessageStyle, RequestError, Spelling};
use pyo3::exceptions::{PyOSError, PyRuntimeError, PyValueError};
use pyo3::prelude::*;

/// How messages are written.
pub(crate) const STYLE: MessageStyle = MessageStyle::english(Spelling::PYTHON);

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
        ErrorKind::Usage => return usage(error.message(STYLE)),
        ErrorKind::Cancelled => return PyRuntimeError::new_err("cancelled"),
        ErrorKind::Io => return PyOSError::new_err(error.message(STYLE)),
        _ => {}
    }
    let fields = match serde_json::to_string(&error.to_fields(STYLE, None, None)) {
        Ok(fields) => fields,
        Err(error) => return PyRuntimeError::new_err(error.to_string()),
    };
    let prefix = index.map(|index| format!("cube {index}: ")).unwrap_or_default();
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
