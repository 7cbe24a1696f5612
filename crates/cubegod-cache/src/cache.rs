//! The folder of table files. Files are written atomically, name their table and version, and are checked when read.
//!
//! A table whose file is missing or faulty is built again. A cache that cannot be written only costs time. Files are read into
//! memory as a whole, so that nothing that happens to a file changes a table in use.

mod available_memory;
mod file_format;
mod memory;
mod parts;
mod private_file;

pub use available_memory::available_memory;
pub use file_format::{Damage, TableFault, TableId};
pub use memory::TableMemory;
pub use parts::TableParts;
pub use private_file::{create_own_folder, open_or_create as open_private_file};

use crate::file_error::{FileAction, FileError};
use file_format::ReadError;
use std::fs::{self, File, TryLockError};
use std::io::{self, ErrorKind, Write};
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use tempfile::NamedTempFile;

/// A folder of table files.
#[derive(Clone, Debug)]
pub struct Cache {
    folder: PathBuf,
}

/// The error for a table that cannot be opened.
#[derive(Clone, Debug, Eq, PartialEq)]
pub enum OpenError {
    /// There is no file.
    NotBuilt,
    /// The file is rejected.
    Faulty(TableFault),
    /// The file cannot be read.
    Unreadable(FileError),
    /// There is not enough memory for the table.
    NoMemory {
        /// The length of the table.
        bytes: u64,
    },
}

/// The error for a table that cannot be locked.
#[derive(Clone, Debug, Eq, PartialEq)]
pub enum LockError {
    /// Another process is building it.
    Busy,
    /// The folder cannot be written.
    Unwritable(FileError),
}

impl Cache {
    /// Returns the cache in `CUBEGOD_CACHE`, else in the user's cache folder; none if there is neither.
    pub fn for_user() -> Option<Cache> {
        let variable =
            |name: &str| std::env::var_os(name).filter(|value| !value.is_empty()).map(PathBuf::from);
        let folder = variable("CUBEGOD_CACHE")
            .or_else(|| variable("XDG_CACHE_HOME").map(|folder| folder.join("cubegod")))
            .or_else(|| variable("HOME").map(|folder| folder.join(".cache").join("cubegod")))?;
        Some(Cache::at(&folder))
    }

    /// Returns the cache in this folder, which may be a symbolic link to a folder.
    pub fn at(folder: &Path) -> Cache {
        let is_link = fs::symlink_metadata(folder).is_ok_and(|metadata| metadata.is_symlink());
        let resolved = is_link.then(|| fs::canonicalize(folder).ok()).flatten();
        Cache { folder: resolved.unwrap_or_else(|| folder.to_owned()) }
    }

    /// Returns the folder.
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// Returns the path of a table file, whether or not it exists.
    pub fn path(&self, name: &str) -> PathBuf {
        self.folder.join(format!("{name}.table"))
    }

    /// Reads a table file into memory and checks all of it.
    ///
    /// # Errors
    ///
    /// See [`OpenError`].
    pub fn open(&self, id: TableId) -> Result<TableMemory, OpenError> {
        memory::read(id, &self.open_file(id)?).map_err(|error| self.open_error(id, error))
    }

    /// Checks all of a table file without keeping it in memory, and returns the length of its contents.
    ///
    /// # Errors
    ///
    /// See [`OpenError`].
    pub fn check(&self, id: TableId) -> Result<u64, OpenError> {
        let length = memory::check(id, &self.open_file(id)?).map_err(|error| self.open_error(id, error))?;
        Ok(length as u64)
    }

    /// Returns whether a table file exists, without checking it.
    pub fn contains(&self, id: TableId) -> bool {
        fs::symlink_metadata(self.path(id.name)).is_ok()
    }

    fn open_file(&self, id: TableId) -> Result<File, OpenError> {
        let path = self.path(id.name);
        private_file::open(&path).map_err(|error| match error.kind() {
            ErrorKind::NotFound | ErrorKind::NotADirectory => OpenError::NotBuilt,
            _ => OpenError::Unreadable(FileError::new(FileAction::Read, &path, &error)),
        })
    }

    fn open_error(&self, id: TableId, error: ReadError) -> OpenError {
        match error {
            ReadError::Rejected(fault) => OpenError::Faulty(fault),
            ReadError::NoMemory(bytes) => OpenError::NoMemory { bytes },
            ReadError::Io(error) => {
                OpenError::Unreadable(FileError::new(FileAction::Read, &self.path(id.name), &error))
            }
        }
    }

