//! `convert`: writes cubes in another layout.

use crate::cli::ConvertArguments;
use crate::cubes::{self, CubeRecord, put};
use crate::error::{Failure, Stop, json_style};
use crate::output::Output;
use crate::tables;
use cubegod::Cancellation;
use cubegod_service::Solvers;
use cubegod_service::convert::{check_letters, text, to_response};

pub(crate) fn run(arguments: &ConvertArguments) -> Result<u8, Stop> {
    check_letters(arguments.to, arguments.letters)?;
    let mut output = Output::new(&arguments.output);
    let solvers = tables::solvers(arguments.output.quiet);
    cubes::for_each(&arguments.cubes.cubes, &arguments.read, &mut output, |cube, output| {
        answer(cube, arguments, &solvers, output)
    })?;
    output.finish()
}

fn answer(
    cube: &CubeRecord,
    arguments: &ConvertArguments,
    solvers: &Solvers,
    output: &mut Output,
) -> Result<(), Failure> {
    let text = text(cube, arguments.to, arguments.letters, solvers, Cancellation::never())?;
    if output.is_json() {
        return Ok(output.object(&to_response(cube, arguments.to, text, json_style()))?);
    }
    Ok(put(output, arguments.to, &text)?)
}
