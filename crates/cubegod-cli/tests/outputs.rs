//! Files that commands write: what is replaced, what is written directly, and what is left as it was.
#![cfg(unix)]
#![allow(clippy::unwrap_used, reason = "outside of a test function clippy does not see that this is a test")]

mod common;
#[cfg(target_os = "linux")]
use common::disk::{Disk, with_disks};
use common::*;
use std::fs::{self, File, Permissions};
use std::os::unix::fs::{FileTypeExt, PermissionsExt, symlink};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// Commands that write a file, without its name. Certificates and transcripts are written by the same function.
const COMMANDS: [&[&str]; 3] =
    [&["show", "R U", "--svg"], &["show", "R U", "--png"], &["teach", "R U", "-o"]];

fn names(folder: &Path) -> Vec<String> {
    let mut names: Vec<String> = fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    names.sort();
    names
}

fn run(arguments: &[&str], file: &Path) -> Run {
    cubegod(&[arguments, &[file.to_str().unwrap()]].concat())
}

fn fifo(path: &Path) {
    assert!(Command::new("mkfifo").arg(path).status().unwrap().success());
}

#[test]
fn every_command_keeps_permissions_and_links_and_writes_to_pipes() {
    for arguments in COMMANDS {
        let folder = folder();
        let place = |name: &str| -> PathBuf { folder.path().join(name) };
        let (file, link, dangling) = (place("file"), place("link"), place("dangling"));
        fs::write(&file, "old").unwrap();
        fs::set_permissions(&file, Permissions::from_mode(0o600)).unwrap();
        symlink("file", &link).unwrap();
        symlink("new", &dangling).unwrap();
        assert_eq!(run(arguments, &link).code, 0, "{arguments:?}");
        assert_eq!(run(arguments, &dangling).code, 0, "{arguments:?}");
        let expected = fs::read(place("new")).unwrap();
        assert!(expected.len() > 20, "{arguments:?}");
        assert!(fs::read(&file).unwrap() == expected, "{arguments:?}");
        assert_eq!(fs::metadata(&file).unwrap().permissions().mode() & 0o777, 0o600, "{arguments:?}");
        assert!(fs::symlink_metadata(&link).unwrap().is_symlink());
        assert!(fs::symlink_metadata(&dangling).unwrap().is_symlink());

        let (pipe, pipe_link) = (place("pipe"), place("pipe-link"));
        fifo(&pipe);
        symlink("pipe", &pipe_link).unwrap();
        for path in [&pipe, &pipe_link] {
            let copy = place("copy");
            let mut reader = Command::new("cat")
                .stdin(Stdio::null())
                .stdout(File::create(&copy).unwrap())
                .arg(&pipe)
                .spawn()
                .unwrap();
            let run = run(arguments, path);
            if !fs::symlink_metadata(&pipe).unwrap().file_type().is_fifo() {
                reader.kill().unwrap();
            }
            assert!(reader.wait().unwrap().success(), "{arguments:?}: the pipe was replaced");
            assert_eq!((run.code, run.stderr.as_str()), (0, ""), "{arguments:?}");
            assert!(fs::read(&copy).unwrap() == expected, "{arguments:?}");
            fs::remove_file(copy).unwrap();
        }
        assert_eq!(names(folder.path()), ["dangling", "file", "link", "new", "pipe", "pipe-link"]);
    }
}

