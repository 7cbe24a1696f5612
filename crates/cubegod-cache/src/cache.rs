//! Tables kept between runs: in files that are written whole, marked with what they are, and checked when opened.
//!
//! Whatever goes wrong with a file, the table is built again; a cache that can't be written costs time and nothing else.

mod form;
mod mapping;
mod pages;
mod parts;

pub use form::{Flaw, Label};
pub use pages::{Pages, available_memory};
pub use parts::Parts;

use crate::files::{cannot_write, reason, replace_file};
use memmap2::Mmap;
use std::fs::{self, File, TryLockError};
use std::io::{self, ErrorKind, Write};
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

/// A folder of table files.
#[derive(Clone, Debug)]
pub struct Cache {
    folder: PathBuf,
}

/// A whole table file, in memory as the system brings it there.
#[derive(Debug)]
pub struct Kept {
    file: Mmap,
    /// Where the contents begin.
    start: usize,
}

impl Kept {
    /// What was kept.
    pub fn contents(&self) -> &[u8] {
        &self.file[self.start..]
    }

    /// The contents until the process ends.
    pub fn leak(self) -> &'static [u8] {
        Box::leak(Box::new(self)).contents()
    }
}

/// Why there is no table to be had.
#[derive(Clone, Debug, Eq, PartialEq)]
pub enum Absence {
    /// No such file.
    NotBuilt,
    /// There is one that is of no use.
    Flawed(Flaw),
    /// There is one that the system does not give; why.
    Unreadable(String),
}

/// Why a table can't be kept now.
#[derive(Clone, Debug, Eq, PartialEq)]
pub enum NotNow {
    /// Another process is building it.
    Busy,
    /// The folder can't be written; why.
    Unwritable(String),
}

/// What to do about a folder that can't be written.
pub const ADVICE: &str = "set CUBEGOD_CACHE to a folder that can be written";

impl Cache {
    /// In `CUBEGOD_CACHE`, else in the user's cache folder; none if there is no such place.
    pub fn of_user() -> Option<Cache> {
        let variable =
            |name: &str| std::env::var_os(name).filter(|value| !value.is_empty()).map(PathBuf::from);
        let folder = variable("CUBEGOD_CACHE")
            .or_else(|| variable("XDG_CACHE_HOME").map(|folder| folder.join("cubegod")))
            .or_else(|| variable("HOME").map(|folder| folder.join(".cache").join("cubegod")))?;
        Some(Cache { folder })
    }

    /// In this folder.
    pub fn at(folder: &Path) -> Cache {
        Cache { folder: folder.to_owned() }
    }

    /// Where the files are.
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// Where a table is, or would be.
    pub fn path(&self, name: &str) -> PathBuf {
        self.folder.join(format!("{name}.table"))
    }

    /// A table, once its whole file was checked.
    pub fn open(&self, label: Label) -> Result<Kept, Absence> {
        let file = self.map(label)?;
        let contents = form::contents(label, &file).map_err(Absence::Flawed)?;
        let start = file.len() - contents.len();
        Ok(Kept { file, start })
    }

    /// The same in large pages of memory, if there is room for a copy: for tables that are looked up all over.
    pub fn open_in_large_pages(&self, label: Label) -> Result<Pages, Absence> {
        pages::load(label, self.map(label)?).map_err(Absence::Flawed)
    }

    /// Whether there is a file, whatever is in it.
    pub fn has(&self, label: Label) -> bool {
        self.path(label.name).is_file()
    }

    fn map(&self, label: Label) -> Result<Mmap, Absence> {
        let unreadable = |error: io::Error| Absence::Unreadable(reason(&error));
        let file = File::open(self.path(label.name)).map_err(|error| match error.kind() {
            ErrorKind::NotFound | ErrorKind::NotADirectory => Absence::NotBuilt,
            _ => unreadable(error),
        })?;
        if !file.metadata().map_err(unreadable)?.is_file() {
            return Err(Absence::Unreadable("it is not a file".into()));
        }
        mapping::map(&file).map_err(unreadable)
    }

