//! Runs requests in the lanes of the server.

use super::App;
use super::body::Client;
use super::error::{HttpError, HttpKind};
use crate::connections::ConnectionError;
use crate::memory::MemoryError;
use crate::work::{Attempt, Lane, WorkError};
use axum::body::Bytes;
use axum::http::StatusCode;
use cubegod::Size;
use cubegod_service::solve::Request;
use cubegod_service::{ErrorKind, MessageStyle, RequestError, Solvers};
use std::sync::Arc;
use std::time::Duration;
use tokio::time::{Instant, sleep};

/// The milliseconds after which a request that needs a table tries again. Opening a table of gigabytes takes longer.
const TABLE_WAITS: [u64; 4] = [100, 200, 400, 800];

/// The value of `Retry-After`: most requests take much less.
const RETRY: Duration = Duration::from_secs(1);

impl App {
    /// Runs work off the asynchronous threads. Dropping the future cancels it.
    pub(super) async fn run<T: Send + 'static>(
        &self,
        client: &Client,
        lane: Lane,
        style: MessageStyle,
        work: impl Fn(&Solvers, &Attempt) -> Result<T, RequestError> + Send + Sync + 'static,
    ) -> Result<T, HttpError> {
        let _in_use = client.in_use();
        tokio::select! {
            result = self.run_when_ready(client, lane, style, work) => result,
            () = client.until_disconnected() => Err(HttpError::disconnected()),
        }
    }

    /// Runs work again when a table that it needs may be there.
    async fn run_when_ready<T: Send + 'static>(
        &self,
        client: &Client,
        lane: Lane,
        style: MessageStyle,
        work: impl Fn(&Solvers, &Attempt) -> Result<T, RequestError> + Send + Sync + 'static,
    ) -> Result<T, HttpError> {
        let work = Arc::new(work);
        // All attempts share one time limit.
        let deadline = self.pool.deadline();
        for wait in TABLE_WAITS {
            let work = Arc::clone(&work);
            match self.attempt(deadline, client, lane, style, work).await? {
                Err(error) if error.is_not_ready() => sleep(Duration::from_millis(wait)).await,
                result => return result,
            }
        }
        self.attempt(deadline, client, lane, style, work).await?
    }

    async fn attempt<T: Send + 'static>(
        &self,
        deadline: Instant,
        client: &Client,
        lane: Lane,
        style: MessageStyle,
        work: Arc<impl Fn(&Solvers, &Attempt) -> Result<T, RequestError> + Send + Sync + 'static>,
    ) -> Result<Result<T, HttpError>, WorkError> {
        let solvers = Arc::clone(&self.solvers);
        let work = move |attempt: &Attempt| match work(&solvers, attempt) {
            Err(error) if error.kind() == ErrorKind::Cancelled => None,
            result => Some(result.map_err(|error| HttpError::of(&error, style))),
        };
        self.pool.run_until(deadline, client.address, lane, work).await
    }

    /// Runs work off the asynchronous threads and returns the body of its response, whose memory is held for the client until it
    /// is sent.
    pub(super) async fn run_to_body(
        &self,
        client: &Client,
        lane: Lane,
        style: MessageStyle,
        work: impl Fn(&Solvers, &Attempt) -> Result<Vec<u8>, RequestError> + Send + Sync + 'static,
    ) -> Result<Bytes, HttpError> {
        let (memory, address) = (Arc::clone(&self.memory), client.address);
        let work = move |solvers: &Solvers, attempt: &Attempt| {
            work(solvers, attempt).map(|bytes| memory.hold(address, bytes))
        };
        Ok(self.run(client, lane, style, work).await??)
    }
}

/// Returns the lane in which a solve begins. Only a budget that is used up is known to take longer than a slice.
pub(super) fn lane_of_solve(request: &Request) -> Lane {
    let is_pocket = request.puzzle.is_some_and(|puzzle| puzzle.0 == Size::TWO);
    // With a length, a budget is a maximum that is rarely used up.
    let is_used_up = !is_pocket && request.max_length.is_none();
    Lane::for_time(request.budget.filter(|_| is_used_up).map_or(Duration::ZERO, |budget| budget.0))
}