#[cfg(target_os = "linux")]
#[test]
fn standard_output_is_written_and_never_replaced() {
    let before = fs::symlink_metadata("/dev/stdout").unwrap();
    let null = fs::metadata("/dev/null").unwrap();
    let folder = folder();
    let expected = folder.path().join("expected.svg");
    assert_eq!(run(&["show", "-q", "R U", "--svg"], &expected).code, 0);
    // In a pipe.
    for name in ["/dev/stdout", "/dev/fd/1", "/proc/self/fd/1"] {
        let piped = cubegod(&["show", "-q", "R U", "--svg", name]);
        assert_eq!((piped.code, piped.stdout.into_bytes()), (0, fs::read(&expected).unwrap()), "{name}");
    }
    // In a file that the shell has opened, and that has other lines.
    let file = folder.path().join("file");
    let script = "{ echo before; \"$0\" show -q 'R U' --svg /dev/stdout; echo after; } > \"$1\"";
    let status =
        Command::new("sh").args(["-c", script, env!("CARGO_BIN_EXE_cubegod")]).arg(&file).status().unwrap();
    assert!(status.success());
    let text = format!("before\n{}after\n", fs::read_to_string(&expected).unwrap());
    assert!(fs::read_to_string(&file).unwrap() == text);
    // Without any output.
    assert_eq!(run(&["show", "-q", "R U", "--svg"], Path::new("/dev/null")).code, 0);
    assert!(fs::metadata("/dev/null").unwrap().file_type() == null.file_type());
    assert!(fs::symlink_metadata("/dev/stdout").unwrap().file_type() == before.file_type());
    assert_eq!(names(folder.path()), ["expected.svg", "file"]);
}

#[test]
fn a_batch_follows_links_and_keeps_permissions() {
    let folder = folder();
    let place = |name: &str| -> PathBuf { folder.path().join(name) };
    fs::write(place("in.txt"), "R U\nF\n").unwrap();
    fs::write(place("old.txt"), "old").unwrap();
    fs::set_permissions(place("old.txt"), Permissions::from_mode(0o600)).unwrap();
    symlink("old.txt", place("link.txt")).unwrap();
    symlink("new.txt", place("dangling.txt")).unwrap();
    for name in ["link.txt", "dangling.txt"] {
        let (source, target) = (place("in.txt"), place(name));
        let arguments = ["batch", "--overwrite", source.to_str().unwrap(), target.to_str().unwrap()];
        let run = cubegod(&arguments);
        assert_eq!(run.code, 0, "{}", run.stderr);
        assert!(fs::symlink_metadata(target).unwrap().is_symlink());
    }
    for (name, mode) in
        [("old.txt", 0o600), ("new.txt", fs::metadata(place("in.txt")).unwrap().permissions().mode())]
    {
        assert_eq!(fs::read_to_string(place(name)).unwrap(), "U' R'\nF'\n");
        assert_eq!(fs::metadata(place(name)).unwrap().permissions().mode() & 0o777, mode & 0o777, "{name}");
    }
    assert_eq!(names(folder.path()), ["dangling.txt", "in.txt", "link.txt", "new.txt", "old.txt"]);
}

#[test]
fn what_cannot_be_written_is_an_error_that_says_where() {
    let folder = folder();
    let place = |name: &str| -> PathBuf { folder.path().join(name) };
    symlink("circle", place("circle")).unwrap();
    fs::create_dir(place("below")).unwrap();
    for (name, words) in [
        ("circle", "circle`: its symbolic links lead in a circle"),
        ("below", "below`: it is a folder; name a file"),
        ("missing/file", "missing` does not exist; create it or name another file"),
    ] {
        for arguments in COMMANDS {
            let run = run(arguments, &place(name));
            assert_eq!(run.code, 1, "{arguments:?} {name}");
            assert!(run.stderr.contains(words), "{}", run.stderr);
        }
    }
    assert_eq!(names(folder.path()), ["below", "circle"]);
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_is_reported_and_the_old_file_is_whole() {
    with_disks("a_full_disk_is_reported_and_the_old_file_is_whole", || {
        let folder = folder();
        let disk = Disk::mount(folder.path().join("disk"), "64k");
        let path = disk.path().join("lesson.html");
        fs::write(&path, "first").unwrap();
        let run = run(&["teach", "R U F L D B", "-o"], &path);
        assert_eq!(run.code, 1);
        let words = "lesson.html`: No space left on device; the existing file is unchanged\n";
        assert!(run.stderr.ends_with(words), "{}", run.stderr);
        assert_eq!(fs::read_to_string(&path).unwrap(), "first");
        assert_eq!(names(disk.path()), ["lesson.html"]);
    });
}
