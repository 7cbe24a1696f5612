//! Regular expressions that are searched in readings of data.

use super::{Order, Orientation, Readings};
use crate::formats::quote;
use crate::geometry::Size;
use crate::stickers::Stickers;
use regex::{Regex, bytes};
use regex_syntax::ParserBuilder;
use regex_syntax::hir::Look;

/// The largest compiled expression, in bytes: far more than a text on a cube needs.
const LARGEST: usize = 1 << 20;

/// The longest expression, in bytes.
const LONGEST: usize = 1000;

/// A regular expression. Matching takes time linear in the length of the text.
#[derive(Clone, Debug)]
pub struct Expression {
    regex: Regex,
    /// The same expression for a text of many lines, to reject most texts at once. `None` for expressions with anchors of the
    /// whole text, such as `\A`, which do not apply to lines.
    multi_line: Option<bytes::Regex>,
}

/// The error for a text that is not a usable expression.
#[derive(Clone, Debug, Eq, PartialEq, thiserror::Error)]
pub enum ExpressionError {
    /// A syntax error.
    #[error("`{found}` is no regular expression: {reason} at column {column}{hint}")]
    Syntax {
        /// The text, shortened.
        found: String,
        /// The reason given by the parser.
        reason: String,
        /// The column of the error, in characters from 1.
        column: usize,
        /// A suggestion, or an empty string.
        hint: &'static str,
    },
    /// An expression that matches only empty text.
    #[error("`{found}` matches no character; expected an expression for the text that is looked for")]
    Nothing {
        /// The text, shortened.
        found: String,
    },
    /// An expression that is too long or compiles to too large a program.
    #[error("`{found}` is too large a regular expression; expected fewer or smaller repeats")]
    Large {
        /// The text, shortened.
        found: String,
    },
}

/// A match of an expression in a reading.
#[derive(Clone, Debug, Eq, PartialEq)]
#[non_exhaustive]
pub struct Match {
    /// The orientation of the cube.
    pub orientation: Orientation,
    /// The order of the stickers.
    pub order: Order,
    /// The matched text.
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
    ///
    /// # Examples
    ///
    /// ```
    /// use cubegod::data::{Expression, ExpressionError};
    ///
    /// let flag = Expression::new(r"flag\{\w+\}")?;
    /// assert_eq!(flag.find("xx flag{cube} yy"), Some("flag{cube}"));
    /// assert!(matches!(Expression::new("flag{"), Err(ExpressionError::Syntax { column: 5, .. })));
    /// # Ok::<(), ExpressionError>(())
    /// ```
    pub fn new(text: &str) -> Result<Expression, ExpressionError> {
        let large = || ExpressionError::Large { found: quote(text) };
        if text.len() > LONGEST {
            return Err(large());
        }
        // In multi-line mode `^` and `$` are anchors of a line, and only `\A` and `\z` are anchors of the whole text.
        let parsed = ParserBuilder::new().multi_line(true).build().parse(text);
        let parsed = parsed.map_err(|error| syntax(text, &error))?;
        let (anchors, longest) = (parsed.properties().look_set(), parsed.properties().maximum_len());
        let regex = regex::RegexBuilder::new(text).size_limit(LARGEST).build();
        let regex = regex.map_err(|_| large())?;
        if longest == Some(0) {
            return Err(ExpressionError::Nothing { found: quote(text) });
        }
        let text_anchors = [Look::Start, Look::End, Look::StartCRLF, Look::EndCRLF];
        let has_text_anchor = text_anchors.into_iter().any(|anchor| anchors.contains(anchor));
        let multi_line = bytes::RegexBuilder::new(text).multi_line(true).size_limit(LARGEST).build();
        Ok(Expression { regex, multi_line: multi_line.ok().filter(|_| !has_text_anchor) })
    }

    /// Returns the first non-empty match in a text.
    pub fn find<'t>(&self, text: &'t str) -> Option<&'t str> {
        self.regex.find_iter(text).map(|found| found.as_str()).find(|found| !found.is_empty())
    }

    /// Returns the first match in each reading of the data; equal texts in one orientation are returned once.
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

/// Searches one expression in the same readings of many data; fast when nothing matches.
///
/// Joins all readings into one text of several lines and searches it once; only after a match does it search each reading.
/// For 72 readings of a 3x3 that takes 2 µs instead of 10.
pub(crate) struct Finder<'a> {
    expression: &'a Expression,
    readings: &'a Readings,
    /// The sticker indices of all readings, each reading followed by [`LINE_END`].
    stickers: Vec<u16>,
    /// A buffer that starts with the text of all readings.
    text: Vec<u8>,
    /// The byte of each sticker, and line ends after them.
    bytes: Box<[u8; TABLE]>,
}

/// The sticker index that stands for a line end.
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

    /// Returns what [`Expression::matches`] returns for this data.
    pub(crate) fn matches(&mut self, data: &Stickers<char>) -> Vec<Match> {
        if let Some(multi_line) = &self.expression.multi_line {
            let length = if data.facelets().iter().all(char::is_ascii) {
                self.write_ascii(data.facelets())
            } else {
                self.write_any(data.facelets())
            };
            if !multi_line.is_match(&self.text[..length]) {
                return Vec::new();
            }
        }
        self.expression.matches(self.readings, data)
    }

    /// Writes all readings of ASCII data into the buffer; returns their length in bytes.
    fn write_ascii(&mut self, labels: &[char]) -> usize {
        for (byte, &label) in self.bytes.iter_mut().zip(labels) {
            *byte = label as u8;
        }
        let length = self.stickers.len();
        self.text.resize(length.max(self.text.len()), 0);
        for (byte, &sticker) in self.text.iter_mut().zip(&self.stickers) {
            *byte = self.bytes[usize::from(sticker) % TABLE];
        }
        length
    }

    /// Writes all readings of any data into the buffer; returns their length in bytes.
    fn write_any(&mut self, labels: &[char]) -> usize {
        let encoded: Vec<([u8; 4], u8)> = labels
            .iter()
            .map(|label| {
                let mut bytes = [0; 4];
                let length = label.encode_utf8(&mut bytes).len();
                (bytes, length as u8)
            })
            .collect();
        self.text.resize(4 * self.stickers.len() + 4, 0);
        let mut end = 0;
        for &sticker in &self.stickers {
            let (bytes, length) = encoded.get(usize::from(sticker)).copied().unwrap_or(([b'\n'; 4], 1));
            // Always copies four bytes; the next character overwrites the unused ones. Three times as fast.
            if let Some(place) = self.text[end..].first_chunk_mut() {
                *place = bytes;
            }
            end += usize::from(length);
        }
        end
    }
}
