//! Errors of input: files, standard input and the terminal.

use crate::option::Setting;
use cubegod::formats::records::RecordError;
use std::fmt;
use std::io;

/// A source of input.
#[derive(Clone, Debug, Eq, PartialEq)]
pub enum InputSource {
    /// Standard input.
    StandardInput,
    /// The file of this name.
    File(String),
}

/// The error for input that cannot be used, whatever it was to be.
#[derive(Clone, Debug, Eq, PartialEq)]
#[non_exhaustive]
pub enum InputError {
    /// The system cannot read a source.
    Unreadable {
        /// The source.
        source: InputSource,
        /// The kind of the system's error.
        kind: io::ErrorKind,
        /// The system's reason.
        reason: String,
    },
    /// A source looks like text in UTF-16.
    Utf16,
    /// A source looks like Chinese text in GBK.
    Gbk,
    /// A source is a binary file.
    Binary,
    /// A byte of a source is not UTF-8.
    NotUtf8 {
        /// The source.
        source: InputSource,
        /// The position of the byte, from 1.
        position: usize,
    },
    /// A source is longer than one cube or one sequence of moves can be.
    TooLong {
        /// The source.
        source: InputSource,
        /// The most bytes that are read.
        max: usize,
    },
    /// A line or a block of lines is too long or not text.
    Record(RecordError),
    /// Many lines in a row are not text.
    NotTextLines {
        /// The number of lines.
        lines: usize,
    },
    /// There is no text where moves are expected.
    NoMoves,
    /// Standard input is used twice.
    StandardInputTwice,
    /// A setting needs a terminal.
    NoTerminal {
        /// The setting.
        setting: Setting,
    },
}

impl InputError {
    /// Returns the error for a source that the system cannot read.
    pub fn unreadable(source: InputSource, error: &io::Error) -> InputError {
        // Without the number of the error.
        let text = error.to_string();
        let reason = text.split_once(" (os error").map_or(text.as_str(), |(reason, _)| reason).to_owned();
        InputError::Unreadable { source, kind: error.kind(), reason }
    }

    /// Returns the line that the error is about, from 1.
    pub(crate) fn line(&self) -> Option<usize> {
        match self {
            InputError::Record(error) => error.line(),
            _ => None,
        }
    }
}

/// ``standard input``, ``the file `cubes.txt` ``.
impl fmt::Display for InputSource {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            InputSource::StandardInput => f.write_str("standard input"),
            InputSource::File(name) => write!(f, "the file `{name}`"),
        }
    }
}
