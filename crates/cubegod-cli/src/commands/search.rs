//! `search`: searches for moves after which the data matches an expression.

use crate::cli::{DataArguments, SearchArguments};
use crate::cubes;
use crate::data::{Data, FaceNames, MatchFields, data_text, describe};
use crate::error::{ErrorKind, Failure, RequestError, Stop};
use crate::input::Origin;
use crate::message::CommandMessage;
use crate::output::Output;
use crate::progress::DelayedBar;
use crate::signals::Interruption;
use cubegod::data::{Order, Readings};
use cubegod::formats::Format;
use cubegod::parallel::available_threads;
use cubegod::search::{Hit, Progress as SearchProgress, SearchError, TextSearch};
use serde::Serialize;
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
        Err(Failure::Request(error)) => {
            output.error(&Origin::argument(), &error)?;
            output.finish()
        }
    }
}

fn subject(arguments: &SearchArguments) -> Result<Subject, Failure> {
    let data = DataArguments { data: arguments.data.clone(), data_from: arguments.data_from };
    let text = data_text(&data, &arguments.cube)?;
    let text = text.ok_or_else(|| Stop::usage(&CommandMessage::NoData))?;
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
    let search = TextSearch::new(&data.stickers, &arguments.grep, &readings)
        .faces(arguments.faces)
        .depth(arguments.depth)
        .threads(arguments.threads.unwrap_or_else(available_threads));
    let interruption = Interruption::watch();

    let bar = DelayedBar::of(output, Some(search.max_positions()));
    let mut found = 0;
    let mut written = Ok(());
    let outcome = search.run(&mut |report| {
        match report {
            SearchProgress::Found(hit) => {
                found += 1;
                written = bar.suspend(|| write_match(hit, &data, &names, output));
            }
            SearchProgress::Searched { positions, depth } => {
                bar.show(|_| (positions, CommandMessage::Searching { positions, moves: depth, found }));
            }
            _ => {}
        }
        let is_over = found == arguments.limit || written.is_err() || interruption.signal().is_some();
        if is_over { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    });
    let outcome = outcome.map_err(failure)?;
    bar.clear();
    written?;
    let positions: u64 = outcome.positions.iter().sum();
    let moves = outcome.positions.len().saturating_sub(1);
    if let Some(signal) = interruption.signal() {
        output.flush()?;
        output.done(&CommandMessage::SearchStopped { positions, moves, found });
        return Err(Stop::Interrupted(signal).into());
    }
    if found == 0 {
        output.fail();
    }
    output.flush()?;
    let (matching, limit) = (outcome.matching, outcome.is_stopped.then_some(arguments.limit));
    output.done(&CommandMessage::SearchDone { positions, moves, found, matching, limit });
    Ok(())
}

fn failure(error: SearchError) -> Failure {
    let message = CommandMessage::Search(error.clone());
    match error {
        SearchError::Size(_) => RequestError::new(ErrorKind::WrongSize, message).into(),
        SearchError::Memory { .. } => Stop::io(&message).into(),
        SearchError::Depth { .. } => Stop::usage(&message).into(),
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
