//! A player of the challenge: game after game, each solved by the engine of this process.

use super::{Client, RequestCounts};
use crate::connection::connect;
use cubegod_net::challenge::{PlayFailure, PlayOptions, RoundPlayed, play_over};
use cubegod_net::engine::Engine;

pub(super) async fn run(mut client: Client, engine: &Engine) -> RequestCounts {
    let answer_timeout = client.behavior.answer_timeout;
    let options =
        PlayOptions { silence_limit: answer_timeout, round_limit: answer_timeout, ..PlayOptions::default() };
    while client.wait().await {
        let stream = match connect(&client.behavior.target, client.source).await {
            Ok(stream) => stream,
            Err(error) => {
                client.counts.lost(format!("cannot connect: {error}"));
                continue;
            }
        };
        let (reader, writer) = stream.into_split();
        let counts = &mut client.counts;
        let mut on_round = |round: &RoundPlayed| {
            if round.accepted {
                counts.right(round.total);
            }
        };
        let game = play_over(reader, writer, engine, &options, &mut on_round).await;
        // The server verifies the answers; this is what it says.
        if let Err(error) = game {
            match error.failure {
                PlayFailure::Rejected { reason, .. } if reason.contains("not solved") => {
                    client.counts.wrong(reason)
                }
                failure => client.counts.lost(failure.to_string()),
            }
        }
    }
    client.counts
}
