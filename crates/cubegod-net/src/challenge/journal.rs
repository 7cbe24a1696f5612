//! Takes events from the games to the log, which may be slow, without making anybody wait.

use super::event::{Event, Log};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread;
use std::time::Duration;
use tokio::sync::{mpsc, oneshot};
use tokio::time::timeout;

/// How many events may wait for the log: sixteen of each of a thousand players.
const WAITING_EVENTS: usize = 16 * 1024;

/// How long the end waits for the log: a standard error that nobody reads must not keep a server from stopping.
const LAST_EVENTS: Duration = Duration::from_secs(1);

/// A log on a thread of its own.
pub(super) struct Journal {
    events: mpsc::Sender<Event>,
    /// How many events found no room since the last that did.
    missed: Arc<AtomicU64>,
    /// Ends when the log has got everything.
    done: oneshot::Receiver<()>,
}

impl Journal {
    pub(super) fn new(log: Log) -> Journal {
        Journal::with_room(WAITING_EVENTS, log)
    }

    fn with_room(room: usize, log: Log) -> Journal {
        let (events, mut told) = mpsc::channel(room);
        let (all_told, done) = oneshot::channel::<()>();
        let missed = Arc::new(AtomicU64::new(0));
        let missed_last = Arc::clone(&missed);
        thread::spawn(move || {
            // Dropped when the log is through, even if it panics.
            let _all_told = all_told;
            while let Some(event) = told.blocking_recv() {
                log(&event);
            }
            match missed_last.load(Ordering::Relaxed) {
                0 => {}
                events => log(&Event::Missed { events }),
            }
        });
        Journal { events, missed, done }
    }

    /// Hands an event over, or counts it as missed; the count is logged where the events are missing.
    pub(super) fn tell(&self, event: Event) {
        let events = self.missed.swap(0, Ordering::Relaxed);
        if events > 0 && self.events.try_send(Event::Missed { events }).is_err() {
            self.missed.fetch_add(events, Ordering::Relaxed);
        }
        if self.events.try_send(event).is_err() {
            self.missed.fetch_add(1, Ordering::Relaxed);
        }
    }

    /// Waits until everything is logged, but not long.
    pub(super) async fn finish(self) {
        drop(self.events);
        let _ = timeout(LAST_EVENTS, self.done).await;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::{Mutex, mpsc as plain};

    fn came(connection: u64) -> Event {
        Event::Came { connection, peer: "test".into() }
    }

    #[test]
    fn a_log_that_is_stuck_misses_events_and_hears_how_many() {
        let (step, steps) = plain::channel::<()>();
        let (entered, entries) = plain::channel();
        let logged = Arc::new(Mutex::new(Vec::new()));
        let (steps, seen) = (Mutex::new(steps), Arc::clone(&logged));
        let log: Log = Arc::new(move |event| {
            entered.send(()).unwrap();
            // Stuck until it is told to go on, or for good when nobody can tell it any more.
            let _ = steps.lock().unwrap().recv();
            seen.lock().unwrap().push(event.clone());
        });
        crate::block_on(async {
            let journal = Journal::with_room(2, log);
            journal.tell(came(1));
            entries.recv().unwrap();
            // One is with the log and two wait, so three are missed.
            (2..=6).for_each(|connection| journal.tell(came(connection)));
            // The log gets 1 to 3; then there is room for the count and one more, and the last is missed.
            (0..3).for_each(|_| step.send(()).unwrap());
            (0..2).for_each(|_| entries.recv().unwrap());
            while logged.lock().unwrap().len() < 3 {
                tokio::time::sleep(Duration::from_millis(1)).await;
            }
            (7..=8).for_each(|connection| journal.tell(came(connection)));
            drop(step);
            journal.finish().await;
        })
        .unwrap();
        let logged = logged.lock().unwrap();
        let beginning = [came(1), came(2), came(3), Event::Missed { events: 3 }, came(7)];
        assert_eq!(logged[..5], beginning);
        // Depending on how fast the log took the count, there was room for the last or not.
        assert!(
            [came(8), Event::Missed { events: 1 }].contains(&logged[5]) && logged.len() == 6,
            "{logged:?}"
        );
    }

    #[test]
    fn a_log_that_never_returns_keeps_nobody_from_ending() {
        let (_never, waiting) = plain::channel::<()>();
        let waiting = Mutex::new(waiting);
        let log: Log = Arc::new(move |_| {
            let _ = waiting.lock().unwrap().recv();
        });
        crate::block_on(async {
            let journal = Journal::new(log);
            (0..3).for_each(|connection| journal.tell(came(connection)));
            journal.finish().await;
        })
        .unwrap();
    }
}
