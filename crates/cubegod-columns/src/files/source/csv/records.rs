//! Records of a CSV file with their line numbers. A blank line is a record of one empty value: readers that skip it lose a row of
//! a file with one column.

use super::super::MAX_RECORD;
use crate::error::{BatchError, InputFault};
use crate::files::read_error;
use cubegod::formats::strip_bom;
use std::fs::File;
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};

/// The values of a record.
#[derive(Debug, Default)]
pub(super) struct Record {
    /// The line it begins in, from 1.
    pub(super) line: u64,
    /// Whether it is a blank line.
    pub(super) is_blank: bool,
    bytes: Vec<u8>,
    /// The end of each value.
    ends: Vec<usize>,
}

impl Record {
    pub(super) fn values(&self) -> impl ExactSizeIterator<Item = &[u8]> {
        let begin = |index: usize| if index == 0 { 0 } else { self.ends[index - 1] };
        (0..self.ends.len()).map(move |index| &self.bytes[begin(index)..self.ends[index]])
    }

    /// Returns the number of bytes of all values.
    pub(super) fn size(&self) -> usize {
        self.bytes.len()
    }

    fn end_value(&mut self) {
        self.ends.push(self.bytes.len());
    }
}

/// The state of the reader within a record.
#[derive(Copy, Clone, PartialEq)]
enum State {
    /// Before a value.
    Before,
    /// In a value without quotation marks around it.
    Plain,
    /// In a quoted value; the line of the opening quotation mark.
    Quoted { line: u64 },
    /// After the closing quotation mark, unless another one follows.
    Closed { line: u64 },
}

/// Reads records in bounded memory.
pub(super) struct Records {
    path: PathBuf,
    reader: BufReader<File>,
    /// The number of the current line.
    line: u64,
    /// Whether the last byte was a carriage return: a line feed belongs to the same line end.
    is_after_return: bool,
    bytes: u64,
}

impl Records {
    pub(super) fn new(path: &Path, file: File) -> Result<Records, BatchError> {
        let reader = BufReader::with_capacity(1 << 16, file);
        let mut records =
            Records { path: path.to_owned(), reader, line: 1, is_after_return: false, bytes: 0 };
        // Some programs start their files with a byte order mark.
        let begin = records.reader.fill_buf().map_err(|error| read_error(path, &error))?;
        let mark = begin.len() - strip_bom(begin).len();
        records.consume(mark);
        Ok(records)
    }

    /// Returns the number of bytes that were read.
    pub(super) fn bytes(&self) -> u64 {
        self.bytes
    }

    fn consume(&mut self, count: usize) {
        self.reader.consume(count);
        self.bytes += count as u64;
    }

    /// Reads the next record; returns false at the end of the file. A line end after the last record begins no other.
    pub(super) fn read(&mut self, record: &mut Record) -> Result<bool, BatchError> {
        record.bytes.clear();
        record.ends.clear();
        (record.line, record.is_blank) = (self.line, false);
        let (mut state, begin) = (State::Before, self.bytes);
        loop {
            let buffer = self.reader.fill_buf();
            let buffer = buffer.map_err(|error| read_error(&self.path, &error))?;
            if buffer.is_empty() {
                return self.end(record, state);
            }
            let (mut used, mut is_over) = (0, false);
            for &byte in buffer {
                used += 1;
                let is_rest_of_end = byte == b'\n' && self.is_after_return;
                self.is_after_return = byte == b'\r';
                self.line += u64::from(matches!(byte, b'\n' | b'\r') && !is_rest_of_end);
                state = match (state, byte) {
                    (State::Quoted { line }, b'"') => State::Closed { line },
                    (State::Closed { line }, b'"') => {
                        record.bytes.push(byte);
                        State::Quoted { line }
                    }
                    (State::Quoted { .. }, _) => {
                        record.bytes.push(byte);
                        state
                    }
                    _ if is_rest_of_end => state,
                    (_, b'\n' | b'\r') => {
                        is_over = true;
                        break;
                    }
                    (_, b',') => {
                        record.end_value();
                        State::Before
                    }
                    (State::Before, b'"') => State::Quoted { line: self.line },
                    // Otherwise it would become a part of the value.
                    (State::Closed { .. }, _) => {
                        return Err(self.error(self.line, InputFault::TextAfterValue));
                    }
                    _ => {
                        record.bytes.push(byte);
                        State::Plain
                    }
                };
            }
            self.consume(used);
            if is_over {
                record.is_blank = state == State::Before && record.ends.is_empty();
                record.end_value();
                return Ok(true);
            }
            if self.bytes - begin > MAX_RECORD {
                return Err(self.too_long(record, state));
            }
        }
    }

    /// Ends the last record if it has no line end.
    fn end(&self, record: &mut Record, state: State) -> Result<bool, BatchError> {
        match state {
            State::Before if record.ends.is_empty() => return Ok(false),
            State::Quoted { line } => return Err(self.error(line, InputFault::Unclosed { mebibytes: None })),
            _ => {}
        }
        record.end_value();
        Ok(true)
    }

    fn too_long(&self, record: &Record, state: State) -> BatchError {
        let mebibytes = MAX_RECORD >> 20;
        match state {
            State::Quoted { line } | State::Closed { line } => {
                self.error(line, InputFault::Unclosed { mebibytes: Some(mebibytes) })
            }
            _ => self.error(record.line, InputFault::LongRecord { mebibytes }),
        }
    }

