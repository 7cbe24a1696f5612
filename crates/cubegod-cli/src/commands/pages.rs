//! `completions` and `man`: shell completions and manual pages, generated from the command line.

use crate::cli::{Cli, CompletionsArguments, ManArguments};
use crate::error::{ANSWERED, Stop};
use crate::output::write_file;
use clap::CommandFactory;
use clap_mangen::Man;
use cubegod_cache::{FileAction, FileError};
use std::io::{self, Write};
use std::path::Path;

pub(crate) fn completions(arguments: &CompletionsArguments) -> Result<u8, Stop> {
    let mut script = Vec::new();
    clap_complete::generate(arguments.shell, &mut Cli::command(), "cubegod", &mut script);
    print(&script)
}

pub(crate) fn man(arguments: &ManArguments) -> Result<u8, Stop> {
    let mut command = without_help(Cli::command());
    let Some(folder) = &arguments.dir else {
        return print(&page(command)?);
    };
    // Sets the full names of the subcommands, such as `cubegod-check`.
    command.build();
    std::fs::create_dir_all(folder)
        .map_err(|error| Stop::io(&FileError::new(FileAction::CreateFolder, folder, &error)))?;
    write_pages(&command, folder)?;
    Ok(ANSWERED)
}

/// Writes a page for a command and for each subcommand.
fn write_pages(command: &clap::Command, folder: &Path) -> Result<(), Stop> {
    let name = command.get_display_name().unwrap_or(command.get_name());
    write_file(&folder.join(format!("{name}.1")), &page(command.clone())?)?;
    command.get_subcommands().try_for_each(|subcommand| write_pages(subcommand, folder))
}

/// Removes the `help` subcommands, which have no pages.
fn without_help(command: clap::Command) -> clap::Command {
    command.disable_help_subcommand(true).mut_subcommands(without_help)
}

/// Returns the sections of clap_mangen, with the examples in a section of their own.
fn page(command: clap::Command) -> Result<Vec<u8>, Stop> {
    let examples = command.get_after_long_help().or(command.get_after_help()).map(ToString::to_string);
    let has_subcommands = command.has_subcommands();
    let has_version = command.get_version().is_some();
    let man = Man::new(command);
    let mut page = Vec::new();
    man.render_title(&mut page)?;
    man.render_name_section(&mut page)?;
    man.render_synopsis_section(&mut page)?;
    man.render_description_section(&mut page)?;
    man.render_options_section(&mut page)?;
    if has_subcommands {
        man.render_subcommands_section(&mut page)?;
    }
    if let Some(text) = examples {
        page.extend_from_slice(examples_section(&text).as_bytes());
    }
    if has_version {
        man.render_version_section(&mut page)?;
    }
    Ok(page)
}

fn examples_section(text: &str) -> String {
    let text = text.strip_prefix("Examples:\n").unwrap_or(text);
    let lines: String = text.lines().map(|line| escaped(line) + "\n").collect();
    format!(".SH EXAMPLES\n.nf\n{lines}.fi\n")
}

/// Escapes a line for roff, so that examples can be pasted into a shell.
fn escaped(line: &str) -> String {
    let mut text = String::from(if line.starts_with('.') { "\\&" } else { "" });
    for character in line.chars() {
        match character {
            '\\' => text.push_str("\\e"),
            '-' => text.push_str("\\-"),
            '\'' => text.push_str("\\(aq"),
            '`' => text.push_str("\\(ga"),
            '~' => text.push_str("\\(ti"),
            '^' => text.push_str("\\(ha"),
            other => text.push(other),
        }
    }
    text
}

fn print(bytes: &[u8]) -> Result<u8, Stop> {
    let mut output = io::stdout().lock();
    output.write_all(bytes)?;
    output.flush()?;
    Ok(ANSWERED)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_line_of_the_examples_is_a_request_to_roff() {
        assert_eq!(
            examples_section("Examples:\n.R\n'R a-b \\n"),
            ".SH EXAMPLES\n.nf\n\\&.R\n\\(aqR a\\-b \\en\n.fi\n"
        );
    }
}
