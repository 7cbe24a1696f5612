//! The parts of an unfinished output: one file per solved chunk of rows, in a folder beside the output.
//!
//! The name of a part has its first row, its number of rows, the number of errors, and the end of its chunk of the input, so that
//! nothing else has to be written with a part. Parts are finished in order. If one is missing, the names of the others say which
//! rows to solve again.

use super::fingerprint::Fingerprint;
use super::manifest::{Manifest, Output};
use super::{read_error, write_error};
use crate::error::{BatchError, Difference, OutputFault, UsageError};
use cubegod_cache::{Reason, TEMPORARY_PREFIX, write_file};
use std::fs::{self, File, TryLockError};
use std::io::{self, ErrorKind, Write};
use std::ops::Range;
use std::path::{Path, PathBuf};

const MANIFEST: &str = "manifest.json";
const LOCK: &str = "lock";
const PREFIX: &str = "part-";

/// The most attempts to create a folder that other runs remove at the same moment.
const MAX_TRIES: usize = 10;

/// Returns the folder with the parts of an output: `cubes.parquet.parts` for `cubes.parquet`.
pub fn parts_folder(target: &Path) -> PathBuf {
    let mut name = target.as_os_str().to_owned();
    name.push(".parts");
    name.into()
}

/// A finished part.
#[derive(Clone, Debug, Eq, PartialEq)]
pub(super) struct Part {
    pub(super) path: PathBuf,
    /// Its first row, from 0.
    pub(super) start: u64,
    pub(super) rows: u64,
    pub(super) errors: u64,
    /// The row after the last one of its chunk of the input. Chunks do not depend on where a run was interrupted.
    pub(super) chunk_end: u64,
}

impl Part {
    fn end(&self) -> u64 {
        self.start.saturating_add(self.rows)
    }
}

/// The folder with the parts of one output, locked against other runs.
#[derive(Debug)]
pub(super) struct Parts {
    folder: PathBuf,
    target: PathBuf,
    manifest: Manifest,
    /// In the order of their rows, none of which is in two of them.
    done: Vec<Part>,
    _lock: File,
}

impl Parts {
    /// Opens the folder, or creates it. With `restart` the parts in it are deleted. If they belong to a run with other options or
    /// another input, it fails and changes nothing.
    pub(super) fn open(target: &Path, manifest: Manifest, restart: bool) -> Result<Parts, BatchError> {
        let folder = parts_folder(target);
        let lock = locked(&folder, target)?;
        let mut parts = Parts { folder, target: target.to_owned(), manifest, done: Vec::new(), _lock: lock };
        let failed = |folder: &Path, error: io::Error| write_error(folder, &error);
        let mut is_new = restart;
        match read_manifest(&parts.folder) {
            Ok(None) => {
                parts.check_foreign_files()?;
                is_new = true;
            }
            _ if restart => {}
            Ok(Some(old)) => {
                let difference = old.difference(&parts.manifest);
                // A run that was killed before its first part leaves nothing to mix with.
                let is_empty = || parts.files(PREFIX).map(|files| files.is_empty());
                is_new = difference.is_some() && is_empty().map_err(|error| failed(&parts.folder, error))?;
                if let Some(difference) = difference.filter(|_| !is_new) {
                    return Err(parts.do_not_belong(difference));
                }
                if !is_new {
                    parts.manifest = old;
                }
            }
            Err(reason) => return Err(parts.do_not_belong(reason)),
        }
        // Parts without a manifest were left by a run that was killed while it removed them.
        if is_new {
            parts.remove_files().map_err(|error| failed(&parts.folder, error))?;
        }
        parts.remove_leftovers().map_err(|error| failed(&parts.folder, error))?;
        parts.done = parts.find().map_err(|error| failed(&parts.folder, error))?;
        parts.write_manifest()?;
        Ok(parts)
    }

