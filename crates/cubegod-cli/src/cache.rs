//! Tables kept between runs: in files that are written whole, marked with what they are, and checked when read.
//!
//! Whatever goes wrong with a file, the table is built again; a cache that can't be written costs time and nothing else.

use crate::output::write_file;
use std::fs;
use std::io::Read;
use std::path::PathBuf;

/// The first bytes of every table file.
const MARK: &[u8; 8] = b"cubegod\n";

/// Raised whenever the contents of any table change, so that files of older versions are not taken.
const VERSION: u32 = 1;

/// Mark, version, checksum.
const HEADER: usize = MARK.len() + 4 + 4;

/// A folder of table files; none when there is nowhere to keep them.
pub(crate) struct Cache {
    folder: Option<PathBuf>,
}

impl Cache {
    /// In `CUBEGOD_CACHE`, else in the user's cache folder.
    pub(crate) fn of_user() -> Cache {
        let variable =
            |name: &str| std::env::var_os(name).filter(|value| !value.is_empty()).map(PathBuf::from);
        let folder = variable("CUBEGOD_CACHE")
            .or_else(|| variable("XDG_CACHE_HOME").map(|folder| folder.join("cubegod")))
            .or_else(|| variable("HOME").map(|folder| folder.join(".cache").join("cubegod")));
        Cache { folder }
    }

    fn path(&self, name: &str) -> Option<PathBuf> {
        self.folder.as_ref().map(|folder| folder.join(format!("{name}.table")))
    }

    /// The contents of a file, if it is there, of this version and whole.
    pub(crate) fn load(&self, name: &str) -> Option<Vec<u8>> {
        let mut file = fs::File::open(self.path(name)?).ok()?;
        let mut header = [0; HEADER];
        file.read_exact(&mut header).ok()?;
        let mut table = Vec::new();
        file.read_to_end(&mut table).ok()?;
        (header[..] == Cache::header(name, &table)).then_some(table)
    }

    /// Keeps a table for the next run; why not, if it can't.
    pub(crate) fn store(&self, name: &str, table: &[u8]) -> Result<(), String> {
        let path = self.path(name).ok_or("there is no home folder; set CUBEGOD_CACHE to keep tables")?;
        if let Some(folder) = path.parent() {
            fs::create_dir_all(folder)
                .map_err(|error| format!("cannot make the folder `{}`: {error}", folder.display()))?;
        }
        let mut contents = Cache::header(name, table);
        contents.extend_from_slice(table);
        write_file(&path, &contents).map_err(|stop| stop.to_string())
    }

    /// The checksum covers the name too, so that one table is not taken for another.
    fn header(name: &str, table: &[u8]) -> Vec<u8> {
        let mut checksum = crc32fast::Hasher::new();
        checksum.update(name.as_bytes());
        checksum.update(table);
        [&MARK[..], &VERSION.to_le_bytes(), &checksum.finalize().to_le_bytes()].concat()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cache() -> (tempfile::TempDir, Cache) {
        let folder = tempfile::tempdir().unwrap();
        let cache = Cache { folder: Some(folder.path().join("below").join("it")) };
        (folder, cache)
    }

    #[test]
    fn what_was_kept_comes_back() {
        let (_folder, cache) = cache();
        assert_eq!(cache.load("some"), None);
        cache.store("some", b"contents").unwrap();
        assert_eq!(cache.load("some").as_deref(), Some(&b"contents"[..]));
        cache.store("some", b"other").unwrap();
        assert_eq!(cache.load("some").as_deref(), Some(&b"other"[..]));
    }

    #[test]
    fn a_damaged_shortened_or_foreign_file_is_not_taken() {
        let (_folder, cache) = cache();
        cache.store("some", &[7; 1000]).unwrap();
        let path = cache.path("some").unwrap();
        let whole = fs::read(&path).unwrap();
        for place in [0, 9, 13, HEADER, 500, whole.len() - 1] {
            let mut damaged = whole.clone();
            damaged[place] ^= 1;
            fs::write(&path, damaged).unwrap();
            assert_eq!(cache.load("some"), None, "byte {place}");
        }
        for length in [0, 5, HEADER, whole.len() - 1] {
            fs::write(&path, &whole[..length]).unwrap();
            assert_eq!(cache.load("some"), None, "{length} bytes");
        }
        fs::write(cache.path("other").unwrap(), &whole).unwrap();
        assert_eq!(cache.load("other"), None);
    }

    #[test]
    fn without_a_folder_nothing_is_kept_and_it_says_why() {
        let cache = Cache { folder: None };
        assert!(cache.store("some", b"contents").unwrap_err().contains("CUBEGOD_CACHE"));
        assert_eq!(cache.load("some"), None);
    }
}
