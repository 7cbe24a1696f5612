//! Solves one cube and verifies the solution.

use super::{Engine, EngineError};
use cubegod::alphabet::Letters;
use cubegod::formats::Format;
use cubegod::reading::{Note, read_with};
use cubegod::solve::pocket::PocketSolution;
use cubegod::view::{Completions, Question, recognize_pocket};
use cubegod::{Alg, Cancellation, Color, Cube2, ReadOptions, Reading, Size, Stickers, View};
use std::panic::{AssertUnwindSafe, catch_unwind};

/// Solves one completion of the cube that was read. The engine verifies its solutions.
pub type CubeSolver =
    Box<dyn Fn(&Reading, &Stickers<Color>, &SolverContext) -> Result<Alg, EngineError> + Send + Sync>;

/// How a request is processed.
#[derive(Clone, Debug)]
pub struct SolverContext {
    /// Cancels the request, which is then answered with [`EngineError::Cancelled`].
    pub cancellation: Cancellation,
    /// Whether a cancelled search returns the best solution so far.
    pub keep_partial: bool,
}

/// Never cancelled.
impl Default for SolverContext {
    fn default() -> SolverContext {
        SolverContext { cancellation: Cancellation::never().clone(), keep_partial: true }
    }
}

impl Engine {
    /// Reads a cube in any layout and returns its solution.
    ///
    /// # Errors
    ///
    /// Fails if the text is not a cube, if the cube is illegal or not unique, or if there is no solver for its size.
    ///
    /// # Examples
    ///
    /// ```
    /// use cubegod_net::engine::Engine;
    ///
    /// let engine = Engine::new();
    /// let solved = "BEGIN\nU U U U U\nD D D D D\nF F F F F\nB B B B B\nL L L L L\nEND";
    /// assert!(engine.answer(solved).unwrap().is_empty());
    /// ```
    pub fn answer(&self, text: &str) -> Result<Alg, EngineError> {
        self.answer_line(text, &SolverContext::default())
    }

    /// Returns the solution of a cube on a line.
    pub(super) fn answer_line(&self, text: &str, context: &SolverContext) -> Result<Alg, EngineError> {
        self.answer_as(text, &self.options.reading, context)
    }

    /// Returns the solution of a block from `BEGIN` to `END`.
    pub(super) fn answer_block(&self, text: &str, context: &SolverContext) -> Result<Alg, EngineError> {
        self.answer_as(text, &ReadOptions { format: Some(Format::Engine), size: None }, context)
    }

    fn answer_as(
        &self,
        text: &str,
        options: &ReadOptions,
        context: &SolverContext,
    ) -> Result<Alg, EngineError> {
        let reading = read_with(text, options, &context.cancellation)?
            .map_err(|error| EngineError::Unreadable(error.to_string()))?;
        if let Some(note @ Note::OtherLayouts { legal: true, .. }) = &reading.note {
            return Err(EngineError::Ambiguous(note.to_string()));
        }
        self.check_letters(&reading)?;
        if let Some(cube) = self.quick_cube(&reading) {
            return self.solve_pocket(&cube).map(|solution| solution.to_alg());
        }
        let (view, completions) = completions_with(&reading, &context.cancellation)?;
        match (completions.count(), completions.get(0)) {
            (1, Some(only)) => self.solve(&reading, &only, context),
            (count, _) => {
                let question = view.next_question_with(&completions, &context.cancellation)?;
                Err(EngineError::Ambiguous(describe_ambiguity(count, question, &reading)))
            }
        }
    }

    /// Returns the solution of the first cube that fits what was read, and the number of cubes that fit.
    pub(crate) fn solve_first_completion(&self, reading: &Reading) -> Result<(Alg, u128), EngineError> {
        self.check_letters(reading)?;
        if let Some(cube) = self.quick_cube(reading) {
            return self.solve_pocket(&cube).map(|solution| (solution.to_alg(), 1));
        }
        let (_, completions) = completions_of(reading)?;
        let first = completions.get(0).ok_or_else(|| EngineError::IllegalCube("no cube fits".into()))?;
        self.solve(reading, &first, &SolverContext::default()).map(|solution| (solution, completions.count()))
    }

