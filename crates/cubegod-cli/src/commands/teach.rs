//! `teach`: solutions that people can follow, explained.

pub(crate) mod interactive;

use super::enter;
use crate::cli::{FormatChoice, OutputArguments, TeachArguments};
use crate::cubes::{self, Cube};
use crate::error::{Failure, Problem, Stop};
use crate::input::Origin;
use crate::output::{Output, write_file};
use crate::tables::Solvers;
use cubegod::formats::Format;
use cubegod::teach::fields::LessonFields;
use cubegod::teach::page::{self, PageOptions};
use cubegod::teach::text::{self, TextOptions};
use cubegod::teach::{ColorNames, Lesson, LessonError, Method, Teacher, Words};
use cubegod::{Alg, Color, Stickers};
use serde::Serialize;
use std::cell::{OnceCell, RefCell};
use std::path::Path;
use std::time::Instant;

/// Text is not wider than this, however wide the terminal is.
const MOST_COLUMNS: usize = 100;

/// What machines get.
#[derive(Serialize)]
struct Answer<'a> {
    #[serde(flatten)]
    lesson: LessonFields,
    /// Where the cube stands in a file or on standard input.
    #[serde(skip_serializing_if = "Option::is_none")]
    line: Option<usize>,
    seconds: f64,
    #[serde(skip_serializing_if = "Option::is_none")]
    note: Option<&'a str>,
}

pub(crate) fn run(arguments: &TeachArguments) -> Result<u8, Stop> {
    let format = format(arguments);
    let OutputArguments { quiet, color, .. } = arguments.output;
    let mut output = Output::new(&OutputArguments { json: format == FormatChoice::Json, quiet, color });
    let session = Session {
        arguments,
        format,
        solvers: Solvers::new(arguments.output.quiet),
        three_step: OnceCell::new(),
        layers: OnceCell::new(),
        cfop: OnceCell::new(),
        whole: RefCell::default(),
    };
    if arguments.interactive {
        return session.interactive(output);
    }
    cubes::for_each(&arguments.cubes, &arguments.read, &mut output, |cube, output| {
        session.answer(cube, output)
    })?;
    // Only when all is read is it known that there is no other cube.
    if let Some(text) = session.whole.take() {
        match file(arguments) {
            Some(path) => write_file(path, text.as_bytes())?,
            None => output.bytes(text.as_bytes())?,
        }
    }
    output.finish()
}

/// As asked for; where nothing is said, the name of the file tells.
fn format(arguments: &TeachArguments) -> FormatChoice {
    let extension =
        file(arguments).and_then(|path| path.extension()).and_then(|extension| extension.to_str());
    match (arguments.output.json, arguments.format, extension) {
        (true, ..) => FormatChoice::Json,
        (_, Some(format), _) => format,
        (_, None, Some("html" | "htm")) => FormatChoice::Html,
        (_, None, Some("json" | "jsonl")) => FormatChoice::Json,
        _ => FormatChoice::Text,
    }
}

/// Where the lesson goes, if not to standard output.
fn file(arguments: &TeachArguments) -> Option<&Path> {
    arguments.out.as_deref().filter(|path| *path != Path::new("-"))
}

struct Session<'a> {
    arguments: &'a TeachArguments,
    format: FormatChoice,
    solvers: Solvers,
    /// Made when the first cube comes that needs them.
    three_step: OnceCell<Teacher>,
    layers: OnceCell<Teacher>,
    cfop: OnceCell<Teacher>,
    /// A lesson that is written in one piece: a page, or a file.
    whole: RefCell<Option<String>>,
}

