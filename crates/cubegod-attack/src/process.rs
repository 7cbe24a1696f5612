//! Figures of a running process, from /proc.

use serde::Serialize;

/// Memory and descriptors of a process.
#[derive(Copy, Clone, Debug, Default, Eq, PartialEq, Serialize)]
pub struct Figures {
    /// Resident memory in KiB.
    pub rss_kib: u64,
    /// The number of open descriptors.
    pub descriptors: u64,
}

impl Figures {
    /// Reads the figures of a process; `None` if it is gone, or on a system without /proc.
    pub fn of(pid: u32) -> Option<Figures> {
        let status = std::fs::read_to_string(format!("/proc/{pid}/status")).ok()?;
        let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"))?;
        let rss_kib = line.split_whitespace().next()?.parse().ok()?;
        let descriptors = std::fs::read_dir(format!("/proc/{pid}/fd")).ok()?.count() as u64;
        Some(Figures { rss_kib, descriptors })
    }
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use super::*;

    #[test]
    fn an_opened_file_is_one_descriptor_more() {
        let before = Figures::of(std::process::id()).unwrap();
        let files: Vec<_> = (0..50).map(|_| std::fs::File::open("/dev/null").unwrap()).collect();
        let after = Figures::of(std::process::id()).unwrap();
        drop(files);
        // Other tests of this process open a few files, too.
        assert!((40..=60).contains(&after.descriptors.abs_diff(before.descriptors)), "{before:?} {after:?}");
        assert!(after.rss_kib > 100);
        assert_eq!(Figures::of(u32::MAX), None);
    }
}
