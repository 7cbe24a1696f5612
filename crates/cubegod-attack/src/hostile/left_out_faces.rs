//! Cubes of which most faces are left out, so that the text has no unknown sticker.

use super::Attacker;
use super::flood::repeat;
use crate::target::ServerKind;
use crate::wire::post;
use serde_json::json;
use std::io;

pub(super) async fn attack(attacker: &Attacker) -> io::Result<()> {
    let cube = match attacker.number % 2 {
        0 => "BEGIN\nU U U U U U U U U U\nEND\n",
        _ => "Face U:\n+-------+\n| U U U |\n| U U U |\n| U U U |\n+-------+\n",
    };
    let target = &attacker.target;
    let request = match (target.kind(), attacker.number % 3) {
        (ServerKind::Http, 0) => post(target, "complete", &json!({ "cube": cube, "list": 10_000 })),
        (ServerKind::Http, 1) => post(target, "complete", &json!({ "cube": cube })),
        (ServerKind::Http, _) => post(target, "solve", &json!({ "cube": cube })),
        (_, _) => b"BEGIN\nU U U U U U U U U U\nEND\n".to_vec(),
    };
    repeat(attacker, &request.repeat(10)).await
}
