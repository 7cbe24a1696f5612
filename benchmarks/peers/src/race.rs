//! Runs every task on the same cubes with every solver; in rounds, so that a busy minute of the machine affects all equally.

use crate::contestant::{Name, Task};
use crate::message::{Message, Request, Sample, TableCost};
use anyhow::{Context, bail};
use indicatif::{ProgressBar, ProgressStyle};
use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::time::Duration;

/// The number of rounds per task; the solvers alternate in each.
const ROUNDS: usize = 5;

/// The tasks and limits of a run.
pub(crate) struct Plan {
    pub(crate) names: Vec<Name>,
    /// The tasks, each with its number of cubes.
    pub(crate) tasks: Vec<(Task, usize)>,
    pub(crate) cubes: usize,
    pub(crate) seed: u64,
    /// The CPU time limit per cube.
    pub(crate) cube_limit: Duration,
    /// The CPU time limit per task and solver, after which no further cube is started.
    pub(crate) task_limit: Duration,
}

/// The results of a run.
pub(crate) struct Results {
    pub(crate) tables: Vec<(Name, TableCost)>,
    pub(crate) columns: Vec<Column>,
}

/// The results of one task: for each solver that supports it, samples of the first cubes, as many as the limit allowed.
pub(crate) struct Column {
    pub(crate) task: Task,
    pub(crate) samples: Vec<(Name, Vec<Sample>)>,
}

/// Measures everything.
pub(crate) fn run(plan: &Plan) -> anyhow::Result<Results> {
    let contestants = |task: Task| plan.names.iter().filter(|name| takes_part(**name, task)).count();
    let progress = Progress::new(plan.tasks.iter().map(|&(task, cubes)| contestants(task) * cubes).sum());
    let mut workers = Vec::new();
    for &name in &plan.names {
        progress.set_message(&format!("tables of {name}"));
        workers.push(Worker::start(name, plan)?);
    }
    let tables = workers.iter().map(|worker| (worker.name, worker.tables)).collect();
    let mut columns = Vec::new();
    for &(task, cubes) in &plan.tasks {
        columns.push(column(plan, task, cubes, &mut workers, &progress)?);
    }
    progress.bar.finish_and_clear();
    Ok(Results { tables, columns })
}

fn takes_part(name: Name, task: Task) -> bool {
    match task {
        Task::FirstWithin { .. } => true,
        Task::BestIn { .. } => name.takes_budgets(),
    }
}

fn column(
    plan: &Plan,
    task: Task,
    cubes: usize,
    workers: &mut [Worker],
    progress: &Progress,
) -> anyhow::Result<Column> {
    let able = workers.iter_mut().filter(|worker| takes_part(worker.name, task));
    let mut entrants: Vec<(&mut Worker, Vec<Sample>)> = able.map(|worker| (worker, Vec::new())).collect();
    for round in 0..ROUNDS {
        let [begin, end] = [round, round + 1].map(|round| cubes * round / ROUNDS);
        for (worker, samples) in &mut entrants {
            progress.set_message(&format!("{task}: {}", worker.name));
            let before = samples.len();
            worker.solve(plan, task, end, samples, progress)?;
            // Cubes skipped because of the time limit count as processed.
            progress.advance((end - begin).saturating_sub(samples.len() - before));
        }
    }
    let samples = entrants.into_iter().map(|(worker, samples)| (worker.name, samples)).collect();
    Ok(Column { task, samples })
}

/// A progress bar, shown on terminals only.
struct Progress {
    bar: ProgressBar,
}

impl Progress {
    fn new(steps: usize) -> Progress {
        let bar = ProgressBar::new(steps as u64);
        let style = ProgressStyle::with_template("{bar:30} {pos}/{len} cubes, {elapsed}; {msg}");
        bar.set_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()));
        Progress { bar }
    }

    fn set_message(&self, message: &str) {
        self.bar.set_message(message.to_owned());
    }

    fn advance(&self, cubes: usize) {
        self.bar.inc(cubes as u64);
    }
}

/// A process with one solver; `worker.rs` is the code that it runs.
struct Worker {
    name: Name,
    tables: TableCost,
    process: Child,
    requests: ChildStdin,
    messages: BufReader<ChildStdout>,
}

impl Worker {
    fn start(name: Name, plan: &Plan) -> anyhow::Result<Worker> {
        let mut process = Command::new(std::env::current_exe()?)
            .arg(format!("--work-as={name}"))
            .arg(format!("--seed={}", plan.seed))
            .arg(format!("--cubes={}", plan.cubes))
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .with_context(|| format!("can't start a process for {name}"))?;
        let requests = process.stdin.take().context("a process without input")?;
        let messages = BufReader::new(process.stdout.take().context("a process without output")?);
        let tables = TableCost { cpu: Duration::ZERO, bytes: None };
        let mut worker = Worker { name, tables, process, requests, messages };
        match worker.next_message()? {
            Message::Ready(tables) => worker.tables = tables,
            other => bail!("{name} starts with {other:?}; expected Ready"),
        }
        Ok(worker)
    }

    /// Adds a sample for each remaining cube, until the time limit of the task.
    fn solve(
        &mut self,
        plan: &Plan,
        task: Task,
        end: usize,
        samples: &mut Vec<Sample>,
        progress: &Progress,
    ) -> anyhow::Result<()> {
        loop {
            let used: Duration = samples.iter().map(|sample| sample.cpu).sum();
            let total_limit = plan.task_limit.saturating_sub(used);
            if samples.len() >= end || total_limit.is_zero() {
                return Ok(());
            }
            let cube_limit = match task {
                Task::FirstWithin { .. } => plan.cube_limit,
                Task::BestIn { budget } => plan.cube_limit.max(budget * 2),
            };
            self.send(&Request { task, first: samples.len(), end, cube_limit, total_limit })?;
            loop {
                match self.next_message()? {
                    Message::Answered(sample) => samples.push(within(sample, cube_limit)),
                    Message::TimedOut(sample) => {
                        samples.push(sample);
                        progress.advance(1);
                        let tables = self.tables;
                        *self = Worker::start(self.name, plan)?;
                        // The report shows the cost of the first build.
                        self.tables = tables;
                        break;
                    }
                    Message::Done => return Ok(()),
                    Message::Ready(_) => bail!("{} sent Ready twice", self.name),
                    Message::Failed(problem) => bail!("{problem}"),
                }
                progress.advance(1);
            }
        }
    }

    fn send(&mut self, request: &Request) -> anyhow::Result<()> {
        let line = serde_json::to_string(request)? + "\n";
        self.requests.write_all(line.as_bytes()).with_context(|| self.exited())
    }

    fn next_message(&mut self) -> anyhow::Result<Message> {
        let mut line = String::new();
        let length = self.messages.read_line(&mut line)?;
        if length == 0 {
            bail!(self.exited());
        }
        serde_json::from_str(&line).with_context(|| format!("invalid message `{1}` from {0}", self.name, line.trim_end()))
    }

    fn exited(&self) -> String {
        format!("the process of {0} has exited; use `--skip {0}` to measure the others", self.name)
    }
}

/// Removes a solution that exceeded the limit: the watchdog checks only at intervals and may miss it.
fn within(sample: Sample, limit: Duration) -> Sample {
    Sample { length: sample.length.filter(|_| sample.cpu <= limit), ..sample }
}

impl Drop for Worker {
    fn drop(&mut self) {
        // Errors do not matter here: they mean that the process has already exited.
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}
