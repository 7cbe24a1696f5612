//! `teach`: solutions that people can follow, explained.

pub(crate) mod interactive;

use super::enter;
use crate::cli::{FormatChoice, OutputArguments, TeachArguments};
use crate::cubes::{self, Cube};
use crate::error::{Failure, Problem, Stop};
use crate::input::Origin;
use crate::output::{Output, write_file};
use crate::tables;
use cubegod::teach::page::{self, PageOptions};
use cubegod::teach::text::{self, TextOptions};
use cubegod::teach::{Lesson, Method, Words};
use cubegod::{Alg, Color, Stickers};
use cubegod_answers::Solvers;
use cubegod_answers::teach::{self, words};

/// Text is not wider than this, however wide the terminal is.
const MOST_COLUMNS: usize = 100;

pub(crate) fn run(arguments: &TeachArguments) -> Result<u8, Stop> {
    let format = if arguments.output.json { FormatChoice::Json } else { arguments.format };
    let OutputArguments { quiet, color, .. } = arguments.output;
    let mut output = Output::new(&OutputArguments { json: format == FormatChoice::Json, quiet, color });
    let session = Session { arguments, format, solvers: tables::solvers(arguments.output.quiet) };
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
}

impl Session<'_> {
    fn answer(&self, cube: &Cube, output: &mut Output) -> Result<(), Failure> {
        let stickers = cubes::whole_cube(cube)?;
        let lesson = self.lesson(&stickers)?;
        let comparison = || self.solvers.short(&stickers).map(Some);
        let text = match self.format {
            FormatChoice::Json => {
                let (words, metric) = (words(cube, self.arguments.lang), self.arguments.metric);
                let answer = teach::told(cube, &stickers, &lesson, &words, metric, &self.solvers)?;
                let answer = answer.in_line(cube.origin.line());
                return match &self.arguments.out {
                    None => Ok(output.object(&answer)?),
                    Some(path) => {
                        let json =
                            serde_json::to_string(&answer).map_err(|error| Stop::Io(error.to_string()))?;
                        Ok(write_file(path, (json + "\n").as_bytes())?)
                    }
                };
            }
            FormatChoice::Text => self.text(cube, &lesson, comparison()?, output),
            FormatChoice::Html => {
                let options = PageOptions {
                    palette: self.arguments.palette.into(),
                    metric: self.arguments.metric,
                    comparison: comparison()?,
                };
                page::lesson(&lesson, &words(cube, self.arguments.lang), &options)
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
        match self.interactive_lesson() {
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

    fn interactive_lesson(&self) -> Result<(Lesson, Words, (Alg, bool)), Failure> {
        let arguments = self.arguments;
        let (stickers, words) = match arguments.cubes.as_slice() {
            [] => {
                let stickers = enter::ask(arguments.read.puzzle, arguments.lang, arguments.output.color)?;
                let words = Words::new(arguments.lang);
                (stickers, words.with_array())
            }
            [one] => {
                let reading = cubes::only(one, &arguments.read)?;
                let cube = cubegod_answers::Cube { reading, note: None };
                (cubes::whole_cube(&cube)?, words(&cube, arguments.lang))
            }
            _ => {
                return Err(Stop::usage("--interactive goes through the lesson of one cube; give one").into());
            }
        };
        let lesson = self.lesson(&stickers)?;
        let comparison = self.solvers.short(&stickers)?;
        Ok((lesson, words, comparison))
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
        text::lesson(lesson, &words(cube, self.arguments.lang), &options)
    }

    fn lesson(&self, stickers: &Stickers<Color>) -> Result<Lesson, Problem> {
        teach::lesson(stickers, self.arguments.method.map(Method::from), &self.solvers)
    }
}
