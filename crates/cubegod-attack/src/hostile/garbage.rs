//! Random bytes.

use super::Attacker;
use crate::connection::discard;
use rand::RngExt;
use std::io;

/// The number of bytes sent on one connection, unless the server closes it.
const BYTES: usize = 64 * 1024;

pub(super) async fn attack(attacker: &Attacker) -> io::Result<()> {
    let (reader, mut writer) = attacker.connect().await?.into_split();
    let mut bytes = vec![0; BYTES];
    rand::rng().fill(&mut bytes[..]);
    let reading = tokio::spawn(discard(reader));
    let sent = attacker.send(&mut writer, &bytes).await;
    drop(writer);
    let _ = reading.await;
    sent
}
