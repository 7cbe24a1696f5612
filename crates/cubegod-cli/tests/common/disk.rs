//! Small disks, for tests of full ones.

use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// Set for a test that runs again in a namespace of its own.
const NAMESPACE: &str = "CUBEGOD_TEST_NAMESPACE";

/// A small file system in memory.
pub(crate) struct Disk(PathBuf);

impl Disk {
    /// Mounts a file system of this size at a new folder; none if this user must not mount any.
    fn try_mount(path: PathBuf, size: &str) -> Option<Disk> {
        fs::create_dir(&path).unwrap();
        mount(&format!("size={size}"), &path).then(|| Disk(path))
    }

    /// Mounts a file system of this size at a new folder.
    pub(crate) fn mount(path: PathBuf, size: &str) -> Disk {
        Disk::try_mount(path, size).unwrap()
    }

    /// Returns the folder that it is mounted at.
    pub(crate) fn path(&self) -> &Path {
        &self.0
    }

    /// Changes options, such as the size.
    pub(crate) fn remount(&self, options: &str) {
        assert!(mount(&format!("remount,{options}"), &self.0));
    }
}

impl Drop for Disk {
    fn drop(&mut self) {
        let _ = Command::new("umount").arg(&self.0).status();
    }
}

fn mount(options: &str, path: &Path) -> bool {
    // With type and source, or else options of other users are added when it is mounted again.
    let arguments = ["-t", "tmpfs", "-o", options, "cubegod-test"];
    let status = Command::new("mount").args(arguments).arg(path).stderr(Stdio::null()).status();
    status.is_ok_and(|status| status.success())
}

/// Runs the test of this name, which mounts disks: here if this user may mount, else in a namespace of its own where it may.
pub(crate) fn with_disks(name: &str, test: impl FnOnce()) {
    let folder = super::folder();
    if Disk::try_mount(folder.path().join("disk"), "1m").is_some() {
        return test();
    }
    let is_nested = std::env::var_os(NAMESPACE).is_some();
    let has_namespaces = Command::new("unshare").args(["-rm", "true"]).stderr(Stdio::null()).status();
    if is_nested || !has_namespaces.is_ok_and(|status| status.success()) {
        // Not `eprintln!`, which the test harness hides.
        let _ = writeln!(io::stderr(), "skipped: {name}: this user may not mount a small disk");
        return;
    }
    let output = Command::new("unshare")
        .arg("-rm")
        .arg(std::env::current_exe().unwrap())
        .args(["--exact", name, "--nocapture"])
        .env(NAMESPACE, "1")
        .output()
        .unwrap();
    let text = String::from_utf8_lossy(&output.stdout) + String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success() && text.contains("1 passed"), "{text}");
}
