//! The report of an attack, and the bars that it is compared with.

use crate::attack::allowed_rss;
use crate::honest::Tally;
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
    /// What honest clients experienced.
    pub honest: HonestReport,
    /// The number of connections that hostile clients made.
    pub hostile_connections: u64,
    /// The number of bytes that they sent.
    pub hostile_bytes: u64,
    /// Memory and descriptors of the server before the attack.
    pub before: Figures,
    /// The highest figures during the attack.
    pub peak: Figures,
    /// The figures when the server had settled, or when the time for it was over.
    pub after: Figures,
    /// How long the server took to settle.
    pub settle_seconds: f64,
    /// Whether the server still runs.
    pub is_alive: bool,
}

/// What honest clients experienced.
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
    /// The first failures.
    pub failures: Vec<String>,
}

impl HonestReport {
    pub(crate) fn new(tally: Tally) -> HonestReport {
        let Tally { sent, answered, wrong, lost, mut latencies, failures } = tally;
        latencies.sort_unstable();
        let [p50_ms, p99_ms, max_ms] = [0.5, 0.99, 1.0].map(|part| quantile(&latencies, part));
        HonestReport { sent, answered, wrong, lost, p50_ms, p99_ms, max_ms, failures }
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
pub struct Bars {
    /// The maximum of the 99th percentile, in milliseconds.
    pub p99_ms: Option<f64>,
    /// Whether memory has to be within a tenth of what it was.
    pub memory: bool,
}

impl Default for Bars {
    fn default() -> Bars {
        Bars { p99_ms: Some(100.0), memory: true }
    }
}

impl Report {
    /// Returns the bars that were missed, in words.
    pub fn missed(&self, bars: &Bars) -> Vec<String> {
        let mut missed = Vec::new();
        let mut miss = |text: String| missed.push(text);
        if !self.is_alive {
            miss("the server ended".into());
        }
        if self.honest.answered == 0 {
            miss("no honest request was answered".into());
        }
        if self.honest.lost > 0 {
            miss(format!("{} lost", self.honest.lost));
        }
        if self.honest.wrong > 0 {
            miss(format!("{} wrong", self.honest.wrong));
        }
        if let (Some(limit), Some(found)) = (bars.p99_ms, self.honest.p99_ms)
            && found > limit
        {
            miss(format!("p99 above {limit} ms"));
        }
        if self.after.descriptors > self.before.descriptors {
            miss(format!("{} descriptors more", self.after.descriptors - self.before.descriptors));
        }
        if bars.memory && self.after.rss_kib > allowed_rss(self.before.rss_kib) {
            let percent = 100 * (self.after.rss_kib - self.before.rss_kib) / self.before.rss_kib.max(1);
            miss(format!("{percent} % more memory"));
        }
        missed
    }
}

/// Returns reports as a table, with a line of units and the bars that were missed.
pub fn table(reports: &[Report], bars: &Bars) -> String {
    let mut text = format!(
        "{:<10} {:<20} {:>7} {:>7} {:>5} {:>5} {:>8} {:>8} {:>8} {:>6} {:>6} {:>6} {:>5} {:>5} {:>5} {:>6}  {}\n",
        "server",
        "scenario",
        "sent",
        "right",
        "wrong",
        "lost",
        "p50 ms",
        "p99 ms",
        "max ms",
        "RSS",
        "peak",
        "after",
        "fds",
        "peak",
        "after",
        "settle",
        "missed"
    );
    for report in reports {
        let honest = &report.honest;
        let [p50, p99, max] = [honest.p50_ms, honest.p99_ms, honest.max_ms]
            .map(|time| time.map_or_else(|| "-".to_owned(), |time| format!("{time:.2}")));
        let [before, peak, after] = [report.before, report.peak, report.after].map(|at| at.rss_kib / 1024);
        // Writing to a string cannot fail.
        let _ = writeln!(
            text,
            "{:<10} {:<20} {:>7} {:>7} {:>5} {:>5} {p50:>8} {p99:>8} {max:>8} {before:>6} {peak:>6} {after:>6} {:>5} \
             {:>5} {:>5} {:>4.1} s  {}",
            report.server.name(),
            report.scenario,
            honest.sent,
            honest.answered,
            honest.wrong,
            honest.lost,
            report.before.descriptors,
            report.peak.descriptors,
            report.after.descriptors,
            report.settle_seconds,
            report.missed(bars).join(", ")
        );
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    fn good() -> Report {
        let latencies = (1..=200).map(Duration::from_millis).collect();
        let tally = Tally { sent: 200, answered: 200, latencies, ..Tally::default() };
        let figures = Figures { rss_kib: 100_000, descriptors: 20 };
        Report {
            server: ServerKind::Engine,
            scenario: "garbage".into(),
            honest: HonestReport { p99_ms: Some(20.0), ..HonestReport::new(tally) },
            hostile_connections: 1,
            hostile_bytes: 1,
            before: figures,
            peak: figures,
            after: figures,
            settle_seconds: 0.0,
            is_alive: true,
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
    fn every_bar_can_be_missed() {
        let missed = |change: fn(&mut Report)| {
            let mut report = good();
            change(&mut report);
            report.missed(&Bars::default()).join(", ")
        };
        assert_eq!(missed(|_| {}), "");
        assert_eq!(missed(|report| report.is_alive = false), "the server ended");
        assert_eq!(missed(|report| report.honest.answered = 0), "no honest request was answered");
        assert_eq!(missed(|report| report.honest.lost = 3), "3 lost");
        assert_eq!(missed(|report| report.honest.wrong = 1), "1 wrong");
        assert_eq!(missed(|report| report.honest.p99_ms = Some(100.1)), "p99 above 100 ms");
        assert_eq!(missed(|report| report.after.descriptors = 22), "2 descriptors more");
        assert_eq!(missed(|report| report.after.rss_kib = 109_000), "");
        assert_eq!(missed(|report| report.after.rss_kib = 111_000), "11 % more memory");
        let mut slow = good();
        slow.honest.p99_ms = Some(1e6);
        slow.after.rss_kib *= 9;
        assert!(slow.missed(&Bars { p99_ms: None, memory: false }).is_empty());
    }

    #[test]
    fn the_table_has_a_line_for_each_report() {
        let text = table(&[good(), Report { scenario: "flood".into(), ..good() }], &Bars::default());
        assert_eq!(text.lines().count(), 3);
        assert!(text.lines().nth(2).unwrap().starts_with("engine     flood "), "{text}");
    }
}
