//! Large tables, written part by part while they are built, so that an interrupted build can be resumed.
//!
//! A file holds space for the header, then the parts as they are in the finished table. A journal beside it has a checksum for each
//! complete part. When a build is resumed, everything after the last complete part is truncated.

use super::file_format::{self, Bytes, TableId};
use super::{BuildLock, private_file};
use crate::file_error::FileError;
use crc32fast::Hasher;
use std::fs::{self, File};
use std::io::{self, ErrorKind, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

/// A table that is built in parts.
#[derive(Debug)]
pub struct TableParts<'a> {
    lock: &'a BuildLock,
    file: File,
    journal: File,
    /// The number of bytes of the table, and of each part but the last.
    length: usize,
    part_size: usize,
    done: usize,
    /// The checksum of all complete parts together.
    checksum: Hasher,
}

impl BuildLock {
    /// Starts or resumes a build in parts of `part_size` bytes.
    ///
    /// # Errors
    ///
    /// Fails if the files cannot be written or the disk is full.
    pub fn parts(&self, length: usize, part_size: usize) -> Result<TableParts<'_>, FileError> {
        let open =
            |path: &Path| private_file::open_to_change(path).map_err(|error| FileError::write(path, &error));
        self.check_replaceable()?;
        let path = self.parts_path();
        let (file, journal) = (open(&path)?, open(&self.journal_path())?);
        let (part_size, checksum) = (part_size.max(1), Hasher::new());
        let mut parts = TableParts { lock: self, file, journal, length, part_size, done: 0, checksum };
        if let Err(error) = parts.resume() {
            if parts.done == 0 {
                // Leftovers only take space.
                let _ = self.remove_leftovers();
            }
            return Err(FileError::write(&path, &error));
        }
        Ok(parts)
    }

    pub(super) fn parts_path(&self) -> PathBuf {
        self.cache.parts_path(self.id.name)
    }

    pub(super) fn journal_path(&self) -> PathBuf {
        self.cache.journal_path(self.id.name)
    }
}

