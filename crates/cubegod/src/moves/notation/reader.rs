//! The parser of moves.
//!
//! One pass with an explicit stack of open brackets. All moves are expanded into one list, in which each bracket stores the
//! index of its first move. There is no recursion, so no text can overflow the call stack.

mod turn;

use super::error::{AlgError, excerpt};
use crate::cancellation::{Cancellation, Cancelled, uncancelled};

use crate::moves::{Alg, Layers, Move, Turns};
use crate::text::{self, TextPosition};

/// The maximum nesting depth of brackets.
pub const MAX_DEPTH: usize = 200;

/// The maximum number of moves after expansion, including moves that a later repeat count of 0 removes.
pub const MAX_MOVES: usize = 1_000_000;

/// The largest count of quarter turns or repeats.
pub const MAX_COUNT: u64 = 1_000_000_000;

/// The number of characters between two checks for cancellation. Inverting and repeating a bracket takes longer than anything
/// else, so that every closing bracket is followed by a check.
const CHARACTERS_PER_CHECK: usize = 4096;

pub(super) fn read(text: &str) -> Result<Alg, AlgError> {
    uncancelled(|token| read_with(text, token))
}

/// Reads moves unless the work is cancelled: 200 nested brackets can invert a million moves as many times.
pub(super) fn read_with(text: &str, cancellation: &Cancellation) -> Result<Result<Alg, AlgError>, Cancelled> {
    let narrow: String;
    let text = if text.is_ascii() {
        text
    } else {
        narrow = text.chars().map(text::narrow).collect();
        &narrow
    };
    let mut reader = Reader { text, at: 0, moves: Vec::new(), written: 0, open: Vec::new() };
    let mut next_check = 0;
    while let Some(next) = reader.peek() {
        if reader.at >= next_check {
            cancellation.check()?;
            next_check = reader.at + CHARACTERS_PER_CHECK;
        }
        if let Err(error) = reader.step(next) {
            return Ok(Err(error));
        }
        if matches!(next, ')' | ']') {
            next_check = reader.at;
        }
    }
    Ok(reader.finish())
}

struct Reader<'a> {
    text: &'a str,
    /// The byte offset to read next.
    at: usize,
    moves: Vec<Move>,
    /// The total number of moves pushed so far.
    written: usize,
    open: Vec<Open>,
}

/// An open bracket.
struct Open {
    bracket: char,
    /// The byte offset in the text.
    at: usize,
    /// The index of its first move.
    start: usize,
    /// The `,` or `:` in it, and the index of the first move after it.
    separator: Option<(char, usize)>,
}

/// The suffix of a move or a bracket: a number and a prime, in either order.
#[derive(Copy, Clone)]
struct Suffix {
    count: u64,
    inverse: bool,
}

impl<'a> Reader<'a> {
    /// Reads one move, bracket or separator, which begins with this character.
    fn step(&mut self, next: char) -> Result<(), AlgError> {
        match next {
            '.' => self.skip(next),
            _ if next.is_whitespace() => self.skip(next),
            '/' if self.rest().starts_with("//") => self.skip_line(),
            // Separators between Chinese moves; not in brackets, where a comma means a commutator.
            '，' | '、' | '；' if self.open.is_empty() => self.skip(next),
            '(' | '[' => self.open(next)?,
            ')' | ']' => self.close(next)?,
            ',' | ':' => self.separate(next)?,
            ';' => return Err(AlgError::Semicolon { at: self.position(self.at) }),
            _ => self.turn()?,
        }
        Ok(())
    }

    /// Returns the moves if every bracket is closed.
    fn finish(mut self) -> Result<Alg, AlgError> {
        match self.open.pop() {
            None => Ok(Alg::new(self.moves)),
            Some(Open { bracket, at, .. }) => {
                Err(AlgError::Unclosed { bracket, closing: closing(bracket), at: self.position(at) })
            }
        }
    }

