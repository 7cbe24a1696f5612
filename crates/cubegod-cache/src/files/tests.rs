#![cfg(unix)]
#![allow(clippy::unwrap_used, reason = "outside of a test function clippy does not see that this is a test")]

use super::*;
use std::io::{Read, Write};
use std::os::unix::fs::{FileTypeExt, MetadataExt, PermissionsExt, chown, symlink};
use std::os::unix::net::UnixListener;
use std::os::unix::process::CommandExt;

fn put(path: &Path, text: &str) -> Result<(), String> {
    write_file(path, |file| file.write_all(text.as_bytes())).map_err(|error| cannot_write(path, &error))
}

fn mode(path: &Path) -> u32 {
    fs::metadata(path).unwrap().mode() & 0o7777
}

fn names(folder: &Path) -> Vec<String> {
    let mut names: Vec<String> = fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    names.sort();
    names
}

fn fifo(path: &Path) {
    let status = std::process::Command::new("mkfifo").arg(path).status().unwrap();
    assert!(status.success());
}

#[test]
fn a_new_file_has_the_permissions_of_any_new_file() {
    let folder = tempfile::tempdir().unwrap();
    let (ours, other) = (folder.path().join("ours"), folder.path().join("other"));
    put(&ours, "text").unwrap();
    fs::write(&other, "text").unwrap();
    assert_eq!(mode(&ours), mode(&other));
    assert_eq!(fs::read_to_string(&ours).unwrap(), "text");
    assert_eq!(names(folder.path()), ["other", "ours"]);
}

#[test]
fn a_replaced_file_keeps_its_permissions() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("file");
    for expected in [0o600, 0o644, 0o640, 0o755] {
        fs::write(&path, "first").unwrap();
        fs::set_permissions(&path, fs::Permissions::from_mode(expected)).unwrap();
        put(&path, "second").unwrap();
        assert_eq!((fs::read_to_string(&path).unwrap().as_str(), mode(&path)), ("second", expected));
    }
    assert_eq!(names(folder.path()), ["file"]);
}

#[test]
fn a_file_that_root_replaces_keeps_its_owner_and_its_group() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("file");
    fs::write(&path, "first").unwrap();
    if chown(&path, Some(12_345), Some(23_456)).is_err() {
        eprintln!("skipped: only root can give files away");
        return;
    }
    put(&path, "second").unwrap();
    let metadata = fs::metadata(&path).unwrap();
    assert_eq!((metadata.uid(), metadata.gid()), (12_345, 23_456));
}

#[test]
fn a_link_stays_and_its_target_is_replaced() {
    let folder = tempfile::tempdir().unwrap();
    fs::create_dir(folder.path().join("below")).unwrap();
    let target = folder.path().join("below/target");
    let (link, chain) = (folder.path().join("link"), folder.path().join("chain"));
    symlink("below/target", &link).unwrap();
    symlink(&link, &chain).unwrap();
    for (path, text) in [(&link, "created"), (&chain, "replaced")] {
        put(path, text).unwrap();
        assert_eq!(fs::read_to_string(&target).unwrap(), text);
        assert!(fs::symlink_metadata(&target).unwrap().is_file());
    }
    assert_eq!(fs::read_link(&link).unwrap(), Path::new("below/target"));
    assert_eq!(names(folder.path()), ["below", "chain", "link"]);
    assert_eq!(names(&folder.path().join("below")), ["target"]);
}

#[test]
fn links_in_a_circle_are_an_error() {
    let folder = tempfile::tempdir().unwrap();
    let (one, other) = (folder.path().join("one"), folder.path().join("other"));
    symlink(&one, &other).unwrap();
    symlink(&other, &one).unwrap();
    let error = put(&one, "text").unwrap_err();
    assert!(error.ends_with("one`: its symbolic links lead in a circle"), "{error}");
    assert_eq!(names(folder.path()), ["one", "other"]);
}

#[test]
fn other_hard_links_keep_the_old_contents() {
    let folder = tempfile::tempdir().unwrap();
    let (path, other) = (folder.path().join("file"), folder.path().join("other"));
    fs::write(&path, "first").unwrap();
    fs::hard_link(&path, &other).unwrap();
    put(&path, "second").unwrap();
    assert_eq!(fs::read_to_string(&path).unwrap(), "second");
    assert_eq!(fs::read_to_string(&other).unwrap(), "first");
}

#[test]
fn a_pipe_is_written_directly_also_through_a_link() {
    let folder = tempfile::tempdir().unwrap();
    let (pipe, link) = (folder.path().join("pipe"), folder.path().join("link"));
    fifo(&pipe);
    symlink("pipe", &link).unwrap();
    for path in [&pipe, &link] {
        let reader = std::thread::spawn({
            let pipe = pipe.clone();
            move || fs::read_to_string(pipe).unwrap()
        });
        put(path, "text").unwrap();
        assert_eq!(reader.join().unwrap(), "text");
        assert!(fs::symlink_metadata(&pipe).unwrap().file_type().is_fifo());
        assert!(fs::symlink_metadata(&link).unwrap().is_symlink());
    }
}

#[test]
fn sockets_and_folders_are_never_replaced() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("socket");
    let _listener = UnixListener::bind(&path).unwrap();
    assert!(put(&path, "text").is_err());
    assert!(fs::metadata(&path).unwrap().file_type().is_socket());
    let error = put(folder.path(), "text").unwrap_err();
    assert!(error.ends_with("`: it is a folder; name a file"), "{error}");
    assert!(put(Path::new("/dev/null"), "text").is_ok());
    assert!(fs::metadata("/dev/null").unwrap().file_type().is_char_device());
}

