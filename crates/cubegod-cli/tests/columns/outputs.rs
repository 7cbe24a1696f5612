//! Outputs that cannot be written, or are no regular files.

use super::*;
#[cfg(target_os = "linux")]
use common::disk::{Disk, with_disks};

#[test]
fn a_folder_that_is_missing_or_read_only_is_named() {
    let folder = folder();
    let source = folder.path().join("in.csv");
    fs::write(&source, "cube\nR\n").unwrap();
    let run = solve(&source, &folder.path().join("missing/out.csv"), &[]);
    assert!(run.stderr.contains("cannot use the folder `"), "{}", run.stderr);
    assert!(run.stderr.contains("out.csv.parts`: No such file or directory"), "{}", run.stderr);
    assert!(
        run.stderr.contains("; create the folder of the output, or name another output\n"),
        "{}",
        run.stderr
    );
    assert_eq!(run.code, 1);
    if cfg!(target_os = "linux") {
        // Not even root can write there.
        let run = solve(&source, Path::new("/proc/out.csv"), &[]);
        assert!(
            run.code == 1 && run.stderr.contains("cannot use the folder `/proc/out.csv.parts`"),
            "{}",
            run.stderr
        );
    }
}

#[cfg(unix)]
#[test]
fn a_device_or_pipe_is_not_replaced() {
    use std::os::unix::fs::FileTypeExt;
    let folder = folder();
    let place = |name: &str| folder.path().join(name);
    fs::write(place("in.csv"), "cube\nR\n").unwrap();
    assert!(Command::new("mkfifo").arg(place("pipe.csv")).status().unwrap().success());
    std::os::unix::fs::symlink("/dev/null", place("null.csv")).unwrap();
    for name in ["pipe.csv", "null.csv"] {
        for more in [&[][..], &["--overwrite"]] {
            let run = solve(&place("in.csv"), &place(name), more);
            assert!(run.stderr.contains("exists and is not a regular file"), "{}", run.stderr);
            assert_eq!(run.code, 2);
        }
    }
    assert!(fs::metadata(place("pipe.csv")).unwrap().file_type().is_fifo());
    assert!(fs::metadata("/dev/null").unwrap().file_type().is_char_device());
    assert_eq!(names(folder.path()), ["in.csv", "null.csv", "pipe.csv"]);
}

#[cfg(unix)]
#[test]
fn an_output_keeps_its_permissions_and_links() {
    use std::os::unix::fs::{PermissionsExt, symlink};
    let folder = folder();
    let place = |name: &str| folder.path().join(name);
    fs::write(place("in.csv"), "cube\nR\n").unwrap();
    fs::write(place("real.csv"), "old").unwrap();
    fs::set_permissions(place("real.csv"), fs::Permissions::from_mode(0o600)).unwrap();
    symlink("real.csv", place("link.csv")).unwrap();
    symlink("new.csv", place("dangling.csv")).unwrap();
    for (link, file) in [("link.csv", "real.csv"), ("dangling.csv", "new.csv")] {
        let run = solve(&place("in.csv"), &place(link), &["--overwrite"]);
        assert_eq!(run.code, 0, "{}", run.stderr);
        assert!(fs::symlink_metadata(place(link)).unwrap().is_symlink());
        assert!(fs::read_to_string(place(file)).unwrap().contains("R,R',1,"), "{link}");
    }
    let mode = fs::metadata(place("real.csv")).unwrap().permissions().mode();
    assert_eq!(mode & 0o777, 0o600);
    assert_eq!(names(folder.path()), ["dangling.csv", "in.csv", "link.csv", "new.csv", "real.csv"]);
}

