//! `show`: prints cubes as coloured nets, or draws one as a picture.

use crate::cli::{ShowArguments, ViewChoice};
use crate::cubes::{self, CubeRecord, face_letters};
use crate::data::{Data, DataText, data_text};
use crate::error::{Failure, RequestError, Stop, json_style};
use crate::language;
use crate::message::CommandMessage;
use crate::output::{Output, prefix, write_file};
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
    /// The data, in the order of the input.
    #[serde(skip_serializing_if = "Option::is_none")]
    data: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    net: Option<Vec<&'a str>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    file: Option<&'a Path>,
    #[serde(skip_serializing_if = "Option::is_none")]
    note: Option<String>,
}

impl<'a> Answer<'a> {
    fn new(cube: &'a CubeRecord, data: Option<&Data>) -> Answer<'a> {
        Answer {
            puzzle: cube.reading.stickers.size().to_string(),
            cube: face_letters(&cube.reading.stickers),
            format: cube.reading.format.name(),
            data: data.map(Data::one_string),
            net: None,
            file: None,
            note: cube.note.as_ref().map(|note| note.message(json_style())),
        }
    }
}

pub(crate) fn run(arguments: &ShowArguments) -> Result<u8, Stop> {
    if arguments.back && (arguments.view != ViewChoice::Iso || file(arguments).is_none()) {
        return Err(Stop::usage(&CommandMessage::BackWithoutPicture));
    }
    let data = data_text(&arguments.data, &arguments.cubes.cubes)?;
    let mut output = Output::new(&arguments.output);
    match file(arguments) {
        Some(file) => draw(arguments, data.as_ref(), file, &mut output)?,
        None if arguments.view == ViewChoice::Iso => {
            return Err(Stop::usage(&CommandMessage::IsoWithoutPicture));
        }
        None => {
            let palette = arguments.palette;
            cubes::for_each(&arguments.cubes.cubes, &arguments.read, &mut output, |cube, output| {
                print(cube, data.as_ref(), &output.ansi_with(palette), output)
            })?;
        }
    }
    output.finish()
}

fn file(arguments: &ShowArguments) -> Option<&PathBuf> {
    arguments.svg.as_ref().or(arguments.png.as_ref())
}

/// Returns the cells of a cube, labelled with its data.
fn cells(cube: &CubeRecord, data: Option<&Data>) -> Stickers<Cell> {
    let mut cells = Stickers::<Cell>::from(&cube.reading.stickers);
    if let Some(data) = data {
        for (cell, &character) in cells.facelets_mut().iter_mut().zip(data.stickers.facelets()) {
            *cell = cell.labelled(character);
        }
    }
    cells
}

fn print(
    cube: &CubeRecord,
    data: Option<&DataText>,
    options: &AnsiOptions,
    output: &mut Output,
) -> Result<(), Failure> {
    let data = data.map(|data| data.on(&cube.reading)).transpose()?;
    let cells = cells(cube, data.as_ref());
    if output.is_json() {
        let net = ansi::net(&cells, &AnsiOptions::default());
        let net = Some(net.lines().collect());
        return Ok(output.object(&Answer { net, ..Answer::new(cube, data.as_ref()) })?);
    }
    Ok(output.block(&ansi::net(&cells, options))?)
}

/// Draws the only cube. Nothing is written before all input is read, as a second cube is an error.
fn draw(
    arguments: &ShowArguments,
    data: Option<&DataText>,
    file: &Path,
    output: &mut Output,
) -> Result<(), Stop> {
    let mut picture = None;
    let mut answer = None;
    cubes::for_each(&arguments.cubes.cubes, &arguments.read, output, |cube, _| {
        if picture.is_some() {
            let message = language::shown(&CommandMessage::SecondCube);
            return Err(Stop::Usage(prefix(&cube.origin) + &message).into());
        }
        let data = data.map(|data| data.on(&cube.reading)).transpose()?;
        picture = Some(rendered(cells(cube, data.as_ref()), arguments)?);
        let fields = Answer { file: Some(file), ..Answer::new(cube, data.as_ref()) };
        answer = serde_json::to_string(&fields).ok();
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
            // A pipe or a device, such as standard output, needs no message.
            if file.is_file() {
                output.done(&CommandMessage::Wrote { path: file.to_owned() });
            }
            Ok(())
        }
    }
}

fn rendered(mut cells: Stickers<Cell>, arguments: &ShowArguments) -> Result<Vec<u8>, RequestError> {
    if arguments.letters {
        cells = cells.map(|cell| cell.lettered());
    }
    let options = SvgOptions::new().width(arguments.width).palette(arguments.palette).back(arguments.back);
    let drawing = match arguments.view {
        ViewChoice::Net => svg::net(&cells, &options),
        ViewChoice::Iso => svg::iso(&cells, &options),
    };
    if arguments.png.is_none() {
        return Ok(drawing.into_bytes());
    }
    png::from_svg(&drawing, arguments.width).map_err(|error| RequestError::io(CommandMessage::Picture(error)))
}
