//! The parts of a target that is not finished: one file for each chunk of rows that was solved, in a folder beside it.
//!
//! The name of a part tells its first row, its rows and how many of them have an error, so that nothing else has to be written
//! when a part is. Parts are finished in order; where one is missing, the names of the others tell which rows are to be solved
//! again.

use super::failure::Failure;
use super::manifest::Manifest;
use std::fs::{self, File, TryLockError};
use std::io::{self, ErrorKind, Write};
use std::ops::Range;
use std::path::{Path, PathBuf};

const MANIFEST: &str = "manifest.json";
const LOCK: &str = "lock";
const PREFIX: &str = "part-";
/// How the names of files begin that are being written.
pub(super) const TEMPORARY: &str = ".cubegod-";

/// How often a folder is made again that its last owner removed in the same moment.
const MOST_TRIES: usize = 10;

/// Where the parts of a target are: `cubes.parquet.parts` for `cubes.parquet`.
pub fn parts_folder(target: &Path) -> PathBuf {
    let mut name = target.as_os_str().to_owned();
    name.push(".parts");
    name.into()
}

/// A part that was finished.
#[derive(Clone, Debug, Eq, PartialEq)]
pub(super) struct Part {
    pub(super) path: PathBuf,
    /// Its first row, from 0.
    pub(super) start: u64,
    pub(super) rows: u64,
    pub(super) errors: u64,
}

impl Part {
    fn end(&self) -> u64 {
        self.start.saturating_add(self.rows)
    }
}

/// The folder of the parts of one target, which nobody else writes to meanwhile.
#[derive(Debug)]
pub(super) struct Parts {
    folder: PathBuf,
    target: PathBuf,
    /// In the order of their rows, none of which is in two of them.
    done: Vec<Part>,
    _lock: File,
}

impl Parts {
    /// Takes the folder over, or makes it; with `restart` the parts in it are thrown away. Where they belong to something
    /// else, nothing is changed.
    pub(super) fn open(target: &Path, manifest: &Manifest, restart: bool) -> Result<Parts, Failure> {
        let folder = parts_folder(target);
        let lock = locked(&folder, target)?;
        let mut parts = Parts { folder, target: target.to_owned(), done: Vec::new(), _lock: lock };
        let failed = |error: io::Error| Failure::writing(&parts.folder, &error);
        let mut is_new = restart;
        match parts.manifest() {
            Ok(None) => {
                parts.refuse_if_foreign()?;
                is_new = true;
            }
            _ if restart => {}
            Ok(Some(old)) => {
                let difference = old.difference(manifest);
                // A run that was killed before its first part leaves nothing that could be mixed.
                is_new = difference.is_some() && parts.files(PREFIX).map_err(failed)?.is_empty();
                if let Some(difference) = difference.filter(|_| !is_new) {
                    return Err(parts.do_not_belong(&difference));
                }
            }
            Err(why) => return Err(parts.do_not_belong(&why)),
        }
        // Parts without a list were left by somebody who was killed while removing them.
        if is_new {
            parts.remove_files().map_err(failed)?;
        }
        parts.remove_leftovers().map_err(failed)?;
        parts.done = parts.find().map_err(failed)?;
        let text = serde_json::to_vec_pretty(manifest).map_err(|error| failed(error.into()))?;
        write_whole(&parts.folder.join(MANIFEST), |file| file.write_all(&text))
            .map_err(|error| Failure::writing(&parts.folder.join(MANIFEST), &error))?;
        Ok(parts)
    }

    fn do_not_belong(&self, why: &str) -> Failure {
        Failure::usage(format!(
            "the parts in `{}` do not belong to this command: {why}; --restart throws them away and begins anew, another \
             --out leaves them",
            self.folder.display()
        ))
    }

    /// Where they are.
    pub(super) fn folder(&self) -> &Path {
        &self.folder
    }

    /// Those that are finished, in order.
    pub(super) fn done(&self) -> &[Part] {
        &self.done
    }

    /// How many rows they have.
    pub(super) fn rows(&self) -> u64 {
        self.done.iter().map(|part| part.rows).sum()
    }

    /// How many of them have an error.
    pub(super) fn errors(&self) -> u64 {
        self.done.iter().map(|part| part.errors).sum()
    }

    /// What they become.
    pub(super) fn target(&self) -> &Path {
        &self.target
    }