    /// The right to build and keep a table, which one process at a time has.
    pub fn claim(&self, label: Label) -> Result<Claim, NotNow> {
        let lock = self.lock_file(label).map_err(NotNow::Unwritable)?;
        match lock.try_lock() {
            Ok(()) => Ok(Claim::new(self, label, lock)),
            Err(TryLockError::WouldBlock) => Err(NotNow::Busy),
            Err(TryLockError::Error(error)) => Err(self.cannot_lock(label, &error)),
        }
    }

    /// The same, waiting for the process that has it now.
    pub fn claim_in_turn(&self, label: Label) -> Result<Claim, NotNow> {
        let lock = self.lock_file(label).map_err(NotNow::Unwritable)?;
        lock.lock().map_err(|error| self.cannot_lock(label, &error))?;
        Ok(Claim::new(self, label, lock))
    }

    /// The system takes the lock back however the process ends, so a file that is left behind does not matter.
    fn lock_file(&self, label: Label) -> Result<File, String> {
        let folder = &self.folder;
        fs::create_dir_all(folder)
            .map_err(|error| format!("cannot make the folder `{}`: {}", folder.display(), reason(&error)))?;
        let path = self.lock_path(label.name);
        let mut options = File::options();
        // Some systems lock only files that can be written.
        options.create(true).truncate(false).write(true);
        options.open(&path).map_err(|error| cannot_write(&path, &error))
    }

    fn lock_path(&self, name: &str) -> PathBuf {
        self.folder.join(format!("{name}.lock"))
    }

    fn cannot_lock(&self, label: Label, error: &io::Error) -> NotNow {
        let path = self.lock_path(label.name);
        NotNow::Unwritable(format!("cannot lock the file `{}`: {}", path.display(), reason(error)))
    }

    /// Temporary files of a table: of somebody who is writing, or who was ended while writing.
    fn temporary_files(&self, name: &str) -> Vec<PathBuf> {
        let prefix = temporary_prefix(name);
        // What `tempfile` puts after it.
        let is_random = |rest: &str| rest.len() == 6 && rest.bytes().all(|byte| byte.is_ascii_alphanumeric());
        let is_ours = |path: &PathBuf| {
            let name = path.file_name().and_then(|name| name.to_str());
            name.and_then(|name| name.strip_prefix(&prefix)).is_some_and(is_random)
        };
        let entries = fs::read_dir(&self.folder).into_iter().flatten();
        entries.filter_map(|entry| Some(entry.ok()?.path())).filter(is_ours).collect()
    }
}

fn temporary_prefix(name: &str) -> String {
    format!(".cubegod-{name}-")
}

/// The right of this process alone to write a table, until it is dropped.
#[derive(Debug)]
pub struct Claim {
    cache: Cache,
    label: Label,
    _lock: File,
}

impl Claim {
    fn new(cache: &Cache, label: Label, lock: File) -> Claim {
        Claim { cache: cache.clone(), label, _lock: lock }
    }

    /// Where it would be kept.
    pub fn cache(&self) -> &Cache {
        &self.cache
    }

    /// Whether so many bytes can be written, asked before the work is done rather than after it; why not, if they can't.
    pub fn check_room(&self, bytes: u64) -> Result<(), String> {
        self.remove_leftovers();
        let path = self.cache.path(self.label.name);
        let prefix = temporary_prefix(self.label.name);
        let file = tempfile::Builder::new().prefix(&prefix).tempfile_in(&self.cache.folder);
        file.and_then(|file| reserve(file.as_file(), bytes)).map_err(|error| cannot_write(&path, &error))
    }

