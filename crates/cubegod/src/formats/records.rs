//! Splits a stream of text into records, each of which describes one cube, in bounded memory.
//!
//! ```
//! use cubegod::formats::records::{Records, Splitting};
//!
//! let text = "R U F\n\n  WW\n  WW\nOOGGRRBB\nOOGGRRBB\n  YY\n  YY\nsuperflip\n";
//! let mut records = Records::new(text.as_bytes(), Splitting::Detect);
//! let mut lines = Vec::new();
//! while let Some(record) = records.next()? {
//!     lines.push(record.line);
//! }
//! assert_eq!(lines, [1, 3, 9]);
//! # Ok::<(), std::io::Error>(())
//! ```

mod lines;
mod rows;
mod shape;
pub use lines::{Line, Lines, MAX_LINE, RecordError};

use super::{Format, blocks, engine};
use rows::Rows;
use shape::Shape;
use std::collections::{BTreeSet, VecDeque};
use std::io::{self, BufRead};

/// The longest block that is read, in bytes.
const MAX_BLOCK: usize = MAX_LINE;

/// The maximum number of lines of a block.
pub const MAX_BLOCK_LINES: usize = 4096;

/// The rule that splits a text into records.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
#[non_exhaustive]
pub enum Splitting {
    /// Every line that is not blank is a record.
    Lines,
    /// Blank lines separate records; the lines from `BEGIN` to `END` are one record.
    Blocks,
    /// Detected from the first line of each record.
    Detect,
}

impl Splitting {
    /// Returns the splitting for a layout, or [`Splitting::Detect`] for an unknown one.
    pub fn of(format: Option<Format>) -> Splitting {
        match format {
            None => Splitting::Detect,
            Some(format) if format.is_single_line() => Splitting::Lines,
            Some(_) => Splitting::Blocks,
        }
    }

    fn shape(self, line: &str) -> Shape {
        match self {
            Splitting::Lines => Shape::Single,
            Splitting::Blocks if engine::is_marked(line) => Shape::Engine,
            Splitting::Blocks => Shape::Block,
            Splitting::Detect => shape::of_first_line(line),
        }
    }
}

/// Whether a text of several lines is the drawing of one cube, possibly with errors, and not one line of moves below another.
pub(crate) fn is_drawing(text: &str) -> bool {
    let mut lines = text.lines().filter(|line| !line.trim().is_empty());
    let Some(first) = lines.next().filter(|line| shape::is_row_of_letters(line)) else { return false };
    let mut rows = Rows::new(first);
    let mut has_several = false;
    for line in lines {
        has_several = true;
        if !rows.add(line) {
            return false;
        }
    }
    has_several && rows.are_one(true)
}

/// The text of one record.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct TextRecord {
    /// The number of its first line, from 1.
    pub line: usize,
    /// The lines of the record, or the error.
    pub text: Result<String, RecordError>,
}

/// Splits a reader into records.
#[derive(Debug)]
pub struct Records<R> {
    lines: Lines<R>,
    splitting: Splitting,
    /// Lines read ahead to find the end of the previous record.
    ahead: VecDeque<Line>,
    /// The number of lines in `ahead` that are records of one line.
    single_lines: usize,
}

impl<R: BufRead> Records<R> {
    /// Returns the records of a reader.
    pub fn new(reader: R, splitting: Splitting) -> Records<R> {
        Records { lines: Lines::new(reader), splitting, ahead: VecDeque::new(), single_lines: 0 }
    }

    /// Returns the reader, for callers that check how much of it is buffered.
    pub fn reader(&self) -> &R {
        self.lines.reader()
    }

    /// Returns the number of bytes read ahead to find the end of the previous record; exact for line ends of one byte.
    pub fn bytes_ahead(&self) -> u64 {
        self.ahead.iter().map(|line| line.text.len() as u64 + 1).sum()
    }

