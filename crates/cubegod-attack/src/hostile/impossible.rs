//! Impossible cubes, whose smallest repair takes long to find.

use super::Attacker;
use super::flood::repeat;
use crate::target::ServerKind;
use crate::wire::post;
use serde_json::json;
use std::io;

pub(super) async fn attack(attacker: &Attacker) -> io::Result<()> {
    // No piece of it exists.
    let cube = format!("{}{}B", "U".repeat(9), "RF".repeat(22));
    let request = match attacker.target.kind() {
        ServerKind::Http => post(&attacker.target, "check", &json!({ "cube": cube })),
        _ => format!("{cube}\n").into_bytes(),
    };
    repeat(attacker, &request.repeat(10)).await
}
