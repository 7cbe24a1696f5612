//! The threads of a search: one generates positions, several read them, and the caller's reports the matches in order.

use super::breadth_first;
use super::position::{Path, Position};
use super::position_set::PositionSet;
use super::{Hit, Progress, Search, SearchSummary};
use crate::data::{Finder, Match};
use std::collections::{BTreeMap, HashSet};
use std::ops::ControlFlow;
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;

/// The positions per batch: a few milliseconds of reading.
const BATCH: usize = 1024;

/// Positions with the same number of turns.
struct Batch {
    number: u64,
    depth: usize,
    paths: Vec<Path>,
}

/// The matches in a batch.
struct Report {
    number: u64,
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
    // Short queues: a thread that is done finds the next batch ready, and more would only take memory.
    let (sender, receiver) = sync_channel::<Batch>(2 * threads);
    let (report, reports) = sync_channel::<Report>(2 * threads);
    let receiver = Arc::new(Mutex::new(receiver));
    thread::scope(|scope| {
        // Each thread ends when its receiver is gone, so a stop propagates from the last to the first.
        scope.spawn(move || generate_positions::<P>(search, seen, &sender));
        for _ in 0..threads {
            let (receiver, report) = (Arc::clone(&receiver), report.clone());
            scope.spawn(move || read_positions::<P>(search, &receiver, &report));
        }
        drop((receiver, report));
        report_in_order(reports, progress)
    })
}

fn generate_positions<P: Position>(search: &Search<'_>, seen: PositionSet, sender: &SyncSender<Batch>) {
    let mut batch = Batch { number: 0, depth: 0, paths: Vec::new() };
    let faces = search.useful_faces();
    breadth_first::visit_all::<P>(faces, search.depth, seen, &mut |path| {
        let depth = path.len();
        if batch.paths.len() == BATCH || depth != batch.depth {
            let next = Batch { number: batch.number + 1, depth, paths: Vec::with_capacity(BATCH) };
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

fn read_positions<P: Position>(
    search: &Search<'_>,
    batches: &Mutex<Receiver<Batch>>,
    report: &SyncSender<Report>,
) {
    let mut finder = Finder::new(search.expression, search.readings);
    let mut turned = search.data.clone();
    loop {
        let batch = batches.lock().unwrap_or_else(PoisonError::into_inner).recv();
        let Ok(Batch { number, depth, paths }) = batch else { return };
        let positions = paths.len() as u64;
        let mut hits = Vec::new();
        for path in paths {
            path.end::<P>().write(search.data.facelets(), turned.cells_mut());
            let mut matches = finder.matches(&turned);
            // Report a text once per position, whatever its orientation and order.
            let mut texts = HashSet::new();
            matches.retain(|found| texts.insert(found.text.clone()));
            hits.extend(matches.into_iter().map(|found| (path, found)));
        }
        if report.send(Report { number, depth, positions, hits }).is_err() {
            return;
        }
    }
}

fn report_in_order(
    reports: Receiver<Report>,
    progress: &mut dyn FnMut(Progress<'_>) -> ControlFlow<()>,
) -> SearchSummary {
    let mut summary = SearchSummary { positions: Vec::new(), matching: 0, is_stopped: false };
    let mut early = BTreeMap::new();
    let mut texts = HashSet::new();
    let mut next = 0;
    for report in reports {
        early.insert(report.number, report);
        while let Some(report) = early.remove(&next) {
            next += 1;
            summary.positions.resize(report.depth + 1, 0);
            summary.positions[report.depth] += report.positions;
            let flow = report.hits.into_iter().try_for_each(|(path, found)| {
                summary.matching += 1;
                if !texts.insert(found.text.clone()) {
                    return ControlFlow::Continue(());
                }
                progress(Progress::Found(&Hit { alg: path.alg(), found }))
            });
            let flow = match flow {
                ControlFlow::Continue(()) => progress(Progress::Searched {
                    positions: summary.positions.iter().sum(),
                    depth: report.depth,
                }),
                stop => stop,
            };
            if flow.is_break() {
                summary.is_stopped = true;
                return summary;
            }
        }
    }
    summary
}
