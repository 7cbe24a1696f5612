//! One row: from what stands in its cell to a solution, or why there is none.

use crate::cells::Cell;
use crate::error::BatchError;
use crate::options::Options;
use cubegod::ReadOptions;
use cubegod::formats::{Format, bytes};
use cubegod_service::solve::{Session, SolveContext};
use cubegod_service::{MessageStyle, RequestError, Solvers, Spelling};

/// What all rows are solved with, on any number of threads at once. What takes long to make is made when the first row
/// needs it.
pub struct Plan<'a> {
    options: Options,
    session: Session<'a>,
}

/// Why a row has no solution.
pub(crate) enum Miss {
    /// What its column `error` says.
    Error(String),
    /// Nobody waits for it any more.
    Stopped,
}

impl<'a> Plan<'a> {
    /// With these solvers; refuses options that do not go together.
    pub fn new(solvers: &'a Solvers, options: Options) -> Result<Plan<'a>, BatchError> {
        let session = Session::new(solvers, options.of_one()?);
        Ok(Plan { options, session })
    }

    /// What is asked about every cube.
    pub fn options(&self) -> &Options {
        &self.options
    }

    /// Writes the solution of a row behind what is in `line`, which is not changed if there is none; how long it is.
    pub(crate) fn answer(
        &self,
        cell: Cell<'_>,
        line: &mut Vec<u8>,
        context: &SolveContext<'_>,
    ) -> Result<i32, Miss> {
        let solved = match cell {
            Cell::Null => return Err(Miss::Error("no cube".into())),
            Cell::Text(text) => self.session.solve_text(text, &self.options.read, context, line),
            Cell::Bytes(bytes) if matches!(bytes.len(), 24 | 54) => self.solve_bytes(bytes, context, line),
            Cell::Bytes(bytes) => match std::str::from_utf8(bytes) {
                Ok(text) => self.session.solve_text(text, &self.options.read, context, line),
                Err(_) => {
                    let count = bytes.len();
                    Err(RequestError::unreadable(format!("{count} bytes; expected 24 or 54, or text")))
                }
            },
        };
        solved.map(|length| i32::try_from(length).unwrap_or(i32::MAX)).map_err(|error| miss(&error))
    }

    /// A byte a sticker, face by face: letters, or colours by their numbers.
    fn solve_bytes(
        &self,
        bytes: &[u8],
        context: &SolveContext<'_>,
        line: &mut Vec<u8>,
    ) -> Result<usize, RequestError> {
        let mut letters = [0; 54];
        let letters = &mut letters[..bytes.len()];
        for (letter, byte) in letters.iter_mut().zip(bytes) {
            *letter = bytes::letter(*byte);
        }
        if let Some(solved) = self.session.solve_plain(letters, &self.options.read, line) {
            return solved;
        }
        let text = bytes::letters(bytes).map_err(|place| {
            let value = bytes[place];
            RequestError::unreadable(format!(
                "{value} at byte {place} is no colour; expected 0 to 5, 255 for unknown, or the code of a letter"
            ))
        })?;
        let ReadOptions { format, size } = self.options.read;
        let read = ReadOptions { format: format.or(Some(Format::Facelets)), size };
        self.session.solve_text(&text, &read, context, line)
    }
}

/// Returns what a row with this error has instead of a solution.
fn miss(error: &RequestError) -> Miss {
    match error {
        RequestError::Cancelled => Miss::Stopped,
        error => Miss::Error(in_one_line(&error.message(MessageStyle::english(Spelling::COMMAND_LINE)))),
    }
}

/// A message in one line.
fn in_one_line(message: &str) -> String {
    message.lines().map(str::trim).collect::<Vec<_>>().join(" ")
}
