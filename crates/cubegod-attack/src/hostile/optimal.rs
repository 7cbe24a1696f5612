//! Proofs that take long.

use super::Attacker;
use super::flood::repeat;
use crate::wire::post;
use cubegod::Cube3;
use cubegod::scramble::generator;
use serde_json::json;
use std::io;

pub(super) async fn attack(attacker: &Attacker) -> io::Result<()> {
    let cube = Cube3::random(&mut generator(attacker.number as u64)).stickers();
    let cube: String = cube.facelets().iter().map(|color| color.home().letter()).collect();
    let body = json!({ "cube": cube, "method": "optimal" });
    repeat(attacker, &post(&attacker.target, "solve", &body)).await
}
