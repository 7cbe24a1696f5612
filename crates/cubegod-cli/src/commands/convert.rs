//! `convert`: cubes in another layout.

use crate::cli::{ConvertArguments, LettersChoice};
use crate::cubes::{self, Cube, face_letters, put, usual_alphabet, written};
use crate::error::{Failure, Stop};
use crate::output::Output;
use crate::tables::Solvers;
use cubegod::alphabet::Alphabet;
use cubegod::formats::Format;
use cubegod::moves::Ends;
use serde::Serialize;

#[derive(Serialize)]
struct Answer<'a> {
    puzzle: String,
    cube: String,
    format: &'a str,
    text: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    note: Option<&'a str>,
}

pub(crate) fn run(arguments: &ConvertArguments) -> Result<u8, Stop> {
    refuse_letters(arguments)?;
    let mut output = Output::new(&arguments.output);
    let solvers = Solvers::new(arguments.output.quiet);
    cubes::for_each(&arguments.cubes.cubes, &arguments.read, &mut output, |cube, output| {
        answer(cube, arguments, &solvers, output)
    })?;
    output.finish()
}

/// Some layouts are made of certain letters.
fn refuse_letters(arguments: &ConvertArguments) -> Result<(), Stop> {
    let needed = match arguments.to {
        Format::Reid | Format::KPattern | Format::Pattern => LettersChoice::Faces,
        Format::Digits => LettersChoice::Colors,
        _ => return Ok(()),
    };
    match arguments.letters {
        Some(letters) if letters != needed => Err(Stop::usage(format!(
            "the layout `{}` has its own way to write colours; leave `--letters` out",
            arguments.to
        ))),
        _ => Ok(()),
    }
}

fn answer(
    cube: &Cube,
    arguments: &ConvertArguments,
    solvers: &Solvers,
    output: &mut Output,
) -> Result<(), Failure> {
    let reading = &cube.reading;
    let alphabet = match arguments.letters {
        None => usual_alphabet(arguments.to),
        Some(LettersChoice::Faces) => Alphabet::FACES,
        Some(LettersChoice::Colors) => Alphabet::COLORS,
        Some(LettersChoice::Own) => reading.alphabet,
    };
    let text = match arguments.to {
        Format::Moves => solvers.moves_making(&reading.stickers, Ends::default(), output)?.to_string(),
        layout => written(&reading.stickers, layout, &alphabet)?,
    };
    if output.is_json() {
        return Ok(output.object(&Answer {
            puzzle: reading.stickers.size().to_string(),
            cube: face_letters(&reading.stickers),
            format: arguments.to.name(),
            text: &text,
            note: cube.note.as_deref(),
        })?);
    }
    Ok(put(output, arguments.to, &text)?)
}
