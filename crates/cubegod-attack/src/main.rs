//! The program: attacks servers of cubegod and prints a report.

use anyhow::{Context, Result, bail, ensure};
use clap::{Args, Parser, Subcommand, ValueEnum};
use cubegod_attack::{
    Launch, Load, Report, Sample, Scenario, Server, ServerKind, Soak, Target, Thresholds, attack, plot, soak,
    table, to_csv,
};
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Duration;

/// Attacks the servers of cubegod on this machine, and reports what honest clients notice
#[derive(Parser)]
#[command(version, after_long_help = EXAMPLES)]
struct Arguments {
    #[command(subcommand)]
    command: Command,
}

const EXAMPLES: &str = "\
Examples:
  cubegod-attack run                                    every scenario against every kind of server
  cubegod-attack run --server engine --scenario move-bomb --duration 30s
  cubegod-attack run --server http --json -- --threads 2
  cubegod-attack run --server engine --address 127.0.0.1:7777 --pid 4711
  cubegod-attack soak --minutes 30 --svg soak.svg --csv soak.csv

Servers are started on free ports of 127.0.0.1 and killed at the end. Nothing else is attacked. Each client has its own
source address in 127.0.0.0/8, which needs Linux.";

#[derive(Subcommand)]
enum Command {
    /// Run each scenario against a server of its own
    Run(RunArguments),
    /// Load all servers for a long time
    Soak(SoakArguments),
}

#[derive(Copy, Clone, ValueEnum)]
enum Kind {
    Engine,
    Challenge,
    Http,
}

impl From<Kind> for ServerKind {
    fn from(kind: Kind) -> ServerKind {
        match kind {
            Kind::Engine => ServerKind::Engine,
            Kind::Challenge => ServerKind::Challenge,
            Kind::Http => ServerKind::Http,
        }
    }
}

#[derive(Args)]
struct ServerArguments {
    /// The binary of cubegod [default: the one in the folder of this program]
    #[arg(long, value_name = "FILE")]
    binary: Option<PathBuf>,

    /// The kind of server; may be repeated [default: all]
    #[arg(long, value_enum, value_name = "KIND")]
    server: Vec<Kind>,

    /// Attack this running server instead of starting one; needs one --server
    #[arg(long, value_name = "ADDR", conflicts_with_all = ["binary", "arguments"])]
    address: Option<String>,

    /// The process of the running server, for figures of its memory and descriptors
    #[arg(long, value_name = "PID", requires = "address")]
    pid: Option<u32>,

    /// Further arguments of the servers
    #[arg(last = true, value_name = "ARGUMENT")]
    arguments: Vec<OsString>,
}

impl ServerArguments {
    fn kinds(&self) -> Vec<ServerKind> {
        match self.server.as_slice() {
            [] => ServerKind::ALL.to_vec(),
            chosen => chosen.iter().map(|&kind| kind.into()).collect(),
        }
    }

    fn start(&self, kind: ServerKind) -> Result<Server> {
        if let Some(address) = &self.address {
            ensure!(
                self.server.len() == 1,
                "the kind of the server at {address} is not given; add --server KIND"
            );
            return Ok(Server::running(Target::parse(kind, address)?, self.pid));
        }
        let binary = match &self.binary {
            Some(binary) => binary.clone(),
            None => binary_beside(&std::env::current_exe().context("cannot find this program")?),
        };
        let launch = Launch::new(&binary, kind).with_arguments(self.arguments.clone());
        launch.start().with_context(|| format!("cannot start the server {kind}"))
    }
}

fn binary_beside(program: &Path) -> PathBuf {
    program.with_file_name(format!("cubegod{}", std::env::consts::EXE_SUFFIX))
}

#[derive(Args)]
struct RunArguments {
    #[command(flatten)]
    server: ServerArguments,

    /// The scenario; may be repeated [default: all that apply to the server]
    #[arg(long, value_name = "NAME")]
    scenario: Vec<Scenario>,

    /// The number of honest clients
    #[arg(long, value_name = "N", default_value_t = 900)]
    honest: usize,

    /// The number of hostile clients, for scenarios without a number of their own
    #[arg(long, value_name = "N", default_value_t = 100)]
    hostile: usize,

    /// How long each attack lasts, at most ten minutes
    #[arg(long, value_name = "TIME", default_value = "8s", value_parser = duration)]
    duration: Duration,

    /// How long honest clients are alone before, one to five times, until the memory of the server hardly grows
    #[arg(long, value_name = "TIME", default_value = "2s", value_parser = duration)]
    warm_up: Duration,

    /// The time between two requests of an honest client (challenge: two games)
    #[arg(long, value_name = "TIME", default_value = "1s", value_parser = duration)]
    interval: Duration,

    /// How long an honest client waits for an answer
    #[arg(long, value_name = "TIME", default_value = "10s", value_parser = duration)]
    answer_timeout: Duration,

    /// How long a server may take to release memory and descriptors
    #[arg(long, value_name = "TIME", default_value = "1min", value_parser = duration)]
    recovery_limit: Duration,

    /// The highest 99th percentile that is good, in milliseconds
    #[arg(long, value_name = "MS", default_value_t = 100.0)]
    p99: f64,

    /// Print JSON, one object per attack
    #[arg(long)]
    json: bool,
}

#[derive(Args)]
struct SoakArguments {
    #[command(flatten)]
    server: ServerArguments,

    /// The length of the run in minutes, at most 600
    #[arg(long, value_name = "N", default_value_t = 30.0)]
    minutes: f64,

    /// The number of honest clients, divided among the servers
    #[arg(long, value_name = "N", default_value_t = 450)]
    honest: usize,

