//! Runs a batch from an input to an output file.

use super::fingerprint::Fingerprint;
use super::join::join;
use super::kind::Kind;
use super::manifest::{Manifest, Output};
use super::parts::{Parts, is_output, parts_folder, resolve};
use super::rows::Chunk;
use super::source::{Conversion, Source};
use super::{read_error, write, write_error};
use crate::answers::Answers;
use crate::error::{BatchError, InputFault, OutputFault, UsageError};
use crate::options::MAX_CHUNK_ROWS;
use crate::parallel::{CubeRows, Solved, solve_rows};
use crate::row_solver::RowSolver;
use cubegod::Cancellation;
use cubegod::parallel::Event;
use std::fs;
use std::io;
use std::ops::{ControlFlow, Range};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::sync::{Arc, OnceLock};
use std::thread;
use std::time::{Duration, Instant};

/// A batch from file to file.
#[derive(Clone, Debug)]
pub struct Job {
    /// The file with the cubes.
    pub source: PathBuf,
    /// The file to write.
    pub target: PathBuf,
    /// The kind of the input, and of an output whose name does not say it; by default the names say it.
    pub kind: Option<Kind>,
    /// The number of threads.
    pub threads: usize,
    /// The tables that solve the 3x3: others may find other solutions.
    pub tables: String,
    /// The longest time that solved rows wait until they are kept. Chunks that are solved sooner are kept as a whole.
    pub keep_every: Duration,
    /// Whether an existing output is replaced.
    pub overwrite: bool,
    /// Whether the parts of an earlier run are deleted.
    pub restart: bool,
}

/// The progress of a run.
#[derive(Copy, Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Progress {
    /// The rows that were answered in this run.
    pub rows: u64,
    /// The part of the input that was answered, from 0 to 1.
    pub share: f64,
    /// The part that an earlier run answered.
    pub share_before: f64,
}

/// The result of a run.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub struct Summary {
    /// All rows of the output.
    pub rows: u64,
    /// The rows that have an error instead of a solution.
    pub errors: u64,
    /// The rows that an earlier run answered.
    pub rows_before: u64,
}

/// Solves a file into another. `progress` is called from any thread.
///
/// The output appears as a whole or not at all. If the run ends early, solved rows are kept beside the output, and the same run
/// continues from there, unless the input has to be repaired first.
///
/// # Errors
///
/// Fails if the options, the files or earlier parts exclude each other, a file cannot be read or written, or the run is
/// cancelled. An error of a row does not end the run; it is in the column `error` of the row.
pub fn run(
    job: &Job,
    solver: &RowSolver<'_>,
    cancellation: &Cancellation,
    progress: &(dyn Fn(Progress) + Sync),
) -> Result<Summary, BatchError> {
    let options = solver.options();
    check_names(job)?;
    let from = job.kind.or(Kind::of(&job.source)).ok_or_else(|| unknown_kind(&job.source))?;
    let to = Kind::of(&job.target).or(job.kind).ok_or_else(|| unknown_kind(&job.target))?;
    from.check_support()?;
    to.check_support()?;
    let target = resolve(&job.target)?;
    check_paths(job, &target)?;
    let fingerprint = || Fingerprint::of(&job.source).map_err(|error| read_error(&job.source, &error));
    let before = fingerprint()?;
    let manifest = Manifest::new(before.clone(), from, to, options, &job.tables);
    if !job.overwrite && target.exists() && (job.restart || !is_output(&target, &manifest)) {
        return Err(UsageError::OutputExists { path: job.target.clone() }.into());
    }
    let conversion =
        Conversion { from, to, column: &options.column, format: options.read.format, rows: MAX_CHUNK_ROWS };
    let source = Source::open(&job.source, conversion)?;
    let mut parts = Parts::open(&target, manifest, job.restart)?;
    if let Some(&Output { rows, errors, .. }) = parts.output() {
        parts.remove();
        return Ok(Summary { rows, errors, rows_before: rows });
    }
    if parts.has_proof_table()
        && let Some(name) = solver.open_proof_table()
    {
        parts.check_proof_table(name)?;
    }
    let rows_before = parts.rows();
    let run = Run { job, solver, cancellation, progress, names: source.names(), to };
    let result = run.solve_all(source, &mut parts).and_then(|()| match fingerprint()? == before {
        true => run.finish(&mut parts, &target),
        false => Err(BatchError::input(&job.source, InputFault::Changed)),
    });
    let summary = Summary { rows: parts.rows(), errors: parts.errors(), rows_before };
    match result {
        Ok(()) => {
            parts.remove();
            Ok(summary)
        }
        Err(BatchError::Stopped { .. }) => {
            parts.remove_if_empty();
            Err(BatchError::Stopped { rows: summary.rows })
        }
        // Nothing is kept, or the folder was removed meanwhile.
        Err(error) if parts.done().is_empty() || !parts.folder().exists() => {
            parts.remove_if_empty();
            Err(error)
        }
        Err(error) => Err(error.with_kept(summary.rows, parts.folder())),
    }
}

