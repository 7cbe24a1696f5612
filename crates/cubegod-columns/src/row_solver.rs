//! Solves one row.

use crate::answers::Answers;
use crate::error::BatchError;
use crate::options::BatchOptions;
use crate::parallel::CubeValue;
use cubegod_service::solve::{Session, SolveContext};
use cubegod_service::{MessageStyle, RequestError, Solvers, Spelling};
use std::ops::ControlFlow;

/// Solves rows, on any number of threads at once. Solvers and tables are loaded when the first row needs them.
pub struct RowSolver<'a> {
    options: BatchOptions,
    session: Session<'a>,
    spelling: Spelling,
}

impl<'a> RowSolver<'a> {
    /// Returns a solver of rows with these options. Errors, which are English in files, write options with this spelling.
    ///
    /// # Errors
    ///
    /// Fails if the options do not go together.
    pub fn new(
        solvers: &'a Solvers,
        options: BatchOptions,
        spelling: Spelling,
    ) -> Result<RowSolver<'a>, BatchError> {
        options.check()?;
        let session = Session::new(solvers, options.solve.clone().for_batch());
        Ok(RowSolver { options, session, spelling })
    }

    /// Returns the options.
    pub fn options(&self) -> &BatchOptions {
        &self.options
    }

    /// Returns the name of the table of proofs; none before the first proof.
    pub fn proof_table(&self) -> Option<&str> {
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
                self.session.solve_bytes(bytes, &self.options.read, context, line)
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
            Err(error) => answers.push_error(&self.message(&error)),
        }
        ControlFlow::Continue(())
    }

    /// Returns the message of an error in one line.
    fn message(&self, error: &RequestError) -> String {
        let text = error.message(MessageStyle::english(self.spelling));
        text.lines().map(str::trim).collect::<Vec<_>>().join(" ")
    }
}
