//! Splits a buffer into lines without copying or allocating.

use std::io::{self, ErrorKind, Read};

/// The longest line with its end: the size of the buffer.
pub(super) const MAX_BYTES: usize = 1 << 16;

/// One line.
#[derive(Debug, PartialEq)]
pub(super) enum Line<'a> {
    /// The line without its line feed.
    Complete(&'a [u8]),
    /// The line did not fit and was dropped.
    TooLong,
}

/// Splits what is in the buffer into lines; reads more on request.
pub(super) struct Lines<R> {
    reader: R,
    buffer: Box<[u8]>,
    /// The bytes that were read and not returned yet.
    start: usize,
    end: usize,
    /// The current line did not fit.
    is_too_long: bool,
    is_at_end: bool,
}

impl<R: Read> Lines<R> {
    pub(super) fn new(reader: R) -> Lines<R> {
        let buffer = vec![0; MAX_BYTES].into_boxed_slice();
        Lines { reader, buffer, start: 0, end: 0, is_too_long: false, is_at_end: false }
    }

    /// Returns the next line if it is complete.
    #[inline]
    pub(super) fn next(&mut self) -> Option<Line<'_>> {
        let held = &self.buffer[self.start..self.end];
        let (length, taken) = match held.iter().position(|&byte| byte == b'\n') {
            Some(length) => (length, length + 1),
            None if self.is_at_end && (!held.is_empty() || self.is_too_long) => (held.len(), held.len()),
            None => return None,
        };
        let line = self.start..self.start + length;
        self.start += taken;
        if std::mem::take(&mut self.is_too_long) {
            return Some(Line::TooLong);
        }
        Some(Line::Complete(&self.buffer[line]))
    }

    /// Reads more. Returns whether there may be another line.
    pub(super) fn refill(&mut self) -> io::Result<bool> {
        if self.is_at_end {
            return Ok(false);
        }
        if self.is_too_long || self.end - self.start == self.buffer.len() {
            self.is_too_long = true;
            (self.start, self.end) = (0, 0);
        }
        self.buffer.copy_within(self.start..self.end, 0);
        (self.start, self.end) = (0, self.end - self.start);
        let read = loop {
            match self.reader.read(&mut self.buffer[self.end..]) {
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                result => break result?,
            }
        };
        self.end += read;
        self.is_at_end = read == 0;
        Ok(true)
    }

    /// Whether the buffer has anything but blanks.
    pub(super) fn has_text(&self) -> bool {
        !self.buffer[self.start..self.end].trim_ascii().is_empty()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns so many bytes per read.
    struct Pieces<'a>(&'a [u8], usize);

    impl Read for Pieces<'_> {
        fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
            let count = self.1.min(self.0.len()).min(buffer.len());
            buffer[..count].copy_from_slice(&self.0[..count]);
            self.0 = &self.0[count..];
            Ok(count)
        }
    }

    /// The length of every line; `None` for one that is too long.
    fn lengths(text: &[u8], piece: usize) -> Vec<Option<usize>> {
        let mut lines = Lines::new(Pieces(text, piece));
        let mut found = Vec::new();
        loop {
            match lines.next() {
                Some(Line::Complete(line)) => found.push(Some(line.len())),
                Some(Line::TooLong) => found.push(None),
                None => {
                    if !lines.refill().unwrap() {
                        return found;
                    }
                }
            }
        }
    }

    #[test]
    fn lines_do_not_depend_on_how_the_bytes_are_split() {
        for piece in [1, 2, 3, 7, 100] {
            assert_eq!(lengths(b"ab\n\nabc\r\nend", piece), [Some(2), Some(0), Some(4), Some(3)]);
            assert_eq!(lengths(b"a\n", piece), [Some(1)]);
            assert_eq!(lengths(b"", piece), []);
        }
    }

    #[test]
    fn a_line_that_does_not_fit_is_reported_once_and_the_next_one_is_read() {
        let line = |length: usize| [vec![b'x'; length], vec![b'\n']].concat();
        let most = MAX_BYTES - 1;
        let text = [line(2), line(most), line(most + 1), line(5 * MAX_BYTES), line(3)].concat();
        for piece in [1000, MAX_BYTES, usize::MAX] {
            assert_eq!(lengths(&text, piece), [Some(2), Some(most), None, None, Some(3)]);
        }
        assert_eq!(lengths(&vec![b'x'; 3 * MAX_BYTES], usize::MAX), [None]);
    }
}
