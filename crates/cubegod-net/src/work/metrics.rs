//! Counts of the work of a server.

use super::Lane;
use prometheus_client::encoding::{EncodeLabelSet, EncodeLabelValue, LabelValueEncoder};
use prometheus_client::metrics::counter::Counter;
use prometheus_client::metrics::family::Family;
use prometheus_client::metrics::gauge::Gauge;
use prometheus_client::registry::Registry;
use std::fmt::{self, Write};

/// Counts of the work of a server, by lane and by reason.
#[derive(Clone, Debug, Default)]
pub(crate) struct WorkMetrics {
    running: Family<LaneLabel, Gauge>,
    waiting: Family<LaneLabel, Gauge>,
    rejected: Family<RejectionLabel, Counter>,
    cancelled: Family<CancellationLabel, Counter>,
}

#[derive(Clone, Debug, EncodeLabelSet, Eq, Hash, PartialEq)]
struct LaneLabel {
    lane: Lane,
}

#[derive(Clone, Debug, EncodeLabelSet, Eq, Hash, PartialEq)]
struct RejectionLabel {
    reason: Rejection,
}

#[derive(Clone, Debug, EncodeLabelSet, Eq, Hash, PartialEq)]
struct CancellationLabel {
    reason: Cancelled,
}

/// The reason to reject a request before it runs.
#[derive(Copy, Clone, Debug, Eq, Hash, PartialEq)]
pub(crate) enum Rejection {
    /// Too many searches of its address wait.
    Address,
    /// Too many searches wait.
    Queue,
    /// It did not begin within the time limit.
    Time,
}

/// The reason to cancel an attempt.
#[derive(Copy, Clone, Debug, Eq, Hash, PartialEq)]
pub(crate) enum Cancelled {
    /// The client disconnected.
    Client,
    /// The time limit was reached.
    Time,
    /// Others waited for its thread for too long.
    Contention,
    /// The server stops.
    Stop,
    /// The slice of the lane was used up; another lane does the work again.
    Slice,
}

impl WorkMetrics {
    /// Returns the number of running requests of a lane.
    pub(crate) fn running(&self, lane: Lane) -> Gauge {
        self.running.get_or_create_owned(&LaneLabel { lane })
    }

    /// Returns the number of waiting requests of a lane.
    pub(crate) fn waiting(&self, lane: Lane) -> Gauge {
        self.waiting.get_or_create_owned(&LaneLabel { lane })
    }

    pub(crate) fn count_rejected(&self, reason: Rejection) {
        self.rejected.get_or_create(&RejectionLabel { reason }).inc();
    }

    pub(crate) fn count_cancelled(&self, reason: Cancelled) {
        self.cancelled.get_or_create(&CancellationLabel { reason }).inc();
    }

    /// Returns the number of requests that were cancelled for a reason.
    #[cfg(test)]
    pub(crate) fn cancelled(&self, reason: Cancelled) -> u64 {
        self.cancelled.get_or_create(&CancellationLabel { reason }).get()
    }

    /// Adds the counts to a registry.
    pub(crate) fn register(&self, registry: &mut Registry) {
        registry.register("work_running", "Requests that run, by lane", self.running.clone());
        registry.register("work_waiting", "Requests that wait for their turn, by lane", self.waiting.clone());
        registry.register(
            "work_rejected",
            "Requests that were rejected before they ran, by reason",
            self.rejected.clone(),
        );
        registry.register(
            "work_cancelled",
            "Requests that were cancelled, by reason; after `slice` a lane for longer work continues",
            self.cancelled.clone(),
        );
    }
}

impl EncodeLabelValue for Lane {
    fn encode(&self, encoder: &mut LabelValueEncoder<'_>) -> fmt::Result {
        encoder.write_str(match self {
            Lane::Quick => "quick",
            Lane::Medium => "medium",
            Lane::Long => "long",
        })
    }
}

impl EncodeLabelValue for Rejection {
    fn encode(&self, encoder: &mut LabelValueEncoder<'_>) -> fmt::Result {
        encoder.write_str(match self {
            Rejection::Address => "address",
            Rejection::Queue => "queue",
            Rejection::Time => "time",
        })
    }
}

impl EncodeLabelValue for Cancelled {
    fn encode(&self, encoder: &mut LabelValueEncoder<'_>) -> fmt::Result {
        encoder.write_str(match self {
            Cancelled::Client => "client",
            Cancelled::Time => "time",
            Cancelled::Contention => "contention",
            Cancelled::Stop => "stop",
            Cancelled::Slice => "slice",
        })
    }
}