    /// Checks that the letters fix the orientation of the cube, where that matters. A 2x2 in custom letters is read as
    /// if its corner at DBL were solved, so an exact solution would refer to other faces than the input does.
    fn check_letters(&self, reading: &Reading) -> Result<(), EngineError> {
        let is_oriented = reading.stickers.size() != Size::TWO || reading.alphabet.letters() != Letters::Own;
        if is_oriented || self.options.any_orientation {
            return Ok(());
        }
        Err(EngineError::Unreadable(
            "letters other than those of faces or colours do not fix the orientation of a 2x2; expected U R F D L B \
             or W R G Y O B, or the option to accept any orientation"
                .into(),
        ))
    }

    /// Solves one completion of the cube that was read.
    fn solve(
        &self,
        reading: &Reading,
        stickers: &Stickers<Color>,
        context: &SolverContext,
    ) -> Result<Alg, EngineError> {
        match stickers.size() {
            Size::TWO if self.options.pocket_by_table => {
                let cube =
                    Cube2::try_from(stickers).map_err(|error| EngineError::IllegalCube(error.to_string()))?;
                self.solve_pocket(&cube).map(|solution| solution.to_alg())
            }
            Size::TWO | Size::THREE => self.solve_by_solver(reading, stickers, context),
            size => Err(EngineError::Unsupported(format!("there is no solver for a {size} cube"))),
        }
    }

    /// Returns the shortest solution of a pocket cube, to the orientation that the options require.
    pub(super) fn solve_pocket(&self, cube: &Cube2) -> Result<PocketSolution, EngineError> {
        let any = self.options.any_orientation;
        let solution = if any { self.table.solve(cube) } else { self.table.solve_exact(cube) };
        let end = solution.iter().fold(*cube, |cube, &turn| cube.apply_turn(turn));
        if end == Cube2::SOLVED || (any && end.is_solved()) {
            Ok(solution)
        } else {
            Err(wrong_solution(&solution))
        }
    }

    fn solve_by_solver(
        &self,
        reading: &Reading,
        stickers: &Stickers<Color>,
        context: &SolverContext,
    ) -> Result<Alg, EngineError> {
        let size = stickers.size();
        let solver = self.solver.as_ref().ok_or_else(|| {
            EngineError::Unsupported(format!("there is no solver for a {size} cube here; expected a 2x2x2"))
        })?;
        // A panic in the solver must fail one request, not the engine.
        let solution = catch_unwind(AssertUnwindSafe(|| solver(reading, stickers, context)))
            .unwrap_or_else(|_| Err(EngineError::Unsolved("the solver found no solution".into())))?;
        let mut end = stickers.clone();
        let is_solved = end.apply(&solution).is_ok() && end.is_uniform();
        let is_exact = size == Size::TWO && !self.options.any_orientation;
        if is_solved && (!is_exact || end == Stickers::solved(size)) {
            Ok(solution)
        } else {
            Err(wrong_solution(&solution))
        }
    }

    /// Returns the pocket cube that was read if every corner identifies its piece and the table may solve it; counting all
    /// cubes that fit would take 19 µs.
    fn quick_cube(&self, reading: &Reading) -> Option<Cube2> {
        let facelets = reading.stickers.facelets().try_into().ok()?;
        recognize_pocket(facelets).filter(|_| self.options.pocket_by_table)
    }
}

/// Returns all legal cubes that fit what was read; at least one.
pub(crate) fn completions_of(reading: &Reading) -> Result<(View, Completions), EngineError> {
    completions_with(reading, Cancellation::never())
}

fn completions_with(
    reading: &Reading,
    cancellation: &Cancellation,
) -> Result<(View, Completions), EngineError> {
    let view =
        View::new(reading.stickers.clone()).map_err(|error| EngineError::Unsupported(error.to_string()))?;
    match view.complete_with(cancellation)? {
        Ok(completions) => Ok((view, completions)),
        Err(illegal) => {
            let name = |color| reading.alphabet.name(color);
            let flaws = illegal.flaws.iter().map(|flaw| flaw.describe(illegal.size, &name));
            Err(EngineError::IllegalCube(flaws.collect::<Vec<_>>().join("; ")))
        }
    }
}

/// Describes how many cubes fit and which sticker distinguishes them best.
fn describe_ambiguity(count: u128, question: Option<Question>, reading: &Reading) -> String {
    let fit = format!("{count} cubes fit");
    let name = |color| reading.alphabet.name(color);
    match question {
        Some(question) => {
            format!("{fit}; look at sticker {}", question.describe(reading.stickers.size(), &name))
        }
        None => fit,
    }
}

fn wrong_solution(solution: &impl ToString) -> EngineError {
    EngineError::Unsolved(format!("the solver's answer `{}` does not solve the cube", solution.to_string()))
}
