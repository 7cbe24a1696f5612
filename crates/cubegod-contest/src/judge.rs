//! A contest judge: reads nets with operations and decides whether each cube is solved.
//!
//! The form is that of the ACM South Central contest of 2002, problem 2. A data set is `START`, nine lines of a net,
//! at least one operation such as `front right`, and `END`; `ENDOFINPUT` follows the last one. The judge moves stickers
//! only: they may carry any characters, and the cube need not be reachable.
//!
//! # Examples
//!
//! ```
//! use cubegod_contest::judge::Judge;
//!
//! let net = "w w w\n w w w\n w w w\n o o o g g g r r r b b b\n".to_owned()
//!     + "o o o g g g r r r b b b\n o o o g g g r r r b b b\n y y y\n y y y\n y y y\n";
//! let mut judge = Judge::new();
//! let text = format!("START\n{net}top right\ntop left\nEND\nENDOFINPUT");
//! let rulings: Vec<_> = text.lines().filter_map(|line| judge.take(line.as_bytes())).collect();
//! assert_eq!(rulings[0].verdict, Ok(true));
//! ```

mod error;
mod mixed;
mod net;
mod note;
mod operation;

pub use error::{DataSetError, DataSetErrorKind, Keyword};
pub use mixed::{MixedFace, mixed_faces};
pub use note::Note;
pub use operation::{Operation, face_name};

use cubegod::formats::{quote, strip_bom};
use cubegod::geometry::Size;
use cubegod::stickers::Stickers;
use net::{Contents, NET_LINES};

const CUBE: Size = Size::THREE;
const STICKERS: usize = CUBE.sticker_count();
const LAYERS: usize = CUBE.layers();

fn is_word(text: &[u8], word: &str) -> bool {
    text.eq_ignore_ascii_case(word.as_bytes())
}

/// The judge's ruling on a data set. There is exactly one for each, also for one that cannot be judged.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Ruling {
    /// The number of the data set, from 1; none for an error outside data sets.
    pub set: Option<u64>,
    /// The line of its START, or of the error.
    pub line: u64,
    /// Whether the cube is solved, or why that cannot be decided.
    pub verdict: Result<bool, DataSetError>,
}

#[derive(Copy, Clone, Debug, Eq, PartialEq)]
enum Phase {
    /// Between data sets.
    Outside,
    /// After this many lines of the net.
    Net(usize),
    /// After the net.
    Operations,
    /// After an error: lines up to the next START are ignored.
    Skipping,
    /// After ENDOFINPUT.
    Over,
}

/// Judges data sets line by line in constant memory.
#[derive(Clone, Debug)]
pub struct Judge {
    phase: Phase,
    contents: Contents,
    /// The number of lines so far.
    line: u64,
    /// The number of data sets so far.
    set: u64,
    /// The line of the last START.
    began: u64,
    /// Whether the data set has an operation.
    has_operation: bool,
}

impl Default for Judge {
    fn default() -> Judge {
        Judge::new()
    }
}

impl Judge {
    /// Creates a judge that has read nothing.
    pub fn new() -> Judge {
        Judge {
            phase: Phase::Outside,
            contents: Contents::new(),
            line: 0,
            set: 0,
            began: 0,
            has_operation: false,
        }
    }

    /// Reads the next line, with or without its line end, and returns the ruling that it completes.
    ///
    /// A data set ends at its END or at its first error; lines after an error are ignored up to the next START. Blank
    /// lines are ignored.
    #[inline]
    pub fn take(&mut self, line: &[u8]) -> Option<Ruling> {
        self.line += 1;
        let line = if self.line == 1 { strip_bom(line) } else { line };
        let text = line.trim_ascii();
        if text.is_empty() {
            return None;
        }
        match self.phase {
            Phase::Operations => {
                if let Some(operation) = Operation::read(text) {
                    self.contents.turn(operation);
                    self.has_operation = true;
                    return None;
                }
                self.take_keyword(text)
            }
            Phase::Net(lines) if Keyword::read(text).is_none() => {
                // Columns are counted in the line as it stands.
                match self.contents.read_line(lines, line) {
                    Ok(()) if lines + 1 == NET_LINES => self.phase = Phase::Operations,
                    Ok(()) => self.phase = Phase::Net(lines + 1),
                    Err(kind) => return self.error(kind),
                }
                None
            }
            _ => self.take_keyword(text),
        }
    }

