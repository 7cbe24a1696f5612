//! What is written: answers on standard output, everything else on standard error.

use crate::cli::{ColorChoice, OutputArguments};
use crate::error::{ANSWERED, Failure, RequestError, SOME_BAD, Stop};
use crate::input::Origin;
use crate::reply::{self, Finished, Said, Style};
use cubegod::render::Palette;
use cubegod::render::ansi::{AnsiOptions, ColorDepth};
pub(crate) use cubegod_cache::cannot_write;
use cubegod_cache::replace_file;
use indicatif::ProgressBar;
use serde::Serialize;
use std::io::{self, BufWriter, IsTerminal, Write};
use std::path::Path;

/// Where answers, notes and problems go.
pub(crate) struct Output {
    /// Every line is put in at once, so that only whole lines come out.
    answers: BufWriter<Box<dyn Write>>,
    is_terminal: bool,
    style: Style,
    quiet: bool,
    /// What standard error shows besides notes and problems.
    bar: Option<ProgressBar>,
    /// What was written last, to know where a blank line is due.
    last: Last,
    /// Whether some record was bad.
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

    /// For a command that is asked what is wrong.
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

    /// How things are said here.
    pub(crate) fn style(&self) -> Style {
        self.style
    }

    /// Whether answers are for machines.
    pub(crate) fn is_json(&self) -> bool {
        self.style.json
    }

    /// Whether answers appear where standard error mostly does.
    pub(crate) fn is_terminal(&self) -> bool {
        self.is_terminal
    }

    /// Whether nobody wants notes.
    pub(crate) fn is_quiet(&self) -> bool {
        self.quiet
    }

    /// How many columns the terminal has that the answers go to.
    pub(crate) fn columns(&self) -> Option<usize> {
        let (columns, _) = ratatui::crossterm::terminal::size().ok().filter(|_| self.is_terminal)?;
        Some(columns.into())
    }

    /// How nets are written with a palette.
    pub(crate) fn ansi_with(&self, palette: Palette) -> AnsiOptions {
        self.style.ansi_with(palette)
    }

    /// Keeps notes and problems off the bar that is shown from now on.
    pub(crate) fn share_with(&mut self, bar: ProgressBar) {
        self.bar = Some(bar);
    }

    /// An answer for machines.
    pub(crate) fn object(&mut self, object: &impl Serialize) -> Result<(), Stop> {
        self.put(reply::object(object)?)
    }

    /// An answer of one line.
    pub(crate) fn line(&mut self, line: &str) -> Result<(), Stop> {
        self.put(Said::Line(line.to_owned()))
    }

    /// An answer of several lines, with a blank line between it and what was there before.
    pub(crate) fn block(&mut self, block: &str) -> Result<(), Stop> {
        self.put(Said::Block(block.to_owned()))
    }

    /// An answer that is no text.
    pub(crate) fn bytes(&mut self, bytes: &[u8]) -> Result<(), Stop> {
        self.answers.write_all(bytes).map_err(Stop::from)
    }

    /// Whatever is said of a record.
    pub(crate) fn put(&mut self, said: Said) -> Result<(), Stop> {
        match said {
            Said::Line(line) => {
                let is_after_block = self.last == Last::Block;
                self.last = Last::Line;
                self.put_text(line, is_after_block)
            }
            Said::Block(mut block) => {
                let is_first = self.last == Last::Nothing;
                self.last = Last::Block;
                if block.ends_with('\n') {
                    block.pop();
                }
                self.put_text(block, !is_first)
            }
            Said::Object(line) => self.bytes(&line),
            Said::Note(text) => {
                self.note(&text);
                Ok(())
            }
            Said::Complaint(text) => {
                self.flush()?;
                self.complain(&text);
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

    /// What is left to say of a record.
    pub(crate) fn finish_reply(&mut self, finished: Finished) -> Result<(), Stop> {
        self.has_failed |= finished.has_failed;
        finished.said.into_iter().try_for_each(|said| self.put(said))
    }

    /// Remembers that some record was bad.
    pub(crate) fn fail(&mut self) {
        self.has_failed = true;
    }

    /// Something worth knowing, for people.
    pub(crate) fn note(&mut self, text: &str) {
        self.done(&format!("note: {text}"));
    }

    /// Something that was done besides answering.
    pub(crate) fn done(&mut self, text: &str) {
        if !self.quiet {
            self.complain(text);
        }
    }

    /// On standard error, even for those who want no notes.
    fn complain(&self, text: &str) {
        match &self.bar {
            Some(bar) => bar.suspend(|| say(text)),
            None => say(text),
        }
    }

    /// A record that could not be answered.
    pub(crate) fn problem(&mut self, origin: &Origin, problem: &RequestError) -> Result<(), Stop> {
        self.has_failed = true;
        self.put(self.style.problem(origin, problem)?)
    }

    /// What one record came to. Answers are kept together unless somebody waits for them.
    pub(crate) fn finish_record(
        &mut self,
        origin: &Origin,
        result: Result<(), Failure>,
        is_waited_for: bool,
    ) -> Result<(), Stop> {
        match result {
            Ok(()) => {}
            Err(Failure::Request(problem)) => self.problem(origin, &problem)?,
            Err(Failure::Stop(stop)) => return Err(stop),
        }
        if self.is_terminal || is_waited_for {
            self.flush()?;
        }
        Ok(())
    }

    /// Lets out what was kept together.
    pub(crate) fn flush(&mut self) -> Result<(), Stop> {
        self.answers.flush().map_err(Stop::from)
    }

    /// The exit code, once everything is written.
    pub(crate) fn finish(mut self) -> Result<u8, Stop> {
        self.flush()?;
        Ok(if self.has_failed { SOME_BAD } else { ANSWERED })
    }
}

/// Says something on standard error.
pub(crate) fn say(text: &str) {
    // Nothing can be done about a standard error that can't be written.
    let _ = writeln!(io::stderr(), "cubegod: {text}");
}

/// How nets are written on standard error.
pub(crate) fn ansi_on_standard_error(choice: ColorChoice) -> AnsiOptions {
    let is_terminal = io::stderr().is_terminal();
    let depth = color_depth(choice, |name| std::env::var(name).ok(), is_terminal);
    AnsiOptions { depth, ..AnsiOptions::default() }
}

/// `cubes.txt, line 7: `; nothing for the only argument.
pub(crate) fn place(origin: &Origin) -> String {
    let place = origin.to_string();
    if place.is_empty() { place } else { place + ": " }
}

/// Writes a whole file or none at all.
pub(crate) fn write_file(path: &Path, contents: &[u8]) -> Result<(), Stop> {
    replace_file(path, ".cubegod-", |file| file.write_all(contents))
        .map_err(|error| Stop::Io(cannot_write(path, &error)))
}

/// How many colours the answers may have.
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
        // Whatever the terminal calls itself: there is hardly one left with fewer colours than 256.
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
    fn colours_are_for_terminals_unless_somebody_says_otherwise() {
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
    fn a_terminal_that_tells_of_all_colours_gets_them() {
        for name in ["truecolor", "24bit"] {
            assert_eq!(depth(ColorChoice::Auto, &[("COLORTERM", name)], true), ColorDepth::TrueColor);
        }
        assert_eq!(depth(ColorChoice::Auto, &[("TERM", "xterm-256color")], true), ColorDepth::Ansi256);
    }
}
