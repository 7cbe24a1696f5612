//! `apply`: applies moves to cubes.

use crate::cli::ApplyArguments;
use crate::cubes::{self, CubeRecord, put, response_format, usual_alphabet, write_in};
use crate::data::{DataText, data_text};
use crate::error::{Failure, RequestError, Stop, USAGE, json_style};
use crate::input::{self, Origin};
use crate::output::Output;
use cubegod::formats::Format;
use cubegod::{Alg, Cancellation};
use cubegod_service::{InputError, apply};

pub(crate) fn run(arguments: &ApplyArguments) -> Result<u8, Stop> {
    if [&arguments.cube, &arguments.alg].iter().all(|argument| input::is_standard_input(argument)) {
        return Err(RequestError::from(InputError::StandardInputTwice).into());
    }
    let data = data_text(&arguments.data, [&arguments.cube, &arguments.alg])?;
    let mut output = Output::new(&arguments.output);
    let alg = match read_alg(&arguments.alg) {
        Ok(alg) => alg,
        Err((error, code)) => {
            output.error(&Origin::argument(), &error)?;
            output.finish()?;
            return Err(Stop::Reported(code));
        }
    };
    cubes::for_each(std::slice::from_ref(&arguments.cube), &arguments.read, &mut output, |cube, output| {
        answer(cube, &alg, data.as_ref(), arguments.to, output)
    })?;
    output.finish()
}

/// Reads the moves. Returns an error with its exit code.
fn read_alg(argument: &str) -> Result<Alg, (RequestError, u8)> {
    let text = input::read_argument(argument).map_err(|error| (error, crate::error::SOME_BAD))?;
    apply::read_alg(&text, Cancellation::never()).map_err(|error| (error, USAGE))
}

fn answer(
    cube: &CubeRecord,
    alg: &Alg,
    data: Option<&DataText>,
    to: Option<Format>,
    output: &mut Output,
) -> Result<(), Failure> {
    let reading = &cube.reading;
    let applied = apply::apply(cube, alg, data, Cancellation::never())?;
    if output.is_json() {
        return Ok(output.object(&applied.to_response(cube, alg, to, json_style())?)?);
    }
    let (format, alphabet) = match to {
        Some(format) => (format, usual_alphabet(format)),
        None => (response_format(reading.format), reading.alphabet),
    };
    let text = write_in(&applied.stickers, format, &alphabet)?;
    put(output, format, &text)?;
    if let Some(data) = applied.data {
        let format = to.unwrap_or(data.format);
        put(output, format, &format.write_labels(&data.stickers))?;
    }
    Ok(())
}
