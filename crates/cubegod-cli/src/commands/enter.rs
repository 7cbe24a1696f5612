//! `enter`: asks for the stickers of a cube, face by face.

mod entry;
mod line;
mod message;
#[cfg(test)]
mod tests;
mod texts;

use crate::cli::{ColorChoice, EnterArguments, OutputArguments};
use crate::cubes::{put, usual_alphabet, write_in};
use crate::error::{ANSWERED, RequestError, SOME_BAD, Stop, message_style};
use crate::input::{Lines, MAX_LINE, MAX_NOT_TEXT, RecordError};
use crate::language;
use crate::message::CommandMessage;
use crate::output::{Output, ansi_on_standard_error};
use crate::signals::Interruption;
use crate::tables;
use cubegod::formats::Format;
use cubegod::moves::EndConstraints;
use cubegod::render::ansi::{self, AnsiOptions};
use cubegod::solve::SolveError;
use cubegod::{Cancellation, Color, Cube, Size, Stickers};
use cubegod_cache::Reason;
use cubegod_teach::Language;
use entry::{End, Entry, Reply};
use line::Line;
use message::Message;
use std::fmt::Write as _;
use std::io::{self, BufRead, IsTerminal, Write as _};
use texts::{render, wrap};

pub(crate) fn run(arguments: &EnterArguments) -> Result<u8, Stop> {
    let size = arguments.puzzle;
    let format = arguments.to.unwrap_or(usual_format(size));
    check_layout(format, size)?;
    let entry = match &arguments.begin_with {
        None => Entry::new(size),
        Some(text) => Entry::resumed(size, text).map_err(|message| {
            let reason = render(&message, language::of_messages());
            Stop::usage(&CommandMessage::BadValue { option: "--begin-with", reason })
        })?,
    };
    let dialog = Dialog::new(entry, arguments, Purpose::Cube);
    dialog.run(io::stdin().lock(), |cube| write(cube, format, arguments))
}

/// Returns the default layout to write.
fn usual_format(size: Size) -> Format {
    if size == Size::TWO { Format::Digits } else { Format::Facelets }
}

/// Asks for the cube of a lesson, and for its size unless it is known. `command` is the command of the lesson without the cube.
pub(crate) fn ask(
    size: Option<Size>,
    command: &str,
    language: Language,
    color: ColorChoice,
) -> Result<Stickers<Color>, Stop> {
    let size = match size {
        Some(size @ (Size::TWO | Size::THREE)) => size,
        Some(size) => return Err(RequestError::NoLesson { size }.into()),
        None => ask_size(language)?,
    };
    let arguments = EnterArguments { puzzle: size, to: None, begin_with: None, quiet: false, color };
    let mut entered = None;
    let dialog = Dialog::new(Entry::for_lesson(size), &arguments, Purpose::Lesson(command));
    let code = dialog.run(io::stdin().lock(), |cube| {
        entered = all_known(cube);
        Ok(())
    })?;
    entered.ok_or(Stop::Reported(code))
}

fn ask_size(language: Language) -> Result<Size, Stop> {
    let mut lines = Lines::new(io::stdin().lock());
    loop {
        let _ = write!(io::stderr(), "{} ", render(&Message::AskSize, language));
        match lines.next() {
            Ok(Some(line)) => match line.text.trim().parse() {
                Ok(size @ (Size::TWO | Size::THREE)) => return Ok(size),
                _ if Line::read(&line.text, Size::TWO) == Ok(Line::Quit) => break,
                _ => print(&render(&Message::NoSize, language)),
            },
            Ok(None) | Err(_) => {
                print("");
                break;
            }
        }
    }
    print(&render(&Message::Ended { command: None, one_fits: false }, language));
    Err(Stop::Reported(SOME_BAD))
}

/// Returns all stickers if they are known.
fn all_known(stickers: &Stickers<Option<Color>>) -> Option<Stickers<Color>> {
    let colors: Option<Vec<Color>> = stickers.facelets().iter().copied().collect();
    Stickers::new(stickers.size(), colors?).ok()
}

