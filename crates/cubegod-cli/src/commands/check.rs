//! `check`: whether cubes are real.

use crate::cli::CheckArguments;
use crate::cubes::{self, Cube, face_letters};
use crate::diagnosis::Diagnosis;
use crate::error::{Failure, Stop};
use crate::output::{Output, place};
use cubegod::patterns::{Likeness, Recognizer};
use cubegod::{Color, Stickers, Symmetry, View};
use serde::Serialize;
use std::cell::OnceCell;

#[derive(Serialize)]
struct Answer<'a> {
    puzzle: String,
    cube: String,
    format: &'a str,
    legal: bool,
    solved: bool,
    unknown: usize,
    completions: u128,
    /// The name of the pattern that it is, from whichever side.
    #[serde(skip_serializing_if = "Option::is_none")]
    pattern: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    note: Option<&'a str>,
}

pub(crate) fn run(arguments: &CheckArguments) -> Result<u8, Stop> {
    let mut output = Output::new(&arguments.output).with_flaws_as_answers();
    let patterns = OnceCell::new();
    cubes::for_each(&arguments.cubes.cubes, &arguments.read, &mut output, |cube, output| {
        answer(cube, &patterns, output)
    })?;
    output.finish()
}

fn answer(cube: &Cube, patterns: &OnceCell<Recognizer>, output: &mut Output) -> Result<(), Failure> {
    let reading = &cube.reading;
    let view = View::new(reading.stickers.clone())?;
    let unknown = view.unknown_count();
    let (count, only) = if unknown == 0 && view.is_real() {
        (1, known(view.stickers()))
    } else {
        let completions = view.complete().map_err(|illegal| Diagnosis::new(reading, &view, illegal))?;
        (completions.count(), completions.get(0).filter(|_| completions.count() == 1))
    };
    let solved = only.as_ref().is_some_and(Stickers::is_uniform);
    let likeness = only.and_then(|only| patterns.get_or_init(Recognizer::new).recognize(&only));
    if output.is_json() {
        return Ok(output.object(&Answer {
            puzzle: view.size().to_string(),
            cube: face_letters(view.stickers()),
            format: reading.format.name(),
            legal: true,
            solved,
            unknown,
            completions: count,
            pattern: likeness.map(|likeness| likeness.pattern.name),
            note: cube.note.as_deref(),
        })?);
    }
    let state = match likeness {
        _ if solved => "solved".into(),
        None => "not solved".into(),
        Some(likeness) => format!("not solved: {}", told(likeness)),
    };
    let size = view.size();
    let told = match (unknown, count) {
        (0, _) => format!("a real {size} cube, {state}"),
        (_, 1) => format!("a {size} cube, {}; 1 real cube fits, {state}", unknown_stickers(unknown)),
        _ => format!("a {size} cube, {}; {count} real cubes fit", unknown_stickers(unknown)),
    };
    Ok(output.line(&format!("{}{told} (read as {})", place(&cube.origin), reading.format))?)
}

/// All stickers, if they are known.
fn known(stickers: &Stickers<Option<Color>>) -> Option<Stickers<Color>> {
    let colors: Option<Vec<Color>> = stickers.cells().iter().copied().collect();
    Stickers::new(stickers.size(), colors?).ok()
}

/// Which pattern it is.
fn told(Likeness { pattern, symmetry }: Likeness) -> String {
    match symmetry {
        Symmetry::IDENTITY => format!("the pattern {}", pattern.name),
        other if other.is_reflection() => format!("the mirror image of the pattern {}", pattern.name),
        _ => format!("the pattern {}, made from another side", pattern.name),
    }
}

fn unknown_stickers(count: usize) -> String {
    if count == 1 { "1 sticker unknown".into() } else { format!("{count} stickers unknown") }
}
