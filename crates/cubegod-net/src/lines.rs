//! Splits bytes into lines, in bounded memory for lines of any length.

use std::borrow::Cow;

/// Assembles lines from bytes that arrive in chunks.
#[derive(Clone, Debug)]
pub(crate) struct Lines {
    limit: usize,
    /// The received part of the current line.
    partial: Vec<u8>,
    /// The current line exceeds the limit; the rest of it is skipped.
    is_over: bool,
}

/// A line without its line feed.
#[derive(Clone, Debug, Eq, PartialEq)]
pub(crate) enum Line<'bytes> {
    /// The complete line.
    Whole(Cow<'bytes, [u8]>),
    /// The line exceeded the limit and was discarded.
    TooLong,
}

impl Lines {
    /// Creates a splitter for lines of at most `limit` bytes.
    pub(crate) fn new(limit: usize) -> Lines {
        Lines { limit, partial: Vec::new(), is_over: false }
    }

    /// Consumes bytes up to and including the first line feed, and returns the line that it ends, if any.
    pub(crate) fn next<'bytes>(&mut self, bytes: &mut &'bytes [u8]) -> Option<Line<'bytes>> {
        let Some(end) = bytes.iter().position(|&byte| byte == b'\n') else {
            self.append(std::mem::take(bytes));
            return None;
        };
        let last = &bytes[..end];
        *bytes = &bytes[end + 1..];
        // Most lines arrive in one chunk and need not be copied.
        if self.partial.is_empty() && !self.is_over && last.len() <= self.limit {
            return Some(Line::Whole(Cow::Borrowed(last)));
        }
        self.append(last);
        Some(self.end())
    }

    /// Returns the last line, if the input ended without a line feed.
    pub(crate) fn finish(&mut self) -> Option<Line<'static>> {
        if self.partial.is_empty() && !self.is_over { None } else { Some(self.end()) }
    }

    /// Returns whether the current line already exceeds the limit.
    pub(crate) fn is_over(&self) -> bool {
        self.is_over
    }

    fn append(&mut self, bytes: &[u8]) {
        if self.is_over || self.partial.len() + bytes.len() > self.limit {
            self.is_over = true;
            self.partial = Vec::new();
        } else {
            self.partial.extend_from_slice(bytes);
        }
    }

    fn end(&mut self) -> Line<'static> {
        let line = std::mem::take(&mut self.partial);
        if std::mem::take(&mut self.is_over) { Line::TooLong } else { Line::Whole(Cow::Owned(line)) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Splits a text that arrives in chunks of this many bytes; `None` for a line that is too long.
    fn lines(text: &str, chunk: usize) -> Vec<Option<String>> {
        let mut lines = Lines::new(5);
        let mut received = Vec::new();
        let mut receive = |line: Line<'_>| {
            received.push(match line {
                Line::Whole(bytes) => Some(String::from_utf8(bytes.into_owned()).unwrap()),
                Line::TooLong => None,
            });
        };
        for mut bytes in text.as_bytes().chunks(chunk) {
            while let Some(line) = lines.next(&mut bytes) {
                receive(line);
            }
        }
        lines.finish().into_iter().for_each(&mut receive);
        received
    }

    #[test]
    fn lines_do_not_depend_on_the_chunks() {
        let some = |text: &str| Some(text.to_owned());
        for chunk in 1..20 {
            assert_eq!(
                lines("ab\n\nabcde\nabcdef\nabcdefghijklm\nend", chunk),
                [some("ab"), some(""), some("abcde"), None, None, some("end")]
            );
            assert_eq!(lines("abcdefg", chunk), [None]);
            assert_eq!(lines("a\n", chunk), [some("a")]);
        }
    }

    #[test]
    fn an_endless_line_takes_bounded_memory() {
        let mut lines = Lines::new(100);
        for _ in 0..10_000 {
            assert_eq!(lines.next(&mut &[b'x'; 1000][..]), None);
            assert!(lines.partial.capacity() <= 100);
        }
        assert_eq!(lines.next(&mut &b"\n"[..]), Some(Line::TooLong));
    }
}
