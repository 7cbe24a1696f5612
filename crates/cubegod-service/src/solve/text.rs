//! Solving from text to text, for files of many cubes.

use super::{LengthNotReached, Method, Options, Session, Shortfall, SolveContext};
use crate::cube::ReadCube;
use crate::error::RequestError;
use crate::option::OptionId;
use cubegod::formats::{Format, bytes};
use cubegod::moves::FaceSet;
use cubegod::solve::pocket::PocketSolution;
use cubegod::solve::{BuildOptions, SolveError};
use cubegod::{Alg, Cube2, ReadOptions, Size};

impl Session<'_> {
    /// Appends the solution of the cube that fits a text to `line` and returns its length. `line` does not change if there
    /// is an error.
    ///
    /// # Errors
    ///
    /// As [`Session::solve`]; also if several cubes fit and [`Options::any`] is not set, or if the solution is longer than requested or not proven.
    pub fn solve_text(
        &self,
        text: &str,
        read: &ReadOptions,
        context: &SolveContext<'_>,
        line: &mut Vec<u8>,
    ) -> Result<usize, RequestError> {
        if let Some(plain) = self.solve_plain(text.as_bytes(), read, line) {
            return plain;
        }
        self.solve_read(&ReadCube::read_with(text, read, context.cancellation)?, context, line)
    }

    /// Does the same for a cube of one byte per sticker, as [`ReadCube::from_bytes`] reads it.
    ///
    /// # Errors
    ///
    /// As [`Session::solve_text`].
    pub fn solve_bytes(
        &self,
        bytes: &[u8],
        read: &ReadOptions,
        context: &SolveContext<'_>,
        line: &mut Vec<u8>,
    ) -> Result<usize, RequestError> {
        if let Ok(bytes) = <[u8; 24]>::try_from(bytes)
            && let Some(plain) = self.solve_plain(&bytes.map(bytes::letter), read, line)
        {
            return plain;
        }
        self.solve_read(&ReadCube::from_bytes(bytes, read)?, context, line)
    }

    fn solve_read(
        &self,
        read_cube: &ReadCube,
        context: &SolveContext<'_>,
        line: &mut Vec<u8>,
    ) -> Result<usize, RequestError> {
        let cube = read_cube.select_one(self.options.any, &[OptionId::Any], context.cancellation)?;
        let solved = self.solve(read_cube, &cube, context)?;
        let solution = solved.lines(&self.options).concat();
        if let Some(shortfall) = solved.shortfall() {
            return Err(RequestError::NotReached { shortfall, solution });
        }
        line.extend_from_slice(solution.as_bytes());
        Ok(solved.length)
    }

    /// Does the same for a pocket cube in 24 plain face letters; returns nothing for any other text or request.
    ///
    /// Most files of pocket cubes consist of such texts. They are read in a tenth of the time, and solved without allocation.
    ///
    /// # Errors
    ///
    /// The allowed faces do not solve the cube, or the solution is longer than requested.
    pub fn solve_plain(
        &self,
        letters: &[u8],
        read: &ReadOptions,
        line: &mut Vec<u8>,
    ) -> Option<Result<usize, RequestError>> {
        let solution = self.solve_plain_pocket(letters, read)?;
        Some(solution.and_then(|solution| self.write_pocket(&solution, line)))
    }

    /// Returns the solution of a pocket cube in 24 plain face letters, however long it is; nothing for any other text or request.
    ///
    /// # Errors
    ///
    /// The allowed faces do not solve the cube.
    pub fn solve_plain_pocket(
        &self,
        letters: &[u8],
        read: &ReadOptions,
    ) -> Option<Result<PocketSolution, RequestError>> {
        let is_plain = letters.len() == 24
            && read.size.is_none_or(|size| size == Size::TWO)
            && read.format.is_none_or(|format| format == Format::Facelets)
            // A text with hidden stickers may be in another layout as well.
            && !letters.contains(&b'?');
        self.solve_pocket(&Cube2::from_facelets(letters).filter(|_| is_plain)?)
    }

    /// Returns the solution of a pocket cube, however long it is, without allocation or search; nothing if the options ask for
    /// more than one solution by computer search, or for some faces only.
    pub fn solve_pocket(&self, cube: &Cube2) -> Option<Result<PocketSolution, RequestError>> {
        let Options { faces, exact, .. } = self.options;
        let is_lookup = self.options.is_just_one_solution() && faces == FaceSet::ALL;
        let solver = is_lookup.then(|| self.pocket(&BuildOptions::new()).ok())??;
        let unsolvable = || RequestError::from(SolveError::Unsolvable { faces, exact });
        Some(solver.solve(cube).ok_or_else(unsolvable).and_then(|solution| {
            match solver.is_reached(cube, &solution) {
                true => Ok(solution),
                false => Err(RequestError::WrongSolution { solution: solution.to_string() }),
            }
        }))
    }

    fn write_pocket(&self, solution: &PocketSolution, line: &mut Vec<u8>) -> Result<usize, RequestError> {
        let Options { metric, max_length, .. } = self.options;
        let length: usize = solution.iter().map(|&turn| metric.of(turn.into())).sum();
        if let Some(missed) = LengthNotReached::check(max_length, length, None) {
            let solution: Alg = solution.iter().copied().collect();
            let (shortfall, solution) = (Shortfall::Length(missed), solution.to_string());
            return Err(RequestError::NotReached { shortfall, solution });
        }
        solution.write_text(line);
        Ok(length)
    }
}

