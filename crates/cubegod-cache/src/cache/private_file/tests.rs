#![cfg(unix)]
#![allow(clippy::unwrap_used, reason = "outside of a test function clippy does not see that this is a test")]

use super::super::{Cache, LockError, OpenError, TableId};
use crate::file_error::FileError;
use std::fs;
use std::ops::ControlFlow;
use std::os::unix::fs::{MetadataExt, chown, symlink};
use std::path::Path;

const TEST_TABLE: TableId = TableId { name: "some", version: 1 };

fn write(cache: &Cache) -> Result<(), FileError> {
    cache.lock(TEST_TABLE)?.write(b"contents", &|| ControlFlow::Continue(()))
}

fn build_in_parts(cache: &Cache) -> Result<(), FileError> {
    let lock = cache.lock(TEST_TABLE)?;
    let mut parts = lock.parts(2000, 1000)?;
    while parts.done() < parts.count() {
        parts.add(&[7; 1000])?;
    }
    parts.finish()
}

/// Puts something in the place of the first path; the second is a file that it may refer to.
type PutObstacle = fn(&Path, &Path);

/// What can be in the place of a file: a function that puts it there, and words of the message.
const OBSTACLES: [(PutObstacle, &str); 4] = [
    (
        |path, _| assert!(std::process::Command::new("mkfifo").arg(path).status().unwrap().success()),
        "a named pipe",
    ),
    (|path, foreign| symlink(foreign, path).unwrap(), "a symbolic link"),
    (|path, _| symlink("/nonexistent/file", path).unwrap(), "a symbolic link"),
    (|path, _| fs::create_dir(path).unwrap(), "a folder"),
];

#[test]
fn only_regular_files_are_opened_and_nothing_else_is_changed() {
    for (create, words) in OBSTACLES {
        for name in ["some.table", "some.lock", "some.parts", "some.journal"] {
            let folder = tempfile::tempdir().unwrap();
            let cache = Cache::at(&folder.path().join("cache"));
            fs::create_dir(cache.folder()).unwrap();
            let foreign = folder.path().join("foreign");
            fs::write(&foreign, "foreign").unwrap();
            let path = cache.folder().join(name);
            create(&path, &foreign);
            let before = fs::symlink_metadata(&path).unwrap();
            let expected = format!("{name}`: it is {words}, not a regular file (remove it)");
            let check = |error: FileError| assert!(error.to_string().ends_with(&expected), "{error}");
            check(build_in_parts(&cache).unwrap_err());
            match name {
                "some.table" => {
                    check(write(&cache).unwrap_err());
                    let Err(OpenError::Unreadable(error)) = cache.open(TEST_TABLE) else {
                        panic!("it is {words}")
                    };
                    check(error);
                }
                "some.lock" => {
                    check(write(&cache).unwrap_err());
                    let Err(LockError::Unwritable(error)) = cache.try_lock(TEST_TABLE) else {
                        panic!("it is {words}")
                    };
                    check(error);
                }
                // Tables that are written as a whole do not use the other files.
                _ => write(&cache).unwrap(),
            }
            assert_eq!(fs::symlink_metadata(&path).unwrap().ino(), before.ino());
            assert_eq!(fs::read_to_string(&foreign).unwrap(), "foreign");
            assert!(!Path::new("/nonexistent").exists());
        }
    }
}

#[test]
fn a_file_with_another_name_is_not_written_in_place() {
    for name in ["some.parts", "some.journal"] {
        let folder = tempfile::tempdir().unwrap();
        let cache = Cache::at(folder.path());
        let foreign = folder.path().join("foreign");
        fs::write(&foreign, "foreign").unwrap();
        fs::hard_link(&foreign, folder.path().join(name)).unwrap();
        let message = build_in_parts(&cache).unwrap_err().to_string();
        assert!(message.ends_with("it has another name (a hard link) (remove it)"), "{message}");
        assert_eq!(fs::read_to_string(&foreign).unwrap(), "foreign");
    }
}

