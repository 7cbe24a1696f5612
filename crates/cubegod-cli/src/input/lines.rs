//! Lines of any input in bounded memory: too long ones are skipped, not stored.

use std::io::{self, BufRead, Read};

/// The longest line that is read, in bytes, its end not counted.
pub(crate) const MAX_LINE: usize = 1 << 20;

/// One line.
#[derive(Debug, PartialEq)]
pub(crate) struct Line {
    /// Its number in the input, from 1.
    pub(crate) number: usize,
    /// Its text without the line end; where it can't be read, as much as can be told.
    pub(crate) text: String,
    /// Why it can't be read.
    pub(crate) fault: Option<Fault>,
}

/// Why a text can't even be looked at.
#[derive(Copy, Clone, Debug, PartialEq)]
pub(crate) enum Fault {
    /// A line longer than [`MAX_LINE`].
    LongLine {
        /// Its number.
        line: usize,
    },
    /// A byte that is not UTF-8.
    NotText {
        /// The number of its line.
        line: usize,
        /// Its place in the line, from 1.
        place: usize,
        /// The byte itself.
        byte: u8,
    },
    /// A block beyond the limits.
    LongBlock,
}

/// Reads lines one by one.
pub(crate) struct Lines<R> {
    reader: R,
    number: usize,
    bytes: Vec<u8>,
}

impl<R: BufRead> Lines<R> {
    pub(crate) fn new(reader: R) -> Lines<R> {
        Lines { reader, number: 0, bytes: Vec::new() }
    }

    /// The reader below.
    pub(crate) fn reader(&self) -> &R {
        &self.reader
    }

    /// The next line; none at the end.
    pub(crate) fn next(&mut self) -> io::Result<Option<Line>> {
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
            return Ok(Some(Line { number, text, fault: Some(Fault::LongLine { line: number }) }));
        }
        let bytes = match self.bytes.strip_prefix("\u{feff}".as_bytes()) {
            // Some editors put a byte order mark first.
            Some(rest) if number == 1 => rest,
            _ => &self.bytes,
        };
        Ok(Some(match std::str::from_utf8(bytes) {
            Ok(text) => Line { number, text: text.to_owned(), fault: None },
            Err(error) => {
                let place = error.valid_up_to();
                let fault = Fault::NotText { line: number, place: place + 1, byte: bytes[place] };
                Line { number, text: String::from_utf8_lossy(bytes).into_owned(), fault: Some(fault) }
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
    fn line_ends_of_all_systems_and_a_byte_order_mark_are_taken_off() {
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
            let faults: Vec<_> = read.iter().map(|line| line.fault).collect();
            let long = |line| Some(Fault::LongLine { line });
            assert_eq!(faults, [None, long(2), long(3), None]);
            assert_eq!(read[0].text.len(), MAX_LINE);
            assert!(read[2].text.len() < 100);
            assert_eq!((read[3].number, read[3].text.as_str()), (4, "next"));
        }
    }

    #[test]
    fn a_byte_that_is_no_text_is_named_with_its_place() {
        let read = lines(b"fine\nab\xff\xfe\nfine");
        assert_eq!(read[1].fault, Some(Fault::NotText { line: 2, place: 3, byte: 0xff }));
        assert_eq!((read[0].fault, read[2].fault), (None, None));
    }
}
