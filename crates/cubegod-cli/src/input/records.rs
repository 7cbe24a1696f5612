//! One description of a cube after the other, from any input, in bounded memory.

use super::lines::{Fault, Line, Lines, MAX_LINE};
use super::shape::{self, Shape};
use cubegod::formats::Format;
use std::io::{self, BufRead};

/// The longest block that is read, in bytes.
pub(crate) const MAX_BLOCK: usize = MAX_LINE;

/// The most lines of a block.
pub(crate) const MAX_BLOCK_LINES: usize = 4096;

/// Where one record ends and the next begins.
#[derive(Copy, Clone, Debug, PartialEq)]
pub(crate) enum Splitting {
    /// Every line that is not blank is one.
    Lines,
    /// Blank lines stand between them, and what stands between `BEGIN` and `END` is one.
    Blocks,
    /// As the first line of each looks.
    Detect,
}

impl Splitting {
    /// For a layout that is known, or not.
    pub(crate) fn of(format: Option<Format>) -> Splitting {
        match format {
            None => Splitting::Detect,
            Some(format) if format.is_single_line() => Splitting::Lines,
            Some(_) => Splitting::Blocks,
        }
    }

    fn shape(self, line: &str) -> Shape {
        match self {
            Splitting::Lines => Shape::Single,
            Splitting::Blocks if shape::is_begin_of_request(line) => Shape::Engine,
            Splitting::Blocks => Shape::Block { width: 0, maybe_moves: false },
            Splitting::Detect => shape::of_first_line(line),
        }
    }
}

/// The text of one record.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Text {
    /// The number of its first line.
    pub(crate) line: usize,
    /// Its lines, or why they can't be read.
    pub(crate) text: Result<String, Fault>,
    /// Whether it begins with letters that could be moves but were taken for the first row of a net.
    pub(crate) maybe_moves: bool,
}

/// Splits an input into records.
pub(crate) struct Records<R> {
    lines: Lines<R>,
    splitting: Splitting,
    /// A line that was read to see that the block above it had ended.
    ahead: Option<Line>,
}

impl<R: BufRead> Records<R> {
    pub(crate) fn new(reader: R, splitting: Splitting) -> Records<R> {
        Records { lines: Lines::new(reader), splitting, ahead: None }
    }

    /// The input, to ask how much of it is there already.
    pub(crate) fn reader(&self) -> &R {
        self.lines.reader()
    }

    /// The next record; none at the end.
    pub(crate) fn next(&mut self) -> io::Result<Option<Text>> {
        let first = loop {
            match self.next_line()? {
                None => return Ok(None),
                Some(line) if is_blank(&line) => {}
                Some(line) => break line,
            }
        };
        let shape = self.splitting.shape(&first.text);
        let maybe_moves = matches!(shape, Shape::Block { maybe_moves: true, .. });
        let line = first.number;
        let mut block = Block::new(first);
        while !(shape == Shape::Single || block.is_complete && shape == Shape::Engine) {
            let Some(line) = self.next_line()? else { break };
            let ends_above = match shape {
                Shape::Single => true,
                Shape::Engine => shape::is_begin_of_request(&line.text),
                Shape::Block { .. } if is_blank(&line) => true,
                Shape::Block { width, .. } => match self.splitting {
                    Splitting::Detect => shape::ends_block(&line.text, width, block.lines),
                    _ => shape::is_begin_of_request(&line.text),
                },
            };
            if ends_above {
                self.ahead = Some(line);
                break;
            }
            block.add(line);
        }
        Ok(Some(Text { line, text: block.finish(), maybe_moves }))
    }

    /// Whether nothing but blank lines follows; may have to wait for the next line.
    pub(crate) fn is_at_end(&mut self) -> bool {
        while self.ahead.as_ref().is_none_or(is_blank) {
            match self.lines.next() {
                Ok(Some(line)) => self.ahead = Some(line),
                Ok(None) | Err(_) => return true,
            }
        }
        false
    }

    fn next_line(&mut self) -> io::Result<Option<Line>> {
        match self.ahead.take() {
            Some(line) => Ok(Some(line)),
            None => self.lines.next(),
        }
    }
}

fn is_blank(line: &Line) -> bool {
    line.fault.is_none() && line.text.trim().is_empty()
}

/// The lines of a record so far; after a fault they are only counted.
struct Block {
    text: String,
    lines: usize,
    fault: Option<Fault>,
    /// Whether its last line is the end of a request.
    is_complete: bool,
}

impl Block {
    fn new(first: Line) -> Block {
        Block { text: first.text, lines: 1, fault: first.fault, is_complete: false }
    }

    fn add(&mut self, line: Line) {
        self.is_complete = shape::is_end_of_request(&line.text);
        self.lines += 1;
        if self.fault.is_some() {
            return;
        }
        let is_long = self.text.len() + 1 + line.text.len() > MAX_BLOCK || self.lines > MAX_BLOCK_LINES;
        self.fault = line.fault.or(is_long.then_some(Fault::LongBlock));
        if self.fault.is_some() {
            self.text = String::new();
        } else {
            self.text.push('\n');
            self.text.push_str(&line.text);
        }
    }

    fn finish(self) -> Result<String, Fault> {
        self.fault.map_or(Ok(self.text), Err)
    }
}

#[cfg(test)]
mod tests;
