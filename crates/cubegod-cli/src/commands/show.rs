//! `show`: cubes as coloured nets, or one as a picture.

use crate::cli::{ShowArguments, ViewChoice};
use crate::cubes::{self, Cube, face_letters};
use crate::error::{Failure, Problem, Stop};
use crate::output::{Output, place, write_file};
use cubegod::Stickers;
use cubegod::render::ansi::{self, AnsiOptions};
use cubegod::render::svg::{self, SvgOptions};
use cubegod::render::{Cell, png};
use serde::Serialize;
use std::path::{Path, PathBuf};

#[derive(Serialize)]
struct Answer<'a> {
    puzzle: String,
    cube: String,
    format: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    net: Option<Vec<&'a str>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    file: Option<&'a Path>,
    #[serde(skip_serializing_if = "Option::is_none")]
    note: Option<&'a str>,
}

impl<'a> Answer<'a> {
    fn new(cube: &'a Cube) -> Answer<'a> {
        Answer {
            puzzle: cube.reading.stickers.size().to_string(),
            cube: face_letters(&cube.reading.stickers),
            format: cube.reading.format.name(),
            net: None,
            file: None,
            note: cube.note.as_deref(),
        }
    }
}

pub(crate) fn run(arguments: &ShowArguments) -> Result<u8, Stop> {
    if arguments.back && (arguments.view != ViewChoice::Iso || file(arguments).is_none()) {
        return Err(Stop::usage(
            "`--back` is for pictures of the cube in the hand; add `--view iso` and `--svg FILE` or `--png FILE`",
        ));
    }
    let mut output = Output::new(&arguments.output);
    match file(arguments) {
        Some(file) => draw(arguments, file, &mut output)?,
        None if arguments.view == ViewChoice::Iso => {
            return Err(Stop::usage("`--view iso` is for pictures; add `--svg FILE` or `--png FILE`"));
        }
        None => {
            let palette = arguments.palette.into();
            cubes::for_each(&arguments.cubes.cubes, &arguments.read, &mut output, |cube, output| {
                print(cube, &output.ansi_with(palette), output)
            })?;
        }
    }
    output.finish()
}

fn file(arguments: &ShowArguments) -> Option<&PathBuf> {
    arguments.svg.as_ref().or(arguments.png.as_ref())
}

fn print(cube: &Cube, options: &AnsiOptions, output: &mut Output) -> Result<(), Failure> {
    let cells = Stickers::<Cell>::from(&cube.reading.stickers);
    if output.is_json() {
        let net = ansi::net(&cells, &AnsiOptions::default());
        let net = Some(net.lines().collect());
        return Ok(output.object(&Answer { net, ..Answer::new(cube) })?);
    }
    Ok(output.block(&ansi::net(&cells, options))?)
}

/// Draws the one cube; nothing is written before it is certain that there is no second one.
fn draw(arguments: &ShowArguments, file: &Path, output: &mut Output) -> Result<(), Stop> {
    let mut picture = None;
    let mut answer = None;
    cubes::for_each(&arguments.cubes.cubes, &arguments.read, output, |cube, _| {
        if picture.is_some() {
            let place = place(&cube.origin);
            return Err(Stop::usage(format!("{place}a second cube; a picture shows one")).into());
        }
        picture = Some(rendered(cube, arguments)?);
        answer = serde_json::to_string(&Answer { file: Some(file), ..Answer::new(cube) }).ok();
        Ok(())
    })?;
    let Some(picture) = picture else { return Ok(()) };
    if file == Path::new("-") {
        return output.bytes(&picture);
    }
    write_file(file, &picture)?;
    match answer {
        Some(answer) if output.is_json() => output.line(&answer),
        _ => {
            output.done(&format!("wrote {}", file.display()));
            Ok(())
        }
    }
}

fn rendered(cube: &Cube, arguments: &ShowArguments) -> Result<Vec<u8>, Problem> {
    let mut cells = Stickers::<Cell>::from(&cube.reading.stickers);
    if arguments.letters {
        cells = cells.map(|cell| cell.lettered());
    }
    let options = SvgOptions {
        width: arguments.width,
        palette: arguments.palette.into(),
        back: arguments.back,
        ..SvgOptions::default()
    };
    let drawing = match arguments.view {
        ViewChoice::Net => svg::net(&cells, &options),
        ViewChoice::Iso => svg::iso(&cells, &options),
    };
    if arguments.png.is_none() {
        return Ok(drawing.into_bytes());
    }
    png::from_svg(&drawing, arguments.width).map_err(|error| Problem::io(error.to_string()))
}
