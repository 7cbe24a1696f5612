//! Logs rejected connections: a few events for any number of them.

use super::event::{Event, PlayerLimit};
use super::journal::Journal;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

/// The least time between two events about one limit.
const INTERVAL: Duration = Duration::from_secs(1);

/// The rejected connections that were not logged yet, by limit.
#[derive(Debug, Default)]
pub(super) struct Rejections(Mutex<[Count; 2]>);

#[derive(Debug, Default)]
struct Count {
    logged_at: Option<Instant>,
    connections: u64,
    peer: String,
}

impl Rejections {
    /// Logs a rejected connection, or counts it for the next event.
    pub(super) fn record(&self, peer: String, limit: PlayerLimit, now: Instant, journal: &Journal) {
        let mut counts = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let count = &mut counts[limit as usize];
        count.connections += 1;
        count.peer = peer;
        if count.logged_at.is_none_or(|logged_at| now.duration_since(logged_at) >= INTERVAL) {
            count.logged_at = Some(now);
            count.log(limit, journal);
        }
    }

    /// Logs the connections that were not logged yet.
    pub(super) fn finish(&self, journal: &Journal) {
        let mut counts = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        for limit in [PlayerLimit::Players, PlayerLimit::PlayersPerAddress] {
            counts[limit as usize].log(limit, journal);
        }
    }
}

impl Count {
    fn log(&mut self, limit: PlayerLimit, journal: &Journal) {
        if self.connections > 0 {
            let (peer, connections) = (std::mem::take(&mut self.peer), std::mem::take(&mut self.connections));
            journal.record(Event::Full { peer, limit, connections });
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::Arc;

    #[test]
    fn many_rejections_are_few_events_and_none_is_lost() {
        let events = Arc::new(Mutex::new(Vec::new()));
        let seen = Arc::clone(&events);
        crate::block_on(async {
            let journal = Journal::new(Arc::new(move |event| seen.lock().unwrap().push(event.clone())));
            let (rejections, start) = (Rejections::default(), Instant::now());
            let (all, own) = (PlayerLimit::Players, PlayerLimit::PlayersPerAddress);
            for number in 0..1000 {
                rejections.record(number.to_string(), all, start, &journal);
            }
            rejections.record("own".into(), own, start, &journal);
            rejections.record("later".into(), all, start + INTERVAL, &journal);
            rejections.record("last".into(), all, start + INTERVAL, &journal);
            rejections.finish(&journal);
            journal.finish().await;
            let event =
                |peer: &str, limit, connections| Event::Full { peer: peer.into(), limit, connections };
            let expected =
                [event("0", all, 1), event("own", own, 1), event("later", all, 1000), event("last", all, 1)];
            assert_eq!(*events.lock().unwrap(), expected);
        })
        .unwrap();
    }
}
