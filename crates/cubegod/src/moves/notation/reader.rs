//! From text to moves.
//!
//! One pass with a stack of open brackets; all moves are written out into one list, and a bracket remembers where
//! in it its contents begin. Nothing recurses, so no text can exhaust the program's stack.

mod turn;

use super::error::{AlgError, TextPosition, excerpt};
use crate::moves::{Alg, Layers, Move, Turns};

/// How many brackets may be open at once.
pub const MAX_DEPTH: usize = 200;

/// How many moves a text may be written out to. Moves that a later `0` removes count too: they are work.
pub const MAX_MOVES: usize = 1_000_000;

/// The largest number of quarter turns or repeats.
pub const MAX_COUNT: u64 = 1_000_000_000;

pub(super) fn read(text: &str) -> Result<Alg, AlgError> {
    let mut reader = Reader { text, at: 0, moves: Vec::new(), written: 0, open: Vec::new() };
    while let Some(next) = reader.peek() {
        match next {
            '.' => reader.skip(next),
            _ if next.is_whitespace() => reader.skip(next),
            '/' if reader.rest().starts_with("//") => reader.skip_line(),
            // Between Chinese moves; in a bracket they would be taken for separators.
            '，' | '、' | '；' if reader.open.is_empty() => reader.skip(next),
            '(' | '[' => reader.open(next)?,
            ')' | ']' => reader.close(next)?,
            ',' | ':' => reader.separate(next)?,
            ';' => return Err(AlgError::Semicolon { at: reader.position(reader.at) }),
            _ => reader.turn()?,
        }
    }
    match reader.open.pop() {
        None => Ok(Alg::new(reader.moves)),
        Some(Open { bracket, at, .. }) => {
            Err(AlgError::Unclosed { bracket, closing: closing(bracket), at: reader.position(at) })
        }
    }
}

struct Reader<'a> {
    text: &'a str,
    /// The byte to read next.
    at: usize,
    moves: Vec<Move>,
    /// How many moves were ever put into the list.
    written: usize,
    open: Vec<Open>,
}

/// An open bracket.
struct Open {
    bracket: char,
    /// Its byte in the text.
    at: usize,
    /// Where its contents begin among the moves.
    start: usize,
    /// The `,` or `:` read in it, and where the second part begins.
    separator: Option<(char, usize)>,
}

/// What may follow a move or a bracket: a number and a prime, in either order.
#[derive(Copy, Clone)]
struct Suffix {
    count: u64,
    inverse: bool,
}

impl<'a> Reader<'a> {
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

    /// Skips the next character if it is wanted.
    fn take(&mut self, wanted: impl Fn(char) -> bool) -> bool {
        match self.peek() {
            Some(next) if wanted(next) => {
                self.skip(next);
                true
            }
            _ => false,
        }
    }

    fn position(&self, byte: usize) -> TextPosition {
        TextPosition::of(self.text, byte)
    }

    /// Makes sure that this many more moves may be written, before they take memory.
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

    /// Adds the inverse of a stretch of the moves.
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

    /// Writes out what follows a closed bracket whose contents begin at `start`.
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

    /// The digits here as a number; none where there is no digit.
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

/// The straight prime and what keyboards and typesetters make of it.
fn is_prime(character: char) -> bool {
    matches!(character, '\'' | '’' | '‘' | '′' | '`' | '´' | 'ʼ')
}

#[cfg(test)]
mod tests;