impl TableParts<'_> {
    /// Returns the number of parts of the finished table.
    pub fn count(&self) -> usize {
        self.length.div_ceil(self.part_size)
    }

    /// Returns the number of complete parts.
    pub fn done(&self) -> usize {
        self.done
    }

    fn start(&self) -> usize {
        file_format::header_length(self.length)
    }

    fn part_length(&self, index: usize) -> usize {
        self.part_size.min(self.length.saturating_sub(index * self.part_size))
    }

    /// Returns the first line of the journal, which must match for a build to be resumed.
    fn title(&self) -> String {
        let TableId { name, version } = self.lock.id;
        format!("parts of {name}, version {version}, {} bytes, {} each\n", self.length, self.part_size)
    }

    /// Counts the complete parts, and truncates the rest.
    fn resume(&mut self) -> io::Result<()> {
        let title = self.title();
        let mut journal = Vec::new();
        Read::take(&mut self.journal, 1 << 20).read_to_end(&mut journal)?;
        let checksums = journal.strip_prefix(title.as_bytes()).unwrap_or_default();
        self.file.seek(SeekFrom::Start(self.start() as u64))?;
        let mut block = Vec::new();
        for checksum in checksums.chunks_exact(4).take(self.count()) {
            block.resize(self.part_length(self.done), 0);
            if self.file.read_exact(&mut block).is_err() || crc32fast::hash(&block).to_le_bytes() != checksum
            {
                break;
            }
            self.done += 1;
            self.checksum.update(&block);
        }
        if self.done == 0 {
            self.journal.set_len(0)?;
            self.journal.rewind()?;
            self.journal.write_all(title.as_bytes())?;
        }
        let journal_end = (title.len() + 4 * self.done) as u64;
        self.journal.set_len(journal_end)?;
        self.journal.seek(SeekFrom::Start(journal_end))?;
        let end = (self.start() + self.length.min(self.done * self.part_size)) as u64;
        self.file.set_len(end)?;
        super::reserve(&self.file, (self.start() + self.length) as u64)?;
        self.file.seek(SeekFrom::Start(end))?;
        Ok(())
    }

    /// Writes the next part.
    ///
    /// # Errors
    ///
    /// Fails if the files cannot be written.
    ///
    /// # Panics
    ///
    /// Panics if the part does not have the right length.
    pub fn add(&mut self, part: &[u8]) -> Result<(), FileError> {
        assert_eq!(part.len(), self.part_length(self.done), "the length of a part");
        let checksum = crc32fast::hash(part).to_le_bytes();
        let written = self.file.write_all(part).and_then(|()| self.journal.write_all(&checksum));
        written.map_err(|error| FileError::write(&self.lock.parts_path(), &error))?;
        self.done += 1;
        self.checksum.update(part);
        Ok(())
    }

    /// Returns the checksums of the blocks of the finished table, which are not those of its parts. Fails if the file does not
    /// hold what was written.
    fn checksums(&self) -> io::Result<Vec<u32>> {
        let mut block = vec![0; self.length.min(file_format::BLOCK)];
        let (mut checksums, mut whole) = (Vec::new(), Hasher::new());
        for done in (0..self.length).step_by(file_format::BLOCK) {
            let block = &mut block[..(self.length - done).min(file_format::BLOCK)];
            self.file.read_at(block, (self.start() + done) as u64)?;
            let checksum = crc32fast::hash(block);
            whole.combine(&Hasher::new_with_initial_len(checksum, block.len() as u64));
            checksums.push(checksum);
        }
        if whole.finalize() == self.checksum.clone().finalize() {
            Ok(checksums)
        } else {
            Err(ErrorKind::InvalidData.into())
        }
    }

    /// Completes the table file.
    ///
    /// # Errors
    ///
    /// Fails if the files cannot be written, or if other contents than those of the parts are read back.
    ///
    /// # Panics
    ///
    /// Panics if a part is missing.
    pub fn finish(mut self) -> Result<(), FileError> {
        assert_eq!(self.done, self.count(), "all parts are complete");
        let path = self.lock.parts_path();
        let finish = |parts: &mut TableParts<'_>| -> io::Result<()> {
            let start = parts.start();
            parts.file.set_len((start + parts.length) as u64)?;
            let checksums = parts.checksums()?;
            let header = file_format::header(parts.lock.id, parts.length, checksums.into_iter());
            parts.file.rewind()?;
            parts.file.write_all(&header)?;
            fs::rename(&path, parts.lock.cache.path(parts.lock.id.name))
        };
        finish(&mut self).map_err(|error| FileError::write(&path, &error))?;
        // The table is complete. A journal that is left behind only takes space, until `tables build` or `tables clear` removes it.
        let _ = fs::remove_file(self.lock.journal_path());
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Cache, OpenError};
    use super::*;

    const TEST_TABLE: TableId = TableId { name: "some", version: 1 };

    fn part(index: u8) -> Vec<u8> {
        vec![index + 1; if index == 3 { 10 } else { 1000 }]
    }

    fn add_until(parts: &mut TableParts<'_>, until: usize) {
        for index in parts.done()..until {
            parts.add(&part(index as u8)).unwrap();
        }
    }

    #[test]
    fn an_interrupted_build_is_resumed() {
        let folder = tempfile::tempdir().unwrap();
        let cache = Cache::at(folder.path());
        for (before, until) in [(0, 1), (1, 1), (1, 3), (3, 4)] {
            let lock = cache.try_lock(TEST_TABLE).unwrap();
            let mut parts = lock.parts(3010, 1000).unwrap();
            assert_eq!((parts.done(), parts.count()), (before, 4));
            add_until(&mut parts, until);
            assert_eq!(cache.open(TEST_TABLE).unwrap_err(), OpenError::NotBuilt);
        }
        let lock = cache.try_lock(TEST_TABLE).unwrap();
        lock.parts(3010, 1000).unwrap().finish().unwrap();
        let expected: Vec<u8> = (0..4).flat_map(part).collect();
        assert_eq!(cache.open(TEST_TABLE).unwrap().contents(), expected);
        assert_eq!(cache.check(TEST_TABLE), Ok(expected.len() as u64));
        assert!(!lock.parts_path().exists() && !lock.journal_path().exists());
    }

    #[test]
    fn incomplete_parts_are_built_again() {
        let folder = tempfile::tempdir().unwrap();
        let cache = Cache::at(folder.path());
        let lock = cache.try_lock(TEST_TABLE).unwrap();
        let start = file_format::header_length(3010);
        // A truncated part, a changed part, the journal of another table, a lost journal.
        let damages: [(&dyn Fn(), usize); 4] = [
            (
                &|| {
                    private_file::open_to_change(&lock.parts_path())
                        .unwrap()
                        .set_len((start + 2500) as u64)
                        .unwrap()
                },
                2,
            ),
            (
                &|| {
                    let mut bytes = fs::read(lock.parts_path()).unwrap();
                    bytes[start + 1500] ^= 1;
                    fs::write(lock.parts_path(), bytes).unwrap();
                },
                1,
            ),
            (&|| fs::write(lock.journal_path(), "parts of something else").unwrap(), 0),
            (&|| fs::remove_file(lock.journal_path()).unwrap(), 0),
        ];
        for (damage, left) in damages {
            add_until(&mut lock.parts(3010, 1000).unwrap(), 3);
            damage();
            assert_eq!(lock.parts(3010, 1000).unwrap().done(), left);
        }
        add_until(&mut lock.parts(3010, 1000).unwrap(), 3);
        assert_eq!(lock.parts(4000, 1000).unwrap().done(), 0, "of another length");
        add_until(&mut lock.parts(3010, 1000).unwrap(), 3);
        drop(lock);
        let newer = cache.try_lock(TableId { version: TEST_TABLE.version + 1, ..TEST_TABLE }).unwrap();
        assert_eq!(newer.parts(3010, 1000).unwrap().done(), 0, "of another version");
    }

    #[test]
    fn parts_that_are_lost_before_the_end_are_built_again() {
        let folder = tempfile::tempdir().unwrap();
        let cache = Cache::at(folder.path());
        let lock = cache.try_lock(TEST_TABLE).unwrap();
        let mut parts = lock.parts(3010, 1000).unwrap();
        add_until(&mut parts, 4);
        let end = file_format::header_length(3010) + 1000;
        private_file::open_to_change(&lock.parts_path()).unwrap().set_len(end as u64).unwrap();
        assert!(parts.finish().is_err());
        assert_eq!(cache.open(TEST_TABLE).unwrap_err(), OpenError::NotBuilt);
        assert_eq!(lock.parts(3010, 1000).unwrap().done(), 1);
    }

    #[test]
    fn a_table_is_complete_even_if_its_journal_cannot_be_removed() {
        let folder = tempfile::tempdir().unwrap();
        let cache = Cache::at(folder.path());
        let lock = cache.try_lock(TEST_TABLE).unwrap();
        let mut parts = lock.parts(3010, 1000).unwrap();
        add_until(&mut parts, 4);
        // `remove_file` fails for a folder.
        fs::remove_file(lock.journal_path()).unwrap();
        fs::create_dir(lock.journal_path()).unwrap();
        assert_eq!(parts.finish(), Ok(()));
        assert_eq!(cache.check(TEST_TABLE), Ok(3010));
    }

    #[test]
    fn parts_are_removed_with_their_table() {
        let folder = tempfile::tempdir().unwrap();
        let cache = Cache::at(folder.path());
        let lock = cache.try_lock(TEST_TABLE).unwrap();
        add_until(&mut lock.parts(3010, 1000).unwrap(), 2);
        assert!(lock.remove_table().unwrap() > 2000);
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0);
    }
}
