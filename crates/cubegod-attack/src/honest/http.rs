//! A client of the HTTP API: a connection that is kept, a solve per request. Most requests are quick; a few take a search.

use super::cubes::{Question, questions};
use super::{Behavior, Client, RequestCounts};
use crate::connection::connect;
use http_body_util::{BodyExt, Full, Limited};
use hyper::body::Bytes;
use hyper::client::conn::http1::{SendRequest, handshake};
use hyper::{Request, StatusCode};
use hyper_util::rt::TokioIo;
use serde_json::{Value, json};
use std::error::Error;
use std::time::Duration;
use tokio::task::JoinHandle;
use tokio::time::{Instant, timeout};

/// The maximum length of an answer.
const ANSWER_BYTES: usize = 1024 * 1024;

/// A connection, and the task that drives it.
struct Connection {
    sender: SendRequest<Full<Bytes>>,
    task: JoinHandle<()>,
}

impl Drop for Connection {
    fn drop(&mut self) {
        self.task.abort();
    }
}

/// One request in so many takes a search of about 20 milliseconds.
const SEARCH_EVERY: usize = 40;

/// The nodes of that search.
const SEARCH_NODES: u64 = 100_000;

/// One client in so many sends a search of half a second now and then, where that is wanted.
const LONG_SEARCH_CLIENT_EVERY: usize = 100;

/// One of its requests in so many.
const LONG_SEARCH_EVERY: usize = 10;

/// The time that a search may wait in the queue of a server.
const SEARCH_TIMEOUT: Duration = Duration::from_secs(35);

/// How much work a request is.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
enum Effort {
    Quick,
    Search,
    LongSearch,
}

impl Effort {
    /// Returns the effort of a request of a client, both by number.
    fn of(behavior: &Behavior, client: usize, request: usize) -> Effort {
        let is_long_client = behavior.has_long_searches && client.is_multiple_of(LONG_SEARCH_CLIENT_EVERY);
        match client + request {
            _ if is_long_client && request.is_multiple_of(LONG_SEARCH_EVERY) => Effort::LongSearch,
            number if number.is_multiple_of(SEARCH_EVERY) => Effort::Search,
            _ => Effort::Quick,
        }
    }

    /// Returns the field of a request that limits it, and its value.
    fn limit(self) -> (&'static str, Value) {
        match self {
            Effort::Quick => ("max_length", json!(21)),
            Effort::Search => ("nodes", json!(SEARCH_NODES)),
            Effort::LongSearch => ("budget", json!("500ms")),
        }
    }
}

pub(super) async fn run(mut client: Client, number: usize) -> RequestCounts {
    let mut questions = questions(number);
    let mut connection = None;
    let mut requests = 0..;
    while client.wait().await {
        let effort = Effort::of(&client.behavior, number, requests.next().unwrap_or_default());
        let question = if effort == Effort::Quick { questions.next() } else { questions.next_large() };
        let start = Instant::now();
        let answer_timeout = match effort {
            Effort::Quick => client.behavior.answer_timeout,
            Effort::Search | Effort::LongSearch => client.behavior.answer_timeout.max(SEARCH_TIMEOUT),
        };
        match timeout(answer_timeout, ask(&client, &mut connection, &question, effort)).await {
            Ok(Ok((StatusCode::OK, answer))) => {
                let is_right =
                    answer["solution"].as_str().is_some_and(|solution| question.is_solved_by(solution));
                match (is_right, effort) {
                    (true, Effort::Quick) => client.counts.right(start.elapsed()),
                    (true, _) => client.counts.right_search(start.elapsed()),
                    (false, _) => client.counts.wrong(format!("{}: {answer}", question.text)),
                }
            }
            Ok(Ok((status, answer))) => client.counts.lost(format!("{status}: {}", answer["detail"])),
            Ok(Err(error)) => {
                connection = None;
                client.counts.lost(error.to_string());
            }
            Err(_) => {
                connection = None;
                client.counts.lost(format!("no answer for {answer_timeout:?}"));
            }
        }
    }
    client.counts
}

async fn ask(
    client: &Client,
    connection: &mut Option<Connection>,
    question: &Question,
    effort: Effort,
) -> Result<(StatusCode, Value), Box<dyn Error + Send + Sync>> {
    let target = client.behavior.target;
    // The server closes connections that were silent for long; a new one is opened then, as browsers do.
    let open = connection.take().filter(|connection| !connection.sender.is_closed());
    let connection = match open {
        Some(open) => connection.insert(open),
        None => {
            let stream = connect(&target, client.source).await?;
            let (sender, driver) = handshake(TokioIo::new(stream)).await?;
            let task = tokio::spawn(async move {
                let _ = driver.await;
            });
            connection.insert(Connection { sender, task })
        }
    };
    let (limit, value) = effort.limit();
    let body = json!({ "cube": question.text, limit: value }).to_string();
    let request = Request::post("/api/v1/solve")
        .header("Host", target.address().to_string())
        .header("Content-Type", "application/json")
        .body(Full::new(Bytes::from(body)))?;
    connection.sender.ready().await?;
    let response = connection.sender.send_request(request).await?;
    let status = response.status();
    let body = Limited::new(response.into_body(), ANSWER_BYTES).collect().await?.to_bytes();
    Ok((status, serde_json::from_slice(&body).unwrap_or_default()))
}
