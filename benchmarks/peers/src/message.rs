//! Messages between the benchmark and its workers, one line of JSON each.

use crate::contestant::Task;
use serde::{Deserialize, Serialize};
use std::time::Duration;

/// A request to a worker: a range of cubes to solve in order.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Request {
    pub(crate) task: Task,
    /// The first cube, and the one after the last.
    pub(crate) first: usize,
    pub(crate) end: usize,
    /// The CPU time limit per cube.
    pub(crate) cube_limit: Duration,
    /// The CPU time after which no further cube is started.
    pub(crate) total_limit: Duration,
}

/// A message from a worker.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) enum Message {
    /// The tables are built.
    Ready(TableCost),
    /// The result of the next cube.
    Answered(Sample),
    /// One cube exceeded its limit. The worker has exited, because it cannot stop the solver otherwise.
    TimedOut(Sample),
    /// The request is finished: all cubes, or as many as the time limit allowed.
    Done,
    /// An error that invalidates the whole run.
    Failed(String),
}

/// The cost of building tables.
#[derive(Copy, Clone, Debug, Serialize, Deserialize)]
pub(crate) struct TableCost {
    /// CPU time to build them.
    pub(crate) cpu: Duration,
    /// The increase of the resident memory, if the system reports it.
    pub(crate) bytes: Option<u64>,
}

/// The measurement of one cube.
#[derive(Copy, Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct Sample {
    pub(crate) cpu: Duration,
    /// The length of the solution; `None` if there is none within the required length.
    pub(crate) length: Option<usize>,
}
