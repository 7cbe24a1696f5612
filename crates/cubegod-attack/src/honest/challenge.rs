//! A player of the challenge: game after game, each solved by the engine of this process.

use super::{Client, Tally};
use crate::connection::connect;
use cubegod_net::challenge::{PlayFailure, PlayOptions, RoundPlayed, play_over};
use cubegod_net::engine::Engine;

pub(super) async fn run(mut client: Client, engine: &Engine) -> Tally {
    let patience = client.behavior.patience;
    let options = PlayOptions { silence_limit: patience, round_limit: patience, ..PlayOptions::default() };
    while client.wait().await {
        let stream = match connect(&client.behavior.target, client.source).await {
            Ok(stream) => stream,
            Err(error) => {
                client.tally.lost(format!("cannot connect: {error}"));
                continue;
            }
        };
        let (reader, writer) = stream.into_split();
        let tally = &mut client.tally;
        let mut on_round = |round: &RoundPlayed| {
            if round.accepted {
                tally.right(round.total);
            }
        };
        let game = play_over(reader, writer, engine, &options, &mut on_round).await;
        // The server verifies the answers; this is what it says.
        if let Err(error) = game {
            match error.failure {
                PlayFailure::Rejected { reason, .. } if reason.contains("not solved") => {
                    client.tally.wrong(reason)
                }
                failure => client.tally.lost(failure.to_string()),
            }
        }
    }
    client.tally
}
