//! Judges a saved game: was each answer right?
//!
//! The transcript is what the server sent and the player's answers. An answer stands on the line after the prompt, with or
//! without a mark `»` or `>` before it, or behind the prompt on the same line. Everything is read as it comes, and nothing
//! is kept longer than its round.

use super::answer::{BadAnswer, read_answer};
use super::escapes::Escapes;
use super::screen::{Screen, after_prompt, round_heading};
use super::transcript::ANSWER_MARKS;
use super::{ACCEPTED, REJECTED, usual_move_limit};
use crate::engine::completions_of;
use crate::lines::{Line, Lines};
use cubegod::{Alg, Color, FaceTurn, Stickers, Symmetry, View};
use std::fmt;
use std::io::{self, BufRead, ErrorKind};

/// The rules to judge by.
#[derive(Copy, Clone, Debug, Default, Eq, PartialEq)]
pub struct JudgeOptions {
    /// The most moves of an answer; unless given, 11 for the 2x2 and 30 for the 3x3.
    pub move_limit: Option<usize>,
}

/// A round, judged.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct JudgedRound {
    /// Which, as its heading says; counted from 1 where there is none.
    pub round: usize,
    /// The line of the answer, or of the prompt that got none.
    pub line: usize,
    /// The judgement.
    pub verdict: Verdict,
}

/// What an answer was.
#[derive(Clone, Debug, Eq, PartialEq)]
pub enum Verdict {
    /// It solves the cube.
    Right {
        /// In this many moves.
        moves: usize,
    },
    /// Several cubes fit what was shown, and it solves some of them.
    Unclear {
        /// How many it solves.
        right: u128,
        /// How many fit.
        of: u128,
    },
    /// It solves none of the cubes that fit; mostly that is one.
    Unsolved {
        /// How many fit.
        of: u128,
    },
    /// It cannot be tried.
    Bad(BadAnswer),
    /// There is none.
    Unanswered,
    /// What was shown is no cube; why.
    Unreadable(String),
}

impl Verdict {
    /// Whether the answer was certainly right.
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

/// `round 3, line 45: right, 9 moves`.
impl fmt::Display for JudgedRound {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "round {}, line {}: {}", self.round, self.line, self.verdict)
    }
}

/// A whole game, judged.
#[derive(Copy, Clone, Debug, Default, Eq, PartialEq)]
pub struct Summary {
    /// How many rounds it had.
    pub rounds: usize,
    /// How many answers were certainly right.
    pub right: usize,
}

/// A transcript that cannot be judged.
#[derive(Debug, thiserror::Error)]
pub enum JudgeError {
    /// It cannot be read.
    #[error("cannot read the transcript after line {line}: {error}")]
    Read {
        /// The last line that was read.
        line: usize,
        /// Why.
        error: io::Error,
    },
    /// It has no round.
    #[error("no round in {lines} lines; expected face blocks and then a line with `{}`", super::PROMPT)]
    NoRound {
        /// How many lines there are.
        lines: usize,
    },
}

/// The most bytes of a line that are looked at.
const MOST_BYTES: usize = 64 * 1024;

/// Judges every round of a transcript, and tells each as soon as its answer was read.
pub fn judge(
    mut transcript: impl BufRead,
    options: &JudgeOptions,
    on_round: &mut dyn FnMut(&JudgedRound),
) -> Result<Summary, JudgeError> {
    let mut judge = Judge { options: *options, ..Judge::default() };
    let mut lines = Lines::new(MOST_BYTES);
    loop {
        let count = match transcript.fill_buf() {
            Ok(mut bytes) => {
                let count = bytes.len();
                while let Some(line) = lines.next(&mut bytes) {
                    judge.hear(&line, on_round);
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
        judge.hear(&line, on_round);
    }
    judge.finish(on_round)
}

/// Where the reading of a transcript stands.
#[derive(Default)]
struct Judge {
    options: JudgeOptions,
    /// How many lines were read.
    line: usize,
    screen: Screen,
    /// The line where the screen begins.
    shown_from: usize,
    round: Option<usize>,
    /// The answer is to come in the next line.
    is_asked: bool,
    summary: Summary,
}

impl Judge {
    fn hear(&mut self, line: &Line<'_>, on_round: &mut dyn FnMut(&JudgedRound)) {
        self.line += 1;
        let text = match line {
            Line::Whole(bytes) => Escapes::taken_out(bytes),
            // No answer and no face is that long.
            Line::TooLong => "(a line that is too long)".into(),
        };
        if std::mem::take(&mut self.is_asked) {
            if !is_servers(&text) {
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
                "" => self.is_asked = true,
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
        if self.is_asked {
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
        let (view, completions) = match completions_of(&reading) {
            Ok(completions) => completions,
            Err(error) => return Verdict::Unreadable(format!("the faces from line {from} on: {error}")),
        };
        let limit = self.options.move_limit.unwrap_or_else(|| usual_move_limit(view.size()));
        let turns = match read_answer(answer, limit) {
            Ok(turns) => turns,
            Err(error) => return Verdict::Bad(error),
        };
        let of = completions.count();
        let right = match (of, completions.get(0)) {
            (1, Some(only)) => u128::from(solves(&turns, only)),
            _ => solved_by(&turns, &view),
        };
        match right {
            0 => Verdict::Unsolved { of },
            right if right == of => Verdict::Right { moves: turns.len() },
            right => Verdict::Unclear { right, of },
        }
    }
}

/// Whether a line is the server's, so that the answer before it is missing.
fn is_servers(line: &str) -> bool {
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

/// How many of the cubes that fit a view an answer solves: those that undoing it makes from a solved cube, held in any of
/// 24 ways, however many cubes fit.
fn solved_by(turns: &[FaceTurn], view: &View) -> u128 {
    let undone = turns.iter().copied().collect::<Alg>().inverse();
    let fits = |cube: &Stickers<Color>| {
        let mut both = cube.facelets().iter().zip(view.stickers().facelets());
        both.all(|(color, seen)| seen.is_none_or(|seen| seen == *color))
    };
    let starts = Symmetry::ROTATIONS.iter().filter_map(|&rotation| {
        let mut cube = Stickers::solved(view.size()).transformed_by(rotation);
        cube.apply(&undone).ok().map(|()| cube)
    });
    starts.filter(fits).count() as u128
}
