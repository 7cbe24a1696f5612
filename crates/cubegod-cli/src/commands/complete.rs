//! `complete`: the legal cubes that fit the known stickers.

use crate::cli::CompleteArguments;
use crate::cubes::{self, CubeRecord, own_letters, response_format, write_in};
use crate::error::{Failure, Stop, json_style};
use crate::language;
use crate::message::CommandMessage;
use crate::output::Output;
use cubegod::Cancellation;
use cubegod::view::Completions;
use cubegod_service::complete::{self, Listed};

pub(crate) fn run(arguments: &CompleteArguments) -> Result<u8, Stop> {
    let mut output = Output::new(&arguments.output);
    cubes::for_each(&arguments.cubes.cubes, &arguments.read, &mut output, |cube, output| {
        answer(cube, arguments, output)
    })?;
    output.finish()
}

fn answer(cube: &CubeRecord, arguments: &CompleteArguments, output: &mut Output) -> Result<(), Failure> {
    let reading = &cube.reading;
    let completions = complete::complete(cube, Cancellation::never())?;
    if output.is_json() {
        let (count, list, never) = (arguments.count, arguments.list, Cancellation::never());
        let response = complete::to_response(cube, &completions, count, list, json_style(), never)?;
        return Ok(output.long_object(&response)?);
    }
    if arguments.count {
        return Ok(output.line(&completions.count().to_string())?);
    }
    if let Some(limit) = arguments.list {
        // One line per cube, in the layout of the input if that is a line which can express the cube.
        let format = Some(response_format(reading.format)).filter(|format| format.is_single_line());
        for stickers in Listed::new(&completions, limit).iter() {
            let text = format.and_then(|format| write_in(&stickers, format, &reading.alphabet).ok());
            output.line(&text.unwrap_or_else(|| own_letters(&stickers, reading)))?;
        }
        return Ok(());
    }
    write_certain(cube, &completions, output)
}

/// Prints how many cubes fit, and the stickers that are certain.
fn write_certain(cube: &CubeRecord, completions: &Completions, output: &mut Output) -> Result<(), Failure> {
    let reading = &cube.reading;
    let text = write_in(&completions.certain(), response_format(reading.format), &reading.alphabet)?;
    let count = completions.count();
    if count == 1 {
        return Ok(output.block(&format!("1 legal cube fits:\n{text}"))?);
    }
    output.block(&format!("{count} legal cubes fit; with what is certain filled in:\n{text}"))?;
    output.note(&language::shown(&CommandMessage::ListCompletions { count }));
    Ok(())
}
