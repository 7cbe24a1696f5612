//! The report of an attack, and the thresholds that it is compared with.

use crate::attack::allowed_rss;
use crate::honest::RequestCounts;
use crate::hostile::Scenario;
use crate::process::Figures;
use crate::target::ServerKind;
use serde::Serialize;
use std::fmt::Write;
use std::time::Duration;

/// The report of one attack.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Report {
    /// The kind of server.
    pub server: ServerKind,
    /// The scenario, or several of them joined by `+`.
    pub scenario: String,
    /// The results of honest clients.
    pub honest: HonestReport,
    /// The number of connections that hostile clients made.
    pub hostile_connections: u64,
    /// The number of bytes that they sent.
    pub hostile_bytes: u64,
    /// Memory and descriptors of the server before the attack.
    pub before: Figures,
    /// The highest figures during the attack.
    pub peak: Figures,
    /// The figures when the server had recovered, or when the time for it was over.
    pub after: Figures,
    /// How long the server took to recover.
    pub recovery_seconds: f64,
    /// Whether the server still runs.
    pub is_running: bool,
}

/// The results of honest clients.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct HonestReport {
    /// The number of requests, including those that could not be sent.
    pub sent: u64,
    /// The number of right answers.
    pub answered: u64,
    /// The number of wrong answers.
    pub wrong: u64,
    /// The number of requests without an answer.
    pub lost: u64,
    /// The median time of a right answer, in milliseconds.
    pub p50_ms: Option<f64>,
    /// The time within which 99 % of the right answers came, in milliseconds.
    pub p99_ms: Option<f64>,
    /// The longest time of a right answer, in milliseconds.
    pub max_ms: Option<f64>,
    /// The time within which 99 % of the right answers to searches came, which do not count in the others.
    pub search_p99_ms: Option<f64>,
    /// The first failures.
    pub failures: Vec<String>,
}

impl HonestReport {
    pub(crate) fn new(counts: RequestCounts) -> HonestReport {
        let RequestCounts { sent, answered, wrong, lost, mut latencies, mut search_latencies, failures } =
            counts;
        latencies.sort_unstable();
        search_latencies.sort_unstable();
        let [p50_ms, p99_ms, max_ms] = [0.5, 0.99, 1.0].map(|part| quantile(&latencies, part));
        let search_p99_ms = quantile(&search_latencies, 0.99);
        HonestReport { sent, answered, wrong, lost, p50_ms, p99_ms, max_ms, search_p99_ms, failures }
    }
}

/// Returns the smallest of the sorted times, in milliseconds, that is at least as long as this part of them.
pub(crate) fn quantile(sorted: &[Duration], part: f64) -> Option<f64> {
    let rank = (part * sorted.len() as f64).ceil() as usize;
    let time = sorted.get(rank.max(1) - 1)?;
    Some((time.as_secs_f64() * 1e6).round() / 1e3)
}

/// What a server has to achieve.
#[derive(Copy, Clone, Debug, PartialEq)]
pub struct Thresholds {
    /// The maximum of the 99th percentile, in milliseconds.
    pub p99_ms: Option<f64>,
    /// Whether memory has to be within a tenth of what it was.
    pub memory: bool,
}

impl Default for Thresholds {
    fn default() -> Thresholds {
        Thresholds { p99_ms: Some(100.0), memory: true }
    }
}

impl Report {
    /// Returns how the report violates thresholds, in words.
    pub fn violations(&self, thresholds: &Thresholds) -> Vec<String> {
        let mut violations = Vec::new();
        let mut add = |text: String| violations.push(text);
        if !self.is_running {
            add("the server ended".into());
        }
        if self.hostile_connections == 0 && self.scenario != Scenario::None.name() {
            add("no hostile connection".into());
        }
        if self.honest.answered == 0 {
            add("no honest request was answered".into());
        }
        if self.honest.lost > 0 {
            add(format!("{} lost", self.honest.lost));
        }
        if self.honest.wrong > 0 {
            add(format!("{} wrong", self.honest.wrong));
        }
        if let (Some(limit), Some(found)) = (thresholds.p99_ms, self.honest.p99_ms)
            && found > limit
        {
            add(format!("p99 above {limit} ms"));
        }
        if self.after.descriptors > self.before.descriptors {
            add(format!("{} descriptors more", self.after.descriptors - self.before.descriptors));
        }
        if thresholds.memory && self.after.rss_kib > allowed_rss(self.before.rss_kib) {
            let percent = 100 * (self.after.rss_kib - self.before.rss_kib) / self.before.rss_kib.max(1);
            add(format!("{percent} % more memory"));
        }
        violations
    }
}

