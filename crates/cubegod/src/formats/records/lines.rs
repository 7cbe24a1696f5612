//! Lines of a reader in bounded memory: lines that are too long are skipped, not stored.

use crate::formats::strip_bom;
use std::io::{self, BufRead, Read};

/// The longest line that is read, in bytes, without its line end.
pub const MAX_LINE: usize = 1 << 20;

/// One line.
#[derive(Debug, Eq, PartialEq)]
pub struct Line {
    /// The number of the line in the input, from 1.
    pub number: usize,
    /// The text without the line end; for a line with an error, the part that can be shown.
    pub text: String,
    /// The error of a line that cannot be read.
    pub error: Option<RecordError>,
}

/// The error for a record that cannot be read as text.
#[derive(Copy, Clone, Debug, Eq, PartialEq, thiserror::Error)]
pub enum RecordError {
    /// A line is longer than [`MAX_LINE`].
    #[error("the line is longer than {} MiB; expected a cube, which is much shorter", MAX_LINE >> 20)]
    LongLine {
        /// The number of the line, from 1.
        line: usize,
    },
    /// A byte is not UTF-8.
    #[error("byte {place} of line {line}, 0x{byte:02x}, is not UTF-8; expected text in UTF-8")]
    NotText {
        /// The number of its line, from 1.
        line: usize,
        /// The position of the byte in the line, from 1.
        place: usize,
        /// The byte itself.
        byte: u8,
    },
    /// A block exceeds the limits.
    #[error(
        "the block is longer than {} lines or {} MiB; expected a blank line after each cube",
        super::MAX_BLOCK_LINES,
        MAX_LINE >> 20
    )]
    LongBlock,
}

impl RecordError {
    /// Returns the number of the invalid line, if it is a single one.
    pub fn line(self) -> Option<usize> {
        match self {
            RecordError::LongLine { line } | RecordError::NotText { line, .. } => Some(line),
            RecordError::LongBlock => None,
        }
    }
}

/// Reads lines one by one.
#[derive(Debug)]
pub struct Lines<R> {
    reader: R,
    number: usize,
    bytes: Vec<u8>,
}

impl<R: BufRead> Lines<R> {
    /// Returns the lines of a reader.
    pub fn new(reader: R) -> Lines<R> {
        Lines { reader, number: 0, bytes: Vec::new() }
    }

    /// Returns the reader.
    pub fn reader(&self) -> &R {
        &self.reader
    }

    /// Returns the next line, or `None` at the end.
    ///
    /// # Errors
    ///
    /// Fails if the reader does.
    #[expect(clippy::should_implement_trait, reason = "an iterator would hide that reading may fail")]
    pub fn next(&mut self) -> io::Result<Option<Line>> {
        self.bytes.clear();
        // Room for a line end of two bytes.
        self.reader.by_ref().take(MAX_LINE as u64 + 2).read_until(b'\n', &mut self.bytes)?;
        if self.bytes.is_empty() {
            return Ok(None);
        }
        self.number += 1;
        let number = self.number;
        if self.bytes.pop_if(|byte| *byte == b'\n').is_none() && self.bytes.len() > MAX_LINE {
            self.reader.skip_until(b'\n')?;
        }
        self.bytes.pop_if(|byte| *byte == b'\r');
        if self.bytes.len() > MAX_LINE {
            let text = String::from_utf8_lossy(&self.bytes[..80]).into_owned();
            return Ok(Some(Line { number, text, error: Some(RecordError::LongLine { line: number }) }));
        }
        let bytes = if number == 1 { strip_bom(&self.bytes[..]) } else { &self.bytes };
        Ok(Some(match std::str::from_utf8(bytes) {
            Ok(text) => Line { number, text: text.to_owned(), error: None },
            Err(invalid) => {
                let place = invalid.valid_up_to();
                let error = RecordError::NotText { line: number, place: place + 1, byte: bytes[place] };
                Line { number, text: String::from_utf8_lossy(bytes).into_owned(), error: Some(error) }
            }
        }))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lines(bytes: &[u8]) -> Vec<Line> {
        let mut lines = Lines::new(bytes);
        std::iter::from_fn(|| lines.next().unwrap()).collect()
    }

    #[test]
    fn line_ends_of_all_systems_and_a_byte_order_mark_are_removed() {
        let texts: Vec<String> = lines("\u{feff}one\r\ntwo\n\n\u{feff}four".as_bytes())
            .into_iter()
            .map(|line| line.text)
            .collect();
        assert_eq!(texts, ["one", "two", "", "\u{feff}four"]);
    }

    #[test]
    fn a_line_that_is_too_long_is_skipped_and_the_next_one_is_read() {
        for end in ["\n", "\r\n"] {
            let longest = "x".repeat(MAX_LINE);
            let text = format!("{longest}{end}{longest}y{end}{longest}{longest}{longest}{end}next");
            let read = lines(text.as_bytes());
            let errors: Vec<_> = read.iter().map(|line| line.error).collect();
            let long = |line| Some(RecordError::LongLine { line });
            assert_eq!(errors, [None, long(2), long(3), None]);
            assert_eq!(read[0].text.len(), MAX_LINE);
            assert!(read[2].text.len() < 100);
            assert_eq!((read[3].number, read[3].text.as_str()), (4, "next"));
        }
    }

    #[test]
    fn a_byte_that_is_not_text_is_reported_with_its_position() {
        let read = lines(b"fine\nab\xff\xfe\nfine");
        assert_eq!(read[1].error, Some(RecordError::NotText { line: 2, place: 3, byte: 0xff }));
        assert_eq!((read[0].error, read[2].error), (None, None));
    }
}
