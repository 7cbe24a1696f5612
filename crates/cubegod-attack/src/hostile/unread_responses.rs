//! Short requests with long responses, which are never read.

use super::Attacker;
use crate::wire::post;
use serde_json::json;
use std::io;

pub(super) async fn attack(attacker: &Attacker) -> io::Result<()> {
    let mut stream = attacker.connect().await?;
    let (verb, body) = match attacker.number % 2 {
        0 => ("complete", json!({ "cube": "?".repeat(54), "list": 10_000 })),
        _ => ("apply", json!({ "cube": "R", "alg": "(R'U'F'L'D'B')16666" })),
    };
    // More than the system buffers.
    attacker.send(&mut stream, &post(&attacker.target, verb, &body).repeat(10)).await?;
    std::future::pending().await
}
