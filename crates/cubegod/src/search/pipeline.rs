//! The threads of a search: one generates positions, several read them, and the caller's reports the matches in order. With one
//! thread, the caller's does everything.

use super::breadth_first::{self, Memory};
use super::position::{Path, Position};
use super::{Hit, Progress, SearchSummary, TextSearch};
use crate::Cancellation;
use crate::data::{Finder, Match};
use crate::parallel::{Event, ParallelOptions, Results, ordered_streams};
use crate::stickers::Stickers;
use std::collections::HashSet;
use std::marker::PhantomData;
use std::ops::ControlFlow;
use std::sync::mpsc::sync_channel;
use std::thread;

/// The positions per batch: a few milliseconds of reading.
const BATCH: usize = 1024;

/// Positions with the same number of turns.
struct Batch {
    depth: usize,
    paths: Vec<Path>,
}

/// The matches in a batch.
struct Report {
    depth: usize,
    positions: u64,
    hits: Vec<(Path, Match)>,
}

pub(super) fn run<P: Position>(
    search: &TextSearch<'_>,
    memory: Memory,
    progress: &mut dyn FnMut(Progress<'_>) -> ControlFlow<()>,
) -> SearchSummary {
    let mut reporter = Reporter { summary: SearchSummary::default(), texts: HashSet::new(), progress };
    let is_complete = if search.threads <= 1 {
        let mut reader = BatchReader::<P>::new(search);
        generate_positions::<P>(search, memory, |batch| reporter.add(reader.read(batch))).is_continue()
    } else {
        run_in_parallel::<P>(search, memory, &mut reporter)
    };
    SearchSummary { is_stopped: !is_complete, ..reporter.summary }
}

/// Runs a search on several threads; returns whether it was not stopped.
fn run_in_parallel<P: Position>(
    search: &TextSearch<'_>,
    memory: Memory,
    reporter: &mut Reporter<'_>,
) -> bool {
    let threads = search.threads;
    // Short queues keep every thread busy with little memory.
    let options = ParallelOptions::new(threads).capacity(4 * threads);
    let (sender, batches) = sync_channel::<Batch>(2 * threads);
    let worker = || {
        let mut reader = BatchReader::<P>::new(search);
        move |batch: Batch, reports: &mut Results<'_, Batch, Report>| reports.push(reader.read(batch))
    };
    let result = thread::scope(|scope| {
        scope.spawn(move || {
            generate_positions::<P>(search, memory, |batch| match sender.send(batch) {
                Ok(()) => ControlFlow::Continue(()),
                // The receiver is dropped when the search is stopped.
                Err(_) => ControlFlow::Break(()),
            })
        });
        ordered_streams(batches, options, &Cancellation::new(), worker, |event| match event {
            Event::Result(report) => reporter.add(report),
            Event::Waiting => ControlFlow::Continue(()),
        })
    });
    result.unwrap_or_else(|error| panic!("cannot start a thread: {error}"))
}

/// Passes all positions to `take`, in batches of the same number of turns, until it breaks.
fn generate_positions<P: Position>(
    search: &TextSearch<'_>,
    mut memory: Memory,
    mut take: impl FnMut(Batch) -> ControlFlow<()>,
) -> ControlFlow<()> {
    let mut batch = Batch { depth: 0, paths: Vec::new() };
    let faces = search.useful_faces();
    breadth_first::visit_all::<P>(faces, search.depth, &mut memory, &mut |path| {
        let depth = path.len();
        if batch.paths.len() == BATCH || depth != batch.depth {
            let next = Batch { depth, paths: Vec::with_capacity(BATCH) };
            take(std::mem::replace(&mut batch, next))?;
        }
        batch.paths.push(path);
        ControlFlow::Continue(())
    })?;
    take(batch)
}

/// Finds the matches in batches of positions.
struct BatchReader<'a, P> {
    data: &'a Stickers<char>,
    finder: Finder<'a>,
    turned: Stickers<char>,
    position: PhantomData<P>,
}

impl<'a, P: Position> BatchReader<'a, P> {
    fn new(search: &TextSearch<'a>) -> BatchReader<'a, P> {
        let TextSearch { data, expression, readings, .. } = *search;
        let finder = Finder::new(expression, readings);
        BatchReader { data, finder, turned: data.clone(), position: PhantomData }
    }

    fn read(&mut self, Batch { depth, paths }: Batch) -> Report {
        let positions = paths.len() as u64;
        let mut hits = Vec::new();
        for path in paths {
            path.end::<P>().write(self.data.facelets(), self.turned.facelets_mut());
            let mut matches = self.finder.matches(&self.turned);
            // Report a text once per position, for all orientations and orders.
            let mut texts = HashSet::new();
            matches.retain(|found| texts.insert(found.text.clone()));
            hits.extend(matches.into_iter().map(|found| (path, found)));
        }
        Report { depth, positions, hits }
    }
}

/// Reports matches in the order of their positions.
struct Reporter<'a> {
    summary: SearchSummary,
    /// The texts that were reported.
    texts: HashSet<String>,
    progress: &'a mut dyn FnMut(Progress<'_>) -> ControlFlow<()>,
}

impl Reporter<'_> {
    fn add(&mut self, report: Report) -> ControlFlow<()> {
        let summary = &mut self.summary;
        summary.positions.resize(report.depth + 1, 0);
        summary.positions[report.depth] += report.positions;
        for (path, found) in report.hits {
            summary.matching += 1;
            if self.texts.insert(found.text.clone()) {
                (self.progress)(Progress::Found(&Hit { alg: path.alg(), found }))?;
            }
        }
        let positions = summary.positions.iter().sum();
        (self.progress)(Progress::Searched { positions, depth: report.depth })
    }
}
