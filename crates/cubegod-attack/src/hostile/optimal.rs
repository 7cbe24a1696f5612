//! Proofs that take long.

use super::Attacker;
use super::flood::repeat;
use crate::connection::{connect, hostile_address};
use crate::target::Target;
use crate::wire::post;
use cubegod::Cube3;
use cubegod::scramble::generator;
use serde_json::json;
use std::io;
use std::time::Duration;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::time::timeout;

/// How long the first proof may take: the server may build a table for it.
const FIRST_LIMIT: Duration = Duration::from_secs(300);

/// Lets the server load its tables for proofs, so that their memory does not count as the result of an attack.
pub(super) async fn prepare(target: &Target) -> io::Result<()> {
    let mut stream = connect(target, hostile_address(0)).await?;
    let body = json!({ "cube": "R U F", "method": "optimal" });
    stream.write_all(&post(target, "solve", &body)).await?;
    timeout(FIRST_LIMIT, stream.read(&mut [0])).await??;
    Ok(())
}

pub(super) async fn attack(attacker: &Attacker) -> io::Result<()> {
    let cube = Cube3::random(&mut generator(attacker.number as u64)).stickers();
    let cube: String = cube.facelets().iter().map(|color| color.home().letter()).collect();
    let body = json!({ "cube": cube, "method": "optimal" });
    repeat(attacker, &post(&attacker.target, "solve", &body)).await
}