#[cfg(target_os = "linux")]
#[test]
fn a_removed_output_folder_ends_the_run_with_an_error() {
    let folder = folder();
    let (source, output) = (folder.path().join("in.csv"), folder.path().join("output"));
    fs::create_dir(&output).unwrap();
    let hard = &cubes3(6, 1)[0];
    fs::write(&source, format!("cube\nR\n{hard}\n{hard}\n")).unwrap();
    let target = output.join("out.csv");
    let mut child = plain()
        .args(["batch", source.to_str().unwrap(), target.to_str().unwrap(), "--keep-every", "100ms"])
        .args(["--threads", "1", "--max-length", "1", "--nodes", "20000000"])
        .stdin(Stdio::null())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let is_begun = || names(&parts(&target)).iter().any(|name| name.starts_with("part-"));
    wait_until(|| parts(&target).exists() && is_begun());
    fs::remove_dir_all(&output).unwrap();
    assert_eq!(exit_code(&mut child), Some(1));
    let mut stderr = String::new();
    child.stderr.take().unwrap().read_to_string(&mut stderr).unwrap();
    assert!(stderr.contains("cannot write the file `") && stderr.contains("does not exist"), "{stderr}");
    assert!(!stderr.contains("kept"), "{stderr}");
    assert_eq!(names(folder.path()), ["in.csv"]);
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_is_an_error_and_the_run_continues_when_there_is_room() {
    with_disks(
        "outputs::a_full_disk_is_an_error_and_the_run_continues_when_there_is_room",
        run_on_full_disks,
    );
}

#[cfg(target_os = "linux")]
fn run_on_full_disks() {
    let folder = folder();
    let cubes: Vec<Option<String>> = cubes2(9, 70_000).into_iter().map(Some).collect();
    // There is room for the parts, but not for the whole as well.
    for (from, to, size) in
        [("csv", "txt", "2m"), ("csv", "csv", "6m"), ("jsonl", "jsonl", "12m"), ("parquet", "parquet", "3m")]
    {
        let place = |name: &str| folder.path().join(name);
        let (source, whole) = (place(&format!("in.{from}")), place(&format!("whole.{to}")));
        let disk = Disk::mount(place(&format!("disk-{to}")), "256k");
        write_source(&source, &cubes);
        assert_eq!(solve(&source, &whole, &[]).code, 0);
        let target = disk.path().join(format!("out.{to}"));
        let run = solve(&source, &target, &[]);
        assert!(
            run.stderr.contains("/part-") && run.stderr.contains("No space left on device"),
            "{}",
            run.stderr
        );
        assert_eq!((run.code, names(disk.path())), (1, vec![]), "no room for the first part");
        disk.remount(&format!("size={size}"));
        let run = solve(&source, &target, &[]);
        assert!(run.stderr.contains("No space left on device"), "{to}: {}", run.stderr);
        assert!(run.stderr.contains("cannot write the file `"), "{}", run.stderr);
        assert!(run.stderr.contains("the same command continues from there"), "{}", run.stderr);
        assert_eq!((run.code, names(disk.path())), (1, vec![format!("out.{to}.parts")]));
        let in_parts = names(&parts(&target));
        assert!(in_parts.iter().all(|name| !name.starts_with('.')), "{in_parts:?}");
        disk.remount("size=64m");
        let run = solve(&source, &target, &[]);
        assert_eq!(run.code, 0, "{}", run.stderr);
        assert!(run.stderr.contains(" of them from an earlier run, "), "{}", run.stderr);
        assert!(fs::read(&target).unwrap() == fs::read(&whole).unwrap(), "{to}");
        assert_eq!(names(disk.path()), [format!("out.{to}")]);
    }
}

#[cfg(target_os = "linux")]
#[test]
fn a_read_only_disk_is_an_error_and_changes_nothing() {
    with_disks("outputs::a_read_only_disk_is_an_error_and_changes_nothing", run_on_a_read_only_disk);
}

#[cfg(target_os = "linux")]
fn run_on_a_read_only_disk() {
    let folder = folder();
    let disk = Disk::mount(folder.path().join("disk"), "1m");
    let source = folder.path().join("in.csv");
    fs::write(&source, "cube\nR\n").unwrap();
    let target = disk.path().join("out.csv");
    fs::write(&target, "old").unwrap();
    disk.remount("ro");
    let run = solve(&source, &target, &["--overwrite"]);
    assert!(run.stderr.contains("out.csv.parts`: Read-only file system"), "{}", run.stderr);
    assert!(run.stderr.contains("name another output"), "{}", run.stderr);
    assert_eq!((run.code, fs::read_to_string(&target).unwrap().as_str()), (1, "old"));
    assert_eq!(names(disk.path()), ["out.csv"]);
}
