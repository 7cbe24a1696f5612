//! `search`: searches for moves after which the data matches an expression.

mod progress;

use crate::cli::{DataArguments, SearchArguments};
use crate::cubes;
use crate::data::{Data, FaceNames, MatchFields, data_text, describe};
use crate::error::{ErrorKind, Failure, RequestError, Stop};
use crate::input::Origin;
use crate::output::Output;
use crate::signals::FirstSignal;
use cubegod::data::{Order, Readings};
use cubegod::formats::Format;
use cubegod::search::{Hit, Progress as SearchProgress, Search, SearchError};
use progress::SearchBar;
use serde::Serialize;
use std::num::NonZero;
use std::ops::ControlFlow;

/// The JSON of a match.
#[derive(Serialize)]
struct Answer {
    puzzle: String,
    alg: String,
    length: usize,
    #[serde(flatten)]
    found: MatchFields,
}

/// The data and the names of its faces.
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
    let text = text.ok_or_else(|| Stop::usage("no data to search; add --data TEXT"))?;
    match &arguments.cube {
        Some(cube) => {
            let reading = cubes::read_single(cube, &arguments.read)?;
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
    let search = Search::new(&data.stickers, &arguments.grep, &readings)
        .faces(arguments.faces)
        .depth(arguments.depth)
        .threads(arguments.threads.unwrap_or_else(cores));
    let signal = FirstSignal::watch();

    let mut progress = SearchBar::new(output, search.max_positions());
    let mut found = 0;
    let mut written = Ok(());
    let outcome = search.run(&mut |report| {
        match report {
            SearchProgress::Found(hit) => {
                found += 1;
                written = progress.suspend(|| write_match(hit, &data, &names, output));
            }
            SearchProgress::Searched { positions, depth } => progress.show(positions, depth, found),
            _ => {}
        }
        let is_over = found == arguments.limit || written.is_err() || signal.get().is_some();
        if is_over { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    });
    let outcome = outcome.map_err(failure)?;
    progress.clear();
    written?;
    let positions: u64 = outcome.positions.iter().sum();
    let reached = outcome.positions.len().saturating_sub(1);
    let searched = format!("{} up to {}", counted(positions, "position"), counted(reached as u64, "move"));
    if let Some(signal) = signal.get() {
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
    // Each text is printed once, even if it occurs in several positions.
    let elsewhere = match outcome.matching > found as u64 {
        true => {
            format!(", in {}", counted(outcome.matching, "position"))
        }
        false => String::new(),
    };
    output.done(&format!("{searched}; {}{elsewhere}{limit}", what_was_found(found)));
    Ok(())
}

fn failure(error: SearchError) -> Failure {
    match error {
        SearchError::Size(_) => RequestError::new(ErrorKind::WrongSize, error.to_string()).into(),
        SearchError::Memory { .. } => Stop::Io(error.to_string()).into(),
        SearchError::Depth { .. } => Stop::usage(error.to_string()).into(),
    }
}

fn write_match(hit: &Hit, data: &Data, names: &FaceNames, output: &mut Output) -> Result<(), Stop> {
    if output.is_json() {
        output.object(&Answer {
            puzzle: data.stickers.size().to_string(),
            alg: hit.alg.to_string(),
            length: hit.alg.len(),
            found: MatchFields::new(&hit.found, names),
        })?;
    } else {
        let moves = if hit.alg.is_empty() { "no moves".to_owned() } else { hit.alg.to_string() };
        output.line(&format!("{moves}; {}", describe(&hit.found, names)))?;
    }
    // The next match may take long.
    output.flush()
}

fn what_was_found(found: usize) -> String {
    match found {
        0 => "nothing matches".to_owned(),
        _ => format!("{} found", counted(found as u64, "text")),
    }
}

/// `1 move`, `2 moves`.
fn counted(number: u64, what: &str) -> String {
    let plural = if number == 1 { "" } else { "s" };
    format!("{number} {what}{plural}")
}
