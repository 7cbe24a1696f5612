//! One cube, one answer, checked before it is given.

use super::{Engine, EngineError};
use cubegod::alphabet::{Alphabet, Letters};
use cubegod::formats::Format;
use cubegod::reading::Note;
use cubegod::solve::pocket::PocketSolution;
use cubegod::view::{Completions, recognize_pocket};
use cubegod::{Alg, Color, Cube2, ReadOptions, Reading, Size, Stickers, View, read};
use std::panic::{AssertUnwindSafe, catch_unwind};

/// Solves a cube that fits what was read. Its answers are checked.
pub type CubeSolver = Box<dyn Fn(&Reading, &Stickers<Color>) -> Result<Alg, EngineError> + Send + Sync>;

impl Engine {
    /// The solution of the one cube that a text describes.
    ///
    /// ```
    /// use cubegod_net::engine::Engine;
    ///
    /// let engine = Engine::new();
    /// let solved = "BEGIN\nU U U U U\nD D D D D\nF F F F F\nB B B B B\nL L L L L\nEND";
    /// assert!(engine.answer(solved).unwrap().is_empty());
    /// ```
    pub fn answer(&self, text: &str) -> Result<Alg, EngineError> {
        self.answer_as(text, &self.options.reading)
    }

    /// The solution of a block from `BEGIN` to `END`.
    pub(super) fn answer_block(&self, text: &str) -> Result<Alg, EngineError> {
        self.answer_as(text, &ReadOptions { format: Some(Format::Engine), size: None })
    }

    fn answer_as(&self, text: &str, options: &ReadOptions) -> Result<Alg, EngineError> {
        let reading = read(text, options).map_err(|error| EngineError::Unreadable(error.to_string()))?;
        if let Some(note @ Note::OtherLayouts { real: true, .. }) = &reading.note {
            return Err(EngineError::Ambiguous(note.to_string()));
        }
        self.check_letters(&reading)?;
        if let Some(cube) = self.quick_cube(&reading) {
            return self.solve_pocket(&cube).map(|solution| solution.to_alg());
        }
        let (view, completions) = fitting(&reading)?;
        match (completions.count(), completions.get(0)) {
            (1, Some(only)) => self.solve(&reading, &only),
            (count, _) => {
                Err(EngineError::Ambiguous(question(count, &view, &completions, &reading.alphabet)))
            }
        }
    }

    /// The solution of the first cube that fits what was read, and how many fit.
    pub(crate) fn guess(&self, reading: &Reading) -> Result<(Alg, u128), EngineError> {
        self.check_letters(reading)?;
        if let Some(cube) = self.quick_cube(reading) {
            return self.solve_pocket(&cube).map(|solution| (solution.to_alg(), 1));
        }
        let (_, completions) = fitting(reading)?;
        let first = completions.get(0).ok_or_else(|| EngineError::IllegalCube("no cube fits".into()))?;
        self.solve(reading, &first).map(|solution| (solution, completions.count()))
    }

    /// Whether the letters tell how the cube is held, where that matters. A 2x2 in letters of the writer's own is read as
    /// if its corner at DBL were at home, so an exact answer would not be one for the faces that the writer named.
    fn check_letters(&self, reading: &Reading) -> Result<(), EngineError> {
        let tells = reading.stickers.size() != Size::TWO || reading.alphabet.letters() != Letters::Own;
        if tells || self.options.any_orientation {
            return Ok(());
        }
        Err(EngineError::Unreadable(
            "other letters than those of faces or colours do not tell which way up a 2x2 is; expected U R F D L B or \
             W R G Y O B, or that any orientation will do"
                .into(),
        ))
    }

    /// Solves a cube that fits what was read.
    fn solve(&self, reading: &Reading, stickers: &Stickers<Color>) -> Result<Alg, EngineError> {
        match stickers.size() {
            Size::TWO if self.options.pocket_by_table => {
                let cube =
                    Cube2::try_from(stickers).map_err(|error| EngineError::IllegalCube(error.to_string()))?;
                self.solve_pocket(&cube).map(|solution| solution.to_alg())
            }
            Size::TWO | Size::THREE => self.solve_by_solver(reading, stickers),
            size => Err(EngineError::Unsupported(format!("there is no solver for a {size} cube"))),
        }
    }

    /// The shortest solution of a pocket cube as the options ask for it.
    pub(super) fn solve_pocket(&self, cube: &Cube2) -> Result<PocketSolution, EngineError> {
        let any = self.options.any_orientation;
        let solution = if any { self.table.solve(cube) } else { self.table.solve_exact(cube) };
        let end = solution.iter().fold(*cube, |cube, &turn| cube.apply_turn(turn));
        if end == Cube2::SOLVED || (any && end.is_solved()) { Ok(solution) } else { Err(wrong(&solution)) }
    }

    fn solve_by_solver(&self, reading: &Reading, stickers: &Stickers<Color>) -> Result<Alg, EngineError> {
        let size = stickers.size();
        let solver = self.solver.as_ref().ok_or_else(|| {
            EngineError::Unsupported(format!("there is no solver for a {size} cube here; expected a 2x2x2"))
        })?;
        // A solver that panics costs one answer and not the engine.
        let solution = catch_unwind(AssertUnwindSafe(|| solver(reading, stickers)))
            .unwrap_or_else(|_| Err(EngineError::Unsolved("the solver found no solution".into())))?;
        let mut end = stickers.clone();
        let is_solved = end.apply(&solution).is_ok() && end.is_uniform();
        let is_exact = size == Size::TWO && !self.options.any_orientation;
        if is_solved && (!is_exact || end == Stickers::solved(size)) {
            Ok(solution)
        } else {
            Err(wrong(&solution))
        }
    }

    /// Returns the pocket cube that was read if every corner identifies its piece and the table may solve it; counting all
    /// cubes that fit would take 19 µs.
    fn quick_cube(&self, reading: &Reading) -> Option<Cube2> {
        let facelets = reading.stickers.facelets().try_into().ok()?;
        recognize_pocket(facelets).filter(|_| self.options.pocket_by_table)
    }
}

/// All real cubes that fit what was read; at least one.
pub(crate) fn fitting(reading: &Reading) -> Result<(View, Completions), EngineError> {
    let view =
        View::new(reading.stickers.clone()).map_err(|error| EngineError::Unsupported(error.to_string()))?;
    match view.complete() {
        Ok(completions) => Ok((view, completions)),
        Err(illegal) => {
            let name = |color| reading.alphabet.name(color);
            let flaws = illegal.flaws.iter().map(|flaw| flaw.describe(illegal.size, &name));
            Err(EngineError::IllegalCube(flaws.collect::<Vec<_>>().join("; ")))
        }
    }
}

/// How many cubes fit, and what to look at next.
fn question(count: u128, view: &View, completions: &Completions, alphabet: &Alphabet) -> String {
    let fit = format!("{count} cubes fit");
    match view.next_question(completions) {
        Some(question) => {
            format!(
                "{fit}; look at sticker {}",
                question.describe(view.size(), &|color| alphabet.name(color))
            )
        }
        None => fit,
    }
}

fn wrong(solution: &impl ToString) -> EngineError {
    EngineError::Unsolved(format!("the solver's answer `{}` does not solve the cube", solution.to_string()))
}
