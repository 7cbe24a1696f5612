//! The threads of a search: one generates positions, several read them, and the caller's reports the matches in order.

use super::breadth_first;
use super::position::{Path, Position};
use super::position_set::PositionSet;
use super::{Hit, Progress, Search, SearchSummary};
use crate::Cancellation;
use crate::data::{Finder, Match};
use crate::parallel::{Event, ParallelOptions, Results, ordered_streams};
use std::collections::HashSet;
use std::ops::ControlFlow;
use std::sync::mpsc::{SyncSender, sync_channel};
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
    search: &Search<'_>,
    seen: PositionSet,
    progress: &mut dyn FnMut(Progress<'_>) -> ControlFlow<()>,
) -> SearchSummary {
    let threads = search.threads.max(1);
    // Short queues keep every thread busy with little memory.
    let options = ParallelOptions { threads, capacity: 4 * threads };
    let (sender, batches) = sync_channel::<Batch>(2 * threads);
    let mut reporter = Reporter { summary: SearchSummary::default(), texts: HashSet::new(), progress };
    let worker = || {
        let mut finder = Finder::new(search.expression, search.readings);
        let mut turned = search.data.clone();
        move |batch: Batch, reports: &mut Results<'_, Batch, Report>| {
            let Batch { depth, paths } = batch;
            let positions = paths.len() as u64;
            let mut hits = Vec::new();
            for path in paths {
                path.end::<P>().write(search.data.facelets(), turned.facelets_mut());
                let mut matches = finder.matches(&turned);
                // Report a text once per position, for all orientations and orders.
                let mut texts = HashSet::new();
                matches.retain(|found| texts.insert(found.text.clone()));
                hits.extend(matches.into_iter().map(|found| (path, found)));
            }
            reports.push(Report { depth, positions, hits })
        }
    };
    let result = thread::scope(|scope| {
        // Ends when the receiver is dropped.
        scope.spawn(move || generate_positions::<P>(search, seen, &sender));
        ordered_streams(batches, options, &Cancellation::new(), worker, |event| match event {
            Event::Result(report) => reporter.add(report),
            Event::Waiting => ControlFlow::Continue(()),
        })
    });
    let is_complete = result.unwrap_or_else(|error| panic!("cannot start a thread: {error}"));
    SearchSummary { is_stopped: !is_complete, ..reporter.summary }
}

fn generate_positions<P: Position>(search: &Search<'_>, seen: PositionSet, sender: &SyncSender<Batch>) {
    let mut batch = Batch { depth: 0, paths: Vec::new() };
    let faces = search.useful_faces();
    breadth_first::visit_all::<P>(faces, search.depth, seen, &mut |path| {
        let depth = path.len();
        if batch.paths.len() == BATCH || depth != batch.depth {
            let next = Batch { depth, paths: Vec::with_capacity(BATCH) };
            if sender.send(std::mem::replace(&mut batch, next)).is_err() {
                return false;
            }
        }
        batch.paths.push(path);
        true
    });
    // Sending fails only if the search was stopped.
    let _ = sender.send(batch);
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
