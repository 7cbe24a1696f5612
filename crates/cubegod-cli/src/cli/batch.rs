//! The arguments of `solve` for cubes in the columns of files.

use super::values::duration;
use clap::Args;
use std::path::PathBuf;
use std::time::Duration;

/// What does not go with `--batch`: it gives one solution for each row.
const CONFLICTS: [&str; 22] = [
    "nodes",
    "cubes",
    "stages",
    "target",
    "faces",
    "solutions",
    "all",
    "count",
    "distance",
    "each",
    "any",
    "resume",
    "data",
    "data_from",
    "up",
    "front",
    "all_orientations",
    "grep",
    "at_most",
    "essential",
    "fewest_quarter_turns",
    "certificate",
];

/// More often would be a file for each row.
const SHORTEST_KEEP_EVERY: Duration = Duration::from_millis(100);

/// How often what is solved is kept.
fn keep_every(text: &str) -> Result<Duration, String> {
    match duration(text)? {
        time if time < SHORTEST_KEEP_EVERY => {
            Err("expected 100ms or more; each time a file is written".into())
        }
        time => Ok(time),
    }
}

/// Cubes in a column of a file.
#[derive(Args)]
pub(crate) struct BatchArguments {
    /// Solve the cubes in a column of this file: .parquet, .csv (with a line of names), .jsonl or .ndjson
    ///
    /// Each row is a 2x2 or a 3x3 in any layout; in columns of bytes, 24 or 54 letters or numbers of colours (0 to 5 for U R F D
    /// L B, 255 for unknown). Unless --max-length or --budget say otherwise, a 3x3 gets at most 21 moves.
    #[arg(long, value_name = "IN", requires = "out", conflicts_with_all = CONFLICTS)]
    pub(crate) batch: Option<PathBuf>,

    /// Write the rows of --batch with their solutions to this file, of the same kind as the input or another
    ///
    /// It has the columns of the input, then `solution`, `length` and `error`. It appears when all is done; until then,
    /// what is solved is kept in the folder OUT.parts, and the same command goes on from there.
    #[arg(long, value_name = "OUT", requires = "batch")]
    pub(crate) out: Option<PathBuf>,

    /// The column with the cubes [default: cube]
    #[arg(long, value_name = "NAME", requires = "batch")]
    pub(crate) column: Option<String>,

    /// Replace the output if it is there already
    #[arg(long, requires = "batch")]
    pub(crate) overwrite: bool,

    /// Keep what is solved in OUT.parts after this long at the latest: so much is lost when the machine goes down [default: 20s]
    #[arg(long, value_name = "TIME", value_parser = keep_every, allow_hyphen_values = true, requires = "batch")]
    pub(crate) keep_every: Option<Duration>,

    /// Throw away what an earlier run of --batch left in OUT.parts, and begin anew
    #[arg(long, requires = "batch")]
    pub(crate) restart: bool,
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cli::Cli;
    use clap::CommandFactory;

    /// What `--batch` heeds.
    const HEEDED: [&str; 20] = [
        "batch",
        "out",
        "column",
        "overwrite",
        "restart",
        "keep_every",
        "method",
        "exact",
        "metric",
        "max_length",
        "budget",
        "threads",
        "tables",
        "from",
        "puzzle",
        "json",
        "quiet",
        "color",
        "lang",
        "help",
    ];

    #[test]
    fn every_option_of_solve_is_heeded_or_refused() {
        let mut command = Cli::command();
        command.build();
        let solve = command.find_subcommand("solve").unwrap();
        for argument in solve.get_arguments() {
            let name = argument.get_id().as_str();
            assert!(HEEDED.contains(&name) != CONFLICTS.contains(&name), "{name}");
        }
        let names: Vec<&str> = solve.get_arguments().map(|argument| argument.get_id().as_str()).collect();
        assert!(HEEDED.iter().chain(&CONFLICTS).all(|name| names.contains(name)));
    }
}