    /// The rows that are in no part, in order; the last ones have no end.
    pub(super) fn gaps(&self) -> Vec<Range<u64>> {
        let starts = self.done.iter().map(|part| part.start).chain([u64::MAX]);
        let ends = [0].into_iter().chain(self.done.iter().map(Part::end));
        ends.zip(starts).map(|(end, start)| end..start).filter(|gap| !gap.is_empty()).collect()
    }

    /// The first row that is in no part.
    pub(super) fn next_row(&self) -> u64 {
        self.done[..self.place_of_next()].last().map_or(0, Part::end)
    }

    /// How many parts follow each other from the first row on.
    fn place_of_next(&self) -> usize {
        let mut end = 0;
        for (place, part) in self.done.iter().enumerate() {
            if part.start != end {
                return place;
            }
            end = part.end();
        }
        self.done.len()
    }

    /// Writes the part of the first rows that are in none, whole or not at all.
    pub(super) fn add(&mut self, rows: u64, errors: u64, bytes: &[u8]) -> Result<(), Failure> {
        let (place, start) = (self.place_of_next(), self.next_row());
        let path = self.folder.join(format!("{PREFIX}{start:012}-{rows}-{errors}"));
        write_whole(&path, |file| file.write_all(bytes)).map_err(|error| Failure::writing(&path, &error))?;
        self.done.insert(place, Part { path, start, rows, errors });
        Ok(())
    }

    /// Removes the folder once the target is there. What is left of it, if it can't be removed, is nothing that anybody
    /// needs.
    pub(super) fn remove(self) {
        let _ = self.remove_files().and_then(|()| fs::remove_file(self.folder.join(LOCK)));
        let _ = fs::remove_dir(&self.folder);
    }

    /// Removes a folder in which nothing was kept.
    pub(super) fn remove_if_empty(self) {
        if self.done.is_empty() {
            self.remove();
        }
    }

    /// What the parts in the folder belong to; none where there is nothing of the kind, and why where it can't be told.
    fn manifest(&self) -> Result<Option<Manifest>, String> {
        match fs::read(self.folder.join(MANIFEST)) {
            Ok(text) => serde_json::from_slice(&text).map(Some).map_err(|_| "their list is damaged".into()),
            Err(error) if error.kind() == ErrorKind::NotFound => Ok(None),
            Err(error) => Err(cubegod_cache::reason(&error)),
        }
    }

    /// A folder of somebody else, by chance with this name.
    fn refuse_if_foreign(&self) -> Result<(), Failure> {
        let entries =
            fs::read_dir(&self.folder).map_err(|error| Failure::reading_because(&self.folder, &error))?;
        let foreign = entries
            .filter_map(|entry| Some(entry.ok()?.file_name().to_string_lossy().into_owned()))
            .find(|name| name != LOCK && !name.starts_with(TEMPORARY) && read_name(name.into()).is_none());
        match foreign {
            None => Ok(()),
            Some(name) => Err(Failure::usage(format!(
                "the parts of `{}` would be kept in the folder `{}`, which has other files, such as `{name}`; name another \
                 --out",
                self.target.display(),
                self.folder.display()
            ))),
        }
    }

    /// The finished parts. One without rows, of a source without any, is made again.
    fn find(&self) -> io::Result<Vec<Part>> {
        let mut found: Vec<Part> = self.files(PREFIX)?.into_iter().filter_map(read_name).collect();
        found.sort_unstable_by_key(|part| part.start);
        let mut done: Vec<Part> = Vec::new();
        for part in found {
            // Nobody writes rows twice, but anybody may copy files.
            let is_new = part.start >= done.last().map_or(0, Part::end);
            match is_new && part.rows > 0 {
                true => done.push(part),
                false => fs::remove_file(&part.path)?,
            }
        }
        Ok(done)
    }

    fn files(&self, prefix: &str) -> io::Result<Vec<PathBuf>> {
        let entries: Vec<_> = fs::read_dir(&self.folder)?.collect::<Result<_, _>>()?;
        let is_ours = |entry: &fs::DirEntry| entry.file_name().to_string_lossy().starts_with(prefix);
        Ok(entries.iter().filter(|entry| is_ours(entry)).map(fs::DirEntry::path).collect())
    }