impl Session<'_> {
    fn answer(&self, cube: &Cube, output: &mut Output) -> Result<(), Failure> {
        let stickers = cubes::whole_cube(cube)?;
        let is_whole = self.format == FormatChoice::Html || file(self.arguments).is_some();
        if is_whole && self.whole.borrow().is_some() {
            return Err(Stop::usage(
                "a page or a file holds the lesson of one cube; give one cube, or write text or JSON to standard output",
            )
            .into());
        }
        let start = Instant::now();
        let lesson = self.lesson(&stickers)?;
        let comparison = Some(self.solvers.short(&stickers, self.arguments.metric, output)?);
        let text = match self.format {
            FormatChoice::Json => {
                let words = words(cube, self.arguments);
                let answer = Answer {
                    lesson: LessonFields::new(&lesson, &words, self.arguments.metric, comparison.as_ref()),
                    line: cube.origin.line(),
                    seconds: start.elapsed().as_secs_f64(),
                    note: cube.note.as_deref(),
                };
                if !is_whole {
                    return Ok(output.object(&answer)?);
                }
                serde_json::to_string(&answer).map_err(|error| Stop::Io(error.to_string()))? + "\n"
            }
            FormatChoice::Text => self.text(cube, &lesson, comparison, output),
            FormatChoice::Html => {
                let options = PageOptions {
                    palette: self.arguments.palette.into(),
                    metric: self.arguments.metric,
                    comparison,
                };
                page::lesson(&lesson, &words(cube, self.arguments), &options)
            }
        };
        if is_whole {
            self.whole.replace(Some(text));
            return Ok(());
        }
        Ok(output.block(text.trim_end_matches('\n'))?)
    }

    /// On the terminal, with a cube that is given or asked for.
    fn interactive(&self, mut output: Output) -> Result<u8, Stop> {
        interactive::need_terminal()?;
        match self.interactive_lesson(&mut output) {
            Ok((lesson, words, comparison)) => {
                let depth = output.style().depth;
                // Nobody else may hold standard output while the screen is there.
                output.finish()?;
                interactive::run(lesson, words, depth, Some(comparison))
            }
            Err(Failure::Stop(stop)) => Err(stop),
            Err(Failure::Problem(problem)) => {
                output.problem(&Origin::argument(), &problem)?;
                output.finish()
            }
        }
    }

    fn interactive_lesson(&self, output: &mut Output) -> Result<(Lesson, Words, (Alg, bool)), Failure> {
        let arguments = self.arguments;
        let (stickers, words) = match arguments.cubes.as_slice() {
            [] => {
                let stickers = enter::ask(arguments.read.puzzle, arguments.lang, arguments.output.color)?;
                let words = Words::new(arguments.lang);
                (stickers, words.with_array())
            }
            [one] => {
                let reading = cubes::only(one, &arguments.read)?;
                let cube = Cube { origin: Origin::argument(), reading, note: None };
                (cubes::whole_cube(&cube)?, words(&cube, arguments))
            }
            _ => {
                return Err(Stop::usage("--interactive goes through the lesson of one cube; give one").into());
            }
        };
        let lesson = self.lesson(&stickers)?;
        let comparison = self.solvers.short(&stickers, self.arguments.metric, output)?;
        Ok((lesson, words, comparison))
    }

    fn text(&self, cube: &Cube, lesson: &Lesson, comparison: Option<(Alg, bool)>, output: &Output) -> String {
        let palette = self.arguments.palette.into();
        let is_file = file(self.arguments).is_some();
        let options = TextOptions {
            ansi: if is_file { Default::default() } else { output.ansi_with(palette) },
            metric: self.arguments.metric,
            // Long lines are hard to read.
            columns: if is_file { None } else { output.columns().map(|columns| columns.min(MOST_COLUMNS)) },
            comparison,
        };
        text::lesson(lesson, &words(cube, self.arguments), &options)
    }

    fn lesson(&self, stickers: &Stickers<Color>) -> Result<Lesson, Problem> {
        let usual = || Method::of_size(stickers.size());
        let Some(method) = self.arguments.method.map(Method::from).or_else(usual) else {
            return Err(Problem::unsupported(format!(
                "there is no lesson for a {}; expected a 2x2x2 or a 3x3x3",
                stickers.size()
            )));
        };
        let teacher = match method {
            Method::ThreeStep => self.three_step.get_or_init(|| Teacher::new(method)),
            Method::Layers => self.layers.get_or_init(|| Teacher::new(method)),
            Method::Cfop => self.cfop.get_or_init(|| Teacher::new(method)),
        };
        teacher.lesson(stickers).map_err(|error| match error {
            LessonError::OtherSize { method, size } => {
                Problem::only_for_size(&format!("--method {method}"), method.size(), size)
            }
            LessonError::IllegalCube(illegal) => illegal.into(),
        })
    }
}

/// In the language that was asked for, and in the colours and the notation of the cube.
fn words(cube: &Cube, arguments: &TeachArguments) -> Words {
    let words = Words::new(arguments.lang).with_colors(ColorNames::from(&cube.reading.alphabet));
    if cube.reading.format == Format::Digits { words.with_array() } else { words }
}
