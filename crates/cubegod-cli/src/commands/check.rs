//! `check`: checks whether cubes are legal.

use crate::cli::CheckArguments;
use crate::cubes::{self, CubeRecord};
use crate::error::{Failure, Stop, json_style};
use crate::output::{Output, prefix};
use crate::tables;
use cubegod::patterns::PatternMatch;
use cubegod::{Cancellation, Symmetry};
use cubegod_service::{Solvers, check};

pub(crate) fn run(arguments: &CheckArguments) -> Result<u8, Stop> {
    let mut output = Output::new(&arguments.output).with_flaws_as_answers();
    let solvers = tables::solvers(arguments.output.quiet);
    cubes::for_each(&arguments.cubes.cubes, &arguments.read, &mut output, |cube, output| {
        answer(cube, &solvers, output)
    })?;
    output.finish()
}

fn answer(cube: &CubeRecord, solvers: &Solvers, output: &mut Output) -> Result<(), Failure> {
    let checked = check::check(cube, solvers, Cancellation::never())?;
    if output.is_json() {
        return Ok(output.object(&checked.to_response(cube, json_style()))?);
    }
    let state = match checked.pattern {
        _ if checked.is_solved => "solved".into(),
        None => "not solved".into(),
        Some(found) => format!("not solved: {}", pattern_name(found)),
    };
    let (size, unknown, count) = (cube.reading.stickers.size(), checked.unknown, checked.count);
    let message = match (unknown, count) {
        (0, _) => format!("a legal {size} cube, {state}"),
        (_, 1) => format!("a {size} cube, {}; 1 legal cube fits, {state}", unknown_stickers(unknown)),
        _ => format!("a {size} cube, {}; {count} legal cubes fit", unknown_stickers(unknown)),
    };
    Ok(output.line(&format!("{}{message} (read as {})", prefix(&cube.origin), cube.reading.format))?)
}

/// Returns the name of a pattern and how the cube differs from it.
fn pattern_name(PatternMatch { pattern, symmetry }: PatternMatch) -> String {
    match symmetry {
        Symmetry::IDENTITY => format!("the pattern {}", pattern.name),
        other if other.is_reflection() => format!("the mirror image of the pattern {}", pattern.name),
        _ => format!("the pattern {}, made from another side", pattern.name),
    }
}

fn unknown_stickers(count: usize) -> String {
    if count == 1 { "1 sticker unknown".into() } else { format!("{count} stickers unknown") }
}