/// Fails for `-` as the name of a file.
fn check_names(job: &Job) -> Result<(), BatchError> {
    match [&job.source, &job.target].into_iter().any(|path| path.as_os_str() == "-") {
        true => Err(UsageError::StandardStream.into()),
        false => Ok(()),
    }
}

fn unknown_kind(path: &Path) -> BatchError {
    UsageError::UnknownKind { path: path.to_owned() }.into()
}

/// Fails for an input that is not a regular file, and for an output that would destroy another file.
fn check_paths(job: &Job, target: &Path) -> Result<(), BatchError> {
    let failed = |error: io::Error| read_error(&job.source, &error);
    let source = fs::canonicalize(&job.source).map_err(failed)?;
    let metadata = fs::metadata(&source).map_err(failed)?;
    if !metadata.is_file() {
        return Err(BatchError::input(&job.source, InputFault::NotRegular));
    }
    let folder = parts_folder(target);
    if fs::canonicalize(&folder).is_ok_and(|folder| source.starts_with(folder)) {
        let (source, target) = (job.source.clone(), job.target.clone());
        return Err(UsageError::InputAmongParts { source, folder, target }.into());
    }
    let Ok(existing) = fs::metadata(target) else { return Ok(()) };
    if source == target || is_same_file(&metadata, &existing) {
        let (source, target) = (job.source.clone(), job.target.clone());
        return Err(UsageError::SameFile { source, target }.into());
    }
    if !existing.is_file() {
        return Err(UsageError::OutputNotRegular { path: job.target.clone() }.into());
    }
    Ok(())
}

/// Returns whether two paths lead to the same file.
#[cfg(unix)]
fn is_same_file(one: &fs::Metadata, other: &fs::Metadata) -> bool {
    use std::os::unix::fs::MetadataExt;
    (one.dev(), one.ino()) == (other.dev(), other.ino())
}

#[cfg(not(unix))]
fn is_same_file(_: &fs::Metadata, _: &fs::Metadata) -> bool {
    false
}

struct Run<'a, 't> {
    job: &'a Job,
    solver: &'a RowSolver<'t>,
    cancellation: &'a Cancellation,
    progress: &'a (dyn Fn(Progress) + Sync),
    /// The columns of the input, for the first line of CSV.
    names: Vec<String>,
    to: Kind,
}

impl Run<'_, '_> {
    /// Reads, solves and writes at the same time.
    fn solve_all(&self, source: Source, parts: &mut Parts) -> Result<(), BatchError> {
        let gaps = parts.gaps();
        let token = self.cancellation.clone();
        // Cancelled by this run, or by the token of the caller.
        let stop = Cancellation::when(move || token.is_cancelled());
        let (gaps, stop) = (&gaps, &stop);
        let (sender, chunks) = sync_channel(1);
        let read_error = OnceLock::new();
        let mut writer = PartWriter { run: self, parts, pending: Vec::new(), last_write: Instant::now() };
        let mut write_error = None;
        let solved = thread::scope(|scope| {
            // Decoding takes long: the next chunk is read while this one is solved.
            let reader = thread::Builder::new()
                .spawn_scoped(scope, move || read_all(source, gaps, &sender, &|| stop.is_cancelled()));
            reader.map_err(|error| BatchError::thread(&error))?;
            let chunks = Chunks { chunks, error: &read_error };
            let progress =
                ProgressCounter { report: self.progress, rows: AtomicU64::new(0), first: OnceLock::new() };
            let count = |chunk: &Chunk, rows: usize| progress.add(chunk, rows);
            solve_rows(chunks, self.solver, self.job.threads, stop, &count, |event| {
                let written = match event {
                    Event::Result(solved) => writer.add(solved),
                    Event::Waiting => writer.write_if_due(),
                };
                match written {
                    Ok(()) => ControlFlow::Continue(()),
                    Err(error) => {
                        write_error = Some(error);
                        ControlFlow::Break(())
                    }
                }
            })
            .map_err(|error| BatchError::thread(&error))
        });
        if let Some(error) = write_error {
            return Err(error);
        }
        // Solved rows are kept, however the run ended.
        writer.write()?;
        if let Some(error) = read_error.into_inner() {
            return Err(error);
        }
        match solved? {
            true => Ok(()),
            false => Err(BatchError::Stopped { rows: 0 }),
        }
    }