impl Options {
    /// Whether the response is one solution by computer search and nothing else.
    fn is_just_one_solution(&self) -> bool {
        matches!(self.method, Method::Fast | Method::Optimal)
            && self.target.is_none()
            && self.data.is_none()
            && self.solutions.is_none()
            && self.at_most.is_none()
            && !(self.all || self.count || self.distance)
            && !(self.essential || self.fewest_quarter_turns)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{MessageStyle, Solvers};

    const CUBE: &str = "DBFRDULUUFFBLDDBLRBURFLR";

    fn solve(options: Options, text: &str) -> Result<(usize, String), String> {
        let solvers = Solvers::with_small_tables();
        let session = Session::new(&solvers, options);
        let mut line = b"> ".to_vec();
        let context = SolveContext::default();
        let length = session.solve_text(text, &ReadOptions::default(), &context, &mut line);
        let text = String::from_utf8(line).unwrap();
        length.map(|length| (length, text)).map_err(|error| error.message(MessageStyle::NEUTRAL))
    }

    #[test]
    fn the_fast_path_gives_the_same_solutions_as_the_general_reader() {
        // Texts with spaces take the general path.
        let spaced: String = CUBE.chars().flat_map(|letter| [letter, ' ']).collect();
        for options in [
            Options::default(),
            Options { max_length: Some(9), ..Options::default() },
            Options { max_length: Some(3), ..Options::default() },
            Options { faces: "UF".parse().unwrap(), ..Options::default() },
            Options { exact: true, metric: cubegod::Metric::Qtm, ..Options::default() },
        ] {
            assert_eq!(solve(options.clone(), CUBE), solve(options, &spaced));
        }
        assert_eq!(solve(Options::default(), CUBE).unwrap(), (9, "> L' U B U2 L2 B2 U B' L'".to_owned()));
    }

    #[test]
    fn the_fast_path_is_for_one_solution_of_a_plain_pocket_cube() {
        let solvers = Solvers::with_small_tables();
        let is_plain = |options: Options, letters: &str, read: ReadOptions| {
            Session::new(&solvers, options).solve_plain(letters.as_bytes(), &read, &mut Vec::new()).is_some()
        };
        let (plain, read) = (Options::default, ReadOptions::default);
        assert!(is_plain(plain(), CUBE, read()));
        assert!(!is_plain(Options { all: true, ..plain() }, CUBE, read()));
        assert!(!is_plain(Options { method: Method::ThreeStep, ..plain() }, CUBE, read()));
        assert!(!is_plain(plain(), &CUBE.replace('R', "?"), read()));
        assert!(!is_plain(plain(), CUBE, read().size(Size::THREE)));
        assert!(!is_plain(plain(), CUBE, read().format(Format::NetString)));
    }

    #[test]
    fn a_solution_that_is_too_long_is_an_error_with_the_solution() {
        let error = solve(Options { max_length: Some(3), ..Options::default() }, CUBE).unwrap_err();
        assert_eq!(error, "there is no solution of at most 3 moves; the best is L' U B U2 L2 B2 U B' L'");
    }
}
