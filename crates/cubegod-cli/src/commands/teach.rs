//! `teach`: lessons about human solutions.

pub(crate) mod interactive;

use super::enter;
use crate::cli::{FormatChoice, OutputArguments, TeachArguments};
use crate::cubes::{self, CubeRecord};
use crate::error::{ErrorKind, Failure, RequestError, Stop, json_style, message_style};
use crate::input::Origin;
use crate::language;
use crate::message::CommandMessage;
use crate::output::{Output, write_file};
use crate::tables;
use cubegod::formats::Format;
use cubegod::render::Palette;
use cubegod::{Alg, Cancellation, Metric, Size};
use cubegod_service::Solvers;
use cubegod_service::teach::{self, lesson_text};
use cubegod_teach::page::{self, PageOptions};
use cubegod_teach::text::{self, TextOptions};
use cubegod_teach::{Language, Lesson, LessonText, Method};
use interactive::{DisplayOptions, LessonWithComparison, Start};
use std::cell::RefCell;
use std::path::Path;

/// The widest text.
const MAX_COLUMNS: usize = 100;

pub(crate) fn run(arguments: &TeachArguments) -> Result<u8, Stop> {
    let format = format(arguments)?;
    let OutputArguments { quiet, color, .. } = arguments.output;
    let mut output = Output::new(&OutputArguments { json: format == FormatChoice::Json, quiet, color });
    let solvers = tables::solvers(arguments.output.quiet);
    let language = if format == FormatChoice::Json { language::of_json() } else { language::of_messages() };
    let session = Session { arguments, format, language, solvers, document: RefCell::default() };
    if arguments.interactive {
        return session.interactive(output);
    }
    cubes::for_each(&arguments.cubes, &arguments.read, &mut output, |cube, output| {
        session.answer(cube, output).map_err(|failure| session.with_size_advice(failure, cube))
    })?;
    // Written after all input is read, as a second cube is an error.
    if let Some(text) = session.document.take() {
        match file(arguments) {
            Some(path) => write_file(path, text.as_bytes())?,
            None => output.bytes(text.as_bytes())?,
        }
    }
    output.finish()
}

/// Returns the requested format, else the one of the ending of the file name.
fn format(arguments: &TeachArguments) -> Result<FormatChoice, Stop> {
    let extension = file(arguments).and_then(Path::extension).map(|ending| ending.to_string_lossy());
    match (arguments.output.json, arguments.format) {
        (true, _) => return Ok(FormatChoice::Json),
        (_, Some(format)) => return Ok(format),
        _ => {}
    }
    match extension.map(|ending| ending.to_ascii_lowercase()).as_deref() {
        Some("html" | "htm") => Ok(FormatChoice::Html),
        Some("json" | "jsonl") => Ok(FormatChoice::Json),
        None | Some("txt" | "text") => Ok(FormatChoice::Text),
        Some(ending) => Err(Stop::usage(&CommandMessage::LessonEnding { ending: ending.to_owned() })),
    }
}

/// Returns the output file; `None` for standard output.
fn file(arguments: &TeachArguments) -> Option<&Path> {
    arguments.out.as_deref().filter(|path| *path != Path::new("-"))
}

struct Session<'a> {
    arguments: &'a TeachArguments,
    format: FormatChoice,
    language: Language,
    solvers: Solvers,
    /// The lesson of a page or a file, which holds only one.
    document: RefCell<Option<String>>,
}

