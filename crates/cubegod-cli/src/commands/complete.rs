//! `complete`: the real cubes that fit what is known of one.

use crate::cli::CompleteArguments;
use crate::cubes::{self, Cube, answering, face_letters, own_letters, written};
use crate::diagnosis::Diagnosis;
use crate::error::{Failure, Stop};
use crate::output::Output;
use cubegod::view::Completions;
use cubegod::{Color, Stickers, View};
use serde::{Serialize, Serializer};

#[derive(Serialize)]
struct Answer<'a> {
    puzzle: String,
    cube: String,
    count: u128,
    #[serde(skip_serializing_if = "Option::is_none")]
    certain: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    completions: Option<Listed<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    note: Option<&'a str>,
}

/// The first few completions, written one at a time: there may be more than fit into memory.
struct Listed<'a> {
    completions: &'a Completions,
    most: u64,
}

impl Listed<'_> {
    fn iter(&self) -> impl Iterator<Item = Stickers<Option<Color>>> {
        let most = usize::try_from(self.most).unwrap_or(usize::MAX);
        self.completions.iter().take(most).map(|stickers| known(&stickers))
    }
}

impl Serialize for Listed<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.iter().map(|stickers| face_letters(&stickers)))
    }
}

pub(crate) fn run(arguments: &CompleteArguments) -> Result<u8, Stop> {
    let mut output = Output::new(&arguments.output);
    cubes::for_each(&arguments.cubes.cubes, &arguments.read, &mut output, |cube, output| {
        answer(cube, arguments, output)
    })?;
    output.finish()
}

fn answer(cube: &Cube, arguments: &CompleteArguments, output: &mut Output) -> Result<(), Failure> {
    let reading = &cube.reading;
    let view = View::new(reading.stickers.clone())?;
    let completions = view.complete().map_err(|illegal| Diagnosis::new(reading, &view, illegal))?;
    let listed = arguments.list.map(|most| Listed { completions: &completions, most });
    if output.is_json() {
        return Ok(output.object(&Answer {
            puzzle: view.size().to_string(),
            cube: face_letters(view.stickers()),
            count: completions.count(),
            certain: (!arguments.count).then(|| face_letters(&completions.certain())),
            completions: listed,
            note: cube.note.as_deref(),
        })?);
    }
    if arguments.count {
        return Ok(output.line(&completions.count().to_string())?);
    }
    if let Some(listed) = listed {
        for stickers in listed.iter() {
            output.line(&own_letters(&stickers, reading))?;
        }
        return Ok(());
    }
    tell(cube, &completions, output)
}

/// For people: how many fit, and as much of the cube as is certain.
fn tell(cube: &Cube, completions: &Completions, output: &mut Output) -> Result<(), Failure> {
    let reading = &cube.reading;
    let text = written(&completions.certain(), answering(reading.format), &reading.alphabet)?;
    let count = completions.count();
    if count == 1 {
        return Ok(output.block(&format!("1 real cube fits:\n{text}"))?);
    }
    output.block(&format!("{count} real cubes fit; with what is certain filled in:\n{text}"))?;
    match count {
        2..=20 => output.note(&format!("--list {count} writes them all")),
        _ => output.note("--list 20 writes the first twenty, --count just the number"),
    }
    Ok(())
}

fn known(stickers: &Stickers<Color>) -> Stickers<Option<Color>> {
    stickers.map(|&color| Some(color))
}
