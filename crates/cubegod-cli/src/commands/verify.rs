//! `verify`: verifies certificates by an independent search.

mod progress;
mod report;

use crate::cli::VerifyArguments;
use crate::error::{RequestError, Stop};
use crate::input::{Origin, cannot_read, is_standard_input};
use crate::output::Output;
use crate::signals::Interruption;
use crate::tables;
use cubegod::parallel::available_threads;
use cubegod::solve::proof::Proof;
use cubegod_service::{
    Certificate, InputError, MAX_BYTES, TablesChoice, TwoPhaseTables, VerifiedCertificate,
};
use progress::ProofProgress;
use report::Report;
use std::fs::File;
use std::io::{self, Read};
use std::ops::ControlFlow;
use std::path::Path;
use std::time::Instant;

/// Proofs up to this length end before large tables would be built.
const QUICK_LENGTH: usize = 14;

/// A certificate whose solution solves its cube, to be verified.
struct Job {
    /// The name of its file.
    name: String,
    certificate: VerifiedCertificate,
    /// The search is for solutions with fewer moves than this.
    below: usize,
}

pub(crate) fn run(arguments: &VerifyArguments) -> Result<u8, Stop> {
    let standard_inputs = arguments.files.iter().filter(|file| is_dash(file)).count();
    if standard_inputs > 1 {
        return Err(RequestError::from(InputError::StandardInputTwice).into());
    }
    let mut output = Output::new(&arguments.output);
    // Read all files first: a bad file should not be reported after hours of proving.
    let mut jobs = Vec::new();
    for file in &arguments.files {
        let name = (!is_dash(file)).then(|| file.to_string_lossy());
        match read(file, name.as_deref()).and_then(|text| Certificate::read(&text)?.validate()) {
            Ok(certificate) => {
                let below = arguments
                    .to
                    .map_or(certificate.length, |to| to.saturating_add(1).min(certificate.length));
                jobs.push(Job { name: name.unwrap_or("standard input".into()).into(), certificate, below });
            }
            Err(error) => {
                let origin = match error.line() {
                    Some(line) => Origin::line_of(name.as_deref(), line),
                    None => Origin::file_or_input(name.as_deref()),
                };
                output.error(&origin, &error)?;
            }
        }
    }
    output.flush()?;
    if !jobs.is_empty() {
        prove_all(arguments, &jobs, &mut output)?;
    }
    output.finish()
}

fn is_dash(file: &Path) -> bool {
    file.to_str().is_some_and(is_standard_input)
}

/// Reads a certificate; at most one byte more than a certificate may have.
fn read(file: &Path, name: Option<&str>) -> Result<Vec<u8>, RequestError> {
    let most = MAX_BYTES as u64 + 1;
    let mut text = Vec::new();
    let read = match name {
        None => io::stdin().lock().take(most).read_to_end(&mut text),
        Some(_) => File::open(file).and_then(|file| file.take(most).read_to_end(&mut text)),
    };
    read.map_err(|error| cannot_read(name, &error))?;
    Ok(text)
}

fn prove_all(arguments: &VerifyArguments, jobs: &[Job], output: &mut Output) -> Result<(), Stop> {
    let is_quick = jobs.iter().all(|job| job.below <= QUICK_LENGTH);
    let quiet = output.is_quiet();
    let tables = match arguments.tables.tables {
        TablesChoice::Auto if is_quick => tables::two_phase_if_cached(quiet),
        // A long proof is faster if it waits for large tables.
        choice => tables::two_phase(choice.fixed(), quiet),
    };
    let proof = Proof::new(tables.get());
    let threads = arguments.threads.unwrap_or_else(available_threads);
    let interruption = Interruption::watch();
    for Job { name, certificate, below } in jobs {
        let start = Instant::now();
        let progress = ProofProgress::new(output, *below, certificate.metric);
        let verdict = proof.shorter(&certificate.cube, *below, certificate.metric, threads, &|state| {
            progress.show(state);
            if interruption.signal().is_some() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
        drop(progress);
        let report = Report { name, certificate, below: *below, verdict: &verdict, seconds: start.elapsed() };
        if output.is_json() {
            output.object(&report.answer())?;
        } else {
            output.line(&report.text())?;
        }
        if report.is_refuted() {
            output.fail();
        }
        // The next proof may take long.
        output.flush()?;
        if let Some(signal) = interruption.signal() {
            return Err(Stop::Interrupted(signal));
        }
    }
    Ok(())
}
