//! `completions` and `man`: what shells and manual readers want, made from the command line itself.

use crate::cli::{Cli, CompletionsArguments, ManArguments};
use crate::error::{ANSWERED, Stop};
use crate::output::{cannot_write, write_file};
use clap::CommandFactory;
use clap_mangen::Man;
use std::io::{self, Write};
use std::path::Path;

pub(crate) fn completions(arguments: &CompletionsArguments) -> Result<u8, Stop> {
    let mut script = Vec::new();
    clap_complete::generate(arguments.shell, &mut Cli::command(), "cubegod", &mut script);
    written(&script)
}

pub(crate) fn man(arguments: &ManArguments) -> Result<u8, Stop> {
    let mut command = Cli::command();
    let Some(folder) = &arguments.dir else {
        return written(&page(command)?);
    };
    // Puts the whole name, such as `cubegod-check`, into the subcommands.
    command.build();
    std::fs::create_dir_all(folder).map_err(|error| Stop::Io(cannot_write(folder, &error)))?;
    write_pages(&command, folder)?;
    Ok(ANSWERED)
}

/// A page for a command and for each of its own.
fn write_pages(command: &clap::Command, folder: &Path) -> Result<(), Stop> {
    let name = command.get_display_name().unwrap_or(command.get_name());
    write_file(&folder.join(format!("{name}.1")), &page(command.clone())?)?;
    let mut subcommands = command.get_subcommands().filter(|command| command.get_name() != "help");
    subcommands.try_for_each(|subcommand| write_pages(subcommand, folder))
}

fn page(command: clap::Command) -> Result<Vec<u8>, Stop> {
    let mut page = Vec::new();
    Man::new(command).render(&mut page)?;
    Ok(page)
}

fn written(bytes: &[u8]) -> Result<u8, Stop> {
    let mut output = io::stdout().lock();
    output.write_all(bytes)?;
    output.flush()?;
    Ok(ANSWERED)
}
