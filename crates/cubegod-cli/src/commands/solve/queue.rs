//! The records in flight: one thread reads them, any number answer them, one writes the answers in the order in which
//! the records were read. There are never more than a fixed number of them, however long the input is.

use crate::error::Stop;
use crate::input::Record;
use crate::reply::{Finished, Said};
use crate::signals::Signal;
use std::collections::VecDeque;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

/// The most records that a thread takes, or that are read, at once. With fewer, threads wake each other so often that a
/// million pocket cubes take half as long again.
pub(super) const MOST_AT_ONCE: usize = 256;

/// The most records in flight for each thread: some at work, some to be taken, some that wait for a slow one before them.
const IN_FLIGHT: usize = 4 * MOST_AT_ONCE;

/// The longest text of all records that wait to be taken, after which no more are read: records may be long too.
const MOST_TEXT: usize = 4 << 20;

/// A record to be answered.
pub(super) struct Task {
    /// Its place among all records.
    pub(super) number: u64,
    pub(super) record: Record,
}

/// A record that was read, with the number of bytes up to its end.
pub(super) struct Read {
    pub(super) record: Record,
    pub(super) end: u64,
}

impl Read {
    fn text_length(&self) -> usize {
        text_length(&self.record)
    }
}

fn text_length(record: &Record) -> usize {
    record.text.as_ref().map_or(0, String::len)
}

/// What there is to write of a record.
#[derive(Default)]
pub(super) struct Slot {
    pub(super) finished: Finished,
    /// Whether that is all.
    pub(super) is_whole: bool,
    /// The number of bytes of the input up to the end of the record.
    pub(super) end: u64,
}

/// What a worker got.
pub(super) struct Taken {
    pub(super) tasks: Vec<Task>,
    /// Whether another worker is needed and may be hired.
    pub(super) is_too_much: bool,
}

/// Why the writer goes on.
#[derive(Debug, PartialEq)]
pub(super) enum Wake {
    /// There may be something to write.
    Answers,
    /// It waited as long as it wanted to.
    Time,
    /// Everything is written.
    Over,
    /// Somebody asked to stop.
    Interrupted(Signal),
    /// A thread died of a mistake of this program, and said so.
    Broken,
}

/// The records in flight.
pub(super) struct Queue {
    threads: usize,
    state: Mutex<State>,
    /// Set when no more answers are wanted; looked at in the middle of a search.
    stop: AtomicBool,
    /// For workers: there are records to take, or no more will come.
    work: Condvar,
    /// For the writer: the next answer is there, or something happened.
    news: Condvar,
    /// For the reader: there is room.
    room: Condvar,
    /// For a worker whose answer is so long that it is written in parts: the last part was taken.
    taken: Condvar,
}

#[derive(Default)]
struct State {
    waiting: VecDeque<Task>,
    /// How long the texts of those are together.
    waiting_text: usize,
    /// All that were read and not written, oldest first.
    slots: VecDeque<Slot>,
    /// The number of the oldest.
    first: u64,
    /// Whether all records were read.
    is_read: bool,
    workers: usize,
    /// How many workers have nothing to do.
    idle: usize,
    signal: Option<Signal>,
    is_broken: bool,
}

impl State {
    fn has_answer(&self) -> bool {
        self.slots.front().is_some_and(|slot| slot.is_whole || !slot.finished.said.is_empty())
    }

    fn slot(&mut self, number: u64) -> &mut Slot {
        &mut self.slots[(number - self.first) as usize]
    }
}

impl Queue {
    /// For at most so many workers.
    pub(super) fn new(threads: usize) -> Queue {
        Queue {
            threads,
            state: Mutex::default(),
            stop: AtomicBool::new(false),
            work: Condvar::new(),
            news: Condvar::new(),
            room: Condvar::new(),
            taken: Condvar::new(),
        }
    }

    /// A thread that died left nothing half done in here: every change is made whole.
    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Set when no more answers are wanted.
    pub(super) fn stop_flag(&self) -> &AtomicBool {
        &self.stop
    }