    /// Only who has the lock writes temporary files: those that are there were left by a process that was killed.
    fn remove_leftovers(&self) -> io::Result<()> {
        self.files(TEMPORARY)?.iter().try_for_each(fs::remove_file)
    }

    /// Removes all that is ours but the lock; the list goes first, so that what is left belongs to nothing.
    fn remove_files(&self) -> io::Result<()> {
        match fs::remove_file(self.folder.join(MANIFEST)) {
            Err(error) if error.kind() != ErrorKind::NotFound => return Err(error),
            _ => {}
        }
        self.remove_leftovers()?;
        self.files(PREFIX)?.iter().try_for_each(fs::remove_file)
    }
}

/// Where a target really is: what a link leads to is replaced, not the link.
pub(super) fn place_of(target: &Path) -> PathBuf {
    fs::canonicalize(target).unwrap_or_else(|_| target.to_owned())
}

/// How many rows of a target are solved and kept beside it.
pub fn kept_rows(target: &Path) -> u64 {
    let entries = fs::read_dir(parts_folder(&place_of(target))).into_iter().flatten();
    entries.filter_map(|entry| Some(read_name(entry.ok()?.path())?.rows)).sum()
}

/// `part-000000131072-65536-3`: its first row, its rows and its errors.
fn read_name(path: PathBuf) -> Option<Part> {
    let name = path.file_name()?.to_str()?.strip_prefix(PREFIX)?;
    let numbers: Vec<u64> = name.split('-').map(str::parse).collect::<Result<_, _>>().ok()?;
    let [start, rows, errors] = numbers[..] else { return None };
    Some(Part { path, start, rows, errors })
}

/// The folder's lock, which the system takes back however the process ends.
fn locked(folder: &Path, target: &Path) -> Result<File, Failure> {
    let path = folder.join(LOCK);
    let failed = |error: io::Error| Failure::writing(&path, &error);
    for _ in 0..MOST_TRIES {
        match fs::create_dir(folder) {
            Err(error) if error.kind() != ErrorKind::AlreadyExists => {
                // It is made beside the target: what is missing, or may not be written, is the folder of both.
                let advice = match error.kind() {
                    ErrorKind::NotFound => "make the folder that --out is in, or name another --out",
                    _ => "what is solved is kept there until all is; name another --out",
                };
                return Err(Failure::File(format!(
                    "cannot make the folder `{}`: {}; {advice}",
                    folder.display(),
                    cubegod_cache::reason(&error)
                )));
            }
            _ => {}
        }
        let mut options = File::options();
        // Some systems lock only files that can be written.
        let file = match options.create(true).truncate(false).write(true).open(&path) {
            Err(error) if error.kind() == ErrorKind::NotFound => continue,
            result => result.map_err(failed)?,
        };
        match file.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => {
                return Err(Failure::File(format!(
                    "cannot write the file `{}`: another run is at it; wait until it ends, or name another --out",
                    target.display()
                )));
            }
            Err(TryLockError::Error(error)) => return Err(failed(error)),
        }
        // Whoever had it may have finished and removed it just now.
        if path.exists() {
            return Ok(file);
        }
    }
    Err(Failure::File(format!(
        "cannot write the file `{}`: other runs are at it; wait until they end, or name another --out",
        target.display()
    )))
}

