//! Tables in memory of this process: what happens to a file afterwards does not matter.
//!
//! A mapped file would be opened sooner and shared by processes. But a process that reads a mapped file which another one
//! truncates is killed by the system. Memory of its own can also be in huge pages, where random lookups are faster.

use super::available_memory;
use super::file_format::{BLOCK, Bytes, Header, ReadError, TableId};
use memmap2::MmapMut;

/// The contents of a table, in memory.
#[derive(Debug)]
pub struct TableMemory {
    memory: MmapMut,
    start: usize,
    length: usize,
}

/// The size and alignment of huge pages.
const HUGE_PAGE: usize = 2 << 20;

/// Tables up to this length are read even if no memory seems to be available.
const SMALL_TABLE: u64 = 256 << 20;

/// The number of blocks that are checked at a time.
const CHECKED_BLOCKS: usize = 16;

impl TableMemory {
    /// Returns the contents.
    pub fn contents(&self) -> &[u8] {
        &self.memory[self.start..self.start + self.length]
    }

    /// Returns the contents for the rest of the life of the process.
    pub fn leak(self) -> &'static [u8] {
        Box::leak(Box::new(self)).contents()
    }

    fn allocate(length: usize) -> Result<TableMemory, ReadError> {
        let needed = length as u64;
        let no_memory = || ReadError::NoMemory(needed);
        if needed > SMALL_TABLE && available_memory().is_some_and(|available| needed > available) {
            return Err(no_memory());
        }
        if length < HUGE_PAGE {
            let memory = MmapMut::map_anon(length.max(1)).map_err(|_| no_memory())?;
            return Ok(TableMemory { memory, start: 0, length });
        }
        let memory = MmapMut::map_anon(length + HUGE_PAGE).map_err(|_| no_memory())?;
        // Where the system has none, small pages are used.
        #[cfg(target_os = "linux")]
        let _ = memory.advise(memmap2::Advice::HugePage);
        let start = memory.as_ptr().align_offset(HUGE_PAGE).min(HUGE_PAGE);
        Ok(TableMemory { memory, start, length })
    }
}

impl AsRef<[u8]> for TableMemory {
    fn as_ref(&self) -> &[u8] {
        self.contents()
    }
}

/// Reads and checks a table file.
pub(super) fn read(id: TableId, file: &impl Bytes) -> Result<TableMemory, ReadError> {
    let header = Header::read(id, file)?;
    let mut table = TableMemory::allocate(header.length)?;
    let range = table.start..table.start + table.length;
    header.read_blocks(file, 0, &mut table.memory[range])?;
    Ok(table)
}

/// Checks a table file in little memory, and returns the length of its contents.
pub(super) fn check(id: TableId, file: &impl Bytes) -> Result<usize, ReadError> {
    let header = Header::read(id, file)?;
    let mut buffer = vec![0; header.length.min(CHECKED_BLOCKS * BLOCK)];
    let mut done = 0;
    while done < header.length {
        let length = buffer.len().min(header.length - done);
        header.read_blocks(file, done / BLOCK, &mut buffer[..length])?;
        done += length;
    }
    Ok(header.length)
}
