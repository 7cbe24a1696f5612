//! Cubes with many hidden stickers: 54 of them, or five faces of a 2x2 of which every completion is to be solved.

use super::Attacker;
use super::flood::repeat;
use crate::target::ServerKind;
use crate::wire::post;
use serde_json::json;
use std::io;

pub(super) async fn attack(attacker: &Attacker) -> io::Result<()> {
    let hidden = "?".repeat(54);
    let one_face = format!("UUUU{}", "?".repeat(20));
    let target = &attacker.target;
    let request = match (target.kind(), attacker.number % 2) {
        (ServerKind::Http, 0) => post(target, "complete", &json!({ "cube": hidden, "list": 10_000 })),
        (ServerKind::Http, _) => post(target, "solve", &json!({ "cube": one_face, "each": true })),
        (_, 0) => format!("{hidden}\n").into_bytes(),
        (_, _) => format!("{one_face}\n").into_bytes(),
    };
    repeat(attacker, &request.repeat(10)).await
}
