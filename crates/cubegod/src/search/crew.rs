//! Who does what: one thread finds positions, several read them, and the caller's is told what they say, in order.

use super::frontier;
use super::seen::Seen;
use super::state::{Path, Position};
use super::{Event, Find, Outcome, Search};
use crate::data::{Finder, Match};
use std::collections::{BTreeMap, HashSet};
use std::ops::ControlFlow;
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;

/// How many positions are handed over at once: a few milliseconds of reading.
const PORTION: usize = 1024;

/// Positions that are all so many turns away.
struct Portion {
    number: u64,
    depth: usize,
    paths: Vec<Path>,
}

/// What was found in a portion.
struct Report {
    number: u64,
    depth: usize,
    positions: u64,
    finds: Vec<(Path, Match)>,
}

pub(super) fn run<P: Position>(
    search: &Search<'_>,
    seen: Seen,
    tell: &mut dyn FnMut(Event<'_>) -> ControlFlow<()>,
) -> Outcome {
    let threads = search.threads.max(1);
    // Whoever is done hands over at once, and finds the next portion ready; more would only take memory.
    let (give, taken) = sync_channel::<Portion>(2 * threads);
    let (report, reports) = sync_channel::<Report>(2 * threads);
    let taken = Arc::new(Mutex::new(taken));
    thread::scope(|scope| {
        // Each ends when nobody takes what it gives: a stop goes from the last to the first.
        scope.spawn(move || find_positions::<P>(search, seen, &give));
        for _ in 0..threads {
            let (taken, report) = (Arc::clone(&taken), report.clone());
            scope.spawn(move || read_positions::<P>(search, &taken, &report));
        }
        drop((taken, report));
        tell_in_order(reports, tell)
    })
}

fn find_positions<P: Position>(search: &Search<'_>, seen: Seen, give: &SyncSender<Portion>) {
    let mut portion = Portion { number: 0, depth: 0, paths: Vec::new() };
    let faces = search.worthwhile_faces();
    frontier::each::<P>(faces, search.depth, seen, &mut |path| {
        let depth = path.len();
        if portion.paths.len() == PORTION || depth != portion.depth {
            let next = Portion { number: portion.number + 1, depth, paths: Vec::with_capacity(PORTION) };
            if give.send(std::mem::replace(&mut portion, next)).is_err() {
                return false;
            }
        }
        portion.paths.push(path);
        true
    });
    // Nobody waits for it where this fails.
    let _ = give.send(portion);
}

fn read_positions<P: Position>(
    search: &Search<'_>,
    portions: &Mutex<Receiver<Portion>>,
    report: &SyncSender<Report>,
) {
    let mut finder = Finder::new(search.expression, search.readings);
    let mut turned = search.data.clone();
    loop {
        let portion = portions.lock().unwrap_or_else(PoisonError::into_inner).recv();
        let Ok(Portion { number, depth, paths }) = portion else { return };
        let positions = paths.len() as u64;
        let mut finds = Vec::new();
        for path in paths {
            path.end::<P>().put(search.data.facelets(), turned.cells_mut());
            let mut matches = finder.matches(&turned);
            // The same text in another orientation or order is nothing new.
            let mut texts = HashSet::new();
            matches.retain(|found| texts.insert(found.text.clone()));
            finds.extend(matches.into_iter().map(|found| (path, found)));
        }
        if report.send(Report { number, depth, positions, finds }).is_err() {
            return;
        }
    }
}

fn tell_in_order(reports: Receiver<Report>, tell: &mut dyn FnMut(Event<'_>) -> ControlFlow<()>) -> Outcome {
    let mut outcome = Outcome { positions: Vec::new(), matching: 0, is_stopped: false };
    let mut early = BTreeMap::new();
    let mut texts = HashSet::new();
    let mut next = 0;
    for report in reports {
        early.insert(report.number, report);
        while let Some(report) = early.remove(&next) {
            next += 1;
            outcome.positions.resize(report.depth + 1, 0);
            outcome.positions[report.depth] += report.positions;
            let told = report.finds.into_iter().try_for_each(|(path, found)| {
                outcome.matching += 1;
                if !texts.insert(found.text.clone()) {
                    return ControlFlow::Continue(());
                }
                tell(Event::Found(&Find { alg: path.alg(), found }))
            });
            let told = match told {
                ControlFlow::Continue(()) => {
                    tell(Event::Progress { positions: outcome.positions.iter().sum(), depth: report.depth })
                }
                stop => stop,
            };
            if told.is_break() {
                outcome.is_stopped = true;
                return outcome;
            }
        }
    }
    outcome
}
