//! One run from a source to a target.

use super::failure::Failure;
use super::fingerprint::Fingerprint;
use super::join::join;
use super::kind::Kind;
use super::manifest::Manifest;
use super::parts::{Parts, TEMPORARY, parts_folder, place_of, write_whole};
use super::source::{Chunk, Source};
use super::write;
use crate::options::MOST_ROWS;
use crate::row::Plan;
use crate::solve::{self, Means, NEW_COLUMNS, check, solved_schema};
use arrow_array::{Array, RecordBatch};
use std::fs;
use std::io;
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::thread::{self, ScopedJoinHandle};
use std::time::Duration;

/// What is to be done.
#[derive(Clone, Debug)]
pub struct Job {
    /// The file with the cubes.
    pub source: PathBuf,
    /// The file to be written.
    pub target: PathBuf,
    /// On how many threads.
    pub threads: usize,
    /// Which tables solve the 3x3: others may find other solutions.
    pub tables: String,
    /// How long what is solved may wait until it is kept. Chunks that are solved sooner are kept as a whole.
    pub keep_every: Duration,
    /// Whether a target that is there already is replaced.
    pub overwrite: bool,
    /// Whether what an earlier run left is thrown away.
    pub restart: bool,
}

/// Who looks on.
pub struct Watch<'a> {
    /// Whether nobody waits any longer; asked every few microseconds.
    pub is_stopped: &'a (dyn Fn() -> bool + Sync),
    /// Told how far it is, every now and then and from any thread.
    pub tell: &'a (dyn Fn(Progress) + Sync),
}

/// How far a run is.
#[derive(Copy, Clone, Debug, PartialEq)]
pub struct Progress {
    /// The rows that were answered in this run.
    pub rows: u64,
    /// The share of the source that was answered, from 0 to 1.
    pub share: f64,
    /// The share that an earlier run answered.
    pub share_before: f64,
}

/// What came of a run.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub struct Summary {
    /// All rows of the target.
    pub rows: u64,
    /// Those that have an error instead of a solution.
    pub errors: u64,
    /// Those that an earlier run answered.
    pub rows_before: u64,
}

/// Solves a file into another; what is wrong with a row is told in its column `error`, what is wrong with a file ends the run.
///
/// The target appears whole or not at all. Whatever ends the run, what was solved by then is kept beside the target, and the
/// same run goes on from there, unless the source has to be mended first.
pub fn run(job: &Job, plan: &Plan<'_>, watch: &Watch<'_>) -> Result<Summary, Failure> {
    let (from, to) = (Kind::of(&job.source)?, Kind::of(&job.target)?);
    let target = place_of(&job.target);
    refuse_places(job, &target)?;
    let fingerprint =
        || Fingerprint::of(&job.source).map_err(|error| Failure::reading_because(&job.source, &error));
    let before = fingerprint()?;
    let options = plan.options();
    let source = Source::open(&job.source, from, to, &options.column, MOST_ROWS)?;
    check(&source.schema(), &options.column).map_err(|refusal| Failure::refused(&job.source, refusal))?;
    if let Some(why) = write::refusal(&solved_schema(&source.schema()), to) {
        return Err(Failure::Source(format!("`{}`: {why}", job.source.display())));
    }
    let manifest = Manifest::new(before.clone(), from, to, options, &job.tables);
    let mut parts = Parts::open(&target, &manifest, job.restart)?;
    let rows_before = parts.rows();
    let result =
        solve_all(source, &mut parts, to, job, plan, watch).and_then(|()| match fingerprint()? == before {
            true => finish(&parts, &target, to, watch),
            false => Err(Failure::reading(&job.source, "it was changed while it was read")),
        });
    let summary = Summary { rows: parts.rows(), errors: parts.errors(), rows_before };
    match result {
        Ok(()) => {
            parts.remove();
            Ok(summary)
        }
        Err(Failure::Stopped { .. }) => {
            parts.remove_if_empty();
            Err(Failure::Stopped { rows: summary.rows })
        }
        Err(failure) if parts.done().is_empty() => {
            parts.remove_if_empty();
            Err(failure)
        }
        Err(failure) => Err(failure.with_kept(summary.rows, parts.folder())),
    }
}

/// Refuses a source that is no file, and a target that would take something away.
fn refuse_places(job: &Job, target: &Path) -> Result<(), Failure> {
    let failed = |error: io::Error| Failure::reading_because(&job.source, &error);
    let source = fs::canonicalize(&job.source).map_err(failed)?;
    let metadata = fs::metadata(&source).map_err(failed)?;
    if !metadata.is_file() {
        return Err(Failure::reading(&job.source, "it is no ordinary file"));
    }
    let name = job.target.display();
    let folder = parts_folder(target);
    if fs::canonicalize(&folder).is_ok_and(|folder| source.starts_with(folder)) {
        let (source, folder) = (job.source.display(), folder.display());
        return Err(Failure::usage(format!(
            "`{source}` is in the folder `{folder}`, where the parts of `{name}` are kept; name another --out"
        )));
    }
    let Ok(there) = fs::metadata(target) else { return Ok(()) };
    if source == target || is_same_file(&metadata, &there) {
        return Err(Failure::usage(format!(
            "the input `{}` and the output `{name}` are the same file; name another --out",
            job.source.display()
        )));
    }
    if !there.is_file() {
        return Err(Failure::usage(format!(
            "the output `{name}` is there and no ordinary file; name another --out"
        )));
    }
    if !job.overwrite {
        return Err(Failure::usage(format!("the output `{name}` is there already; --overwrite replaces it")));
    }
    Ok(())
}

