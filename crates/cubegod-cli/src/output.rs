//! Output: answers on standard output, everything else on standard error.

use crate::cli::{ColorChoice, OutputArguments};
use crate::error::{ANSWERED, Failure, RequestError, SOME_BAD, Stop};
use crate::input::Origin;
use crate::language;
use crate::message::CommandMessage;
use crate::progress::DelayedBar;
use crate::reply::{self, Finished, OutputItem, Style};
use cubegod::render::Palette;
use cubegod::render::ansi::{AnsiOptions, ColorDepth};
use cubegod_cache::FileError;
use cubegod_service::Localized;
use cubegod_teach::Language;
use serde::Serialize;
use std::borrow::Cow;
use std::io::{self, BufWriter, IsTerminal, Write};
use std::path::Path;

/// Writes answers, notes and errors.
pub(crate) struct Output {
    /// Lines are written as a whole, so that only whole lines come out.
    answers: BufWriter<Box<dyn Write>>,
    is_terminal: bool,
    style: Style,
    quiet: bool,
    /// The progress bar on standard error.
    bar: Option<DelayedBar>,
    /// What was written last, to decide about blank lines.
    last: Last,
    /// Whether a record failed.
    has_failed: bool,
}

#[derive(Copy, Clone, PartialEq)]
enum Last {
    Nothing,
    Line,
    Block,
}

impl Output {
    pub(crate) fn new(arguments: &OutputArguments) -> Output {
        let is_terminal = io::stdout().is_terminal();
        let depth = color_depth(arguments.color, |name| std::env::var(name).ok(), is_terminal);
        let style = Style { json: arguments.json, depth, flaws_are_answers: false };
        Output { is_terminal, ..Output::to(Box::new(io::stdout().lock()), style, arguments.quiet) }
    }

    /// For `check`, whose answers are flaws.
    pub(crate) fn with_flaws_as_answers(mut self) -> Output {
        self.style.flaws_are_answers = true;
        self
    }

    fn to(answers: Box<dyn Write>, style: Style, quiet: bool) -> Output {
        Output {
            answers: BufWriter::with_capacity(1 << 16, answers),
            is_terminal: false,
            style,
            quiet,
            bar: None,
            last: Last::Nothing,
            has_failed: false,
        }
    }

    /// Returns how output is written.
    pub(crate) fn style(&self) -> Style {
        self.style
    }

    /// Whether to write JSON.
    pub(crate) fn is_json(&self) -> bool {
        self.style.json
    }

    /// Whether standard output is a terminal.
    pub(crate) fn is_terminal(&self) -> bool {
        self.is_terminal
    }

    /// Whether notes are suppressed.
    pub(crate) fn is_quiet(&self) -> bool {
        self.quiet
    }

    /// Returns the width of the terminal of standard output.
    pub(crate) fn columns(&self) -> Option<usize> {
        let (columns, _) = ratatui::crossterm::terminal::size().ok().filter(|_| self.is_terminal)?;
        Some(columns.into())
    }

    /// Returns the options of nets with a palette.
    pub(crate) fn ansi_with(&self, palette: Palette) -> AnsiOptions {
        self.style.ansi_with(palette)
    }

    /// Hides the progress bar while notes and errors are written.
    pub(crate) fn share_with(&mut self, bar: DelayedBar) {
        self.bar = Some(bar);
    }

    /// Writes a JSON object.
    pub(crate) fn object(&mut self, object: &impl Serialize) -> Result<(), Stop> {
        self.put(reply::object(object)?)
    }

    /// Writes a JSON object while it is serialized, as it may be too long for memory.
    pub(crate) fn long_object(&mut self, object: &impl Serialize) -> Result<(), Stop> {
        serde_json::to_writer(&mut self.answers, object).map_err(io::Error::from)?;
        self.bytes(b"\n")
    }

    /// Writes a line.
    pub(crate) fn line(&mut self, line: &str) -> Result<(), Stop> {
        self.put(OutputItem::Line(line.to_owned()))
    }

    /// Writes several lines, with a blank line before them.
    pub(crate) fn block(&mut self, block: &str) -> Result<(), Stop> {
        self.put(OutputItem::Block(block.to_owned()))
    }