    /// Handles a line that is neither part of a net nor an operation.
    fn take_keyword(&mut self, text: &[u8]) -> Option<Ruling> {
        let phase = self.phase;
        if phase == Phase::Over {
            return None;
        }
        let keyword = Keyword::read(text);
        if phase == Phase::Operations && keyword == Some(Keyword::End) && self.has_operation {
            self.phase = Phase::Outside;
            let verdict = Ok(self.contents.is_solved());
            return Some(Ruling { set: Some(self.set), line: self.began, verdict });
        }
        let found = || quote(&String::from_utf8_lossy(text));
        let ruling = match (phase, keyword) {
            (Phase::Net(net_lines), Some(keyword)) => {
                self.error(DataSetErrorKind::ShortNet { keyword, net_lines })
            }
            (Phase::Operations, Some(Keyword::End)) => self.error(DataSetErrorKind::NoOperations),
            (Phase::Operations, Some(keyword)) => {
                self.error(DataSetErrorKind::NoEnd { keyword, began: self.began })
            }
            (Phase::Operations, None) => self.error(DataSetErrorKind::Operation { found: found() }),
            (Phase::Outside, None | Some(Keyword::End)) => {
                self.error(DataSetErrorKind::Outside { found: found() })
            }
            _ => None,
        };
        match keyword {
            Some(Keyword::Start) => self.begin(),
            Some(Keyword::EndOfInput) => self.phase = Phase::Over,
            _ => {}
        }
        ruling
    }

    fn begin(&mut self) {
        self.phase = Phase::Net(0);
        self.contents.begin();
        self.set += 1;
        self.began = self.line;
        self.has_operation = false;
    }

    /// Counts a line that was longer than the reader's limit and was dropped.
    pub fn take_long_line(&mut self, limit: usize) -> Option<Ruling> {
        self.line += 1;
        match self.phase {
            Phase::Skipping | Phase::Over => None,
            _ => self.error(DataSetErrorKind::LongLine { limit }),
        }
    }

    /// Ends the input, and returns a ruling if something is missing.
    pub fn finish(&mut self) -> Option<Ruling> {
        // Empty input ends in line 1.
        self.line = self.line.max(1);
        let kind = match self.phase {
            Phase::Over => return None,
            Phase::Net(_) | Phase::Operations => DataSetErrorKind::CutOff { began: self.began },
            Phase::Outside | Phase::Skipping => DataSetErrorKind::NoEndOfInput,
        };
        if self.phase == Phase::Skipping {
            self.phase = Phase::Outside;
        }
        let ruling = self.error(kind);
        self.phase = Phase::Over;
        ruling
    }

    /// Rules that the data set, or the text outside data sets, is wrong.
    #[cold]
    fn error(&mut self, kind: DataSetErrorKind) -> Option<Ruling> {
        let set = (self.phase != Phase::Outside).then_some(self.set);
        self.phase = Phase::Skipping;
        Some(Ruling { set, line: self.line, verdict: Err(DataSetError { set, kind }) })
    }

    /// Returns whether the input has ended.
    pub fn is_over(&self) -> bool {
        self.phase == Phase::Over
    }

    /// Returns the number of lines so far.
    pub fn line(&self) -> u64 {
        self.line
    }

    /// Returns the number of data sets so far.
    pub fn set(&self) -> u64 {
        self.set
    }

    /// Returns the stickers after the last line: after an END, those that were judged.
    pub fn stickers(&self) -> Stickers<char> {
        self.contents.stickers()
    }

    /// Returns notes about the characters of the net that was judged last: look-alikes, and more than six.
    pub fn notes(&self) -> Vec<Note> {
        self.contents.notes()
    }
}

#[cfg(test)]
mod tests;