    /// Whether no more answers are wanted.
    pub(super) fn is_stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }

    /// No more answers are wanted.
    pub(super) fn stop(&self) {
        self.change(|_| self.stop.store(true, Ordering::Relaxed));
    }

    /// Somebody asked to stop.
    pub(super) fn interrupt(&self, signal: Signal) {
        self.change(|state| {
            state.signal.get_or_insert(signal);
            self.stop.store(true, Ordering::Relaxed);
        });
    }

    /// Changes something that anybody may wait for.
    fn change(&self, change: impl FnOnce(&mut State)) {
        change(&mut self.lock());
        [&self.work, &self.news, &self.room, &self.taken].into_iter().for_each(Condvar::notify_all);
    }

    /// The reader adds records, once there is room; whether more are wanted.
    pub(super) fn add(&self, records: Vec<Read>) -> bool {
        let mut state = self.lock();
        let is_full = |state: &State| {
            state.slots.len() + records.len() > IN_FLIGHT * self.threads || state.waiting_text > MOST_TEXT
        };
        while is_full(&state) && !self.is_stopped() {
            state = wait(&self.room, state);
        }
        for read in records {
            let number = state.first + state.slots.len() as u64;
            state.waiting_text += read.text_length();
            state.slots.push_back(Slot { end: read.end, ..Slot::default() });
            state.waiting.push_back(Task { number, record: read.record });
        }
        let is_one = state.waiting.len() == 1;
        drop(state);
        if is_one {
            self.work.notify_one();
        } else {
            self.work.notify_all();
        }
        !self.is_stopped()
    }

    /// A worker takes some records, at most so many; none when no more will come.
    pub(super) fn take(&self, most: usize) -> Option<Taken> {
        let mut state = self.lock();
        while state.waiting.is_empty() && !state.is_read && !self.is_stopped() {
            state.idle += 1;
            state = wait(&self.work, state);
            state.idle -= 1;
        }
        if self.is_stopped() || state.waiting.is_empty() {
            return None;
        }
        // The last ones are shared, so that no worker is left with them alone.
        let count = state.waiting.len().div_ceil(self.threads).min(most);
        let tasks: Vec<Task> = state.waiting.drain(..count).collect();
        state.waiting_text -= tasks.iter().map(|task| text_length(&task.record)).sum::<usize>();
        let is_too_much = !state.waiting.is_empty() && state.idle == 0 && state.workers < self.threads;
        state.workers += usize::from(is_too_much);
        drop(state);
        self.room.notify_one();
        Some(Taken { tasks, is_too_much })
    }

    /// A worker has answered records, whose numbers are told.
    pub(super) fn answer(&self, answered: &mut Vec<(u64, Finished)>) {
        if answered.is_empty() {
            return;
        }
        let mut state = self.lock();
        for (number, mut finished) in answered.drain(..) {
            let slot = state.slot(number);
            slot.finished.said.append(&mut finished.said);
            slot.finished.has_failed |= finished.has_failed;
            slot.is_whole = true;
        }
        self.tell_writer(state);
    }

    /// A part of a long answer, once the part before it was taken.
    pub(super) fn answer_part(&self, number: u64, said: Vec<Said>) -> Result<(), Stop> {
        if said.is_empty() {
            return Ok(());
        }
        let mut state = self.lock();
        while !state.slot(number).finished.said.is_empty() && !self.is_stopped() {
            state = wait(&self.taken, state);
        }
        if self.is_stopped() {
            return Err(Stop::Unwanted);
        }
        state.slot(number).finished.said = said;
        self.tell_writer(state);
        Ok(())
    }

    fn tell_writer(&self, state: MutexGuard<'_, State>) {
        let has_answer = state.has_answer();
        drop(state);
        if has_answer {
            self.news.notify_one();
        }
    }

    /// The writer takes whatever can be written now.
    pub(super) fn ready(&self) -> Vec<Slot> {
        let mut state = self.lock();
        let mut ready = Vec::new();
        while let Some(slot) = state.slots.pop_front_if(|slot| slot.is_whole) {
            state.first += 1;
            ready.push(slot);
        }
        if let Some(front) = state.slots.front_mut().filter(|front| !front.finished.said.is_empty()) {
            let finished = std::mem::take(&mut front.finished);
            ready.push(Slot { finished, is_whole: false, end: front.end });
            self.taken.notify_all();
        }
        drop(state);
        if !ready.is_empty() {
            self.room.notify_one();
        }
        ready
    }

    /// The writer waits, but not longer than so.
    pub(super) fn wait(&self, longest: Option<Duration>) -> Wake {
        let mut state = self.lock();
        loop {
            if state.is_broken {
                return Wake::Broken;
            }
            if let Some(signal) = state.signal {
                return Wake::Interrupted(signal);
            }
            if state.has_answer() {
                return Wake::Answers;
            }
            if state.is_read && state.slots.is_empty() {
                return Wake::Over;
            }
            let Some(longest) = longest else {
                state = wait(&self.news, state);
                continue;
            };
            let (now, result) =
                self.news.wait_timeout(state, longest).unwrap_or_else(PoisonError::into_inner);
            state = now;
            if result.timed_out() {
                return Wake::Time;
            }
        }
    }

    /// Waits until all workers are gone, but not longer than so; whether they are.
    pub(super) fn wait_for_workers(&self, longest: Duration) -> bool {
        let is_working = |state: &mut State| state.workers > 0;
        let waited = self.news.wait_timeout_while(self.lock(), longest, is_working);
        waited.unwrap_or_else(PoisonError::into_inner).0.workers == 0
    }

    /// How many answers are there that can't be written, because one before them is not.
    pub(super) fn blocked(&self) -> usize {
        self.lock().slots.iter().filter(|slot| slot.is_whole).count()
    }

    /// A worker more than those that [`Queue::take`] asked for.
    pub(super) fn hire(&self) {
        self.lock().workers += 1;
    }

    /// To be held by the reader: no more records come when it is gone.
    pub(super) fn reading(&self) -> impl Drop {
        Leaving { queue: self, leave: |state| state.is_read = true }
    }

    /// To be held by a worker as long as it works.
    pub(super) fn working(&self) -> impl Drop {
        Leaving { queue: self, leave: |state| state.workers -= 1 }
    }
}

