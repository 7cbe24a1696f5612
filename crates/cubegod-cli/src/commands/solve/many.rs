//! Many cubes on all cores: answers come in the order of the cubes, each as soon as possible.
//!
//! A single cube is solved on this thread. From the second one on, one thread reads, worker threads solve, and this thread
//! writes.

use super::Session;
use crate::error::Stop;
use crate::input::{Inputs, Record};
use crate::language;
use crate::message::CommandMessage;
use crate::output::{Output, print_message};
use crate::progress::Progress;
use crate::reply::{Finished, OutputItem, Reply, Style};
use crate::signals::Interruption;
use cubegod::Cancellation;
use cubegod::parallel::{ChunkSize, Event, ParallelOptions, Results, ordered_streams};
use cubegod::solve::optimal::WorkerPermits;
use cubegod_cache::Reason;
use std::io;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
use std::thread;
use std::time::{Duration, Instant};

/// About how long a worker takes for a chunk of records: much longer than taking the chunk.
const CHUNK: Duration = Duration::from_millis(1);

/// The longest time that answers wait for others of their chunk. After it, a worker gives back the rest of its chunk.
const MAX_DELAY: Duration = Duration::from_millis(5);

/// The most records that are read or solved together.
const MAX_RECORDS: usize = 256;

/// The most bytes of records that are read together: records may be long.
const MAX_TEXT: usize = 1 << 20;

/// How many groups of records are read ahead.
const READ_AHEAD: usize = 4;

/// How often a worker that waits for records checks for a cancellation.
const POLL: Duration = Duration::from_millis(20);

/// How long workers may take to end after a signal. Searches check every few microseconds, but building a table takes longer.
const GRACE: Duration = Duration::from_millis(250);

/// How long a single cube may take to end after a signal.
const GRACE_SINGLE: Duration = Duration::from_secs(1);

/// A record, and the position of its end in the input.
struct Read {
    record: Record,
    end: u64,
}

/// Answers all records.
pub(super) fn run(session: &Session, mut inputs: Inputs, output: &mut Output) -> Result<(), Stop> {
    let mut progress = Progress::new(output, inputs.bytes(), inputs.total_bytes());
    let interruption = Interruption::watch();
    let Some(first) = interruption.while_waiting(|| (), || next(&mut inputs))? else { return Ok(()) };
    let mut first = Some(first);
    // An interactive program may wait for the first answer before it writes the next cube.
    if inputs.would_wait()
        && let Some(first) = first.take()
    {
        answer_on_this_thread(session, first, &interruption, output, &mut progress)?;
    }
    let second = match interruption.while_waiting(|| (), || next(&mut inputs))? {
        Some(_) if session.arguments.certificate.is_some() => {
            return Err(Stop::usage(&CommandMessage::SeveralCertificates));
        }
        Some(second) => second,
        None => {
            if let Some(only) = first {
                answer_on_this_thread(session, only, &interruption, output, &mut progress)?;
            }
            return Ok(());
        }
    };
    let read = first.into_iter().chain([second]).collect();
    answer_all(session, inputs, read, &interruption, output, progress)
}

fn next(inputs: &mut Inputs) -> Option<Read> {
    inputs.next().map(|record| Read { record, end: inputs.bytes() })
}

/// Answers the first record, which may be the only one, on this thread.
fn answer_on_this_thread(
    session: &Session,
    Read { record, end }: Read,
    interruption: &Interruption,
    output: &mut Output,
    progress: &mut Progress,
) -> Result<(), Stop> {
    let style = output.style();
    let mut write = |items: Vec<OutputItem>| {
        items.into_iter().try_for_each(|item| output.put(item))?;
        output.flush()
    };
    let mut reply = Reply::new(style, interruption.cancellation(), &mut write);
    // Loading or building a table cannot be cancelled; there is no solution then.
    let report = || print_message(&language::shown(&CommandMessage::Stopped));
    let response =
        interruption.exit_after(GRACE_SINGLE, report, || session.respond(record, None, &mut reply))?;
    let finished = reply.finish();
    // A proof that was stopped reports that itself.
    let has_error = finished.items.iter().any(|item| matches!(item, OutputItem::Error(_)));
    output.finish_reply(finished)?;
    output.flush()?;
    if let Some(signal) = interruption.signal() {
        if !has_error {
            output.done(&CommandMessage::StoppedWithResult);
        }
        return Err(Stop::Interrupted(signal));
    }
    response?;
    progress.count(end);
    Ok(())
}

/// Answers of consecutive records.
struct Answers(Vec<Answer>);

/// The answer of a record, or a part of it.
struct Answer {
    finished: Finished,
    /// The position of the end of the record in the input, with the last part.
    end: Option<u64>,
}