/// Whether two names lead to one file.
#[cfg(unix)]
fn is_same_file(one: &fs::Metadata, other: &fs::Metadata) -> bool {
    use std::os::unix::fs::MetadataExt;
    (one.dev(), one.ino()) == (other.dev(), other.ino())
}

#[cfg(not(unix))]
fn is_same_file(_: &fs::Metadata, _: &fs::Metadata) -> bool {
    false
}

/// Reads, solves and writes at the same time: each waits for the next where it is ahead of it by a chunk.
fn solve_all(
    source: Source,
    parts: &mut Parts,
    to: Kind,
    job: &Job,
    plan: &Plan<'_>,
    watch: &Watch<'_>,
) -> Result<(), Failure> {
    let gaps = parts.gaps();
    let is_broken = AtomicBool::new(false);
    let is_stopped = || is_broken.load(Ordering::Relaxed) || (watch.is_stopped)();
    let (to_solver, chunks) = sync_channel(1);
    let (to_writer, solved) = sync_channel(1);
    thread::scope(|scope| {
        let reader = thread::Builder::new().spawn_scoped(scope, || {
            read_all(source, &gaps, to_solver, &|| !is_stopped());
        });
        let reader = reader.map_err(cannot_start)?;
        let writer = thread::Builder::new().spawn_scoped(scope, || {
            let written = write_all(&solved, parts, to, &plan.options().column);
            is_broken.store(written.is_err(), Ordering::Relaxed);
            // Whoever is about to hand over the next one should not wait.
            drop(solved);
            written
        });
        let writer = writer.map_err(cannot_start)?;
        let solving =
            solve_chunks(chunks, to_writer, job, plan, &Watch { is_stopped: &is_stopped, ..*watch });
        let written = joined(writer);
        joined(reader);
        // If nothing more could be written, that is why solving ended.
        written.and(solving)
    })
}

fn cannot_start(error: io::Error) -> Failure {
    Failure::File(format!("cannot start a thread: {}", cubegod_cache::reason(&error)))
}

fn joined<T>(thread: ScopedJoinHandle<'_, T>) -> T {
    thread.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))
}

/// Reads the rows that are missing until nobody wants more; a chunk ends where a gap does.
fn read_all(
    mut source: Source,
    gaps: &[Range<u64>],
    chunks: SyncSender<Result<Chunk, Failure>>,
    go_on: &dyn Fn() -> bool,
) {
    let mut row = 0;
    for gap in gaps {
        if let Err(failure) = source.skip(gap.start - row, go_on) {
            let _ = chunks.send(Err(failure));
            return;
        }
        row = gap.start;
        while row < gap.end {
            let Some(chunk) = source.next(gap.end - row).transpose() else { return };
            row += chunk.as_ref().map_or(0, |chunk| chunk.batch.num_rows() as u64);
            let is_last = chunk.is_err();
            if chunks.send(chunk).is_err() || is_last {
                return;
            }
        }
    }
}

fn solve_chunks(
    chunks: Receiver<Result<Chunk, Failure>>,
    solved: SyncSender<RecordBatch>,
    job: &Job,
    plan: &Plan<'_>,
    watch: &Watch<'_>,
) -> Result<(), Failure> {
    let total = AtomicU64::new(0);
    let mut share_before = None;
    for chunk in chunks {
        let Chunk { batch, share: (begin, end) } = chunk?;
        let share_before = *share_before.get_or_insert(begin);
        let in_chunk = AtomicU64::new(0);
        let count = |rows: usize| {
            let rows = rows as u64;
            let done = in_chunk.fetch_add(rows, Ordering::Relaxed) + rows;
            let share = begin + (end - begin) * done as f64 / batch.num_rows().max(1) as f64;
            let rows = total.fetch_add(rows, Ordering::Relaxed) + rows;
            (watch.tell)(Progress { rows, share, share_before });
        };
        let means = Means { threads: job.threads, is_stopped: watch.is_stopped, count: &count };
        let mut is_gone = false;
        let mut hand_over = |batch: RecordBatch| is_gone |= solved.send(batch).is_err();
        let result = solve::solve_in_pieces(&batch, plan, &means, Some(job.keep_every), &mut hand_over);
        if is_gone {
            return Ok(());
        }
        result.map_err(|refusal| Failure::refused(&job.source, refusal))?;
    }
    Ok(())
}

/// Writes a part for each chunk, or piece of one.
fn write_all(
    solved: &Receiver<RecordBatch>,
    parts: &mut Parts,
    to: Kind,
    column: &str,
) -> Result<(), Failure> {
    for batch in solved {
        let bytes = write::encoded(&batch, to, column, parts.next_row() == 0)
            .map_err(|why| Failure::File(format!("cannot write `{}`: {why}", parts.target().display())))?;
        let [solution, ..] = NEW_COLUMNS;
        let errors = batch.column_by_name(solution).map_or(0, |column| column.null_count());
        parts.add(batch.num_rows() as u64, errors as u64, &bytes)?;
    }
    Ok(())
}

/// Joins the parts beside the target's place, and lets them take it.
fn finish(parts: &Parts, target: &Path, to: Kind, watch: &Watch<'_>) -> Result<(), Failure> {
    let whole = parts.folder().join(format!("{TEMPORARY}whole"));
    let mut not_joined = None;
    let go_on = || !(watch.is_stopped)();
    let written = write_whole(&whole, |file| {
        join(file, parts.done(), to, &go_on).map_err(|why| {
            not_joined = Some(why);
            io::Error::other("not joined")
        })
    });
    if let Some(why) = not_joined {
        return Err(why.told(target, parts.done()));
    }
    written.and_then(|()| fs::rename(&whole, target)).map_err(|error| Failure::writing(target, &error))
}
