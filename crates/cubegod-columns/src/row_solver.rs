//! Solves one row.

use crate::answers::Answers;
use crate::error::BatchError;
use crate::options::BatchOptions;
use crate::parallel::CubeValue;
use cubegod::ReadOptions;
use cubegod::formats::{Format, bytes};
use cubegod_service::solve::{Session, SolveContext};
use cubegod_service::{MessageStyle, RequestError, Solvers, Spelling};
use std::ops::ControlFlow;

/// Solves rows, on any number of threads at once. Solvers and tables are loaded when the first row needs them.
pub struct RowSolver<'a> {
    options: BatchOptions,
    session: Session<'a>,
}

impl<'a> RowSolver<'a> {
    /// Returns a solver of rows with these options.
    ///
    /// # Errors
    ///
    /// Fails if the options do not go together.
    pub fn new(solvers: &'a Solvers, options: BatchOptions) -> Result<RowSolver<'a>, BatchError> {
        let session = Session::new(solvers, options.solve_options()?);
        Ok(RowSolver { options, session })
    }

    /// Returns the options.
    pub fn options(&self) -> &BatchOptions {
        &self.options
    }

    /// Returns the name of the table of proofs; none before the first proof.
    #[cfg_attr(not(feature = "files"), expect(dead_code))]
    pub(crate) fn proof_table(&self) -> Option<&str> {
        self.session.proof_table()
    }

    /// Opens or builds the table of proofs and returns its name; none where there is no table for the metric.
    #[cfg_attr(not(feature = "files"), expect(dead_code))]
    pub(crate) fn open_proof_table(&self) -> Option<&str> {
        self.session.open_proof_table().ok()
    }

    /// Adds the answer of a row. Breaks if the search was cancelled, and adds nothing then.
    pub(crate) fn answer(
        &self,
        cube: CubeValue<'_>,
        answers: &mut Answers,
        context: &SolveContext<'_>,
    ) -> ControlFlow<()> {
        let line = answers.text();
        let solved = match cube {
            CubeValue::Null => Err(RequestError::unreadable("no cube")),
            CubeValue::Unreadable(message) => Err(RequestError::unreadable(message)),
            CubeValue::Text(text) => self.session.solve_text(text, &self.options.read, context, line),
            CubeValue::Bytes(bytes) if matches!(bytes.len(), 24 | 54) => {
                self.solve_bytes(bytes, context, line)
            }
            CubeValue::Bytes(bytes) => match std::str::from_utf8(bytes) {
                Ok(text) => self.session.solve_text(text, &self.options.read, context, line),
                Err(_) => {
                    let count = bytes.len();
                    Err(RequestError::unreadable(format!("{count} bytes; expected 24 or 54, or text")))
                }
            },
        };
        match solved {
            Ok(length) => answers.end_solution(i32::try_from(length).unwrap_or(i32::MAX)),
            Err(RequestError::Cancelled) => return ControlFlow::Break(()),
            Err(error) => answers.push_error(&message(&error)),
        }
        ControlFlow::Continue(())
    }

    /// Solves a cube of one byte per sticker, face by face: letters, or numbers of colours.
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
        let ReadOptions { format, .. } = self.options.read;
        let read = self.options.read.format(format.or(Some(Format::Facelets)));
        self.session.solve_text(&text, &read, context, line)
    }
}

/// Returns the message of an error in one line.
fn message(error: &RequestError) -> String {
    let text = error.message(MessageStyle::english(Spelling::COMMAND_LINE));
    text.lines().map(str::trim).collect::<Vec<_>>().join(" ")
}
