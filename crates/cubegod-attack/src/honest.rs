//! Honest clients: they ask like real ones, verify the answers, and measure how long they wait.

mod challenge;
mod cubes;
mod engine;
mod http;

use crate::connection::honest_address;
use crate::target::{ServerKind, Target};
use cubegod_net::engine::Engine;
use rand::RngExt;
use std::net::Ipv4Addr;
use std::sync::Arc;
use std::time::Duration;
use tokio::task::JoinSet;
use tokio::time::{Instant, sleep_until};

/// The number of messages that are kept of failures.
const KEPT_FAILURES: usize = 5;

/// The results of honest clients.
#[derive(Clone, Debug, Default)]
pub(crate) struct RequestCounts {
    /// The number of requests, including those that could not be sent.
    pub(crate) sent: u64,
    /// The number of right answers.
    pub(crate) answered: u64,
    /// The number of answers that are not right.
    pub(crate) wrong: u64,
    /// The number of requests without an answer.
    pub(crate) lost: u64,
    /// The time of each right answer.
    pub(crate) latencies: Vec<Duration>,
    /// The time of each right answer to a search, which takes longer.
    pub(crate) search_latencies: Vec<Duration>,
    /// Messages about the first failures.
    pub(crate) failures: Vec<String>,
}

impl RequestCounts {
    pub(crate) fn add(&mut self, other: RequestCounts) {
        self.sent += other.sent;
        self.answered += other.answered;
        self.wrong += other.wrong;
        self.lost += other.lost;
        self.latencies.extend(other.latencies);
        self.search_latencies.extend(other.search_latencies);
        let room = KEPT_FAILURES.saturating_sub(self.failures.len());
        self.failures.extend(other.failures.into_iter().take(room));
    }

    fn right(&mut self, latency: Duration) {
        self.sent += 1;
        self.answered += 1;
        self.latencies.push(latency);
    }

    fn right_search(&mut self, latency: Duration) {
        self.sent += 1;
        self.answered += 1;
        self.search_latencies.push(latency);
    }

    fn wrong(&mut self, failure: String) {
        self.sent += 1;
        self.wrong += 1;
        self.keep(failure);
    }

    fn lost(&mut self, failure: String) {
        self.sent += 1;
        self.lost += 1;
        self.keep(failure);
    }

    fn keep(&mut self, failure: String) {
        if self.failures.len() < KEPT_FAILURES {
            self.failures.push(failure);
        }
    }
}

/// How honest clients behave.
#[derive(Copy, Clone, Debug)]
pub(crate) struct Behavior {
    pub(crate) target: Target,
    pub(crate) clients: usize,
    /// The time between two requests of one client; for the challenge, between two games.
    pub(crate) interval: Duration,
    /// How long a client waits for an answer.
    pub(crate) answer_timeout: Duration,
    /// Whether a few requests to the HTTP API take a search of half a second.
    pub(crate) has_long_searches: bool,
}

/// One honest client.
pub(crate) struct Client {
    behavior: Behavior,
    source: Ipv4Addr,
    end: Instant,
    /// When to send the next request.
    due: Instant,
    counts: RequestCounts,
}

impl Client {
    /// Waits until the next request is due; returns whether it is before the end. A client that is late sends at once, but
    /// does not make up for requests that it could not send.
    async fn wait(&mut self) -> bool {
        let late = Instant::now().checked_sub(self.behavior.interval);
        self.due = late.map_or(self.due, |late| self.due.max(late));
        let due = self.due;
        self.due += self.behavior.interval;
        if due >= self.end {
            return false;
        }
        sleep_until(due).await;
        true
    }
}

/// Runs honest clients until `end`, and waits for their last answers.
pub(crate) async fn run(behavior: Behavior, engine: Arc<Engine>, end: Instant) -> RequestCounts {
    let start = Instant::now();
    let mut clients = JoinSet::new();
    for number in 0..behavior.clients {
        // The first requests are spread over the interval.
        let due = start + behavior.interval.mul_f64(rand::rng().random_range(0.0..1.0));
        let source = honest_address(number);
        let client = Client { behavior, source, end, due, counts: RequestCounts::default() };
        let engine = Arc::clone(&engine);
        clients.spawn(async move {
            match behavior.target.kind() {
                ServerKind::Engine => engine::run(client, number).await,
                ServerKind::Challenge => challenge::run(client, &engine).await,
                ServerKind::Http => http::run(client, number).await,
            }
        });
    }
    let mut total = RequestCounts::default();
    while let Some(counts) = clients.join_next().await {
        match counts {
            Ok(counts) => total.add(counts),
            Err(error) => total.lost(format!("an honest client failed: {error}")),
        }
    }
    total
}
