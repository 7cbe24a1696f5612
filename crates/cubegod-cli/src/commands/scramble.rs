//! `scramble`: random cubes, as moves or in another layout.

use crate::cli::ScrambleArguments;
use crate::cubes::put;
use crate::error::{Failure, Stop};
use crate::input::Origin;
use crate::output::Output;
use crate::tables;
use cubegod::Cancellation;
use cubegod_service::scramble::{Options, Scrambles};

pub(crate) fn run(arguments: &ScrambleArguments) -> Result<u8, Stop> {
    let options = Options {
        puzzle: arguments.puzzle,
        seed: arguments.seed,
        to: arguments.to,
        ends: arguments.ends(),
        faces: arguments.faces,
    };
    options.check()?;
    let mut output = Output::new(&arguments.output);
    let solvers = tables::solvers(arguments.output.quiet);
    let mut scrambles = Scrambles::new(options, &solvers);
    for _ in 0..arguments.number {
        let result = answer(&mut scrambles, arguments, &mut output);
        let is_bad = result.is_err();
        output.finish_record(&Origin::argument(), result, false)?;
        if is_bad {
            // The others would fail the same way.
            break;
        }
    }
    output.finish()
}

fn answer(
    scrambles: &mut Scrambles<'_>,
    arguments: &ScrambleArguments,
    output: &mut Output,
) -> Result<(), Failure> {
    let drawn = scrambles.draw(Cancellation::never())?;
    if output.is_json() {
        return Ok(output.object(&drawn.to_response()?)?);
    }
    Ok(put(output, arguments.to, &drawn.text()?)?)
}