    /// Keeps a table for the next run; why not, if it can't. `go_on` is asked every few milliseconds; when it breaks off,
    /// nothing is kept or left behind.
    pub fn keep(&self, table: &[u8], go_on: &dyn Fn() -> ControlFlow<()>) -> Result<(), String> {
        self.remove_leftovers();
        let path = self.cache.path(self.label.name);
        // Nothing is waited for until it is on the disk: what a crash of the system loses, the checksums tell.
        let write = |file: &mut File| {
            file.write_all(&form::header(self.label, table))?;
            for piece in table.chunks(form::BLOCK) {
                if go_on().is_break() {
                    return Err(ErrorKind::Interrupted.into());
                }
                file.write_all(piece)?;
            }
            Ok(())
        };
        replace_file(&path, &temporary_prefix(self.label.name), write)
            .map_err(|error| cannot_write(&path, &error))
    }

    /// Removes the table and whatever was left behind while writing it; how many bytes that were.
    pub fn clear(self) -> io::Result<u64> {
        let mut freed = self.remove_leftovers();
        freed += remove(&self.parts_path())? + remove(&self.journal_path())?;
        freed += remove(&self.cache.path(self.label.name))?;
        // Whoever waits for this lock gets it, without a name; nothing worse follows than the same work done twice.
        remove(&self.cache.lock_path(self.label.name))?;
        Ok(freed)
    }

    /// Only the one who has the claim writes temporary files, so those that are there were left by a process that was
    /// ended.
    fn remove_leftovers(&self) -> u64 {
        let files = self.cache.temporary_files(self.label.name);
        // One that can't be removed does no harm.
        files.iter().map(|path| remove(path).unwrap_or(0)).sum()
    }
}

/// Removes a file, if it is there; how many bytes it had.
fn remove(path: &Path) -> io::Result<u64> {
    let length = fs::symlink_metadata(path).map(|metadata| metadata.len());
    match length.and_then(|length| fs::remove_file(path).map(|()| length)) {
        Err(error) if matches!(error.kind(), ErrorKind::NotFound | ErrorKind::NotADirectory) => Ok(0),
        result => result,
    }
}

/// Room on the disk for a file; systems that can't tell say nothing.
#[cfg(target_os = "linux")]
fn reserve(file: &File, bytes: u64) -> io::Result<()> {
    use rustix::fs::{FallocateFlags, fallocate};
    use rustix::io::Errno;
    match fallocate(file, FallocateFlags::empty(), 0, bytes) {
        Err(Errno::NOSPC) => Err(Errno::NOSPC.into()),
        Err(Errno::DQUOT) => Err(Errno::DQUOT.into()),
        Err(Errno::FBIG) => Err(Errno::FBIG.into()),
        _ => Ok(()),
    }
}