    /// Returns the error for a line.
    pub(super) fn error(&self, line: u64, fault: InputFault) -> BatchError {
        BatchError::line(&self.path, line, fault)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::{Seek, Write};

    fn opened(text: &str) -> Records {
        let mut file = tempfile::tempfile().unwrap();
        file.write_all(text.as_bytes()).unwrap();
        file.rewind().unwrap();
        Records::new(Path::new("x.csv"), file).unwrap()
    }

    /// Returns the lines and values of all records, and the error after them.
    fn records(text: &str) -> (Vec<(u64, Vec<String>)>, String) {
        let mut reader = opened(text);
        let (mut record, mut found) = (Record::default(), Vec::new());
        loop {
            match reader.read(&mut record) {
                Ok(true) => {
                    let values = record.values().map(|value| String::from_utf8(value.to_vec()).unwrap());
                    found.push((record.line, values.collect()));
                }
                Ok(false) => {
                    assert_eq!(reader.bytes(), text.len() as u64);
                    return (found, String::new());
                }
                Err(failure) => return (found, failure.to_string()),
            }
        }
    }

    fn read(text: &str) -> Vec<(u64, Vec<String>)> {
        let (found, failure) = records(text);
        assert_eq!(failure, "", "{text:?}");
        found
    }

    fn expected(records: &[(u64, &[&str])]) -> Vec<(u64, Vec<String>)> {
        records
            .iter()
            .map(|(line, values)| (*line, values.iter().map(|&value| value.into()).collect()))
            .collect()
    }

    #[test]
    fn a_blank_line_is_a_record_but_the_last_line_end_is_not() {
        for end in ["\n", "\r\n", "\r"] {
            let of = |text: &str| read(&text.replace('\n', end));
            assert_eq!(of(""), []);
            assert_eq!(of("a\nb"), expected(&[(1, &["a"]), (2, &["b"])]));
            assert_eq!(of("a\nb\n"), of("a\nb"));
            assert_eq!(of("a\n\nb\n\n"), expected(&[(1, &["a"]), (2, &[""]), (3, &["b"]), (4, &[""])]));
            assert_eq!(of("\n\n"), expected(&[(1, &[""]), (2, &[""])]));
            assert_eq!(of("a,\n,"), expected(&[(1, &["a", ""]), (2, &["", ""])]));
        }
        assert_eq!(read("\u{feff}a\n"), expected(&[(1, &["a"])]));
        let (mut reader, mut record) = (opened("\n\"\"\r\n\r\n,"), Record::default());
        let blank = std::iter::from_fn(|| reader.read(&mut record).unwrap().then_some(record.is_blank));
        assert_eq!(blank.collect::<Vec<_>>(), [true, false, true, false]);
    }

    #[test]
    fn lines_within_quotation_marks_are_counted() {
        for end in ["\n", "\r\n"] {
            let text = format!("a,\"1{end}2{end}\"{end}b,\"\"\"x\"\", y\"{end}\"\",c\"d{end}");
            let value = format!("1{end}2{end}");
            let expected = expected(&[(1, &["a", &value]), (4, &["b", "\"x\", y"]), (5, &["", "c\"d"])]);
            assert_eq!(read(&text), expected);
        }
    }

    #[test]
    fn an_unclosed_quotation_mark_is_reported_with_its_line() {
        let (found, failure) = records("a\r\nb,\"1\r\n2\r\n3");
        assert_eq!(found, expected(&[(1, &["a"])]));
        assert!(
            failure.contains("line 2: the quotation mark that begins a value is never closed; "),
            "{failure}"
        );
        let (found, failure) = records(&format!("a\n\n\"b\nc\"\n{}", "x".repeat(18 << 20)));
        assert_eq!(found.len(), 3);
        assert!(failure.contains("line 5: it is longer than 16 MiB"), "{failure}");
    }

    #[test]
    fn only_a_comma_or_a_line_end_follows_a_closing_quotation_mark() {
        for text in ["a\nb,\"1\"2\n", "a\nb,\"1\" ,c", "a\n\"\"b"] {
            let (found, failure) = records(text);
            assert_eq!(found, expected(&[(1, &["a"])]), "{text:?}");
            let message =
                "line 2: there is text after the quotation mark that closes a value; expected a comma";
            assert!(failure.contains(message), "{text:?}: {failure}");
        }
        assert!(records("a\n\"1\n2\"3").1.contains("line 3: "), "the line of the mistake, not of the record");
        assert_eq!(read("\"a\",\"b\"\r\n\"c\""), expected(&[(1, &["a", "b"]), (2, &["c"])]));
    }

    #[test]
    fn records_may_cross_the_end_of_a_buffer() {
        for length in (1 << 16) - 3..=(1 << 16) + 1 {
            let value = "x".repeat(length);
            let text = format!("{value}\r\n\r\n\"{value}\r\n\"\"\",y\r\n");
            let quoted = format!("{value}\r\n\"");
            assert_eq!(
                read(&text),
                expected(&[(1, &[&value]), (2, &[""]), (3, &[&quoted, "y"])]),
                "{length}"
            );
        }
    }
}
