//! `teach`: solutions that people can follow, explained.

pub(crate) mod interactive;

use super::enter;
use crate::cli::{FormatChoice, OutputArguments, PaletteChoice, TeachArguments};
use crate::cubes::{self, Cube};
use crate::error::{Failure, Problem, Stop};
use crate::input::Origin;
use crate::output::{Output, write_file};
use crate::tables::Solvers;
use clap::ValueEnum;
use cubegod::formats::Format;
use cubegod::teach::fields::LessonFields;
use cubegod::teach::page::{self, PageOptions};
use cubegod::teach::text::{self, TextOptions};
use cubegod::teach::{ColorNames, Language, Lesson, LessonError, Method, Teacher, Words};
use cubegod::{Alg, Color, Metric, Size, Stickers};
use interactive::{Beginning, Look, Taught};
use serde::Serialize;
use std::cell::OnceCell;
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
    let format = if arguments.output.json { FormatChoice::Json } else { arguments.format };
    let OutputArguments { quiet, color, .. } = arguments.output;
    let mut output = Output::new(&OutputArguments { json: format == FormatChoice::Json, quiet, color });
    let session = Session {
        arguments,
        format,
        solvers: Solvers::new(arguments.output.quiet),
        three_step: OnceCell::new(),
        layers: OnceCell::new(),
        cfop: OnceCell::new(),
    };
    if arguments.interactive {
        return session.interactive(output);
    }
    let mut written = 0;
    cubes::for_each(&arguments.cubes, &arguments.read, &mut output, |cube, output| {
        if written == 1 && (format == FormatChoice::Html || arguments.out.is_some()) {
            return Err(Stop::usage(
                "a page or a file holds the lesson of one cube; give one cube, or write text or JSON to standard output",
            )
            .into());
        }
        written += 1;
        session.answer(cube, output)
    })?;
    output.finish()
}

struct Session<'a> {
    arguments: &'a TeachArguments,
    format: FormatChoice,
    solvers: Solvers,
    /// Made when the first cube comes that needs them.
    three_step: OnceCell<Teacher>,
    layers: OnceCell<Teacher>,
    cfop: OnceCell<Teacher>,
}

impl Session<'_> {
    fn answer(&self, cube: &Cube, output: &mut Output) -> Result<(), Failure> {
        let stickers = cubes::whole_cube(cube)?;
        let lesson = self.lesson(&stickers)?;
        let start = Instant::now();
        let comparison = Some(self.solvers.short(&stickers, output)?);
        let text = match self.format {
            FormatChoice::Json => {
                let words = words(cube, self.arguments);
                let answer = Answer {
                    lesson: LessonFields::new(&lesson, &words, self.arguments.metric, comparison.as_ref()),
                    line: cube.origin.line(),
                    seconds: start.elapsed().as_secs_f64(),
                    note: cube.note.as_deref(),
                };
                return match &self.arguments.out {
                    None => Ok(output.object(&answer)?),
                    Some(path) => {
                        let json =
                            serde_json::to_string(&answer).map_err(|error| Stop::Io(error.to_string()))?;
                        Ok(write_file(path, (json + "\n").as_bytes())?)
                    }
                };
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
        match &self.arguments.out {
            Some(path) => Ok(write_file(path, text.as_bytes())?),
            None if self.format == FormatChoice::Html => Ok(output.bytes(text.as_bytes())?),
            None => Ok(output.block(text.trim_end_matches('\n'))?),
        }
    }

    /// On the terminal, with a cube that is given or asked for.
    fn interactive(&self, mut output: Output) -> Result<u8, Stop> {
        interactive::need_terminal()?;
        match self.interactive_lesson(&mut output) {
            Ok(beginning) => {
                // Nobody else may hold standard output while the screen is there.
                output.finish()?;
                interactive::run(beginning, |stickers| self.taught_silently(stickers))
            }
            Err(Failure::Stop(stop)) => Err(stop),
            Err(Failure::Problem(problem)) => {
                output.problem(&Origin::argument(), &problem)?;
                output.finish()
            }
        }
    }

    fn interactive_lesson(&self, output: &mut Output) -> Result<Beginning, Failure> {
        let arguments = self.arguments;
        let (stickers, words, command) = match arguments.cubes.as_slice() {
            [] => {
                let command = self.interactive_command();
                let (language, color) = (arguments.lang, arguments.output.color);
                let stickers = enter::ask(self.size_to_ask_for()?, &command, language, color)?;
                let command = format!("{command} '{}'", as_argument(&stickers)?);
                (stickers, Words::new(language).with_array(), Some(command))
            }
            [one] => {
                let reading = cubes::only(one, &arguments.read)?;
                let cube = Cube { origin: Origin::argument(), reading, note: None };
                (cubes::whole_cube(&cube)?, words(&cube, arguments), None)
            }
            _ => {
                return Err(Stop::usage("--interactive goes through the lesson of one cube; give one").into());
            }
        };
        let look = Look { ansi: output.ansi_with(arguments.palette.into()), metric: arguments.metric };
        Ok(Beginning { taught: self.taught(&stickers, output)?, words, look, command })
    }

    fn taught(&self, stickers: &Stickers<Color>, output: &mut Output) -> Result<Taught, Problem> {
        let lesson = self.lesson(stickers)?;
        Ok(Taught { lesson, comparison: Some(self.solvers.short(stickers, output)?) })
    }

    /// While there is a screen, which notes would spoil.
    fn taught_silently(&self, stickers: &Stickers<Color>) -> Result<Taught, String> {
        let color = self.arguments.output.color;
        let mut silent = Output::new(&OutputArguments { json: false, quiet: true, color });
        self.taught(stickers, &mut silent).map_err(|problem| problem.message)
    }

    /// The size of the cube that is asked for, so that the method takes whatever is typed; none if both would do.
    fn size_to_ask_for(&self) -> Result<Option<Size>, Stop> {
        let of_method = self.arguments.method.map(|choice| Method::from(choice).size());
        match (self.arguments.read.puzzle, of_method) {
            (Some(size), Some(needed)) if size != needed => Err(Stop::usage(format!(
                "--method is for {needed} cubes and --puzzle says {size}; leave one of them out"
            ))),
            (size, needed) => Ok(size.or(needed)),
        }
    }

    /// The same command for another time, without its cube.
    fn interactive_command(&self) -> String {
        let TeachArguments { method, lang, palette, metric, .. } = self.arguments;
        let method = method.map(|choice| format!(" --method {}", Method::from(choice)));
        let lang = (*lang != Language::default()).then(|| format!(" --lang {lang}"));
        let palette = palette.to_possible_value().filter(|_| *palette != PaletteChoice::default());
        let palette = palette.map(|value| format!(" --palette {}", value.get_name()));
        let metric = (*metric != Metric::default()).then(|| format!(" --metric {metric}"));
        let options = [method, lang, palette, metric].into_iter().flatten().collect::<String>();
        format!("cubegod teach --interactive{options}")
    }

    fn text(&self, cube: &Cube, lesson: &Lesson, comparison: Option<(Alg, bool)>, output: &Output) -> String {
        let palette = self.arguments.palette.into();
        let is_file = self.arguments.out.is_some();
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

/// A cube as a command takes it.
fn as_argument(stickers: &Stickers<Color>) -> Result<String, Problem> {
    let format = if stickers.size() == Size::TWO { Format::Digits } else { Format::Facelets };
    cubes::written(&stickers.map(|&color| Some(color)), format, &cubes::usual_alphabet(format))
}