    /// Joins the parts and replaces the output.
    fn finish(&self, parts: &mut Parts, target: &Path) -> Result<(), BatchError> {
        let (folder, mut join_error) = (parts.folder().to_owned(), None);
        // A temporary file among the parts is removed by the next run if this one is killed.
        let written = cubegod_cache::write_file_through(Some(&folder), target, |file| {
            join(file, parts.done(), self.to, self.cancellation).map_err(|error| {
                join_error = Some(error);
                io::Error::other("not joined")
            })?;
            parts.record_output(file)
        });
        if let Some(error) = join_error {
            return Err(error.into_batch_error(target, parts.done()));
        }
        written.map_err(|error| write_error(target, &error))
    }
}

/// Reads the rows that are in no part. A chunk ends where a gap does.
fn read_all(
    mut source: Source,
    gaps: &[Range<u64>],
    chunks: &SyncSender<Result<Chunk, BatchError>>,
    is_cancelled: &dyn Fn() -> bool,
) {
    let mut row = 0;
    for gap in gaps {
        if let Err(error) = source.skip(gap.start - row, is_cancelled) {
            let _ = chunks.send(Err(error));
            return;
        }
        row = gap.start;
        while row < gap.end {
            let Some(chunk) = source.next(gap.end - row).transpose() else { return };
            row += chunk.as_ref().map_or(0, |chunk| chunk.len() as u64);
            let is_last = chunk.is_err();
            if chunks.send(chunk).is_err() || is_last {
                return;
            }
        }
    }
}

/// The chunks of the reader, up to its first error.
struct Chunks<'a> {
    chunks: Receiver<Result<Chunk, BatchError>>,
    error: &'a OnceLock<BatchError>,
}

impl Iterator for Chunks<'_> {
    type Item = Arc<Chunk>;

    fn next(&mut self) -> Option<Arc<Chunk>> {
        match self.chunks.recv().ok()? {
            Ok(chunk) => Some(Arc::new(chunk)),
            Err(error) => {
                // The reader ends with its first error.
                let _ = self.error.set(error);
                None
            }
        }
    }
}

/// Counts answered rows.
struct ProgressCounter<'a> {
    report: &'a (dyn Fn(Progress) + Sync),
    rows: AtomicU64,
    /// The part of the input before this run.
    first: OnceLock<f64>,
}

impl ProgressCounter<'_> {
    fn add(&self, chunk: &Chunk, rows: usize) {
        let (begin, end) = chunk.share;
        let share_before = *self.first.get_or_init(|| begin);
        let done = chunk.count_answered(rows);
        let share = begin + (end - begin) * done as f64 / chunk.len().max(1) as f64;
        let rows = self.rows.fetch_add(rows as u64, Ordering::Relaxed) + rows as u64;
        (self.report)(Progress { rows, share, share_before });
    }
}

/// Writes parts: one for each chunk, or several where a chunk takes long.
struct PartWriter<'a, 't> {
    run: &'a Run<'a, 't>,
    parts: &'a mut Parts,
    /// Consecutive rows of one chunk.
    pending: Vec<Solved<Chunk>>,
    last_write: Instant,
}

impl PartWriter<'_, '_> {
    fn add(&mut self, solved: Solved<Chunk>) -> Result<(), BatchError> {
        let is_last = solved.start + solved.answers.len() == solved.rows.len();
        self.pending.push(solved);
        if is_last { self.write() } else { self.write_if_due() }
    }

    fn write_if_due(&mut self) -> Result<(), BatchError> {
        if self.last_write.elapsed() < self.run.job.keep_every {
            return Ok(());
        }
        self.write()
    }

    /// Writes what is pending as a part.
    fn write(&mut self) -> Result<(), BatchError> {
        self.last_write = Instant::now();
        let pending = std::mem::take(&mut self.pending);
        let Some(Solved { rows: chunk, start, .. }) = pending.first() else { return Ok(()) };
        let (chunk, start) = (Arc::clone(chunk), *start);
        let answers: Vec<Answers> = pending.into_iter().map(|solved| solved.answers).collect();
        let rows: usize = answers.iter().map(Answers::len).sum();
        // An input without rows has a part with its columns.
        if rows == 0 && chunk.len() > 0 {
            return Ok(());
        }
        if let Some(name) = self.run.solver.proof_table() {
            self.parts.check_proof_table(name)?;
        }
        let errors: usize = answers.iter().map(Answers::errors).sum();
        let rows_after = chunk.len() - start - rows + chunk.rows_after;
        let header = (self.parts.next_row() == 0).then_some(&self.run.names[..]);
        let bytes =
            write::encode(&chunk, start..start + rows, &answers, self.run.to, header).map_err(|reason| {
                let fault = OutputFault::Encoding { reason };
                BatchError::Output { path: self.parts.target().to_owned(), fault }
            })?;
        self.parts.add(rows as u64, errors as u64, rows_after as u64, &bytes)
    }
}