#[cfg(not(target_os = "linux"))]
fn reserve(_: &File, _: u64) -> io::Result<()> {
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    const SOME: Label = Label { name: "some", version: 1 };

    fn cache() -> (tempfile::TempDir, Cache) {
        let folder = tempfile::tempdir().unwrap();
        let cache = Cache { folder: folder.path().join("below").join("it") };
        (folder, cache)
    }

    fn keep(cache: &Cache, table: &[u8]) {
        cache.claim(SOME).unwrap().keep(table, &|| ControlFlow::Continue(())).unwrap();
    }

    fn names(cache: &Cache) -> Vec<String> {
        let mut names: Vec<String> = fs::read_dir(cache.folder())
            .unwrap()
            .map(|entry| entry.unwrap().file_name().into_string().unwrap())
            .collect();
        names.sort();
        names
    }

    #[test]
    fn what_was_kept_comes_back() {
        let (_folder, cache) = cache();
        assert_eq!(cache.open(SOME).unwrap_err(), Absence::NotBuilt);
        keep(&cache, b"contents");
        let first = cache.open(SOME).unwrap();
        assert_eq!(first.contents(), b"contents");
        keep(&cache, b"other");
        assert_eq!(cache.open(SOME).unwrap().contents(), b"other");
        assert_eq!(first.contents(), b"contents", "what is open stays as it is");
        assert_eq!(names(&cache), ["some.lock", "some.table"]);
    }

    #[test]
    fn what_is_no_whole_file_is_not_taken() {
        let (_folder, cache) = cache();
        keep(&cache, &[7; 1000]);
        let path = cache.path("some");
        let whole = fs::read(&path).unwrap();
        for length in [0, 100, whole.len() - 1] {
            fs::write(&path, &whole[..length]).unwrap();
            assert!(matches!(cache.open(SOME), Err(Absence::Flawed(Flaw::Damaged(_)))), "{length} bytes");
        }
        fs::remove_file(&path).unwrap();
        fs::create_dir(&path).unwrap();
        assert_eq!(cache.open(SOME).unwrap_err(), Absence::Unreadable("it is not a file".into()));
    }

    #[test]
    fn one_at_a_time_has_the_claim_and_whoever_ends_gives_it_back() {
        let (_folder, cache) = cache();
        let claim = cache.claim(SOME).unwrap();
        assert_eq!(cache.claim(SOME).unwrap_err(), NotNow::Busy);
        assert!(cache.claim(Label { name: "other", ..SOME }).is_ok());
        drop(claim);
        assert!(cache.claim(SOME).is_ok());
        let claim = cache.claim(SOME).unwrap();
        std::thread::scope(|scope| {
            let next = scope.spawn(|| cache.claim_in_turn(SOME).is_ok());
            claim.keep(b"contents", &|| ControlFlow::Continue(())).unwrap();
            drop(claim);
            assert!(next.join().unwrap());
        });
    }

    #[test]
    fn who_breaks_off_leaves_the_old_table_and_nothing_else() {
        let (_folder, cache) = cache();
        keep(&cache, b"old");
        let pieces = std::cell::Cell::new(0);
        let go_on = || {
            pieces.set(pieces.get() + 1);
            if pieces.get() > 2 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        };
        let claim = cache.claim(SOME).unwrap();
        assert!(claim.keep(&vec![1; 4 * form::BLOCK], &go_on).is_err());
        assert_eq!(cache.open(SOME).unwrap().contents(), b"old");
        assert_eq!(names(&cache), ["some.lock", "some.table"]);
    }

    #[test]
    fn leftovers_are_removed_by_the_next_who_writes_and_others_files_are_not() {
        let (_folder, cache) = cache();
        keep(&cache, b"old");
        let others = [".cubegod-abcdef", ".cubegod-some-abcde", ".cubegod-some-other-abcdef", "some.txt"];
        for name in others.into_iter().chain([".cubegod-some-aB3dEf"]) {
            fs::write(cache.folder().join(name), "x").unwrap();
        }
        keep(&cache, b"new");
        let mut expected = others.to_vec();
        expected.extend(["some.lock", "some.table"]);
        expected.sort_unstable();
        assert_eq!(names(&cache), expected);
        fs::write(cache.folder().join(".cubegod-some-123456"), "left").unwrap();
        let length = fs::metadata(cache.path("some")).unwrap().len();
        assert_eq!(cache.claim(SOME).unwrap().clear().unwrap(), length + 4);
        assert_eq!(names(&cache), others);
        assert_eq!(cache.claim(SOME).unwrap().clear().unwrap(), 0);
    }

    #[test]
    fn a_folder_that_cannot_be_made_is_named() {
        let (folder, _) = cache();
        let file = folder.path().join("file");
        fs::write(&file, "").unwrap();
        for folder in [file.clone(), file.join("below")] {
            let cache = Cache { folder };
            assert_eq!(cache.open(SOME).unwrap_err(), Absence::NotBuilt);
            let Err(NotNow::Unwritable(why)) = cache.claim(SOME) else { panic!("it is a file") };
            assert!(why.starts_with("cannot make the folder `"), "{why}");
        }
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn more_room_than_there_is_is_noticed() {
        let (_folder, cache) = cache();
        let claim = cache.claim(SOME).unwrap();
        assert_eq!(claim.check_room(1000), Ok(()));
        let why = claim.check_room(1 << 62).unwrap_err();
        assert!(why.starts_with("cannot write the file `") && why.contains("some.table`: "), "{why}");
        assert_eq!(names(&cache), ["some.lock"]);
    }
}
