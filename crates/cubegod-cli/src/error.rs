//! What can go wrong, how it is said, and the exit code it leads to.

use crate::input::{Origin, RecordError};
use crate::language;
use crate::signals::Signal;
pub(crate) use cubegod_cache::reason;
pub(crate) use cubegod_service::{ErrorFields, ErrorKind, RequestError};
use cubegod_service::{MessageStyle, Spelling};
use serde::Serialize;
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

/// Returns how messages for people are written.
pub(crate) fn message_style() -> MessageStyle {
    MessageStyle::new(Spelling::COMMAND_LINE, language::of_messages())
}

/// Returns how messages for programs are written.
pub(crate) fn json_style() -> MessageStyle {
    MessageStyle::new(Spelling::COMMAND_LINE, language::of_json())
}

/// What a machine gets instead of an answer.
#[derive(Serialize)]
pub(crate) struct ErrorObject<'a> {
    error: ErrorFields<'a>,
}

impl<'a> ErrorObject<'a> {
    pub(crate) fn new(problem: &'a RequestError, origin: &'a Origin) -> ErrorObject<'a> {
        ErrorObject { error: problem.to_fields(json_style(), origin.file(), origin.line()) }
    }
}

/// Converts the error of a record that is not text.
pub(crate) fn unreadable_record(error: RecordError) -> RequestError {
    RequestError::unreadable(error.to_string()).in_line(error.line())
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
    Request(RequestError),
    Stop(Stop),
}

/// An error about the options ends the program; any other is about one record.
impl<P: Into<RequestError>> From<P> for Failure {
    fn from(error: P) -> Failure {
        let error = error.into();
        match error.kind() {
            ErrorKind::Usage => Failure::Stop(error.into()),
            ErrorKind::Cancelled => Failure::Stop(Stop::Unwanted),
            _ => Failure::Request(error),
        }
    }
}

/// For errors about the options.
impl From<RequestError> for Stop {
    fn from(error: RequestError) -> Stop {
        Stop::Usage(error.message(message_style()))
    }
}

impl From<Stop> for Failure {
    fn from(stop: Stop) -> Failure {
        Failure::Stop(stop)
    }
}