    /// Writes bytes.
    pub(crate) fn bytes(&mut self, bytes: &[u8]) -> Result<(), Stop> {
        self.answers.write_all(bytes).map_err(Stop::from)
    }

    /// Writes an item.
    pub(crate) fn put(&mut self, item: OutputItem) -> Result<(), Stop> {
        match item {
            OutputItem::Line(line) => {
                let is_after_block = self.last == Last::Block;
                self.last = Last::Line;
                self.put_text(line, is_after_block)
            }
            OutputItem::Block(mut block) => {
                let is_first = self.last == Last::Nothing;
                self.last = Last::Block;
                if block.ends_with('\n') {
                    block.pop();
                }
                self.put_text(block, !is_first)
            }
            OutputItem::Json(line) => self.bytes(&line),
            OutputItem::Note(text) => {
                self.note(&text);
                Ok(())
            }
            OutputItem::Error(text) => {
                self.flush()?;
                self.print(&text);
                Ok(())
            }
        }
    }

    fn put_text(&mut self, mut text: String, is_apart: bool) -> Result<(), Stop> {
        if is_apart {
            text.insert(0, '\n');
        }
        text.push('\n');
        self.bytes(text.as_bytes())
    }

    /// Writes the rest of a reply.
    pub(crate) fn finish_reply(&mut self, finished: Finished) -> Result<(), Stop> {
        self.has_failed |= finished.has_failed;
        finished.items.into_iter().try_for_each(|item| self.put(item))
    }

    /// Marks a record as failed, for the exit code.
    pub(crate) fn fail(&mut self) {
        self.has_failed = true;
    }

    /// Writes a note, unless `--quiet` is given.
    pub(crate) fn note(&mut self, text: &str) {
        if !self.quiet {
            self.print(&note(text));
        }
    }

    /// Reports what was done, unless `--quiet` is given.
    pub(crate) fn done(&mut self, message: &CommandMessage) {
        if !self.quiet {
            self.print(&language::shown(message));
        }
    }

    /// Writes to standard error, even with `--quiet`.
    fn print(&self, text: &str) {
        match &self.bar {
            Some(bar) => bar.suspend(|| print_message(text)),
            None => print_message(text),
        }
    }

    /// Reports a record that could not be answered.
    pub(crate) fn error(&mut self, origin: &Origin, error: &RequestError) -> Result<(), Stop> {
        self.has_failed = true;
        self.put(self.style.error(origin, error)?)
    }

    /// Finishes a record. Output is buffered unless the reader waits for it.
    pub(crate) fn finish_record(
        &mut self,
        origin: &Origin,
        result: Result<(), Failure>,
        flush_now: bool,
    ) -> Result<(), Stop> {
        match result {
            Ok(()) => {}
            Err(Failure::Request(error)) => self.error(origin, &error)?,
            Err(Failure::Stop(stop)) => return Err(stop),
        }
        if self.is_terminal || flush_now {
            self.flush()?;
        }
        Ok(())
    }

    /// Writes what was buffered.
    pub(crate) fn flush(&mut self) -> Result<(), Stop> {
        self.answers.flush().map_err(Stop::from)
    }

    /// Writes everything, and returns the exit code.
    pub(crate) fn finish(mut self) -> Result<u8, Stop> {
        self.flush()?;
        Ok(if self.has_failed { SOME_BAD } else { ANSWERED })
    }
}

/// Prints a message on standard error.
pub(crate) fn print_message(text: &str) {
    // A failure to write to standard error is ignored.
    let _ = writeln!(io::stderr(), "cubegod: {}", without_controls(text));
}

/// Returns a note as it is printed.
fn note(text: &str) -> String {
    match language::of_messages() {
        Language::English => format!("note: {text}"),
        Language::Chinese => format!("提示：{text}"),
    }
}

/// Prints a note on standard error.
pub(crate) fn print_note(message: &dyn Localized) {
    print_message(&note(&language::shown(message)));
}

/// Escapes control characters, which a message can quote from a file, except line feeds and tabs. Otherwise a file could send
/// commands to the terminal.
fn without_controls(text: &str) -> Cow<'_, str> {
    let is_unsafe = |character: char| character.is_control() && !matches!(character, '\n' | '\t');
    if !text.contains(is_unsafe) {
        return text.into();
    }
    let mut escaped = String::with_capacity(text.len() + 8);
    for character in text.chars() {
        match is_unsafe(character) {
            true => escaped.extend(character.escape_unicode()),
            false => escaped.push(character),
        }
    }
    escaped.into()
}