/// Returns reports as a table, with a line of units and the violations of thresholds.
pub fn table(reports: &[Report], thresholds: &Thresholds) -> String {
    let mut text = format!(
        "{:<10} {:<20} {:>7} {:>7} {:>7} {:>5} {:>5} {:>8} {:>8} {:>8} {:>8} {:>6} {:>6} {:>6} {:>5} {:>5} {:>5} {:>7}  {}\n",
        "server",
        "scenario",
        "hostile",
        "sent",
        "right",
        "wrong",
        "lost",
        "p50 ms",
        "p99 ms",
        "max ms",
        "search",
        "RSS",
        "peak",
        "after",
        "fds",
        "peak",
        "after",
        "recover",
        "violations"
    );
    for report in reports {
        let honest = &report.honest;
        let [p50, p99, max, search] = [honest.p50_ms, honest.p99_ms, honest.max_ms, honest.search_p99_ms]
            .map(|time| time.map_or_else(|| "-".to_owned(), |time| format!("{time:.2}")));
        let [before, peak, after] = [report.before, report.peak, report.after].map(|at| at.rss_kib / 1024);
        // Writing to a string cannot fail.
        let _ = writeln!(
            text,
            "{:<10} {:<20} {:>7} {:>7} {:>7} {:>5} {:>5} {p50:>8} {p99:>8} {max:>8} {search:>8} {before:>6} {peak:>6} {after:>6} \
             {:>5} {:>5} {:>5} {:>5.1} s  {}",
            report.server.name(),
            report.scenario,
            report.hostile_connections,
            honest.sent,
            honest.answered,
            honest.wrong,
            honest.lost,
            report.before.descriptors,
            report.peak.descriptors,
            report.after.descriptors,
            report.recovery_seconds,
            report.violations(thresholds).join(", ")
        );
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    fn good() -> Report {
        let latencies = (1..=200).map(Duration::from_millis).collect();
        let counts = RequestCounts { sent: 200, answered: 200, latencies, ..RequestCounts::default() };
        let figures = Figures { rss_kib: 100_000, descriptors: 20 };
        Report {
            server: ServerKind::Engine,
            scenario: "garbage".into(),
            honest: HonestReport { p99_ms: Some(20.0), ..HonestReport::new(counts) },
            hostile_connections: 1,
            hostile_bytes: 1,
            before: figures,
            peak: figures,
            after: figures,
            recovery_seconds: 0.0,
            is_running: true,
        }
    }

    #[test]
    fn quantiles_are_of_sorted_times() {
        let times: Vec<Duration> = (1..=200).map(Duration::from_millis).collect();
        let at = |part| quantile(&times, part);
        assert_eq!([at(0.0), at(0.5), at(0.99), at(1.0)], [Some(1.0), Some(100.0), Some(198.0), Some(200.0)]);
        assert_eq!(quantile(&[], 0.5), None);
    }

    #[test]
    fn every_threshold_can_be_violated() {
        let violations = |change: fn(&mut Report)| {
            let mut report = good();
            change(&mut report);
            report.violations(&Thresholds::default()).join(", ")
        };
        assert_eq!(violations(|_| {}), "");
        assert_eq!(violations(|report| report.is_running = false), "the server ended");
        assert_eq!(violations(|report| report.honest.answered = 0), "no honest request was answered");
        assert_eq!(violations(|report| report.hostile_connections = 0), "no hostile connection");
        let mut undisturbed = Report { scenario: "none".into(), ..good() };
        undisturbed.hostile_connections = 0;
        assert!(undisturbed.violations(&Thresholds::default()).is_empty());
        assert_eq!(violations(|report| report.honest.lost = 3), "3 lost");
        assert_eq!(violations(|report| report.honest.wrong = 1), "1 wrong");
        assert_eq!(violations(|report| report.honest.p99_ms = Some(100.1)), "p99 above 100 ms");
        assert_eq!(violations(|report| report.after.descriptors = 22), "2 descriptors more");
        assert_eq!(violations(|report| report.after.rss_kib = 109_000), "");
        assert_eq!(violations(|report| report.after.rss_kib = 111_000), "11 % more memory");
        let mut slow = good();
        slow.honest.p99_ms = Some(1e6);
        slow.after.rss_kib *= 9;
        assert!(slow.violations(&Thresholds { p99_ms: None, memory: false }).is_empty());
    }

    #[test]
    fn the_table_has_a_line_for_each_report() {
        let text = table(&[good(), Report { scenario: "flood".into(), ..good() }], &Thresholds::default());
        assert_eq!(text.lines().count(), 3);
        assert!(text.lines().nth(2).unwrap().starts_with("engine     flood "), "{text}");
    }
}
