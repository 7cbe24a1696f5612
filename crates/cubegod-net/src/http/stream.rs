//! Solving with server-sent events: every better solution, then the response.

use super::error::HttpError;
use super::language::with_content_language;
use super::request::{Call, CubeRequest};
use super::verbs::to_json;
use crate::memory::MemoryError;
use crate::work::{Attempt, Lane};
use axum::body::{Body, Bytes, HttpBody};
use axum::http::{HeaderMap, header};
use axum::response::{IntoResponse, Response};
use cubegod::Alg;
use cubegod::solve::optimal::Progress;
use cubegod_service::solve::{self, Request, SolveContext};
use cubegod_service::{ErrorKind, RequestError, Solvers, rounded};
use hyper::body::Frame;
use serde::Serialize;
use std::convert::Infallible;
use std::pin::Pin;
use std::sync::{Arc, Mutex, PoisonError};
use std::task::{Context, Poll};
use std::time::{Duration, Instant};
use tokio::sync::mpsc::{UnboundedReceiver, UnboundedSender, unbounded_channel};

/// Whether the client accepts events.
pub(super) fn is_accepted(headers: &HeaderMap) -> bool {
    let accepted = headers.get_all(header::ACCEPT).iter().filter_map(|value| value.to_str().ok());
    accepted
        .flat_map(|value| value.split(','))
        .any(|kind| kind.split(';').next().unwrap_or_default().trim() == "text/event-stream")
}

/// The data of a `solution` event.
#[derive(Serialize)]
struct SolutionFields {
    solution: String,
    length: usize,
}

/// The data of a `progress` event.
#[derive(Serialize)]
struct ProgressFields {
    /// The search is at solutions of this many moves; there are none with fewer.
    depth: usize,
    /// The part of this depth that is done, from 0 to 1.
    fraction: f64,
    /// The number of nodes searched at this depth.
    nodes: u64,
}

/// The time between two `progress` events.
const PROGRESS_INTERVAL: Duration = Duration::from_millis(250);

/// Solves a cube and sends every better solution as an event.
pub(super) async fn solve(request: CubeRequest<Request>, lane: Lane) -> Response {
    let CubeRequest { app, client, style, body } = request;
    // A few dozen events at most: an unbounded channel stays small.
    let (sender, mut receiver) = unbounded_channel();
    let (memory, address) = (Arc::clone(&app.memory), client.address);
    let work = move |solvers: &Solvers, attempt: &Attempt| {
        let hold = |event| memory.hold(address, event);
        let sender =
            Sender { sender: &sender, hold: &hold, is_live: attempt.is_last, held: Mutex::default() };
        send_events(body.value(), Call::new(solvers, attempt, style), &sender)
    };
    let mut run: Run = Box::pin(async move { app.run(&client, lane, style, work).await });
    // An error before the first event is an ordinary response.
    let (first, run) = tokio::select! {
        biased;
        first = receiver.recv() => (first, Some(run)),
        result = &mut run => match result {
            Ok(()) => (None, None),
            Err(error) => return error.into_response(),
        },
    };
    let headers = [(header::CONTENT_TYPE, "text/event-stream"), (header::CACHE_CONTROL, "no-store")];
    with_content_language(
        (headers, Body::new(Events { first, receiver, run, last: None })).into_response(),
        style,
    )
}

