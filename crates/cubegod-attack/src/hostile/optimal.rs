//! Proofs that take long, from two addresses.

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
use tokio::time::{sleep, timeout};

/// How long the server may take to build its table in the background.
const TABLE_LIMIT: Duration = Duration::from_secs(300);

/// The time between two requests for a table.
const PAUSE: Duration = Duration::from_millis(500);

/// Waits until the server has its table for proofs, so that its memory does not count as the result of an attack.
pub(super) async fn prepare(target: &Target) -> io::Result<()> {
    let body = json!({ "cube": "R U F", "method": "optimal" });
    let request = post(target, "solve", &body);
    timeout(TABLE_LIMIT, async {
        loop {
            let mut stream = connect(target, hostile_address(0)).await?;
            stream.write_all(&request).await?;
            let mut status = [0; 12];
            stream.read_exact(&mut status).await?;
            if status.ends_with(b"200") {
                return Ok(());
            }
            sleep(PAUSE).await;
        }
    })
    .await?
}

pub(super) async fn attack(attacker: &Attacker) -> io::Result<()> {
    let cube = Cube3::random(&mut generator(attacker.number as u64)).stickers();
    let cube: String = cube.facelets().iter().map(|color| color.home().letter()).collect();
    let body = json!({ "cube": cube, "method": "optimal" });
    repeat(attacker, &post(&attacker.target, "solve", &body)).await
}
