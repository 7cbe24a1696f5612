//! Solving with server-sent events: every better solution, then the response.

use super::App;
use super::error::HttpError;
use super::language::mark;
use super::verbs::written;
use super::work::CancelOnDrop;
use axum::body::{Body, Bytes, HttpBody};
use axum::http::{HeaderMap, header};
use axum::response::{IntoResponse, Response};
use cubegod::solve::optimal::Progress;
use cubegod::{Alg, Cancellation};
use cubegod_service::MessageStyle;
use cubegod_service::solve::{self, Request, SolveContext};
use hyper::body::Frame;
use serde::Serialize;
use std::convert::Infallible;
use std::net::IpAddr;
use std::pin::Pin;
use std::sync::{Arc, Mutex, PoisonError};
use std::task::{Context, Poll};
use std::time::{Duration, Instant};
use tokio::sync::mpsc::{UnboundedReceiver, UnboundedSender, unbounded_channel};
use tokio::task::spawn_blocking;

/// Whether the client asks for events.
pub(super) fn is_wanted(headers: &HeaderMap) -> bool {
    let accepted = headers.get_all(header::ACCEPT).iter().filter_map(|value| value.to_str().ok());
    accepted
        .flat_map(|value| value.split(','))
        .any(|kind| kind.split(';').next().unwrap_or_default().trim() == "text/event-stream")
}

/// A solution that was found on the way.
#[derive(Serialize)]
struct Better {
    solution: String,
    length: usize,
}

/// How far a proof is.
#[derive(Serialize)]
struct ProgressFields {
    /// Solutions of this many moves are looked for; there are none with fewer.
    depth: usize,
    /// Which part of that is done, from 0 to 1.
    part: f64,
    /// How many positions were looked at for it.
    nodes: u64,
}

/// The time between two events about how far a proof is.
const PROGRESS_INTERVAL: Duration = Duration::from_millis(250);

/// Solves a cube and sends every better solution as an event.
pub(super) async fn solve(app: Arc<App>, client: IpAddr, style: MessageStyle, request: Request) -> Response {
    let permit = match app.work.acquire(client).await {
        Ok(permit) => permit,
        Err(refusal) => return refusal.into_response(),
    };
    let (cancel, cancellation) = permit.cancellation();
    // A few dozen solutions at most: an unbounded channel stays small.
    let (sender, receiver) = unbounded_channel();
    spawn_blocking(move || {
        let _permit = permit;
        send_events(&app, &request, style, &cancellation, &sender);
    });
    let headers = [(header::CONTENT_TYPE, "text/event-stream"), (header::CACHE_CONTROL, "no-store")];
    let body = Body::new(Events { receiver, _cancel: cancel });
    mark((headers, body).into_response(), style)
}

fn send_events(
    app: &App,
    request: &Request,
    style: MessageStyle,
    cancellation: &Cancellation,
    sender: &UnboundedSender<Bytes>,
) {
    // A client that disconnected receives nothing more, and the search is cancelled.
    let send = |name: &str, data: &[u8]| drop(sender.send(event(name, data)));
    let metric = request.metric.unwrap_or_default().0;
    let last_progress = Mutex::new(Instant::now());
    let context = SolveContext {
        threads: 1,
        cancellation,
        permits: None,
        keep_partial: true,
        on_improvement: &|turns| {
            let alg: Alg = turns.iter().copied().collect();
            let better = Better { solution: alg.to_string(), length: alg.length(metric) };
            if let Ok(data) = written(&better) {
                send("solution", &data);
            }
        },
        on_progress: &|Progress { depth, stats, fraction }| {
            let mut last = last_progress.lock().unwrap_or_else(PoisonError::into_inner);
            if last.elapsed() < PROGRESS_INTERVAL {
                return;
            }
            *last = Instant::now();
            if let Ok(data) = written(&ProgressFields { depth, part: fraction, nodes: stats.nodes }) {
                send("standing", &data);
            }
        },
    };
    match solve::respond(request, &app.solvers, &context, style).and_then(|response| written(&response)) {
        Ok(data) => send("answer", &data),
        Err(why) => send("problem", &HttpError::of(why, style, || app.work.stopped()).json()),
    }
}

/// JSON has no line ends, so that data is one line always.
fn event(name: &str, data: &[u8]) -> Bytes {
    [b"event: ", name.as_bytes(), b"\ndata: ", data, b"\n\n"].concat().into()
}

/// The events as a body; dropping it cancels the search.
struct Events {
    receiver: UnboundedReceiver<Bytes>,
    _cancel: CancelOnDrop,
}

impl HttpBody for Events {
    type Data = Bytes;
    type Error = Infallible;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, Infallible>>> {
        self.receiver.poll_recv(context).map(|event| event.map(|data| Ok(Frame::data(data))))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use axum::http::HeaderValue;

    #[test]
    fn events_are_for_those_who_accept_them() {
        let is_wanted_by = |accept: &'static str| {
            is_wanted(&HeaderMap::from_iter([(header::ACCEPT, HeaderValue::from_static(accept))]))
        };
        assert!(is_wanted_by("text/event-stream"));
        assert!(is_wanted_by("application/json;q=0.5, text/event-stream; q=1"));
        assert!(!is_wanted_by("application/json, */*"));
        assert!(!is_wanted(&HeaderMap::new()));
    }
}
