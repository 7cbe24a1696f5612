//! The error of a request, printed on one line.

use std::fmt;

/// Why a request has no solution: a kind for programs and a message for people.
#[derive(Clone, Debug, Eq, PartialEq, thiserror::Error)]
pub enum EngineError {
    /// The text is not a cube.
    Unreadable(String),
    /// The stickers are not a legal cube; the message lists all flaws.
    IllegalCube(String),
    /// Several cubes or several layouts fit.
    Ambiguous(String),
    /// The line or the block is longer than the limit.
    TooLong(String),
    /// The block has no `END`.
    Unfinished(String),
    /// There is no solver for such a cube.
    Unsupported(String),
    /// The solver found no solution, or its solution does not solve the cube.
    Unsolved(String),
    /// The engine already serves the maximum number of connections or searches.
    Busy(String),
    /// There was no solution within the time limit.
    Timeout(String),
    /// The request was cancelled before there was a solution.
    Cancelled,
}

impl EngineError {
    /// Returns the kind, as printed after `ERROR`.
    pub fn kind(&self) -> &'static str {
        match self {
            EngineError::Unreadable(_) => "unreadable",
            EngineError::IllegalCube(_) => "illegal-cube",
            EngineError::Ambiguous(_) => "ambiguous",
            EngineError::TooLong(_) => "too-long",
            EngineError::Unfinished(_) => "unfinished",
            EngineError::Unsupported(_) => "unsupported",
            EngineError::Unsolved(_) => "unsolved",
            EngineError::Busy(_) => "busy",
            EngineError::Timeout(_) => "timeout",
            EngineError::Cancelled => "cancelled",
        }
    }

    /// Returns the message: what is wrong and where.
    pub fn message(&self) -> &str {
        match self {
            EngineError::Unreadable(message)
            | EngineError::IllegalCube(message)
            | EngineError::Ambiguous(message)
            | EngineError::TooLong(message)
            | EngineError::Unfinished(message)
            | EngineError::Unsupported(message)
            | EngineError::Unsolved(message)
            | EngineError::Busy(message)
            | EngineError::Timeout(message) => message,
            EngineError::Cancelled => "the request was cancelled before there was a solution",
        }
    }
}

/// Prints `kind: message`, always on one line.
impl fmt::Display for EngineError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: ", self.kind())?;
        self.message().split(char::is_control).enumerate().try_for_each(|(number, part)| {
            let space = if number > 0 { " " } else { "" };
            write!(f, "{space}{part}")
        })
    }
}

impl From<cubegod::Cancelled> for EngineError {
    fn from(_: cubegod::Cancelled) -> EngineError {
        EngineError::Cancelled
    }
}
