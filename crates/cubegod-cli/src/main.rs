//! The `cubegod` command line.
#![forbid(unsafe_code)]

mod cli;
mod commands;
mod cubes;
mod data;
mod error;
mod help;
mod input;
mod language;
mod message;
mod output;
mod progress;
mod reply;
mod signals;
mod tables;

use clap::Parser;
use std::process::ExitCode;

fn main() -> ExitCode {
    let cli = cli::Cli::parse();
    language::choose(cli.lang);
    match commands::run(cli.command) {
        Ok(code) => ExitCode::from(code),
        Err(stop) => stop.report(),
    }
}
