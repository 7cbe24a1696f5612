//! A client of the HTTP API: a connection that is kept, a solve per request.

use super::cubes::{Question, questions};
use super::{Client, Tally};
use crate::connection::connect;
use http_body_util::{BodyExt, Full, Limited};
use hyper::body::Bytes;
use hyper::client::conn::http1::{SendRequest, handshake};
use hyper::{Request, StatusCode};
use hyper_util::rt::TokioIo;
use serde_json::{Value, json};
use std::error::Error;
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

pub(super) async fn run(mut client: Client, number: usize) -> Tally {
    let mut questions = questions(number);
    let mut connection = None;
    while client.wait().await {
        let question = questions.next();
        let start = Instant::now();
        let patience = client.behavior.patience;
        match timeout(patience, ask(&client, &mut connection, &question)).await {
            Ok(Ok((StatusCode::OK, answer))) => {
                let is_right =
                    answer["solution"].as_str().is_some_and(|solution| question.is_solved_by(solution));
                if is_right {
                    client.tally.right(start.elapsed());
                } else {
                    client.tally.wrong(format!("{}: {answer}", question.text));
                }
            }
            Ok(Ok((status, answer))) => client.tally.lost(format!("{status}: {}", answer["detail"])),
            Ok(Err(error)) => {
                connection = None;
                client.tally.lost(error.to_string());
            }
            Err(_) => {
                connection = None;
                client.tally.lost(format!("no answer for {patience:?}"));
            }
        }
    }
    client.tally
}

async fn ask(
    client: &Client,
    connection: &mut Option<Connection>,
    question: &Question,
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
    let body = json!({ "cube": question.text, "max_length": 21 }).to_string();
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
