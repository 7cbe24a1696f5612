//! How much memory this process may still use: as much as the system has, within the limits of its control groups.
//!
//! A container, or a systemd unit with `MemoryMax=`, is killed if it uses more than its limit, however much the system has.

use std::fs;
use std::path::{Component, Path};

/// Returns the number of bytes of memory that are available; none where the system does not report it.
pub fn available_memory() -> Option<u64> {
    available(Path::new("/proc"), Path::new("/sys/fs/cgroup"))
}

/// Returns the available memory according to these folders: the process information, and the mounted control groups.
fn available(proc: &Path, groups: &Path) -> Option<u64> {
    let system =
        field(&proc.join("meminfo"), "MemAvailable:").and_then(|kilobytes| kilobytes.checked_mul(1024));
    let memberships = fs::read_to_string(proc.join("self/cgroup")).unwrap_or_default();
    let limits = memberships.lines().flat_map(|line| available_in_groups(line, groups));
    system.into_iter().chain(limits).min()
}

/// The files of a control group with memory limits.
struct Files {
    limit: &'static str,
    usage: &'static str,
    /// The field of `memory.stat` with the bytes of file contents that the system drops when memory is needed.
    reclaimable: &'static str,
}

const VERSION_1: Files = Files {
    limit: "memory.limit_in_bytes",
    usage: "memory.usage_in_bytes",
    reclaimable: "total_inactive_file",
};

const VERSION_2: Files = Files { limit: "memory.max", usage: "memory.current", reclaimable: "inactive_file" };

/// Returns the available memory of a control group and of each one that it is in. `line` is a line of `/proc/self/cgroup`:
/// `0::/path` in version 2, `4:memory:/path` in version 1.
fn available_in_groups(line: &str, groups: &Path) -> Vec<u64> {
    let mut fields = line.splitn(3, ':').skip(1);
    let (Some(controllers), Some(path)) = (fields.next(), fields.next()) else { return Vec::new() };
    let (files, roots) = match controllers {
        // Where both versions are mounted, version 2 is below.
        "" => (VERSION_2, vec![groups.to_owned(), groups.join("unified")]),
        _ if controllers.split(',').any(|name| name == "memory") => (VERSION_1, vec![groups.join("memory")]),
        _ => return Vec::new(),
    };
    // In a container the path may be one of the host, and only the root be visible.
    let path: Vec<&str> = Path::new(path)
        .components()
        .filter_map(|component| match component {
            Component::Normal(name) => name.to_str(),
            _ => None,
        })
        .collect();
    let folders = roots.iter().flat_map(|root| {
        (0..=path.len())
            .map(|depth| path[..depth].iter().fold(root.clone(), |folder, name| folder.join(name)))
    });
    folders.filter_map(|folder| available_in_group(&folder, &files)).collect()
}

/// Returns the available memory of one control group; none if it has no limit.
fn available_in_group(folder: &Path, files: &Files) -> Option<u64> {
    let number = |name: &str| fs::read_to_string(folder.join(name)).ok()?.trim().parse::<u64>().ok();
    // `max` if there is no limit.
    let limit = number(files.limit)?;
    let reclaimable = field(&folder.join("memory.stat"), files.reclaimable).unwrap_or(0);
    Some(limit.saturating_sub(number(files.usage)?.saturating_sub(reclaimable)))
}

/// Returns the number after a name in a file of names and numbers.
fn field(path: &Path, name: &str) -> Option<u64> {
    let text = fs::read_to_string(path).ok()?;
    let mut lines = text.lines().map(str::split_whitespace);
    lines.find_map(|mut words| if words.next() == Some(name) { words.next()?.parse().ok() } else { None })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Writes files below a folder, and returns the available memory according to `proc` and `groups` in it.
    fn available_with(files: &[(&str, &str)]) -> Option<u64> {
        let folder = tempfile::tempdir().unwrap();
        for (name, text) in files {
            let path = folder.path().join(name);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, text).unwrap();
        }
        available(&folder.path().join("proc"), &folder.path().join("groups"))
    }

    const MEMORY: (&str, &str) =
        ("proc/meminfo", "MemTotal:       16000 kB\nMemFree: 1000 kB\nMemAvailable:   8000 kB\n");

    #[cfg(target_os = "linux")]
    #[test]
    fn linux_reports_the_available_memory() {
        assert!(available_memory().unwrap() > 1 << 20);
    }

    #[test]
    fn without_control_groups_the_system_decides() {
        assert_eq!(available_with(&[]), None);
        assert_eq!(available_with(&[MEMORY]), Some(8_192_000));
        let groups = ("proc/self/cgroup", "0::/user.slice\n");
        assert_eq!(available_with(&[MEMORY, groups]), Some(8_192_000));
    }

    #[test]
    fn the_tightest_limit_of_the_hierarchy_counts() {
        let unit = [
            MEMORY,
            ("proc/self/cgroup", "0::/system.slice/cubegod.service\n"),
            ("groups/system.slice/cubegod.service/memory.max", "max\n"),
            ("groups/system.slice/cubegod.service/memory.current", "1000000\n"),
            ("groups/system.slice/memory.max", "5000000\n"),
            ("groups/system.slice/memory.current", "3000000\n"),
        ];
        assert_eq!(available_with(&unit), Some(2_000_000));
        let file_contents =
            ("groups/system.slice/memory.stat", "anon 1\ninactive_file 500000\nactive_file 7\n");
        assert_eq!(available_with(&[&unit[..], &[file_contents]].concat()), Some(2_500_000));
        let tighter = ("groups/system.slice/cubegod.service/memory.max", "1500000\n");
        assert_eq!(available_with(&[&unit[..], &[tighter]].concat()), Some(500_000));
        let exceeded = ("groups/system.slice/cubegod.service/memory.max", "900000\n");
        assert_eq!(available_with(&[&unit[..], &[exceeded]].concat()), Some(0));
    }

    #[test]
    fn a_container_that_sees_only_its_own_group_is_limited_by_it() {
        for membership in ["0::/\n", "0::/docker/0123\n", "0::/../other\n"] {
            let files = [
                MEMORY,
                ("proc/self/cgroup", membership),
                ("groups/memory.max", "2000000\n"),
                ("groups/memory.current", "500000\n"),
            ];
            assert_eq!(available_with(&files), Some(1_500_000), "{membership}");
        }
    }

    #[test]
    fn version_1_has_a_hierarchy_of_its_own_for_memory() {
        let files = [
            MEMORY,
            ("proc/self/cgroup", "5:devices:/a\n4:cpu,memory:/a/b\n1:name=systemd:/\n0::/\n"),
            ("groups/memory/a/b/memory.limit_in_bytes", "9223372036854771712\n"),
            ("groups/memory/a/b/memory.usage_in_bytes", "1000000\n"),
            ("groups/memory/a/memory.limit_in_bytes", "4000000\n"),
            ("groups/memory/a/memory.usage_in_bytes", "2500000\n"),
            ("groups/memory/a/memory.stat", "inactive_file 1\ntotal_inactive_file 200000\n"),
            ("groups/unified/memory.stat", "anon 1\n"),
        ];
        assert_eq!(available_with(&files), Some(1_700_000));
    }
}
