//! What the benchmark and its workers say to each other: one line of JSON each.

use crate::contestant::Task;
use serde::{Deserialize, Serialize};
use std::time::Duration;

/// To a worker: some cubes to be solved one after the other.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Request {
    pub(crate) task: Task,
    /// The first cube, and the one after the last.
    pub(crate) first: usize,
    pub(crate) end: usize,
    /// The most CPU time for one cube.
    pub(crate) cube_limit: Duration,
    /// No further cube is begun when this much CPU time is used.
    pub(crate) total_limit: Duration,
}

/// From a worker.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) enum Message {
    /// The tables are there.
    Ready(TableCost),
    /// About one cube, in their order.
    Answered(Sample),
    /// One cube took more than the limit. The worker, which could not stop the solver otherwise, is gone.
    GaveUp(Sample),
    /// About all cubes that were asked for, or as many as the time was enough for.
    Done,
    /// Something is wrong, and the whole run worth nothing.
    Failed(String),
}

/// What tables cost.
#[derive(Copy, Clone, Debug, Serialize, Deserialize)]
pub(crate) struct TableCost {
    /// CPU time to build them.
    pub(crate) cpu: Duration,
    /// The memory that the process has more of since, where the system tells.
    pub(crate) bytes: Option<u64>,
}

/// One cube solved, or not.
#[derive(Copy, Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct Sample {
    pub(crate) cpu: Duration,
    /// Of the solution; none if there is none of the length asked for.
    pub(crate) length: Option<usize>,
}
