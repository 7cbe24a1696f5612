//! Checks the answers of a saved game.
//!
//! The transcript holds the server's lines and the player's answers. An answer is on the line after the prompt, with or
//! without a mark `»` or `>` before it, or after the prompt on the same line. The transcript is read as a stream, and only
//! the current round is kept in memory.

use super::answer::{BadAnswer, read_answer};
use super::escapes::Escapes;
use super::screen::{Screen, after_prompt, round_heading};
use super::transcript::ANSWER_MARKS;
use super::{ACCEPTED, REJECTED, default_move_limit};
use crate::lines::{Line, Lines};
use cubegod::{Alg, Cancellation, Color, FaceTurn, Stickers, Symmetry, View};
use cubegod_service::complete::complete;
use cubegod_service::{ReadCube, RequestError};
use std::fmt;
use std::io::{self, BufRead, ErrorKind};

/// The rules to judge by.
#[derive(Copy, Clone, Debug, Default, Eq, PartialEq)]
pub struct JudgeOptions {
    /// The maximum number of moves of an answer; by default 11 for the 2x2 and 30 for the 3x3.
    pub move_limit: Option<usize>,
}

/// The verdict on one round.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct JudgedRound {
    /// The number in the heading of the round, or its position from 1 if it has no heading.
    pub round: usize,
    /// The line of the answer, or of the prompt if there is no answer.
    pub line: usize,
    /// The verdict.
    pub verdict: Verdict,
}

/// The verdict on an answer.
#[derive(Clone, Debug, Eq, PartialEq)]
pub enum Verdict {
    /// The answer solves the cube.
    Right {
        /// The number of moves.
        moves: usize,
    },
    /// Several cubes fit what was shown, and the answer solves some of them.
    Unclear {
        /// The number of cubes that it solves.
        right: u128,
        /// The number of cubes that fit.
        of: u128,
    },
    /// The answer solves none of the cubes that fit, usually one.
    Unsolved {
        /// The number of cubes that fit.
        of: u128,
    },
    /// The answer cannot be applied.
    Bad(BadAnswer),
    /// There is no answer.
    Unanswered,
    /// What was shown is not a cube, for this reason.
    Unreadable(String),
}

impl Verdict {
    /// Returns whether the answer was certainly right.
    pub fn is_right(&self) -> bool {
        matches!(self, Verdict::Right { .. })
    }
}

impl fmt::Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Verdict::Right { moves } => write!(f, "right, {}", super::moves(*moves)),
            Verdict::Unclear { right, of } => {
                write!(f, "unclear: right for {right} of the {of} cubes that fit")
            }
            Verdict::Unsolved { of: 1 } => write!(f, "wrong: the cube is not solved"),
            Verdict::Unsolved { of } => write!(f, "wrong: none of the {of} cubes that fit is solved"),
            Verdict::Bad(error) => write!(f, "wrong: {error}"),
            Verdict::Unanswered => write!(f, "wrong: there is no answer"),
            Verdict::Unreadable(reason) => write!(f, "not judged: {reason}"),
        }
    }
}

/// Prints, for example, `round 3, line 45: right, 9 moves`.
impl fmt::Display for JudgedRound {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "round {}, line {}: {}", self.round, self.line, self.verdict)
    }
}

/// The summary of a game.
#[derive(Copy, Clone, Debug, Default, Eq, PartialEq)]
pub struct Summary {
    /// The number of rounds.
    pub rounds: usize,
    /// The number of answers that were certainly right.
    pub right: usize,
}

/// The error for a transcript that cannot be judged.
#[derive(Debug, thiserror::Error)]
pub enum JudgeError {
    /// The transcript cannot be read.
    #[error("cannot read the transcript after line {line}: {error}")]
    Read {
        /// The last line that was read.
        line: usize,
        /// The cause.
        error: io::Error,
    },
    /// The transcript has no round.
    #[error("no round in {lines} lines; expected face blocks and then a line with `{}`", super::PROMPT)]
    NoRound {
        /// The number of lines.
        lines: usize,
    },
}

/// The maximum length of a line in bytes.
const MAX_LINE_BYTES: usize = 64 * 1024;

/// Judges every round of a transcript, and calls `on_round` for each as soon as its answer was read.
///
/// # Errors
///
/// Fails if the transcript cannot be read or has no round.
pub fn judge(
    mut transcript: impl BufRead,
    options: &JudgeOptions,
    on_round: &mut dyn FnMut(&JudgedRound),
) -> Result<Summary, JudgeError> {
    let mut judge = Judge { options: *options, ..Judge::default() };
    let mut lines = Lines::new(MAX_LINE_BYTES);
    loop {
        let count = match transcript.fill_buf() {
            Ok(mut bytes) => {
                let count = bytes.len();
                while let Some(line) = lines.next(&mut bytes) {
                    judge.receive(&line, on_round);
                }
                count
            }
            Err(error) if error.kind() == ErrorKind::Interrupted => continue,
            Err(error) => return Err(JudgeError::Read { line: judge.line, error }),
        };
        if count == 0 {
            break;
        }
        transcript.consume(count);
    }
    if let Some(line) = lines.finish() {
        judge.receive(&line, on_round);
    }
    judge.finish(on_round)
}