impl Session<'_> {
    fn with_size_advice(&self, failure: Failure, cube: &CubeRecord) -> Failure {
        match (failure, self.arguments.method) {
            (Failure::Request(error), Some(method)) if error.kind() == ErrorKind::Unsupported => {
                error.with_size_advice(&cube.reading, Some(method.size())).into()
            }
            (failure, _) => failure,
        }
    }

    fn answer(&self, cube: &CubeRecord, output: &mut Output) -> Result<(), Failure> {
        let known = cube.only()?;
        let is_document = self.format == FormatChoice::Html || file(self.arguments).is_some();
        if is_document && self.document.borrow().is_some() {
            return Err(Stop::usage(&CommandMessage::SecondLesson).into());
        }
        let metric = self.arguments.metric;
        let comparison = || self.solvers.short_solution(&known, metric, Cancellation::never()).map(Some);
        let text = match self.format {
            FormatChoice::Json => {
                let method = self.arguments.method;
                let options = teach::Options { method, language: self.language, metric };
                let (never, style) = (Cancellation::never(), json_style());
                let answer = teach::to_response(cube, &known, &options, &self.solvers, never, style)?;
                let answer = answer.in_line(cube.origin.line());
                if !is_document {
                    return Ok(output.object(&answer)?);
                }
                serde_json::to_string(&answer).map_err(|error| Stop::Io(error.to_string()))? + "\n"
            }
            FormatChoice::Text => self.text(cube, &self.lesson(&known)?, comparison()?, output),
            FormatChoice::Html => {
                let options = PageOptions {
                    palette: self.arguments.palette,
                    metric: self.arguments.metric,
                    comparison: comparison()?,
                };
                page::lesson(&self.lesson(&known)?, &lesson_text(cube, self.language), &options)
            }
        };
        if is_document {
            self.document.replace(Some(text));
            return Ok(());
        }
        Ok(output.block(text.trim_end_matches('\n'))?)
    }

    /// Runs the interactive lesson; asks for the cube if none is given.
    fn interactive(&self, mut output: Output) -> Result<u8, Stop> {
        interactive::need_terminal()?;
        match self.interactive_lesson(&output) {
            Ok(start) => {
                // Release standard output before the screen opens.
                output.finish()?;
                interactive::run(start, |stickers| {
                    let taught = cubegod::Cube::try_from(stickers).map_err(RequestError::from);
                    taught.and_then(|cube| self.taught(&cube)).map_err(|error| error.message(message_style()))
                })
            }
            Err(Failure::Stop(stop)) => Err(stop),
            Err(Failure::Request(error)) => {
                output.error(&Origin::argument(), &error)?;
                output.finish()
            }
        }
    }

    fn interactive_lesson(&self, output: &Output) -> Result<Start, Failure> {
        let arguments = self.arguments;
        let (known, lesson_text, command) = match arguments.cubes.as_slice() {
            [] => {
                let command = self.interactive_command();
                let (language, color) = (self.language, arguments.output.color);
                let stickers = enter::ask(self.size_to_ask_for()?, &command, language, color)?;
                let known = cubegod::Cube::try_from(&stickers)?;
                let command = format!("{command} '{}'", as_argument(&known)?);
                (known, LessonText::new(language).with_array(), Some(command))
            }
            [one] => {
                let reading = cubes::read_single(one, &arguments.read)?;
                let cube = cubegod_service::ReadCube { reading, note: None };
                (cube.only()?, lesson_text(&cube, self.language), None)
            }
            _ => {
                return Err(Stop::usage(&CommandMessage::SecondInteractiveLesson).into());
            }
        };
        let display = DisplayOptions { ansi: output.ansi_with(arguments.palette), metric: arguments.metric };
        Ok(Start { lesson: self.taught(&known)?, lesson_text, display, command })
    }

    fn taught(&self, cube: &cubegod::Cube) -> Result<LessonWithComparison, RequestError> {
        let lesson = self.lesson(cube)?;
        let comparison = self.solvers.short_solution(cube, self.arguments.metric, Cancellation::never())?;
        Ok(LessonWithComparison { lesson, comparison: Some(comparison) })
    }

    /// Returns the size of the cube to ask for, so that the method fits it; `None` if both sizes are possible.
    fn size_to_ask_for(&self) -> Result<Option<Size>, Stop> {
        let of_method = self.arguments.method.map(Method::size);
        match (self.arguments.read.puzzle, of_method) {
            (Some(puzzle), Some(needed)) if puzzle != needed => {
                Err(Stop::usage(&CommandMessage::MethodSize { needed, puzzle }))
            }
            (size, needed) => Ok(size.or(needed)),
        }
    }

    /// Returns the command of this lesson without the cube.
    fn interactive_command(&self) -> String {
        let TeachArguments { method, palette, metric, .. } = self.arguments;
        let method = method.map(|method| format!(" --method {method}"));
        let lang = (self.language != Language::default()).then(|| format!(" --lang {}", self.language));
        let palette = (*palette == Palette::COLORBLIND).then(|| " --palette colorblind".to_owned());
        let metric = (*metric != Metric::default()).then(|| format!(" --metric {metric}"));
        let options = [method, lang, palette, metric].into_iter().flatten().collect::<String>();
        format!("cubegod teach --interactive{options}")
    }

    fn text(
        &self,
        cube: &CubeRecord,
        lesson: &Lesson,
        comparison: Option<(Alg, bool)>,
        output: &Output,
    ) -> String {
        let palette = self.arguments.palette;
        let is_file = file(self.arguments).is_some();
        let options = TextOptions {
            ansi: if is_file { Default::default() } else { output.ansi_with(palette) },
            metric: self.arguments.metric,
            columns: if is_file { None } else { output.columns().map(|columns| columns.min(MAX_COLUMNS)) },
            comparison,
        };
        text::lesson(lesson, &lesson_text(cube, self.language), &options)
    }

    fn lesson(&self, cube: &cubegod::Cube) -> Result<Lesson, RequestError> {
        teach::lesson(cube, self.arguments.method, &self.solvers)
    }
}

/// Returns a cube as an argument.
fn as_argument(cube: &cubegod::Cube) -> Result<String, RequestError> {
    let format = if cube.size() == Size::TWO { Format::Digits } else { Format::Facelets };
    cubes::write_in(&cube.stickers().map(|&color| Some(color)), format, &cubes::usual_alphabet(format))
}
