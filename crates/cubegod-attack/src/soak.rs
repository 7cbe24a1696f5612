//! A long run: honest and hostile clients for many minutes, and the figures of the servers over time.

use crate::attack::{ENGINE, Load};
use crate::honest;
use crate::hostile::{Hostile, Scenario};
use crate::limits::allow_many_connections;
use crate::process::Figures;
use crate::report::HonestReport;
use crate::server::Server;
use crate::target::{ServerKind, Target};
use serde::Serialize;
use std::fmt::Write;
use std::io;
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::mpsc;
use tokio::time::Instant;

/// The length of a soak, and of the windows in which latencies are measured.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub struct Soak {
    /// The length of the whole run.
    pub duration: Duration,
    /// The length of a window. Honest clients connect anew in each.
    pub window: Duration,
}

/// The figures of one server in one window.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Sample {
    /// The end of the window, in seconds from the start.
    pub seconds: f64,
    /// The kind of server.
    pub server: ServerKind,
    /// Memory and descriptors at the end of the window, while hostile clients are connected.
    pub figures: Figures,
    /// The results of honest clients in the window.
    pub honest: HonestReport,
    /// Whether the server still runs at the end of the window, as far as that is known; otherwise this is its last sample.
    pub is_running: bool,
}

impl Sample {
    /// Whether the server runs and answered all honest requests correctly.
    pub fn is_good(&self) -> bool {
        let HonestReport { answered, lost, wrong, .. } = self.honest;
        self.is_running && answered > 0 && lost == 0 && wrong == 0
    }
}

/// The scenarios of a soak: those that take a share of a server, not all of its connections.
const SCENARIOS: [Scenario; 11] = [
    Scenario::Garbage,
    Scenario::Flood,
    Scenario::SlowReader,
    Scenario::SlowWriter,
    Scenario::NeverReader,
    Scenario::Disconnects,
    Scenario::MoveBomb,
    Scenario::ExpensiveView,
    Scenario::LeftOutFaces,
    Scenario::Impossible,
    Scenario::BigConvert,
];

/// Loads servers for a long time, all of them at once; the clients of `load` are divided among them. Calls `on_sample` for
/// each window of each server.
///
/// # Errors
///
/// Fails if threads cannot be started.
pub fn soak(
    servers: &[Server],
    load: &Load,
    times: &Soak,
    on_sample: &mut dyn FnMut(&Sample),
) -> io::Result<Vec<Sample>> {
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
    allow_many_connections();
    let count = servers.len().max(1);
    let load = Load { honest: load.honest.div_ceil(count), hostile: load.hostile.div_ceil(count), ..*load };
    let targets: Vec<(Target, Option<u32>)> =
        servers.iter().map(|server| (server.target(), server.pid())).collect();
    let samples = runtime.block_on(async {
        let start = Instant::now();
        let (send, mut received) = mpsc::unbounded_channel();
        let mut all_hostile = Vec::new();
        for (target, pid) in targets {
            let of_kind = SCENARIOS.iter().filter(|scenario| scenario.applies_to(target.kind())).count();
            let each = load.hostile.div_ceil(of_kind.max(1));
            all_hostile.push(Hostile::start(&SCENARIOS, target, each, start + times.duration)?);
            tokio::spawn(sampled(target, pid, load, *times, start, send.clone()));
        }
        drop(send);
        let mut samples = Vec::new();
        while let Some(sample) = received.recv().await {
            on_sample(&sample);
            samples.push(sample);
        }
        Ok(samples)
    });
    runtime.shutdown_background();
    samples
}

/// Measures one server, window after window.
async fn sampled(
    target: Target,
    pid: Option<u32>,
    load: Load,
    times: Soak,
    start: Instant,
    samples: mpsc::UnboundedSender<Sample>,
) {
    let end = start + times.duration;
    loop {
        let now = Instant::now();
        if now >= end {
            return;
        }
        let counts =
            honest::run(load.behavior(target, &SCENARIOS), Arc::clone(&ENGINE), end.min(now + times.window))
                .await;
        // A process that ended has no memory until it is waited for.
        let figures = pid.and_then(Figures::of).filter(|figures| figures.rss_kib > 0);
        let is_running = figures.is_some() || pid.is_none();
        let seconds = (start.elapsed().as_secs_f64() * 10.0).round() / 10.0;
        let (server, figures) = (target.kind(), figures.unwrap_or_default());
        let sample = Sample { seconds, server, figures, honest: HonestReport::new(counts), is_running };
        if samples.send(sample).is_err() || !is_running {
            return;
        }
    }
}

/// Returns samples as CSV, with a header.
pub fn to_csv(samples: &[Sample]) -> String {
    let mut text =
        "seconds,server,rss_kib,descriptors,sent,answered,wrong,lost,p50_ms,p99_ms,max_ms\n".to_owned();
    for Sample { seconds, server, figures, honest, .. } in samples {
        let [p50, p99, max] = [honest.p50_ms, honest.p99_ms, honest.max_ms]
            .map(|time| time.map(|time| time.to_string()).unwrap_or_default());
        // Writing to a string cannot fail.
        let _ = writeln!(
            text,
            "{seconds},{server},{},{},{},{},{},{},{p50},{p99},{max}",
            figures.rss_kib, figures.descriptors, honest.sent, honest.answered, honest.wrong, honest.lost
        );
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sample_is_a_row() {
        let honest =
            HonestReport { sent: 3, answered: 2, lost: 1, p50_ms: Some(0.5), ..HonestReport::default() };
        let figures = Figures { rss_kib: 1000, descriptors: 9 };
        let sample = Sample { seconds: 10.0, server: ServerKind::Http, figures, honest, is_running: true };
        let text = to_csv(&[sample]);
        assert_eq!(text.lines().nth(1), Some("10,http,1000,9,3,2,0,1,0.5,,"));
        let columns = |line: &str| line.split(',').count();
        assert!(text.lines().all(|line| columns(line) == 11));
    }

    #[test]
    fn a_sample_is_good_only_of_a_server_that_runs_and_answers() {
        let honest = HonestReport { sent: 1, answered: 1, ..HonestReport::default() };
        let (server, figures) = (ServerKind::Engine, Figures::default());
        let good = Sample { seconds: 1.0, server, figures, honest, is_running: true };
        assert!(good.is_good());
        assert!(!Sample { is_running: false, ..good.clone() }.is_good());
        for honest in [
            HonestReport::default(),
            HonestReport { lost: 1, ..good.honest.clone() },
            HonestReport { wrong: 1, ..good.honest.clone() },
        ] {
            assert!(!Sample { honest, ..good.clone() }.is_good());
        }
    }
}