/// The state of reading a transcript.
#[derive(Default)]
struct Judge {
    options: JudgeOptions,
    /// The number of lines read.
    line: usize,
    screen: Screen,
    /// The line of the first face on the screen.
    shown_from: usize,
    round: Option<usize>,
    /// The last line was the prompt, so the next is the answer.
    is_prompted: bool,
    summary: Summary,
}

impl Judge {
    fn receive(&mut self, line: &Line<'_>, on_round: &mut dyn FnMut(&JudgedRound)) {
        self.line += 1;
        let text = match line {
            Line::Whole(bytes) => Escapes::strip(bytes),
            // No answer and no face is that long.
            Line::TooLong => "(a line that is too long)".into(),
        };
        if std::mem::take(&mut self.is_prompted) {
            if !is_server_line(&text) {
                self.judge(Some(without_mark(&text)), self.line, on_round);
                return;
            }
            self.judge(None, self.line - 1, on_round);
        }
        if let Some((round, _)) = round_heading(&text) {
            self.round = Some(round);
            self.screen.clear();
        } else if let Some(rest) = after_prompt(&text).filter(|_| self.screen.has_faces()) {
            let answer = without_mark(rest.trim_start().trim_start_matches(':'));
            match answer {
                "" => self.is_prompted = true,
                answer => self.judge(Some(answer), self.line, on_round),
            }
        } else {
            let had_faces = self.screen.has_faces();
            self.screen.push(&text);
            if !had_faces {
                self.shown_from = self.line;
            }
        }
    }

    fn finish(mut self, on_round: &mut dyn FnMut(&JudgedRound)) -> Result<Summary, JudgeError> {
        if self.is_prompted {
            self.judge(None, self.line, on_round);
        }
        match self.summary.rounds {
            0 => Err(JudgeError::NoRound { lines: self.line }),
            _ => Ok(self.summary),
        }
    }

    fn judge(&mut self, answer: Option<&str>, line: usize, on_round: &mut dyn FnMut(&JudgedRound)) {
        let verdict = self.verdict(answer);
        self.summary.rounds += 1;
        self.summary.right += usize::from(verdict.is_right());
        let round = self.round.take().unwrap_or(self.summary.rounds);
        on_round(&JudgedRound { round, line, verdict });
        self.screen.clear();
    }

    fn verdict(&self, answer: Option<&str>) -> Verdict {
        let Some(answer) = answer else { return Verdict::Unanswered };
        let from = self.shown_from;
        let reading = match self.screen.read() {
            Ok(reading) => reading,
            Err(error) => {
                return Verdict::Unreadable(format!(
                    "the faces cannot be read, counted from line {from}: {error}"
                ));
            }
        };
        let cube = ReadCube { reading, note: None };
        let view = View::new(cube.reading.stickers.clone()).map_err(RequestError::from);
        let completions = view.and_then(|view| Ok((view, complete(&cube, Cancellation::never())?)));
        let (view, completions) = match completions {
            Ok(completions) => completions,
            Err(error) => return Verdict::Unreadable(format!("the faces from line {from} on: {error}")),
        };
        let limit = self.options.move_limit.unwrap_or_else(|| default_move_limit(view.size()));
        let turns = match read_answer(answer, limit) {
            Ok(turns) => turns,
            Err(error) => return Verdict::Bad(error),
        };
        let of = completions.count();
        let right = match (of, completions.get(0)) {
            (1, Some(only)) => u128::from(solves(&turns, only)),
            _ => count_solved(&turns, &view),
        };
        match right {
            0 => Verdict::Unsolved { of },
            right if right == of => Verdict::Right { moves: turns.len() },
            right => Verdict::Unclear { right, of },
        }
    }
}

/// Returns whether the server wrote a line, in which case the answer before it is missing.
fn is_server_line(line: &str) -> bool {
    let line = line.trim_start();
    line.starts_with(ACCEPTED) || line.starts_with(REJECTED) || line.starts_with("===")
}

fn without_mark(answer: &str) -> &str {
    let answer = answer.trim();
    answer.strip_prefix(ANSWER_MARKS).unwrap_or(answer).trim()
}

fn solves(turns: &[FaceTurn], mut cube: Stickers<Color>) -> bool {
    let alg: Alg = turns.iter().copied().collect();
    cube.apply(&alg).is_ok() && cube.is_uniform()
}

/// Returns how many of the cubes that fit a view an answer solves. The inverse of the answer gives these cubes from the
/// 24 orientations of a solved cube, so the cost does not depend on the number of cubes that fit.
fn count_solved(turns: &[FaceTurn], view: &View) -> u128 {
    let inverse = turns.iter().copied().collect::<Alg>().inverse();
    let fits = |cube: &Stickers<Color>| {
        let mut both = cube.facelets().iter().zip(view.stickers().facelets());
        both.all(|(color, seen)| seen.is_none_or(|seen| seen == *color))
    };
    let starts = Symmetry::ROTATIONS.iter().filter_map(|&rotation| {
        let mut cube = Stickers::solved(view.size()).transformed_by(rotation);
        cube.apply(&inverse).ok().map(|()| cube)
    });
    starts.filter(fits).count() as u128
}
