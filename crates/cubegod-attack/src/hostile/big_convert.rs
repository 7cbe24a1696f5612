//! A million moves on a 32x32x32, and its 6,144 stickers as the answer.

use super::Attacker;
use super::flood::repeat;
use super::move_bomb::MILLION_MOVES;
use crate::wire::post;
use serde_json::json;
use std::io;

pub(super) async fn attack(attacker: &Attacker) -> io::Result<()> {
    let (verb, body) = match attacker.number % 2 {
        0 => ("convert", json!({ "cube": MILLION_MOVES, "puzzle": "32x32x32", "to": "facelets" })),
        _ => ("apply", json!({ "cube": MILLION_MOVES, "alg": "R", "puzzle": "32x32x32" })),
    };
    repeat(attacker, &post(&attacker.target, verb, &body)).await
}