/// Writes a file beside its place, waits until it is on the disk, and lets it take its place.
pub(super) fn write_whole(path: &Path, write: impl FnOnce(&mut File) -> io::Result<()>) -> io::Result<()> {
    cubegod_cache::replace_file(path, TEMPORARY, |file| {
        write(file)?;
        file.sync_all()
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::files::fingerprint::Fingerprint;
    use crate::files::kind::Kind;
    use crate::options::Options;

    fn manifest(folder: &Path, contents: &str, tables: &str) -> Manifest {
        let source = folder.join("in.csv");
        fs::write(&source, contents).unwrap();
        // Two files that are written one after the other may have the same time.
        let time = std::time::UNIX_EPOCH + std::time::Duration::from_secs(contents.len() as u64);
        File::options().write(true).open(&source).unwrap().set_modified(time).unwrap();
        let fingerprint = Fingerprint::of(&source).unwrap();
        Manifest::new(fingerprint, Kind::Csv, Kind::Csv, &Options::default(), tables)
    }

    fn opened(folder: &Path, restart: bool) -> Parts {
        Parts::open(&folder.join("out.csv"), &manifest(folder, "cube", "small"), restart).unwrap()
    }

    #[test]
    fn names_of_parts_tell_what_is_in_them() {
        let part = |name: &str| read_name(name.into()).map(|part| (part.start, part.rows, part.errors));
        assert_eq!(part("part-000000131072-65536-3"), Some((131_072, 65_536, 3)));
        for other in ["part-1-2", "part-1-2-3-4", "part-1-2-x", "part-", "lock", "part-1--2"] {
            assert_eq!(part(other), None, "{other}");
        }
    }

    #[test]
    fn parts_are_found_again_and_only_gaps_are_filled() {
        let folder = tempfile::tempdir().unwrap();
        let folder = folder.path();
        let mut parts = opened(folder, false);
        for rows in 1..=4 {
            parts.add(rows, 1, b"rows").unwrap();
        }
        drop(parts);
        let parts = opened(folder, false);
        assert_eq!((parts.done().len(), parts.rows(), parts.errors()), (4, 10, 4));
        assert_eq!((kept_rows(parts.target()), kept_rows(&folder.join("other.csv"))), (10, 0));
        fs::remove_file(&parts.done()[2].path).unwrap();
        drop(parts);
        let mut parts = opened(folder, false);
        assert_eq!((parts.done().len(), parts.rows(), parts.next_row()), (3, 7, 3));
        assert_eq!(parts.gaps(), [3..6, 10..u64::MAX]);
        parts.add(2, 0, b"rows").unwrap();
        assert_eq!(parts.gaps(), [5..6, 10..u64::MAX]);
        drop(parts);
        let mut parts = opened(folder, false);
        parts.add(1, 0, b"rows").unwrap();
        assert_eq!((parts.gaps().len(), parts.next_row()), (1, 10));
        let starts: Vec<u64> = parts.done().iter().map(|part| part.start).collect();
        assert_eq!(starts, [0, 1, 3, 5, 6]);
        drop(parts);
        let parts = opened(folder, true);
        assert!(parts.done().is_empty());
        parts.remove();
        assert!(!parts_folder(&folder.join("out.csv")).exists());
    }

    #[test]
    fn parts_whose_list_was_removed_belong_to_nothing() {
        let folder = tempfile::tempdir().unwrap();
        let folder = folder.path();
        let mut parts = opened(folder, false);
        parts.add(1, 0, b"rows").unwrap();
        fs::remove_file(parts.folder().join(MANIFEST)).unwrap();
        drop(parts);
        assert!(opened(folder, false).done().is_empty());
    }

    #[test]
    fn parts_of_something_else_are_refused_and_kept() {
        let folder = tempfile::tempdir().unwrap();
        let folder = folder.path();
        let mut parts = opened(folder, false);
        parts.add(1, 0, b"rows").unwrap();
        drop(parts);
        let refusal = |contents: &str, tables: &str| {
            let manifest = manifest(folder, contents, tables);
            Parts::open(&folder.join("out.csv"), &manifest, false).unwrap_err().to_string()
        };
        assert!(refusal("cubes", "small").contains("the input was changed since; --restart"));
        assert!(refusal("cube", "large 1").contains("tables was small and is large 1 now; --restart"));
        assert_eq!(opened(folder, false).done().len(), 1);
    }

    #[test]
    fn a_folder_without_parts_belongs_to_nothing() {
        let folder = tempfile::tempdir().unwrap();
        let folder = folder.path();
        drop(opened(folder, false));
        let other = manifest(folder, "cubes", "large 1");
        let mut parts = Parts::open(&folder.join("out.csv"), &other, false).unwrap();
        parts.add(1, 0, b"rows").unwrap();
        drop(parts);
        assert_eq!(Parts::open(&folder.join("out.csv"), &other, false).unwrap().done().len(), 1);
    }

    #[test]
    fn one_at_a_time_has_the_folder() {
        let folder = tempfile::tempdir().unwrap();
        let folder = folder.path();
        let parts = opened(folder, false);
        let manifest = manifest(folder, "cube", "small");
        let second = Parts::open(&folder.join("out.csv"), &manifest, true).unwrap_err().to_string();
        assert!(second.contains("out.csv`: another run is at it; wait until it ends"), "{second}");
        drop(parts);
        assert!(Parts::open(&folder.join("out.csv"), &manifest, false).is_ok());
    }
}
