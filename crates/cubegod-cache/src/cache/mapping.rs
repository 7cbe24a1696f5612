//! Memory-mapped files: the only unsafe code of the cache.

#![allow(unsafe_code, reason = "other processes can change a mapped file, which Rust cannot see")]

use memmap2::Mmap;
use std::fs::File;
use std::io;

/// Maps a file into memory.
///
/// Opening and checking 100 MB takes a few milliseconds this way, but 50 ms by reading them, and processes share the memory.
pub(super) fn map(file: &File) -> io::Result<Mmap> {
    // SAFETY: the bytes must not change while they are borrowed. Table files are only ever replaced by renaming a new
    // file over the old name, or removed; either leaves the mapped file as it is. A process that writes into a file of this
    // folder or truncates it by other means breaks that. Then distances may be wrong, so that a search fails (every solution
    // is checked), or the process is killed.
    unsafe { Mmap::map(file) }
}
