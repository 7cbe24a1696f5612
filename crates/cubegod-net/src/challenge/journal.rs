//! Passes events from the games to the log, which may be slow, without blocking a game.

use super::event::{Event, Log};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread;
use std::time::Duration;
use tokio::sync::{mpsc, oneshot};
use tokio::time::timeout;

/// The capacity of the event queue: sixteen events for each of a thousand players.
const QUEUE_CAPACITY: usize = 16 * 1024;

/// How long the server waits for the log at its end: a blocked standard error must not keep it from stopping.
const FINISH_LIMIT: Duration = Duration::from_secs(1);

/// A log on its own thread.
pub(super) struct Journal {
    events: mpsc::Sender<Event>,
    /// The number of events dropped since the last one that was queued.
    missed: Arc<AtomicU64>,
    /// Completes when the log has received all events.
    done: oneshot::Receiver<()>,
}

impl Journal {
    pub(super) fn new(log: Log) -> Journal {
        Journal::with_capacity(QUEUE_CAPACITY, log)
    }

    fn with_capacity(capacity: usize, log: Log) -> Journal {
        let (events, mut queue) = mpsc::channel(capacity);
        let (finished, done) = oneshot::channel::<()>();
        let missed = Arc::new(AtomicU64::new(0));
        let missed_last = Arc::clone(&missed);
        thread::spawn(move || {
            // Dropped at the end of the thread, even if the log panics.
            let _finished = finished;
            while let Some(event) = queue.blocking_recv() {
                log(&event);
            }
            match missed_last.load(Ordering::Relaxed) {
                0 => {}
                events => log(&Event::Missed { events }),
            }
        });
        Journal { events, missed, done }
    }

    /// Queues an event, or counts it as missed if the queue is full; the count is logged in place of the events.
    pub(super) fn record(&self, event: Event) {
        let events = self.missed.swap(0, Ordering::Relaxed);
        if events > 0 && self.events.try_send(Event::Missed { events }).is_err() {
            self.missed.fetch_add(events, Ordering::Relaxed);
        }
        if self.events.try_send(event).is_err() {
            self.missed.fetch_add(1, Ordering::Relaxed);
        }
    }

    /// Waits until all events are logged, up to a limit.
    pub(super) async fn finish(self) {
        drop(self.events);
        let _ = timeout(FINISH_LIMIT, self.done).await;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::{Mutex, mpsc as plain};

    fn connected(connection: u64) -> Event {
        Event::Connected { connection, peer: "test".into() }
    }

    #[test]
    fn a_blocked_log_misses_events_and_receives_their_number() {
        let (step, steps) = plain::channel::<()>();
        let (entered, entries) = plain::channel();
        let logged = Arc::new(Mutex::new(Vec::new()));
        let (steps, seen) = (Mutex::new(steps), Arc::clone(&logged));
        let log: Log = Arc::new(move |event| {
            entered.send(()).unwrap();
            // Blocks until the test sends a step or drops the sender.
            let _ = steps.lock().unwrap().recv();
            seen.lock().unwrap().push(event.clone());
        });
        crate::block_on(async {
            let journal = Journal::with_capacity(2, log);
            journal.record(connected(1));
            entries.recv().unwrap();
            // The log has one event and the queue two, so three are missed.
            (2..=6).for_each(|connection| journal.record(connected(connection)));
            // The log receives 1 to 3; then the queue has room for the count and one more, and the last is missed.
            (0..3).for_each(|_| step.send(()).unwrap());
            (0..2).for_each(|_| entries.recv().unwrap());
            while logged.lock().unwrap().len() < 3 {
                tokio::time::sleep(Duration::from_millis(1)).await;
            }
            (7..=8).for_each(|connection| journal.record(connected(connection)));
            drop(step);
            journal.finish().await;
        })
        .unwrap();
        let logged = logged.lock().unwrap();
        let beginning = [connected(1), connected(2), connected(3), Event::Missed { events: 3 }, connected(7)];
        assert_eq!(logged[..5], beginning);
        // Whether the queue had room for the last depends on how fast the log received the count.
        assert!(
            [connected(8), Event::Missed { events: 1 }].contains(&logged[5]) && logged.len() == 6,
            "{logged:?}"
        );
    }

    #[test]
    fn a_log_that_never_returns_does_not_block_the_end() {
        let (_never, waiting) = plain::channel::<()>();
        let waiting = Mutex::new(waiting);
        let log: Log = Arc::new(move |_| {
            let _ = waiting.lock().unwrap().recv();
        });
        crate::block_on(async {
            let journal = Journal::new(log);
            (0..3).for_each(|connection| journal.record(connected(connection)));
            journal.finish().await;
        })
        .unwrap();
    }
}
