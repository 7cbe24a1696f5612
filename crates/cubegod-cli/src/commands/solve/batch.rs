//! Many cubes on all cores: answers come in the order of the cubes, as soon as they can.
//!
//! A single cube is answered here and now. From the second one on, one thread reads, as many as there are cores solve,
//! and this one writes; [`Queue`] holds what is between them.

use super::Session;
use super::progress::Progress;
use super::queue::{MOST_AT_ONCE, Queue, Read, Taken, Wake};
use crate::error::{Stop, reason};
use crate::input::Inputs;
use crate::output::{Output, say};
use crate::reply::{Reply, Said, Style};
use crate::signals::{Signal, on_signal};
use cubegod::solve::optimal::WorkerPermits;
use std::io;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread::{self, Scope};
use std::time::{Duration, Instant};

/// About how long a worker keeps itself busy before it looks for more: much longer than taking records takes.
const PORTION: Duration = Duration::from_millis(1);

/// Answers are told at least this often, so that nobody waits long for those that are there.
const LONGEST_SILENCE: Duration = Duration::from_millis(5);

/// How long workers may take to end when they are told to: they look every few microseconds, but making a table takes
/// longer.
const GRACE: Duration = Duration::from_millis(250);

/// How long a single cube may take to end when it is told to.
const GRACE_ALONE: Duration = Duration::from_secs(1);

/// The exit code of a program that died of its own mistake.
const BROKEN: u8 = 101;

/// Answers all records; how many there were.
pub(super) fn run(session: &Session, mut inputs: Inputs, output: &mut Output) -> Result<u64, Stop> {
    let mut progress = Progress::new(output, inputs.bytes(), inputs.total_bytes());
    let here = Here::hear();
    let Some(first) = next(&mut inputs) else { return Ok(0) };
    let mut first = Some(first);
    // Whoever wrote one cube may want its answer before writing the next.
    if inputs.would_wait()
        && let Some(first) = first.take()
    {
        answer_here(session, first, &here, output, &mut progress)?;
    }
    let second = match next(&mut inputs) {
        Some(_) if session.arguments.certificate.is_some() => {
            return Err(Stop::usage(
                "--certificate is for one cube; leave it out, or leave out the other cubes",
            ));
        }
        Some(second) => second,
        None => {
            if let Some(only) = first {
                answer_here(session, only, &here, output, &mut progress)?;
            }
            here.change(Stage::Left);
            return Ok(progress.answered());
        }
    };
    here.change(Stage::Left);
    let begun = first.into_iter().chain([second]).collect();
    let queue = Arc::new(Queue::new(session.threads()));
    let seats = WorkerPermits::new(session.threads());
    Batch { session, style: output.style(), queue, seats }.run(inputs, begun, output, progress)
}

fn next(inputs: &mut Inputs) -> Option<Read> {
    inputs.next().map(|record| Read { record, end: inputs.bytes() })
}

/// Answers the first record, which may be the only one, without any other thread.
fn answer_here(
    session: &Session,
    Read { record, end }: Read,
    here: &Here,
    output: &mut Output,
    progress: &mut Progress,
) -> Result<(), Stop> {
    here.change(Stage::Working);
    let style = output.style();
    let mut write = |said: Vec<Said>| {
        said.into_iter().try_for_each(|said| output.put(said))?;
        output.flush()
    };
    let mut reply = Reply::new(style, &here.stop, &mut write);
    let response = session.respond(record, None, &mut reply);
    let finished = reply.finish();
    // A proof that was stopped says so itself.
    let has_said = finished.said.iter().any(|said| matches!(said, Said::Complaint(_)));
    output.finish_reply(finished)?;
    output.flush()?;
    if let Stage::Interrupted(signal) = here.change(Stage::Waiting) {
        here.change(Stage::Left);
        if !has_said {
            output.done(match session.arguments.resume {
                // What is not the best there is would be taken for it later.
                Some(_) => "stopped; the same command goes on from there",
                None => "stopped; what was found until then is written",
            });
        }
        return Err(Stop::Interrupted(signal));
    }
    response?;
    progress.count(end);
    Ok(())
}