#[cfg(target_os = "linux")]
#[test]
fn an_open_file_is_written_at_its_end_and_not_replaced() {
    use std::os::fd::AsRawFd;
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("file");
    let mut file = File::options().create_new(true).read(true).append(true).open(&path).unwrap();
    file.write_all(b"first ").unwrap();
    for name in [format!("/dev/fd/{}", file.as_raw_fd()), format!("/proc/self/fd/{}", file.as_raw_fd())] {
        let link = folder.path().join("link");
        symlink(&name, &link).unwrap();
        put(Path::new(&name), "second ").unwrap();
        put(&link, "third ").unwrap();
        fs::remove_file(link).unwrap();
    }
    let mut text = String::new();
    File::open(&path).unwrap().read_to_string(&mut text).unwrap();
    assert_eq!(text, "first second third second third ");
    assert_eq!(file.metadata().unwrap().ino(), fs::metadata(&path).unwrap().ino());
}

#[test]
fn a_failure_leaves_the_old_file_and_nothing_else() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("file");
    fs::write(&path, "first").unwrap();
    let result = write_file(&path, |file| {
        file.write_all(b"half")?;
        Err(ErrorKind::StorageFull.into())
    });
    let message = cannot_write(&path, &result.unwrap_err());
    assert!(message.ends_with("; the existing file is unchanged"), "{message}");
    assert_eq!(
        (fs::read_to_string(&path).unwrap().as_str(), names(folder.path())),
        ("first", vec!["file".into()])
    );
}

#[test]
fn an_error_names_the_missing_folder() {
    let folder = tempfile::tempdir().unwrap();
    let link = folder.path().join("link");
    symlink("missing/file", &link).unwrap();
    for path in [&folder.path().join("missing/file"), &link] {
        let error = put(path, "text").unwrap_err();
        assert!(error.contains("missing` does not exist; create it or name another file"), "{error}");
    }
    fs::write(folder.path().join("file"), "").unwrap();
    let error = put(&folder.path().join("file/below"), "text").unwrap_err();
    assert!(error.ends_with("file` is not a folder; name another file"), "{error}");
}

/// Root can write everywhere: then another user runs this test.
#[test]
fn what_may_not_be_written_is_not_replaced() {
    /// A user without rights.
    const OTHER_USER: u32 = 65_534;
    if rustix::process::geteuid().is_root() {
        let mut again = std::process::Command::new(std::env::current_exe().unwrap());
        again.args(["--exact", "files::tests::what_may_not_be_written_is_not_replaced"]).uid(OTHER_USER);
        match again.status() {
            Ok(status) => assert!(status.success()),
            Err(_) => eprintln!("skipped: another user cannot run the tests"),
        }
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("file");
    fs::write(&path, "first").unwrap();
    let set_mode = |path: &Path, mode| fs::set_permissions(path, fs::Permissions::from_mode(mode)).unwrap();
    set_mode(&path, 0o444);
    let error = put(&path, "second").unwrap_err();
    assert!(error.ends_with("Permission denied; the existing file is unchanged"), "{error}");
    set_mode(&path, 0o644);
    set_mode(folder.path(), 0o555);
    let error = put(&path, "second").unwrap_err();
    assert!(error.contains("no file can be created in the folder"), "{error}");
    set_mode(folder.path(), 0o755);
    assert_eq!(fs::read_to_string(&path).unwrap(), "first");
}

#[test]
fn a_check_finds_what_a_write_would_and_changes_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let (file, new, pipe) =
        (folder.path().join("file"), folder.path().join("new"), folder.path().join("pipe"));
    fs::write(&file, "first").unwrap();
    fifo(&pipe);
    for path in [&file, &new, &pipe, Path::new("/dev/stdout")] {
        check_writable(path).unwrap();
    }
    for path in [folder.path(), &folder.path().join("missing/file"), &file.join("below")] {
        let (checked, written) = (check_writable(path).unwrap_err(), put(path, "text").unwrap_err());
        assert_eq!(cannot_write(path, &checked), written);
    }
    assert_eq!((fs::read_to_string(&file).unwrap().as_str(), names(folder.path()).len()), ("first", 2));
}

#[test]
fn a_link_of_another_user_in_a_shared_folder_is_not_followed() {
    let folder = tempfile::tempdir().unwrap();
    let shared = folder.path().join("shared");
    fs::create_dir(&shared).unwrap();
    fs::set_permissions(&shared, fs::Permissions::from_mode(0o1777)).unwrap();
    let (victim, link) = (folder.path().join("victim"), shared.join("out.txt"));
    fs::write(&victim, "old").unwrap();
    symlink(&victim, &link).unwrap();
    put(&link, "own link").unwrap();
    assert_eq!(fs::read_to_string(&victim).unwrap(), "own link");
    // Only root can give a link away.
    if std::os::unix::fs::lchown(&link, Some(1234), None).is_ok() {
        let error = put(&link, "link of another user").unwrap_err();
        assert!(error.contains("is a symbolic link of another user"), "{error}");
        assert_eq!(fs::read_to_string(&victim).unwrap(), "own link");
    }
}
