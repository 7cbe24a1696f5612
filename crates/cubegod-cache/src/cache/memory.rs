//! Tables in huge pages, where the system has them: random lookups are twice as fast.

use super::file_format::{self, TableFault, TableId};
use memmap2::{Mmap, MmapMut};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

/// The contents of a table: a mapped file, or a copy in huge pages.
#[derive(Debug)]
pub struct TableMemory {
    memory: Memory,
    start: usize,
    length: usize,
}

#[derive(Debug)]
enum Memory {
    File(Mmap),
    Copy(MmapMut),
}

/// The size and alignment of huge pages.
const HUGE_PAGE: usize = 2 << 20;

/// The memory that is left to other processes.
const RESERVE: u64 = 256 << 20;

impl AsRef<[u8]> for TableMemory {
    fn as_ref(&self) -> &[u8] {
        let memory: &[u8] = match &self.memory {
            Memory::File(file) => file,
            Memory::Copy(copy) => copy,
        };
        &memory[self.start..self.start + self.length]
    }
}

/// Returns the number of bytes of memory that are available; none where the system does not report it.
pub fn available_memory() -> Option<u64> {
    let text = std::fs::read_to_string("/proc/meminfo").ok()?;
    let line = text.lines().find_map(|line| line.strip_prefix("MemAvailable:"))?;
    line.trim().strip_suffix("kB")?.trim().parse::<u64>().ok()?.checked_mul(1024)
}

/// Checks a table file, and copies its contents into huge pages if there is enough memory.
pub(super) fn load(id: TableId, file: Mmap) -> Result<TableMemory, TableFault> {
    let parsed = file_format::parse(id, &file)?;
    let length = parsed.contents.len();
    let start = file.len() - length;
    match copy(&parsed) {
        Some(Ok((memory, start))) => Ok(TableMemory { memory: Memory::Copy(memory), start, length }),
        Some(Err(fault)) => Err(fault),
        None => {
            file_format::contents(id, &file)?;
            Ok(TableMemory { memory: Memory::File(file), start, length })
        }
    }
}

/// Copies the contents into huge pages, and returns where they begin; none without huge pages or without enough memory.
fn copy(parsed: &file_format::ParsedFile<'_>) -> Option<Result<(MmapMut, usize), TableFault>> {
    let needed = parsed.contents.len() as u64 + RESERVE;
    if !cfg!(target_os = "linux") || available_memory()? < needed {
        return None;
    }
    let mut memory = MmapMut::map_anon(parsed.contents.len() + HUGE_PAGE).ok()?;
    #[cfg(target_os = "linux")]
    memory.advise(memmap2::Advice::HugePage).ok()?;
    let start = memory.as_ptr().align_offset(HUGE_PAGE).min(HUGE_PAGE);
    let blocks =
        parsed.contents.chunks(file_format::BLOCK).zip(memory[start..].chunks_mut(file_format::BLOCK));
    let blocks = Mutex::new(blocks.enumerate());
    let bad = AtomicUsize::new(usize::MAX);
    let copy_blocks = || {
        loop {
            let block = blocks.lock().ok().and_then(|mut blocks| blocks.next());
            let Some((index, (from, to))) = block else { return };
            let to = &mut to[..from.len()];
            to.copy_from_slice(from);
            if !parsed.is_intact(index, to) {
                bad.fetch_min(index, Ordering::Relaxed);
            }
        }
    };
    std::thread::scope(|scope| {
        for _ in 1..crate::threads() {
            scope.spawn(copy_blocks);
        }
        copy_blocks();
    });
    Some(match bad.into_inner() {
        usize::MAX => Ok((memory, start)),
        index => Err(parsed.damage(index)),
    })
}

#[cfg(test)]
mod tests {
    #[cfg(target_os = "linux")]
    #[test]
    fn linux_reports_the_available_memory() {
        assert!(super::available_memory().unwrap() > 1 << 20);
    }
}
