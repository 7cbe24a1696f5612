//! Why there is no solution, on one line.

use std::fmt;

/// Why a request got no solution: a kind for machines and a sentence for people.
#[derive(Clone, Debug, Eq, PartialEq, thiserror::Error)]
pub enum EngineError {
    /// The text is no cube.
    Unreadable(String),
    /// The stickers are no real cube; all flaws are listed.
    IllegalCube(String),
    /// Several cubes fit, or several layouts do.
    Ambiguous(String),
    /// The line or the block is longer than the limit.
    TooLong(String),
    /// The block has no `END`.
    Unfinished(String),
    /// There is no solver for such a cube.
    Unsupported(String),
    /// The solver gave up, or what it gave does not solve the cube.
    Unsolved(String),
    /// There are too many clients already; nothing of this one was read.
    Busy(String),
}

impl EngineError {
    /// The kind, as it is written after `ERROR`.
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
        }
    }

    /// What is wrong and where.
    pub fn message(&self) -> &str {
        match self {
            EngineError::Unreadable(message)
            | EngineError::IllegalCube(message)
            | EngineError::Ambiguous(message)
            | EngineError::TooLong(message)
            | EngineError::Unfinished(message)
            | EngineError::Unsupported(message)
            | EngineError::Unsolved(message)
            | EngineError::Busy(message) => message,
        }
    }
}

/// `kind: what and where`, always one line.
impl fmt::Display for EngineError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: ", self.kind())?;
        self.message().split(char::is_control).enumerate().try_for_each(|(number, part)| {
            let space = if number > 0 { " " } else { "" };
            write!(f, "{space}{part}")
        })
    }
}
