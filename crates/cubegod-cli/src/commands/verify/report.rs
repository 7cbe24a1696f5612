//! The result of a verification, as text and as JSON.

use crate::message::positions_text;
use cubegod::Metric;
use cubegod::solve::proof::Verdict;
use cubegod_service::rounded;
use cubegod_service::{VerifiedCertificate, face_letters};
use serde::Serialize;
use std::time::Duration;

/// A certificate and its verdict.
pub(super) struct Report<'a> {
    pub(super) name: &'a str,
    pub(super) certificate: &'a VerifiedCertificate,
    /// The search was for solutions with fewer moves than this.
    pub(super) below: usize,
    pub(super) verdict: &'a Verdict,
    pub(super) seconds: Duration,
}

/// The JSON of a verdict.
#[derive(Serialize)]
pub(super) struct Answer<'a> {
    file: &'a str,
    /// `verified`, `verified in part`, `refuted` or `stopped`.
    verdict: &'static str,
    cube: String,
    metric: &'static str,
    /// The length that the certificate claims.
    length: usize,
    solution: String,
    /// The proven lower bound.
    at_least: usize,
    /// A shorter solution.
    #[serde(skip_serializing_if = "Option::is_none")]
    shorter: Option<String>,
    positions: u64,
    seconds: f64,
}

impl Report<'_> {
    pub(super) fn is_refuted(&self) -> bool {
        matches!(self.verdict, Verdict::Refuted { .. })
    }

    /// `17 moves`, `1 quarter turn`.
    fn moves(&self, number: usize) -> String {
        let what = if self.certificate.metric == Metric::Qtm { "quarter turn" } else { "move" };
        format!("{number} {what}{}", if number == 1 { "" } else { "s" })
    }

    /// Returns the report as one line.
    pub(super) fn text(&self) -> String {
        let (name, length) = (self.name, self.certificate.length);
        let moves = self.moves(length);
        let search = if self.certificate.is_by_table {
            "independent search"
        } else {
            "the search that made the claim"
        };
        let searched = |positions: u64| format!("({search}, {})", positions_text(positions));
        match self.verdict {
            Verdict::Proven { positions } if self.below == length => {
                format!("{name}: verified: {moves}, none with fewer {}", searched(*positions))
            }
            Verdict::Proven { positions } => format!(
                "{name}: verified in part: {moves}, none with {} or fewer {}; longer ones were not searched",
                self.below.saturating_sub(1),
                searched(*positions)
            ),
            Verdict::Refuted { solution, positions } => format!(
                "{name}: refuted: {moves}, but {} are enough: {} {}",
                solution.length(self.certificate.metric),
                if solution.is_empty() { "it is solved".to_owned() } else { solution.to_string() },
                searched(*positions)
            ),
            Verdict::Stopped { lower_bound: at_least, positions } => format!(
                "{name}: stopped: {moves}, none with fewer than {at_least} {}; {at_least} moves were not searched completely",
                searched(*positions)
            ),
        }
    }

    /// Returns the report as JSON fields.
    pub(super) fn answer(&self) -> Answer<'_> {
        let VerifiedCertificate { cube, solution, length, .. } = self.certificate;
        let (verdict, at_least, shorter, positions) = match self.verdict {
            Verdict::Proven { positions } if self.below == *length => ("verified", *length, None, *positions),
            Verdict::Proven { positions } => ("verified in part", self.below, None, *positions),
            Verdict::Refuted { solution, positions } => {
                ("refuted", solution.length(self.certificate.metric), Some(solution.to_string()), *positions)
            }
            Verdict::Stopped { lower_bound: at_least, positions } => ("stopped", *at_least, None, *positions),
        };
        Answer {
            file: self.name,
            verdict,
            cube: face_letters(&cube.stickers().map(|&color| Some(color))),
            metric: self.certificate.metric.name(),
            length: *length,
            solution: solution.to_string(),
            at_least,
            shorter,
            positions,
            seconds: rounded(self.seconds.as_secs_f64(), 6),
        }
    }
}