    /// The number of hostile clients, divided among the servers
    #[arg(long, value_name = "N", default_value_t = 50)]
    hostile: usize,

    /// The length of a window, in which latencies are measured
    #[arg(long, value_name = "TIME", default_value = "10s", value_parser = duration)]
    window: Duration,

    /// Write the samples as CSV
    #[arg(long, value_name = "FILE")]
    csv: Option<PathBuf>,

    /// Write a picture of memory, descriptors and latencies
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,
}

/// The maximum number of clients: more than any scenario needs, fewer than a process can have descriptors.
const MAX_CLIENTS: usize = 10_000;

/// The maximum length of one attack.
const MAX_DURATION: Duration = Duration::from_secs(600);

fn duration(text: &str) -> Result<Duration, humantime::DurationError> {
    humantime::parse_duration(text)
}

fn main() -> ExitCode {
    let result = match Arguments::parse().command {
        Command::Run(arguments) => run(&arguments),
        Command::Soak(arguments) => run_soak(&arguments),
    };
    match result {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(error) => {
            eprintln!("cubegod-attack: {error:#}");
            ExitCode::from(2)
        }
    }
}

/// Returns whether all thresholds were reached.
fn run(arguments: &RunArguments) -> Result<bool> {
    check_clients(arguments.honest, arguments.hostile)?;
    for time in [
        arguments.duration,
        arguments.warm_up,
        arguments.answer_timeout,
        arguments.recovery_limit,
        arguments.interval,
    ] {
        ensure!(time <= MAX_DURATION, "a time of {time:?} is too long; expected at most {MAX_DURATION:?}");
    }
    ensure!(!arguments.interval.is_zero(), "an interval of 0 s is too short; expected at least 1ms");
    let load = Load {
        honest: arguments.honest,
        hostile: arguments.hostile,
        warm_up: arguments.warm_up,
        duration: arguments.duration,
        interval: arguments.interval,
        answer_timeout: arguments.answer_timeout,
        recovery_limit: arguments.recovery_limit,
        awaits_memory: true,
    };
    let thresholds = Thresholds { p99_ms: Some(arguments.p99), ..Thresholds::default() };
    let scenarios = match arguments.scenario.as_slice() {
        [] => &Scenario::ALL,
        chosen => chosen,
    };
    let mut reports: Vec<Report> = Vec::new();
    for kind in arguments.server.kinds() {
        for &scenario in scenarios.iter().filter(|scenario| scenario.applies_to(kind)) {
            eprintln!("cubegod-attack: {kind}, {scenario}");
            let mut server = arguments.server.start(kind)?;
            let report = attack(&mut server, &[scenario], &load)?;
            if arguments.json {
                println!("{}", serde_json::to_string(&report)?);
            }
            for failure in &report.honest.failures {
                eprintln!("cubegod-attack:   {failure}");
            }
            reports.push(report);
        }
    }
    if reports.is_empty() {
        bail!("none of these scenarios applies to these servers");
    }
    if !arguments.json {
        print!("{}", table(&reports, &thresholds));
    }
    Ok(reports.iter().all(|report| report.violations(&thresholds).is_empty()))
}

/// Returns whether all servers ran to the end, no request was lost, and no answer was wrong.
fn run_soak(arguments: &SoakArguments) -> Result<bool> {
    check_clients(arguments.honest, arguments.hostile)?;
    ensure!(
        (0.1..=600.0).contains(&arguments.minutes),
        "{} minutes are out of range; expected 0.1 to 600",
        arguments.minutes
    );
    ensure!(arguments.window >= Duration::from_secs(1), "a window is at least 1s long");
    let kinds = arguments.server.kinds();
    let servers: Vec<Server> =
        kinds.iter().map(|&kind| arguments.server.start(kind)).collect::<Result<_>>()?;
    let load = Load { honest: arguments.honest, hostile: arguments.hostile, ..Load::default() };
    let times =
        Soak { duration: Duration::from_secs_f64(arguments.minutes * 60.0), window: arguments.window };
    let mut failed = None;
    let samples = soak(&servers, &load, &times, &mut |sample| match serde_json::to_string(sample) {
        Ok(line) => println!("{line}"),
        Err(error) => failed = Some(error),
    })?;
    if let Some(error) = failed {
        return Err(error.into());
    }
    let write = |path: &Path, text: String| {
        std::fs::write(path, text).with_context(|| format!("cannot write `{}`", path.display()))
    };
    if let Some(path) = &arguments.csv {
        write(path, to_csv(&samples))?;
    }
    if let Some(path) = &arguments.svg {
        write(path, plot(&samples).map_err(anyhow::Error::from_boxed)?)?;
    }
    let has_samples = |kind: &ServerKind| samples.iter().any(|sample| sample.server == *kind);
    Ok(kinds.iter().all(has_samples) && samples.iter().all(Sample::is_good))
}

fn check_clients(honest: usize, hostile: usize) -> Result<()> {
    ensure!(
        (1..=MAX_CLIENTS).contains(&honest) && hostile <= MAX_CLIENTS,
        "{honest} honest and {hostile} hostile clients are out of range; expected 1 to {MAX_CLIENTS} honest ones and at \
         most {MAX_CLIENTS} hostile ones"
    );
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::CommandFactory;

    #[test]
    fn the_arguments_are_consistent() {
        Arguments::command().debug_assert();
    }

    #[test]
    fn the_binary_is_in_the_folder_of_this_program() {
        let binary = binary_beside(Path::new("/some/folder/cubegod-attack"));
        assert_eq!(binary.parent(), Some(Path::new("/some/folder")));
    }
}
