//! Lines of a file in bounded memory.

use super::super::{MAX_RECORD, share};
use crate::error::{BatchError, InputFault};
use crate::files::read_error;
use cubegod::formats::strip_bom;
use std::fs::File;
use std::io::{self, BufRead, BufReader, Read};
use std::path::{Path, PathBuf};

/// Reads lines that are not blank.
pub(in crate::files::source) struct LineReader {
    path: PathBuf,
    reader: BufReader<File>,
    line: Vec<u8>,
    number: u64,
    bytes: u64,
    total_bytes: u64,
}

/// A line that was read.
pub(in crate::files::source) struct Line<'a> {
    path: &'a Path,
    pub(in crate::files::source) number: u64,
    pub(in crate::files::source) text: &'a str,
}

impl Line<'_> {
    /// Returns the error for this line.
    pub(in crate::files::source) fn error(&self, fault: InputFault) -> BatchError {
        BatchError::line(self.path, self.number, fault)
    }
}

impl LineReader {
    pub(in crate::files::source) fn open(path: &Path) -> Result<LineReader, BatchError> {
        let failed = |error: io::Error| read_error(path, &error);
        let file = File::open(path).map_err(failed)?;
        let total_bytes = file.metadata().map_err(failed)?.len();
        let reader = BufReader::with_capacity(1 << 16, file);
        Ok(LineReader { path: path.to_owned(), reader, line: Vec::new(), number: 0, bytes: 0, total_bytes })
    }

    pub(in crate::files::source) fn path(&self) -> &Path {
        &self.path
    }

    /// Returns the number of bytes that were read.
    pub(in crate::files::source) fn bytes(&self) -> u64 {
        self.bytes
    }

    /// Returns the part of the file that was read, from 0 to 1.
    pub(in crate::files::source) fn share(&self) -> f64 {
        self.share_at(self.bytes)
    }

    pub(in crate::files::source) fn share_at(&self, bytes: u64) -> f64 {
        share(bytes, self.total_bytes)
    }

    /// Returns the next line without its end; none at the end.
    pub(in crate::files::source) fn next(&mut self) -> Result<Option<Line<'_>>, BatchError> {
        loop {
            self.line.clear();
            let read = self.reader.by_ref().take(MAX_RECORD).read_until(b'\n', &mut self.line);
            let read = read.map_err(|error| read_error(&self.path, &error))? as u64;
            if read == 0 {
                return Ok(None);
            }
            self.number += 1;
            self.bytes += read;
            let number = self.number;
            if read == MAX_RECORD && self.line.last() != Some(&b'\n') {
                let fault = InputFault::LongLine { mebibytes: MAX_RECORD >> 20 };
                return Err(BatchError::line(&self.path, number, fault));
            }
            // Some programs start their files with a byte order mark.
            if number == 1 {
                let mark = self.line.len() - strip_bom(&self.line[..]).len();
                self.line.drain(..mark);
            }
            if !self.line.trim_ascii().is_empty() {
                break;
            }
        }
        let (path, number) = (self.path.as_path(), self.number);
        match std::str::from_utf8(&self.line) {
            Ok(text) => Ok(Some(Line { path, number, text: text.trim() })),
            Err(_) => Err(BatchError::line(path, number, InputFault::NotUtf8Line)),
        }
    }
}
