//! The `cubegod` command line.
#![deny(unsafe_code)] // but for `cache/mapping.rs`

mod cli;
mod commands;
mod cubes;
mod data;
mod error;
mod help;
mod input;
mod output;
mod reply;
mod tables;

use clap::Parser;
use std::process::ExitCode;

fn main() -> ExitCode {
    match commands::run(cli::Cli::parse().command) {
        Ok(code) => ExitCode::from(code),
        Err(stop) => stop.report(),
    }
}