/// Checks that the size has the layout, before anything is typed.
fn check_layout(format: Format, size: Size) -> Result<(), Stop> {
    if matches!(format, Format::Moves | Format::Pattern) {
        return Ok(());
    }
    let solved = Stickers::solved(size).map(|&color| Some(color));
    match write_in(&solved, format, &usual_alphabet(format)) {
        Ok(_) => Ok(()),
        Err(error) => Err(error.into()),
    }
}

/// Returns the command that continues.
fn resume_command(
    arguments: &EnterArguments,
    language: Language,
    to: Option<Format>,
    beginning: &str,
) -> String {
    let mut command = String::from("cubegod enter");
    if arguments.puzzle != Size::TWO {
        let layers = arguments.puzzle.layers();
        // Writing to a string cannot fail.
        let _ = write!(command, " --puzzle {layers}x{layers}");
    }
    if let Some(format) = to {
        let _ = write!(command, " --to {format}");
    }
    if language != Language::English {
        let _ = write!(command, " --lang {language}");
    }
    let _ = write!(command, " --begin-with \"{beginning}\"");
    command
}

/// Writes the finished cube to standard output.
fn write(
    stickers: &Stickers<Option<Color>>,
    format: Format,
    arguments: &EnterArguments,
) -> Result<(), WriteError> {
    let mut output =
        Output::new(&OutputArguments { json: false, quiet: arguments.quiet, color: arguments.color });
    let text = match format {
        Format::Moves => {
            let cube = Cube::try_from(stickers).map_err(|_| RequestError::from(SolveError::NoMoves))?;
            let solvers = tables::solvers(arguments.quiet);
            solvers.moves_making(&cube, EndConstraints::default(), Cancellation::never())?.to_string()
        }
        layout => write_in(stickers, layout, &usual_alphabet(layout))?,
    };
    put(&mut output, format, &text)?;
    output.finish()?;
    Ok(())
}

/// The error for a finished cube that could not be written.
enum WriteError {
    /// The layout cannot represent it.
    Request(RequestError),
    /// Standard output cannot be written.
    Stop(Stop),
}

impl From<RequestError> for WriteError {
    fn from(error: RequestError) -> WriteError {
        WriteError::Request(error)
    }
}

impl From<Stop> for WriteError {
    fn from(stop: Stop) -> WriteError {
        WriteError::Stop(stop)
    }
}

/// What a cube is entered for.
#[derive(Copy, Clone, PartialEq)]
enum Purpose<'a> {
    /// To be written.
    Cube,
    /// To be taught, by this command without its cube.
    Lesson(&'a str),
}

/// The dialog of an entry: questions and messages on standard error, answers from standard input.
struct Dialog<'a> {
    entry: Entry,
    purpose: Purpose<'a>,
    arguments: &'a EnterArguments,
    language: Language,
    /// Whether standard input is a terminal, which echoes line ends.
    is_typed: bool,
    net: AnsiOptions,
    interruption: Interruption,
}

