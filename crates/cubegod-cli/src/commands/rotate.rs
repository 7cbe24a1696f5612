//! `rotate`: turns layers of the array `cube[6][4]` as `Rotate(direction, step)` does.

use crate::cli::RotateArguments;
use crate::cubes::{self, CubeRecord, face_letters, usual_alphabet, write_in};
use crate::error::{Failure, RequestError, SOME_BAD, Stop, USAGE};
use crate::input::{self, Inputs, Origin, Splitting};
use crate::output::Output;
use cubegod::formats::Format;
use cubegod::moves::rotate;
use cubegod::{Alg, ReadOptions};
use cubegod_service::InputError;
use serde::Serialize;

#[derive(Serialize)]
struct Answer<'a> {
    puzzle: String,
    cube: String,
    /// The 24 digits of the array.
    digits: &'a str,
    alg: String,
    solved: bool,
}

pub(crate) fn run(arguments: &RotateArguments) -> Result<u8, Stop> {
    if [&arguments.digits, &arguments.pairs].iter().all(|argument| input::is_standard_input(argument)) {
        return Err(RequestError::from(InputError::StandardInputTwice).into());
    }
    let mut output = Output::new(&arguments.output);
    let alg = match read_pairs(&arguments.pairs) {
        Ok(alg) => alg,
        Err((error, code)) => {
            output.error(&Origin::argument(), &error)?;
            output.finish()?;
            return Err(Stop::Reported(code));
        }
    };
    // An array may be on one line or on several.
    let inputs = Inputs::cubes(std::slice::from_ref(&arguments.digits), Splitting::Detect)?;
    let options = ReadOptions::new().format(Format::Digits);
    cubes::for_each_in(inputs, &options, &mut output, |cube, output| {
        answer(cube, &alg, arguments.print, output)
    })?;
    output.finish()
}

/// Reads the moves. Returns an error with its exit code.
fn read_pairs(argument: &str) -> Result<Alg, (RequestError, u8)> {
    let text = input::read_argument(argument).map_err(|error| (error, SOME_BAD))?;
    let calls = rotate::read(&text).map_err(|error| (RequestError::rotations(error, &text), USAGE))?;
    Ok(calls.into_iter().collect())
}

fn answer(cube: &CubeRecord, alg: &Alg, print: bool, output: &mut Output) -> Result<(), Failure> {
    let mut stickers = cube.reading.stickers.clone();
    stickers.apply(alg)?;
    let array = write_in(&stickers, Format::Digits, &usual_alphabet(Format::Digits))?;
    let digits: String = array.chars().filter(|character| !matches!(character, '{' | '}' | ',')).collect();
    if output.is_json() {
        return Ok(output.object(&Answer {
            puzzle: stickers.size().to_string(),
            cube: face_letters(&stickers),
            digits: &digits,
            alg: alg.to_string(),
            solved: stickers.is_uniform() && !stickers.facelets().contains(&None),
        })?);
    }
    if !print {
        return Ok(output.line(&array)?);
    }
    let faces: Vec<&str> = (0..6).map(|face| &digits[4 * face..][..4]).collect();
    Ok(output.block(&faces.join("\n"))?)
}
