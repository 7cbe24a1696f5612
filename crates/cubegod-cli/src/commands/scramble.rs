//! `scramble`: random cubes, as the moves that make them or as they look.

use crate::cli::ScrambleArguments;
use crate::cubes::{face_letters, put, usual_alphabet, written};
use crate::error::{Failure, Stop};
use crate::input::Origin;
use crate::output::Output;
use crate::tables::Solvers;
use cubegod::formats::Format;
use cubegod::moves::Ends;
use cubegod::scramble::generator;
use cubegod::{Color, Cube2, Cube3, Size, Stickers};
use serde::Serialize;

#[derive(Serialize)]
struct Answer {
    puzzle: String,
    cube: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    scramble: Option<String>,
    seed: u64,
}

pub(crate) fn run(arguments: &ScrambleArguments) -> Result<u8, Stop> {
    let size = arguments.puzzle;
    if size > Size::THREE {
        return Err(Stop::usage(format!(
            "random cubes are 2x2x2 or 3x3x3, not {size}; say `--puzzle 2x2` or `--puzzle 3x3`"
        )));
    }
    if arguments.ends() != Ends::default() && arguments.to != Format::Moves {
        return Err(Stop::usage(format!(
            "`--not-first` and `--not-last` are about moves, but `--to {}` writes none; leave one of them out",
            arguments.to
        )));
    }
    // As many bits as every reader of JSON keeps.
    let seed = arguments.seed.unwrap_or_else(|| rand::random::<u64>() >> 11);
    let mut random = generator(seed);
    let mut output = Output::new(&arguments.output);
    let solvers = Solvers::new(arguments.output.quiet);
    for _ in 0..arguments.number {
        let colors = match size {
            Size::TWO => Cube2::random_scramble(&mut random, solvers.pocket(&mut output)).stickers(),
            _ => Cube3::random_scramble(&mut random).stickers(),
        };
        let result = answer(&colors.map(|&color| Some(color)), seed, arguments, &solvers, &mut output);
        let is_bad = result.is_err();
        output.finish_record(&Origin::argument(), result, false)?;
        if is_bad {
            // The others would be no better.
            break;
        }
    }
    output.finish()
}

fn answer(
    stickers: &Stickers<Option<Color>>,
    seed: u64,
    arguments: &ScrambleArguments,
    solvers: &Solvers,
    output: &mut Output,
) -> Result<(), Failure> {
    let moves = match arguments.to {
        Format::Moves => Some(solvers.moves_making(stickers, arguments.ends(), output)?.to_string()),
        _ => None,
    };
    if output.is_json() {
        let puzzle = stickers.size().to_string();
        return Ok(output.object(&Answer { puzzle, cube: face_letters(stickers), scramble: moves, seed })?);
    }
    let text = match moves {
        Some(moves) => moves,
        None => written(stickers, arguments.to, &usual_alphabet(arguments.to))?,
    };
    Ok(put(output, arguments.to, &text)?)
}
