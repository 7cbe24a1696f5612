//! `enter`: asks for the stickers of a cube, face by face.

mod entry;
mod interruption;
mod line;
mod remark;
#[cfg(test)]
mod tests;
mod words;

use crate::cli::{ColorChoice, EnterArguments, OutputArguments};
use crate::cubes::{put, usual_alphabet, write_in};
use crate::error::{ANSWERED, RequestError, SOME_BAD, Stop, message_style, reason};
use crate::input::{Fault, Lines, MAX_LINE, MOST_NOT_TEXT};
use crate::language;
use crate::output::{Output, ansi_on_standard_error};
use crate::tables;
use cubegod::formats::Format;
use cubegod::moves::Ends;
use cubegod::render::ansi::{self, AnsiOptions};
use cubegod::{Color, Size, Stickers};
use cubegod_teach::Language;
use entry::{End, Entry, Reply};
use interruption::Interruption;
use line::Line;
use remark::Remark;
use std::fmt::Write as _;
use std::io::{self, BufRead, IsTerminal, Write as _};
use words::{fitted, spoken};

pub(crate) fn run(arguments: &EnterArguments) -> Result<u8, Stop> {
    let size = arguments.puzzle;
    let format = arguments.to.unwrap_or(usual_format(size));
    refuse_layout(format, size)?;
    let entry = match &arguments.begin_with {
        None => Entry::new(size),
        Some(text) => Entry::resumed(size, text).map_err(|remark| {
            Stop::usage(format!("--begin-with: {}", spoken(&remark, language::of_messages())))
        })?,
    };
    let conversation = Conversation::new(entry, arguments, Purpose::Cube);
    conversation.hold(io::stdin().lock(), |cube| write(cube, format, arguments))
}

/// The layout that is written where none is asked for.
fn usual_format(size: Size) -> Format {
    if size == Size::TWO { Format::Digits } else { Format::Facelets }
}

/// Asks for the cube of a lesson, and for its size unless that is known. `command` is that of the lesson, without its cube.
pub(crate) fn ask(
    size: Option<Size>,
    command: &str,
    language: Language,
    color: ColorChoice,
) -> Result<Stickers<Color>, Stop> {
    let size = match size {
        Some(size @ (Size::TWO | Size::THREE)) => size,
        Some(size) => {
            return Err(Stop::usage(format!("there is no lesson for a {size}; expected a 2x2x2 or a 3x3x3")));
        }
        None => ask_size(language)?,
    };
    let arguments = EnterArguments { puzzle: size, to: None, begin_with: None, quiet: false, color };
    let mut entered = None;
    let conversation = Conversation::new(Entry::whole(size), &arguments, Purpose::Lesson(command));
    let code = conversation.hold(io::stdin().lock(), |cube| {
        entered = whole(cube);
        Ok(())
    })?;
    entered.ok_or(Stop::Said(code))
}

fn ask_size(language: Language) -> Result<Size, Stop> {
    let mut lines = Lines::new(io::stdin().lock());
    loop {
        let _ = write!(io::stderr(), "{} ", spoken(&Remark::AskSize, language));
        match lines.next() {
            Ok(Some(line)) => match line.text.trim().parse() {
                Ok(size @ (Size::TWO | Size::THREE)) => return Ok(size),
                _ if Line::read(&line.text, Size::TWO) == Ok(Line::Quit) => break,
                _ => tell(&spoken(&Remark::NoSize, language)),
            },
            Ok(None) | Err(_) => {
                tell("");
                break;
            }
        }
    }
    tell(&spoken(&Remark::Parting { command: None, one_fits: false }, language));
    Err(Stop::Said(SOME_BAD))
}

/// All stickers, if they are known.
fn whole(stickers: &Stickers<Option<Color>>) -> Option<Stickers<Color>> {
    let colors: Option<Vec<Color>> = stickers.facelets().iter().copied().collect();
    Stickers::new(stickers.size(), colors?).ok()
}

/// Not only after everything was typed.
fn refuse_layout(format: Format, size: Size) -> Result<(), Stop> {
    if matches!(format, Format::Moves | Format::Pattern) {
        return Ok(());
    }
    let solved = Stickers::solved(size).map(|&color| Some(color));
    match write_in(&solved, format, &usual_alphabet(format)) {
        Ok(_) => Ok(()),
        Err(problem) => Err(problem.into()),
    }
}

