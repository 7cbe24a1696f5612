//! Large tables, kept as they are made: a part after the other, so that a build that was ended is taken up again.
//!
//! The parts stand in a file as they will in the end, behind room for the header. Beside it is a journal with a checksum for each
//! part that is whole: whatever the end of a process or of the system left of the rest is cut off.

use super::form::{self, Label};
use super::{Claim, mapping};
use crate::files::{cannot_write, reason};
use std::fs::{self, File};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

/// A table of which some parts are there.
#[derive(Debug)]
pub struct Parts<'a> {
    claim: &'a Claim,
    file: File,
    journal: File,
    /// Bytes of the whole table, and of each part but the last.
    length: usize,
    part: usize,
    done: usize,
}

impl Claim {
    /// The parts of a table of this length that were made before, each of so many bytes; why there is no room for them, if so.
    pub fn parts(&self, length: usize, part: usize) -> Result<Parts<'_>, String> {
        let (path, journal) = (self.parts_path(), self.journal_path());
        let opened = open(&path).and_then(|file| Ok((file, open(&journal)?)));
        let (file, journal) = opened.map_err(|error| cannot_write(&path, &error))?;
        let mut parts = Parts { claim: self, file, journal, length, part: part.max(1), done: 0 };
        parts.take_up().map_err(|error| cannot_write(&path, &error))?;
        Ok(parts)
    }

    pub(super) fn parts_path(&self) -> PathBuf {
        self.cache.folder.join(format!("{}.parts", self.label.name))
    }

    pub(super) fn journal_path(&self) -> PathBuf {
        self.cache.folder.join(format!("{}.journal", self.label.name))
    }
}

fn open(path: &Path) -> io::Result<File> {
    File::options().create(true).truncate(false).read(true).write(true).open(path)
}