    /// Locks a table for building; one process at a time holds the lock.
    ///
    /// # Errors
    ///
    /// Fails if another process holds the lock, or if the folder cannot be written.
    pub fn try_lock(&self, id: TableId) -> Result<BuildLock, LockError> {
        loop {
            let lock = self.lock_file(id).map_err(LockError::Unwritable)?;
            match lock.try_lock() {
                Ok(()) if !is_file_at(&lock, &self.lock_path(id.name)) => {}
                Ok(()) => return Ok(BuildLock::new(self, id, lock)),
                Err(TryLockError::WouldBlock) => return Err(LockError::Busy),
                Err(TryLockError::Error(error)) => {
                    return Err(LockError::Unwritable(self.cannot_lock(id, &error)));
                }
            }
        }
    }

    /// Locks a table for building, and waits for another process that holds the lock.
    ///
    /// # Errors
    ///
    /// Fails if the folder cannot be written.
    pub fn lock(&self, id: TableId) -> Result<BuildLock, FileError> {
        loop {
            let lock = self.lock_file(id)?;
            lock.lock().map_err(|error| self.cannot_lock(id, &error))?;
            if is_file_at(&lock, &self.lock_path(id.name)) {
                return Ok(BuildLock::new(self, id, lock));
            }
        }
    }

    /// Opens the lock file. The system releases the lock when the process ends, so a lock file that is left behind does not matter.
    fn lock_file(&self, id: TableId) -> Result<File, FileError> {
        let folder = &self.folder;
        private_file::create_folder(folder)
            .map_err(|error| FileError::new(FileAction::CreateFolder, folder, &error))?;
        let path = self.lock_path(id.name);
        // Some systems lock only writable files.
        private_file::open_or_create(&path).map_err(|error| FileError::write(&path, &error))
    }

    fn lock_path(&self, name: &str) -> PathBuf {
        self.folder.join(format!("{name}.lock"))
    }

    fn cannot_lock(&self, id: TableId, error: &io::Error) -> FileError {
        FileError::new(FileAction::Lock, &self.lock_path(id.name), error)
    }

    /// Returns whether there are files of unfinished builds of a table, in use or left behind.
    pub fn has_leftovers(&self, id: TableId) -> bool {
        let exists = |path: PathBuf| fs::symlink_metadata(path).is_ok();
        exists(self.parts_path(id.name))
            || exists(self.journal_path(id.name))
            || !self.temporary_files(id.name).is_empty()
    }

    fn parts_path(&self, name: &str) -> PathBuf {
        self.folder.join(format!("{name}.parts"))
    }

    fn journal_path(&self, name: &str) -> PathBuf {
        self.folder.join(format!("{name}.journal"))
    }