    fn write_manifest(&self) -> Result<(), BatchError> {
        let path = self.folder.join(MANIFEST);
        serde_json::to_vec_pretty(&self.manifest)
            .map_err(io::Error::from)
            .and_then(|text| write_file(&path, |file| file.write_all(&text)))
            .map_err(|error| write_error(&path, &error))
    }

    /// Whether parts depend on a table of proofs.
    pub(super) fn has_proof_table(&self) -> bool {
        self.manifest.proof_table.is_some()
    }

    /// Records the table of proofs that the next parts depend on. Fails if earlier ones depend on another.
    pub(super) fn check_proof_table(&mut self, name: &str) -> Result<(), BatchError> {
        if let Some(difference) = self.manifest.table_difference(name) {
            return Err(self.do_not_belong(difference));
        }
        if self.manifest.proof_table.is_none() {
            self.manifest.proof_table = Some(name.to_owned());
            self.write_manifest()?;
        }
        Ok(())
    }

    /// Records that a file is the complete output, which is to replace the target next.
    pub(super) fn record_output(&mut self, output: &mut File) -> io::Result<()> {
        let file = Fingerprint::of_file(output)?;
        self.manifest.output = Some(Output { file, rows: self.rows(), errors: self.errors() });
        self.write_manifest().map_err(|error| io::Error::other(error.to_string()))
    }

    /// Returns the recorded output if the target is that file: a run was killed before it removed its parts.
    pub(super) fn output(&self) -> Option<&Output> {
        self.manifest.output_at(&self.target)
    }

    fn do_not_belong(&self, difference: Difference) -> BatchError {
        UsageError::OtherRun { folder: self.folder.clone(), difference }.into()
    }

    /// Returns the folder.
    pub(super) fn folder(&self) -> &Path {
        &self.folder
    }

    /// Returns the finished parts, in order.
    pub(super) fn done(&self) -> &[Part] {
        &self.done
    }

    /// Returns the number of rows in all parts.
    pub(super) fn rows(&self) -> u64 {
        self.done.iter().map(|part| part.rows).sum()
    }

    /// Returns the number of rows with an error.
    pub(super) fn errors(&self) -> u64 {
        self.done.iter().map(|part| part.errors).sum()
    }

    /// Returns the output.
    pub(super) fn target(&self) -> &Path {
        &self.target
    }

    /// Returns the rows that are in no part, in order; the last range has no end.
    pub(super) fn gaps(&self) -> Vec<Range<u64>> {
        let starts = self.done.iter().map(|part| part.start).chain([u64::MAX]);
        let ends = [0].into_iter().chain(self.done.iter().map(Part::end));
        ends.zip(starts).map(|(end, start)| end..start).filter(|gap| !gap.is_empty()).collect()
    }

    /// Returns the first row that is in no part.
    pub(super) fn next_row(&self) -> u64 {
        self.done[..self.place_of_next()].last().map_or(0, Part::end)
    }

    /// Returns the number of consecutive parts from the first row on.
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

    /// Writes the part of the first rows that are in none, whole or not at all. `rows_after` is the number of rows that follow in
    /// their chunk of the input.
    pub(super) fn add(
        &mut self,
        rows: u64,
        errors: u64,
        rows_after: u64,
        bytes: &[u8],
    ) -> Result<(), BatchError> {
        let (place, start) = (self.place_of_next(), self.next_row());
        let chunk_end = start + rows + rows_after;
        let path = self.folder.join(format!("{PREFIX}{start:012}-{rows}-{errors}-{chunk_end}"));
        write_file(&path, |file| file.write_all(bytes)).map_err(|error| write_error(&path, &error))?;
        self.done.insert(place, Part { path, start, rows, errors, chunk_end });
        Ok(())
    }

    /// Removes the folder once the output is complete. It is no error if that fails: nothing in it is needed. The manifest goes
    /// last, as it says that the output is complete.
    pub(super) fn remove(self) {
        let removed = self.remove_leftovers().and_then(|()| self.remove_parts());
        let removed = removed.and_then(|()| fs::remove_file(self.folder.join(MANIFEST)));
        let _ = removed.and_then(|()| fs::remove_file(self.folder.join(LOCK)));
        let _ = fs::remove_dir(&self.folder);
    }