impl<'a> Dialog<'a> {
    fn new(entry: Entry, arguments: &'a EnterArguments, purpose: Purpose<'a>) -> Dialog<'a> {
        let is_typed = io::stdin().is_terminal();
        Dialog {
            entry,
            purpose,
            arguments,
            language: language::of_messages(),
            is_typed,
            net: ansi_on_standard_error(arguments.color),
            interruption: Interruption::watch(),
        }
    }

    fn run(
        mut self,
        input: impl BufRead,
        write: impl FnOnce(&Stickers<Option<Color>>) -> Result<(), WriteError>,
    ) -> Result<u8, Stop> {
        let mut lines = Lines::new(input);
        // The number of lines since the last change.
        let mut lines_without_change = 0;
        let mut reply = self.entry.greeting();
        loop {
            self.show_reply(&reply);
            match reply.end {
                Some(End::Cube(cube)) => return self.finish(&cube, write),
                Some(End::Quit) => return Ok(self.quit()),
                None => {}
            }
            self.ask();
            let (text, is_typed) = (self.end_message(), self.is_typed);
            let report = move || {
                if is_typed {
                    // End the line of the question.
                    print("");
                }
                print(&text);
            };
            reply = match self.interruption.while_waiting(report, || lines.next())? {
                Ok(Some(line)) => match line.error {
                    None => {
                        let reply = self.entry.take(&line.text);
                        // On a terminal there is no limit.
                        lines_without_change =
                            if reply.has_changed || self.is_typed { 0 } else { lines_without_change + 1 };
                        reply
                    }
                    Some(error) => {
                        lines_without_change += 1;
                        Reply::only(rejection(error))
                    }
                },
                Ok(None) => {
                    if self.is_typed {
                        // End the line of the question.
                        print("");
                    }
                    return Ok(self.quit());
                }
                Err(error) => {
                    self.show(&Message::CannotRead(Reason::of(&error)));
                    return Ok(self.quit());
                }
            };
            // This input is not an entry.
            if lines_without_change == MAX_NOT_TEXT && reply.end.is_none() {
                self.show_reply(&reply);
                self.show(&Message::TooManyLines(MAX_NOT_TEXT));
                return Ok(self.quit());
            }
        }
    }

    fn finish(
        &self,
        cube: &Stickers<Option<Color>>,
        write: impl FnOnce(&Stickers<Option<Color>>) -> Result<(), WriteError>,
    ) -> Result<u8, Stop> {
        match write(cube) {
            Ok(()) => Ok(ANSWERED),
            Err(WriteError::Request(error)) => {
                let usual = usual_format(cube.size());
                match write_in(cube, usual, &usual_alphabet(usual)) {
                    Ok(cube) => {
                        self.show(&Message::CannotWrite { reason: error.message(message_style()), cube })
                    }
                    Err(_) => return Err(Stop::Io(error.message(message_style()))),
                }
                Ok(SOME_BAD)
            }
            Err(WriteError::Stop(stop)) => {
                self.quit();
                Err(stop)
            }
        }
    }

    /// Ends without a cube, and prints how to continue.
    fn quit(&self) -> u8 {
        print(&self.end_message());
        SOME_BAD
    }

    fn end_message(&self) -> String {
        let resume = |text: String| resume_command(self.arguments, self.language, self.arguments.to, &text);
        let command = self.entry.beginning().map(resume).map(|command| match self.purpose {
            Purpose::Cube => command,
            Purpose::Lesson(lesson) => format!("{lesson} \"$({command})\""),
        });
        let ended = Message::Ended { command, one_fits: self.entry.one_fits() };
        render(&ended, self.language)
    }

    fn ask(&self) {
        if self.arguments.quiet {
            return;
        }
        let question = render(&self.entry.question(), self.language);
        let end = if self.is_typed { ' ' } else { '\n' };
        // A failure to write to standard error is ignored.
        let _ = write!(io::stderr(), "{question}{end}");
    }

    fn show_reply(&self, reply: &Reply) {
        reply.introduction.iter().for_each(|message| self.show(message));
        if reply.shows_net && !self.arguments.quiet {
            let _ = write!(io::stderr(), "{}", ansi::net(&self.entry.net(), &self.net));
        }
        reply.messages.iter().for_each(|message| self.show(message));
    }

    fn show(&self, message: &Message) {
        if !self.arguments.quiet || message.is_error() {
            print(&render(message, self.language));
        }
    }
}

fn rejection(error: RecordError) -> Message {
    match error {
        RecordError::NotText { place, byte, .. } => Message::NotText { position: place, byte },
        RecordError::LongLine { .. } | RecordError::LongBlock => Message::LongLine(MAX_LINE),
    }
}

/// Prints lines on standard error, wrapped to the width of its terminal.
fn print(text: &str) {
    let size = ratatui::crossterm::terminal::size().ok().filter(|_| io::stderr().is_terminal());
    let text = size.map_or_else(|| text.to_owned(), |(columns, _)| wrap(text, columns.into()));
    let _ = writeln!(io::stderr(), "{text}");
}
