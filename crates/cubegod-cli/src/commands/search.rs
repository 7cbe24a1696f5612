//! `search`: turns a cube until its data says something.

mod progress;

use crate::cli::{DataArguments, SearchArguments};
use crate::cubes;
use crate::data::{Data, FaceNames, MatchFields, data_text, described};
use crate::error::{ErrorKind, Failure, RequestError, Stop};
use crate::input::Origin;
use crate::output::Output;
use crate::signals::{Signal, on_signal};
use cubegod::data::{Order, Readings};
use cubegod::formats::Format;
use cubegod::search::{Hit, Progress as SearchProgress, Search, SearchError};
use progress::Progress;
use serde::Serialize;
use std::num::NonZero;
use std::ops::ControlFlow;
use std::sync::{Arc, Mutex, PoisonError};

/// What machines get for each text.
#[derive(Serialize)]
struct Answer {
    puzzle: String,
    alg: String,
    length: usize,
    #[serde(flatten)]
    found: MatchFields,
}

/// What is searched.
struct Subject {
    data: Data,
    names: FaceNames,
}

pub(crate) fn run(arguments: &SearchArguments) -> Result<u8, Stop> {
    let mut output = Output::new(&arguments.output);
    match search(arguments, &mut output) {
        Ok(()) => output.finish(),
        Err(Failure::Stop(stop)) => Err(stop),
        Err(Failure::Request(problem)) => {
            output.problem(&Origin::argument(), &problem)?;
            output.finish()
        }
    }
}

fn subject(arguments: &SearchArguments) -> Result<Subject, Failure> {
    let data = DataArguments { data: arguments.data.clone(), data_from: arguments.data_from };
    let text = data_text(&data, &arguments.cube)?;
    let text = text.ok_or_else(|| Stop::usage("there is nothing to search; add --data TEXT"))?;
    match &arguments.cube {
        Some(cube) => {
            let reading = cubes::only(cube, &arguments.read)?;
            let names = FaceNames::new(&reading.stickers, &reading.alphabet);
            Ok(Subject { data: text.on(&reading)?, names })
        }
        None => {
            let format = arguments.read.from.unwrap_or(Format::Facelets);
            Ok(Subject { data: text.on_any(arguments.read.puzzle, format)?, names: FaceNames::LETTERS })
        }
    }
}

fn search(arguments: &SearchArguments, output: &mut Output) -> Result<(), Failure> {
    let Subject { data, names } = subject(arguments)?;
    let orientations = names.orientations(arguments.orientation.up, arguments.orientation.front)?;
    let orders = Order::to_search(data.format);
    let readings = Readings::new(data.stickers.size(), &orientations, &orders);
    let cores = || std::thread::available_parallelism().map_or(1, NonZero::get);
    let search = Search {
        faces: arguments.faces,
        depth: arguments.depth,
        threads: arguments.threads.unwrap_or_else(cores),
        ..Search::new(&data.stickers, &arguments.grep, &readings)
    };
    let interruption = Arc::new(Mutex::new(None::<Signal>));
    let heard = Arc::clone(&interruption);
    // Where signals cannot be heard, the process just ends as it would anyway.
    let _ = on_signal(move |signal| *heard.lock().unwrap_or_else(PoisonError::into_inner) = Some(signal));
    let signal = || *interruption.lock().unwrap_or_else(PoisonError::into_inner);

    let mut progress = Progress::new(output, search.max_positions());
    let mut found = 0;
    let mut written = Ok(());
    let outcome = search.run(&mut |report| {
        match report {
            SearchProgress::Found(hit) => {
                found += 1;
                written = progress.aside(|| tell(hit, &data, &names, output));
            }
            SearchProgress::Searched { positions, depth } => progress.show(positions, depth, found),
            _ => {}
        }
        let is_over = found == arguments.limit || written.is_err() || signal().is_some();
        if is_over { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    });
    let outcome = outcome.map_err(refusal)?;
    progress.clear();
    written?;
    let positions: u64 = outcome.positions.iter().sum();
    let reached = outcome.positions.len().saturating_sub(1);
    let searched = format!("{} up to {}", counted(positions, "position"), counted(reached as u64, "turn"));
    if let Some(signal) = signal() {
        output.flush()?;
        output.done(&format!("stopped after {searched}; {}", what_was_found(found)));
        return Err(Stop::Interrupted(signal).into());
    }
    let limit = match outcome.is_stopped {
        true => format!("; --limit {} stopped it", arguments.limit),
        false => String::new(),
    };
    if found == 0 {
        output.fail();
    }
    output.flush()?;
    // A text is told once; where it stands in other positions too, a longer expression would tell them apart.
    let elsewhere = match outcome.matching > found as u64 {
        true => {
            format!(", in {}", counted(outcome.matching, "position"))
        }
        false => String::new(),
    };
    output.done(&format!("{searched}; {}{elsewhere}{limit}", what_was_found(found)));
    Ok(())
}

fn refusal(error: SearchError) -> Failure {
    match error {
        SearchError::Size(_) => RequestError::new(ErrorKind::WrongSize, error.to_string()).into(),
        SearchError::Memory { .. } => Stop::Io(error.to_string()).into(),
        SearchError::Depth { .. } => Stop::usage(error.to_string()).into(),
    }
}

fn tell(hit: &Hit, data: &Data, names: &FaceNames, output: &mut Output) -> Result<(), Stop> {
    if output.is_json() {
        output.object(&Answer {
            puzzle: data.stickers.size().to_string(),
            alg: hit.alg.to_string(),
            length: hit.alg.len(),
            found: MatchFields::new(&hit.found, names),
        })?;
    } else {
        let turns = if hit.alg.is_empty() { "no turns".to_owned() } else { hit.alg.to_string() };
        output.line(&format!("{turns}; {}", described(&hit.found, names)))?;
    }
    // The next one may be long in coming.
    output.flush()
}

fn what_was_found(found: usize) -> String {
    match found {
        0 => "nothing matches".to_owned(),
        _ => format!("{} found", counted(found as u64, "text")),
    }
}

/// `1 turn`, `2 turns`.
fn counted(number: u64, what: &str) -> String {
    let plural = if number == 1 { "" } else { "s" };
    format!("{number} {what}{plural}")
}
