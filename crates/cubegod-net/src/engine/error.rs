//! The error of a request, printed on one line.

use cubegod_service::{ErrorKind, MessageStyle, OptionId, RequestError, Spelling};
use std::fmt;

/// The style of messages: clients of the engine have no options.
pub(super) const STYLE: MessageStyle = MessageStyle::english(Spelling::NEUTRAL.without(&OptionId::ALL));

/// The error for a request without a solution: a kind for programs and a message for users.
#[derive(Clone, Debug, Eq, PartialEq, thiserror::Error)]
pub struct EngineError {
    kind: EngineErrorKind,
    message: String,
}

/// The kind of an error.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
#[non_exhaustive]
pub enum EngineErrorKind {
    /// About the cube, as everywhere else.
    Request(ErrorKind),
    /// The line or the block is longer than the limit.
    TooLong,
    /// The block has no `END`.
    Unfinished,
    /// The engine already serves the maximum number of connections or searches.
    Busy,
    /// There was no solution within the time limit.
    Timeout,
}

impl EngineErrorKind {
    /// Returns the name, as printed after `ERROR`.
    pub const fn name(self) -> &'static str {
        match self {
            EngineErrorKind::Request(kind) => kind.name(),
            EngineErrorKind::TooLong => "too-long",
            EngineErrorKind::Unfinished => "unfinished",
            EngineErrorKind::Busy => "busy",
            EngineErrorKind::Timeout => "timeout",
        }
    }
}

impl EngineError {
    pub(super) fn new(kind: EngineErrorKind, message: impl Into<String>) -> EngineError {
        EngineError { kind, message: message.into() }
    }

    /// Returns the error for input that is not a cube.
    pub(super) fn unreadable(message: impl Into<String>) -> EngineError {
        EngineError::new(EngineErrorKind::Request(ErrorKind::Unreadable), message)
    }

    /// Returns the error for a bug.
    pub(super) fn internal() -> EngineError {
        let message = "the engine has a bug; please report the request";
        EngineError::new(EngineErrorKind::Request(ErrorKind::Internal), message)
    }

    /// Returns the kind.
    pub fn kind(&self) -> EngineErrorKind {
        self.kind
    }

    /// Returns the message: what is wrong and where.
    pub fn message(&self) -> &str {
        &self.message
    }
}

/// Prints `kind: message`, always on one line.
impl fmt::Display for EngineError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: ", self.kind.name())?;
        self.message.split(char::is_control).enumerate().try_for_each(|(number, part)| {
            let space = if number > 0 { " " } else { "" };
            write!(f, "{space}{part}")
        })
    }
}

impl From<RequestError> for EngineError {
    fn from(error: RequestError) -> EngineError {
        EngineError::new(EngineErrorKind::Request(error.kind()), error.message(STYLE))
    }
}
