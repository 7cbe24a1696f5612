//! A text that is looked for in readings of data.

use super::{Order, Orientation, Readings};
use crate::formats::quote;
use crate::geometry::Size;
use crate::stickers::Stickers;
use regex::{Regex, bytes};
use regex_syntax::ParserBuilder;
use regex_syntax::hir::Look;

/// The largest compiled expression, in bytes: far more than a text on a cube needs.
const LARGEST: usize = 1 << 20;

/// The longest message that repeats an expression.
const LONGEST: usize = 1000;

/// A regular expression. Matching takes time in proportion to the text, whatever the expression.
#[derive(Clone, Debug)]
pub struct Expression {
    regex: Regex,
    /// Finds whether any line of a text may match, so that most texts need no second look. None for expressions that
    /// speak of the beginning or the end of the whole text, of which lines have none.
    quick: Option<bytes::Regex>,
}

/// Text that is no expression.
#[derive(Clone, Debug, Eq, PartialEq, thiserror::Error)]
pub enum ExpressionError {
    /// Not understood.
    #[error("`{found}` is no regular expression: {reason} at column {column}{hint}")]
    Syntax {
        /// The text, shortened.
        found: String,
        /// What is wrong.
        reason: String,
        /// Where, in characters from 1.
        column: usize,
        /// What may have been meant.
        hint: &'static str,
    },
    /// Never more than an empty stretch.
    #[error("`{found}` matches no character; expected an expression for the text that is looked for")]
    Nothing {
        /// The text, shortened.
        found: String,
    },
    /// Too large.
    #[error("`{found}` is too large a regular expression; expected fewer or smaller repeats")]
    Large {
        /// The text, shortened.
        found: String,
    },
}

/// A stretch of a reading that matches.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Match {
    /// How the cube is held.
    pub orientation: Orientation,
    /// In which order it is read.
    pub order: Order,
    /// The stretch.
    pub text: String,
    /// The whole reading.
    pub reading: String,
}

impl Expression {
    /// Parses a regular expression.
    ///
    /// # Errors
    ///
    /// Fails if the text is not a regular expression, or compiles to one that is too large.
    pub fn new(text: &str) -> Result<Expression, ExpressionError> {
        let large = || ExpressionError::Large { found: quote(text) };
        if text.len() > LONGEST {
            return Err(large());
        }
        // With lines, so that `^` and `$` mean those of a line and only `\A` and `\z` are left of the others.
        let parsed = ParserBuilder::new().multi_line(true).build().parse(text);
        let parsed = parsed.map_err(|error| syntax(text, &error))?;
        let (looks, longest) = (parsed.properties().look_set(), parsed.properties().maximum_len());
        let regex = regex::RegexBuilder::new(text).size_limit(LARGEST).build();
        let regex = regex.map_err(|_| large())?;
        if longest == Some(0) {
            return Err(ExpressionError::Nothing { found: quote(text) });
        }
        let of_whole_texts = [Look::Start, Look::End, Look::StartCRLF, Look::EndCRLF];
        let has_no_lines = of_whole_texts.into_iter().any(|look| looks.contains(look));
        let quick = bytes::RegexBuilder::new(text).multi_line(true).size_limit(LARGEST).build();
        Ok(Expression { regex, quick: quick.ok().filter(|_| !has_no_lines) })
    }

    /// The first stretch of a text that matches, unless it is empty.
    pub fn find<'t>(&self, text: &'t str) -> Option<&'t str> {
        self.regex.find_iter(text).map(|found| found.as_str()).find(|found| !found.is_empty())
    }

    /// What matches in the readings of some data: the first stretch of each, and a stretch only once in each orientation.
    pub fn matches(&self, readings: &Readings, data: &Stickers<char>) -> Vec<Match> {
        let mut matches: Vec<Match> = Vec::new();
        for (orientation, order, reading) in readings.of(data) {
            let Some(text) = self.find(&reading) else { continue };
            if !matches.iter().any(|other| other.orientation == orientation && other.text == text) {
                matches.push(Match { orientation, order, text: text.to_owned(), reading });
            }
        }
        matches
    }
}

