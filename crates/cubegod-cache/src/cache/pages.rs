//! Tables in large pages, where the system has them: looking up places all over a table is twice as fast.

use super::form::{self, Flaw, Label};
use memmap2::{Mmap, MmapMut};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

/// The contents of a table: in the file as the system brings it, or copied.
#[derive(Debug)]
pub struct Pages {
    memory: Memory,
    start: usize,
    length: usize,
}

#[derive(Debug)]
enum Memory {
    File(Mmap),
    Copy(MmapMut),
}

/// Large pages are so large, and begin at such addresses.
const LARGE_PAGE: usize = 2 << 20;

/// So much memory is left to others.
const RESERVE: u64 = 256 << 20;

impl AsRef<[u8]> for Pages {
    fn as_ref(&self) -> &[u8] {
        let memory: &[u8] = match &self.memory {
            Memory::File(file) => file,
            Memory::Copy(copy) => copy,
        };
        &memory[self.start..self.start + self.length]
    }
}

/// Bytes of memory that can be had without taking them from others; nothing where the system does not tell.
pub fn available_memory() -> Option<u64> {
    let text = std::fs::read_to_string("/proc/meminfo").ok()?;
    let line = text.lines().find_map(|line| line.strip_prefix("MemAvailable:"))?;
    line.trim().strip_suffix("kB")?.trim().parse::<u64>().ok()?.checked_mul(1024)
}

/// The contents of a table file, checked, in large pages if there is room for a copy.
pub(super) fn load(label: Label, file: Mmap) -> Result<Pages, Flaw> {
    let layout = form::layout(label, &file)?;
    let length = layout.contents.len();
    let start = file.len() - length;
    match copy(&layout) {
        Some(Ok((memory, start))) => Ok(Pages { memory: Memory::Copy(memory), start, length }),
        Some(Err(flaw)) => Err(flaw),
        None => {
            form::contents(label, &file)?;
            Ok(Pages { memory: Memory::File(file), start, length })
        }
    }
}

/// A copy, and where it begins; nothing where there are no large pages or there is no room for it.
fn copy(layout: &form::Layout<'_>) -> Option<Result<(MmapMut, usize), Flaw>> {
    let room = layout.contents.len() as u64 + RESERVE;
    if !cfg!(target_os = "linux") || available_memory()? < room {
        return None;
    }
    let mut memory = MmapMut::map_anon(layout.contents.len() + LARGE_PAGE).ok()?;
    #[cfg(target_os = "linux")]
    memory.advise(memmap2::Advice::HugePage).ok()?;
    let start = memory.as_ptr().align_offset(LARGE_PAGE).min(LARGE_PAGE);
    let pieces = layout.contents.chunks(form::BLOCK).zip(memory[start..].chunks_mut(form::BLOCK));
    let pieces = Mutex::new(pieces.enumerate());
    let bad = AtomicUsize::new(usize::MAX);
    let work = || {
        loop {
            let piece = pieces.lock().ok().and_then(|mut pieces| pieces.next());
            let Some((index, (from, to))) = piece else { return };
            let to = &mut to[..from.len()];
            to.copy_from_slice(from);
            if !layout.is_sound(index, to) {
                bad.fetch_min(index, Ordering::Relaxed);
            }
        }
    };
    std::thread::scope(|scope| {
        for _ in 1..crate::threads() {
            scope.spawn(work);
        }
        work();
    });
    Some(match bad.into_inner() {
        usize::MAX => Ok((memory, start)),
        index => Err(layout.damage(index)),
    })
}

#[cfg(test)]
mod tests {
    #[cfg(target_os = "linux")]
    #[test]
    fn the_system_tells_how_much_memory_there_is() {
        assert!(super::available_memory().unwrap() > 1 << 20);
    }
}
