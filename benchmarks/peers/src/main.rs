//! Compares cubegod's two-phase solver with others from the registry: the same cubes, one thread, CPU time.

mod clock;
mod contestant;
mod cubegod_solver;
mod kewb_solver;
mod message;
mod min2phase_solver;
mod race;
mod report;
mod statistics;
mod worker;

use anyhow::bail;
use clap::Parser;
use contestant::{Name, Task};
use cubegod::Cube3;
use cubegod::scramble::generator;
use race::Plan;
use std::process::ExitCode;
use std::time::Duration;

/// Compares cubegod's two-phase solver with others from the registry.
#[derive(Parser)]
struct Arguments {
    /// The number of random cubes [default: 1000, or 50 with --quick]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    cubes: Option<u32>,

    /// The same seed draws the same cubes
    #[arg(long, value_name = "S", default_value_t = 1)]
    seed: u64,

    /// Leave this solver out; may be given several times
    #[arg(long, value_name = "NAME")]
    skip: Vec<Name>,

    /// Fewer cubes and shorter limits: takes about a minute
    #[arg(long)]
    quick: bool,

    /// Run as the worker process of this solver
    #[arg(long, value_name = "NAME", hide = true)]
    work_as: Option<Name>,
}

fn main() -> ExitCode {
    match run(&Arguments::parse()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("peers: {error:#}");
            ExitCode::FAILURE
        }
    }
}

fn run(arguments: &Arguments) -> anyhow::Result<()> {
    let plan = plan(arguments);
    if let Some(name) = arguments.work_as {
        let mut random = generator(plan.seed);
        let cubes: Vec<Cube3> = (0..plan.cubes).map(|_| Cube3::random(&mut random)).collect();
        return worker::work(name, &cubes);
    }
    if plan.names.is_empty() {
        bail!("every solver is left out; give --skip for some of them only");
    }
    let results = race::run(&plan)?;
    print!("{}", report::report(&plan, &results)?);
    Ok(())
}

fn plan(arguments: &Arguments) -> Plan {
    let default = if arguments.quick { 50 } else { 1000 };
    let cubes = arguments.cubes.map_or(default, |cubes| cubes as usize);
    let lengths = [22, 21, 20].map(|moves| (Task::FirstWithin { moves }, cubes));
    // Longer budgets get fewer cubes.
    let budgets = [(1, cubes), (10, cubes.div_ceil(2)), (100, cubes.div_ceil(5))]
        .map(|(milliseconds, cubes)| (Task::BestIn { budget: Duration::from_millis(milliseconds) }, cubes));
    let (cube_limit, task_limit) = if arguments.quick { (250, 3) } else { (1000, 60) };
    Plan {
        names: Name::ALL.into_iter().filter(|name| !arguments.skip.contains(name)).collect(),
        tasks: lengths.into_iter().chain(budgets).collect(),
        cubes,
        seed: arguments.seed,
        cube_limit: Duration::from_millis(cube_limit),
        task_limit: Duration::from_secs(task_limit),
    }
}
