//! One row: from what stands in its cell to a solution, or why there is none.

use crate::cells::Cell;
use crate::error::BatchError;
use crate::options::Options;
use cubegod::formats::{Format, bytes};
use cubegod::solve::pocket::{Goal, PocketSolver};
use cubegod::{Alg, Cube2, ReadOptions, Size};
use cubegod_service::solve::{LengthNotReached, Means, Method, Session, Shortfall};
use cubegod_service::{Cube, MessageStyle, RequestError, Solvers, Spelling, whole_cube};
use std::sync::OnceLock;

/// What all rows are solved with, on any number of threads at once. What takes long to make is made when the first row
/// needs it.
pub struct Plan<'a> {
    options: Options,
    solvers: &'a Solvers,
    session: Session<'a>,
    pocket: OnceLock<PocketSolver<'a>>,
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
        Ok(Plan { options, solvers, session, pocket: OnceLock::new() })
    }

    /// What is asked about every cube.
    pub fn options(&self) -> &Options {
        &self.options
    }

    /// Writes the solution of a row behind what is in `line`, which is not changed if there is none; how long it is.
    pub(crate) fn answer(&self, cell: Cell<'_>, line: &mut Vec<u8>, means: &Means<'_>) -> Result<i32, Miss> {
        let answer = match cell {
            Cell::Null => return Err(Miss::Error("no cube".into())),
            Cell::Text(text) => match self.at_a_glance(text.as_bytes()) {
                Some(cube) => return self.answer_pocket(&cube, line),
                None => self.answer_text(text, &self.options.read, means),
            },
            Cell::Bytes(bytes) if matches!(bytes.len(), 24 | 54) => {
                let mut letters = [0; 54];
                let letters = &mut letters[..bytes.len()];
                for (letter, byte) in letters.iter_mut().zip(bytes) {
                    *letter = bytes::letter(*byte);
                }
                match self.at_a_glance(letters) {
                    Some(cube) => return self.answer_pocket(&cube, line),
                    None => self.answer_bytes(bytes, means),
                }
            }
            Cell::Bytes(bytes) => match std::str::from_utf8(bytes) {
                Ok(text) => self.answer_text(text, &self.options.read, means),
                Err(_) => {
                    let count = bytes.len();
                    Err(RequestError::unreadable(format!("{count} bytes; expected 24 or 54, or text")))
                }
            },
        };
        match answer {
            Ok((text, length)) => {
                line.extend_from_slice(text.as_bytes());
                Ok(length)
            }
            Err(error) => Err(miss(&error)),
        }
    }

    /// A pocket cube in plain face letters, which most rows of files of them are: read in a tenth of the time, and solved
    /// without any allocation.
    fn at_a_glance(&self, text: &[u8]) -> Option<Cube2> {
        let Options { method, read: ReadOptions { format, size }, .. } = &self.options;
        let is_plain = *method == Method::Fast
            && text.len() == 24
            && size.is_none_or(|size| size == Size::TWO)
            && format.is_none_or(|format| format == Format::Facelets)
            // What is hidden may be meant in another layout as well.
            && !text.contains(&b'?');
        if is_plain { Cube2::from_facelets(text) } else { None }
    }

    fn answer_pocket(&self, cube: &Cube2, line: &mut Vec<u8>) -> Result<i32, Miss> {
        let solver = self.pocket.get_or_init(|| {
            let goal = Goal { exact: self.options.exact, ..Goal::default() };
            PocketSolver::new(self.solvers.pocket_in(self.options.metric), goal)
        });
        let solution = solver.solve(cube).filter(|solution| solver.is_reached(cube, solution));
        let Some(solution) = solution else {
            return Err(miss(&RequestError::WrongSolution { solution: String::new() }));
        };
        let length: usize = solution.iter().map(|&turn| self.options.metric.of(turn.into())).sum();
        if let Some(missed) = LengthNotReached::check(self.options.max_length, length, true) {
            let moves: Alg = solution.iter().copied().collect();
            let (shortfall, solution) = (Shortfall::Length(missed), moves.to_string());
            return Err(miss(&RequestError::NotReached { shortfall, solution }));
        }
        solution.write_text(line);
        Ok(length as i32)
    }

    /// A byte a sticker, face by face: letters, or colours by their numbers.
    fn answer_bytes(&self, bytes: &[u8], means: &Means<'_>) -> Result<(String, i32), RequestError> {
        let text = bytes::letters(bytes).map_err(|place| {
            let value = bytes[place];
            RequestError::unreadable(format!(
                "{value} at byte {place} is no colour; expected 0 to 5, 255 for unknown, or the code of a letter"
            ))
        })?;
        let ReadOptions { format, size } = self.options.read;
        let read = ReadOptions { format: format.or(Some(Format::Facelets)), size };
        self.answer_text(&text, &read, means)
    }

    fn answer_text(
        &self,
        text: &str,
        read: &ReadOptions,
        means: &Means<'_>,
    ) -> Result<(String, i32), RequestError> {
        let cube = Cube::read(text, read)?;
        let stickers = whole_cube(&cube)?;
        let solved = self.session.solve(&cube, &stickers, means)?;
        // A longer solution than was asked for, or one that is not proven, is told, but not as if it were the answer.
        let shortfall = solved.shortfall();
        let moves = solved.lines(self.session.options()).concat();
        match shortfall {
            Some(shortfall) => Err(RequestError::NotReached { shortfall, solution: moves }),
            None => Ok((moves, i32::try_from(solved.length).unwrap_or(i32::MAX))),
        }
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