    /// Removes a folder without parts.
    pub(super) fn remove_if_empty(self) {
        if self.done.is_empty() {
            self.remove();
        }
    }

    /// Fails for a folder with other files.
    fn check_foreign_files(&self) -> Result<(), BatchError> {
        let entries = fs::read_dir(&self.folder).map_err(|error| read_error(&self.folder, &error))?;
        let foreign = entries
            .filter_map(|entry| Some(entry.ok()?.file_name().to_string_lossy().into_owned()))
            .find(|name| {
                name != LOCK && !name.starts_with(TEMPORARY_PREFIX) && read_name(name.into()).is_none()
            });
        match foreign {
            None => Ok(()),
            Some(name) => {
                let (target, folder) = (self.target.clone(), self.folder.clone());
                Err(UsageError::ForeignFiles { target, folder, name }.into())
            }
        }
    }

    /// Finds the finished parts. A part without rows is written again.
    fn find(&self) -> io::Result<Vec<Part>> {
        let mut found: Vec<Part> = self.files(PREFIX)?.into_iter().filter_map(read_name).collect();
        found.sort_unstable_by_key(|part| part.start);
        let mut done: Vec<Part> = Vec::new();
        for part in found {
            // No run writes rows twice, but files may be copied.
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

    /// Removes temporary files. They need the lock, so those that exist were left by a process that was killed.
    fn remove_leftovers(&self) -> io::Result<()> {
        self.files(TEMPORARY_PREFIX)?.iter().try_for_each(fs::remove_file)
    }

    /// Removes all files but the lock. The manifest goes first, so that parts that are left are not taken for valid ones.
    fn remove_files(&self) -> io::Result<()> {
        match fs::remove_file(self.folder.join(MANIFEST)) {
            Err(error) if error.kind() != ErrorKind::NotFound => return Err(error),
            _ => {}
        }
        self.remove_leftovers()?;
        self.remove_parts()
    }

    fn remove_parts(&self) -> io::Result<()> {
        self.files(PREFIX)?.iter().try_for_each(fs::remove_file)
    }
}

/// Reads the manifest of a folder; none if there is none.
fn read_manifest(folder: &Path) -> Result<Option<Manifest>, Difference> {
    match fs::read(folder.join(MANIFEST)) {
        Ok(text) => serde_json::from_slice(&text).map(Some).map_err(|_| Difference::DamagedManifest),
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(None),
        Err(error) => Err(Difference::Unreadable(Reason::of(&error))),
    }
}

/// Whether a target is the output of the same run, which was killed before it removed its parts.
pub(super) fn is_output(target: &Path, manifest: &Manifest) -> bool {
    read_manifest(&parts_folder(target)).is_ok_and(|old| {
        old.is_some_and(|old| old.difference(manifest).is_none() && old.output_at(target).is_some())
    })
}

/// Follows links: the file behind a link is replaced, not the link.
pub(super) fn resolve(target: &Path) -> Result<PathBuf, BatchError> {
    cubegod_cache::follow_links(target).map_err(|error| write_error(target, &error))
}

/// Returns the number of rows of an output that are solved and kept beside it.
pub fn kept_rows(target: &Path) -> u64 {
    let Ok(target) = resolve(target) else { return 0 };
    let entries = fs::read_dir(parts_folder(&target)).into_iter().flatten();
    entries.filter_map(|entry| Some(read_name(entry.ok()?.path())?.rows)).sum()
}

/// Reads a name such as `part-000000131072-65536-3-196608`: first row, rows, errors, end of the chunk.
fn read_name(path: PathBuf) -> Option<Part> {
    let name = path.file_name()?.to_str()?.strip_prefix(PREFIX)?;
    let numbers: Vec<u64> = name.split('-').map(str::parse).collect::<Result<_, _>>().ok()?;
    let [start, rows, errors, chunk_end] = numbers[..] else { return None };
    Some(Part { path, start, rows, errors, chunk_end })
}

/// Locks the folder. The system releases the lock however the process ends.
fn locked(folder: &Path, target: &Path) -> Result<File, BatchError> {
    let path = folder.join(LOCK);
    let failed = |error: io::Error| write_error(&path, &error);
    for _ in 0..MAX_TRIES {
        if let Err(error) = cubegod_cache::create_own_folder(folder) {
            // It is beside the output: what is missing or read-only is the folder of both.
            let is_missing = error.kind() == ErrorKind::NotFound;
            let fault = OutputFault::PartsFolder { reason: Reason::of(&error), is_missing };
            return Err(BatchError::Output { path: folder.to_owned(), fault });
        }
        let file = match cubegod_cache::open_private_file(&path) {
            Err(error) if error.kind() == ErrorKind::NotFound => continue,
            result => result.map_err(failed)?,
        };
        match file.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => {
                return Err(busy(target, false));
            }
            Err(TryLockError::Error(error)) => return Err(failed(error)),
        }
        // The run that had it may have finished and removed it just now.
        if path.exists() {
            return Ok(file);
        }
    }
    Err(busy(target, true))
}

fn busy(target: &Path, by_several: bool) -> BatchError {
    BatchError::Output { path: target.to_owned(), fault: OutputFault::Busy { by_several } }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::files::fingerprint::Fingerprint;
    use crate::files::kind::Kind;
    use crate::options::BatchOptions;

    fn manifest(folder: &Path, contents: &str, tables: &str) -> Manifest {
        let source = folder.join("in.csv");
        fs::write(&source, contents).unwrap();
        // Two files that are written one after the other may have the same time.
        let time = std::time::UNIX_EPOCH + std::time::Duration::from_secs(contents.len() as u64);
        File::options().write(true).open(&source).unwrap().set_modified(time).unwrap();
        let fingerprint = Fingerprint::of(&source).unwrap();
        Manifest::new(fingerprint, Kind::Csv, Kind::Csv, &BatchOptions::default(), tables)
    }

    fn opened(folder: &Path, restart: bool) -> Parts {
        Parts::open(&folder.join("out.csv"), manifest(folder, "cube", "small"), restart).unwrap()
    }

    #[cfg(unix)]
    #[test]
    fn a_link_in_place_of_the_lock_is_not_followed() {
        let folder = tempfile::tempdir().unwrap();
        let target = folder.path().join("out.csv");
        fs::create_dir(parts_folder(&target)).unwrap();
        let foreign = folder.path().join("foreign");
        std::os::unix::fs::symlink(&foreign, parts_folder(&target).join(LOCK)).unwrap();
        let error = Parts::open(&target, manifest(folder.path(), "cube", "small"), false).unwrap_err();
        assert!(error.to_string().contains("it is a symbolic link, not a regular file"), "{error}");
        assert!(!foreign.exists());
    }

    #[test]
    fn names_of_parts_describe_their_contents() {
        let part = |name: &str| read_name(name.into()).map(|part| (part.start, part.rows, part.errors));
        assert_eq!(part("part-000000131072-65536-3-196608"), Some((131_072, 65_536, 3)));
        for other in ["part-1-2-3", "part-1-2-3-4-5", "part-1-2-3-x", "part-", "lock", "part-1--2-3"] {
            assert_eq!(part(other), None, "{other}");
        }
    }

    #[test]
    fn parts_are_found_again_and_only_gaps_are_filled() {
        let folder = tempfile::tempdir().unwrap();
        let folder = folder.path();
        let mut parts = opened(folder, false);
        for rows in 1..=4 {
            parts.add(rows, 1, 0, b"rows").unwrap();
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
        parts.add(2, 0, 0, b"rows").unwrap();
        assert_eq!(parts.gaps(), [5..6, 10..u64::MAX]);
        drop(parts);
        let mut parts = opened(folder, false);
        parts.add(1, 0, 0, b"rows").unwrap();
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
    fn parts_without_a_manifest_are_not_used() {
        let folder = tempfile::tempdir().unwrap();
        let folder = folder.path();
        let mut parts = opened(folder, false);
        parts.add(1, 0, 0, b"rows").unwrap();
        fs::remove_file(parts.folder().join(MANIFEST)).unwrap();
        drop(parts);
        assert!(opened(folder, false).done().is_empty());
    }

    #[test]
    fn parts_of_another_run_are_refused_and_kept() {
        let folder = tempfile::tempdir().unwrap();
        let folder = folder.path();
        let mut parts = opened(folder, false);
        parts.add(1, 0, 0, b"rows").unwrap();
        drop(parts);
        let rejection = |contents: &str, tables: &str| {
            let manifest = manifest(folder, contents, tables);
            Parts::open(&folder.join("out.csv"), manifest, false).unwrap_err().to_string()
        };
        assert!(rejection("cubes", "small").contains("the input was changed since; use `restart`"));
        assert!(rejection("cube", "large 1").contains("tables was small and is now large 1; use `restart`"));
        assert_eq!(opened(folder, false).done().len(), 1);
    }

    #[test]
    fn a_folder_without_parts_is_used_by_any_run() {
        let folder = tempfile::tempdir().unwrap();
        let folder = folder.path();
        drop(opened(folder, false));
        let other = manifest(folder, "cubes", "large 1");
        let mut parts = Parts::open(&folder.join("out.csv"), other.clone(), false).unwrap();
        parts.add(1, 0, 0, b"rows").unwrap();
        drop(parts);
        assert_eq!(Parts::open(&folder.join("out.csv"), other, false).unwrap().done().len(), 1);
    }

    #[test]
    fn a_complete_output_is_recognized_although_its_parts_are_not_removed() {
        let folder = tempfile::tempdir().unwrap();
        let folder = folder.path();
        let (target, manifest) = (folder.join("out.csv"), manifest(folder, "cube", "small"));
        let mut parts = opened(folder, false);
        parts.add(2, 1, 0, b"rows").unwrap();
        fs::write(&target, "old").unwrap();
        let whole = parts.folder().join(".cubegod-whole");
        fs::write(&whole, "complete").unwrap();
        parts.record_output(&mut File::open(&whole).unwrap()).unwrap();
        drop(parts);
        assert!(!is_output(&target, &manifest), "it was not replaced");
        let parts = opened(folder, false);
        assert_eq!((parts.output(), parts.rows()), (None, 2));
        drop(parts);
        fs::write(&whole, "complete").unwrap();
        let mut parts = opened(folder, false);
        fs::write(&whole, "complete").unwrap();
        parts.record_output(&mut File::open(&whole).unwrap()).unwrap();
        fs::rename(&whole, &target).unwrap();
        // Killed while it removed its parts.
        fs::remove_file(&parts.done()[0].path).unwrap();
        drop(parts);
        assert!(is_output(&target, &manifest));
        let parts = opened(folder, false);
        let output = parts.output().unwrap();
        assert_eq!((output.rows, output.errors, parts.rows()), (2, 1, 0));
        parts.remove();
        assert!(!parts_folder(&target).exists());
        assert!(!is_output(&target, &manifest));
    }

    #[test]
    fn one_run_at_a_time_has_the_folder() {
        let folder = tempfile::tempdir().unwrap();
        let folder = folder.path();
        let parts = opened(folder, false);
        let manifest = manifest(folder, "cube", "small");
        let second = Parts::open(&folder.join("out.csv"), manifest.clone(), true).unwrap_err().to_string();
        assert!(second.contains("out.csv`: another run is writing it; wait until it ends"), "{second}");
        drop(parts);
        assert!(Parts::open(&folder.join("out.csv"), manifest, false).is_ok());
    }
}