/// Returns the options of nets on standard error.
pub(crate) fn ansi_on_standard_error(choice: ColorChoice) -> AnsiOptions {
    let is_terminal = io::stderr().is_terminal();
    let depth = color_depth(choice, |name| std::env::var(name).ok(), is_terminal);
    AnsiOptions::new().depth(depth)
}

/// Returns the prefix of a message, `cubes.txt, line 7: `; empty for a single argument.
pub(crate) fn prefix(origin: &Origin) -> String {
    let language = language::of_messages();
    let origin = origin.text(language);
    let colon = if language == Language::Chinese { "：" } else { ": " };
    if origin.is_empty() { origin } else { origin + colon }
}

/// Writes a file: replaces a regular file at once, and writes to a device or a pipe directly.
pub(crate) fn write_file(path: &Path, contents: &[u8]) -> Result<(), Stop> {
    cubegod_cache::write_file(path, |file| file.write_all(contents)).map_err(|error| match error.kind() {
        io::ErrorKind::BrokenPipe => Stop::ClosedPipe,
        _ => Stop::io(&FileError::write(path, &error)),
    })
}

/// Returns the colours of the terminal.
fn color_depth(
    choice: ColorChoice,
    variable: impl Fn(&str) -> Option<String>,
    is_terminal: bool,
) -> ColorDepth {
    let is_set = |name: &str| variable(name).is_some_and(|value| !value.is_empty());
    let is_forced = || variable("CLICOLOR_FORCE").is_some_and(|value| !value.is_empty() && value != "0");
    let is_dumb = || variable("TERM").as_deref() == Some("dumb");
    let is_wanted = match choice {
        ColorChoice::Always => true,
        ColorChoice::Never => false,
        ColorChoice::Auto => !is_set("NO_COLOR") && (is_forced() || (is_terminal && !is_dumb())),
    };
    match variable("COLORTERM").as_deref() {
        _ if !is_wanted => ColorDepth::None,
        Some("truecolor" | "24bit") => ColorDepth::TrueColor,
        // Nearly every terminal has 256 colours, whatever TERM says.
        _ => ColorDepth::Ansi256,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn depth(choice: ColorChoice, variables: &[(&str, &str)], is_terminal: bool) -> ColorDepth {
        let variable = |name: &str| {
            variables.iter().find(|(known, _)| *known == name).map(|(_, value)| (*value).to_owned())
        };
        color_depth(choice, variable, is_terminal)
    }

    #[test]
    fn colours_are_for_terminals_unless_an_option_or_a_variable_decides() {
        use ColorChoice::*;
        assert_eq!(depth(Auto, &[], true), ColorDepth::Ansi256);
        assert_eq!(depth(Auto, &[], false), ColorDepth::None);
        assert_eq!(depth(Always, &[], false), ColorDepth::Ansi256);
        assert_eq!(depth(Never, &[("CLICOLOR_FORCE", "1")], true), ColorDepth::None);
        assert_eq!(depth(Auto, &[("TERM", "dumb")], true), ColorDepth::None);
        assert_eq!(depth(Auto, &[("CLICOLOR_FORCE", "1")], false), ColorDepth::Ansi256);
        assert_eq!(depth(Auto, &[("CLICOLOR_FORCE", "0")], false), ColorDepth::None);
        assert_eq!(depth(Auto, &[("NO_COLOR", "1"), ("CLICOLOR_FORCE", "1")], true), ColorDepth::None);
        assert_eq!(depth(Auto, &[("NO_COLOR", "")], true), ColorDepth::Ansi256);
        assert_eq!(depth(Always, &[("NO_COLOR", "1")], false), ColorDepth::Ansi256);
    }

    #[test]
    fn a_terminal_that_announces_true_colour_gets_it() {
        for name in ["truecolor", "24bit"] {
            assert_eq!(depth(ColorChoice::Auto, &[("COLORTERM", name)], true), ColorDepth::TrueColor);
        }
        assert_eq!(depth(ColorChoice::Auto, &[("TERM", "xterm-256color")], true), ColorDepth::Ansi256);
    }
}
