//! `convert`: writes cubes in another layout.

use crate::cli::{ConvertArguments, LettersChoice};
use crate::cubes::{self, Cube, put};
use crate::error::{Failure, Stop, json_style};
use crate::output::Output;
use crate::tables;
use cubegod::Cancellation;
use cubegod_service::Solvers;
use cubegod_service::convert::{LetterChoice, check_letters, text, to_response};

pub(crate) fn run(arguments: &ConvertArguments) -> Result<u8, Stop> {
    let letters = arguments.letters.map(LetterChoice::from);
    check_letters(arguments.to, letters)?;
    let mut output = Output::new(&arguments.output);
    let solvers = tables::solvers(arguments.output.quiet);
    cubes::for_each(&arguments.cubes.cubes, &arguments.read, &mut output, |cube, output| {
        answer(cube, arguments, &solvers, output)
    })?;
    output.finish()
}

fn answer(
    cube: &Cube,
    arguments: &ConvertArguments,
    solvers: &Solvers,
    output: &mut Output,
) -> Result<(), Failure> {
    let text =
        text(cube, arguments.to, arguments.letters.map(LetterChoice::from), solvers, Cancellation::never())?;
    if output.is_json() {
        return Ok(output.object(&to_response(cube, arguments.to, text, json_style()))?);
    }
    Ok(put(output, arguments.to, &text)?)
}

impl From<LettersChoice> for LetterChoice {
    fn from(choice: LettersChoice) -> LetterChoice {
        match choice {
            LettersChoice::Faces => LetterChoice::Faces,
            LettersChoice::Colors => LetterChoice::Colors,
            LettersChoice::Own => LetterChoice::Own,
        }
    }
}
