//! Bytes to lines, in bounded memory however long a line is.

use std::borrow::Cow;

/// Puts lines together from bytes that come in pieces.
#[derive(Clone, Debug)]
pub(crate) struct Lines {
    limit: usize,
    /// The beginning of the line that is coming.
    held: Vec<u8>,
    /// The line that is coming is over the limit; what is left of it is skipped.
    is_over: bool,
}

/// A line without its line feed.
#[derive(Clone, Debug, Eq, PartialEq)]
pub(crate) enum Line<'bytes> {
    /// All of it.
    Whole(Cow<'bytes, [u8]>),
    /// It was longer than the limit, and is gone.
    TooLong,
}

impl Lines {
    /// Lines of at most this many bytes.
    pub(crate) fn new(limit: usize) -> Lines {
        Lines { limit, held: Vec::new(), is_over: false }
    }

    /// Takes bytes up to the end of the first line in them; gives that line, if it ended, and moves on behind it.
    pub(crate) fn next<'bytes>(&mut self, bytes: &mut &'bytes [u8]) -> Option<Line<'bytes>> {
        let Some(end) = bytes.iter().position(|&byte| byte == b'\n') else {
            self.hold(std::mem::take(bytes));
            return None;
        };
        let last = &bytes[..end];
        *bytes = &bytes[end + 1..];
        // Most lines come in one piece and need not be copied.
        if self.held.is_empty() && !self.is_over && last.len() <= self.limit {
            return Some(Line::Whole(Cow::Borrowed(last)));
        }
        self.hold(last);
        Some(self.end())
    }

    /// What was left without a line feed at the end of all input.
    pub(crate) fn finish(&mut self) -> Option<Line<'static>> {
        if self.held.is_empty() && !self.is_over { None } else { Some(self.end()) }
    }

    /// Whether the line that is coming is too long already.
    pub(crate) fn is_over(&self) -> bool {
        self.is_over
    }

    fn hold(&mut self, bytes: &[u8]) {
        if self.is_over || self.held.len() + bytes.len() > self.limit {
            self.is_over = true;
            self.held = Vec::new();
        } else {
            self.held.extend_from_slice(bytes);
        }
    }

    fn end(&mut self) -> Line<'static> {
        let line = std::mem::take(&mut self.held);
        if std::mem::take(&mut self.is_over) { Line::TooLong } else { Line::Whole(Cow::Owned(line)) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// All lines of a text that comes in pieces of this many bytes; `None` for one that is too long.
    fn lines(text: &str, piece: usize) -> Vec<Option<String>> {
        let mut lines = Lines::new(5);
        let mut found = Vec::new();
        let mut tell = |line: Line<'_>| {
            found.push(match line {
                Line::Whole(bytes) => Some(String::from_utf8(bytes.into_owned()).unwrap()),
                Line::TooLong => None,
            });
        };
        for mut bytes in text.as_bytes().chunks(piece) {
            while let Some(line) = lines.next(&mut bytes) {
                tell(line);
            }
        }
        lines.finish().into_iter().for_each(&mut tell);
        found
    }

    #[test]
    fn lines_are_the_same_however_the_bytes_come() {
        let some = |text: &str| Some(text.to_owned());
        for piece in 1..20 {
            assert_eq!(
                lines("ab\n\nabcde\nabcdef\nabcdefghijklm\nend", piece),
                [some("ab"), some(""), some("abcde"), None, None, some("end")]
            );
            assert_eq!(lines("abcdefg", piece), [None]);
            assert_eq!(lines("a\n", piece), [some("a")]);
        }
    }

    #[test]
    fn a_line_without_end_takes_no_memory() {
        let mut lines = Lines::new(100);
        for _ in 0..10_000 {
            assert_eq!(lines.next(&mut &[b'x'; 1000][..]), None);
            assert!(lines.held.capacity() <= 100);
        }
        assert_eq!(lines.next(&mut &b"\n"[..]), Some(Line::TooLong));
    }
}
