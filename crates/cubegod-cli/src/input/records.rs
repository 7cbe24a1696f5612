//! One description of a cube after the other, from any input, in bounded memory.

use super::lines::{Fault, Line, Lines, MAX_LINE};
use super::rows::Rows;
use super::shape::{self, Shape};
use cubegod::formats::{Format, blocks};
use std::collections::VecDeque;
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
            Splitting::Blocks => Shape::Block,
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
    /// Lines that were read to see where the record above them ends.
    ahead: VecDeque<Line>,
    /// How many of these are records of their own.
    alone: usize,
}

impl<R: BufRead> Records<R> {
    pub(crate) fn new(reader: R, splitting: Splitting) -> Records<R> {
        Records { lines: Lines::new(reader), splitting, ahead: VecDeque::new(), alone: 0 }
    }

    /// The input, to ask how much of it is there already.
    pub(crate) fn reader(&self) -> &R {
        self.lines.reader()
    }

    /// How many bytes were read only to see where the record above them ends, about: line ends may have two.
    pub(crate) fn bytes_ahead(&self) -> u64 {
        self.ahead.iter().map(|line| line.text.len() as u64 + 1).sum()
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
        if self.alone > 0 {
            self.alone -= 1;
            return Ok(Some(Text::from(Block::new(first))));
        }
        match self.splitting.shape(&first.text) {
            Shape::Single => Ok(Some(Text::from(Block::new(first)))),
            Shape::Rows { maybe_moves } => self.drawing(first, maybe_moves).map(Some),
            shape => self.block(first, shape).map(Some),
        }
    }

    /// A request to the engine, or what stands above a blank line.
    fn block(&mut self, first: Line, shape: Shape) -> io::Result<Text> {
        let mut faces: String = blocks::face_name(&first.text).into_iter().collect();
        let mut block = Block::new(first);
        while !(block.is_complete && shape == Shape::Engine) {
            let Some(line) = self.next_line()? else { break };
            let ends_above = match self.splitting {
                _ if shape == Shape::Engine => shape::is_begin_of_request(&line.text),
                _ if is_blank(&line) => true,
                // A face that is told again is one of the next cube.
                _ if blocks::face_name(&line.text).is_some_and(|face| faces.contains(face)) => true,
                Splitting::Detect => shape::ends_block(&line.text),
                _ => shape::is_begin_of_request(&line.text),
            };
            if ends_above {
                self.ahead.push_front(line);
                break;
            }
            faces.extend(blocks::face_name(&line.text));
            block.add(line);
        }
        Ok(block.into())
    }

    /// The rows of a drawn cube, or just the first line where those below do not go on with it.
    fn drawing(&mut self, first: Line, maybe_moves: bool) -> io::Result<Text> {
        let mut rows = Rows::new(&first.text, maybe_moves);
        let mut below = Vec::new();
        let mut is_cut_off = true;
        while !rows.is_whole_net() {
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
            return Ok(Text { maybe_moves, ..block.into() });
        }
        // Moves below moves are one sequence a line; anything else may be the first row of the real drawing.
        let is_alone = |line: &&Line| maybe_moves && shape::is_moves(&line.text);
        self.alone = below.iter().take_while(is_alone).count();
        below.into_iter().rev().for_each(|line| self.ahead.push_front(line));
        Ok(block.into())
    }

    /// Whether nothing but blank lines follows; may have to wait for the next line.
    pub(crate) fn is_at_end(&mut self) -> bool {
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
    line.fault.is_none() && line.text.trim().is_empty()
}

/// The lines of a record so far; after a fault they are only counted.
struct Block {
    /// The number of the first.
    line: usize,
    text: String,
    lines: usize,
    fault: Option<Fault>,
    /// Whether its last line is the end of a request.
    is_complete: bool,
}

impl Block {
    fn new(first: Line) -> Block {
        Block { line: first.number, text: first.text, lines: 1, fault: first.fault, is_complete: false }
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
}

impl From<Block> for Text {
    fn from(block: Block) -> Text {
        Text { line: block.line, text: block.fault.map_or(Ok(block.text), Err), maybe_moves: false }
    }
}

#[cfg(test)]
mod tests;