impl Parts<'_> {
    /// How many parts there are in the end.
    pub fn count(&self) -> usize {
        self.length.div_ceil(self.part)
    }

    /// How many are there, from the first on.
    pub fn done(&self) -> usize {
        self.done
    }

    fn start(&self) -> usize {
        form::header_length(self.length)
    }

    fn part_length(&self, index: usize) -> usize {
        self.part.min(self.length.saturating_sub(index * self.part))
    }

    /// The first line of the journal: parts of anything else are of no use.
    fn title(&self) -> String {
        let Label { name, version } = self.claim.label;
        format!("parts of {name}, version {version}, {} bytes, {} each\n", self.length, self.part)
    }

    /// Finds the parts that are whole, and cuts off the rest.
    fn take_up(&mut self) -> io::Result<()> {
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
        }
        if self.done == 0 {
            self.journal.set_len(0)?;
            self.journal.rewind()?;
            self.journal.write_all(title.as_bytes())?;
        }
        let journal_end = (title.len() + 4 * self.done) as u64;
        self.journal.set_len(journal_end)?;
        self.journal.seek(SeekFrom::Start(journal_end))?;
        let end = (self.start() + self.length.min(self.done * self.part)) as u64;
        self.file.set_len(end)?;
        super::reserve(&self.file, (self.start() + self.length) as u64)?;
        self.file.seek(SeekFrom::Start(end))?;
        Ok(())
    }

    /// Keeps the next part; why not, if it can't.
    pub fn add(&mut self, part: &[u8]) -> Result<(), String> {
        assert_eq!(part.len(), self.part_length(self.done), "parts have the length that was told");
        let checksum = crc32fast::hash(part).to_le_bytes();
        let written = self.file.write_all(part).and_then(|()| self.journal.write_all(&checksum));
        written.map_err(|error| cannot_write(&self.claim.parts_path(), &error))?;
        self.done += 1;
        Ok(())
    }

    /// Makes a table file of all parts.
    pub fn finish(mut self) -> Result<(), String> {
        assert_eq!(self.done, self.count(), "all parts are there");
        let path = self.claim.parts_path();
        let finish = |parts: &mut Parts<'_>| -> io::Result<()> {
            let start = parts.start();
            parts.file.set_len((start + parts.length) as u64)?;
            let map = mapping::map(&parts.file)?;
            let header = form::header(parts.claim.label, &map[start..]);
            drop(map);
            parts.file.rewind()?;
            parts.file.write_all(&header)?;
            fs::rename(&path, parts.claim.cache.path(parts.claim.label.name))
        };
        finish(&mut self).map_err(|error| cannot_write(&path, &error))?;
        let journal = self.claim.journal_path();
        fs::remove_file(&journal)
            .map_err(|error| format!("cannot remove the file `{}`: {}", journal.display(), reason(&error)))
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Absence, Cache};
    use super::*;

    const SOME: Label = Label { name: "some", version: 1 };

    fn part(index: u8) -> Vec<u8> {
        vec![index + 1; if index == 3 { 10 } else { 1000 }]
    }

    fn made(parts: &mut Parts<'_>, until: usize) {
        for index in parts.done()..until {
            parts.add(&part(index as u8)).unwrap();
        }
    }

    #[test]
    fn a_table_is_made_in_several_goes() {
        let folder = tempfile::tempdir().unwrap();
        let cache = Cache::at(folder.path());
        for (before, until) in [(0, 1), (1, 1), (1, 3), (3, 4)] {
            let claim = cache.claim(SOME).unwrap();
            let mut parts = claim.parts(3010, 1000).unwrap();
            assert_eq!((parts.done(), parts.count()), (before, 4));
            made(&mut parts, until);
            assert_eq!(cache.open(SOME).unwrap_err(), Absence::NotBuilt);
        }
        let claim = cache.claim(SOME).unwrap();
        claim.parts(3010, 1000).unwrap().finish().unwrap();
        let expected: Vec<u8> = (0..4).flat_map(part).collect();
        assert_eq!(cache.open(SOME).unwrap().contents(), expected);
        assert_eq!(cache.open_in_large_pages(SOME).unwrap().as_ref(), expected);
        assert!(!claim.parts_path().exists() && !claim.journal_path().exists());
    }

    #[test]
    fn what_is_not_whole_is_made_again() {
        let folder = tempfile::tempdir().unwrap();
        let cache = Cache::at(folder.path());
        let claim = cache.claim(SOME).unwrap();
        let start = form::header_length(3010);
        // A part that was half written, one that was changed, parts of another table, a journal that was lost.
        let damages: [(&dyn Fn(), usize); 4] = [
            (&|| open(&claim.parts_path()).unwrap().set_len((start + 2500) as u64).unwrap(), 2),
            (
                &|| {
                    let mut bytes = fs::read(claim.parts_path()).unwrap();
                    bytes[start + 1500] ^= 1;
                    fs::write(claim.parts_path(), bytes).unwrap();
                },
                1,
            ),
            (&|| fs::write(claim.journal_path(), "parts of something else").unwrap(), 0),
            (&|| fs::remove_file(claim.journal_path()).unwrap(), 0),
        ];
        for (damage, left) in damages {
            made(&mut claim.parts(3010, 1000).unwrap(), 3);
            damage();
            assert_eq!(claim.parts(3010, 1000).unwrap().done(), left);
        }
        made(&mut claim.parts(3010, 1000).unwrap(), 3);
        assert_eq!(claim.parts(4000, 1000).unwrap().done(), 0, "of another length");
        made(&mut claim.parts(3010, 1000).unwrap(), 3);
        drop(claim);
        let newer = cache.claim(Label { version: SOME.version + 1, ..SOME }).unwrap();
        assert_eq!(newer.parts(3010, 1000).unwrap().done(), 0, "of another version");
    }

    #[test]
    fn parts_are_cleared_with_their_table() {
        let folder = tempfile::tempdir().unwrap();
        let cache = Cache::at(folder.path());
        let claim = cache.claim(SOME).unwrap();
        made(&mut claim.parts(3010, 1000).unwrap(), 2);
        assert!(claim.clear().unwrap() > 2000);
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0);
    }
}
