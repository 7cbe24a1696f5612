//! Answers one cube through the service.

use super::{Engine, EngineError};
use cubegod::formats::Format;
use cubegod::reading::Note as ReadingNote;
use cubegod::{Alg, Cancellation, ReadOptions, Reading, Size};
use cubegod_service::solve::{Method, Session, Shortfall, SolveContext};
use cubegod_service::{Completion, ErrorKind, Note, ReadCube, RequestError};

/// How a request is processed.
#[derive(Clone, Debug)]
pub(super) struct Context {
    /// Cancels the request.
    pub(super) cancellation: Cancellation,
    /// Whether a cancelled search returns the best solution so far.
    pub(super) keep_partial: bool,
}

/// Never cancelled.
impl Default for Context {
    fn default() -> Context {
        Context { cancellation: Cancellation::never().clone(), keep_partial: true }
    }
}

impl Engine {
    /// Reads a cube in any layout and returns its solution.
    ///
    /// # Errors
    ///
    /// Fails if the text is not a cube, if the cube is illegal or not unique, or if it is not solved as the options require.
    ///
    /// # Examples
    ///
    /// ```
    /// use cubegod_net::engine::Engine;
    ///
    /// let engine = Engine::with_small_tables();
    /// let solved = "BEGIN\nU U U U U\nD D D D D\nF F F F F\nB B B B B\nL L L L L\nEND";
    /// assert!(engine.answer(solved).unwrap().is_empty());
    /// ```
    pub fn answer(&self, text: &str) -> Result<Alg, EngineError> {
        Ok(self.answer_line(text, &Context::default())?)
    }

    /// Returns the solution of a cube on a line.
    pub(super) fn answer_line(&self, text: &str, context: &Context) -> Result<Alg, RequestError> {
        self.answer_as(text, &self.options.reading, context)
    }

    /// Returns the solution of a block from `BEGIN` to `END`.
    pub(super) fn answer_block(&self, text: &str, context: &Context) -> Result<Alg, RequestError> {
        self.answer_as(text, &ReadOptions::new().format(Format::Engine), context)
    }

    fn answer_as(&self, text: &str, read: &ReadOptions, context: &Context) -> Result<Alg, RequestError> {
        let cube = ReadCube::read_with(text, read, &context.cancellation)?;
        // A reply has no room for a note.
        if let Some(note @ Note::Reading(ReadingNote::OtherLayouts { legal: true, .. })) = &cube.note {
            return Err(RequestError::new(ErrorKind::Ambiguous, note.message(super::error::STYLE)));
        }
        let state = cube.select_one(false, &[], &context.cancellation)?;
        self.solve(&cube, &state, context)
    }

    /// Returns the solution of the first cube that fits what was read, and the number of cubes that fit.
    pub(crate) fn solve_first_completion(&self, reading: &Reading) -> Result<(Alg, u128), EngineError> {
        let cube = ReadCube { reading: reading.clone(), note: None };
        let (state, count) = match cube.complete()? {
            Completion::One(state) => (state, 1),
            Completion::Several(several) => {
                (several.first().ok_or_else(|| several.error(&cube, &[]))?, several.count())
            }
        };
        Ok((self.solve(&cube, &state, &Context::default())?, count))
    }

    fn solve(&self, cube: &ReadCube, state: &cubegod::Cube, context: &Context) -> Result<Alg, RequestError> {
        let session = self.session(state.size());
        // A proof that is cancelled has no answer; one whose budget is used up has.
        let keep_partial = context.keep_partial && session.options().method == Method::Fast;
        let cancellation = &context.cancellation;
        let solving = SolveContext { cancellation, keep_partial, ..SolveContext::default() };
        let solved = session.solve(cube, state, &solving)?;
        match solved.not_reached {
            Some(missed) if self.options.solve.max_length.is_some() => Err(RequestError::NotReached {
                shortfall: Shortfall::Length(missed),
                solution: solved.solution().to_string(),
            }),
            // The length that is a default is not required.
            _ => Ok(solved.solution().clone()),
        }
    }

    fn session(&self, size: Size) -> &Session<'static> {
        if size == Size::TWO { &self.pocket } else { &self.large }
    }
}