/// Where somebody who asks to stop meets the thread that answers a record alone.
#[derive(Default)]
struct Here {
    stop: AtomicBool,
    stage: Mutex<Stage>,
}

/// What that thread does.
#[derive(Copy, Clone, Default)]
enum Stage {
    /// It waits for a record, or reads it.
    #[default]
    Waiting,
    Working,
    /// It should stop what it does.
    Interrupted(Signal),
    /// Others answer the records, and hear for themselves.
    Left,
}

impl Here {
    /// Hears of signals from now on.
    fn hear() -> Arc<Here> {
        let here = Arc::new(Here::default());
        let told = Arc::clone(&here);
        // Where signals cannot be heard, the process just ends as it would anyway.
        let _ = on_signal(move |signal| told.interrupt(signal));
        here
    }

    fn stage(&self) -> MutexGuard<'_, Stage> {
        self.stage.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// What it did before.
    fn change(&self, stage: Stage) -> Stage {
        std::mem::replace(&mut *self.stage(), stage)
    }

    fn interrupt(&self, signal: Signal) {
        let mut stage = self.stage();
        match *stage {
            Stage::Waiting => std::process::exit(signal.exit_code().into()),
            Stage::Working => *stage = Stage::Interrupted(signal),
            Stage::Interrupted(_) | Stage::Left => return,
        }
        drop(stage);
        self.stop.store(true, Ordering::Relaxed);
        thread::sleep(GRACE_ALONE);
        if matches!(*self.stage(), Stage::Interrupted(_)) {
            // It loads or makes a table, which can't be called off, and knows nothing yet.
            say("stopped");
            std::process::exit(signal.exit_code().into());
        }
    }
}

/// What reading, solving and writing have in common.
struct Batch<'a, 'table> {
    session: &'a Session<'table>,
    style: Style,
    queue: Arc<Queue>,
    /// For workers; those that have no cube leave theirs to threads that help the others.
    seats: WorkerPermits,
}

impl Batch<'_, '_> {
    /// Answers the records that were begun with and all that follow.
    fn run(
        &self,
        inputs: Inputs,
        begun: Vec<Read>,
        output: &mut Output,
        mut progress: Progress,
    ) -> Result<u64, Stop> {
        let queue = Arc::clone(&self.queue);
        // Where signals cannot be heard, the process just ends as it would anyway.
        let _ = on_signal(move |signal| queue.interrupt(signal));
        let queue = Arc::clone(&self.queue);
        // A read of standard input can't be called off: this thread is not waited for.
        let reader = thread::Builder::new().spawn(move || read_all(inputs, begun, &queue));
        reader.map_err(cannot_start)?;
        thread::scope(|scope| {
            self.queue.hire();
            self.start_worker(scope).map_err(cannot_start)?;
            let result = self.write_all(output, &mut progress);
            self.queue.stop();
            if let Err(Stop::Interrupted(signal)) = result
                && !self.queue.wait_for_workers(Duration::ZERO)
            {
                // Somebody builds a table, which can't be called off, for answers that nobody wants.
                std::process::exit(signal.exit_code().into());
            }
            result.map(|()| progress.answered())
        })
    }

