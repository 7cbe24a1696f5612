//! Errors for programs.

use super::{Ambiguity, ErrorKind, RequestError};
use crate::diagnosis::DiagnosisFields;
use crate::option::MessageStyle;
use serde::Serialize;

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
    /// Returns the error as programs get it: in this file, and in this line unless the error has a more exact one. Without a
    /// line there is none in the fields.
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
}
