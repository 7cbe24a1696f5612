//! Files as memory: the only unsafe code of the cache.

#![allow(unsafe_code, reason = "a mapped file can be changed by others, which Rust can't see")]

use memmap2::Mmap;
use std::fs::File;
use std::io;

/// The bytes of a file, brought in by the system as they are looked at.
///
/// Opening and checking a hundred megabytes takes a few milliseconds this way and fifty by reading them, and processes share the memory.
pub(super) fn map(file: &File) -> io::Result<Mmap> {
    // SAFETY: the bytes must not change while they are borrowed. Table files are only ever replaced by renaming a new
    // file over the old name, and removed by their name; either leaves the mapped file as it is. Somebody who writes
    // into a file of this folder by other means, or shortens it, breaks that: the worst are wrong distances, and with them
    // a search that fails (every answer is checked), or the end of the process.
    unsafe { Mmap::map(file) }
}