/// Tells of the end of a thread, whatever it ends of: nobody must wait for it in vain.
struct Leaving<'a> {
    queue: &'a Queue,
    leave: fn(&mut State),
}

impl Drop for Leaving<'_> {
    fn drop(&mut self) {
        self.queue.change(|state| {
            (self.leave)(state);
            state.is_broken |= std::thread::panicking();
        });
    }
}

fn wait<'a>(condition: &Condvar, state: MutexGuard<'a, State>) -> MutexGuard<'a, State> {
    condition.wait(state).unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::input::Origin;
    use std::sync::mpsc::channel;
    use std::thread;

    fn records(count: usize, text: &str) -> Vec<Read> {
        let record = || Record { origin: Origin::argument(), text: Ok(text.to_owned()), maybe_moves: false };
        (0..count).map(|_| Read { record: record(), end: 0 }).collect()
    }

    fn said(text: impl ToString) -> Finished {
        Finished { said: vec![Said::Line(text.to_string())], has_failed: false }
    }

    fn lines(slots: Vec<Slot>) -> Vec<Said> {
        slots.into_iter().flat_map(|slot| slot.finished.said).collect()
    }

    fn numbers(range: std::ops::Range<u64>) -> Vec<Said> {
        range.flat_map(|number| said(number).said).collect()
    }

    #[test]
    fn answers_are_written_in_the_order_of_the_records() {
        let queue = Queue::new(2);
        assert!(queue.add(records(10, "")));
        queue.answer(&mut (5..10).map(|number| (number, said(number))).collect());
        assert!(queue.ready().is_empty(), "the first is not there");
        queue.answer(&mut (0..3).rev().map(|number| (number, said(number))).collect());
        assert_eq!(lines(queue.ready()), numbers(0..3));
        queue.answer(&mut vec![(4, said(4)), (3, said(3))]);
        assert_eq!(lines(queue.ready()), numbers(3..10));
        drop(queue.reading());
        assert_eq!(queue.wait(None), Wake::Over);
    }

    #[test]
    fn a_long_answer_is_written_in_parts_when_its_turn_comes() {
        let queue = Queue::new(2);
        assert!(queue.add(records(2, "")));
        thread::scope(|scope| {
            scope.spawn(|| {
                (0..100).for_each(|part| queue.answer_part(1, said(part).said).unwrap());
                queue.answer(&mut vec![(1, said(100))]);
                drop(queue.reading());
            });
            assert!(queue.ready().is_empty());
            queue.answer(&mut vec![(0, Finished::default())]);
            let mut written = Vec::new();
            while queue.wait(None) != Wake::Over {
                written.extend(lines(queue.ready()));
            }
            assert_eq!(written, numbers(0..101));
        });
    }

    #[test]
    fn no_more_is_read_than_is_in_flight() {
        for (count, text) in [(IN_FLIGHT * 2, String::new()), (6, "x".repeat(1 << 20))] {
            let queue = Queue::new(2);
            assert!(queue.add(records(count, &text)));
            let (sender, is_added) = channel();
            thread::scope(|scope| {
                scope.spawn(|| sender.send(queue.add(records(1, ""))));
                assert!(is_added.recv_timeout(Duration::from_millis(50)).is_err(), "there is no room");
                let tasks = queue.take(MOST_AT_ONCE).unwrap().tasks;
                queue.answer(&mut tasks.iter().map(|task| (task.number, said(""))).collect());
                queue.ready();
                assert_eq!(is_added.recv(), Ok(true));
            });
        }
    }

    #[test]
    fn another_worker_is_wanted_only_where_there_is_work_for_it() {
        let queue = Queue::new(2);
        queue.hire();
        queue.add(records(3, ""));
        assert!(queue.take(1).unwrap().is_too_much);
        assert!(!queue.take(1).unwrap().is_too_much, "two are enough");
        let queue = Queue::new(2);
        queue.hire();
        queue.add(records(1, ""));
        assert!(!queue.take(1).unwrap().is_too_much);
    }

    #[test]
    fn nobody_waits_for_what_does_not_come() {
        let queue = Queue::new(2);
        queue.add(records(1, ""));
        queue.hire();
        let result = thread::scope(|scope| {
            let worker = scope.spawn(|| {
                let _working = queue.working();
                std::panic::resume_unwind(Box::new("a mistake"));
            });
            worker.join()
        });
        assert!(result.is_err());
        assert_eq!(queue.wait(None), Wake::Broken);
        assert!(queue.wait_for_workers(Duration::MAX));
        let queue = Queue::new(2);
        thread::scope(|scope| {
            let worker = scope.spawn(|| queue.take(1).is_none());
            let writer = scope.spawn(|| queue.wait(None));
            queue.interrupt(Signal::Terminate);
            assert_eq!(writer.join().unwrap(), Wake::Interrupted(Signal::Terminate));
            assert!(worker.join().unwrap());
        });
        assert!(!queue.add(records(1, "")), "no more is wanted");
    }
}
