//! A client of the engine: a cube on a line, the solution on a line.

use super::cubes::{Question, questions};
use super::{Client, RequestCounts};
use crate::connection::connect;
use tokio::io::{AsyncBufReadExt, AsyncWriteExt, BufReader};
use tokio::net::TcpStream;
use tokio::time::{Instant, timeout};

/// The answer to one question.
enum Answer {
    Line(String),
    /// There was none, for this reason.
    Lost(String),
}

pub(super) async fn run(mut client: Client, number: usize) -> RequestCounts {
    let mut questions = questions(number);
    let mut connection = None;
    while client.wait().await {
        let question = questions.next();
        let start = Instant::now();
        match ask(&mut client, &mut connection, &question).await {
            Answer::Line(answer) if question.is_solved_by(&answer) => client.counts.right(start.elapsed()),
            // The engine refuses work with an error line.
            Answer::Line(answer) if answer.starts_with("ERROR") => client.counts.lost(answer),
            Answer::Line(answer) => client.counts.wrong(format!("{}: {answer}", question.text)),
            Answer::Lost(reason) => {
                connection = None;
                client.counts.lost(reason);
            }
        }
    }
    client.counts
}

async fn ask(
    client: &mut Client,
    connection: &mut Option<BufReader<TcpStream>>,
    question: &Question,
) -> Answer {
    let stream = match connection {
        Some(stream) => stream,
        None => match connect(&client.behavior.target, client.source).await {
            Ok(stream) => connection.insert(BufReader::new(stream)),
            Err(error) => return Answer::Lost(format!("cannot connect: {error}")),
        },
    };
    let mut line = String::new();
    let asking = async {
        stream.write_all(format!("{}\n", question.text).as_bytes()).await?;
        stream.read_line(&mut line).await
    };
    match timeout(client.behavior.answer_timeout, asking).await {
        Ok(Ok(_)) if line.ends_with('\n') => Answer::Line(line.trim_end().to_owned()),
        Ok(Ok(_)) => Answer::Lost("the connection was closed before the answer".into()),
        Ok(Err(error)) => Answer::Lost(format!("the connection failed: {error}")),
        Err(_) => Answer::Lost(format!("no answer for {:?}", client.behavior.answer_timeout)),
    }
}
