//! `verify`: proves again what certificates claim, in another way.

mod finding;
mod progress;

use crate::cli::{TablesChoice, VerifyArguments};
use crate::error::{RequestError, Stop, reason};
use crate::input::{Origin, cannot_read, is_standard_input};
use crate::output::Output;
use crate::signals::{Signal, on_signal};
use crate::tables::TwoPhase;
use cubegod::solve::proof::Proof;
use cubegod_service::{Certificate, Claim, MOST_BYTES};
use finding::Finding;
use progress::Progress;
use std::fs::File;
use std::io::{self, Read};
use std::num::NonZero;
use std::ops::ControlFlow;
use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Instant;

/// Proofs of fewer moves are over before large tables would be built.
const QUICK: usize = 14;

/// A certificate whose solution is one.
struct Subject {
    /// As people and machines are told.
    name: String,
    claim: Claim,
    /// Solutions with fewer moves are looked for.
    below: usize,
}

pub(crate) fn run(arguments: &VerifyArguments) -> Result<u8, Stop> {
    let standard_inputs = arguments.files.iter().filter(|file| is_dash(file)).count();
    if standard_inputs > 1 {
        return Err(Stop::usage("standard input can be read only once; give `-` once"));
    }
    let mut output = Output::new(&arguments.output);
    // All of them first: nobody wants to hear after hours that the next file is none.
    let mut subjects = Vec::new();
    for file in &arguments.files {
        let name = (!is_dash(file)).then(|| file.to_string_lossy());
        match read(file, name.as_deref()).and_then(|text| Certificate::read(&text)?.claim()) {
            Ok(claim) => {
                let below = arguments.to.map_or(claim.length, |to| to.saturating_add(1).min(claim.length));
                subjects.push(Subject { name: name.unwrap_or("standard input".into()).into(), claim, below });
            }
            Err(problem) => {
                let origin = match problem.line() {
                    Some(line) => Origin::line_of(name.as_deref(), line),
                    None => Origin::whole(name.as_deref()),
                };
                output.problem(&origin, &problem)?;
            }
        }
    }
    output.flush()?;
    if !subjects.is_empty() {
        prove_all(arguments, &subjects, &mut output)?;
    }
    output.finish()
}

fn is_dash(file: &Path) -> bool {
    file.to_str().is_some_and(is_standard_input)
}

/// The text of a certificate, or a little more than one can have.
fn read(file: &Path, name: Option<&str>) -> Result<Vec<u8>, RequestError> {
    let most = MOST_BYTES as u64 + 1;
    let mut text = Vec::new();
    let read = match name {
        None => io::stdin().lock().take(most).read_to_end(&mut text),
        Some(_) => File::open(file).and_then(|file| file.take(most).read_to_end(&mut text)),
    };
    match (read, name) {
        (Ok(_), _) => Ok(text),
        (Err(error), None) => {
            Err(RequestError::io(format!("cannot read standard input: {}", reason(&error))))
        }
        (Err(error), Some(name)) => Err(RequestError::io(cannot_read(name, &error))),
    }
}

fn prove_all(arguments: &VerifyArguments, subjects: &[Subject], output: &mut Output) -> Result<(), Stop> {
    let is_quick = subjects.iter().all(|subject| subject.below <= QUICK);
    let tables = match arguments.tables.tables {
        TablesChoice::Auto if is_quick => TwoPhase::as_kept(output.is_quiet()),
        // A long proof is over sooner if it waits for them.
        TablesChoice::Auto => TwoPhase::new(TablesChoice::Large, output.is_quiet()),
        choice => TwoPhase::new(choice, output.is_quiet()),
    };
    let proof = Proof::new(tables.get());
    let threads =
        arguments.threads.unwrap_or_else(|| std::thread::available_parallelism().map_or(1, NonZero::get));
    let interruption = Arc::new(Mutex::new(None::<Signal>));
    let heard = Arc::clone(&interruption);
    // Where signals cannot be heard, the process just ends as it would anyway.
    let _ = on_signal(move |signal| *heard.lock().unwrap_or_else(PoisonError::into_inner) = Some(signal));
    let signal = || *interruption.lock().unwrap_or_else(PoisonError::into_inner);
    for Subject { name, claim, below } in subjects {
        let start = Instant::now();
        let progress = Mutex::new(Progress::new(output, *below, claim.metric));
        let verdict = proof.shorter(&claim.cube, *below, claim.metric, threads, &|standing| {
            // Whoever comes while it is being drawn has nothing newer to show.
            if let Ok(mut progress) = progress.try_lock() {
                progress.show(standing);
            }
            if signal().is_some() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
        drop(progress);
        let finding = Finding { name, claim, below: *below, verdict: &verdict, seconds: start.elapsed() };
        if output.is_json() {
            output.object(&finding.answer())?;
        } else {
            output.line(&finding.text())?;
        }
        if finding.is_refuted() {
            output.fail();
        }
        // The next one may be long in coming.
        output.flush()?;
        if let Some(signal) = signal() {
            return Err(Stop::Interrupted(signal));
        }
    }
    Ok(())
}
