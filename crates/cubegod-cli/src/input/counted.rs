//! A reader that counts the bytes read.

use std::io::{self, Read};

/// Counts the bytes read from a reader.
pub(super) struct Counted<R> {
    reader: R,
    count: u64,
}

impl<R> Counted<R> {
    pub(super) fn new(reader: R) -> Counted<R> {
        Counted { reader, count: 0 }
    }

    /// Returns the number of bytes so far.
    pub(super) fn count(&self) -> u64 {
        self.count
    }
}

impl<R: Read> Read for Counted<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let read = self.reader.read(buffer)?;
        self.count += read as u64;
        Ok(read)
    }
}