/// The command that goes on from there and writes such a layout.
fn command_again(
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

/// The finished cube, on standard output.
fn write(
    stickers: &Stickers<Option<Color>>,
    format: Format,
    arguments: &EnterArguments,
) -> Result<(), WriteError> {
    let mut output =
        Output::new(&OutputArguments { json: false, quiet: arguments.quiet, color: arguments.color });
    let text = match format {
        Format::Moves => {
            tables::solvers(arguments.quiet).moves_making(stickers, Ends::default())?.to_string()
        }
        layout => write_in(stickers, layout, &usual_alphabet(layout))?,
    };
    put(&mut output, format, &text)?;
    output.finish()?;
    Ok(())
}

/// Why the finished cube could not be written.
enum WriteError {
    /// The layout can't tell it.
    Request(RequestError),
    /// Standard output can't take it.
    Stop(Stop),
}

impl From<RequestError> for WriteError {
    fn from(problem: RequestError) -> WriteError {
        WriteError::Request(problem)
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

/// Questions and remarks on standard error, answers from standard input.
struct Conversation<'a> {
    entry: Entry,
    purpose: Purpose<'a>,
    arguments: &'a EnterArguments,
    language: Language,
    /// Whether a person types, whose line end shows on the terminal.
    is_typed: bool,
    net: AnsiOptions,
    interruption: Interruption,
}

impl<'a> Conversation<'a> {
    fn new(entry: Entry, arguments: &'a EnterArguments, purpose: Purpose<'a>) -> Conversation<'a> {
        let is_typed = io::stdin().is_terminal();
        Conversation {
            entry,
            purpose,
            arguments,
            language: language::of_messages(),
            is_typed,
            net: ansi_on_standard_error(arguments.color),
            interruption: Interruption::watch(is_typed),
        }
    }

    fn hold(
        mut self,
        input: impl BufRead,
        write: impl FnOnce(&Stickers<Option<Color>>) -> Result<(), WriteError>,
    ) -> Result<u8, Stop> {
        let mut lines = Lines::new(input);
        // How many of the last lines came to nothing.
        let mut in_vain = 0;
        let mut reply = self.entry.greeting();
        loop {
            self.say_reply(&reply);
            match reply.end {
                Some(End::Cube(cube)) => return self.finish(&cube, write),
                Some(End::Quit) => return Ok(self.part()),
                None => {}
            }
            self.interruption.keep(self.parting());
            self.ask();
            reply = match lines.next() {
                Ok(Some(line)) => match line.fault {
                    None => {
                        let reply = self.entry.take(&line.text);
                        // People may look around for as long as they like.
                        in_vain = if reply.has_changed || self.is_typed { 0 } else { in_vain + 1 };
                        reply
                    }
                    Some(fault) => {
                        in_vain += 1;
                        Reply::only(refused(fault))
                    }
                },
                Ok(None) => {
                    if self.is_typed {
                        // The question that was not answered stands on its line.
                        tell("");
                    }
                    return Ok(self.part());
                }
                Err(error) => {
                    self.say(&Remark::CannotRead(reason(&error)));
                    return Ok(self.part());
                }
            };
            // Whoever sends this sends no stickers.
            if in_vain == MOST_NOT_TEXT && reply.end.is_none() {
                self.say_reply(&reply);
                self.say(&Remark::GaveUp(MOST_NOT_TEXT));
                return Ok(self.part());
            }
        }
    }

    fn finish(
        &self,
        cube: &Stickers<Option<Color>>,
        write: impl FnOnce(&Stickers<Option<Color>>) -> Result<(), WriteError>,
    ) -> Result<u8, Stop> {
        self.interruption.forget();
        match write(cube) {
            Ok(()) => Ok(ANSWERED),
            Err(WriteError::Request(problem)) => {
                let usual = usual_format(cube.size());
                match write_in(cube, usual, &usual_alphabet(usual)) {
                    Ok(cube) => {
                        self.say(&Remark::CannotWrite { reason: problem.message(message_style()), cube })
                    }
                    Err(_) => return Err(Stop::Io(problem.message(message_style()))),
                }
                Ok(SOME_BAD)
            }
            Err(WriteError::Stop(stop)) => {
                self.part();
                Err(stop)
            }
        }
    }

    /// Ends without a cube: nothing that was entered is lost.
    fn part(&self) -> u8 {
        self.interruption.forget();
        tell(&self.parting());
        SOME_BAD
    }

    fn parting(&self) -> String {
        let again = |text: String| command_again(self.arguments, self.language, self.arguments.to, &text);
        let command = self.entry.beginning().map(again).map(|command| match self.purpose {
            Purpose::Cube => command,
            Purpose::Lesson(lesson) => format!("{lesson} \"$({command})\""),
        });
        let parting = Remark::Parting { command, one_fits: self.entry.one_fits() };
        spoken(&parting, self.language)
    }

    fn ask(&self) {
        if self.arguments.quiet {
            return;
        }
        let question = spoken(&self.entry.question(), self.language);
        let end = if self.is_typed { ' ' } else { '\n' };
        // Nothing can be done about a standard error that can't be written.
        let _ = write!(io::stderr(), "{question}{end}");
    }

    fn say_reply(&self, reply: &Reply) {
        reply.introduction.iter().for_each(|remark| self.say(remark));
        if reply.shows_net && !self.arguments.quiet {
            let _ = write!(io::stderr(), "{}", ansi::net(&self.entry.net(), &self.net));
        }
        reply.remarks.iter().for_each(|remark| self.say(remark));
    }

    fn say(&self, remark: &Remark) {
        if !self.arguments.quiet || remark.is_important() {
            tell(&spoken(remark, self.language));
        }
    }
}

fn refused(fault: Fault) -> Remark {
    match fault {
        Fault::NotText { place, byte, .. } => Remark::NotText { place, byte },
        Fault::LongLine { .. } | Fault::LongBlock => Remark::LongLine(MAX_LINE),
    }
}

/// Some lines on standard error, as wide as its terminal.
fn tell(text: &str) {
    let size = ratatui::crossterm::terminal::size().ok().filter(|_| io::stderr().is_terminal());
    let text = size.map_or_else(|| text.to_owned(), |(columns, _)| fitted(text, columns.into()));
    let _ = writeln!(io::stderr(), "{text}");
}