    fn rest(&self) -> &'a str {
        &self.text[self.at..]
    }

    fn peek(&self) -> Option<char> {
        self.rest().chars().next()
    }

    fn skip(&mut self, character: char) {
        self.at += character.len_utf8();
    }

    fn skip_line(&mut self) {
        self.at += self.rest().find('\n').unwrap_or(self.rest().len());
    }

    /// Skips the next character if it matches; returns whether it does.
    fn take(&mut self, matches: impl Fn(char) -> bool) -> bool {
        match self.peek() {
            Some(next) if matches(next) => {
                self.skip(next);
                true
            }
            _ => false,
        }
    }

    fn position(&self, byte: usize) -> TextPosition {
        TextPosition::of_offset(self.text, byte).without_only_line(self.text)
    }

    /// Checks the limit for this many more moves, before they are allocated.
    fn allow(&mut self, more: usize, at: usize) -> Result<(), AlgError> {
        match self.written.checked_add(more) {
            Some(written) if written <= MAX_MOVES => {
                self.written = written;
                Ok(())
            }
            _ => Err(AlgError::TooLong { at: self.position(at) }),
        }
    }

    fn push(&mut self, layers: Layers, quarters: i64, at: usize) -> Result<(), AlgError> {
        if let Some(turns) = Turns::from_quarters(quarters) {
            self.allow(1, at)?;
            self.moves.push(Move { layers, turns });
        }
        Ok(())
    }

    fn open(&mut self, bracket: char) -> Result<(), AlgError> {
        if self.open.len() == MAX_DEPTH {
            return Err(AlgError::TooDeep { bracket, at: self.position(self.at) });
        }
        self.open.push(Open { bracket, at: self.at, start: self.moves.len(), separator: None });
        self.skip(bracket);
        Ok(())
    }

    fn separate(&mut self, found: char) -> Result<(), AlgError> {
        let middle = self.moves.len();
        match self.open.last_mut() {
            Some(Open { bracket: '[', separator: separator @ None, .. }) => {
                *separator = Some((found, middle))
            }
            Some(&mut Open { bracket: '[', at, .. }) => {
                let (at, opened) = (self.position(self.at), self.position(at));
                return Err(AlgError::SecondSeparator { found, at, opened });
            }
            _ => return Err(AlgError::StraySeparator { found, at: self.position(self.at) }),
        }
        self.skip(found);
        Ok(())
    }

    fn close(&mut self, bracket: char) -> Result<(), AlgError> {
        let closed = self.at;
        let Some(Open { bracket: opening, at, start, separator }) = self.open.pop() else {
            let opening = if bracket == ')' { '(' } else { '[' };
            return Err(AlgError::Unopened { bracket, opening, at: self.position(closed) });
        };
        let closing = closing(opening);
        if bracket != closing {
            let (at, opened) = (self.position(closed), self.position(at));
            return Err(AlgError::Mismatched { bracket, at, opening, opened, closing });
        }
        match separator {
            Some((separator, middle)) => {
                let end = self.moves.len();
                self.append_inverse(start, middle, at)?;
                if separator == ',' {
                    self.append_inverse(middle, end, at)?;
                }
            }
            None if opening == '[' => return Err(AlgError::NoSeparator { at: self.position(at) }),
            None => {}
        }
        self.skip(bracket);
        let suffix = self.suffix()?;
        if let Some(found) = self.leftovers(closed) {
            return Err(AlgError::UnknownRepeat { found: excerpt(found), at: self.position(closed) });
        }
        self.repeat(start, suffix, at)
    }

    /// Appends the inverse of a range of the moves.
    fn append_inverse(&mut self, start: usize, end: usize, at: usize) -> Result<(), AlgError> {
        self.allow(end - start, at)?;
        self.moves.extend_from_within(start..end);
        let copy = self.moves.len() - (end - start);
        self.invert_from(copy);
        Ok(())
    }

    fn invert_from(&mut self, start: usize) {
        self.moves[start..].reverse();
        for one in &mut self.moves[start..] {
            *one = one.inverse();
        }
    }

    /// Expands the suffix of a bracket whose moves begin at `start`.
    fn repeat(&mut self, start: usize, suffix: Suffix, at: usize) -> Result<(), AlgError> {
        let length = self.moves.len() - start;
        if suffix.count == 0 {
            self.moves.truncate(start);
            return Ok(());
        }
        if suffix.inverse {
            self.invert_from(start);
        }
        if length == 0 {
            return Ok(());
        }
        let copies = usize::try_from(suffix.count - 1).unwrap_or(usize::MAX);
        self.allow(length.saturating_mul(copies), at)?;
        for _ in 0..copies {
            self.moves.extend_from_within(start..start + length);
        }
        Ok(())
    }

    fn suffix(&mut self) -> Result<Suffix, AlgError> {
        let before = self.take(is_prime);
        let count = self.number()?;
        let inverse = before || self.take(is_prime);
        Ok(Suffix { count: count.unwrap_or(1), inverse })
    }

    /// Reads a number; `None` if there is no digit.
    fn number(&mut self) -> Result<Option<u64>, AlgError> {
        let rest = self.rest();
        let digits = &rest[..rest.find(|c: char| !c.is_ascii_digit()).unwrap_or(rest.len())];
        if digits.is_empty() {
            return Ok(None);
        }
        match digits.parse() {
            Ok(number) if number <= MAX_COUNT => {
                self.at += digits.len();
                Ok(Some(number))
            }
            _ => Err(AlgError::CountTooLarge { found: excerpt(digits), at: self.position(self.at) }),
        }
    }
}

fn closing(bracket: char) -> char {
    if bracket == '(' { ')' } else { ']' }
}

/// Whether a character is an apostrophe, a prime or one of their typographic variants.
fn is_prime(character: char) -> bool {
    matches!(character, '\'' | '’' | '‘' | '′' | '`' | '´' | 'ʼ')
}

#[cfg(test)]
mod tests;