#[test]
fn files_of_other_users_are_rejected() {
    let folder = tempfile::tempdir().unwrap();
    let cache = Cache::at(folder.path());
    write(&cache).unwrap();
    let table = cache.path("some");
    if chown(&table, Some(12_345), None).is_err() {
        eprintln!("skipped: only root can give files away");
        return;
    }
    let Err(OpenError::Unreadable(error)) = cache.open(TEST_TABLE) else {
        panic!("it belongs to another user")
    };
    assert!(error.to_string().ends_with("it belongs to another user (number 12345) (remove it)"), "{error}");
    // The owner of the folder could replace the file.
    chown(folder.path(), Some(12_345), None).unwrap();
    assert_eq!(cache.open(TEST_TABLE).unwrap().contents(), b"contents");
    let lock = folder.path().join("some.lock");
    chown(&lock, Some(54_321), None).unwrap();
    let Err(LockError::Unwritable(error)) = cache.try_lock(TEST_TABLE) else {
        panic!("it belongs to another user")
    };
    assert!(error.to_string().contains("some.lock`: it belongs to another user"), "{error}");
}

#[test]
fn new_files_and_folders_are_private() {
    let folder = tempfile::tempdir().unwrap();
    let cache = Cache::at(&folder.path().join("above").join("cache"));
    write(&cache).unwrap();
    let lock = cache.try_lock(TEST_TABLE).unwrap();
    drop(lock.parts(2000, 1000).unwrap());
    for path in [cache.folder(), cache.folder().parent().unwrap()] {
        assert_eq!(fs::metadata(path).unwrap().mode() & 0o777, 0o700, "{}", path.display());
    }
    for entry in fs::read_dir(cache.folder()).unwrap() {
        let entry = entry.unwrap();
        assert_eq!(entry.metadata().unwrap().mode() & 0o777, 0o600, "{}", entry.path().display());
    }
}

#[test]
fn the_folder_itself_may_be_a_link() {
    let folder = tempfile::tempdir().unwrap();
    let (real, link) = (folder.path().join("real"), folder.path().join("link"));
    fs::create_dir(&real).unwrap();
    symlink("real", &link).unwrap();
    write(&Cache::at(&link)).unwrap();
    assert_eq!(Cache::at(&real).open(TEST_TABLE).unwrap().contents(), b"contents");
    assert!(fs::symlink_metadata(&link).unwrap().is_symlink());
    assert_eq!(Cache::at(&link).folder(), real.canonicalize().unwrap());
}

#[test]
fn a_table_in_use_does_not_change_with_its_file() {
    let folder = tempfile::tempdir().unwrap();
    let cache = Cache::at(folder.path());
    let contents = vec![7; 9 << 20];
    let lock = cache.try_lock(TEST_TABLE).unwrap();
    lock.write(&contents, &|| ControlFlow::Continue(())).unwrap();
    let table = cache.open(TEST_TABLE).unwrap();
    fs::File::options().write(true).open(cache.path("some")).unwrap().set_len(0).unwrap();
    assert!(table.contents() == contents);
    assert!(matches!(cache.open(TEST_TABLE), Err(OpenError::Faulty(_))));
}

#[test]
fn a_folder_of_its_own_is_private_and_nothing_else_is_used_as_one() {
    use std::os::unix::fs::PermissionsExt;
    let folder = tempfile::tempdir().unwrap();
    let own = folder.path().join("own");
    for _ in 0..2 {
        super::create_own_folder(&own).unwrap();
        assert_eq!(fs::metadata(&own).unwrap().permissions().mode() & 0o777, 0o700);
    }
    let (link, file) = (folder.path().join("link"), folder.path().join("file"));
    symlink(&own, &link).unwrap();
    fs::write(&file, "").unwrap();
    for path in [link, file] {
        assert!(super::create_own_folder(&path).unwrap_err().to_string().contains("is not a folder"));
    }
    // Only root can give a folder away.
    if std::os::unix::fs::chown(&own, Some(1234), None).is_ok() {
        assert!(super::create_own_folder(&own).unwrap_err().to_string().contains("belongs to another user"));
    }
}
