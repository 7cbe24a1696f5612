//! A process that solves cubes with one solver.
//!
//! Some solvers can't be stopped once they have begun. A process can: a second thread watches the CPU time and ends all of
//! it when a cube takes too long.

use crate::clock::{process_time, thread_time};
use crate::contestant::{Contestant, Name, Task};
use crate::message::{Message, Request, Sample, TableCost};
use anyhow::{Context, bail};
use cubegod::scramble::generator;
use cubegod::{Alg, Cube3, Metric};
use std::io::{BufRead, BufWriter, Stdout, Write};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// How often the watching thread looks.
const GLANCE: Duration = Duration::from_millis(10);

/// How long answers may lie about before they are sent; sending each at once would disturb the next.
const PATIENCE: Duration = Duration::from_millis(100);

/// CPU time for cubes that do not count, before those that do: other solvers had the caches in the meantime.
const WARM_UP: Duration = Duration::from_millis(20);

/// The length asked for while warming up, which every solver reaches soon.
const WARM_UP_TASK: Task = Task::FirstWithin { moves: 22 };

/// A seed that nobody will give for the cubes that count.
const WARM_UP_SEED: u64 = u64::MAX;

/// Builds the tables, then serves requests until there are no more.
pub(crate) fn work(name: Name, cubes: &[Cube3]) -> anyhow::Result<()> {
    let desk = Desk::open();
    if let Err(error) = serve(name, cubes, &desk) {
        let mut desk = desk.lock();
        desk.send(&Message::Failed(format!("{name}: {error:#}")))?;
        desk.flush()?;
    }
    Ok(())
}

fn serve(name: Name, cubes: &[Cube3], desk: &Desk) -> anyhow::Result<()> {
    let (memory, time) = (resident_bytes(), process_time());
    let contestant = name.build();
    let cpu = process_time() - time;
    let bytes = resident_bytes().zip(memory).map(|(after, before)| after.saturating_sub(before));
    desk.lock().send(&Message::Ready(TableCost { cpu, bytes }))?;
    desk.lock().flush()?;

    let mut random = generator(WARM_UP_SEED);
    for line in std::io::stdin().lock().lines() {
        let request: Request = serde_json::from_str(&line?).context("a request")?;
        let warm = thread_time() + WARM_UP;
        while thread_time() < warm {
            attempt(&*contestant, WARM_UP_TASK, &Cube3::random(&mut random))?;
        }
        answer(&*contestant, &request, cubes, desk)?;
        let mut desk = desk.lock();
        desk.send(&Message::Done)?;
        desk.flush()?;
    }
    Ok(())
}

fn answer(
    contestant: &dyn Contestant,
    request: &Request,
    cubes: &[Cube3],
    desk: &Desk,
) -> anyhow::Result<()> {
    let cubes = cubes.get(request.first..request.end).context("a request for cubes that are not there")?;
    let mut used = Duration::ZERO;
    for cube in cubes {
        if used >= request.total_limit {
            break;
        }
        desk.lock().watch(request.cube_limit);
        let sample = attempt(contestant, request.task, cube)?;
        used += sample.cpu;
        let mut desk = desk.lock();
        desk.watched = None;
        desk.send(&Message::Answered(sample))?;
    }
    Ok(())
}

/// Every answer of every solver comes through here, and none goes unchecked.
fn attempt(contestant: &dyn Contestant, task: Task, cube: &Cube3) -> anyhow::Result<Sample> {
    let attempt = task.put_to(contestant, cube)?;
    let length = checked_length(cube, attempt.solution.as_ref())?;
    let is_wanted = |length: &usize| match task {
        Task::FirstWithin { moves } => *length <= moves,
        Task::BestIn { .. } => true,
    };
    Ok(Sample { cpu: attempt.cpu, length: length.filter(is_wanted) })
}

/// How long a solution is; an error if it is none.
pub(crate) fn checked_length(cube: &Cube3, solution: Option<&Alg>) -> anyhow::Result<Option<usize>> {
    let Some(solution) = solution else { return Ok(None) };
    if !cube.apply(solution)?.is_solved() {
        bail!("`{solution}` does not solve {}", crate::contestant::facelets(cube));
    }
    Ok(Some(solution.length(Metric::Htm)))
}

/// The memory that this process holds, where the system tells.
fn resident_bytes() -> Option<u64> {
    let text = std::fs::read_to_string("/proc/self/smaps_rollup").ok()?;
    let line = text.lines().find_map(|line| line.strip_prefix("Rss:"))?;
    Some(line.trim().strip_suffix("kB")?.trim().parse::<u64>().ok()? * 1024)
}

/// Where messages go out, and where the watching thread looks.
#[derive(Clone)]
struct Desk {
    contents: Arc<Mutex<Contents>>,
}

struct Contents {
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

impl Desk {
    fn open() -> Desk {
        let contents =
            Contents { output: BufWriter::new(std::io::stdout()), sent: Instant::now(), watched: None };
        let desk = Desk { contents: Arc::new(Mutex::new(contents)) };
        let watching = desk.clone();
        std::thread::spawn(move || {
            loop {
                std::thread::sleep(GLANCE);
                watching.lock().end_if_too_long();
            }
        });
        desk
    }

    fn lock(&self) -> MutexGuard<'_, Contents> {
        self.contents.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Contents {
    fn send(&mut self, message: &Message) -> anyhow::Result<()> {
        serde_json::to_writer(&mut self.output, message)?;
        self.output.write_all(b"\n")?;
        if self.sent.elapsed() > PATIENCE { self.flush() } else { Ok(()) }
    }

    fn flush(&mut self) -> anyhow::Result<()> {
        self.output.flush().context("nobody reads the answers any more")?;
        self.sent = Instant::now();
        Ok(())
    }

    fn watch(&mut self, limit: Duration) {
        self.watched = Some(Watched { start: process_time(), limit });
    }

    /// Called while the desk is locked, so that an answer that comes in the last moment can't be sent as well.
    fn end_if_too_long(&mut self) {
        let Some(Watched { start, limit }) = self.watched else { return };
        let cpu = process_time() - start;
        if cpu > limit {
            let sample = Sample { cpu, length: None };
            let sent = self.send(&Message::GaveUp(sample)).and_then(|()| self.flush());
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