    /// Returns the next record, or `None` at the end.
    ///
    /// # Errors
    ///
    /// Fails if the reader does. A record that cannot be read has a [`RecordError`] instead of a text.
    #[expect(clippy::should_implement_trait, reason = "an iterator would hide that reading may fail")]
    pub fn next(&mut self) -> io::Result<Option<TextRecord>> {
        let first = loop {
            match self.next_line()? {
                None => return Ok(None),
                Some(line) if is_blank(&line) => {}
                Some(line) => break line,
            }
        };
        if self.single_lines > 0 {
            self.single_lines -= 1;
            return Ok(Some(TextRecord::from(Block::new(first))));
        }
        match self.splitting.shape(&first.text) {
            Shape::Single => Ok(Some(TextRecord::from(Block::new(first)))),
            Shape::Rows => self.drawing(first).map(Some),
            shape => self.block(first, shape).map(Some),
        }
    }

    /// Reads a request to the engine, or the lines up to a blank one.
    fn block(&mut self, first: Line, shape: Shape) -> io::Result<TextRecord> {
        let face = |line: &Line| blocks::face_name(&line.text).and_then(|name| name.chars().next());
        let mut faces: BTreeSet<char> = face(&first).into_iter().collect();
        let mut block = Block::new(first);
        while !(block.is_complete && shape == Shape::Engine) {
            let Some(line) = self.next_line()? else { break };
            let ends_above = match self.splitting {
                _ if shape == Shape::Engine => engine::is_marked(&line.text),
                _ if is_blank(&line) => true,
                // A repeated face belongs to the next cube.
                _ if face(&line).is_some_and(|face| faces.contains(&face)) => true,
                Splitting::Detect => shape::ends_block(&line.text),
                _ => engine::is_marked(&line.text),
            };
            if ends_above {
                self.ahead.push_front(line);
                break;
            }
            faces.extend(face(&line));
            block.add(line);
        }
        Ok(block.into())
    }

    /// Reads the rows of a drawn cube, or only the first line if the following lines do not continue it.
    fn drawing(&mut self, first: Line) -> io::Result<TextRecord> {
        let mut rows = Rows::new(&first.text);
        let mut below = Vec::new();
        let mut is_cut_off = true;
        while !rows.is_complete() {
            let Some(line) = self.next_line()? else { break };
            if is_blank(&line) || !rows.add(&line.text) {
                is_cut_off = is_blank(&line);
                self.ahead.push_front(line);
                break;
            }
            below.push(line);
        }
        let mut block = Block::new(first);
        if rows.are_one(is_cut_off) {
            below.into_iter().for_each(|line| block.add(line));
            return Ok(block.into());
        }
        self.single_lines = rows.single_lines();
        below.into_iter().rev().for_each(|line| self.ahead.push_front(line));
        Ok(block.into())
    }

    /// Returns whether only blank lines follow. Blocks until the reader has the next line.
    pub fn is_at_end(&mut self) -> bool {
        loop {
            match self.next_line() {
                Ok(Some(line)) if is_blank(&line) => {}
                Ok(Some(line)) => {
                    self.ahead.push_front(line);
                    return false;
                }
                Ok(None) | Err(_) => return true,
            }
        }
    }

    fn next_line(&mut self) -> io::Result<Option<Line>> {
        match self.ahead.pop_front() {
            Some(line) => Ok(Some(line)),
            None => self.lines.next(),
        }
    }
}

fn is_blank(line: &Line) -> bool {
    line.error.is_none() && line.text.trim().is_empty()
}

/// The lines of a record so far; after an error they are counted but not stored.
struct Block {
    /// The number of the first line.
    line: usize,
    text: String,
    lines: usize,
    error: Option<RecordError>,
    /// Whether its last line is the end of a request.
    is_complete: bool,
}

impl Block {
    fn new(first: Line) -> Block {
        Block { line: first.number, text: first.text, lines: 1, error: first.error, is_complete: false }
    }

    fn add(&mut self, line: Line) {
        self.is_complete = engine::is_end(line.text.trim());
        self.lines += 1;
        if self.error.is_some() {
            return;
        }
        let is_long = self.text.len() + 1 + line.text.len() > MAX_BLOCK || self.lines > MAX_BLOCK_LINES;
        self.error = line.error.or(is_long.then_some(RecordError::LongBlock));
        if self.error.is_some() {
            self.text = String::new();
        } else {
            self.text.push('\n');
            self.text.push_str(&line.text);
        }
    }
}

impl From<Block> for TextRecord {
    fn from(block: Block) -> TextRecord {
        TextRecord { line: block.line, text: block.error.map_or(Ok(block.text), Err) }
    }
}

#[cfg(test)]
mod tests;
