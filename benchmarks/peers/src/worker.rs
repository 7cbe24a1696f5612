//! A process that solves cubes with one solver.
//!
//! Some solvers cannot be stopped, but a process can: a watchdog thread checks the CPU time and exits the process when a
//! cube takes too long.

use crate::clock::{process_time, thread_time};
use crate::contestant::{Contestant, Name, Task};
use crate::message::{Message, Request, Sample, TableCost};
use anyhow::{Context, bail};
use cubegod::scramble::generator;
use cubegod::{Alg, Cube3, Metric};
use std::io::{BufRead, BufWriter, Stdout, Write};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// The interval at which the watchdog thread checks the time.
const CHECK_INTERVAL: Duration = Duration::from_millis(10);

/// How long answers may be buffered; sending each at once would disturb the next measurement.
const FLUSH_INTERVAL: Duration = Duration::from_millis(100);

/// CPU time for warming up before each request, because other solvers have replaced the contents of the caches.
const WARM_UP: Duration = Duration::from_millis(20);

/// The task for warming up, which every solver does quickly.
const WARM_UP_TASK: Task = Task::FirstWithin { moves: 22 };

/// The seed of the cubes for warming up, different from that of the measured cubes.
const WARM_UP_SEED: u64 = u64::MAX;

/// Builds the tables, then serves requests until the end of input.
pub(crate) fn work(name: Name, cubes: &[Cube3]) -> anyhow::Result<()> {
    let output = SharedOutput::open();
    if let Err(error) = serve(name, cubes, &output) {
        let mut output = output.lock();
        output.send(&Message::Failed(format!("{name}: {error:#}")))?;
        output.flush()?;
    }
    Ok(())
}

fn serve(name: Name, cubes: &[Cube3], output: &SharedOutput) -> anyhow::Result<()> {
    let (memory, time) = (resident_bytes(), process_time());
    let contestant = name.build();
    let cpu = process_time() - time;
    let bytes = resident_bytes().zip(memory).map(|(after, before)| after.saturating_sub(before));
    output.lock().send(&Message::Ready(TableCost { cpu, bytes }))?;
    output.lock().flush()?;

    let mut random = generator(WARM_UP_SEED);
    for line in std::io::stdin().lock().lines() {
        let request: Request = serde_json::from_str(&line?).context("a request")?;
        let warm = thread_time() + WARM_UP;
        while thread_time() < warm {
            attempt(&*contestant, WARM_UP_TASK, &Cube3::random(&mut random))?;
        }
        answer(&*contestant, &request, cubes, output)?;
        let mut output = output.lock();
        output.send(&Message::Done)?;
        output.flush()?;
    }
    Ok(())
}

fn answer(
    contestant: &dyn Contestant,
    request: &Request,
    cubes: &[Cube3],
    output: &SharedOutput,
) -> anyhow::Result<()> {
    let cubes = cubes.get(request.first..request.end).context("a request for cubes out of range")?;
    let mut used = Duration::ZERO;
    for cube in cubes {
        if used >= request.total_limit {
            break;
        }
        output.lock().watch(request.cube_limit);
        let sample = attempt(contestant, request.task, cube)?;
        used += sample.cpu;
        let mut output = output.lock();
        output.watched = None;
        output.send(&Message::Answered(sample))?;
    }
    Ok(())
}

/// Runs a task on one cube and verifies the solution.
fn attempt(contestant: &dyn Contestant, task: Task, cube: &Cube3) -> anyhow::Result<Sample> {
    let attempt = task.run(contestant, cube)?;
    let length = checked_length(cube, attempt.solution.as_ref())?;
    let is_short_enough = |length: &usize| match task {
        Task::FirstWithin { moves } => *length <= moves,
        Task::BestIn { .. } => true,
    };
    Ok(Sample { cpu: attempt.cpu, length: length.filter(is_short_enough) })
}

/// Returns the length of a solution, or an error if it does not solve the cube.
pub(crate) fn checked_length(cube: &Cube3, solution: Option<&Alg>) -> anyhow::Result<Option<usize>> {
    let Some(solution) = solution else { return Ok(None) };
    if !cube.apply(solution)?.is_solved() {
        bail!("`{solution}` does not solve {}", crate::contestant::facelets(cube));
    }
    Ok(Some(solution.length(Metric::Htm)))
}

/// Returns the resident memory of this process, if the system reports it.
fn resident_bytes() -> Option<u64> {
    let text = std::fs::read_to_string("/proc/self/smaps_rollup").ok()?;
    let line = text.lines().find_map(|line| line.strip_prefix("Rss:"))?;
    Some(line.trim().strip_suffix("kB")?.trim().parse::<u64>().ok()? * 1024)
}

/// The output of the worker, shared with the watchdog thread.
#[derive(Clone)]
struct SharedOutput {
    state: Arc<Mutex<OutputState>>,
}

struct OutputState {
    output: BufWriter<Stdout>,
    sent: Instant,
    watched: Option<Watched>,
}

/// A cube being solved.
struct Watched {
    /// In CPU time of the process.
    start: Duration,
    limit: Duration,
}

impl SharedOutput {
    fn open() -> SharedOutput {
        let state =
            OutputState { output: BufWriter::new(std::io::stdout()), sent: Instant::now(), watched: None };
        let output = SharedOutput { state: Arc::new(Mutex::new(state)) };
        let watchdog = output.clone();
        std::thread::spawn(move || {
            loop {
                std::thread::sleep(CHECK_INTERVAL);
                watchdog.lock().exit_if_too_long();
            }
        });
        output
    }

    fn lock(&self) -> MutexGuard<'_, OutputState> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl OutputState {
    fn send(&mut self, message: &Message) -> anyhow::Result<()> {
        serde_json::to_writer(&mut self.output, message)?;
        self.output.write_all(b"\n")?;
        if self.sent.elapsed() > FLUSH_INTERVAL { self.flush() } else { Ok(()) }
    }

    fn flush(&mut self) -> anyhow::Result<()> {
        self.output.flush().context("cannot write the answers")?;
        self.sent = Instant::now();
        Ok(())
    }

    fn watch(&mut self, limit: Duration) {
        self.watched = Some(Watched { start: process_time(), limit });
    }

    /// Exits the process if the current cube exceeds its limit. The caller holds the lock, so no answer can be sent as well.
    fn exit_if_too_long(&mut self) {
        let Some(Watched { start, limit }) = self.watched else { return };
        let cpu = process_time() - start;
        if cpu > limit {
            let sample = Sample { cpu, length: None };
            let sent = self.send(&Message::TimedOut(sample)).and_then(|()| self.flush());
            std::process::exit(if sent.is_ok() { 0 } else { 1 });
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_solution_is_measured_in_half_turns_and_a_wrong_one_is_an_error() {
        let scrambled = Cube3::SOLVED.apply(&"R U2 F'".parse().unwrap()).unwrap();
        let length = |moves: &str| checked_length(&scrambled, Some(&moves.parse().unwrap()));
        assert_eq!(length("F U2 R'").unwrap(), Some(3));
        assert_eq!(checked_length(&scrambled, None).unwrap(), None);
        let error = length("F U2 R").unwrap_err().to_string();
        assert!(error.starts_with("`F U2 R` does not solve "), "{error}");
    }
}
