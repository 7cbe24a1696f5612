//! The contest's judge: nets with operations in, whether each cube is solved in the end out.
//!
//! The form is that of the ACM South Central contest of 2002, problem 2. A data set is `START`, nine lines of a net,
//! operations such as `front right`, and `END`; `ENDOFINPUT` comes after the last one. Only stickers are looked at:
//! they may carry any characters, and no cube has to be reachable.
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

mod flaw;
mod mixed;
mod net;
mod operation;

pub use flaw::{Flaw, Word};
pub use mixed::{MixedFace, mixed_faces};
pub use operation::{Operation, face_word};

use cubegod::formats::quote;
use cubegod::geometry::Size;
use cubegod::stickers::Stickers;
use net::{Contents, NET_LINES};

const CUBE: Size = Size::THREE;
const STICKERS: usize = CUBE.sticker_count();
const LAYERS: usize = CUBE.layers();

fn is_word(text: &[u8], word: &str) -> bool {
    text.eq_ignore_ascii_case(word.as_bytes())
}

/// What the judge says.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Ruling {
    /// The number of the data set, from 1; none for a flaw that belongs to none.
    pub set: Option<u64>,
    /// The line of its START; the line of the flaw if there is one.
    pub line: u64,
    /// Whether the cube is solved.
    pub verdict: Result<bool, Flaw>,
}

#[derive(Copy, Clone, Debug, Eq, PartialEq)]
enum Phase {
    /// Between data sets.
    Outside,
    /// So many lines of the net were read.
    Net(usize),
    /// After the net.
    Operations,
    /// Something was wrong; everything up to the next START is passed over.
    Skipping,
    /// After ENDOFINPUT.
    Over,
}

/// Judges data sets line by line, in the memory of one.
#[derive(Clone, Debug)]
pub struct Judge {
    phase: Phase,
    contents: Contents,
    /// The number of lines so far.
    line: u64,
    /// The number of data sets so far.
    set: u64,
    /// The line in which the last one began.
    began: u64,
}

impl Default for Judge {
    fn default() -> Judge {
        Judge::new()
    }
}

impl Judge {
    /// Before the first line.
    pub fn new() -> Judge {
        Judge { phase: Phase::Outside, contents: Contents::new(), line: 0, set: 0, began: 0 }
    }

    /// Takes the next line, with its line end or without; says what it settles.
    ///
    /// A data set is settled by its END or by the first line that is wrong; what follows is passed over up to the next
    /// START. Blank lines count for nothing.
    #[inline]
    pub fn take(&mut self, line: &[u8]) -> Option<Ruling> {
        self.line += 1;
        let line = match line.strip_prefix("\u{feff}".as_bytes()) {
            // Some editors put a byte order mark first.
            Some(rest) if self.line == 1 => rest,
            _ => line,
        };
        let text = line.trim_ascii();
        if text.is_empty() {
            return None;
        }
        match self.phase {
            Phase::Operations => {
                if let Some(operation) = Operation::read(text) {
                    self.contents.turn(operation);
                    return None;
                }
                self.take_word(text)
            }
            Phase::Net(lines) if Word::read(text).is_none() => {
                // Columns are counted in the line as it stands.
                match self.contents.read_line(lines, line) {
                    Ok(()) if lines + 1 == NET_LINES => self.phase = Phase::Operations,
                    Ok(()) => self.phase = Phase::Net(lines + 1),
                    Err(flaw) => return self.flaw(flaw),
                }
                None
            }
            _ => self.take_word(text),
        }
    }

    /// What a line means that is neither of a net nor an operation.
    fn take_word(&mut self, text: &[u8]) -> Option<Ruling> {
        let phase = self.phase;
        if phase == Phase::Over {
            return None;
        }
        let word = Word::read(text);
        if phase == Phase::Operations && word == Some(Word::End) {
            self.phase = Phase::Outside;
            let verdict = Ok(self.contents.is_solved());
            return Some(Ruling { set: Some(self.set), line: self.began, verdict });
        }
        let found = || quote(&String::from_utf8_lossy(text));
        let ruling = match (phase, word) {
            (Phase::Net(net_lines), Some(word)) => self.flaw(Flaw::ShortNet { word, net_lines }),
            (Phase::Operations, Some(word)) => self.flaw(Flaw::NoEnd { word, began: self.began }),
            (Phase::Operations, None) => self.flaw(Flaw::Operation { found: found() }),
            (Phase::Outside, None | Some(Word::End)) => self.flaw(Flaw::Outside { found: found() }),
            _ => None,
        };
        match word {
            Some(Word::Start) => self.begin(),
            Some(Word::EndOfInput) => self.phase = Phase::Over,
            _ => {}
        }
        ruling
    }

    fn begin(&mut self) {
        self.phase = Phase::Net(0);
        self.contents.begin();
        self.set += 1;
        self.began = self.line;
    }

    /// Takes the next line, which was longer than this limit and is gone.
    pub fn take_long_line(&mut self, limit: usize) -> Option<Ruling> {
        self.line += 1;
        match self.phase {
            Phase::Skipping | Phase::Over => None,
            _ => self.flaw(Flaw::LongLine { limit }),
        }
    }

    /// After the last line.
    pub fn finish(&mut self) -> Option<Ruling> {
        // The end of nothing is in its first line.
        self.line = self.line.max(1);
        let flaw = match self.phase {
            Phase::Over => return None,
            Phase::Net(_) | Phase::Operations => Flaw::CutOff { began: self.began },
            Phase::Outside | Phase::Skipping => Flaw::NoEndOfInput,
        };
        if self.phase == Phase::Skipping {
            self.phase = Phase::Outside;
        }
        let ruling = self.flaw(flaw);
        self.phase = Phase::Over;
        ruling
    }

    /// A flaw of the data set, or of no one between them.
    #[cold]
    fn flaw(&mut self, flaw: Flaw) -> Option<Ruling> {
        let set = (self.phase != Phase::Outside).then_some(self.set);
        self.phase = Phase::Skipping;
        Some(Ruling { set, line: self.line, verdict: Err(flaw) })
    }

    /// Whether ENDOFINPUT was there.
    pub fn is_over(&self) -> bool {
        self.phase == Phase::Over
    }

    /// The number of lines so far.
    pub fn line(&self) -> u64 {
        self.line
    }

    /// The number of data sets so far.
    pub fn set(&self) -> u64 {
        self.set
    }

    /// The stickers as they are after the last line: after an END, those that were judged.
    pub fn stickers(&self) -> Stickers<char> {
        self.contents.stickers()
    }
}

#[cfg(test)]
mod tests;