    fn start_worker<'scope>(&'scope self, scope: &'scope Scope<'scope, '_>) -> io::Result<()> {
        thread::Builder::new().spawn_scoped(scope, move || self.work(scope)).map(|_| ())
    }

    /// Solves until there is nothing left, with more and more others where there is enough to do.
    fn work<'scope>(&'scope self, scope: &'scope Scope<'scope, '_>) {
        let _working = self.queue.working();
        let mut answered = Vec::new();
        let mut portion = 1;
        while let Some(Taken { tasks, is_too_much }) = self.queue.take(portion) {
            if is_too_much && self.start_worker(scope).is_err() {
                // The system has no more threads to give: it takes longer, but it goes on.
                drop(self.queue.working());
            }
            let _seat = self.seats.acquire();
            let (start, count) = (Instant::now(), tasks.len() as u32);
            let mut last_told = start;
            for task in tasks {
                let mut answer_part = |said: Vec<Said>| {
                    // Those before it come first.
                    self.queue.answer(&mut answered);
                    self.queue.answer_part(task.number, said)
                };
                let mut reply = Reply::new(self.style, self.queue.stop_flag(), &mut answer_part);
                let response = self.session.respond(task.record, Some(&self.seats), &mut reply);
                let finished = reply.finish();
                if let Err(stop) = response {
                    // Otherwise the writer would wait for it in vain.
                    assert!(self.queue.is_stopped(), "no answer without reason: {stop}");
                    self.queue.answer(&mut answered);
                    return;
                }
                answered.push((task.number, finished));
                if last_told.elapsed() > LONGEST_SILENCE {
                    self.queue.answer(&mut answered);
                    last_told = Instant::now();
                }
            }
            self.queue.answer(&mut answered);
            let each = start.elapsed() / count.max(1);
            portion = (PORTION.as_nanos() / each.as_nanos().max(1)).clamp(1, MOST_AT_ONCE as u128) as usize;
        }
    }

    /// Writes answers as they come, and lets them out whenever the next one is not there yet.
    fn write_all(&self, output: &mut Output, progress: &mut Progress) -> Result<(), Stop> {
        let patience = progress.patience();
        loop {
            if self.write_ready(output, progress)? {
                continue;
            }
            output.flush()?;
            match self.queue.wait(patience) {
                Wake::Answers | Wake::Time => {}
                Wake::Over => return Ok(()),
                Wake::Broken => return Err(Stop::Said(BROKEN)),
                Wake::Interrupted(signal) => {
                    self.queue.wait_for_workers(GRACE);
                    self.write_ready(output, progress)?;
                    output.flush()?;
                    progress.clear();
                    output.done(&self.stopped(progress.answered()));
                    return Err(Stop::Interrupted(signal));
                }
            }
        }
    }

    /// Writes what is there; whether there was anything.
    fn write_ready(&self, output: &mut Output, progress: &mut Progress) -> Result<bool, Stop> {
        let ready = self.queue.ready();
        let is_any = !ready.is_empty();
        for slot in ready {
            if slot.is_whole {
                progress.count(slot.end);
            }
            output.finish_reply(slot.finished)?;
        }
        progress.show(output);
        Ok(is_any)
    }

    fn stopped(&self, answered: u64) -> String {
        let cubes = if answered == 1 { "cube" } else { "cubes" };
        let advice = match self.session.arguments.resume {
            Some(_) => "; the same command goes on from there",
            None => "",
        };
        let blocked = match self.queue.blocked() {
            0 => String::new(),
            1 => " (the answer of a later one is not written, because one before it is missing)".into(),
            more => {
                format!(
                    " (the answers of {more} later ones are not written, because one before them is missing)"
                )
            }
        };
        format!("stopped after {answered} {cubes}{blocked}{advice}")
    }
}

fn cannot_start(error: io::Error) -> Stop {
    Stop::Io(format!("cannot start a thread: {}", reason(&error)))
}

/// Reads until the input ends or nobody wants more of it.
fn read_all(mut inputs: Inputs, begun: Vec<Read>, queue: &Queue) {
    let _reading = queue.reading();
    let mut records = begun;
    loop {
        // Whoever reads on has to wait, or has read enough to keep everybody busy.
        let is_time = inputs.would_wait() || records.len() >= MOST_AT_ONCE;
        if is_time && !records.is_empty() && !queue.add(std::mem::take(&mut records)) {
            return;
        }
        match next(&mut inputs) {
            Some(read) => records.push(read),
            None => {
                queue.add(records);
                return;
            }
        }
    }
}
