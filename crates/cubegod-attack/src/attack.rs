//! One attack: honest and hostile clients at once, and what remains of it afterwards.

use crate::honest::{self, Behavior, RequestCounts};
use crate::hostile::{Hostile, Scenario};
use crate::limits::allow_many_connections;
use crate::process::Figures;
use crate::report::{HonestReport, Report};
use crate::server::Server;
use crate::target::Target;
use cubegod_net::engine::Engine;
use std::io;
use std::sync::{Arc, LazyLock};
use std::time::Duration;
use tokio::time::{Instant, sleep};

/// Solves the cubes of players; its table is built once.
pub(crate) static ENGINE: LazyLock<Arc<Engine>> = LazyLock::new(|| Arc::new(Engine::with_small_tables()));

/// The time between two looks at a process.
const SAMPLE: Duration = Duration::from_millis(100);

/// The maximum number of times that honest clients warm up a server.
const MAX_WARM_UPS: usize = 5;

/// The least increase of memory that counts as one. The allocator keeps what a thread has freed, and a tenth of a server that has
/// just started is less than that.
const KEPT_KIB: u64 = 4 * 1024;

/// The number of clients of an attack, and its times.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub struct Load {
    /// The number of honest clients.
    pub honest: usize,
    /// The number of hostile clients, for scenarios without a number of their own.
    pub hostile: usize,
    /// How long honest clients use the server before it is attacked, at least once and until its memory hardly grows.
    pub warm_up: Duration,
    /// How long the attack lasts.
    pub duration: Duration,
    /// The time between two requests of an honest client; for the challenge, between two games.
    pub interval: Duration,
    /// How long an honest client waits for an answer.
    pub answer_timeout: Duration,
    /// How long the server may take to release descriptors and memory.
    pub recovery_limit: Duration,
    /// Whether its memory has to recover, too.
    pub awaits_memory: bool,
}

impl Default for Load {
    fn default() -> Load {
        Load {
            honest: 900,
            hostile: 100,
            warm_up: Duration::from_secs(3),
            duration: Duration::from_secs(10),
            interval: Duration::from_secs(1),
            answer_timeout: Duration::from_secs(10),
            recovery_limit: Duration::from_secs(60),
            awaits_memory: true,
        }
    }
}

impl Load {
    /// Returns the behavior of honest clients beside hostile ones with these scenarios.
    pub(crate) fn behavior(&self, target: Target, scenarios: &[Scenario]) -> Behavior {
        let has_long_searches = scenarios.contains(&Scenario::Optimal);
        let Load { honest: clients, interval, answer_timeout, .. } = *self;
        Behavior { target, clients, interval, answer_timeout, has_long_searches }
    }
}

/// Attacks a server with the clients of all these scenarios at once.
///
/// # Errors
///
/// Fails if threads cannot be started, or if the server does not answer before the attack.
pub fn attack(server: &mut Server, scenarios: &[Scenario], load: &Load) -> io::Result<Report> {
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
    allow_many_connections();
    let report = runtime.block_on(attacked(server, scenarios, load));
    runtime.shutdown_background();
    report
}

async fn attacked(server: &mut Server, scenarios: &[Scenario], load: &Load) -> io::Result<Report> {
    let target = server.target();
    let behavior = load.behavior(target, scenarios);
    for scenario in scenarios.iter().filter(|_| load.awaits_memory) {
        scenario.prepare(&target).await?;
    }
    let before = warmed_up(server, behavior, load.warm_up).await;
    let end = Instant::now() + load.duration;
    let hostile = Hostile::start(scenarios, target, load.hostile, end)?;
    let (counts, peak) = measured(behavior, server.pid(), end).await;
    let (connections, bytes) = hostile.stop();
    let start = Instant::now();
    let rss_kib = if load.awaits_memory { allowed_rss(before.rss_kib) } else { u64::MAX };
    let allowed = Figures { rss_kib, ..before };
    let after = recovered(server, allowed, load.recovery_limit).await;
    Ok(Report {
        server: target.kind(),
        scenario: scenarios.iter().map(|scenario| scenario.name()).collect::<Vec<_>>().join("+"),
        honest: HonestReport::new(counts),
        hostile_connections: connections,
        hostile_bytes: bytes,
        before,
        peak,
        after,
        recovery_seconds: (start.elapsed().as_secs_f64() * 1e3).round() / 1e3,
        is_running: server.is_running(),
    })
}

/// Lets honest clients use a server again and again until its memory hardly grows, and returns its figures. Without a time
/// this only returns the figures.
async fn warmed_up(server: &mut Server, behavior: Behavior, time: Duration) -> Figures {
    let idle = server.figures().unwrap_or_default();
    if time.is_zero() {
        return idle;
    }
    let mut before = idle;
    for _ in 0..MAX_WARM_UPS {
        honest::run(behavior, Arc::clone(&ENGINE), Instant::now() + time).await;
        let now = recovered(server, Figures { rss_kib: u64::MAX, ..idle }, Duration::from_secs(5)).await;
        let grown = now.rss_kib.saturating_sub(before.rss_kib);
        before = now;
        if grown <= before.rss_kib / 50 {
            break;
        }
    }
    before
}

/// Returns the memory that a server may have after an attack: a tenth more than before.
pub(crate) fn allowed_rss(before: u64) -> u64 {
    before + (before / 10).max(KEPT_KIB)
}

/// Runs honest clients, and returns their results and the highest figures of the server meanwhile.
async fn measured(behavior: Behavior, pid: Option<u32>, end: Instant) -> (RequestCounts, Figures) {
    let mut peak = Figures::default();
    let clients = honest::run(behavior, Arc::clone(&ENGINE), end);
    let mut clients = std::pin::pin!(clients);
    loop {
        tokio::select! {
            counts = clients.as_mut() => return (counts, peak),
            () = sleep(SAMPLE) => {
                let now = pid.and_then(Figures::of).unwrap_or_default();
                peak.rss_kib = peak.rss_kib.max(now.rss_kib);
                peak.descriptors = peak.descriptors.max(now.descriptors);
            }
        }
    }
}

/// Waits until a server has no more memory and descriptors than allowed, or until the time is over; returns its figures.
async fn recovered(server: &mut Server, allowed: Figures, limit: Duration) -> Figures {
    let start = Instant::now();
    loop {
        let now = server.figures().unwrap_or_default();
        let has_recovered = now.rss_kib <= allowed.rss_kib && now.descriptors <= allowed.descriptors;
        if has_recovered || start.elapsed() >= limit || !server.is_running() {
            return now;
        }
        sleep(SAMPLE).await;
    }
}