    /// Returns the temporary files of a table, in use or left behind.
    fn temporary_files(&self, name: &str) -> Vec<PathBuf> {
        let prefix = temporary_prefix(name);
        // The suffix that `tempfile` adds.
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

/// The exclusive right to write a table file, until this is dropped.
#[derive(Debug)]
pub struct BuildLock {
    cache: Cache,
    id: TableId,
    _lock: File,
}

impl BuildLock {
    fn new(cache: &Cache, id: TableId, lock: File) -> BuildLock {
        BuildLock { cache: cache.clone(), id, _lock: lock }
    }

    /// Returns the cache.
    pub fn cache(&self) -> &Cache {
        &self.cache
    }

    /// Checks that this many bytes can be written, before a table is built.
    ///
    /// # Errors
    ///
    /// Fails if the disk is full or the folder cannot be written.
    pub fn check_space(&self, bytes: u64) -> Result<(), FileError> {
        self.remove_temporary_files();
        self.check_replaceable()?;
        let file = self.temporary_file().and_then(|file| reserve(file.as_file(), bytes));
        file.map_err(|error| self.cannot_write(&error))
    }

    /// Writes the table file. `progress` is called every few milliseconds and can cancel; then the old file stays.
    ///
    /// # Errors
    ///
    /// Fails if the file cannot be written, or if `progress` cancels.
    pub fn write(&self, table: &[u8], progress: &dyn Fn() -> ControlFlow<()>) -> Result<(), FileError> {
        self.remove_temporary_files();
        self.check_replaceable()?;
        // No sync to disk: checksums detect what a system crash loses.
        let write = || -> io::Result<()> {
            let mut file = self.temporary_file()?;
            file.write_all(&file_format::header(self.id, table.len(), file_format::checksums(table)))?;
            for block in table.chunks(file_format::BLOCK) {
                if progress().is_break() {
                    return Err(ErrorKind::Interrupted.into());
                }
                file.write_all(block)?;
            }
            file.persist(self.cache.path(self.id.name)).map(drop).map_err(|error| error.error)
        };
        write().map_err(|error| self.cannot_write(&error))
    }

    /// Creates a temporary file, which only this user can read.
    fn temporary_file(&self) -> io::Result<NamedTempFile> {
        tempfile::Builder::new().prefix(&temporary_prefix(self.id.name)).tempfile_in(&self.cache.folder)
    }

    fn check_replaceable(&self) -> Result<(), FileError> {
        private_file::check_replaceable(&self.cache.path(self.id.name))
            .map_err(|error| self.cannot_write(&error))
    }

    fn cannot_write(&self, error: &io::Error) -> FileError {
        FileError::write(&self.cache.path(self.id.name), error)
    }

    /// Removes what builds of a complete table left that were killed; returns the number of bytes that were freed.
    ///
    /// # Errors
    ///
    /// Fails if a file cannot be removed.
    pub fn remove_leftovers(&self) -> io::Result<u64> {
        let parts = remove(&self.parts_path())? + remove(&self.journal_path())?;
        Ok(self.remove_temporary_files() + parts)
    }

    /// Removes the table file, its parts and leftovers; returns the number of bytes that were freed.
    ///
    /// # Errors
    ///
    /// Fails if a file cannot be removed.
    pub fn remove_table(self) -> io::Result<u64> {
        let freed = self.remove_leftovers()? + remove(&self.cache.path(self.id.name))?;
        // A process that waits for this lock gets it on the removed file, sees that, and locks a new one.
        remove(&self.cache.lock_path(self.id.name))?;
        Ok(freed)
    }

    /// Removes temporary files. Only the holder of the lock writes them, so those that exist were left by a process that was killed.
    fn remove_temporary_files(&self) -> u64 {
        let files = self.cache.temporary_files(self.id.name);
        // A file that cannot be removed only takes space.
        files.iter().map(|path| remove(path).unwrap_or(0)).sum()
    }
}

/// Removes a file, if it exists; returns its length.
fn remove(path: &Path) -> io::Result<u64> {
    let length = fs::symlink_metadata(path).map(|metadata| metadata.len());
    match length.and_then(|length| fs::remove_file(path).map(|()| length)) {
        Err(error) if matches!(error.kind(), ErrorKind::NotFound | ErrorKind::NotADirectory) => Ok(0),
        result => result,
    }
}

/// Returns whether an open file still is the one at its path, and was not removed since.
#[cfg(unix)]
fn is_file_at(file: &File, path: &Path) -> bool {
    use std::os::unix::fs::MetadataExt;
    let identity = |metadata: fs::Metadata| (metadata.dev(), metadata.ino());
    let open = file.metadata().map(identity).ok();
    open.is_some() && open == fs::symlink_metadata(path).map(identity).ok()
}

/// Other systems do not remove open files.
#[cfg(not(unix))]
fn is_file_at(_: &File, _: &Path) -> bool {
    true
}

/// Reserves disk space for a file, where the system can.
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

    const TEST_TABLE: TableId = TableId { name: "some", version: 1 };

    fn cache() -> (tempfile::TempDir, Cache) {
        let folder = tempfile::tempdir().unwrap();
        let cache = Cache { folder: folder.path().join("below").join("it") };
        (folder, cache)
    }

    fn write(cache: &Cache, table: &[u8]) {
        cache.try_lock(TEST_TABLE).unwrap().write(table, &|| ControlFlow::Continue(())).unwrap();
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
    fn a_written_table_is_read_back() {
        let (_folder, cache) = cache();
        assert_eq!(cache.open(TEST_TABLE).unwrap_err(), OpenError::NotBuilt);
        write(&cache, b"contents");
        let first = cache.open(TEST_TABLE).unwrap();
        assert_eq!(first.contents(), b"contents");
        write(&cache, b"other");
        assert_eq!(cache.open(TEST_TABLE).unwrap().contents(), b"other");
        assert_eq!(first.contents(), b"contents", "an open file does not change");
        assert_eq!(names(&cache), ["some.lock", "some.table"]);
    }

    #[test]
    fn an_incomplete_file_is_rejected() {
        let (_folder, cache) = cache();
        write(&cache, &[7; 1000]);
        let path = cache.path("some");
        let whole = fs::read(&path).unwrap();
        for length in [0, 100, whole.len() - 1] {
            fs::write(&path, &whole[..length]).unwrap();
            assert!(
                matches!(cache.open(TEST_TABLE), Err(OpenError::Faulty(TableFault::Damaged(_)))),
                "{length} bytes"
            );
        }
        fs::remove_file(&path).unwrap();
        fs::create_dir(&path).unwrap();
        let Err(OpenError::Unreadable(error)) = cache.open(TEST_TABLE) else { panic!("it is a folder") };
        let message = error.to_string();
        assert!(
            message.ends_with("some.table`: it is a folder, not a regular file (remove it)"),
            "{message}"
        );
    }

    #[test]
    fn one_lock_at_a_time_is_held_and_dropping_it_releases_it() {
        let (_folder, cache) = cache();
        let lock = cache.try_lock(TEST_TABLE).unwrap();
        assert_eq!(cache.try_lock(TEST_TABLE).unwrap_err(), LockError::Busy);
        assert!(cache.try_lock(TableId { name: "other", ..TEST_TABLE }).is_ok());
        drop(lock);
        assert!(cache.try_lock(TEST_TABLE).is_ok());
        let lock = cache.try_lock(TEST_TABLE).unwrap();
        std::thread::scope(|scope| {
            let next = scope.spawn(|| cache.lock(TEST_TABLE).is_ok());
            lock.write(b"contents", &|| ControlFlow::Continue(())).unwrap();
            drop(lock);
            assert!(next.join().unwrap());
        });
    }

    #[test]
    fn a_lock_whose_file_is_removed_meanwhile_is_not_held_twice() {
        let (_folder, cache) = cache();
        for _ in 0..200 {
            let lock = cache.try_lock(TEST_TABLE).unwrap();
            std::thread::scope(|scope| {
                let next = scope.spawn(|| cache.lock(TEST_TABLE).unwrap());
                std::thread::yield_now();
                lock.remove_table().unwrap();
                let _next = next.join().unwrap();
                assert_eq!(cache.try_lock(TEST_TABLE).unwrap_err(), LockError::Busy);
            });
        }
    }

    #[test]
    fn a_cancelled_write_leaves_the_old_table_and_nothing_else() {
        let (_folder, cache) = cache();
        write(&cache, b"old");
        let blocks = std::cell::Cell::new(0);
        let progress = || {
            blocks.set(blocks.get() + 1);
            if blocks.get() > 2 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        };
        let lock = cache.try_lock(TEST_TABLE).unwrap();
        assert!(lock.write(&vec![1; 4 * file_format::BLOCK], &progress).is_err());
        assert_eq!(cache.open(TEST_TABLE).unwrap().contents(), b"old");
        assert_eq!(names(&cache), ["some.lock", "some.table"]);
    }

    #[test]
    fn the_next_write_removes_leftovers_and_no_other_files() {
        let (_folder, cache) = cache();
        write(&cache, b"old");
        let others = [".cubegod-abcdef", ".cubegod-some-abcde", ".cubegod-some-other-abcdef", "some.txt"];
        for name in others.into_iter().chain([".cubegod-some-aB3dEf"]) {
            fs::write(cache.folder().join(name), "x").unwrap();
        }
        write(&cache, b"new");
        let mut expected = others.to_vec();
        expected.extend(["some.lock", "some.table"]);
        expected.sort_unstable();
        assert_eq!(names(&cache), expected);
        fs::write(cache.folder().join(".cubegod-some-123456"), "left").unwrap();
        let length = fs::metadata(cache.path("some")).unwrap().len();
        assert_eq!(cache.try_lock(TEST_TABLE).unwrap().remove_table().unwrap(), length + 4);
        assert_eq!(names(&cache), others);
        assert_eq!(cache.try_lock(TEST_TABLE).unwrap().remove_table().unwrap(), 0);
    }

    #[test]
    fn an_error_names_the_folder_that_cannot_be_created() {
        let (folder, _) = cache();
        let file = folder.path().join("file");
        fs::write(&file, "").unwrap();
        for folder in [file.clone(), file.join("below")] {
            let cache = Cache { folder };
            assert_eq!(cache.open(TEST_TABLE).unwrap_err(), OpenError::NotBuilt);
            let Err(LockError::Unwritable(error)) = cache.try_lock(TEST_TABLE) else {
                panic!("it is a file")
            };
            assert_eq!(error.action, FileAction::CreateFolder);
        }
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn a_lack_of_disk_space_is_reported() {
        let (_folder, cache) = cache();
        let lock = cache.try_lock(TEST_TABLE).unwrap();
        assert_eq!(lock.check_space(1000), Ok(()));
        let message = lock.check_space(1 << 62).unwrap_err().to_string();
        assert!(message.starts_with("cannot write the file `"), "{message}");
        assert!(message.contains("some.table`: "), "{message}");
        assert_eq!(names(&cache), ["some.lock"]);
    }
}
