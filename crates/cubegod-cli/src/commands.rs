//! The commands, one file for each.

mod alg;
mod apply;
mod batch;
mod challenge;
mod check;
mod complete;
mod convert;
mod engine;
mod enter;
mod judge;
mod limits;
mod pages;
mod patterns;
mod rotate;
mod scramble;
mod search;
mod serve;
mod show;
mod solve;
mod tables;
mod teach;
mod verify;

use crate::cli::Command;
use crate::error::Stop;

/// Runs a command; the exit code.
pub(crate) fn run(command: Command) -> Result<u8, Stop> {
    match command {
        Command::Show(arguments) => show::run(&arguments),
        Command::Check(arguments) => check::run(&arguments),
        Command::Convert(arguments) => convert::run(&arguments),
        Command::Apply(arguments) => apply::run(&arguments),
        Command::Rotate(arguments) => rotate::run(&arguments),
        Command::Alg(arguments) => alg::run(&arguments),
        Command::Scramble(arguments) => scramble::run(&arguments),
        Command::Enter(arguments) => enter::run(&arguments),
        Command::Complete(arguments) => complete::run(&arguments),
        Command::Solve(arguments) => solve::run(&arguments),
        Command::Batch(arguments) => batch::run(&arguments),
        Command::Verify(arguments) => verify::run(&arguments),
        Command::Teach(arguments) => teach::run(&arguments),
        Command::Patterns(arguments) => patterns::run(&arguments),
        Command::Search(arguments) => search::run(&arguments),
        Command::Judge(arguments) => judge::run(&arguments),
        Command::Engine(arguments) => engine::run(&arguments),
        Command::Serve(arguments) => serve::run(&arguments),
        Command::Challenge(arguments) => challenge::run(&arguments.command),
        Command::Tables(arguments) => tables::run(&arguments.command),
        Command::Completions(arguments) => pages::completions(&arguments),
        Command::Man(arguments) => pages::man(&arguments),
    }
}
