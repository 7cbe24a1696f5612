//! What is written: answers on standard output, everything else on standard error.

use crate::cli::{ColorChoice, OutputArguments};
use crate::error::{ANSWERED, Failure, Problem, SOME_BAD, Stop, reason};
use crate::input::Origin;
use cubegod::render::Palette;
use cubegod::render::ansi::{AnsiOptions, ColorDepth};
use serde::Serialize;
use std::fs::File;
use std::io::{self, BufWriter, IsTerminal, StdoutLock, Write};
use std::path::Path;

/// Where answers, notes and problems go.
pub(crate) struct Output {
    answers: BufWriter<StdoutLock<'static>>,
    is_terminal: bool,
    json: bool,
    quiet: bool,
    depth: ColorDepth,
    /// What was written last, to know where a blank line is due.
    last: Last,
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
        Output {
            answers: BufWriter::with_capacity(1 << 16, io::stdout().lock()),
            is_terminal,
            json: arguments.json,
            quiet: arguments.quiet,
            depth: color_depth(arguments.color, |name| std::env::var(name).ok(), is_terminal),
            last: Last::Nothing,
            has_failed: false,
        }
    }

    /// Whether answers are for machines.
    pub(crate) fn is_json(&self) -> bool {
        self.json
    }

    /// How nets are written.
    pub(crate) fn ansi(&self) -> AnsiOptions {
        self.ansi_with(Palette::STANDARD)
    }

    /// How nets are written with a palette.
    pub(crate) fn ansi_with(&self, palette: Palette) -> AnsiOptions {
        AnsiOptions { depth: self.depth, palette }
    }

    /// An answer for machines.
    pub(crate) fn object(&mut self, object: &impl Serialize) -> Result<(), Stop> {
        serde_json::to_writer(&mut self.answers, object).map_err(io::Error::from)?;
        self.answers.write_all(b"\n")?;
        Ok(())
    }

    /// An answer of one line.
    pub(crate) fn line(&mut self, line: &str) -> Result<(), Stop> {
        if self.last == Last::Block {
            self.answers.write_all(b"\n")?;
        }
        self.last = Last::Line;
        self.put(line)
    }

    /// An answer of several lines, with a blank line between it and what was there before.
    pub(crate) fn block(&mut self, block: &str) -> Result<(), Stop> {
        if self.last != Last::Nothing {
            self.answers.write_all(b"\n")?;
        }
        self.last = Last::Block;
        self.put(block.strip_suffix('\n').unwrap_or(block))
    }

    fn put(&mut self, text: &str) -> Result<(), Stop> {
        self.answers.write_all(text.as_bytes())?;
        self.answers.write_all(b"\n")?;
        Ok(())
    }

    /// An answer that is no text.
    pub(crate) fn bytes(&mut self, bytes: &[u8]) -> Result<(), Stop> {
        Ok(self.answers.write_all(bytes)?)
    }

    /// Something worth knowing, for people.
    pub(crate) fn note(&mut self, text: &str) {
        self.say("note: ", text);
    }

    /// Something that was done besides answering.
    pub(crate) fn done(&mut self, text: &str) {
        self.say("", text);
    }

    fn say(&mut self, prefix: &str, text: &str) {
        if !self.quiet {
            say(&format!("{prefix}{text}"));
        }
    }

    /// A record that could not be answered.
    pub(crate) fn problem(&mut self, origin: &Origin, problem: &Problem) -> Result<(), Stop> {
        self.has_failed = true;
        if self.json {
            return self.object(&problem.object(origin));
        }
        let place = place(origin);
        if let Some(diagnosis) = &problem.diagnosis {
            return self.block(&format!("{place}{}", diagnosis.report(&self.ansi())));
        }
        let detail = problem.detail.as_ref().map(|detail| format!("\n{detail}")).unwrap_or_default();
        let _ = writeln!(io::stderr(), "cubegod: {place}{}{}", problem.message, detail.replace('\n', "\n  "));
        Ok(())
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
            Err(Failure::Problem(problem)) => self.problem(origin, &problem)?,
            Err(Failure::Stop(stop)) => return Err(stop),
        }
        if self.is_terminal || is_waited_for {
            self.answers.flush()?;
        }
        Ok(())
    }

    /// The exit code, once everything is written.
    pub(crate) fn finish(mut self) -> Result<u8, Stop> {
        self.answers.flush()?;
        Ok(if self.has_failed { SOME_BAD } else { ANSWERED })
    }
}

/// Says something on standard error.
pub(crate) fn say(text: &str) {
    // Nothing can be done about a standard error that can't be written.
    let _ = writeln!(io::stderr(), "cubegod: {text}");
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

/// Lets a file be written beside the place that it then takes; the name of that temporary file begins with `prefix`.
pub(crate) fn replace_file(
    path: &Path,
    prefix: &str,
    write: impl FnOnce(&mut File) -> io::Result<()>,
) -> io::Result<()> {
    let folder = match path.parent() {
        Some(folder) if folder != Path::new("") => folder,
        _ => Path::new("."),
    };
    let mut builder = tempfile::Builder::new();
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        // As for any new file; what the user does not want to give is taken off by the system.
        builder.permissions(std::fs::Permissions::from_mode(0o666));
    }
    let mut file = builder.prefix(prefix).tempfile_in(folder)?;
    write(file.as_file_mut())?;
    file.persist(path).map(|_| ()).map_err(|error| error.error)
}

/// Why a file could not be written.
pub(crate) fn cannot_write(path: &Path, error: &io::Error) -> String {
    // The system's reason is behind the temporary file's name.
    let error =
        error.get_ref().and_then(|inner| inner.source()?.downcast_ref::<io::Error>()).unwrap_or(error);
    format!("cannot write the file `{}`: {}", path.display(), reason(error))
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