fn send_events(request: &Request, call: Call<'_>, sender: &Sender<'_>) -> Result<(), RequestError> {
    let Call { solvers, cancellation, keep_partial, style } = call;
    let metric = request.metric.unwrap_or_default().0;
    let last_progress = Mutex::new(Instant::now());
    let context = SolveContext {
        threads: 1,
        cancellation,
        permits: None,
        keep_partial,
        on_improvement: &|turns| {
            let alg: Alg = turns.iter().copied().collect();
            let fields = SolutionFields { solution: alg.to_string(), length: alg.length(metric) };
            if let Ok(data) = to_json(&fields) {
                sender.send("solution", &data);
            }
        },
        on_progress: &|Progress { depth, stats, fraction }| {
            let mut last = last_progress.lock().unwrap_or_else(PoisonError::into_inner);
            if last.elapsed() < PROGRESS_INTERVAL {
                return;
            }
            *last = Instant::now();
            let fraction = rounded(fraction, 3);
            if let Ok(data) = to_json(&ProgressFields { depth, fraction, nodes: stats.nodes }) {
                sender.send("progress", &data);
            }
        },
    };
    match solve::respond(request, solvers, &context, style).and_then(|response| to_json(&response)) {
        Ok(data) => sender.send("answer", &data),
        Err(error) if matches!(error.kind(), ErrorKind::Cancelled | ErrorKind::NotReady) => {
            return Err(error);
        }
        Err(error) => sender.send("error", &HttpError::of(&error, style).into_body()),
    }
    sender.flush();
    Ok(())
}

/// Sends events to the body. An attempt that may begin again in another lane sends them at its end.
struct Sender<'a> {
    sender: &'a UnboundedSender<Bytes>,
    /// Holds the memory of an event for the client.
    hold: &'a (dyn Fn(Vec<u8>) -> Result<Bytes, MemoryError> + Sync),
    is_live: bool,
    held: Mutex<Vec<Bytes>>,
}

impl Sender<'_> {
    fn send(&self, name: &str, data: &[u8]) {
        let event = (self.hold)(event(name, data))
            .unwrap_or_else(|error| event("error", &HttpError::from(error).into_body()).into());
        if self.is_live {
            // After a disconnect there is no receiver, and the search is cancelled.
            let _ = self.sender.send(event);
        } else {
            self.held.lock().unwrap_or_else(PoisonError::into_inner).push(event);
        }
    }

    fn flush(&self) {
        for event in self.held.lock().unwrap_or_else(PoisonError::into_inner).drain(..) {
            let _ = self.sender.send(event);
        }
    }
}

/// Returns the bytes of an event. JSON has no line feeds, so the data is one line.
fn event(name: &str, data: &[u8]) -> Vec<u8> {
    [b"event: ", name.as_bytes(), b"\ndata: ", data, b"\n\n"].concat()
}

/// The request that sends the events.
type Run = Pin<Box<dyn Future<Output = Result<(), HttpError>> + Send>>;

/// The events as a body; dropping it cancels the search.
struct Events {
    first: Option<Bytes>,
    receiver: UnboundedReceiver<Bytes>,
    run: Option<Run>,
    /// The error of a request that was cancelled without a response.
    last: Option<Bytes>,
}

impl HttpBody for Events {
    type Data = Bytes;
    type Error = Infallible;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, Infallible>>> {
        let frame = |event| Poll::Ready(Some(Ok(Frame::data(event))));
        if let Some(event) = self.first.take() {
            return frame(event);
        }
        if let Some(run) = &mut self.run
            && let Poll::Ready(result) = run.as_mut().poll(context)
        {
            self.run = None;
            self.last = result.err().map(|error| event("error", &error.into_body()).into());
        }
        match self.receiver.poll_recv(context) {
            Poll::Ready(Some(event)) => frame(event),
            Poll::Pending if self.run.is_some() => Poll::Pending,
            // The run has ended and has sent everything.
            _ => match self.last.take() {
                Some(event) => frame(event),
                None => Poll::Ready(None),
            },
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use axum::http::HeaderValue;

    #[test]
    fn events_are_sent_if_the_client_accepts_them() {
        let is_accepted_in = |accept: &'static str| {
            is_accepted(&HeaderMap::from_iter([(header::ACCEPT, HeaderValue::from_static(accept))]))
        };
        assert!(is_accepted_in("text/event-stream"));
        assert!(is_accepted_in("application/json;q=0.5, text/event-stream; q=1"));
        assert!(!is_accepted_in("application/json, */*"));
        assert!(!is_accepted(&HeaderMap::new()));
    }
}