fn syntax(text: &str, error: &regex_syntax::Error) -> ExpressionError {
    let (reason, span) = match error {
        regex_syntax::Error::Parse(error) => (error.kind().to_string(), *error.span()),
        regex_syntax::Error::Translate(error) => (error.kind().to_string(), *error.span()),
        _ => return ExpressionError::Large { found: quote(text) },
    };
    let is_brace = text[..span.end.offset].contains('{') && reason.contains("repetition");
    let hint = if is_brace { "; a brace that stands for itself is written `\\{`" } else { "" };
    ExpressionError::Syntax {
        found: quote(text),
        reason,
        column: text[..span.start.offset].chars().count() + 1,
        hint,
    }
}

/// Looks for one expression in the same readings of ever other data, quickly where there is nothing to find.
///
/// All readings are put one below the other into one text, and the expression is looked for in all of it; only where
/// something is found each reading is looked at. For 72 readings of a 3x3 that takes 2 µs instead of 10.
pub(crate) struct Finder<'a> {
    expression: &'a Expression,
    readings: &'a Readings,
    /// The stickers of all readings one after the other, each reading ended by [`LINE_END`].
    stickers: Vec<u16>,
    /// Long enough for the readings, which are at its beginning.
    text: Vec<u8>,
    /// The byte of each sticker, and line ends after them.
    bytes: Box<[u8; TABLE]>,
}

/// Stands for a line end among stickers.
const LINE_END: u16 = TABLE as u16 - 1;

/// Enough for the stickers of every cube and a line end; a power of two, so that no index needs a check.
const TABLE: usize = 1 << 13;
const _: () = assert!(Size::MAX.sticker_count() < TABLE);

impl<'a> Finder<'a> {
    pub(crate) fn new(expression: &'a Expression, readings: &'a Readings) -> Finder<'a> {
        let lines = readings
            .sequences()
            .iter()
            .flat_map(|sequence| sequence.stickers.iter().copied().chain([LINE_END]));
        let stickers: Vec<u16> = lines.collect();
        Finder { expression, readings, stickers, text: Vec::new(), bytes: Box::new([b'\n'; TABLE]) }
    }

    /// What matches in this data.
    pub(crate) fn matches(&mut self, data: &Stickers<char>) -> Vec<Match> {
        if let Some(quick) = &self.expression.quick {
            let length = if data.facelets().iter().all(char::is_ascii) {
                self.write_ascii(data.facelets())
            } else {
                self.write_any(data.facelets())
            };
            if !quick.is_match(&self.text[..length]) {
                return Vec::new();
            }
        }
        self.expression.matches(self.readings, data)
    }

    /// Writes all readings; how many bytes they have.
    fn write_ascii(&mut self, cells: &[char]) -> usize {
        for (byte, &cell) in self.bytes.iter_mut().zip(cells) {
            *byte = cell as u8;
        }
        let length = self.stickers.len();
        self.text.resize(length.max(self.text.len()), 0);
        for (byte, &sticker) in self.text.iter_mut().zip(&self.stickers) {
            *byte = self.bytes[usize::from(sticker) % TABLE];
        }
        length
    }

    /// The same for characters of several bytes.
    fn write_any(&mut self, cells: &[char]) -> usize {
        let encoded: Vec<([u8; 4], u8)> = cells
            .iter()
            .map(|cell| {
                let mut bytes = [0; 4];
                let length = cell.encode_utf8(&mut bytes).len();
                (bytes, length as u8)
            })
            .collect();
        self.text.resize(4 * self.stickers.len() + 4, 0);
        let mut end = 0;
        for &sticker in &self.stickers {
            let (bytes, length) = encoded.get(usize::from(sticker)).copied().unwrap_or(([b'\n'; 4], 1));
            // Always four bytes, of which the next character overwrites the rest: a third of the time.
            if let Some(place) = self.text[end..].first_chunk_mut() {
                *place = bytes;
            }
            end += usize::from(length);
        }
        end
    }
}
