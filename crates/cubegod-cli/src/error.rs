//! Errors, their messages and their exit codes.

use crate::input::Origin;
use crate::language;
use crate::message::CommandMessage;
use crate::output::print_message;
use crate::signals::Signal;
use cubegod_cache::Reason;
pub(crate) use cubegod_service::{ErrorFields, ErrorKind, RequestError};
use cubegod_service::{Localized, MessageStyle, Spelling};
use serde::Serialize;
use std::io;
use std::process::ExitCode;

/// All cubes were answered.
pub(crate) const ANSWERED: u8 = 0;
/// A cube was bad or unsolved, or there was nothing to read.
pub(crate) const SOME_BAD: u8 = 1;
/// The command was not understood.
pub(crate) const USAGE: u8 = 2;

/// Returns how messages for people are written.
pub(crate) fn message_style() -> MessageStyle {
    MessageStyle::new(Spelling::COMMAND_LINE, language::of_messages())
}

/// Returns how messages for programs are written.
pub(crate) fn json_style() -> MessageStyle {
    MessageStyle::new(Spelling::COMMAND_LINE, language::of_json())
}

/// The JSON of an error.
#[derive(Serialize)]
pub(crate) struct ErrorObject<'a> {
    error: ErrorFields<'a>,
}

impl<'a> ErrorObject<'a> {
    pub(crate) fn new(error: &'a RequestError, origin: &'a Origin) -> ErrorObject<'a> {
        ErrorObject { error: error.to_fields(json_style(), origin.file(), origin.line()) }
    }
}

/// Why the program ends before everything is answered.
#[derive(Debug)]
pub(crate) enum Stop {
    /// The command is invalid; the message says what is valid.
    Usage(String),
    /// An error was already reported, with this exit code.
    Reported(u8),
    /// A file or standard output cannot be written.
    Io(String),
    /// Standard output is a pipe that is closed.
    ClosedPipe,
    /// A signal, already reported.
    Interrupted(Signal),
    /// This answer was cancelled; others may follow.
    Cancelled,
}

impl Stop {
    pub(crate) fn usage(message: &dyn Localized) -> Stop {
        Stop::Usage(language::shown(message))
    }

    pub(crate) fn io(message: &dyn Localized) -> Stop {
        Stop::Io(language::shown(message))
    }

    /// Prints the message and returns the exit code.
    pub(crate) fn report(&self) -> ExitCode {
        match self {
            Stop::Usage(message) => {
                let more = language::shown(&CommandMessage::MoreHelp);
                print_message(&format!("{message}\n\n{more}"));
            }
            Stop::Io(message) => print_message(message),
            Stop::Reported(_) | Stop::ClosedPipe | Stop::Interrupted(_) | Stop::Cancelled => {}
        }
        ExitCode::from(match self {
            Stop::Usage(_) => USAGE,
            Stop::Reported(code) => *code,
            Stop::Io(_) => SOME_BAD,
            Stop::Interrupted(signal) => signal.exit_code(),
            Stop::ClosedPipe | Stop::Cancelled => ANSWERED,
        })
    }
}

/// For errors of standard output; all others are handled where they occur.
impl From<io::Error> for Stop {
    fn from(error: io::Error) -> Stop {
        match error.kind() {
            io::ErrorKind::BrokenPipe => Stop::ClosedPipe,
            _ => Stop::io(&CommandMessage::StandardOutput(Reason::of(&error))),
        }
    }
}

/// An error of one record, or the end of the program.
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
            ErrorKind::Cancelled => Failure::Stop(Stop::Cancelled),
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