/// Answers the records that were read and all that follow, on all cores.
fn answer_all(
    session: &Session,
    inputs: Inputs,
    read: Vec<Read>,
    interruption: &Interruption,
    output: &mut Output,
    mut progress: Progress,
) -> Result<(), Stop> {
    let cancellation = interruption.cancellation();
    let (sender, receiver) = sync_channel(READ_AHEAD);
    // A read of standard input cannot be cancelled: this thread is not joined.
    let reader = thread::Builder::new().spawn(move || read_all(inputs, read, &sender));
    reader.map_err(|error| cannot_start(&error))?;
    let size = ChunkSize::new(MAX_RECORDS, CHUNK);
    let chunks = Chunks { receiver, records: Vec::new().into_iter(), size: &size, cancellation };
    let workers = Workers {
        session,
        style: output.style(),
        cancellation,
        permits: WorkerPermits::new(session.threads()),
        size: &size,
        solved: AtomicU64::new(0),
    };
    let worker = || |records, results: &mut Results<'_, _, _>| workers.answer(records, results);
    let (mut stop, mut interrupted) = (None, None);
    let mut written = 0;
    let completed =
        ordered_streams(chunks, ParallelOptions::new(session.threads()), cancellation, worker, |event| {
            let result = match event {
                Event::Result(Answers(answers)) => answers.into_iter().try_for_each(|answer| {
                    if let Some(end) = answer.end {
                        written += 1;
                        progress.count(end);
                    }
                    output.finish_reply(answer.finished)
                }),
                Event::Waiting => output.flush(),
            };
            progress.show();
            if let Err(error) = result {
                stop = Some(error);
                return ControlFlow::Break(());
            }
            if let Some(signal) = interruption.signal()
                && interrupted.get_or_insert_with(Instant::now).elapsed() > GRACE
            {
                // A worker builds a table, which cannot be cancelled.
                progress.clear();
                let unwritten = workers.solved.load(Ordering::Relaxed) - written;
                output.done(&CommandMessage::StoppedAfterCubes { answered: progress.answered(), unwritten });
                std::process::exit(signal.exit_code().into());
            }
            ControlFlow::Continue(())
        });
    if let Some(stop) = stop {
        return Err(stop);
    }
    completed.map_err(|error| cannot_start(&error))?;
    output.flush()?;
    match interruption.signal() {
        None => Ok(()),
        Some(signal) => {
            progress.clear();
            let unwritten = workers.solved.into_inner() - written;
            output.done(&CommandMessage::StoppedAfterCubes { answered: progress.answered(), unwritten });
            Err(Stop::Interrupted(signal))
        }
    }
}

fn cannot_start(error: &io::Error) -> Stop {
    Stop::io(&CommandMessage::Thread(Reason::of(error)))
}

/// Reads until the input ends or the run is over.
fn read_all(mut inputs: Inputs, read: Vec<Read>, sender: &SyncSender<Vec<Read>>) {
    let mut records = read;
    let mut text = 0;
    loop {
        // Records that were read must not wait for the next ones.
        let is_due = inputs.would_wait() || records.len() >= MAX_RECORDS || text > MAX_TEXT;
        if is_due && !records.is_empty() {
            text = 0;
            if sender.send(std::mem::take(&mut records)).is_err() {
                return;
            }
        }
        match next(&mut inputs) {
            Some(read) => {
                text += read.record.text.as_ref().map_or(0, String::len);
                records.push(read);
            }
            None => {
                // If nothing receives them, the run is over.
                let _ = sender.send(records);
                return;
            }
        }
    }
}

/// Splits the records that were read into chunks.
struct Chunks<'a> {
    receiver: Receiver<Vec<Read>>,
    records: std::vec::IntoIter<Read>,
    size: &'a ChunkSize,
    cancellation: &'a Cancellation,
}

impl Iterator for Chunks<'_> {
    type Item = std::vec::IntoIter<Read>;

    fn next(&mut self) -> Option<std::vec::IntoIter<Read>> {
        while self.records.len() == 0 {
            match self.receiver.recv_timeout(POLL) {
                Ok(records) => self.records = records.into_iter(),
                Err(RecvTimeoutError::Timeout) if !self.cancellation.is_cancelled() => {}
                Err(_) => return None,
            }
        }
        Some(self.records.by_ref().take(self.size.get()).collect::<Vec<_>>().into_iter())
    }
}

/// What the workers share.
struct Workers<'a, 't> {
    session: &'a Session<'t>,
    style: Style,
    cancellation: &'a Cancellation,
    /// Workers without records leave their permits to threads that help with the proofs of others.
    permits: WorkerPermits,
    size: &'a ChunkSize,
    /// How many records were solved.
    solved: AtomicU64,
}

impl Workers<'_, '_> {
    /// Answers a chunk of records, or the first of them if they take long.
    fn answer(
        &self,
        mut records: std::vec::IntoIter<Read>,
        results: &mut Results<'_, std::vec::IntoIter<Read>, Answers>,
    ) -> ControlFlow<()> {
        let _permit = self.permits.acquire();
        let start = Instant::now();
        let mut answers = Vec::new();
        let mut count = 0;
        for Read { record, end } in records.by_ref() {
            let mut answer_part = |items: Vec<OutputItem>| {
                // Those before it come first.
                if !items.is_empty() {
                    answers.push(Answer { finished: Finished { items, has_failed: false }, end: None });
                }
                match answers.is_empty() || results.push(Answers(std::mem::take(&mut answers))).is_continue()
                {
                    true => Ok(()),
                    false => Err(Stop::Cancelled),
                }
            };
            let mut reply = Reply::new(self.style, self.cancellation, &mut answer_part);
            let response = self.session.respond(record, Some(&self.permits), &mut reply);
            let finished = reply.finish();
            if let Err(stop) = response {
                assert!(
                    self.cancellation.is_cancelled(),
                    "an answer stops only when it is cancelled: {stop:?}"
                );
                let _ = results.push(Answers(answers));
                return ControlFlow::Break(());
            }
            answers.push(Answer { finished, end: Some(end) });
            self.solved.fetch_add(1, Ordering::Relaxed);
            count += 1;
            if start.elapsed() > MAX_DELAY {
                break;
            }
        }
        self.size.record(count, start.elapsed());
        let _ = results.push(Answers(answers));
        if records.len() > 0 {
            results.give_back(records);
        }
        ControlFlow::Continue(())
    }
}
