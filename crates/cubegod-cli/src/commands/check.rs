//! `check`: whether cubes are real.

use crate::cli::CheckArguments;
use crate::cubes::{self, Cube, face_letters};
use crate::diagnosis::Diagnosis;
use crate::error::{Failure, Stop};
use crate::output::{Output, place};
use cubegod::View;
use serde::Serialize;

#[derive(Serialize)]
struct Answer<'a> {
    puzzle: String,
    cube: String,
    format: &'a str,
    legal: bool,
    solved: bool,
    unknown: usize,
    completions: u128,
    #[serde(skip_serializing_if = "Option::is_none")]
    note: Option<&'a str>,
}

pub(crate) fn run(arguments: &CheckArguments) -> Result<u8, Stop> {
    let mut output = Output::new(&arguments.output).with_flaws_as_answers();
    cubes::for_each(&arguments.cubes.cubes, &arguments.read, &mut output, answer)?;
    output.finish()
}

fn answer(cube: &Cube, output: &mut Output) -> Result<(), Failure> {
    let reading = &cube.reading;
    let view = View::new(reading.stickers.clone())?;
    let unknown = view.unknown_count();
    let (count, solved) = if unknown == 0 && view.is_real() {
        (1, view.stickers().is_uniform())
    } else {
        let completions = view.complete().map_err(|illegal| Diagnosis::new(reading, &view, illegal))?;
        let only = completions.get(0).filter(|_| completions.count() == 1);
        (completions.count(), only.is_some_and(|only| only.is_uniform()))
    };
    if output.is_json() {
        return Ok(output.object(&Answer {
            puzzle: view.size().to_string(),
            cube: face_letters(view.stickers()),
            format: reading.format.name(),
            legal: true,
            solved,
            unknown,
            completions: count,
            note: cube.note.as_deref(),
        })?);
    }
    let state = if solved { "solved" } else { "not solved" };
    let size = view.size();
    let told = match (unknown, count) {
        (0, _) => format!("a real {size} cube, {state}"),
        (_, 1) => format!("a {size} cube, {}; 1 real cube fits, {state}", unknown_stickers(unknown)),
        _ => format!("a {size} cube, {}; {count} real cubes fit", unknown_stickers(unknown)),
    };
    Ok(output.line(&format!("{}{told} (read as {})", place(&cube.origin), reading.format))?)
}

fn unknown_stickers(count: usize) -> String {
    if count == 1 { "1 sticker unknown".into() } else { format!("{count} stickers unknown") }
}