impl From<WorkError> for HttpError {
    fn from(error: WorkError) -> HttpError {
        let (status, kind, advice) = match error {
            WorkError::AddressBusy { .. } | WorkError::Displaced { .. } => (
                StatusCode::TOO_MANY_REQUESTS,
                HttpKind::TooManyRequests,
                "send more when these have been answered",
            ),
            WorkError::QueueFull { .. } | WorkError::NotBegun(_) | WorkError::Contended(_) => {
                (StatusCode::SERVICE_UNAVAILABLE, HttpKind::Busy, "try again in a moment")
            }
            WorkError::Timeout(_) => (
                StatusCode::SERVICE_UNAVAILABLE,
                HttpKind::Timeout,
                "request less, such as a shorter budget or fewer solutions",
            ),
            WorkError::Stopping => {
                (StatusCode::SERVICE_UNAVAILABLE, HttpKind::Stopping, "try again when it has restarted")
            }
            WorkError::Panicked => return HttpError::internal(),
        };
        HttpError::new(status, kind, format!("{error}; {advice}")).retry_after(RETRY)
    }
}

/// The error for a client of a trusted proxy with too many requests in progress.
impl From<ConnectionError> for HttpError {
    fn from(error: ConnectionError) -> HttpError {
        let (client, limit) = match error {
            ConnectionError::Full(limit) => ("the server".to_owned(), limit),
            ConnectionError::AddressFull { address, limit } => (address.to_string(), limit),
            ConnectionError::NetworkFull { network, limit } => (format!("{network}/48"), limit),
        };
        let message = format!(
            "{client} has the maximum number of requests in progress ({limit}); send more when these have been answered"
        );
        HttpError::new(StatusCode::TOO_MANY_REQUESTS, HttpKind::TooManyRequests, message).retry_after(RETRY)
    }
}

impl From<MemoryError> for HttpError {
    fn from(error: MemoryError) -> HttpError {
        let message = format!("{error}; try again in a moment");
        HttpError::new(StatusCode::SERVICE_UNAVAILABLE, HttpKind::Busy, message).retry_after(RETRY)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::{Value, json};

    fn lane(fields: Value) -> Lane {
        lane_of_solve(&serde_json::from_value(fields).unwrap())
    }

    #[test]
    fn a_solve_begins_in_the_first_lane_that_may_finish_it() {
        for (fields, expected) in [
            (json!({"cube": "R"}), Lane::Quick),
            (json!({"cube": "R", "budget": "1ms"}), Lane::Quick),
            (json!({"cube": "R", "budget": "1h", "max_length": 21}), Lane::Quick),
            (json!({"cube": "R", "method": "cfop"}), Lane::Quick),
            (json!({"cube": "R", "puzzle": "2x2", "method": "optimal", "all": true}), Lane::Quick),
            (json!({"cube": "?".repeat(54)}), Lane::Quick),
            (json!({"cube": "R", "budget": "100ms"}), Lane::Medium),
            (json!({"cube": "R", "budget": "1s"}), Lane::Long),
            (json!({"cube": "R", "nodes": 1_000_000_000}), Lane::Quick),
            (json!({"cube": "R", "each": true}), Lane::Quick),
            (json!({"cube": "R", "solutions": 3}), Lane::Quick),
            (json!({"cube": "R", "method": "optimal"}), Lane::Quick),
            (json!({"cube": "R", "method": "optimal", "budget": "1s"}), Lane::Long),
            (json!({"cube": "R", "puzzle": "2x2", "budget": "1h"}), Lane::Quick),
        ] {
            assert_eq!(lane(fields.clone()), expected, "{fields}");
        }
    }
}
